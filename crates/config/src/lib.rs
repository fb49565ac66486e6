//! How a server is set up: one file, and the environment over it.

use longjump_bus::NatsAddress;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::Path;
use thiserror::Error;

/// Those of Chromium, Firefox, Edge and Safari.
const PUSH_SERVICES: &str = "fcm.googleapis.com, updates.push.services.mozilla.com, \
    *.notify.windows.com, *.push.apple.com";

/// What a server needs to know. Every field can be given in a TOML file and as an environment
/// variable: `listen` as `LONGJUMP_LISTEN`, and so on.
///
/// ```
/// use longjump_config::Config;
/// let config = Config::read("listen = '127.0.0.1:9000'", [("LONGJUMP_CONNECTIONS", "5")])?;
/// assert_eq!(config.listen.port(), 9000);
/// assert_eq!(config.connections, 5);
/// let error = Config::read("port = 80", []).unwrap_err();
/// assert!(error.to_string().contains("port"));
/// # Ok::<(), longjump_config::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// How people reach the site; with https, cookies go over secure connections only. Passkeys
    /// belong to its domain.
    pub public_url: String,
    /// The database.
    pub database: String,
    /// How many connections to it.
    pub connections: u32,
    /// NATS.
    pub nats: String,
    /// The file with the certificate that NATS is known by; empty if the system knows it, or if
    /// connections to it are plain.
    pub nats_ca: String,
    /// What cookies are signed with: 64 letters or more, the same for all servers.
    pub secret: String,
    /// The mail server, as `smtp://NAME:PASSWORD@HOST:587?tls=required`; empty where no letters are
    /// sent.
    pub mail: String,
    /// Whom letters are from, as `Longjump <games@longjump.example>`.
    pub mail_from: String,
    /// The push services that word of turns may be sent to, as hosts with commas between them; empty
    /// where nothing is sent to browsers.
    pub push_services: String,
    /// A file of leaked passwords by SHA-1, in order, that nobody may choose beside the most common
    /// ones; may be empty.
    pub leaked_passwords: String,
    /// Engines that think in this process.
    pub workers: usize,
    /// The folder with the documents; empty for the one where packages put them.
    pub book: String,
    /// The folder where what was played is counted, for one server only; empty for those that have none.
    pub explorer: String,
    /// Whether the address of a client is what a proxy in front of us says.
    pub behind_proxy: bool,
    /// Connections at a time from one address; behind a proxy, sockets and streams of those there
    /// who are not signed in.
    pub connections_from_one_address: usize,
    /// Requests a minute from one address.
    pub requests_a_minute: u32,
    /// New sockets, players and sign-ins a minute from one address.
    pub sign_ins_a_minute: u32,
    /// New guests and accounts a day from one address: each is kept, at least for a month.
    pub new_players_a_day: u32,
    /// New games a minute from one address.
    pub games_a_minute: u32,
    /// Messages a second from one person, or from all at one address who are not signed in.
    pub messages_a_second: u32,
}

/// A configuration that can't be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file is not there.
    #[error("the configuration {0} can't be read: {1}")]
    File(String, std::io::Error),
    /// It is no TOML, or has what we don't know.
    #[error("the configuration is wrong: {0}")]
    Wrong(#[from] toml::de::Error),
    /// The environment has what can't be.
    #[error("the environment's {0} is wrong: {1}")]
    Environment(String, String),
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4766)),
            public_url: String::new(),
            database: String::new(),
            connections: 10,
            nats: String::new(),
            nats_ca: String::new(),
            secret: String::new(),
            mail: String::new(),
            mail_from: String::new(),
            push_services: PUSH_SERVICES.to_owned(),
            leaked_passwords: String::new(),
            workers: 1,
            book: String::new(),
            explorer: String::new(),
            behind_proxy: false,
            connections_from_one_address: 500,
            requests_a_minute: 600,
            sign_ins_a_minute: 30,
            new_players_a_day: 1000,
            games_a_minute: 30,
            messages_a_second: 20,
        }
    }
}

impl Config {
    /// From a file, if one is given, and the environment.
    ///
    /// # Errors
    /// When either makes no sense, with the reason.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let text = match file {
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| ConfigError::File(path.display().to_string(), error))?,
            None => String::new(),
        };
        let environment: Vec<(String, String)> = std::env::vars().collect();
        let pairs = environment
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        Self::read(&text, pairs)
    }

    /// From the text of a file and variables.
    ///
    /// # Errors
    /// When either makes no sense, with the reason.
    pub fn read<'a>(
        text: &str,
        environment: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        let mut table: toml::Table = text.parse()?;
        for (name, value) in environment {
            let Some(field) = name.strip_prefix("LONGJUMP_") else {
                continue;
            };
            let field = field.to_ascii_lowercase();
            // Numbers and truths are written as they are in the file; all else is text.
            let read = format!("x = {value}").parse::<toml::Table>().ok();
            let plain = read
                .and_then(|mut table| table.remove("x"))
                .filter(|value| value.is_integer() || value.is_bool());
            let given = plain.unwrap_or_else(|| toml::Value::String(value.to_owned()));
            let mut alone = toml::Table::new();
            alone.insert(field.clone(), given.clone());
            if let Err(error) = alone.try_into::<Self>() {
                let why = error.message().to_owned();
                return Err(ConfigError::Environment(name.to_owned(), why));
            }
            table.insert(field, given);
        }
        Ok(table.try_into()?)
    }

    /// Where NATS is, for servers and for workers in the same process.
    pub fn nats_address(&self) -> NatsAddress {
        NatsAddress::new(&self.nats, &self.nats_ca)
    }

    /// Whether people reach the site over secure connections.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operators read there what can be set.
    #[test]
    fn the_file_for_operators_has_every_field_and_no_other_limits() {
        let text = include_str!("../../../deploy/longjump.toml");
        let given: toml::Table = text.parse().expect("TOML");
        let read = Config::read(text, []).expect("a configuration");
        let all = toml::Table::try_from(Config::default()).expect("a table");
        for (field, usual) in &all {
            let value = given.get(field);
            assert!(value.is_some(), "{field} is not in the file");
            if field.contains("_a_") || field.contains("_from_") {
                assert_eq!(value, Some(usual), "{field}");
            }
        }
        assert!(read.nats.starts_with("tls://"), "NATS without TLS");
    }
}
