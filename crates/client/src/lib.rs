//! A client of the online service, as small as can be: what bots in Rust, tests and the load
//! talk to servers with. `docs/online-protocol.md` has what can be said.
//!
//! ```no_run
//! use longjump_client::Visitor;
//! use longjump_wire::rest::{CreateGame, GameCreated};
//! # async fn example() -> Result<(), longjump_client::ClientError> {
//! let server = "127.0.0.1:4766".parse().expect("an address");
//! let guest = Visitor::guest(&Default::default(), server).await?;
//! let wanted = CreateGame {
//!     game: "star".to_owned(),
//!     control: "300+3".to_owned(),
//!     rated: false,
//!     public: false,
//!     seat: None,
//!     engines: Some(3),
//!     id: None,
//! };
//! let created: GameCreated = guest.post(server, "/api/games", &wanted).await?;
//! println!("{} plays in {}", guest.name, created.id);
//! # Ok(())
//! # }
//! ```

use futures_util::{SinkExt, StreamExt};
use longjump_wire::rest::{Credentials, WhoAmI};
use longjump_wire::socket::{ClientMessage, ServerMessage};
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, SET_COOKIE};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Where proxies say whom they speak for.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Somebody at a server.
#[derive(Clone)]
pub struct Visitor {
    http: reqwest::Client,
    /// The header that proves who they are.
    proof: (HeaderName, String),
    /// Where a proxy would say that they are.
    forwarded_for: Option<IpAddr>,
    /// Their name.
    pub name: String,
}

/// A socket of theirs.
pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What went wrong.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The server could not be asked.
    #[error("the server can't be reached: {0}")]
    Http(#[from] reqwest::Error),
    /// The socket broke.
    #[error("the socket broke: {0}")]
    Socket(#[from] tungstenite::Error),
    /// The server refused.
    #[error("the server answered {0}: {1}")]
    Refused(u16, String),
    /// The socket was closed.
    #[error("the socket was closed")]
    Closed,
    /// The server sent something that can't be read.
    #[error("the server sent something that can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Visitor {
    /// A new guest.
    ///
    /// # Errors
    /// When the server is not there, or takes no guests.
    pub async fn guest(http: &reqwest::Client, server: SocketAddr) -> Result<Self, ClientError> {
        Self::new_guest(http, server, None).await
    }

    /// A new guest who comes from an address, as a proxy would say: for servers that believe it.
    ///
    /// # Errors
    /// When the server is not there, or takes no guests.
    pub async fn guest_from(
        http: &reqwest::Client,
        server: SocketAddr,
        address: IpAddr,
    ) -> Result<Self, ClientError> {
        Self::new_guest(http, server, Some(address)).await
    }

    async fn new_guest(
        http: &reqwest::Client,
        server: SocketAddr,
        forwarded_for: Option<IpAddr>,
    ) -> Result<Self, ClientError> {
        let request = http.post(format!("http://{server}/api/guest"));
        let request = match forwarded_for {
            Some(address) => request.header(FORWARDED_FOR, address.to_string()),
            None => request,
        };
        Self::signed_in(http, request, forwarded_for).await
    }

    /// Somebody with a new account.
    ///
    /// # Errors
    /// When the server is not there, or does not take the name or the password.
    pub async fn account(
        http: &reqwest::Client,
        server: SocketAddr,
        name: &str,
        password: &str,
    ) -> Result<Self, ClientError> {
        let credentials = Credentials {
            name: name.to_owned(),
            password: password.to_owned(),
        };
        let request = http.post(format!("http://{server}/api/account"));
        Self::signed_in(http, request.json(&credentials), None).await
    }

    /// Whoever the answer to a request makes of us.
    async fn signed_in(
        http: &reqwest::Client,
        request: reqwest::RequestBuilder,
        forwarded_for: Option<IpAddr>,
    ) -> Result<Self, ClientError> {
        let answer = request.send().await?.error_for_status()?;
        let cookie = answer.headers().get(SET_COOKIE);
        let cookie = cookie.and_then(|cookie| cookie.to_str().ok()?.split(';').next());
        let cookie = cookie.unwrap_or_default().to_owned();
        Ok(Self {
            http: http.clone(),
            proof: (COOKIE, cookie),
            forwarded_for,
            name: name_of(answer.json().await?),
        })
    }

    /// Somebody whose cookie is known, such as one that signing in has brought.
    pub fn with_cookie(http: &reqwest::Client, name: &str, cookie: &str) -> Self {
        Self {
            http: http.clone(),
            proof: (COOKIE, cookie.to_owned()),
            forwarded_for: None,
            name: name.to_owned(),
        }
    }

    /// Nobody in particular, who comes from an address, as a proxy would say.
    pub fn stranger_from(http: &reqwest::Client, address: IpAddr) -> Self {
        Self {
            http: http.clone(),
            proof: (COOKIE, String::new()),
            forwarded_for: Some(address),
            name: String::new(),
        }
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
            forwarded_for: None,
            name: String::new(),
        };
        bot.name = name_of(bot.get(server, "/api/me").await?);
        Ok(bot)
    }

    /// Posts something and reads the answer, as a type of [`longjump_wire::rest`] or as a
    /// `serde_json::Value`.
    ///
    /// # Errors
    /// When the server is not there, refuses, or answers something else.
    pub async fn post<T: DeserializeOwned>(
        &self,
        server: SocketAddr,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let request = self.http.post(format!("http://{server}{path}")).json(body);
        read(self.introduce(request).send().await?).await
    }

    /// Gets something.
    ///
    /// # Errors
    /// When the server is not there, refuses, or answers something else.
    pub async fn get<T: DeserializeOwned>(
        &self,
        server: SocketAddr,
        path: &str,
    ) -> Result<T, ClientError> {
        let request = self.http.get(format!("http://{server}{path}"));
        read(self.introduce(request).send().await?).await
    }

    /// A request with the headers that say who asks.
    fn introduce(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        let request = request.header(&self.proof.0, &self.proof.1);
        match self.forwarded_for {
            Some(address) => request.header(FORWARDED_FOR, address.to_string()),
            None => request,
        }
    }

    /// Opens a socket.
    ///
    /// # Errors
    /// When the server is not there, or refuses.
    pub async fn socket(&self, server: SocketAddr) -> Result<Socket, ClientError> {
        let mut request = format!("ws://{server}/api/socket").into_client_request()?;
        if let Ok(proof) = self.proof.1.parse() {
            request.headers_mut().insert(&self.proof.0, proof);
        }
        let address = self
            .forwarded_for
            .map(|address| address.to_string().parse());
        if let Some(Ok(address)) = address {
            request.headers_mut().insert(FORWARDED_FOR, address);
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

fn name_of(answer: WhoAmI) -> String {
    answer.player.map(|player| player.name).unwrap_or_default()
}

async fn read<T: DeserializeOwned>(answer: reqwest::Response) -> Result<T, ClientError> {
    let status = answer.status();
    if !status.is_success() {
        return Err(ClientError::Refused(status.as_u16(), answer.text().await?));
    }
    Ok(answer.json().await?)
}

impl Socket {
    /// Sends a message.
    ///
    /// # Errors
    /// When the socket is broken.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        self.send_text(serde_json::to_string(message)?).await
    }

    /// Sends any text at all.
    ///
    /// # Errors
    /// When the socket is broken.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// When the socket is broken or closed, or the message can't be read.
    pub async fn receive(&mut self) -> Result<ServerMessage, ClientError> {
        Ok(serde_json::from_str(&self.receive_text().await?)?)
    }

    /// Waits for the next message and leaves it as it came.
    ///
    /// # Errors
    /// When the socket is broken or closed.
    pub async fn receive_text(&mut self) -> Result<String, ClientError> {
        loop {
            match self.0.next().await {
                None | Some(Ok(Message::Close(_))) => return Err(ClientError::Closed),
                Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }
}
