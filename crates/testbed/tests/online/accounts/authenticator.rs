//! An authenticator in software, which can be made to lie.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Somebody was there, and unlocked it.
pub(crate) const PRESENT: u8 = 0x01;
pub(crate) const VERIFIED: u8 = 0x04;
/// What it says has a new key in it.
const WITH_KEY: u8 = 0x40;

/// One with one passkey.
#[derive(Clone)]
pub(crate) struct Authenticator {
    key: SigningKey,
    id: [u8; 16],
    pub(crate) user: String,
    /// The page that it believes to be asked by.
    pub(crate) origin: String,
    pub(crate) flags: u8,
    /// How often it has signed; it says 0 for ever if it doesn't count.
    pub(crate) counter: u32,
    pub(crate) counts: bool,
}

pub(crate) fn encoded(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

impl Authenticator {
    pub(crate) fn new(origin: &str) -> Self {
        let mut secret = [0; 32];
        secret.fill_with(|| fastrand::u8(..));
        // Far below the order of the curve.
        secret[0] = 1;
        let mut id = [0; 16];
        id.fill_with(|| fastrand::u8(..));
        Self {
            key: SigningKey::from_slice(&secret).expect("a key"),
            id,
            user: String::new(),
            origin: origin.to_owned(),
            flags: PRESENT | VERIFIED,
            counter: 0,
            counts: true,
        }
    }

    fn client_data(&self, what: &str, asked: &Value) -> Vec<u8> {
        let said = json!({
            "type": what,
            "challenge": asked["challenge"],
            "origin": self.origin,
            "crossOrigin": false,
        });
        said.to_string().into_bytes()
    }

    fn data(&mut self, asked: &Value, flags: u8) -> Vec<u8> {
        if self.counts {
            self.counter += 1;
        }
        let mut data = Sha256::digest(text(&asked["domain"])).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// Makes its passkey, as it is wanted.
    pub(crate) fn make(&mut self, wanted: &Value) -> Value {
        text(&wanted["user"]).clone_into(&mut self.user);
        let mut data = self.data(wanted, self.flags | WITH_KEY);
        // No model; the passkey's name with its length; the key as a map of COSE.
        data.extend([0; 16]);
        data.extend([0, 16]);
        data.extend(self.id);
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = point.as_bytes()[1..].split_at(32);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(x);
        data.extend([0x22, 0x58, 32]);
        data.extend(y);
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).expect("short"));
        attestation.extend(data);
        json!({
            "id": encoded(&self.id),
            "client_data": encoded(&self.client_data("webauthn.create", wanted)),
            "attestation": encoded(&attestation),
        })
    }

    /// Signs what it is asked to.
    pub(crate) fn sign(&mut self, asked: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", asked);
        let data = self.data(asked, self.flags);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client_data));
        let signature: Signature = self.key.sign(&signed);
        json!({
            "id": encoded(&self.id),
            "client_data": encoded(&client_data),
            "authenticator_data": encoded(&data),
            "signature": encoded(signature.to_der().as_bytes()),
            "user": self.user,
        })
    }
}
