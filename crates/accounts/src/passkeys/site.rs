//! The site as authenticators know it: what they are asked for there, and whether they did it.

use crate::error::ApiError;
use longjump_wire::passkey::{PasskeyChallenge, PasskeyMade, PasskeySigned, PasskeyWanted};
use passki::{
    AuthenticationOptions, AuthenticationState, Passki, PasskiError, RegistrationOptions,
    RegistrationState, ResidentKeyRequirement, StoredPasskey, UserVerificationRequirement,
};
use serde_json::{Value, from_value, json, to_value};
use std::net::Ipv4Addr;

/// What authenticators call the site.
const NAME: &str = "Longjump";
/// Ed25519, ECDSA with P-256, and RSA, which is all that older Windows has.
const ALGORITHMS: [i32; 3] = [-8, -7, -257];
/// The longest name of a passkey, in bytes.
const LONGEST_ID: usize = 1023;
/// A passkey may be all that an account has. So it has to be two things: a device, and that its
/// owner has unlocked it, by a PIN or a finger. Without, whoever finds a key has the account.
const VERIFICATION: UserVerificationRequirement = UserVerificationRequirement::Required;

/// How browsers know the site.
pub struct Site {
    pub(crate) is_secure: bool,
    passki: Option<Passki>,
}

/// A passkey that has just been made, and for whom.
pub(crate) struct Made {
    pub(crate) passkey: StoredPasskey,
    pub(crate) user: Vec<u8>,
    pub(crate) name: String,
}

impl Site {
    /// One that people reach at `public_url`. Where nobody has said so, those who open it on the
    /// machine itself, as `http://localhost`, can have passkeys.
    pub fn new(public_url: &str, port: u16) -> Self {
        let local = format!("http://localhost:{port}");
        let url = Some(public_url).filter(|url| !url.is_empty());
        let place = domain_and_origin(url.unwrap_or(&local));
        Self {
            is_secure: public_url.starts_with("https://"),
            passki: place.map(|(domain, origin)| Passki::new(&domain, &[origin], NAME)),
        }
    }

    fn passki(&self) -> Result<&Passki, ApiError> {
        let why = "there are no passkeys at this address; use a password";
        let none = ApiError::Refused("no_passkeys", why.to_owned());
        self.passki.as_ref().ok_or(none)
    }

    /// What a new passkey is made of, and what the answer will be held against.
    pub(crate) fn want(
        &self,
        user: &[u8],
        name: &str,
        known: &[StoredPasskey],
    ) -> Result<(PasskeyWanted, Value), ApiError> {
        let mut options = RegistrationOptions::default();
        // Kept by the authenticator with the name, so that nobody types one to sign in.
        options.resident_key = ResidentKeyRequirement::Required;
        options.user_verification = VERIFICATION;
        options.exclude_credentials = Some(known);
        let started = self
            .passki()?
            .start_passkey_registration(user, name, name, options);
        let (asked, state) = started.map_err(|error| failed(&error))?;
        let known = asked.exclude_credentials.into_iter();
        let wanted = PasskeyWanted {
            challenge: asked.challenge,
            domain: asked.rp.id,
            user: asked.user.id,
            name: asked.user.name,
            algorithms: ALGORITHMS.to_vec(),
            known: known.map(|passkey| passkey.id).collect(),
        };
        Ok((wanted, to_value(state).unwrap_or_default()))
    }

    /// The passkey that was made as it was wanted.
    pub(crate) fn made(&self, state: Value, given: &PasskeyMade) -> Result<Made, ApiError> {
        let state: RegistrationState = from_value(state).map_err(|_| ApiError::Away)?;
        let response = json!({
            "clientDataJSON": given.client_data,
            "attestationObject": given.attestation,
        });
        let credential = from_value(json!({"rawId": given.id, "response": response}));
        let credential = credential.map_err(|error| not_wanted(&error.to_string()))?;
        let passkey = self
            .passki()?
            .finish_passkey_registration(&credential, &state)
            .map_err(|error| not_wanted(&error.to_string()))?;
        if !ALGORITHMS.contains(&passkey.algorithm) || passkey.credential_id.len() > LONGEST_ID {
            return Err(not_wanted("its algorithm or its name can't be used here"));
        }
        Ok(Made {
            passkey,
            user: Passki::base64_decode(&state.user.id).map_err(|error| failed(&error))?,
            name: state.user.name,
        })
    }

    /// What one of these passkeys is to sign, or any if none is given.
    pub(crate) fn ask(
        &self,
        allowed: &[StoredPasskey],
    ) -> Result<(PasskeyChallenge, Value), ApiError> {
        let mut options = AuthenticationOptions::default();
        options.user_verification = VERIFICATION;
        let started = self
            .passki()?
            .start_passkey_authentication(allowed, options);
        let (asked, state) = started.map_err(|error| failed(&error))?;
        let allowed = asked.allow_credentials.into_iter();
        let challenge = PasskeyChallenge {
            challenge: asked.challenge,
            domain: asked.rp_id,
            allowed: allowed.map(|passkey| passkey.id).collect(),
        };
        Ok((challenge, to_value(state).unwrap_or_default()))
    }

    /// How often a passkey has signed by now, if it has signed what it was to. Whoever is told so
    /// looks whether that is more often than before: an answer may be right and a copy's.
    pub(crate) fn signed(
        &self,
        state: Value,
        given: &PasskeySigned,
        passkey: &StoredPasskey,
        user: &[u8],
    ) -> Result<u32, ApiError> {
        let state: AuthenticationState = from_value(state).map_err(|_| ApiError::Away)?;
        let response = json!({
            "clientDataJSON": given.client_data,
            "authenticatorData": given.authenticator_data,
            "signature": given.signature,
            "userHandle": given.user,
        });
        let credential = from_value(json!({"rawId": given.id, "response": response}));
        let credential = credential.map_err(|_| ApiError::NoSuchPasskey)?;
        let mut passkey = passkey.clone();
        // Looked at before the signature is, which anybody could have made up.
        passkey.counter = 0;
        let signed = self
            .passki()?
            .finish_passkey_authentication(&credential, &state, &passkey)
            .map_err(|error| {
                tracing::info!(%error, "a passkey is refused");
                ApiError::NoSuchPasskey
            })?;
        if signed.user_handle.is_some_and(|given| given != user) {
            return Err(ApiError::NoSuchPasskey);
        }
        Ok(signed.counter)
    }
}

fn failed(error: &PasskiError) -> ApiError {
    tracing::error!(%error, "passkeys");
    ApiError::Away
}

fn not_wanted(why: &str) -> ApiError {
    ApiError::Wrong(format!("this is not the passkey that was wanted: {why}"))
}

/// The domain and the origin of an address: `https://play.example:444/x` is at `play.example` and
/// `https://play.example:444`. Browsers know passkeys only over secure connections or on the
/// machine itself, and none of an address that is a number.
fn domain_and_origin(url: &str) -> Option<(String, String)> {
    let (scheme, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let (domain, port) = host.split_once(':').unwrap_or((&host, ""));
    let is_name = domain.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && domain.parse::<Ipv4Addr>().is_err()
        && !host.contains('@');
    let is_local = domain == "localhost" || domain.ends_with(".localhost");
    let usual_port = match scheme {
        "https" => "443",
        "http" if is_local => "80",
        _ => return None,
    };
    let origin = match port {
        "" => format!("{scheme}://{domain}"),
        port if port == usual_port => format!("{scheme}://{domain}"),
        port => format!("{scheme}://{domain}:{port}"),
    };
    is_name.then(|| (domain.to_owned(), origin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_a_domain_that_browsers_know_them_at() {
        for (url, domain, origin) in [
            (
                "https://club.example",
                "club.example",
                "https://club.example",
            ),
            (
                "https://Club.Example:443/",
                "club.example",
                "https://club.example",
            ),
            (
                "https://club.example:444/x",
                "club.example",
                "https://club.example:444",
            ),
            (
                "http://localhost:4766",
                "localhost",
                "http://localhost:4766",
            ),
            (
                "http://club.localhost",
                "club.localhost",
                "http://club.localhost",
            ),
        ] {
            let place = domain_and_origin(url);
            assert_eq!(place, Some((domain.to_owned(), origin.to_owned())), "{url}");
        }
        for url in [
            "",
            "club.example",
            "http://club.example",
            "https://192.168.1.5",
            "https://[::1]:4766",
            "https://me@club.example",
            "ftp://localhost",
        ] {
            assert_eq!(domain_and_origin(url), None, "{url}");
        }
    }

    #[test]
    fn where_nobody_has_said_the_address_it_is_this_machine() {
        let site = Site::new("", 4766);
        assert!(!site.is_secure);
        let passki = site.passki().expect("passkeys");
        assert_eq!(passki.rp_origins, ["http://localhost:4766"]);
        assert!(Site::new("http://club.example", 4766).passki().is_err());
        let site = Site::new("https://club.example", 4766);
        assert!(site.is_secure && site.passki().is_ok());
    }
}
