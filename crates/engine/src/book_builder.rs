//! Makes an opening book: searches the best lines from the start on.

use crate::{BookMove, Control, Engine, EngineError, EngineSpec, Limits, Table, build};
use longjump_rules::GameSpec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How many moves of a position are looked at.
const LINES: usize = 6;
/// Moves that are worse than the best by more, in hundredths of a move, are left out.
const MARGIN: i32 = 150;
/// What each ply from the start counts, beside what was given away to come there, when the
/// next position is chosen.
const PLY_COST: i32 = 25;

/// How an opening book is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookBuilder {
    /// How many positions it has at most.
    pub positions: usize,
    /// How many nodes each is searched with.
    pub nodes: u64,
    /// How many threads search.
    pub threads: usize,
}

/// A book as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltBook {
    /// How many positions it has.
    pub positions: usize,
    /// A line for each, as books are read.
    pub text: String,
}

/// A position that was searched.
struct Page {
    way: Vec<String>,
    /// Its best moves, each with the number of the position it leads to.
    moves: Vec<(BookMove, u64)>,
}

/// What is still to be searched, the most interesting first.
type Queue = BinaryHeap<Reverse<(i32, Vec<String>)>>;

impl BookBuilder {
    /// Searches the best lines from the start on, calling `progress` after each position, until
    /// there are enough or `interrupt` is set.
    ///
    /// # Errors
    /// When the game has no engine.
    pub fn build(
        &self,
        spec: &GameSpec,
        interrupt: &AtomicBool,
        progress: &mut dyn FnMut(),
    ) -> Result<BuiltBook, EngineError> {
        let threads = self.threads;
        let engine = format!("{spec}/default:multipv={LINES},hash=64,threads={threads}");
        let engine: EngineSpec = engine.parse()?;
        let mut engine = build(&engine)?;
        let control = Control::default();
        let mut pages: HashMap<u64, Page> = HashMap::new();
        let mut queue: Queue = BinaryHeap::from([Reverse((0, Vec::new()))]);
        while let Some(Reverse((cost, way))) = queue.pop() {
            if pages.len() >= self.positions || interrupt.load(Ordering::Relaxed) {
                break;
            }
            let key = at(engine.table(), &way);
            if pages.contains_key(&key) || engine.table().turn().is_none() {
                continue;
            }
            let found = searched(&mut *engine, self.nodes, &control);
            let best = found.first().map_or(0, |it| it.score);
            let mut moves = Vec::new();
            for found in found.into_iter().filter(|it| best - it.score <= MARGIN) {
                let mut next = way.clone();
                next.push(found.mv.clone());
                let key = at(engine.table(), &next);
                queue.push(Reverse((cost + best - found.score + PLY_COST, next)));
                moves.push((found, key));
            }
            pages.insert(key, Page { way, moves });
            progress();
        }
        Ok(written(pages))
    }
}

/// Sets a table up and tells the number of the position, the same for its mirror.
fn at(table: &mut dyn Table, way: &[String]) -> u64 {
    let moves: Vec<&str> = way.iter().map(String::as_str).collect();
    let set_up = table.set_up(None, &moves);
    set_up.expect("moves that the engine found legal");
    table.key_or_mirrored()
}

/// The best moves of the position on an engine's table.
fn searched(engine: &mut dyn Engine, nodes: u64, control: &Control) -> Vec<BookMove> {
    let mut found: Vec<BookMove> = Vec::new();
    engine.choose(
        &Limits::nodes(nodes),
        &Instant::now(),
        control,
        &mut |thought| {
            // Every depth begins with its best line.
            found.truncate(thought.rank - 1);
            found.extend(thought.line.first().map(|mv| BookMove {
                mv: mv.clone(),
                score: thought.score,
            }));
        },
    );
    found
}

/// The text of a book: what was found later along a line goes back to where it began.
fn written(mut pages: HashMap<u64, Page>) -> BuiltBook {
    let mut order: Vec<u64> = pages.keys().copied().collect();
    order.sort_by_key(|key| (pages[key].way.len(), pages[key].way.clone()));
    for key in order.iter().rev() {
        let mut moves = std::mem::take(&mut pages.get_mut(key).expect("a page").moves);
        for (found, next) in &mut moves {
            let reply = pages.get(next).and_then(|page| page.moves.first());
            found.score = reply.map_or(found.score, |(reply, _)| -reply.score);
        }
        moves.sort_by_key(|(found, _)| -found.score);
        let best = moves.first().map_or(0, |(found, _)| found.score);
        moves.retain(|(found, _)| best - found.score <= MARGIN);
        pages.get_mut(key).expect("a page").moves = moves;
    }
    let mut text = String::new();
    let positions = order.len();
    for key in order {
        let page = &pages[&key];
        let moves: Vec<String> = page
            .moves
            .iter()
            .map(|(found, _)| format!("{} {}", found.mv, found.score))
            .collect();
        text += &format!("{}: {}\n", page.way.join(" "), moves.join(", "));
    }
    BuiltBook { positions, text }
}
