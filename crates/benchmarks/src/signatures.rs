//! A fixed list of positions, searched to fixed depths.

use longjump_engine::{Control, EngineError, EngineSpec, Limits, NoClock, build};
use std::time::Instant;

const POSITIONS: &str = include_str!("../../../benches/positions.txt");

/// A position of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The game.
    pub game: &'static str,
    /// How deep it is searched.
    pub depth: u32,
    /// The position as text; none is the start.
    pub position: Option<&'static str>,
}

/// The list, the positions of a game one after the other.
///
/// # Panics
/// When a line of the list is malformed, which is a bug.
pub fn positions() -> impl Iterator<Item = BenchPosition> {
    let lines = POSITIONS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().expect("three words a line");
        let (game, depth, position) = (next(), next(), next());
        BenchPosition {
            game,
            depth: depth.parse().expect("a depth"),
            position: (position != "start").then_some(position),
        }
    })
}

/// What the positions are searched with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// How many threads; only with one are node counts the same each time.
    pub threads: u16,
    /// The size of the table in MiB.
    pub hash: u32,
    /// Other options of the engine, such as `history=off,futility=off`.
    pub options: Option<String>,
    /// So many plies deeper than the list says, or less deep.
    pub deeper: i32,
}

/// The search of one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BenchRun {
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What a game's positions came to.
#[derive(Clone, PartialEq, Debug)]
pub struct BenchResult {
    /// The game.
    pub game: &'static str,
    /// The searches, a position each.
    pub runs: Vec<BenchRun>,
}

impl BenchResult {
    /// The nodes of all positions together: the same for the same search.
    pub fn signature(&self) -> u64 {
        self.runs.iter().map(|run| run.nodes).sum()
    }

    /// The time of all positions together.
    pub fn seconds(&self) -> f64 {
        self.runs.iter().map(|run| run.seconds).sum()
    }

    /// Nodes a second over all positions.
    pub fn nodes_per_second(&self) -> f64 {
        self.signature() as f64 / self.seconds()
    }

    /// Nodes a second on the position in the middle, the slowest first.
    pub fn median(&self) -> f64 {
        let speed = |run: &BenchRun| run.nodes as f64 / run.seconds.max(1e-9);
        let mut speeds: Vec<f64> = self.runs.iter().map(speed).collect();
        speeds.sort_by(f64::total_cmp);
        speeds[speeds.len() / 2]
    }
}

impl BenchSettings {
    /// Searches positions one after the other, calling `progress` after each.
    ///
    /// # Errors
    /// When the options are wrong.
    pub fn run(
        &self,
        positions: &[BenchPosition],
        progress: &mut dyn FnMut(),
    ) -> Result<Vec<BenchResult>, EngineError> {
        let mut results: Vec<BenchResult> = Vec::new();
        for position in positions {
            let run = self.search(position)?;
            match results.last_mut() {
                Some(last) if last.game == position.game => last.runs.push(run),
                _ => results.push(BenchResult {
                    game: position.game,
                    runs: vec![run],
                }),
            }
            progress();
        }
        Ok(results)
    }

    fn search(&self, position: &BenchPosition) -> Result<BenchRun, EngineError> {
        let Self { threads, hash, .. } = self;
        let more = self.options.iter().map(|options| format!(",{options}"));
        let more: String = more.collect();
        let game = position.game;
        let spec: EngineSpec =
            format!("{game}/default:threads={threads},hash={hash}{more}").parse()?;
        // The list is as lasting as anything that is stored.
        let mut engine = build(&spec.stored())?;
        let set_up = engine.table().set_up(position.position, &[]);
        set_up.expect("the list has positions of its games");
        let depth = position.depth.saturating_add_signed(self.deeper).max(1);
        let control = Control::default();
        // One node, so that memory is there before the clock runs.
        engine.choose(&Limits::nodes(1), &NoClock, &control, &mut |_| {});
        let started = Instant::now();
        let control = Control::default();
        let choice = engine.choose(&Limits::depth(depth), &started, &control, &mut |_| {});
        Ok(BenchRun {
            nodes: choice.map_or(0, |choice| choice.nodes),
            seconds: started.elapsed().as_secs_f64(),
        })
    }
}

/// The lines that a file of signatures would need instead of those it has.
pub fn changed(written: &str, results: &[BenchResult]) -> Vec<String> {
    let noted = |game: &str| {
        let lines = written.lines().filter_map(|line| line.split_once(' '));
        let mut nodes = lines.filter(|&(name, _)| name == game);
        nodes
            .next()
            .and_then(|(_, nodes)| nodes.trim().parse::<u64>().ok())
    };
    let differs = |result: &&BenchResult| noted(result.game) != Some(result.signature());
    let line = |result: &BenchResult| format!("{} {}", result.game, result.signature());
    results.iter().filter(differs).map(line).collect()
}
