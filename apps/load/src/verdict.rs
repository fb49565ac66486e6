//! Whether the history is one of a service that keeps its promises.

use crate::history::{GameId, Notes, Promise, Thought, Told};
use longjump_online::open_board;
use longjump_rules::GameSpec;
use longjump_testbed::{GameEnd, StoredMove};
use serde::Serialize;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// After a fault has ended, what it disturbed is as before within this time.
const RECOVERY: Duration = Duration::from_secs(6);
/// Undisturbed, everybody who watches is told of a move within this time.
const TOLD_WITHIN: Duration = Duration::from_secs(1);

/// When something was wrong on purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultTime {
    pub(crate) began: Instant,
    pub(crate) ended: Instant,
}

/// What the history is held against.
pub(crate) struct Evidence<'a> {
    pub(crate) spec: &'a GameSpec,
    pub(crate) notes: &'a Notes,
    pub(crate) moves: &'a [StoredMove],
    pub(crate) games: &'a [GameEnd],
    pub(crate) faults: &'a [FaultTime],
    /// What may be charged above the time thought where nothing was wrong; for players in this
    /// seat only, if the others are not prompt.
    pub(crate) slack: Duration,
    pub(crate) prompt_seat: Option<usize>,
}

/// What is wrong with a history, in words, and figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub(crate) struct Verdict {
    /// Acknowledged moves.
    pub(crate) promises: usize,
    /// Moves in the database.
    pub(crate) moves_kept: usize,
    /// Those acknowledged that the database does not have so.
    pub(crate) broken: Vec<String>,
    /// Games in the database that can't be by the rules.
    pub(crate) impossible: Vec<String>,
    /// Games that did not end.
    pub(crate) unfinished: Vec<String>,
    /// Games that ended though both players were there and played on.
    pub(crate) ended_wrongly: Vec<String>,
    /// Moves of which somebody was told too late, or never.
    pub(crate) told_late: Vec<String>,
    /// Moves that were charged more than they may be.
    pub(crate) overcharged: Vec<String>,
    /// The longest time from when a move was known to one until it was known to another, in
    /// milliseconds.
    pub(crate) longest_telling_ms: u64,
    /// The most that was charged above the time thought, in milliseconds.
    pub(crate) most_above_thought_ms: i64,
    /// The same where nothing was wrong.
    pub(crate) most_above_thought_undisturbed_ms: i64,
}

impl Verdict {
    /// Whether nothing is wrong.
    pub(crate) fn is_fine(&self) -> bool {
        self.wrongs().all(|(_, wrong)| wrong.is_empty())
    }

    /// What is wrong, by kind.
    pub(crate) fn wrongs(&self) -> impl Iterator<Item = (&'static str, &Vec<String>)> {
        [
            ("broken", &self.broken),
            ("impossible", &self.impossible),
            ("unfinished", &self.unfinished),
            ("ended wrongly", &self.ended_wrongly),
            ("told late", &self.told_late),
            ("overcharged", &self.overcharged),
        ]
        .into_iter()
    }
}

/// Judges a history.
pub(crate) fn judge(evidence: &Evidence<'_>) -> Verdict {
    let notes = evidence.notes;
    let unfinished = evidence.games.iter().filter(|game| game.status != "over");
    let mut verdict = Verdict {
        promises: notes.promises.len(),
        moves_kept: evidence.moves.len(),
        broken: broken(evidence),
        impossible: impossible(evidence),
        unfinished: unfinished.map(|game| game.id.clone()).collect(),
        ended_wrongly: ended_wrongly(evidence),
        ..Verdict::default()
    };
    let known = Knowledge::of(notes);
    judge_telling(evidence, &known, &mut verdict);
    judge_charges(evidence, &known, &mut verdict);
    verdict
}

fn broken(evidence: &Evidence<'_>) -> Vec<String> {
    let kept: HashMap<(&str, usize), &StoredMove> = evidence
        .moves
        .iter()
        .map(|mv| ((mv.game.as_str(), mv.ply as usize), mv))
        .collect();
    let is_kept = |promise: &&Promise| {
        kept.get(&(&*promise.game, promise.ply))
            .is_some_and(|mv| mv.mv == promise.mv && mv.version as usize == promise.version)
    };
    let broken = evidence.notes.promises.iter().filter(|p| !is_kept(p));
    broken.map(|promise| format!("{promise:?}")).collect()
}

/// Games whose moves don't follow one another, or are against the rules.
fn impossible(evidence: &Evidence<'_>) -> Vec<String> {
    let mut boards = HashMap::new();
    let mut wrong = Vec::new();
    for stored in evidence.moves {
        let board = boards
            .entry(stored.game.as_str())
            .or_insert_with(|| open_board(evidence.spec).ok());
        let Some(board) = board else { continue };
        if board.ply() != stored.ply as usize || board.play(&stored.mv).is_err() {
            wrong.push(format!("{stored:?} after {} moves", board.ply()));
        }
    }
    wrong
}

fn ended_wrongly(evidence: &Evidence<'_>) -> Vec<String> {
    let by_rules = |game: &&GameEnd| game.reason.as_deref().is_none_or(|why| why == "rules");
    let others = evidence.games.iter().filter(|game| !by_rules(game));
    let mut wrong: Vec<String> = others.map(|game| format!("{game:?}")).collect();
    wrong.extend(evidence.notes.claims.iter().cloned());
    wrong
}

/// Who knew what when.
struct Knowledge<'a> {
    /// What each watcher of a game was told, in order.
    told: HashMap<(&'a str, usize), Vec<&'a Told>>,
    /// The watchers of each game.
    watchers: HashMap<&'a str, Vec<usize>>,
    /// When a version was acknowledged to whoever asked for it.
    promised: HashMap<(&'a str, usize), Instant>,
}

impl<'a> Knowledge<'a> {
    fn of(notes: &'a Notes) -> Self {
        let mut told: HashMap<(&str, usize), Vec<&Told>> = HashMap::new();
        let mut watchers: HashMap<&str, Vec<usize>> = HashMap::new();
        for note in &notes.told {
            let of_watcher = told.entry((&note.game, note.watcher)).or_default();
            if of_watcher.is_empty() {
                watchers.entry(&note.game).or_default().push(note.watcher);
            }
            of_watcher.push(note);
        }
        let mut promised = HashMap::new();
        for promise in &notes.promises {
            let first: &mut Instant = promised
                .entry((&*promise.game, promise.version))
                .or_insert(promise.at);
            *first = promise.at.min(*first);
        }
        Self {
            told,
            watchers,
            promised,
        }
    }

    /// When a watcher knew of a version.
    fn told(&self, game: &str, watcher: usize, version: usize) -> Option<Instant> {
        let told = self.told.get(&(game, watcher))?;
        let later = told.iter().filter(|told| told.version >= version);
        later.map(|told| told.at).min()
    }

    /// When anybody at all knew of a version, and when each watcher did.
    fn of_version(&self, game: &str, version: usize) -> (Option<Instant>, Vec<Option<Instant>>) {
        let watchers = self.watchers.get(game).map_or(&[][..], Vec::as_slice);
        let each: Vec<_> = watchers
            .iter()
            .map(|&watcher| self.told(game, watcher, version))
            .collect();
        let first = each.iter().flatten().copied();
        let first = first
            .chain(self.promised.get(&(game, version)).copied())
            .min();
        (first, each)
    }
}

/// What faults may have cost between two moments: as long as they took, and to recover.
fn disturbance(faults: &[FaultTime], from: Instant, until: Instant) -> Option<Duration> {
    let near = faults
        .iter()
        .filter(|fault| fault.began <= until && fault.ended + RECOVERY >= from);
    let lasted = near.map(|fault| fault.ended - fault.began);
    lasted
        .reduce(|sum, one| sum + one)
        .map(|sum| sum + RECOVERY)
}

fn judge_telling(evidence: &Evidence<'_>, known: &Knowledge<'_>, verdict: &mut Verdict) {
    for stored in evidence.moves {
        let (first, each) = known.of_version(&stored.game, stored.version as usize);
        let Some(first) = first else {
            verdict.told_late.push(format!("nobody of {stored:?}"));
            continue;
        };
        for told in each {
            let took = told.map(|told| told - first);
            let until = told.unwrap_or(first);
            let allowed =
                TOLD_WITHIN + disturbance(evidence.faults, first, until).unwrap_or_default();
            match took {
                Some(took) => {
                    let ms = took.as_millis() as u64;
                    verdict.longest_telling_ms = verdict.longest_telling_ms.max(ms);
                    if took > allowed {
                        let late = format!("{ms} ms, {allowed:?} allowed: {stored:?}");
                        verdict.told_late.push(late);
                    }
                }
                None => verdict
                    .told_late
                    .push(format!("somebody never of {stored:?}")),
            }
        }
    }
}

fn judge_charges(evidence: &Evidence<'_>, known: &Knowledge<'_>, verdict: &mut Verdict) {
    let thoughts: HashMap<(&GameId, usize), &Thought> = evidence
        .notes
        .thoughts
        .iter()
        .map(|thought| ((&thought.game, thought.ply), thought))
        .collect();
    let mut before: Option<&StoredMove> = None;
    for stored in evidence.moves {
        let previous = before.filter(|before| before.game == stored.game);
        before = Some(stored);
        let game: GameId = stored.game.as_str().into();
        let is_prompt = evidence
            .prompt_seat
            .is_none_or(|seat| seat == stored.ply as usize % 2);
        // Engines' moves were thought about by nobody here.
        let Some(thought) = thoughts
            .get(&(&game, stored.ply as usize))
            .filter(|_| is_prompt)
        else {
            continue;
        };
        let began = match previous {
            Some(previous) => known.of_version(&game, previous.version as usize).0,
            None => evidence.notes.begun.get(&game).copied(),
        };
        let began = began.unwrap_or(thought.sent - thought.time);
        // The first to move thinks from when both sit, whenever they look.
        let time = match previous {
            Some(_) => thought.time,
            None => thought.sent - began.min(thought.sent),
        };
        let ended = known.of_version(&game, stored.version as usize).0;
        let ended = ended.unwrap_or(thought.sent);
        let above = stored.spent - time.as_millis() as i64;
        let disturbed = disturbance(evidence.faults, began, ended);
        verdict.most_above_thought_ms = verdict.most_above_thought_ms.max(above);
        if disturbed.is_none() {
            let most = &mut verdict.most_above_thought_undisturbed_ms;
            *most = above.max(*most);
        }
        let allowed = evidence.slack + disturbed.unwrap_or_default();
        if above > allowed.as_millis() as i64 {
            let why = format!("{above} ms above {time:?}, {allowed:?} allowed: {stored:?}");
            verdict.overcharged.push(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A game of two moves in which nothing is wrong, told to both players and a spectator.
    struct Story {
        spec: GameSpec,
        start: Instant,
        notes: Notes,
        moves: Vec<StoredMove>,
        games: Vec<GameEnd>,
        faults: Vec<FaultTime>,
    }

    impl Story {
        fn new() -> Self {
            let spec: GameSpec = "knightthrough".parse().expect("a game");
            let start = Instant::now();
            let game: GameId = "game".into();
            let mut board = open_board(&spec).expect("a board");
            let mut notes = Notes::default();
            notes.begun.insert(Arc::clone(&game), start);
            let mut moves = Vec::new();
            for ply in 0..2_usize {
                let mv = board.moves()[0].clone();
                board.play(&mv).expect("legal");
                let at = start + Duration::from_millis(1_000 * (ply as u64 + 1));
                notes.thoughts.push(Thought {
                    game: Arc::clone(&game),
                    ply,
                    time: Duration::from_millis(980),
                    sent: at - Duration::from_millis(10),
                });
                notes.promises.push(Promise {
                    game: Arc::clone(&game),
                    ply,
                    mv: mv.clone(),
                    version: ply + 4,
                    at,
                });
                notes.told.extend((0..3).map(|watcher| Told {
                    game: Arc::clone(&game),
                    version: ply + 4,
                    watcher,
                    at: at + Duration::from_millis(5),
                }));
                moves.push(StoredMove {
                    game: game.to_string(),
                    ply: ply as i32,
                    version: ply as i32 + 4,
                    mv,
                    spent: 1_000,
                });
            }
            let over = GameEnd {
                id: game.to_string(),
                status: "over".to_owned(),
                reason: Some("rules".to_owned()),
            };
            Self {
                spec,
                start,
                notes,
                moves,
                games: vec![over],
                faults: Vec::new(),
            }
        }

        fn verdict(&self) -> Verdict {
            judge(&Evidence {
                spec: &self.spec,
                notes: &self.notes,
                moves: &self.moves,
                games: &self.games,
                faults: &self.faults,
                slack: Duration::from_millis(250),
                prompt_seat: None,
            })
        }

        /// The kinds of what is wrong.
        fn wrongs(&self) -> Vec<&'static str> {
            let verdict = self.verdict();
            let wrongs = verdict.wrongs().filter(|(_, wrongs)| !wrongs.is_empty());
            wrongs.map(|(kind, _)| kind).collect()
        }

        fn add_fault(&mut self, from_ms: u64, to_ms: u64) {
            self.faults.push(FaultTime {
                began: self.start + Duration::from_millis(from_ms),
                ended: self.start + Duration::from_millis(to_ms),
            });
        }
    }

    #[test]
    fn a_good_history_is_fine() {
        let story = Story::new();
        assert!(story.verdict().is_fine(), "{:?}", story.verdict());
        assert_eq!(story.verdict().longest_telling_ms, 5);
        assert_eq!(story.verdict().most_above_thought_ms, 20);
    }

    #[test]
    fn a_move_that_is_lost_or_another_is_seen() {
        let mut story = Story::new();
        story.moves.pop();
        assert_eq!(story.wrongs(), ["broken"]);
        let mut story = Story::new();
        story.notes.promises[1].version += 1;
        assert_eq!(story.wrongs(), ["broken"]);
    }

    #[test]
    fn a_move_twice_or_against_the_rules_is_seen() {
        let mut story = Story::new();
        let again = story.moves[1].clone();
        story.moves.push(again);
        assert_eq!(story.wrongs(), ["impossible"]);
        let mut story = Story::new();
        story.moves[1].mv = "a1a2".to_owned();
        assert!(story.wrongs().contains(&"impossible"));
    }

    #[test]
    fn ends_that_should_not_be_are_seen() {
        let mut story = Story::new();
        story.games[0].reason = Some("time".to_owned());
        assert_eq!(story.wrongs(), ["ended wrongly"]);
        let mut story = Story::new();
        story.notes.claims.push("somebody".to_owned());
        assert_eq!(story.wrongs(), ["ended wrongly"]);
        let mut story = Story::new();
        story.games[0].status = "playing".to_owned();
        assert_eq!(story.wrongs(), ["unfinished"]);
    }

    #[test]
    fn who_is_told_late_or_never_is_seen() {
        let mut story = Story::new();
        story.notes.told[5].at += Duration::from_secs(3);
        assert_eq!(story.wrongs(), ["told late"]);
        // While something was wrong that is no wonder.
        story.add_fault(2_500, 3_000);
        assert_eq!(story.wrongs(), [""; 0]);
        // Though not that late.
        story.notes.told[5].at += Duration::from_secs(30);
        assert_eq!(story.wrongs(), ["told late"]);
        story.notes.told.remove(5);
        assert_eq!(story.wrongs(), ["told late"]);
    }

    #[test]
    fn a_charge_above_the_time_thought_is_seen() {
        let mut story = Story::new();
        story.moves[1].spent = 1_240;
        assert_eq!(story.wrongs(), ["overcharged"]);
        story.add_fault(1_200, 1_700);
        assert_eq!(story.wrongs(), [""; 0]);
        story.moves[1].spent = 9_000;
        assert_eq!(story.wrongs(), ["overcharged"]);
    }
}
