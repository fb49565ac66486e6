//! Passwords: which ones may be chosen, whether one is right, and another in its place.

use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::events::note;
use crate::names::TokenHash;
use crate::players::Player;
use crate::sessions::end_others;
use longjump_door::{PASSWORD_LENGTH, verify_password};
use longjump_wire::account::AccountChange;
use longjump_wire::room::PlayerId;
use sqlx::Error;

/// How often one name may be tried in a minute, right or wrong, from wherever.
const TRIES_A_MINUTE: i32 = 10;

/// Whether somebody may choose a password.
pub(crate) fn check_password(password: &str) -> Result<(), ApiError> {
    if PASSWORD_LENGTH.contains(&password.chars().count()) {
        return Ok(());
    }
    let why = "a password has 8 to 200 characters";
    Err(ApiError::Wrong(why.to_owned()))
}

/// A change of the password.
pub(crate) struct NewPassword<'a> {
    pub(crate) player: PlayerId,
    /// What is kept of it.
    pub(crate) hash: &'a str,
    /// The session that goes on.
    pub(crate) kept: Option<TokenHash>,
    pub(crate) what: AccountChange,
    pub(crate) browser: Option<&'a str>,
}

impl Accounts {
    /// Whoever has this name and this password, with what is kept of it. It takes as long and says
    /// the same whether there is such an account or not.
    pub(crate) async fn with_password(
        &self,
        name: &str,
        password: String,
    ) -> Result<(Player, String), ApiError> {
        if name.len() > 20 || name.contains('\0') {
            return Err(ApiError::NoSuchLogin);
        }
        if self.tries_to_sign_in(name).await? > TRIES_A_MINUTE {
            return Err(ApiError::TOO_OFTEN);
        }
        if !PASSWORD_LENGTH.contains(&password.chars().count()) {
            return Err(ApiError::NoSuchLogin);
        }
        let account = self.account(name).await?;
        let (player, kept) = account.unzip();
        if !verify_password(password, kept.clone()).await? {
            return Err(ApiError::NoSuchLogin);
        }
        player.zip(kept).ok_or(ApiError::NoSuchLogin)
    }

    /// Puts another password in place, which ends all sessions but one.
    pub(crate) async fn set_password(&self, new: &NewPassword<'_>) -> Result<(), Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query!(
            "UPDATE players SET password = $2 WHERE id = $1",
            new.player.0,
            new.hash
        )
        .execute(&mut *work)
        .await?;
        let ended = end_others(&mut work, new.player, new.kept).await?;
        note(&mut work, new.player, new.what, new.browser).await?;
        work.commit().await?;
        self.close_all(&ended);
        Ok(())
    }
}
