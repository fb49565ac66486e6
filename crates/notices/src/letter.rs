//! Letters: to whom, and what they say in the reader's language.

use longjump_wire::account::AccountChange;
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
}

/// A letter in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its subject.
    pub subject: String,
    /// Its text.
    pub text: String,
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
}

/// The words of a language; English for all that we don't have.
fn words(language: &str) -> Words {
    let text = match language {
        "sv" => include_str!("words/sv.json"),
        "zh" => include_str!("words/zh.json"),
        _ => include_str!("words/en.json"),
    };
    serde_json::from_str(text).expect("a test reads them all")
}

/// Whether owners are written to about a change; signing in and out would be too much.
pub(crate) fn is_worth_a_letter(change: AccountChange) -> bool {
    words("en").changes.contains_key(&change)
}

impl Letter {
    /// The letter in words, with the address of the site in it.
    pub fn write(&self, site: &str) -> Written {
        let mut words = words(&self.language);
        let (template, key, change) = match &self.about {
            About::Confirm(key) => (words.confirm, key.as_str(), None),
            About::Recover(key) => (words.recover, key.as_str(), None),
            About::Changed(change) => (words.changed, "", words.changes.remove(change)),
        };
        let change = change.unwrap_or_default();
        let fill = |text: &str| {
            text.replace("{site}", site)
                .replace("{key}", key)
                .replace("{change}", &change)
                .replace("{name}", &self.name)
        };
        Written {
            subject: fill(&template.subject),
            text: fill(&template.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGES: [AccountChange; 10] = [
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
    ];

    #[test]
    fn every_letter_has_words_in_every_language() {
        let abouts = [
            About::Confirm("KEY".to_owned()),
            About::Recover("KEY".to_owned()),
        ];
        let changed = CHANGES.map(About::Changed);
        for language in ["en", "sv", "zh", "another"] {
            for about in abouts.iter().chain(&changed) {
                let letter = Letter {
                    to: "ada@example.org".to_owned(),
                    language: language.to_owned(),
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
                assert!(!written.text.starts_with(['.', '。']), "{all}");
            }
        }
        assert!(CHANGES.into_iter().all(is_worth_a_letter));
        assert!(!is_worth_a_letter(AccountChange::SignedIn));
    }
}
