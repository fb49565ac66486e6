//! Looking for puzzles in one game.

use crate::games::GivenGame;
use crate::prove::{Exact, Known, prove};
use crate::rating::LEAST_EFFORT;
use crate::themes::themes;
use crate::thinker::Thinker;
use crate::{MinerSettings, Moment, Proof, Puzzle, PuzzleError, Step, Tally, rating_of};
use longjump_rules::GameSpec;

/// How many moves of the solver's a puzzle has at most.
const MOST_STEPS: usize = 4;
/// What a player who looks one move ahead plays is too easy if the engine keeps to it from here on.
const EASY_EFFORT: u64 = 1024;
/// The table of searches in MiB: small, as it is emptied for each.
const MEBIBYTES: usize = 1;
/// The table of what is solved, which is kept.
const SOLVER_MEBIBYTES: usize = 64;
/// A first look takes so many times fewer positions, ...
const GLANCE: u64 = 4;
/// ... and looks no closer where another move is within so much of the margin.
const GLANCE_MARGIN: f64 = 0.5;
/// How deep the plain search looks at most.
const PLAIN_DEPTH: u32 = 12;

/// Looks for puzzles in games.
pub struct Miner {
    spec: GameSpec,
    settings: MinerSettings,
    pub(crate) thinker: Thinker,
    exact: Exact,
}

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum No {
    Single,
    Unclear,
    Recapture,
    Unsure,
    Easy,
}

/// A clear answer, and how the engine thinks that it goes on.
struct Clear {
    step: Step,
    line: Vec<String>,
}

impl Miner {
    /// A miner for a game.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn new(spec: &GameSpec, settings: MinerSettings) -> Result<Self, PuzzleError> {
        Ok(Self {
            spec: spec.clone(),
            settings,
            thinker: Thinker::new(spec, MEBIBYTES)?,
            exact: Exact::new(spec, SOLVER_MEBIBYTES)?,
        })
    }

    /// How many positions are looked at to verify an answer.
    fn verifying(&self) -> u64 {
        self.settings.nodes * self.settings.factor
    }

    /// The puzzles of a game, and what became of its positions; none as soon as nobody wants them any more.
    ///
    /// # Errors
    /// When the game can't be.
    pub fn mine(
        &mut self,
        number: u64,
        game: &GivenGame,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<(Vec<Puzzle>, Tally)>, PuzzleError> {
        let mut tally = Tally {
            game: number,
            ..Tally::default()
        };
        let mut puzzles = Vec::new();
        let mut moment = Moment::new(&self.spec, game.start.clone());
        let mut table = moment.table()?;
        let mut skip_until = 0;
        let mut taken_on = None;
        for (ply, mv) in game.moves.iter().enumerate() {
            if !is_wanted() {
                return Ok(None);
            }
            // A puzzle is a position without a past.
            moment.position = table.position();
            if ply >= skip_until {
                tally.positions += 1;
                match self.puzzle(&moment, taken_on.as_deref())? {
                    Ok(puzzle) => {
                        skip_until = ply + plies_of(&puzzle);
                        puzzles.push(Puzzle {
                            game: number,
                            ply,
                            ..puzzle
                        });
                    }
                    Err(No::Single) => tally.single += 1,
                    Err(No::Unclear) => tally.unclear += 1,
                    Err(No::Recapture) => tally.recapture += 1,
                    Err(No::Unsure) => tally.unsure += 1,
                    Err(No::Easy) => tally.easy += 1,
                }
            }
            let before = pieces(&*table);
            table.play(mv)?;
            let takes = pieces(&*table) < before;
            taken_on = takes.then(|| landing(mv).to_owned());
        }
        Ok(Some((puzzles, tally)))
    }

    /// The puzzle of a position, or why it is none. `taken_on` is where the move before took a piece.
    fn puzzle(
        &mut self,
        moment: &Moment,
        taken_on: Option<&str>,
    ) -> Result<Result<Puzzle, No>, PuzzleError> {
        let found = match self.found(moment)? {
            Ok(found) => found,
            Err(no) => return Ok(Err(no)),
        };
        if taken_on == Some(landing(&found.step.answer)) {
            return Ok(Err(No::Recapture));
        }
        let is_plain = self.thinker.greedy_move(moment)?.as_ref() == Some(&found.step.answer);
        if is_plain && self.is_kept_to(moment, &found.step)? {
            return Ok(Err(No::Easy));
        }
        let clear = match self.verified(moment, found)? {
            Ok(clear) => clear,
            Err(no) => return Ok(Err(no)),
        };
        let Some(effort) = self.effort(moment, &clear.step)? else {
            return Ok(Err(No::Unsure));
        };
        if is_plain && effort < EASY_EFFORT {
            return Ok(Err(No::Easy));
        }
        let nodes = self.verifying();
        let themes = themes(
            &mut self.thinker,
            &mut self.exact,
            moment,
            &clear.step,
            &clear.line,
            nodes,
        )?;
        Ok(Ok(Puzzle {
            position: moment.position.clone(),
            steps: self.steps(moment, clear)?,
            nodes,
            effort,
            rating: rating_of(effort),
            themes,
            game: 0,
            ply: 0,
        }))
    }

    /// The one clear answer of a moment, found, verified, and proven if it can be.
    fn clear(&mut self, moment: &Moment) -> Result<Result<Clear, No>, PuzzleError> {
        match self.found(moment)? {
            Ok(found) => self.verified(moment, found),
            Err(no) => Ok(Err(no)),
        }
    }

    /// An answer that is known exactly, or that a search finds.
    fn found(&mut self, moment: &Moment) -> Result<Result<Clear, No>, PuzzleError> {
        let moves = moment.table()?.moves();
        if moves.len() < 2 {
            return Ok(Err(No::Single));
        }
        match self.exact.known(moment)? {
            Known::Several => return Ok(Err(No::Unclear)),
            Known::One(step) => {
                let line = vec![step.answer.clone()];
                return Ok(Ok(Clear { step, line }));
            }
            Known::Nothing => {}
        }
        let MinerSettings { nodes, margin, .. } = self.settings;
        let glance = self.searched(moment, None, nodes / GLANCE, margin * GLANCE_MARGIN)?;
        if glance.is_none() {
            return Ok(Err(No::Unclear));
        }
        let found = self.searched(moment, None, nodes, margin)?;
        Ok(found.ok_or(No::Unclear))
    }

    /// What was found, if it is clear with more positions looked at too.
    fn verified(
        &mut self,
        moment: &Moment,
        found: Clear,
    ) -> Result<Result<Clear, No>, PuzzleError> {
        if found.step.proof.is_some() {
            return Ok(Ok(found));
        }
        let answer = Some(found.step.answer.as_str());
        let verified = self.searched(moment, answer, self.verifying(), self.settings.margin)?;
        let Some(mut clear) = verified else {
            return Ok(Err(No::Unsure));
        };
        clear.step.proof = prove(moment, &clear.step)?;
        Ok(Ok(clear))
    }

    /// The answer that a search finds, if it is the expected one and no other move comes near.
    fn searched(
        &mut self,
        moment: &Moment,
        expected: Option<&str>,
        nodes: u64,
        margin: f64,
    ) -> Result<Option<Clear>, PuzzleError> {
        let Some(best) = self.thinker.look(moment, &[], nodes)? else {
            return Ok(None);
        };
        if best.chance < margin || expected.is_some_and(|expected| expected != best.mv) {
            return Ok(None);
        }
        let mut others = moment.table()?.moves();
        others.retain(|mv| *mv != best.mv);
        let Some(second) = self.thinker.look(moment, &others, nodes)? else {
            return Ok(None);
        };
        if best.chance - second.chance < margin {
            return Ok(None);
        }
        let step = Step {
            answer: best.mv,
            chance: rounded(best.chance),
            second: second.mv,
            second_chance: rounded(second.chance),
            proof: None,
            replies: Vec::new(),
        };
        let line = best.line;
        Ok(Some(Clear { step, line }))
    }

    /// Whether the engine plays an answer with few positions already and keeps to it for a while, so that it need
    /// not be verified to be known as too easy.
    fn is_kept_to(&mut self, moment: &Moment, step: &Step) -> Result<bool, PuzzleError> {
        let mut nodes = EASY_EFFORT / 2;
        while nodes <= self.settings.nodes.max(EASY_EFFORT) {
            let choice = self.thinker.look(moment, &[], nodes)?;
            if step.proof.is_some() || choice.is_none_or(|choice| choice.mv != step.answer) {
                return Ok(false);
            }
            nodes *= 2;
        }
        Ok(true)
    }

    /// The answers of a puzzle from its first one on: as long as each is clear, and all are proven or none is.
    fn steps(&mut self, moment: &Moment, first: Clear) -> Result<Vec<Step>, PuzzleError> {
        let mut steps = vec![first.step];
        let mut moment = moment.clone();
        let solver = moment.table()?.turn();
        while steps.len() < MOST_STEPS {
            let last = steps.last_mut().expect("there is a first one");
            moment = moment.after(&last.answer);
            let mut replies = Vec::new();
            while moment
                .table()?
                .turn()
                .is_some_and(|turn| Some(turn) != solver)
            {
                let Some(reply) = self.thinker.look(&moment, &[], self.verifying())? else {
                    break;
                };
                moment = moment.after(&reply.mv);
                replies.push(reply.mv);
            }
            if moment.table()?.turn() != solver {
                break;
            }
            let Ok(next) = self.clear(&moment)? else {
                break;
            };
            if next.step.proof.is_some() != last.proof.is_some() {
                break;
            }
            last.replies = replies;
            steps.push(next.step);
        }
        Ok(steps)
    }

    /// From how many positions on the engine keeps to an answer; none if it does not with as many as it was
    /// verified with. What is known exactly the engine plays at once; so there it is a plain search that knows
    /// nothing but rows, and an answer that it never finds is as hard as any.
    fn effort(&mut self, moment: &Moment, step: &Step) -> Result<Option<u64>, PuzzleError> {
        let is_known = |proof| matches!(proof, Proof::Race | Proof::OnlyWin | Proof::OnlyDraw);
        if step.proof.is_some_and(is_known) {
            return self.plain_effort(moment, &step.answer).map(Some);
        }
        let mut kept = None;
        let mut nodes = LEAST_EFFORT;
        while nodes <= self.verifying() {
            let choice = self.thinker.look(moment, &[], nodes)?;
            if choice.is_none_or(|choice| choice.mv != step.answer) {
                kept = None;
            } else if kept.is_none() {
                kept = Some(nodes);
            }
            nodes *= 2;
        }
        Ok(kept)
    }

    fn plain_effort(&mut self, moment: &Moment, answer: &str) -> Result<u64, PuzzleError> {
        let most = self.verifying();
        let mut kept = None;
        for depth in 1..=PLAIN_DEPTH {
            let found = self.thinker.plain_move(moment, depth, most)?;
            let Some((mv, nodes)) = found.filter(|&(_, nodes)| nodes < most) else {
                break;
            };
            kept = if mv == answer {
                kept.or(Some(nodes))
            } else {
                None
            };
        }
        Ok(kept.unwrap_or(most))
    }
}

/// How many plies a puzzle lasts, so that it is not found again a move later.
fn plies_of(puzzle: &Puzzle) -> usize {
    let plies = puzzle.steps.iter().map(|step| 1 + step.replies.len());
    plies.sum::<usize>() + 1
}

fn pieces(table: &dyn longjump_engine::Table) -> usize {
    table.setup().pieces.iter().flatten().count()
}

/// Where a move ends, as its second name.
fn landing(mv: &str) -> &str {
    let second = mv
        .char_indices()
        .skip(1)
        .find(|(_, c)| c.is_ascii_alphabetic());
    second.map_or(mv, |(at, _)| &mv[at..])
}

/// Shares are written with three digits.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 1000.0
}
