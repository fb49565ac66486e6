//! Messages to browsers by way of their push services (RFC 8030), encrypted for the browser (RFC 8291)
//! and signed by us (RFC 8292).

use crate::encryption::encrypt;
use crate::fate::Fate;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use longjump_wire::notice::PushMessage;
use p256::PublicKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use sha2::Sha256;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::time::timeout;

/// How long a push service may take for one message.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a push service keeps a message for a browser that is away: a turn is no news after that.
const KEPT: Duration = Duration::from_secs(2 * 24 * 60 * 60);
/// How long a signature is good, which may be a day at most.
const SIGNED_FOR: Duration = Duration::from_secs(12 * 60 * 60);
/// How long what a browser has given for messages to it is: a point of P-256, and chance.
const PUBLIC_KEY: usize = 65;
const AUTH: usize = 16;

/// Why nothing can be sent to browsers with such a configuration.
#[derive(Debug, Error)]
pub enum PushError {
    /// The system's certificates can't be read.
    #[error(
        "nothing is sent to browsers, as push services can't be told from others: {0}; install ca-certificates, or leave `push_services` empty"
    )]
    Certificates(#[from] std::io::Error),
}

/// Where messages to a browser go, and what they are encrypted for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// An address of its push service.
    pub endpoint: String,
    /// A point of P-256.
    pub public_key: Vec<u8>,
    /// What proves to it that a message is ours.
    pub auth: Vec<u8>,
}

impl Target {
    /// From what a browser says; none if it makes no sense.
    pub fn read(endpoint: &str, public_key: &str, auth: &str) -> Option<Self> {
        let read = |text: &str| {
            BASE64_URL_SAFE_NO_PAD
                .decode(text.trim_end_matches('='))
                .ok()
        };
        let target = Self {
            endpoint: endpoint.to_owned(),
            public_key: read(public_key)?,
            auth: read(auth)?,
        };
        target.keys().is_some().then_some(target)
    }

    fn keys(&self) -> Option<(PublicKey, [u8; AUTH])> {
        let is_whole = self.public_key.len() == PUBLIC_KEY;
        let public_key = PublicKey::from_sec1_bytes(&self.public_key).ok();
        Some((
            public_key.filter(|_| is_whole)?,
            self.auth[..].try_into().ok()?,
        ))
    }
}

/// What sends messages to browsers.
pub struct Pusher {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    key: SigningKey,
    /// Whom a push service can complain to: the address of the site.
    contact: String,
    services: Vec<String>,
}

impl Pusher {
    /// One for the site at that address, whose key follows from the secret of all servers; it sends to
    /// these push services only, which are hosts with commas between them, `*.` before one for all below
    /// it.
    ///
    /// # Errors
    /// When there is no telling push services from others.
    pub fn new(secret: &str, site: &str, services: &str) -> Result<Self, PushError> {
        let https = HttpsConnectorBuilder::new().with_native_roots()?;
        let https = https.https_or_http().enable_http1().build();
        let services = services.split(',').map(str::trim);
        let named = services.filter(|service| !service.is_empty());
        Ok(Self {
            client: Client::builder(TokioExecutor::new()).build(https),
            key: key(secret),
            contact: site.to_owned(),
            services: named.map(str::to_owned).collect(),
        })
    }

    /// The key that browsers ask their push services to expect of us, in Base64 for addresses.
    pub fn public_key(&self) -> String {
        let point = self.key.verifying_key().to_sec1_point(false);
        BASE64_URL_SAFE_NO_PAD.encode(point)
    }

    /// Whether an address is one of a push service that we know. Whoever gives us one could otherwise
    /// have us ask anything of anybody.
    pub fn may_send_to(&self, endpoint: &str) -> bool {
        let Ok(uri) = endpoint.parse::<Uri>() else {
            return false;
        };
        let (Some(host), Some(authority)) = (uri.host(), uri.authority()) else {
            return false;
        };
        let is_secure = uri.scheme_str() == Some("https") && authority.as_str() == host;
        // For tests, and for a push service of one's own on the same machine.
        let is_here = uri.scheme_str() == Some("http") && host == "127.0.0.1";
        let is_service = |service: &String| match service.strip_prefix("*.") {
            Some(domain) => {
                let below = host.strip_suffix(domain);
                is_secure && below.is_some_and(|below| below.ends_with('.'))
            }
            None => (is_secure && host == service) || (is_here && authority.as_str() == service),
        };
        self.services.iter().any(is_service)
    }

    /// Sends one; `begin` is awaited right before it leaves, and can still stop it.
    pub(crate) async fn send(
        &self,
        target: &Target,
        message: &PushMessage,
        begin: impl Future<Output = Result<(), Fate>>,
    ) -> Fate {
        let Some((public_key, auth)) = target.keys().filter(|_| self.may_send_to(&target.endpoint))
        else {
            return Fate::Gone;
        };
        let text = serde_json::to_vec(message).unwrap_or_default();
        let body = encrypt(&text, &public_key, &auth);
        let request = Request::post(&target.endpoint)
            .header("TTL", KEPT.as_secs())
            .header("Urgency", "normal")
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", self.signature(&target.endpoint))
            .body(Full::from(body));
        let Ok(request) = request else {
            return Fate::Gone;
        };
        if let Err(fate) = begin.await {
            return fate;
        }
        match timeout(PATIENCE, self.client.request(request)).await {
            Ok(Ok(answer)) => fate(answer.status()),
            Ok(Err(error)) if error.is_connect() => Fate::Later(error.to_string()),
            Ok(Err(error)) => Fate::Unknown(error.to_string()),
            Err(_) => Fate::Unknown("it took too long".to_owned()),
        }
    }

    /// Says to a push service who sends.
    fn signature(&self, endpoint: &str) -> String {
        // All before the path.
        let origin: Vec<_> = endpoint.splitn(4, '/').take(3).collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let until = now.unwrap_or_default() + SIGNED_FOR;
        let head = json!({"typ": "JWT", "alg": "ES256"}).to_string();
        let claims = json!({
            "aud": origin.join("/"),
            "exp": until.as_secs(),
            "sub": self.contact,
        });
        let encode = |text: &str| BASE64_URL_SAFE_NO_PAD.encode(text);
        let signed = format!("{}.{}", encode(&head), encode(&claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key())
    }
}

/// The key that follows from a secret. What is derived is a key but for one time in 2^32; then it is
/// the next one.
fn key(secret: &str) -> SigningKey {
    let hkdf = Hkdf::<Sha256>::new(None, secret.as_bytes());
    let derived = |number: u8| {
        let mut bytes = [0; 32];
        let info = [b"longjump push ", &[number][..]];
        hkdf.expand_multi_info(&info, &mut bytes).ok()?;
        SigningKey::from_slice(&bytes).ok()
    };
    (0..=u8::MAX)
        .find_map(derived)
        .expect("256 are never all wrong")
}

/// What a push service's answer means.
fn fate(status: StatusCode) -> Fate {
    match status.as_u16() {
        200..=299 => Fate::Sent,
        // The browser has taken it back, or is no more.
        404 | 410 => Fate::Gone,
        408 | 429 | 500..=599 => Fate::Later(status.to_string()),
        _ => Fate::Never(status.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVICES: &str = "fcm.googleapis.com, *.push.apple.com, 127.0.0.1:9000,";

    fn pusher(secret: &str) -> Pusher {
        Pusher::new(secret, "https://longjump.example", SERVICES).expect("a client")
    }

    #[test]
    fn only_push_services_are_sent_to() {
        let pusher = pusher("secret");
        for allowed in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://web.push.apple.com/abc",
            "http://127.0.0.1:9000/abc",
        ] {
            assert!(pusher.may_send_to(allowed), "{allowed}");
        }
        for refused in [
            "",
            "fcm.googleapis.com/abc",
            "http://fcm.googleapis.com/abc",
            "https://fcm.googleapis.com:8443/abc",
            "https://fcm.googleapis.com@evil.example/abc",
            "https://ada@fcm.googleapis.com/abc",
            "https://FCM.googleapis.com/abc#",
            "https://fcm.googleapis.com.evil.example/abc",
            "https://evil-push.apple.com/abc",
            "https://push.apple.com/abc",
            "https://127.0.0.1:9000/abc",
            "http://127.0.0.1:9001/abc",
            "http://127.0.0.1/abc",
            "http://localhost:9000/abc",
            "file:///etc/passwd",
        ] {
            assert!(!pusher.may_send_to(refused), "{refused}");
        }
    }

    #[test]
    fn the_key_follows_from_the_secret_and_stays_what_it_is() {
        let (first, again, other) = (pusher("secret"), pusher("secret"), pusher("another"));
        assert_eq!(first.public_key(), again.public_key());
        assert_ne!(first.public_key(), other.public_key());
        // Browsers that have asked for messages know it.
        assert_eq!(first.public_key(), KEY_OF_SECRET);
    }

    const KEY_OF_SECRET: &str =
        "BKJ3VNfthOXEe-Btjys1SPPfWAzHYK30ixGHxKrgkt49VcOPBRiO2ijhfHMkluLGB8ahsZESL7MyEDx76w43xFc";

    #[test]
    fn a_signature_says_who_sends_to_whom_and_until_when() {
        use p256::ecdsa::signature::Verifier;
        let pusher = pusher("secret");
        let said = pusher.signature("https://fcm.googleapis.com/fcm/send/abc");
        let token = said.strip_prefix("vapid t=").expect("a token");
        let (token, key) = token.split_once(", k=").expect("a key");
        assert_eq!(key, pusher.public_key());
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).expect("Base64");
        let signature = Signature::from_slice(&signature).expect("a signature");
        let verifying = pusher.key.verifying_key();
        assert!(verifying.verify(signed.as_bytes(), &signature).is_ok());
        let (_, claims) = signed.split_once('.').expect("claims");
        let claims = BASE64_URL_SAFE_NO_PAD.decode(claims).expect("Base64");
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["aud"], "https://fcm.googleapis.com");
        assert_eq!(claims["sub"], "https://longjump.example");
    }

    #[test]
    fn what_a_browser_says_is_read_if_it_is_a_key() {
        let key = pusher("secret").public_key();
        let auth = BASE64_URL_SAFE_NO_PAD.encode([7; 16]);
        let endpoint = "https://fcm.googleapis.com/abc";
        assert!(Target::read(endpoint, &key, &auth).is_some());
        let zeros = BASE64_URL_SAFE_NO_PAD.encode([0; 65]);
        for (key, auth) in [
            (&*zeros, &*auth),
            (&key, "short"),
            ("", &auth),
            ("%", &auth),
        ] {
            assert!(Target::read(endpoint, key, auth).is_none(), "{key} {auth}");
        }
    }
}
