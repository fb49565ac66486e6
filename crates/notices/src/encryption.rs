//! Encryption for one browser (RFC 8291): nobody on the way can read it. Written out here, as the crates for
//! it need OpenSSL or a second set of all that is in the program for passkeys and TLS; the example of the
//! RFC is a test.

use hkdf::Hkdf;
use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;

const SALT: usize = 16;
/// How long a record may be; a message is a single one, and push services take no longer ones.
const RECORD: u32 = 4096;
/// What stands after the last byte of the last record.
const END: u8 = 2;

/// A message as push services take it.
pub(crate) fn encrypt(message: &[u8], to: &PublicKey, auth: &[u8]) -> Vec<u8> {
    let mut salt = [0; SALT];
    fill(&mut salt);
    encrypt_with(message, to, auth, &new_key(), salt)
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has random numbers");
}

/// A key for one message. Random bytes are one but for one time in 2^32.
fn new_key() -> SecretKey {
    loop {
        let mut bytes = [0; 32];
        fill(&mut bytes);
        if let Ok(key) = SecretKey::from_slice(&bytes) {
            return key;
        }
    }
}

fn encrypt_with(
    message: &[u8],
    to: &PublicKey,
    auth: &[u8],
    from: &SecretKey,
    salt: [u8; SALT],
) -> Vec<u8> {
    let own = from.public_key().to_sec1_point(false);
    let shared = diffie_hellman(from.to_nonzero_scalar(), to.as_affine());
    let theirs = to.to_sec1_point(false);
    let info = [b"WebPush: info\0", theirs.as_bytes(), own.as_bytes()];
    let secret: [u8; 32] = derive(auth, shared.raw_secret_bytes(), &info);
    let key: [u8; 16] = derive(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"]);
    let nonce: [u8; NONCE_LEN] = derive(&salt, &secret, &[b"Content-Encoding: nonce\0"]);

    let mut sealed = [message, &[END]].concat();
    let key = UnboundKey::new(&AES_128_GCM, &key).expect("16 bytes");
    let nonce = Nonce::assume_unique_for_key(nonce);
    LessSafeKey::new(key)
        .seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)
        .expect("short enough");
    let length = own.as_bytes().len() as u8;
    let head = [&salt[..], &RECORD.to_be_bytes(), &[length], own.as_bytes()];
    [&head.concat()[..], &sealed].concat()
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> [u8; N] {
    let mut bytes = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret)
        .expand_multi_info(info, &mut bytes)
        .expect("short enough");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64_URL_SAFE_NO_PAD.decode(text).expect("Base64")
    }

    #[test]
    fn the_example_of_the_rfc_comes_out() {
        let key = |text| SecretKey::from_slice(&bytes(text)).expect("a key");
        let from = key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let to = key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").public_key();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let encrypted = encrypt_with(
            b"When I grow up, I want to be a watermelon",
            &to,
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            &from,
            salt.try_into().expect("16 bytes"),
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
                        Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB\
                        St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(encrypted), expected);
    }

    #[test]
    fn no_two_messages_are_alike() {
        let to = new_key().public_key();
        let (first, second) = (encrypt(b"a", &to, &[1; 16]), encrypt(b"a", &to, &[1; 16]));
        assert_eq!(first.len(), 16 + 4 + 1 + 65 + 1 + 1 + 16);
        assert_ne!(first, second);
    }
}
