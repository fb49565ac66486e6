//! What the lobby shows. What that takes does not grow with the games there are.

use super::presence::LATELY;
use super::{Store, StoreError};
use longjump_ratings::{RatedGame, ratings_in};
use longjump_wire::rest::{Lobby, OpenGame, RunningGame, SeatRating, SeekCount};
use longjump_wire::time::Moment;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Who was not seen in their room for so long, in milliseconds, waits or plays there no more.
const IS_THERE: i64 = 30_000;
/// How many games the lobby shows to watch, and of how many that began last they are chosen.
const SHOWN: usize = 6;
const CHOSEN_FROM: i64 = 30;
/// The same for the page of games that are played just now.
const LIVE_SHOWN: usize = 12;
const LIVE_CHOSEN_FROM: i64 = 200;
/// Who has not asked for so long, in milliseconds, seeks no more.
const SEEKS: i64 = 15_000;

impl Store {
    /// Everything that the lobby shows.
    pub(crate) async fn lobby(&self) -> Result<Lobby, StoreError> {
        let counted = sqlx::query!(
            r#"SELECT coalesce(sum(people), 0) AS "people!", coalesce(sum(games), 0) AS "games!"
               FROM servers WHERE noted_at > $1"#,
            self.now().0 - LATELY,
        );
        let counted = counted.fetch_one(&self.pool).await?;
        Ok(Lobby {
            people: counted.people,
            games: counted.games,
            running: self.running_games(None, CHOSEN_FROM, SHOWN).await?,
            waiting: self.open_games().await?,
            seeks: self.seeks_alike().await?,
        })
    }

    /// The public games in which somebody waits for players, the newest first.
    pub(crate) async fn open_games(&self) -> Result<Vec<OpenGame>, StoreError> {
        let games = sqlx::query!(
            r#"SELECT g.id, g.game, g.control, g.rated,
                      (extract(epoch FROM g.created_at) * 1000)::bigint AS "created_at!",
                      array_agg(CASE WHEN s.level IS NOT NULL THEN 'level ' || s.level
                                     ELSE coalesce(p.name, '') END ORDER BY s.seat) AS "players!"
               FROM waiting w JOIN games g ON g.id = w.game JOIN seats s ON s.game = g.id
                    LEFT JOIN players p ON p.id = s.player
               WHERE w.seen_at > $1 AND g.status = 'open' AND g.public
               GROUP BY g.id
               ORDER BY g.created_at DESC LIMIT 100"#,
            self.now().0 - IS_THERE,
        );
        let games = games.fetch_all(&self.pool).await?;
        let rated = games
            .iter()
            .filter_map(|row| RatedGame::new(&row.id, &row.game, &row.control));
        let ratings = ratings_in(&self.pool, rated.collect()).await?;
        let games = games.into_iter().map(|row| OpenGame {
            ratings: by_seat(&ratings, &row.id, row.players.len()),
            id: row.id,
            game: row.game,
            control: row.control,
            rated: row.rated,
            players: row.players,
            created_at: Moment(row.created_at),
        });
        Ok(games.collect())
    }

    /// Public games that are played just now, those of the strongest players first; of all games,
    /// or of one with whatever rules.
    pub(crate) async fn live_games(
        &self,
        name: Option<&str>,
    ) -> Result<Vec<RunningGame>, StoreError> {
        self.running_games(name, LIVE_CHOSEN_FROM, LIVE_SHOWN).await
    }

    /// Public games to watch: of those that began last, those of the strongest players.
    async fn running_games(
        &self,
        name: Option<&str>,
        chosen_from: i64,
        shown: usize,
    ) -> Result<Vec<RunningGame>, StoreError> {
        let games = sqlx::query_file!(
            "queries/running_games.sql",
            self.now().0 - IS_THERE,
            chosen_from,
            name,
        );
        let games = games.fetch_all(&self.pool).await?;
        let rated = games
            .iter()
            .filter_map(|row| RatedGame::new(&row.id, &row.game, &row.control));
        let ratings = ratings_in(&self.pool, rated.collect()).await?;
        let games = games.into_iter().map(|row| RunningGame {
            ratings: by_seat(&ratings, &row.id, row.players.len()),
            moves: Vec::new(),
            spectators: 0,
            id: row.id,
            game: row.game,
            control: row.control,
            rated: row.rated,
            players: row.players,
        });
        let mut games: Vec<RunningGame> = games.collect();
        games.sort_by(by_strength);
        games.truncate(shown);
        self.add_moves(&mut games).await?;
        Ok(games)
    }

    /// Adds what was played, and how many watch.
    async fn add_moves(&self, games: &mut [RunningGame]) -> Result<(), StoreError> {
        let ids: Vec<String> = games.iter().map(|game| game.id.clone()).collect();
        let played = sqlx::query!(
            r#"SELECT game, array_agg(mv ORDER BY ply) AS "moves!" FROM moves
               WHERE game = ANY($1) GROUP BY game"#,
            &ids,
        );
        for row in played.fetch_all(&self.pool).await? {
            if let Some(game) = games.iter_mut().find(|game| game.id == row.game) {
                game.moves = row.moves;
            }
        }
        let mut counted = self.spectators(&ids).await?;
        for game in games {
            game.spectators = counted.remove(&game.id).unwrap_or_default();
        }
        Ok(())
    }

    /// How many seek what.
    async fn seeks_alike(&self) -> Result<Vec<SeekCount>, StoreError> {
        let seeks = sqlx::query_as!(
            SeekCount,
            r#"SELECT game, control, rated, count(*) AS "count!" FROM seeks
               WHERE found IS NULL AND seen_at > $1
               GROUP BY game, control, rated ORDER BY count(*) DESC, game, control, rated
               LIMIT 50"#,
            self.now().0 - SEEKS,
        );
        Ok(seeks.fetch_all(&self.pool).await?)
    }
}

/// The games of the strongest first.
fn by_strength(one: &RunningGame, other: &RunningGame) -> Ordering {
    let strength = |game: &RunningGame| game.ratings.iter().flatten().copied().fold(0.0, f64::max);
    strength(other).total_cmp(&strength(one))
}

/// The ratings in a game, seat by seat.
fn by_seat(
    ratings: &HashMap<String, Vec<SeatRating>>,
    game: &str,
    seats: usize,
) -> Vec<Option<f64>> {
    let mut by_seat = vec![None; seats];
    for rated in ratings.get(game).into_iter().flatten() {
        if let Some(rating) = by_seat.get_mut(rated.seat) {
            *rating = Some(rated.rating);
        }
    }
    by_seat
}
