//! Studies in the database, which puts their edits in order.

use crate::bounds;
use crate::content::{apply, chapter_of};
use longjump_accounts::{Player, TokenHash, random};
use longjump_wire::rest::PlayerKind;
use longjump_wire::room::PlayerId;
use longjump_wire::study::{
    EditReceipt, LoggedEdit, NewStudy, StudyChapter, StudyContent, StudyEdit, StudyNode,
    StudySummary, StudyView,
};
use longjump_wire::time::Moment;
use sqlx::types::Json;
use sqlx::{Error, PgConnection, PgPool};

/// How many studies an account may have, and one that came within the last day.
const MOST: i64 = 200;
const MOST_OF_NEWCOMERS: i64 = 5;
/// How many edits a study takes in an hour.
const EDITS_AN_HOUR: i32 = 3_000;
/// How many old edits are deleted at a time.
const PURGED_AT_ONCE: i64 = 1_000;
/// Who missed more edits than this reads the study again.
const MOST_MISSED: i64 = 200;

/// Why something was not done.
pub(crate) enum StudyError {
    /// There is no such study, or not for who asks.
    Missing,
    /// It is more than may be, or not allowed: a word for programs, and a sentence.
    Refused(&'static str, &'static str),
    /// The database can't be used.
    Database(Error),
}

impl From<Error> for StudyError {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

/// Who may do what with a study, and how far it has come.
pub(crate) struct Head {
    pub(crate) id: String,
    owner: PlayerId,
    shared: bool,
    /// Those who keep order don't let the owner write: nobody else sees what they wrote.
    is_hidden: bool,
    key_hash: Option<Vec<u8>>,
    pub(crate) version: usize,
}

/// What somebody has to show: who they are, and what is kept of the secret in their link.
pub(crate) type Shown<'a> = (Option<&'a Player>, Option<TokenHash>);

impl Head {
    fn is_opened_by(&self, key: Option<TokenHash>) -> bool {
        !self.is_hidden && key.is_some_and(|key| self.key_hash.as_deref() == Some(&key[..]))
    }

    pub(crate) fn is_of(&self, player: Option<PlayerId>) -> bool {
        player == Some(self.owner)
    }

    pub(crate) fn may_read(&self, player: Option<PlayerId>, key: Option<TokenHash>) -> bool {
        let is_open = self.shared && !self.is_hidden;
        is_open || self.is_of(player) || self.is_opened_by(key)
    }

    /// Guests may not: who spoils a study is to be told from others, and not to come back as somebody new.
    pub(crate) fn may_edit(&self, (player, key): Shown<'_>) -> bool {
        let account = player.filter(|player| player.kind == PlayerKind::Account);
        account.is_some_and(|player| self.is_of(Some(player.id)) || self.is_opened_by(key))
    }
}

/// The studies of these that are there.
pub(crate) async fn heads(pool: &PgPool, ids: &[String]) -> Result<Vec<Head>, Error> {
    let rows = sqlx::query!(
        r#"SELECT id, owner, shared, key_hash, version,
                  EXISTS (SELECT FROM measures m WHERE m.player = owner AND m.kind IN ('muted', 'closed')
                          AND coalesce(m.until > now(), true)) AS "is_hidden!"
           FROM studies WHERE id = ANY($1)"#,
        ids
    );
    let heads = rows.fetch_all(pool).await?.into_iter().map(|row| Head {
        id: row.id,
        owner: PlayerId(row.owner),
        shared: row.shared,
        is_hidden: row.is_hidden,
        key_hash: row.key_hash,
        version: row.version as usize,
    });
    Ok(heads.collect())
}

/// One study as its head says.
pub(crate) async fn head(pool: &PgPool, id: &str) -> Result<Option<Head>, Error> {
    Ok(heads(pool, &[id.to_owned()]).await?.pop())
}

/// A whole study, for who may read it.
pub(crate) async fn view(
    pool: &PgPool,
    id: &str,
    shown: Shown<'_>,
) -> Result<StudyView, StudyError> {
    // One statement sees one version.
    let rows = sqlx::query!(
        r#"SELECT s.owner, p.name, s.title AS study, s.shared, s.key_hash, s.version,
                  EXISTS (SELECT FROM measures m WHERE m.player = s.owner AND m.kind IN ('muted', 'closed')
                          AND coalesce(m.until > now(), true)) AS "is_hidden!",
                  c.id, c.title, c.game, c.start, c.nodes AS "nodes: Json<Vec<StudyNode>>"
           FROM studies s JOIN players p ON p.id = s.owner JOIN study_chapters c ON c.study = s.id
           WHERE s.id = $1 ORDER BY c.number"#,
        id
    );
    let mut rows = rows.fetch_all(pool).await?;
    let first = rows.first_mut().ok_or(StudyError::Missing)?;
    let head = Head {
        id: id.to_owned(),
        owner: PlayerId(first.owner),
        shared: first.shared,
        is_hidden: first.is_hidden,
        key_hash: first.key_hash.take(),
        version: first.version as usize,
    };
    if !head.may_read(shown.0.map(|player| player.id), shown.1) {
        return Err(StudyError::Missing);
    }
    let (owner, title) = (
        std::mem::take(&mut first.name),
        std::mem::take(&mut first.study),
    );
    let chapters = rows.into_iter().map(|row| StudyChapter {
        id: row.id,
        title: row.title,
        game: row.game,
        start: row.start,
        nodes: row.nodes.0,
    });
    Ok(StudyView {
        owner,
        version: head.version,
        shared: head.shared,
        has_key: head.key_hash.is_some(),
        may_edit: head.may_edit(shown),
        content: StudyContent {
            title,
            chapters: chapters.collect(),
        },
    })
}

/// The studies of somebody, those edited last first.
pub(crate) async fn list(pool: &PgPool, owner: PlayerId) -> Result<Vec<StudySummary>, Error> {
    let rows = sqlx::query!(
        r#"SELECT id, title, shared, (extract(epoch FROM changed_at) * 1000)::bigint AS "changed!",
                  (SELECT count(*) FROM study_chapters c WHERE c.study = s.id) AS "chapters!"
           FROM studies s WHERE owner = $1 ORDER BY changed_at DESC"#,
        owner.0
    );
    let rows = rows.fetch_all(pool).await?.into_iter();
    let summaries = rows.map(|row| StudySummary {
        id: row.id,
        title: row.title,
        chapters: row.chapters as usize,
        changed: Moment(row.changed),
        shared: row.shared,
    });
    Ok(summaries.collect())
}

/// Makes a study, unless it was made by the same request, and tells its name.
pub(crate) async fn make(
    pool: &PgPool,
    owner: PlayerId,
    is_newcomer: bool,
    new: &NewStudy,
) -> Result<String, StudyError> {
    let mut work = pool.begin().await?;
    // Two requests at once of one account count each other.
    // Whoever has deleted the account meanwhile makes none.
    let kept = sqlx::query_scalar!(
        "SELECT id FROM players WHERE id = $1 AND kind = 'account' FOR NO KEY UPDATE",
        owner.0
    );
    if kept.fetch_optional(&mut *work).await?.is_none() {
        return Err(StudyError::Missing);
    }
    let made = sqlx::query_scalar!(
        "SELECT id FROM studies WHERE owner = $1 AND client = $2",
        owner.0,
        new.id
    );
    if let Some(id) = made.fetch_optional(&mut *work).await? {
        return Ok(id);
    }
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM studies WHERE owner = $1"#,
        owner.0
    );
    let most = if is_newcomer { MOST_OF_NEWCOMERS } else { MOST };
    if count.fetch_one(&mut *work).await? >= most {
        return Err(StudyError::Refused(
            "too_many_studies",
            "you have as many studies as one may have: 200, and 5 on the first day",
        ));
    }
    let id = random(12);
    sqlx::query!(
        "INSERT INTO studies (id, owner, client, title) VALUES ($1, $2, $3, $4)",
        id,
        owner.0,
        new.id,
        new.title,
    )
    .execute(&mut *work)
    .await?;
    write_chapters(&mut work, &id, std::slice::from_ref(&new.chapter)).await?;
    write_tree(&mut work, &id, &new.chapter, bounds::CHAPTER).await?;
    work.commit().await?;
    Ok(id)
}

/// Applies an edit once, and tells its place.
pub(crate) async fn edit(
    pool: &PgPool,
    id: &str,
    player: &Player,
    key: Option<TokenHash>,
    client: &str,
    edit: &StudyEdit,
) -> Result<EditReceipt, StudyError> {
    let mut work = pool.begin().await?;
    let row = sqlx::query!(
        r#"SELECT owner, shared, key_hash, version, title,
                  EXISTS (SELECT FROM measures m WHERE m.player = owner AND m.kind IN ('muted', 'closed')
                          AND coalesce(m.until > now(), true)) AS "is_hidden!",
                  hour = date_trunc('hour', now()) AND edits >= $2 AS "is_full!"
           FROM studies WHERE id = $1 FOR UPDATE"#,
        id,
        EDITS_AN_HOUR,
    );
    let row = row.fetch_optional(&mut *work).await?;
    let row = row.ok_or(StudyError::Missing)?;
    let head = Head {
        id: id.to_owned(),
        owner: PlayerId(row.owner),
        shared: row.shared,
        is_hidden: row.is_hidden,
        key_hash: row.key_hash,
        version: row.version as usize,
    };
    if !head.may_read(Some(player.id), key) {
        return Err(StudyError::Missing);
    }
    if !head.may_edit((Some(player), key)) {
        return Err(StudyError::Refused(
            "not_yours",
            "only its owner and who has a link for editing can do that, with an account",
        ));
    }
    let done = sqlx::query_scalar!(
        "SELECT version FROM study_edits WHERE study = $1 AND player = $2 AND client = $3",
        id,
        player.id.0,
        client,
    );
    if let Some(version) = done.fetch_optional(&mut *work).await? {
        return Ok(EditReceipt {
            version: version as usize,
            repeated: true,
        });
    }
    if row.is_full {
        return Err(StudyError::Refused(
            "too_many_edits",
            "a study takes 3,000 edits in an hour; wait a little",
        ));
    }
    let (before, others) = content(&mut work, id, row.title, edit).await?;
    let mut after = before.clone();
    apply(&mut after, edit);
    let mut version = head.version;
    if after != before {
        version += 1;
        write(&mut work, id, edit, &after, others).await?;
        log(&mut work, id, version, player.id, client, edit).await?;
    }
    work.commit().await?;
    Ok(EditReceipt {
        version,
        repeated: false,
    })
}

/// A study as far as an edit can change it: of other trees it has nothing but how large they are together.
async fn content(
    work: &mut PgConnection,
    id: &str,
    title: String,
    edit: &StudyEdit,
) -> Result<(StudyContent, usize), Error> {
    let rows = sqlx::query!(
        r#"SELECT id, title, game, start, size,
                  CASE WHEN id = $2 THEN nodes END AS "nodes: Json<Vec<StudyNode>>"
           FROM study_chapters WHERE study = $1 ORDER BY number"#,
        id,
        chapter_of(edit),
    );
    let mut others = 0;
    let mut chapters = Vec::new();
    for row in rows.fetch_all(work).await? {
        if row.nodes.is_none() {
            others += row.size as usize;
        }
        chapters.push(StudyChapter {
            id: row.id,
            title: row.title,
            game: row.game,
            start: row.start,
            nodes: row.nodes.map(|nodes| nodes.0).unwrap_or_default(),
        });
    }
    Ok((StudyContent { title, chapters }, others))
}

/// Writes what an edit has changed, if it is not too much.
async fn write(
    work: &mut PgConnection,
    id: &str,
    edit: &StudyEdit,
    after: &StudyContent,
    others: usize,
) -> Result<(), StudyError> {
    let left = bounds::STUDY.saturating_sub(others);
    let of = |wanted: &str| after.chapters.iter().find(|chapter| chapter.id == wanted);
    match edit {
        StudyEdit::Title { title } => {
            sqlx::query!("UPDATE studies SET title = $2 WHERE id = $1", id, title)
                .execute(&mut *work)
                .await?;
        }
        StudyEdit::AddChapter { chapter } => {
            if after.chapters.len() > bounds::CHAPTERS {
                return Err(StudyError::Refused(
                    "too_large",
                    "a study has 32 chapters at most; make another one",
                ));
            }
            write_chapters(work, id, &after.chapters).await?;
            write_tree(work, id, chapter, left).await?;
        }
        StudyEdit::RenameChapter { .. }
        | StudyEdit::MoveChapter { .. }
        | StudyEdit::RemoveChapter { .. } => write_chapters(work, id, &after.chapters).await?,
        _ => {
            if let Some(chapter) = chapter_of(edit).and_then(of) {
                write_tree(work, id, chapter, left).await?;
            }
        }
    }
    Ok(())
}

/// Writes which chapters there are, and all but their trees.
async fn write_chapters(
    work: &mut PgConnection,
    study: &str,
    chapters: &[StudyChapter],
) -> Result<(), Error> {
    let ids: Vec<String> = chapters.iter().map(|chapter| chapter.id.clone()).collect();
    sqlx::query!(
        "DELETE FROM study_chapters WHERE study = $1 AND id <> ALL($2)",
        study,
        &ids
    )
    .execute(&mut *work)
    .await?;
    for (number, chapter) in chapters.iter().enumerate() {
        sqlx::query!(
            "INSERT INTO study_chapters (study, id, number, title, game, start, nodes, size)
             VALUES ($1, $2, $3, $4, $5, $6, '[]', 0)
             ON CONFLICT (study, id) DO UPDATE SET number = excluded.number, title = excluded.title",
            study,
            chapter.id,
            number as i32,
            chapter.title,
            chapter.game,
            chapter.start,
        )
        .execute(&mut *work)
        .await?;
    }
    Ok(())
}

/// Writes a tree that has so many bytes at most.
async fn write_tree(
    work: &mut PgConnection,
    study: &str,
    chapter: &StudyChapter,
    most: usize,
) -> Result<(), StudyError> {
    let refused = |why| StudyError::Refused("too_large", why);
    bounds::check_tree(&chapter.nodes).map_err(refused)?;
    let nodes =
        serde_json::to_value(&chapter.nodes).map_err(|error| Error::Encode(error.into()))?;
    let size = nodes.to_string().len();
    if size > most.min(bounds::CHAPTER) {
        return Err(refused(
            "that is more than a chapter or a study may have; go on in another one",
        ));
    }
    sqlx::query!(
        "UPDATE study_chapters SET nodes = $3, size = $4 WHERE study = $1 AND id = $2",
        study,
        chapter.id,
        nodes,
        size as i32,
    )
    .execute(work)
    .await?;
    Ok(())
}

/// Writes an edit down as the next one.
async fn log(
    work: &mut PgConnection,
    study: &str,
    version: usize,
    player: PlayerId,
    client: &str,
    edit: &StudyEdit,
) -> Result<(), Error> {
    sqlx::query!(
        "INSERT INTO study_edits (study, version, player, client, edit) VALUES ($1, $2, $3, $4, $5)",
        study,
        version as i32,
        player.0,
        client,
        Json(edit) as _,
    )
    .execute(&mut *work)
    .await?;
    sqlx::query!(
        "UPDATE studies SET version = $2, changed_at = now(), hour = date_trunc('hour', now()),
             edits = CASE WHEN hour = date_trunc('hour', now()) THEN edits + 1 ELSE 1 END
         WHERE id = $1",
        study,
        version as i32,
    )
    .execute(&mut *work)
    .await?;
    Ok(())
}

/// The edits after a version up to another; none if they are too many, or some are not kept any more.
pub(crate) async fn edits(
    pool: &PgPool,
    study: &str,
    since: usize,
    until: usize,
) -> Result<Option<Vec<LoggedEdit>>, Error> {
    let rows = sqlx::query!(
        r#"SELECT e.version, e.client, p.name AS "name?", e.edit AS "edit: Json<StudyEdit>"
           FROM study_edits e LEFT JOIN players p ON p.id = e.player AND p.kind = 'account'
           WHERE e.study = $1 AND e.version > $2 AND e.version <= $3 ORDER BY e.version LIMIT $4"#,
        study,
        since as i32,
        until as i32,
        MOST_MISSED + 1,
    );
    let rows = rows.fetch_all(pool).await?;
    let is_whole = since <= until && rows.len() == until - since;
    if !is_whole || rows.len() as i64 > MOST_MISSED {
        return Ok(None);
    }
    let edits = rows.into_iter().map(|row| LoggedEdit {
        version: row.version as usize,
        id: row.client,
        by: row.name,
        edit: row.edit.0,
    });
    Ok(Some(edits.collect()))
}

/// Says who may read a study of somebody; tells whether there is one.
pub(crate) async fn share(
    pool: &PgPool,
    id: &str,
    owner: PlayerId,
    shared: bool,
) -> Result<bool, Error> {
    let done = sqlx::query!(
        "UPDATE studies SET shared = $3 WHERE id = $1 AND owner = $2",
        id,
        owner.0,
        shared,
    );
    Ok(done.execute(pool).await?.rows_affected() == 1)
}

/// Says which secret lets others edit a study of somebody; tells whether there is one.
pub(crate) async fn set_key(
    pool: &PgPool,
    id: &str,
    owner: PlayerId,
    key: Option<TokenHash>,
) -> Result<bool, Error> {
    let done = sqlx::query!(
        "UPDATE studies SET key_hash = $3 WHERE id = $1 AND owner = $2",
        id,
        owner.0,
        key.as_ref().map(|key| &key[..]),
    );
    Ok(done.execute(pool).await?.rows_affected() == 1)
}

/// Deletes a study of somebody; tells whether there was one.
pub(crate) async fn delete(pool: &PgPool, id: &str, owner: PlayerId) -> Result<bool, Error> {
    let done = sqlx::query!(
        "DELETE FROM studies WHERE id = $1 AND owner = $2",
        id,
        owner.0
    );
    Ok(done.execute(pool).await?.rows_affected() == 1)
}

/// Deletes edits that nobody comes back for: those who were away for longer read the whole study.
pub(crate) async fn purge(pool: &PgPool) -> Result<(), Error> {
    // A little at a time, so that nobody waits for long.
    loop {
        let done = sqlx::query!(
            "DELETE FROM study_edits WHERE (study, version) IN (
                 SELECT study, version FROM study_edits WHERE at < now() - interval '30 days' LIMIT $1)",
            PURGED_AT_ONCE,
        );
        if done.execute(pool).await?.rows_affected() < PURGED_AT_ONCE as u64 {
            return Ok(());
        }
    }
}
