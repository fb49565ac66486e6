//! What the owner of an account sees and changes of it.

use crate::notice::NoticesView;
use crate::order::Role;
use crate::passkey::PasskeyView;
use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An account, as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct AccountView {
    /// Whether it has a password.
    pub has_password: bool,
    /// Its passkeys, the oldest first.
    pub passkeys: Vec<PasskeyView>,
    /// Where it is signed in, the one that asks first.
    pub sessions: Vec<SessionView>,
    /// How many recovery codes are left.
    pub codes_left: i64,
    /// Where letters go, if they may go anywhere.
    pub address: Option<AddressView>,
    /// Whether the service sends letters.
    pub writes_letters: bool,
    /// What its owner may do to keep order.
    pub role: Option<Role>,
    /// How its owner is told that it is their turn.
    pub notices: NoticesView,
    /// What happened to it lately, the newest first.
    pub events: Vec<AccountEvent>,
}

/// Whether somebody is on vacation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct VacationView {
    /// Until when, if they are.
    pub until: Option<Moment>,
    /// How many days they may still take, of those within a year.
    #[ts(type = "number")]
    pub days_left: i64,
}

/// A vacation that was taken, as it is in the archive of one's own data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct TakenVacation {
    /// When it began.
    pub began: Moment,
    /// When it ended or will end.
    pub until: Moment,
    /// How many days of the year it takes.
    pub days: i16,
}

/// A vacation that is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct TakeVacation {
    /// How many days, beginning now.
    pub days: u8,
}

/// A place where somebody is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct SessionView {
    /// What it is called in addresses.
    pub id: String,
    /// Whether it is the one that asks.
    pub is_own: bool,
    /// The browser and its system, such as `Firefox, Windows`, if it said so.
    pub browser: Option<String>,
    /// When it began.
    pub began: Moment,
    /// When it was last seen, give or take five minutes.
    pub seen: Moment,
}

/// Something that happened to an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct AccountEvent {
    /// When.
    pub at: Moment,
    /// What.
    pub what: AccountChange,
    /// In which browser, if it said so.
    pub browser: Option<String>,
}

/// What can happen to an account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "account.ts")]
pub enum AccountChange {
    /// It was made.
    SignedUp,
    /// Somebody signed in.
    SignedIn,
    /// It has another password, and all other sessions ended.
    PasswordChanged,
    /// One session was ended from another.
    SessionEnded,
    /// All other sessions were ended.
    OthersEnded,
    /// There are new recovery codes.
    CodesMade,
    /// A recovery code or a letter was used: there is another password, and all sessions ended.
    Recovered,
    /// Letters go to another address.
    AddressSet,
    /// Letters go nowhere any more.
    AddressRemoved,
    /// It has a password for the first time, and all other sessions ended.
    PasswordSet,
    /// There is another passkey.
    PasskeyAdded,
    /// A passkey has another name.
    PasskeyNamed,
    /// There is a passkey less.
    PasskeyRemoved,
    /// A passkey had signed more often than it said, as a copy would: nobody was let in with it.
    PasskeyRefused,
    /// Another browser is told of turns.
    DeviceAdded,
    /// A browser is not told of turns any more.
    DeviceRemoved,
    /// Its owner was warned by those who keep order.
    Warned,
    /// Its owner can't send set phrases.
    Muted,
    /// Its owner can't play for ratings.
    Unrated,
    /// Nobody can sign in any more.
    Closed,
    /// What its owner could not do is possible again.
    MeasureLifted,
}

/// Another password, and the one that it replaces, or a first one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct ChangePassword {
    /// The one so far, if there is one; else a proof of who asks is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 8, max_length = 200)]
    #[ts(optional = nullable)]
    pub old: Option<String>,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
}

/// Proof of who asks, before what can't be undone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct Proof {
    /// The account's password.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// The end of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct DeleteAccount {
    /// The account's name, so that nobody does this unawares.
    #[schema(max_length = 20)]
    pub name: String,
}

/// Recovery codes, which are shown only now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct RecoveryCodes {
    /// Each is good for one new password.
    pub codes: Vec<String>,
}

/// Another password for who has forgotten theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct Recover {
    /// The account's name.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    pub name: String,
    /// A recovery code; capitals and what is between letters don't matter.
    #[schema(max_length = 64)]
    pub code: String,
    /// The new password: 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// Where letters go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct AddressView {
    /// The address.
    pub email: String,
    /// The language of the letters.
    pub language: String,
}

/// An address for letters, to be confirmed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct NewAddress {
    /// The address.
    #[schema(max_length = 254)]
    pub email: String,
    /// The language of the letters: `en`, `sv` or `zh`.
    #[schema(max_length = 8)]
    pub language: String,
}

/// The key in a letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct LetterKey {
    /// As it is in the link.
    #[schema(max_length = 64)]
    pub key: String,
}

/// An address that letters go to from now on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "account.ts")]
pub struct AddressConfirmed {
    /// The account's name.
    pub name: String,
}

/// Where to send a letter for who has forgotten a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct Forgotten {
    /// The account's address.
    #[schema(max_length = 254)]
    pub email: String,
}

/// Another password by the key in a letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "account.ts")]
pub struct RecoverByLetter {
    /// As it is in the link.
    #[schema(max_length = 64)]
    pub key: String,
    /// The new password: 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}
