//! Openings by the hundred: candidates in order of number, searched on all cores.

use super::balance::{Balance, engine_of};
use super::canonical::{Canonical, Symmetries};
use super::error::OpeningsError;
use super::list::Openings;
use super::opening::Opening;
use super::random::{random_opening, seed_of};
use super::tally::Tally;
use longjump_engine::{EngineError, Table, build, open_table};
use longjump_rules::GameSpec;
use std::collections::{BTreeMap, HashSet};
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
    /// The seed of all random numbers.
    pub seed: u64,
    /// How fair they must be; only for two seats.
    pub balance: Option<Balance>,
    /// How many searches at once. It changes nothing but the time.
    pub threads: usize,
}

impl OpeningsPlan {
    /// Makes the openings, telling `progress` how it goes. They depend on the plan alone.
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
        progress: &(dyn Fn(&Tally) + Sync),
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
        let queue = Mutex::new(CandidateQueue {
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
            let work = || self.work(&queue, progress);
            let threads: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(work))
                .collect();
            let results = threads.into_iter().map(|thread| thread.join());
            results
                .map(|result| result.expect("no thread has panicked"))
                .collect::<Result<Vec<()>, EngineError>>()
        })?;
        let queue = queue.into_inner().expect("no thread has panicked");
        queue.finish()
    }

    /// Searches one candidate after the other until none is needed.
    fn work(
        &self,
        queue: &Mutex<CandidateQueue<'_>>,
        progress: &(dyn Fn(&Tally) + Sync),
    ) -> Result<(), EngineError> {
        let lock = || -> MutexGuard<'_, CandidateQueue<'_>> {
            queue.lock().expect("no thread has panicked")
        };
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
            let mut queue = lock();
            queue.settle(number, fate);
            progress(&queue.tally);
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
struct CandidateQueue<'a> {
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

impl CandidateQueue<'_> {
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
