//! Sending letters by SMTP.

use crate::fate::Fate;
use crate::letter::Letter;
use crate::smtp::{Line, Relay};
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use thiserror::Error;

/// Why letters can't be sent with such a configuration.
#[derive(Debug, Error)]
pub enum MailError {
    /// The server's address makes no sense.
    #[error(
        "`mail` is no address of a mail server ({0}); write smtp://NAME:PASSWORD@HOST:587?tls=required, or smtps://"
    )]
    Server(String),
    /// Links in letters need it.
    #[error("letters have links to the site, so `public_url` has to say where it is")]
    Site,
    /// The sender makes no sense.
    #[error("`mail_from` is no sender ({0}); write `Longjump <games@your.domain>`")]
    From(lettre::address::AddressError),
}

/// A mail server that takes our letters.
pub struct Mailer {
    relay: Relay,
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
        Ok(Self {
            relay: Relay::read(server).map_err(MailError::Server)?,
            from: from.parse().map_err(MailError::From)?,
            site: site.trim_end_matches('/').to_owned(),
        })
    }

    /// Whether the mail server answers.
    pub(crate) async fn is_there(&self, line: &mut Line) -> bool {
        self.relay.is_there(line).await
    }

    /// Sends one; `begin` is awaited right before it leaves, and can still stop it.
    pub(crate) async fn send(
        &self,
        line: &mut Line,
        notice: i64,
        letter: &Letter,
        begin: impl Future<Output = Result<(), Fate>>,
    ) -> Fate {
        let message = match self.message(notice, letter) {
            Ok(message) => message,
            Err(why) => return Fate::Never(why),
        };
        let text = message.formatted();
        self.relay
            .send(line, message.envelope(), &text, begin)
            .await
    }

    fn message(&self, notice: i64, letter: &Letter) -> Result<Message, String> {
        let to: Mailbox = letter.to.parse().map_err(|error| format!("{error}"))?;
        let written = letter.write(&self.site);
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            // The same when it is sent again, so that the reader's mailbox can tell.
            .message_id(Some(format!("<{notice}@{}>", self.from.email.domain())))
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
