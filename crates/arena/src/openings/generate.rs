//! Openings by the hundred: candidates in order of number, searched on all cores.

use super::balance::engine_of;
use super::random::seed_of;
use super::{Balance, Canonical, Opening, Openings, OpeningsError, Symmetries, random_opening};
use longjump_engine::{EngineError, Table, build, open_table};
use longjump_rules::GameSpec;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard};

/// If so many candidates ended the game and no other came by, there is no hope.
const HOPELESS: u64 = 10;

/// Which openings are wanted.
#[derive(Clone, Debug)]
pub struct OpeningsPlan {
    /// The game.
    pub spec: GameSpec,
    /// How many openings.
    pub count: usize,
    /// How many random moves each has.
    pub plies: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// How fair they must be; only for two seats.
    pub balance: Option<Balance>,
    /// How many searches at once. It changes nothing but the time.
    pub threads: usize,
}

/// What came of the candidates tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How many there were.
    pub tried: u64,
    /// How many were kept.
    pub found: u64,
    /// How many led to a position that was there before, up to symmetry.
    pub same: u64,
    /// How many a search found unfair.
    pub unbalanced: u64,
    /// How many ended the game, whatever was tried.
    pub ended: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} found in {} tried: {} the same by symmetry, {} not balanced, {} ended the game",
            self.found, self.tried, self.same, self.unbalanced, self.ended
        )
    }
}

impl OpeningsPlan {
    /// Makes the openings, telling `heard` how it goes. They depend on the plan alone.
    ///
    /// ```
    /// use longjump_arena::openings::{Balance, OpeningsPlan};
    /// let plan = OpeningsPlan {
    ///     spec: "knightthrough".parse()?,
    ///     count: 3,
    ///     plies: 4,
    ///     seed: 1,
    ///     balance: Some(Balance { moves: 1.0, nodes: 500 }),
    ///     threads: 2,
    /// };
    /// let (openings, tally) = plan.make(&|_| {})?;
    /// assert_eq!((openings.list.len(), tally.found), (3, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such game, it has too many seats for a balance, or too few openings
    /// are found.
    pub fn make(
        &self,
        heard: &(dyn Fn(&Tally) + Sync),
    ) -> Result<(Openings, Tally), OpeningsError> {
        let table = open_table(&self.spec)?;
        if self.balance.is_some() {
            if table.seats() > 2 {
                return Err(OpeningsError::BalanceForMany {
                    seats: table.seats(),
                });
            }
            build(&engine_of(&self.spec)?)?;
        }
        let desk = Mutex::new(Desk {
            plan: self,
            table,
            symmetries: Symmetries::of(&self.spec)?,
            seen: HashSet::new(),
            next: 0,
            waiting: BTreeMap::new(),
            openings: Vec::new(),
            tally: Tally::default(),
        });
        std::thread::scope(|scope| {
            let work = || self.work(&desk, heard);
            let threads: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(work))
                .collect();
            let results = threads.into_iter().map(|thread| thread.join());
            results
                .map(|result| result.expect("no thread has panicked"))
                .collect::<Result<Vec<()>, EngineError>>()
        })?;
        let desk = desk.into_inner().expect("no thread has panicked");
        desk.finish()
    }

    /// Searches one candidate after the other until none is needed.
    fn work(
        &self,
        desk: &Mutex<Desk<'_>>,
        heard: &(dyn Fn(&Tally) + Sync),
    ) -> Result<(), EngineError> {
        let lock = || -> MutexGuard<'_, Desk<'_>> { desk.lock().expect("no thread has panicked") };
        loop {
            let Some((number, opening)) = lock().next_candidate() else {
                return Ok(());
            };
            let is_fair = match &self.balance {
                None => true,
                Some(balance) => balance.allows(balance.outlook(&self.spec, &opening)?),
            };
            let fate = if is_fair {
                Fate::Kept(opening)
            } else {
                Fate::Unbalanced
            };
            let mut desk = lock();
            desk.settle(number, fate);
            heard(&desk.tally);
        }
    }

    /// After how many candidates to give up.
    fn most_candidates(&self) -> u64 {
        (self.count as u64)
            .saturating_mul(200)
            .saturating_add(10_000)
    }

    /// What a file of these openings begins with.
    fn notes(&self, tally: &Tally) -> Vec<String> {
        let balance = self.balance.map_or_else(
            || "balance none".to_owned(),
            |balance| format!("balance {}, nodes {}", balance.moves, balance.nodes),
        );
        vec![
            format!("longjump {} openings", env!("CARGO_PKG_VERSION")),
            format!("spec {}", self.spec),
            format!("plies {}, seed {}, {balance}", self.plies, self.seed),
            tally.to_string(),
        ]
    }
}

/// What becomes of a candidate.
enum Fate {
    Kept(Opening),
    Same,
    Unbalanced,
    Ended,
}

/// Where candidates are given out and come back. They are made in order of number, which is
/// quick, and counted in that order whenever they come back; so threads change nothing.
struct Desk<'a> {
    plan: &'a OpeningsPlan,
    table: Box<dyn Table>,
    symmetries: Symmetries,
    seen: HashSet<Canonical>,
    /// The number of the next candidate.
    next: u64,
    /// The fates of candidates that have one before others did.
    waiting: BTreeMap<u64, Fate>,
    openings: Vec<Opening>,
    tally: Tally,
}

impl Desk<'_> {
    /// The next candidate that is unlike those before, if more are needed.
    fn next_candidate(&mut self) -> Option<(u64, Opening)> {
        while !self.is_over() && self.next < self.plan.most_candidates() {
            let number = self.next;
            self.next += 1;
            let seed = seed_of(self.plan.seed, number);
            match random_opening(&mut *self.table, self.plan.plies, seed) {
                None => self.settle(number, Fate::Ended),
                Some(moves) => {
                    let canonical = self.symmetries.canonical(&self.table.setup());
                    if self.seen.insert(canonical) {
                        return Some((number, Opening { start: None, moves }));
                    }
                    self.settle(number, Fate::Same);
                }
            }
        }
        None
    }

    fn is_over(&self) -> bool {
        self.openings.len() >= self.plan.count || self.is_hopeless()
    }

    fn is_hopeless(&self) -> bool {
        self.tally.ended >= HOPELESS && self.tally.ended == self.tally.tried
    }

    /// Notes what has become of a candidate, and counts all whose turn has come.
    fn settle(&mut self, number: u64, fate: Fate) {
        self.waiting.insert(number, fate);
        while !self.is_over() {
            let Some(fate) = self.waiting.remove(&self.tally.tried) else {
                return;
            };
            self.tally.tried += 1;
            match fate {
                Fate::Same => self.tally.same += 1,
                Fate::Unbalanced => self.tally.unbalanced += 1,
                Fate::Ended => self.tally.ended += 1,
                Fate::Kept(opening) => {
                    self.tally.found += 1;
                    self.openings.push(opening);
                }
            }
        }
    }

    fn finish(self) -> Result<(Openings, Tally), OpeningsError> {
        let (plan, tally) = (self.plan, self.tally);
        if self.is_hopeless() {
            Err(OpeningsError::TooLong { plies: plan.plies })
        } else if self.openings.len() >= plan.count {
            let openings = Openings {
                notes: plan.notes(&tally),
                list: self.openings,
            };
            Ok((openings, tally))
        } else {
            let wanted = plan.count;
            Err(OpeningsError::TooFew { wanted, tally })
        }
    }
}
