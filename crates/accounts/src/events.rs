//! What happened to accounts, for their owners to see.

use crate::accounts::Accounts;
use longjump_wire::account::AccountEvent;
use longjump_wire::room::PlayerId;
use longjump_wire::time::Moment;
use serde_json::{Value, from_value};
use sqlx::Error;

impl Accounts {
    /// What happened to an account lately, the newest first.
    pub(crate) async fn events(
        &self,
        player: PlayerId,
        most: i64,
    ) -> Result<Vec<AccountEvent>, Error> {
        let rows = sqlx::query!(
            r#"SELECT (extract(epoch FROM at) * 1000)::bigint AS "at!", what, browser
               FROM account_events WHERE player = $1 ORDER BY id DESC LIMIT $2"#,
            player.0,
            most,
        )
        .fetch_all(&self.pool)
        .await?;
        // A newer server may have noted what this one has no word for.
        let events = rows.into_iter().filter_map(|row| {
            Some(AccountEvent {
                at: Moment(row.at),
                what: from_value(Value::String(row.what)).ok()?,
                browser: row.browser,
            })
        });
        Ok(events.collect())
    }
}
