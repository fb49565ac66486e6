//! What is kept of a tournament, judged: nobody left out, every round as it would be paired again, every
//! game opened once and counted as it ended.

use crate::error::LoadError;
use longjump_contests::{Kept, kept};
use longjump_tournaments::pair;
use longjump_wire::tournament::TournamentKind;
use serde::Serialize;
use sqlx::PgPool;
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::time::Instant;

/// What came of it.
#[derive(Serialize, Default)]
pub(crate) struct Judged {
    pub(crate) rounds: usize,
    pub(crate) tables: usize,
    is_over: bool,
    /// Who was there and at no table, or at two, in any round.
    unpaired: usize,
    /// Rounds that are paired differently now.
    differently: usize,
    /// The longest that took, here.
    pairing_ms: f64,
    byes: usize,
    most_byes_of_one: usize,
    /// Pairs who met more than once, and how many had met.
    met_again: usize,
    met: usize,
    /// How often seats were somebody's for another time than the first, of all; and how often at most.
    seats_again: usize,
    seats: usize,
    most_in_a_seat: usize,
    /// By how much first moves of somebody and those of their opponents differ, and for how many.
    first_moves: BTreeMap<u64, usize>,
    /// Tables without a game, games that are not over, and results other than those of the games.
    games_missing: i64,
    games_not_over: i64,
    results_wrong: i64,
    /// Tables at which somebody was not there.
    absent: i64,
    /// The longest from pairing a round to the opening of its last game.
    opening_ms: i64,
}

/// Looks at all that is kept of it.
pub(crate) async fn judge(
    database: &PgPool,
    id: &str,
    players: usize,
) -> Result<Judged, LoadError> {
    let Some((plan, rounds)) = kept(database, id).await? else {
        return Ok(Judged::default());
    };
    let mut judged = Judged {
        rounds: rounds.len(),
        ..Judged::default()
    };
    for round in &rounds {
        judged.tables += round.tables.len();
        judged.count_left_out(round, plan.kind);
        let began = Instant::now();
        let again = pair(
            &plan,
            round.round,
            &round.field,
            &round.present,
            &round.past,
        );
        judged.pairing_ms = judged
            .pairing_ms
            .max(began.elapsed().as_secs_f64() * 1_000.0);
        judged.differently += usize::from(again != round.tables);
    }
    judged.count_meetings(&rounds, players);
    judged.ask(database, id).await?;
    Ok(judged)
}

impl Judged {
    pub(crate) fn is_fine(&self) -> bool {
        let Self {
            unpaired,
            differently,
            games_missing,
            games_not_over,
            results_wrong,
            ..
        } = self;
        self.is_over
            && self.rounds > 0
            && (*unpaired, *differently) == (0, 0)
            && (*games_missing, *games_not_over, *results_wrong) == (0, 0, 0)
    }

    fn count_left_out(&mut self, round: &Kept, kind: TournamentKind) {
        let seated = round.tables.concat();
        let once: HashSet<usize> = seated.iter().copied().collect();
        self.unpaired += seated.len() - once.len();
        let may_rest = match kind {
            // One of an odd number.
            TournamentKind::Arena | TournamentKind::RoundRobin => round.present.len() % 2,
            TournamentKind::Swiss | TournamentKind::Tables => 0,
        };
        let left_out = round
            .present
            .iter()
            .filter(|one| !once.contains(one))
            .count();
        self.unpaired += left_out.saturating_sub(may_rest);
    }

    fn count_meetings(&mut self, rounds: &[Kept], players: usize) {
        let mut met: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut seats = vec![[0usize; 6]; players];
        let mut byes = vec![0; players];
        let mut lead = vec![0i64; players];
        for table in rounds.iter().flat_map(|round| &round.tables) {
            for (seat, &one) in table.iter().enumerate() {
                if table.len() == 1 {
                    byes[one] += 1;
                    continue;
                }
                seats[one][seat] += 1;
                if table.len() == 2 {
                    lead[one] += if seat == 0 { 1 } else { -1 };
                }
                for &other in &table[seat + 1..] {
                    *met.entry((one.min(other), one.max(other))).or_default() += 1;
                }
            }
        }
        self.byes = byes.iter().sum();
        self.most_byes_of_one = byes.into_iter().max().unwrap_or(0);
        self.met = met.len();
        self.met_again = met.values().filter(|&&times| times > 1).count();
        let all = seats.iter().flatten();
        self.seats = all.clone().sum();
        self.seats_again = all.clone().map(|times| times.saturating_sub(1)).sum();
        self.most_in_a_seat = all.max().copied().unwrap_or(0);
        for lead in lead {
            *self.first_moves.entry(lead.unsigned_abs()).or_default() += 1;
        }
    }

    async fn ask(&mut self, database: &PgPool, id: &str) -> Result<(), sqlx::Error> {
        let found: (i64, i64, i64, i64) = sqlx::query_as(
            "SELECT count(*) FILTER (WHERE g.id IS NULL),
                    count(*) FILTER (WHERE g.status <> 'over'),
                    count(*) FILTER (WHERE t.settled_in IS NULL
                        OR t.absent IS NULL AND t.places IS DISTINCT FROM g.places
                        OR t.absent IS NOT NULL AND cardinality(g.places) > 0
                        OR (SELECT array_agg(e.player ORDER BY s.n) FROM unnest(t.players) WITH ORDINALITY s (number, n)
                            JOIN entrants e ON e.tournament = t.tournament AND e.number = s.number)
                           IS DISTINCT FROM (SELECT array_agg(player ORDER BY seat) FROM seats WHERE game = g.id)),
                    count(*) FILTER (WHERE t.absent IS NOT NULL)
             FROM tournament_tables t LEFT JOIN games g ON g.id = t.game
             WHERE t.tournament = $1 AND t.game IS NOT NULL",
        )
        .bind(id)
        .fetch_one(database)
        .await?;
        (
            self.games_missing,
            self.games_not_over,
            self.results_wrong,
            self.absent,
        ) = found;
        self.is_over = sqlx::query_scalar("SELECT status = 'over' FROM tournaments WHERE id = $1")
            .bind(id)
            .fetch_one(database)
            .await?;
        self.opening_ms = sqlx::query_scalar(
            "SELECT coalesce(max(last - paired_at), 0)::bigint FROM (
                 SELECT r.paired_at, max(e.at) AS last FROM tournament_rounds r
                 JOIN tournament_tables t ON t.tournament = r.tournament AND t.round = r.round
                 JOIN room_events e ON e.game = t.game AND e.version = 1
                 WHERE r.tournament = $1 GROUP BY r.round, r.paired_at) opened",
        )
        .bind(id)
        .fetch_one(database)
        .await?;
        Ok(())
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(
            out,
            "over: {}; left out or at two tables: {}",
            self.is_over, self.unpaired
        )?;
        writeln!(
            out,
            "rounds paired again differently: {} of {}; the longest took {:.1} ms",
            self.differently, self.rounds, self.pairing_ms
        )?;
        writeln!(
            out,
            "byes: {}, {} of one at most",
            self.byes, self.most_byes_of_one
        )?;
        writeln!(
            out,
            "pairs who met again: {} of {}",
            self.met_again, self.met
        )?;
        writeln!(
            out,
            "seats for another time: {} of {}, {} times at most",
            self.seats_again, self.seats, self.most_in_a_seat
        )?;
        let apart: Vec<String> = self
            .first_moves
            .iter()
            .map(|(by, count)| format!("{by}: {count}"))
            .collect();
        writeln!(out, "first moves apart: {}", apart.join(", "))?;
        writeln!(
            out,
            "games missing: {}, not over: {}, counted wrongly: {}; absent: {}",
            self.games_missing, self.games_not_over, self.results_wrong, self.absent
        )?;
        writeln!(
            out,
            "from pairing a round to its last game: {} ms at most",
            self.opening_ms
        )
    }
}
