//! Keys in letters: whoever has one reads what is sent to an address.

use crate::names::{random, token_hash};
use longjump_notices::{About, Letter, post};
use longjump_wire::room::PlayerId;
use sqlx::{Error, PgConnection};

/// How many letters with keys may go to one address in a day, whoever asks for them.
pub(crate) const LETTERS_A_DAY: i64 = 5;

/// What a key in a letter is good for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Confirm,
    Recover,
}

impl Use {
    fn word(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Recover => "recover",
        }
    }

    /// For how many minutes it is good.
    fn minutes(self) -> f64 {
        match self {
            Self::Confirm => 24.0 * 60.0,
            Self::Recover => 60.0,
        }
    }
}

/// An address that somebody gives, and the language they read.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) email: String,
    pub(crate) language: String,
}

/// Has a letter with a new key sent, unless too many went to this address today.
pub(crate) async fn send_key(
    work: &mut PgConnection,
    player: PlayerId,
    name: &str,
    what: Use,
    address: &Address,
) -> Result<bool, Error> {
    // Those who ask for letters to one address at once come one after the other.
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 0))",
        address.email
    )
    .execute(&mut *work)
    .await?;
    let today = sqlx::query_scalar!(
        r#"SELECT count(*) AS "today!" FROM letter_keys
           WHERE lower(email) = lower($1) AND made_at > now() - interval '1 day'"#,
        address.email,
    );
    if today.fetch_one(&mut *work).await? >= LETTERS_A_DAY {
        return Ok(false);
    }
    let key = random(32);
    sqlx::query!(
        "INSERT INTO letter_keys (key_hash, player, what, email, language) VALUES ($1, $2, $3, $4, $5)",
        &token_hash(&key)[..],
        player.0,
        what.word(),
        address.email,
        address.language,
    )
    .execute(&mut *work)
    .await?;
    let letter = Letter {
        to: address.email.clone(),
        language: address.language.clone(),
        name: name.to_owned(),
        about: match what {
            Use::Confirm => About::Confirm(key),
            Use::Recover => About::Recover(key),
        },
    };
    post(work, player, &letter).await?;
    Ok(true)
}

/// Uses a key up, and with it those that went out for the same; none if it is not good any more.
pub(crate) async fn use_key(
    work: &mut PgConnection,
    what: Use,
    key: &str,
) -> Result<Option<(PlayerId, Address)>, Error> {
    // Used ones are kept until they are a day old, as letters of the day are counted by them.
    let row = sqlx::query!(
        "UPDATE letter_keys SET what = 'used'
         WHERE key_hash = $1 AND what = $2 AND made_at > now() - interval '1 minute' * $3
         RETURNING player, email, language",
        &token_hash(key)[..],
        what.word(),
        what.minutes(),
    )
    .fetch_optional(&mut *work)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let player = PlayerId(row.player);
    let address = Address {
        email: row.email,
        language: row.language,
    };
    forget_keys(work, player).await?;
    Ok(Some((player, address)))
}

/// All keys in letters to somebody are good for nothing from now on.
pub(crate) async fn forget_keys(work: &mut PgConnection, player: PlayerId) -> Result<(), Error> {
    let query = sqlx::query!(
        "UPDATE letter_keys SET what = 'used' WHERE player = $1",
        player.0
    );
    query.execute(work).await?;
    Ok(())
}
