//! Passkeys: what a browser is asked for, and what it answers. Bytes are Base64 for addresses,
//! without padding.

use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What a new passkey is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeyWanted {
    /// What is to be signed; good for one answer within five minutes.
    pub challenge: String,
    /// The domain that it will belong to.
    pub domain: String,
    /// What authenticators call the account.
    pub user: String,
    /// The account's name.
    pub name: String,
    /// The algorithms that we can check, the best first, by their numbers in COSE.
    pub algorithms: Vec<i32>,
    /// The account's passkeys so far: an authenticator that has one makes no other.
    pub known: Vec<String>,
}

/// What a passkey is to sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeyChallenge {
    /// What is to be signed; good for one answer within five minutes.
    pub challenge: String,
    /// The domain that the passkey belongs to.
    pub domain: String,
    /// The passkeys that may sign; any, if there is none.
    pub allowed: Vec<String>,
}

/// The name that an account with a passkey is to have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "passkey.ts")]
pub struct NewAccount {
    /// 3 to 20 letters, digits, `-` and `_`.
    #[schema(pattern = "^[A-Za-z][A-Za-z0-9_-]{2,19}$")]
    pub name: String,
}

/// A passkey that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeyMade {
    /// What it is called (`rawId`).
    #[schema(max_length = 2000)]
    pub id: String,
    /// What the browser says of the page that asked (`clientDataJSON`).
    #[schema(max_length = 4000)]
    pub client_data: String,
    /// The public key with what the authenticator says of it (`attestationObject`).
    #[schema(max_length = 8000)]
    pub attestation: String,
}

/// What a passkey has signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeySigned {
    /// Which passkey (`rawId`).
    #[schema(max_length = 2000)]
    pub id: String,
    /// What the browser says of the page that asked (`clientDataJSON`).
    #[schema(max_length = 4000)]
    pub client_data: String,
    /// What the authenticator says (`authenticatorData`).
    #[schema(max_length = 4000)]
    pub authenticator_data: String,
    /// The signature of both.
    #[schema(max_length = 4000)]
    pub signature: String,
    /// Whose it is (`userHandle`), if the authenticator says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    #[ts(optional = nullable)]
    pub user: Option<String>,
}

/// A passkey, as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeyView {
    /// What it is called in addresses.
    pub id: i64,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub made: Moment,
    /// When it was last used.
    pub used: Option<Moment>,
}

/// Another name for a passkey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "passkey.ts")]
pub struct PasskeyName {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
}
