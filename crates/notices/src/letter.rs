//! Letters: to whom, and what they say in the reader's language.

use longjump_wire::account::AccountChange;
use longjump_wire::notice::PushMessage;
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A letter to somebody with an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Letter {
    /// The address.
    pub to: String,
    /// The language of the reader, such as `sv`.
    pub language: String,
    /// The account's name.
    pub name: String,
    /// What it is about.
    pub about: About,
}

/// What a letter is about. A key is good for what the letter asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Whether the address belongs to who gave it.
    Confirm(String),
    /// Another password.
    Recover(String),
    /// What happened to the account.
    Changed(AccountChange),
    /// Games by days in which it is the reader's turn, and a key that ends letters about them.
    Turns {
        /// The games, at least one.
        games: Vec<Waiting>,
        /// As it stands in links.
        key: String,
    },
}

/// A game that waits for its reader.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waiting {
    /// What it is called in addresses.
    pub id: String,
    /// Which game it is, as `star:seats=3`.
    pub game: String,
    /// The other people in it.
    pub others: Vec<String>,
    /// How many hours are left for the move.
    pub hours: Option<i64>,
}

/// A letter in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
    /// Where more like it can be ended.
    pub end: Option<String>,
}

#[derive(Deserialize)]
struct Template {
    subject: String,
    text: String,
}

#[derive(Deserialize)]
struct Words {
    confirm: Template,
    recover: Template,
    changed: Template,
    changes: HashMap<AccountChange, String>,
    turn: Template,
    turns: Template,
    against: String,
    hours: String,
    days: String,
    games: HashMap<String, String>,
}

impl Words {
    /// "Star against Bo, 12 h left".
    fn waiting(&self, waiting: &Waiting) -> String {
        let kind = waiting.game.split(':').next().unwrap_or_default();
        let mut text = self.games.get(kind).map_or(kind, String::as_str).to_owned();
        if !waiting.others.is_empty() {
            text += &self.against.replace("{others}", &waiting.others.join(", "));
        }
        if let Some(hours) = waiting.hours {
            let (words, count) = if hours < 48 {
                (&self.hours, hours)
            } else {
                (&self.days, hours / 24)
            };
            text += &words.replace("{n}", &count.to_string());
        }
        text
    }
}

/// A file of words for each language.
#[derive(RustEmbed)]
#[folder = "src/words"]
struct Files;

/// The words of a language; English for all that we don't have.
fn words(language: &str) -> Words {
    // Who translates need not translate all at once: what is missing is English.
    let mut all = serde_json::Map::new();
    for name in ["en", language] {
        if let Some(file) = Files::get(&format!("{name}.json")) {
            let own: serde_json::Map<String, serde_json::Value> =
                serde_json::from_slice(&file.data).expect("a test reads them all");
            all.extend(own);
        }
    }
    serde_json::from_value(all.into()).expect("a test reads them all")
}

/// Whether owners are written to about a change; signing in and out would be too much.
pub(crate) fn is_worth_a_letter(change: AccountChange) -> bool {
    words("en").changes.contains_key(&change)
}

impl Letter {
    /// The letter in words, with the address of the site in it.
    pub fn write(&self, site: &str) -> Written {
        let mut words = words(&self.language);
        let mut list = String::new();
        let (template, key, change, count) = match &self.about {
            About::Confirm(key) => (&words.confirm, key.as_str(), None, 0),
            About::Recover(key) => (&words.recover, key.as_str(), None, 0),
            About::Changed(change) => (&words.changed, "", words.changes.remove(change), 0),
            About::Turns { games, key } => {
                for game in games {
                    list += &format!("{}:\n{site}/#/game/{}\n\n", words.waiting(game), game.id);
                }
                let one = games.len() == 1;
                let template = if one { &words.turn } else { &words.turns };
                (template, key.as_str(), None, games.len())
            }
        };
        let change = change.unwrap_or_default();
        let fill = |text: &str| {
            text.replace("{site}", site)
                .replace("{key}", key)
                .replace("{change}", &change)
                .replace("{list}", &list)
                .replace("{n}", &count.to_string())
                .replace("{name}", &self.name)
        };
        let can_end = matches!(self.about, About::Turns { .. });
        Written {
            subject: fill(&template.subject),
            text: fill(&template.text),
            end: can_end.then(|| format!("{site}/api/unsubscribe?key={key}")),
        }
    }
}

/// What a browser shows of a game that waits, in a language.
pub(crate) fn push_message(waiting: &Waiting, language: &str) -> PushMessage {
    let words = words(language);
    PushMessage {
        text: words.waiting(waiting),
        title: words.turn.subject,
        game: waiting.id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGES: [AccountChange; 15] = [
        AccountChange::PasswordChanged,
        AccountChange::OthersEnded,
        AccountChange::CodesMade,
        AccountChange::Recovered,
        AccountChange::AddressSet,
        AccountChange::AddressRemoved,
        AccountChange::PasswordSet,
        AccountChange::PasskeyAdded,
        AccountChange::PasskeyRemoved,
        AccountChange::PasskeyRefused,
        AccountChange::Warned,
        AccountChange::Muted,
        AccountChange::Unrated,
        AccountChange::Closed,
        AccountChange::MeasureLifted,
    ];

    #[test]
    fn every_letter_has_words_in_every_language() {
        let abouts = [
            About::Confirm("KEY".to_owned()),
            About::Recover("KEY".to_owned()),
        ];
        let turns = [1, 2].map(|count| About::Turns {
            games: vec![waiting(Some(30)); count],
            key: "KEY".to_owned(),
        });
        let changed = CHANGES.map(About::Changed);
        let files = Files::iter().map(|file| file.trim_end_matches(".json").to_owned());
        let languages: Vec<String> = files.chain(["another".to_owned()]).collect();
        assert!(languages.len() > 3);
        for language in &languages {
            for about in abouts.iter().chain(&turns).chain(&changed) {
                let letter = Letter {
                    to: "ada@example.org".to_owned(),
                    language: language.clone(),
                    name: "Ada".to_owned(),
                    about: about.clone(),
                };
                let written = letter.write("https://longjump.example");
                let all = format!("{} {}", written.subject, written.text);
                assert!(!all.contains(['{', '}']), "{all}");
                assert!(
                    written.text.contains("https://longjump.example/#/"),
                    "{all}"
                );
                let is_about_key = !matches!(about, About::Changed(_));
                assert_eq!(all.contains("/KEY"), is_about_key, "{all}");
                assert_eq!(
                    written.end.is_some(),
                    matches!(about, About::Turns { .. }),
                    "{all}"
                );
                assert!(!written.text.starts_with(['.', '。']), "{all}");
            }
        }
        assert!(CHANGES.into_iter().all(is_worth_a_letter));
        assert!(!is_worth_a_letter(AccountChange::SignedIn));
    }

    fn waiting(hours: Option<i64>) -> Waiting {
        Waiting {
            id: "abc".to_owned(),
            game: "star:seats=3".to_owned(),
            others: vec!["Bo".to_owned(), "Cy".to_owned()],
            hours,
        }
    }

    #[test]
    fn a_turn_is_told_with_who_plays_and_how_much_time_is_left() {
        for (hours, language, text) in [
            (Some(0), "en", "Star against Bo, Cy, 0 h left"),
            (Some(47), "en", "Star against Bo, Cy, 47 h left"),
            (Some(71), "en", "Star against Bo, Cy, 2 days left"),
            (None, "en", "Star against Bo, Cy"),
            (Some(72), "sv", "Stjärna mot Bo, Cy, 3 dygn kvar"),
        ] {
            let message = push_message(&waiting(hours), language);
            assert_eq!((&*message.text, &*message.game), (text, "abc"));
        }
        let games = [
            "star",
            "diamond",
            "corners",
            "knightthrough",
            "minicheckers",
        ];
        for language in ["en", "sv", "zh"] {
            let words = words(language);
            assert!(games.iter().all(|&game| words.games.contains_key(game)));
        }
    }
}
