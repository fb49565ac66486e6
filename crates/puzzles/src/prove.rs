//! Proofs, as quick as they can be had. [`crate::prove_again`] makes them again without any of this.

use crate::moment::MomentAction;
use crate::{Moment, Proof, PuzzleError, Step};
use longjump_engine::{Control, GameSolver, Value};
use longjump_games::knightthrough::KnightThrough;
use longjump_games::minicheckers::MiniCheckers;
use longjump_rules::{Game, GameSpec, Move, Position, PositionExt, Seat, notation};
use std::collections::HashMap;

/// How many moves ahead wins are proven.
const FARTHEST: u32 = 4;
/// After so many positions a proof is given up.
const MOST_NODES: u64 = 3_000_000;
/// The solver's table in MiB, if it is to solve one position.
const MEBIBYTES: usize = 16;

/// What exact knowledge says of a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Known {
    /// Nothing.
    Nothing,
    /// Several moves are as good as any.
    Several,
    /// One move is best.
    One(Step),
}

/// What is known exactly, where a game has the means: Mini-Checkers by solving it, races by the table of
/// distances.
pub(crate) struct Exact {
    /// It keeps what it has found: what is asked next is often of the same game.
    solver: Option<GameSolver>,
}

impl Exact {
    /// For a game, with a table of so many MiB for what is solved.
    pub(crate) fn new(spec: &GameSpec, mebibytes: usize) -> Result<Self, PuzzleError> {
        let is_solved = spec.name() == MiniCheckers::NAME;
        let solver = is_solved.then(|| GameSolver::new(spec, mebibytes));
        Ok(Self {
            solver: solver.transpose()?,
        })
    }

    /// What is known of all moves of a position.
    pub(crate) fn known(&mut self, moment: &Moment) -> Result<Known, PuzzleError> {
        Ok(match self.values(moment)? {
            Some(values) => one_of(values, self.solver.is_none()),
            None => Known::Nothing,
        })
    }

    /// What share of the points a moment is worth to the seat to move, if that is known.
    pub(crate) fn share(&mut self, moment: &Moment) -> Result<Option<f64>, PuzzleError> {
        let values = self.values(moment)?;
        let best = values.and_then(|values| values.into_iter().map(|(_, value)| value).max());
        Ok(best.map(share))
    }

    /// What each move leads to, if that is known of all.
    fn values(&mut self, moment: &Moment) -> Result<Option<Vec<(String, Value)>>, PuzzleError> {
        let Some(solver) = &mut self.solver else {
            return race_values(moment);
        };
        let position = moment.table()?.position();
        let solution = solver.solve(Some(&position), &Control::default())?;
        Ok(solution.map(|solution| solution.moves))
    }
}

/// The one best move, if there is one.
fn one_of(mut values: Vec<(String, Value)>, is_race: bool) -> Known {
    // Sorting is stable, so of equal ones the first in the list stays first.
    values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    match &values[..] {
        [(answer, best), (second, second_best), ..] if best > second_best => {
            let proof = match best {
                _ if is_race => Proof::Race,
                Value::Win => Proof::OnlyWin,
                _ => Proof::OnlyDraw,
            };
            Known::One(Step {
                answer: answer.clone(),
                chance: share(*best),
                second: second.clone(),
                second_chance: share(*second_best),
                proof: Some(proof),
                replies: Vec::new(),
            })
        }
        _ => Known::Several,
    }
}

/// What share of the points a value is.
const fn share(value: Value) -> f64 {
    match value {
        Value::Win => 1.0,
        Value::Draw => 0.5,
        Value::Loss => 0.0,
    }
}

/// Who wins the race after each move, if that is certain after all of them.
fn race_values(moment: &Moment) -> Result<Option<Vec<(String, Value)>>, PuzzleError> {
    let mut table = moment.table()?;
    let Some(turn) = table.turn() else {
        return Ok(None);
    };
    if table.race().is_none() {
        return Ok(None);
    }
    let mut values = Vec::new();
    for mv in table.moves() {
        table.play(&mv)?;
        let over = table.standings().map(|standings| standings.sole_winner());
        let winner = over.or_else(|| table.race().map(|race| Some(race.winner)));
        let Some(winner) = winner else {
            return Ok(None);
        };
        let value = match winner {
            Some(winner) if winner == turn => Value::Win,
            Some(_) => Value::Loss,
            None => Value::Draw,
        };
        values.push((mv, value));
        table.take_back();
    }
    Ok(Some(values))
}

/// The proof that a move is the only one, if there is a quick one.
///
/// ```
/// use longjump_puzzles::{Moment, Proof, proof_of};
/// let moment = Moment::new(&"minicheckers".parse()?, "3b2/6/6/a5/6/6 b");
/// assert_eq!(proof_of(&moment, "d6c5")?, Some(Proof::OnlyWin));
/// assert_eq!(proof_of(&moment, "d6e5")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such position.
pub fn proof_of(moment: &Moment, answer: &str) -> Result<Option<Proof>, PuzzleError> {
    match Exact::new(&moment.spec, MEBIBYTES)?.known(moment)? {
        Known::One(step) if step.answer == answer => Ok(step.proof),
        Known::Nothing if moment.spec.name() == KnightThrough::NAME => moment.with(Prove(answer)),
        _ => Ok(None),
    }
}

/// The proof that an answer of KnightThrough is the only one, if one is near enough. It is looked for where the
/// engine is certain.
pub(crate) fn prove(moment: &Moment, step: &Step) -> Result<Option<Proof>, PuzzleError> {
    let is_certain = step.chance >= 1.0 || step.second_chance <= 0.0;
    if moment.spec.name() != KnightThrough::NAME || !is_certain {
        return Ok(None);
    }
    moment.with(Prove(&step.answer))
}

struct Prove<'a>(&'a str);

impl MomentAction for Prove<'_> {
    type Output = Option<Proof>;

    fn run<G: Game>(self, game: &G, position: &G::Position) -> Option<Proof> {
        let answer = notation::read_move(game, position, self.0).ok()?;
        let mut run = Run::default();
        for moves in 1..=FARTHEST {
            if run.wins_after(position, answer, moves)? {
                let alone = run.all_others(position, answer, |run, mv| {
                    Some(!run.wins_after(position, mv, moves)?)
                })?;
                return alone.then_some(Proof::Win { moves });
            }
        }
        for moves in 1..=FARTHEST - 1 {
            if run.loses_after(position, answer, moves)? {
                return None;
            }
            let alone = run.all_others(position, answer, |run, mv| {
                run.loses_after(position, mv, moves)
            })?;
            if alone {
                return Some(Proof::Defence { moves });
            }
        }
        None
    }
}

/// Looks for forced wins, and remembers what it has found. None as soon as it has taken too long.
#[derive(Default)]
struct Run {
    found: HashMap<(u64, u32), bool>,
    nodes: u64,
}

impl Run {
    fn all_others<P: Position>(
        &mut self,
        position: &P,
        answer: Move,
        mut holds: impl FnMut(&mut Self, Move) -> Option<bool>,
    ) -> Option<bool> {
        for mv in &position.moves() {
            if mv != answer && !holds(self, mv)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a move wins in so many moves, itself included.
    fn wins_after<P: Position>(&mut self, position: &P, mv: Move, moves: u32) -> Option<bool> {
        let seat = position.turn();
        let mut after = position.clone();
        after.play(mv);
        self.cant_help_it(&after, seat, moves - 1)
    }

    /// Whether the opponent wins in so many moves of its own after a move.
    fn loses_after<P: Position>(&mut self, position: &P, mv: Move, moves: u32) -> Option<bool> {
        let mut after = position.clone();
        after.play(mv);
        self.wins(&after, moves)
    }

    /// Whether the seat to move wins in so many moves of its own.
    fn wins<P: Position>(&mut self, position: &P, moves: u32) -> Option<bool> {
        if moves == 0 || position.standings().is_some() {
            return Some(false);
        }
        if let Some(&known) = self.found.get(&(position.key(), moves)) {
            return Some(known);
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        let mut wins = moves > 1 && self.wins(position, moves - 1)?;
        for mv in &position.moves() {
            if wins {
                break;
            }
            wins = self.wins_after(position, mv, moves)?;
        }
        self.found.insert((position.key(), moves), wins);
        Some(wins)
    }

    /// Whether a seat has won, or wins in so many moves of its own whatever the other one plays now.
    fn cant_help_it<P: Position>(&mut self, position: &P, seat: Seat, moves: u32) -> Option<bool> {
        if let Some(standings) = position.standings() {
            return Some(standings.sole_winner() == Some(seat));
        }
        if moves == 0 {
            return Some(false);
        }
        for mv in &position.moves() {
            let mut after = position.clone();
            after.play(mv);
            if !self.wins(&after, moves)? {
                return Some(false);
            }
        }
        Some(true)
    }
}
