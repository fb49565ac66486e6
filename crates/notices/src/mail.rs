//! Sending letters by SMTP.

use crate::fate::Fate;
use crate::letter::Letter;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::error::Error as _;
use std::io::ErrorKind;
use std::time::Duration;
use thiserror::Error as ThisError;

/// How long a mail server may take for one letter.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why letters can't be sent with such a configuration.
#[derive(Debug, ThisError)]
pub enum MailError {
    /// The server's address makes no sense.
    #[error(
        "`mail` is no address of a mail server ({0}); write smtp://NAME:PASSWORD@HOST:587?tls=required, or smtps://"
    )]
    Server(Error),
    /// Links in letters need it.
    #[error("letters have links to the site, so `public_url` has to say where it is")]
    Site,
    /// The sender makes no sense.
    #[error("`mail_from` is no sender ({0}); write `Longjump <games@your.domain>`")]
    From(lettre::address::AddressError),
}

/// A mail server that takes our letters.
pub struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address of the site, for links.
    site: String,
}

/// Whether a text is an address that letters can be sent to.
pub fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok()
}

impl Mailer {
    /// One at such an address, and whom letters are from.
    ///
    /// # Errors
    /// When either makes no sense, with what to write.
    pub fn new(server: &str, from: &str, site: &str) -> Result<Self, MailError> {
        if site.is_empty() {
            return Err(MailError::Site);
        }
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server);
        let transport = transport
            .map_err(MailError::Server)?
            .timeout(Some(PATIENCE));
        Ok(Self {
            transport: transport.build(),
            from: from.parse().map_err(MailError::From)?,
            site: site.trim_end_matches('/').to_owned(),
        })
    }

    /// Whether the mail server answers.
    pub(crate) async fn is_there(&self) -> bool {
        matches!(self.transport.test_connection().await, Ok(true))
    }

    pub(crate) async fn send(&self, letter: &Letter) -> Fate {
        let message = match self.message(letter) {
            Ok(message) => message,
            Err(why) => return Fate::Never(why),
        };
        match self.transport.send(message).await {
            Ok(_) => Fate::Sent,
            Err(error) => fate(&error),
        }
    }

    fn message(&self, letter: &Letter) -> Result<Message, String> {
        let to: Mailbox = letter.to.parse().map_err(|error| format!("{error}"))?;
        let written = letter.write(&self.site);
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(written.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(written.text);
        let mut message = message.map_err(|error| error.to_string())?;
        // So that mail programs show a button for it (RFC 8058).
        if let Some(end) = written.end {
            let headers = message.headers_mut();
            headers.insert_raw(header("List-Unsubscribe", format!("<{end}>")));
            let post = "List-Unsubscribe=One-Click".to_owned();
            headers.insert_raw(header("List-Unsubscribe-Post", post));
        }
        Ok(message)
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// What is known after an error. What broke off may have been taken.
fn fate(error: &Error) -> Fate {
    let why = error.to_string();
    if error.is_permanent() {
        Fate::Never(why)
    } else if error.is_transient() || error.is_client() || error.is_tls() || is_nobody_there(error)
    {
        Fate::Later(why)
    } else {
        Fate::Unknown(why)
    }
}

/// Whether there was no connection at all.
fn is_nobody_there(error: &Error) -> bool {
    let mut source = error.source();
    while let Some(inner) = source {
        if let Some(io) = inner.downcast_ref::<std::io::Error>() {
            return io.kind() == ErrorKind::ConnectionRefused;
        }
        source = inner.source();
    }
    false
}
