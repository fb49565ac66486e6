//! The way to a mail server. lettre's connection is used step by step, as its transport sends a letter in
//! one go and what has to be known is when the letter itself leaves.

use crate::fate::Fate;
use lettre::address::Envelope;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Tls, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, MailBodyParameter, MailParameter};
use lettre::transport::smtp::{Error, SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT};
use percent_encoding::percent_decode_str;
use std::time::Duration;
use tokio::time::timeout;
use url::Url;

/// How long a mail server may take until it waits for a letter.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long it may take to say that it has it: nearly the minute after which somebody else sends it again.
const ANSWER: Duration = Duration::from_secs(50);
/// How long it may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// A connection that is kept from one letter to the next.
#[derive(Default)]
pub(crate) struct Line(Option<AsyncSmtpConnection>);

/// A mail server, and how it is spoken to.
pub(crate) struct Relay {
    host: String,
    port: u16,
    tls: Tls,
    hello: ClientId,
    credentials: Option<Credentials>,
}

impl Line {
    /// Ends the connection, if there is one: nobody holds one without a letter.
    pub(crate) async fn hang_up(&mut self) {
        if let Some(mut connection) = self.0.take() {
            let _ = timeout(GOODBYE, connection.quit()).await;
        }
    }
}

impl Relay {
    /// From an address as lettre's own transport reads it.
    pub(crate) fn read(address: &str) -> Result<Self, String> {
        let url = Url::parse(address).map_err(|error| error.to_string())?;
        let host = url.host_str().ok_or("there is no host in it")?.to_owned();
        let said = url.query_pairs().find(|(name, _)| name == "tls");
        let said = said.map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone()).map_err(|error| error.to_string());
        let (tls, port) = match (url.scheme(), said.as_deref()) {
            ("smtp", None) => (Tls::None, SMTP_PORT),
            ("smtp", Some("required")) => (Tls::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", Some("opportunistic")) => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
            _ => return Err("it begins with something else, or `tls` is another word".to_owned()),
        };
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(
                decoded(url.username())?,
                decoded(password)?,
            )),
            None => None,
        };
        let hello = match url.path().trim_matches('/') {
            "" => ClientId::default(),
            name => ClientId::Domain(name.to_owned()),
        };
        Ok(Self {
            port: url.port().unwrap_or(port),
            host,
            tls,
            hello,
            credentials,
        })
    }

    /// Whether the mail server can be spoken to, on a line that is kept.
    pub(crate) async fn is_there(&self, line: &mut Line) -> bool {
        if line.0.is_none() {
            line.0 = timeout(PATIENCE, self.connect())
                .await
                .ok()
                .and_then(Result::ok);
        }
        line.0.is_some()
    }

    /// Hands a letter over. `begin` is awaited when the mail server waits for the letter itself: until then
    /// nothing was sent for certain, and from then on nobody knows until it answers.
    pub(crate) async fn send(
        &self,
        line: &mut Line,
        envelope: &Envelope,
        letter: &[u8],
        begin: impl Future<Output = Result<(), Fate>>,
    ) -> Fate {
        let Ok(announced) = timeout(PATIENCE, self.announce(line.0.take(), envelope)).await else {
            return Fate::Later("the mail server took too long".to_owned());
        };
        let begun = match announced {
            // Whoever may not begin hangs up, and the mail server forgets what was announced.
            Ok(connection) => begin.await.map(|()| connection),
            Err(fate) => Err(fate),
        };
        let mut connection = match begun {
            Ok(connection) => connection,
            Err(fate) => return fate,
        };
        match timeout(ANSWER, connection.message(letter)).await {
            Ok(Ok(_)) => {
                line.0 = Some(connection);
                Fate::Sent
            }
            Ok(Err(error)) if error.is_permanent() => Fate::Never(error.to_string()),
            Ok(Err(error)) if error.is_transient() => Fate::Later(error.to_string()),
            Ok(Err(error)) => Fate::Unknown(error.to_string()),
            Err(_) => Fate::Unknown("the mail server took too long".to_owned()),
        }
    }

    /// Says whom a letter is from and to, until the mail server waits for the letter itself.
    async fn announce(
        &self,
        kept: Option<AsyncSmtpConnection>,
        envelope: &Envelope,
    ) -> Result<AsyncSmtpConnection, Fate> {
        // A refusal of all letters is not one of this letter.
        let connection = self.open(kept, envelope).await;
        let mut connection = connection.map_err(|error| Fate::Later(error.to_string()))?;
        for reader in envelope.to() {
            let to = Rcpt::new(reader.clone(), Vec::new());
            connection
                .command(to)
                .await
                .map_err(|error| refused(&error))?;
        }
        connection
            .command(Data)
            .await
            .map_err(|error| refused(&error))?;
        Ok(connection)
    }

    /// A connection on which a letter is begun: the one that was kept, or a new one if that is dead.
    async fn open(
        &self,
        kept: Option<AsyncSmtpConnection>,
        envelope: &Envelope,
    ) -> Result<AsyncSmtpConnection, Error> {
        let readers = envelope.to().iter();
        let is_plain = readers.chain(envelope.from()).all(|address| {
            let address: &str = address.as_ref();
            address.is_ascii()
        });
        let eight_bits = MailParameter::Body(MailBodyParameter::EightBitMime);
        let parameters = match is_plain {
            true => Vec::new(),
            false => vec![MailParameter::SmtpUtfEight, eight_bits],
        };
        let from = || Mail::new(envelope.from().cloned(), parameters.clone());
        if let Some(mut connection) = kept
            && connection.command(from()).await.is_ok()
        {
            return Ok(connection);
        }
        let mut connection = self.connect().await?;
        connection.command(from()).await?;
        Ok(connection)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let at = (&*self.host, self.port);
        let wrapper = match &self.tls {
            Tls::Wrapper(parameters) => Some(parameters.clone()),
            _ => None,
        };
        let connection =
            AsyncSmtpConnection::connect_tokio1(at, Some(PATIENCE), &self.hello, wrapper, None);
        let mut connection = connection.await?;
        let start = match &self.tls {
            Tls::Required(parameters) => Some(parameters),
            Tls::Opportunistic(parameters) => {
                Some(parameters).filter(|_| connection.can_starttls())
            }
            _ => None,
        };
        if let Some(parameters) = start {
            connection.starttls(parameters.clone(), &self.hello).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// What an answer before the letter itself means, which has certainly not been sent.
fn refused(error: &Error) -> Fate {
    let why = error.to_string();
    if error.is_permanent() {
        Fate::Never(why)
    } else {
        Fate::Later(why)
    }
}

fn decoded(text: &str) -> Result<String, String> {
    let text = percent_decode_str(text).decode_utf8();
    Ok(text.map_err(|error| error.to_string())?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
    use tokio::net::TcpListener;

    #[test]
    fn addresses_are_read_as_operators_write_them() {
        for (address, port, tls, name) in [
            ("smtp://localhost", 25, "plain", None),
            (
                "smtp://me@here:a%2Fb@host:26",
                26,
                "plain",
                Some(("me@here", "a/b")),
            ),
            (
                "smtp://me:b@host?tls=required",
                587,
                "required",
                Some(("me", "b")),
            ),
            (
                "smtp://host:25?tls=opportunistic",
                25,
                "opportunistic",
                None,
            ),
            ("smtps://me:b@host", 465, "wrapper", Some(("me", "b"))),
        ] {
            let relay = Relay::read(address).expect(address);
            let said = match relay.tls {
                Tls::None => "plain",
                Tls::Required(_) => "required",
                Tls::Opportunistic(_) => "opportunistic",
                Tls::Wrapper(_) => "wrapper",
            };
            let name = name.map(|(name, word)| Credentials::new(name.to_owned(), word.to_owned()));
            assert_eq!(
                (relay.port, said, relay.credentials),
                (port, tls, name),
                "{address}"
            );
        }
        for nonsense in [
            "",
            "host",
            "http://host",
            "smtp://host?tls=maybe",
            "smtp:///",
        ] {
            assert!(Relay::read(nonsense).is_err(), "{nonsense}");
        }
    }

    /// Nobody's password goes over a line that was to be encrypted and is not.
    #[tokio::test]
    async fn without_the_encryption_that_is_wanted_nothing_is_said() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a place");
        let address = listener.local_addr().expect("an address");
        let heard = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a connection");
            let (heard, mut says) = stream.into_split();
            says.write_all(b"220 here\r\n").await.expect("said");
            let mut lines = BufReader::new(heard).lines();
            let mut all = Vec::new();
            while let Ok(Some(line)) = lines.next_line().await {
                all.push(line);
                let _ = says.write_all(b"250-here\r\n250 AUTH PLAIN\r\n").await;
            }
            all
        });
        let relay = format!("smtp://me:secret@{address}?tls=required");
        let relay = Relay::read(&relay).expect("an address");
        let mut line = Line::default();
        assert!(!relay.is_there(&mut line).await);
        let heard = heard.await.expect("what was said");
        assert!(
            heard.iter().all(|line| line.starts_with("EHLO")),
            "{heard:?}"
        );
    }
}
