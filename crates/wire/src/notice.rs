//! How people want to be told that it is their turn, and what their browsers are told.

use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How the owner of an account is told that it is their turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "notice.ts")]
pub struct NoticesView {
    /// The key of this service for push services, in Base64 for addresses; none where nothing is sent
    /// to browsers.
    pub push_key: Option<String>,
    /// The browsers that are told, the newest first.
    pub devices: Vec<DeviceView>,
    /// What else is wanted.
    pub wishes: Wishes,
}

/// A browser that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "notice.ts")]
pub struct DeviceView {
    /// What it is called in addresses.
    pub id: i64,
    /// Where it takes messages: so a page knows its own browser.
    pub endpoint: String,
    /// The browser and its system, such as `Firefox, Windows`, if it said so.
    pub browser: Option<String>,
    /// Since when it is told.
    pub since: Moment,
}

/// How somebody wants to be told of their turns in games by days.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "notice.ts")]
pub struct Wishes {
    /// Letters about turns.
    pub letters: TurnLetters,
    /// When nothing is sent.
    #[serde(default)]
    pub quiet: Option<QuietHours>,
    /// Where these hours are those of the clock, such as `Europe/Stockholm`.
    #[schema(max_length = 64)]
    pub zone: String,
}

/// Which letters about turns are written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "notice.ts")]
pub enum TurnLetters {
    /// None.
    #[default]
    None,
    /// One a day at most, with all games that wait.
    Daily,
    /// One for each turn.
    Each,
}

/// A part of the day; it may go beyond midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "notice.ts")]
pub struct QuietHours {
    /// Its first minute, counted from midnight.
    #[schema(maximum = 1439)]
    pub from: u16,
    /// The first minute after it.
    #[schema(maximum = 1439)]
    pub to: u16,
}

/// A browser that wants to be told, as it says itself; bytes are in Base64 for addresses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "notice.ts")]
pub struct NewDevice {
    /// Where its push service takes messages.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// What messages are encrypted for.
    #[schema(max_length = 100)]
    pub public_key: String,
    /// What proves that they are ours.
    #[schema(max_length = 30)]
    pub auth: String,
    /// The language of the messages: `en`, `sv` or `zh`.
    #[schema(max_length = 8)]
    pub language: String,
}

/// What a browser shows, encrypted on its way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "notice.ts")]
pub struct PushMessage {
    /// The first line.
    pub title: String,
    /// What is below.
    pub text: String,
    /// The game: the page that opens, and what a newer message replaces.
    pub game: String,
}
