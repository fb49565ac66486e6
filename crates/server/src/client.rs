//! A client, as small as can be: what tests, the load and bots in Rust talk to servers with.

use futures_util::{SinkExt, StreamExt};
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, SET_COOKIE};
use serde_json::Value;
use std::net::SocketAddr;
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Somebody at a server.
#[derive(Clone)]
pub struct Visitor {
    http: reqwest::Client,
    /// The header that proves who they are.
    proof: (HeaderName, String),
    /// Their name.
    pub name: String,
}

/// A socket of theirs.
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What went wrong.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The server could not be asked.
    #[error("the server can't be asked: {0}")]
    Http(#[from] reqwest::Error),
    /// The socket broke.
    #[error("the socket broke: {0}")]
    Socket(#[from] tungstenite::Error),
    /// It said no.
    #[error("the server said {0}: {1}")]
    Refused(u16, String),
    /// It ended.
    #[error("the socket was closed")]
    Closed,
    /// It said what makes no sense.
    #[error("the server said what makes no sense: {0}")]
    Nonsense(String),
}

impl Visitor {
    /// A new guest.
    ///
    /// # Errors
    /// When the server is not there, or takes no guests.
    pub async fn guest(http: &reqwest::Client, server: SocketAddr) -> Result<Self, ClientError> {
        let url = format!("http://{server}/api/guest");
        let answer = http.post(url).send().await?.error_for_status()?;
        let cookie = answer.headers().get(SET_COOKIE);
        let cookie = cookie.and_then(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookie = cookie.unwrap_or_default().to_owned();
        let own: Value = answer.json().await?;
        let name = own["player"]["name"].as_str().unwrap_or_default();
        Ok(Self {
            http: http.clone(),
            proof: (COOKIE, cookie),
            name: name.to_owned(),
        })
    }

    /// A bot with its token.
    ///
    /// # Errors
    /// When the server is not there, or does not know the token.
    pub async fn bot(
        http: &reqwest::Client,
        server: SocketAddr,
        token: &str,
    ) -> Result<Self, ClientError> {
        let mut bot = Self {
            http: http.clone(),
            proof: (AUTHORIZATION, format!("Bearer {token}")),
            name: String::new(),
        };
        let own = bot.get(server, "/api/me").await?;
        let name = own["player"]["name"].as_str().unwrap_or_default();
        name.clone_into(&mut bot.name);
        Ok(bot)
    }

    /// Posts something.
    ///
    /// # Errors
    /// When the server is not there, or says no.
    pub async fn post(
        &self,
        server: SocketAddr,
        path: &str,
        body: &Value,
    ) -> Result<Value, ClientError> {
        let request = self.http.post(format!("http://{server}{path}")).json(body);
        read(request.header(&self.proof.0, &self.proof.1).send().await?).await
    }

    /// Gets something.
    ///
    /// # Errors
    /// When the server is not there, or says no.
    pub async fn get(&self, server: SocketAddr, path: &str) -> Result<Value, ClientError> {
        let request = self.http.get(format!("http://{server}{path}"));
        read(request.header(&self.proof.0, &self.proof.1).send().await?).await
    }

    /// Opens a socket.
    ///
    /// # Errors
    /// When the server is not there, or says no.
    pub async fn socket(&self, server: SocketAddr) -> Result<Socket, ClientError> {
        let mut request = format!("ws://{server}/api/socket").into_client_request()?;
        if let Ok(proof) = self.proof.1.parse() {
            request.headers_mut().insert(&self.proof.0, proof);
        }
        let stream = TcpStream::connect(server)
            .await
            .map_err(tungstenite::Error::Io)?;
        // A move is one small packet; waiting for more to send with it would be felt.
        let _ = stream.set_nodelay(true);
        let config = tungstenite::protocol::WebSocketConfig::default()
            .read_buffer_size(2 * 1024)
            .write_buffer_size(0);
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }
}

async fn read(answer: reqwest::Response) -> Result<Value, ClientError> {
    let status = answer.status();
    if !status.is_success() {
        return Err(ClientError::Refused(status.as_u16(), answer.text().await?));
    }
    Ok(answer.json().await?)
}

impl Socket {
    /// Says something.
    ///
    /// # Errors
    /// When the socket is broken.
    pub async fn say(&mut self, message: &Value) -> Result<(), ClientError> {
        Ok(self.0.send(Message::text(message.to_string())).await?)
    }

    /// Says any text at all.
    ///
    /// # Errors
    /// When the socket is broken.
    pub async fn say_text(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Hears the next message.
    ///
    /// # Errors
    /// When the socket is broken or closed.
    pub async fn hear(&mut self) -> Result<Value, ClientError> {
        loop {
            match self.0.next().await {
                None | Some(Ok(Message::Close(_))) => return Err(ClientError::Closed),
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text)
                        .map_err(|error| ClientError::Nonsense(error.to_string()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Hears messages until one is of this type.
    ///
    /// # Errors
    /// When the socket is broken or closed.
    pub async fn hear_of(&mut self, kind: &str) -> Result<Value, ClientError> {
        loop {
            let message = self.hear().await?;
            if message["t"] == kind {
                return Ok(message);
            }
        }
    }
}
