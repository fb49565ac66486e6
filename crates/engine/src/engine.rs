//! The face every engine has, and how one is put together.

use crate::players::{Player, Request};
use crate::roster::{PlayerAction, with_player};
use crate::{Clock, Control, EngineError, EngineOption, EngineSpec, Limits, Score, Table};
use longjump_rules::{Game, Move, Playthrough, notation};
use longjump_search::SearchInfo;
use std::time::Duration;

/// How far an engine has come, and what it thinks.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Thought {
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub reached: u32,
    /// Which of several lines this is, the best being 1.
    pub rank: usize,
    /// How good it is for the seat to move; [`Outlook`](crate::Outlook) says it in words.
    pub score: Score,
    /// The moves expected.
    pub line: Vec<String>,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Time since the engine was asked.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_use: u32,
}

/// What an engine has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: String,
    /// How good the position seemed, if the engine looked ahead.
    pub score: Option<Score>,
    /// The depth that was completed.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// A player of one game with its own board.
pub trait Engine: Send {
    /// The spec it was built from, later changes of options left aside.
    fn spec(&self) -> &EngineSpec;

    /// Its board: set it up before asking.
    fn table(&mut self) -> &mut dyn Table;

    /// Its options.
    fn options(&self) -> Vec<EngineOption>;

    /// Changes an option.
    ///
    /// # Errors
    /// When there is no such option, or it does not take this value.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError>;

    /// The weights of its evaluation as the text of a `weights.toml`, if it has any. The option
    /// `weights` gives it others: the name of such a file, or `inline:` and the text itself.
    ///
    /// ```
    /// let mut engine = longjump_engine::build(&"corners:preset=waiting/default".parse()?)?;
    /// let weights = engine.weights().expect("it has weights").replace("turn = 0", "turn = 7");
    /// engine.set_option("weights", &format!("inline:{weights}"))?;
    /// assert_eq!(engine.evaluate(), Some(7), "at the start all else is equal");
    /// # Ok::<(), longjump_engine::EngineError>(())
    /// ```
    fn weights(&self) -> Option<&str>;

    /// How good the position on its table is for the seat to move at first sight, without
    /// looking ahead. `None` if it has no evaluation, the game is over, or its end is certain.
    fn evaluate(&self) -> Option<Score>;

    /// Forgets what was learned from the last game.
    fn new_game(&mut self);

    /// Does now what else the first search would do before it begins, such as getting
    /// memory: who is asked to be ready should be.
    fn prepare(&mut self);

    /// Chooses a move for the seat to move: none if the game is over. It ends
    /// when a limit is reached or `control` says so, and tells `sink` how it goes.
    fn choose(
        &mut self,
        limits: &Limits,
        clock: &dyn Clock,
        control: &Control,
        sink: &mut dyn FnMut(&Thought),
    ) -> Option<Choice> {
        self.choose_among(&[], limits, clock, control, sink)
    }

    /// The same among these moves only, or among all if none of them is legal.
    /// The papers' players choose among all moves whatever they are given:
    /// [`keeps_to_given_moves`](Self::keeps_to_given_moves) tells.
    fn choose_among(
        &mut self,
        moves: &[String],
        limits: &Limits,
        clock: &dyn Clock,
        control: &Control,
        sink: &mut dyn FnMut(&Thought),
    ) -> Option<Choice>;

    /// Whether [`choose_among`](Self::choose_among) keeps to the moves it is given.
    fn keeps_to_given_moves(&self) -> bool;
}

/// Puts together the engine of a spec.
///
/// ```
/// use longjump_engine::{Control, Limits, NoClock, build};
/// let mut engine = build(&"minicheckers/default:hash=1".parse()?)?;
/// engine.table().set_up(None, &["b2a3"])?;
/// let limits = Limits::depth(5);
/// let choice = engine.choose(&limits, &NoClock, &Control::default(), &mut |_| {});
/// assert!(choice.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no such game, player, option or value.
pub fn build(spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
    let mut engine = with_player(spec, GiveTable(spec))?;
    for (name, value) in spec.settings() {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}

/// Seats a player at a table of its own.
struct GiveTable<'a>(&'a EngineSpec);

impl PlayerAction for GiveTable<'_> {
    type Output = Box<dyn Engine>;

    fn run<G: Game>(self, game: G, player: Box<dyn Player<G>>) -> Self::Output {
        Box::new(Seated {
            spec: self.0.clone(),
            play: Playthrough::new(game),
            player,
        })
    }
}

struct Seated<G: Game> {
    spec: EngineSpec,
    play: Playthrough<G>,
    player: Box<dyn Player<G>>,
}

impl<G: Game> Engine for Seated<G> {
    fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    fn table(&mut self) -> &mut dyn Table {
        &mut self.play
    }

    fn options(&self) -> Vec<EngineOption> {
        self.player.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.player.set_option(name, value)
    }

    fn weights(&self) -> Option<&str> {
        self.player.weights()
    }

    fn evaluate(&self) -> Option<Score> {
        let goes_on = self.play.standings().is_none();
        goes_on.then(|| self.player.evaluate(self.play.position()))?
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn prepare(&mut self) {
        self.player.prepare();
    }

    fn keeps_to_given_moves(&self) -> bool {
        self.player.keeps_to_given_moves()
    }

    fn choose_among(
        &mut self,
        moves: &[String],
        limits: &Limits,
        clock: &dyn Clock,
        control: &Control,
        sink: &mut dyn FnMut(&Thought),
    ) -> Option<Choice> {
        if self.play.standings().is_some() {
            return None;
        }
        let game = self.play.game();
        let write = |mv: Move| notation::write_move(game, mv);
        let read = |text: &String| notation::read_move(game, self.play.position(), text).ok();
        let only: Vec<Move> = moves.iter().filter_map(read).collect();
        let request = Request {
            limits: *limits,
            only: &only,
            clock,
            control,
        };
        let mut pass_on = |report: &SearchInfo| {
            sink(&Thought {
                depth: report.depth,
                reached: report.reached,
                rank: report.rank,
                score: report.score,
                line: report.line.iter().map(|&mv| write(mv)).collect(),
                nodes: report.nodes,
                time: report.time,
                table_use: report.table_use,
            });
        };
        let decision = self.player.choose(&self.play, &request, &mut pass_on)?;
        Some(Choice {
            mv: write(decision.mv),
            score: decision.score,
            depth: decision.depth,
            nodes: decision.nodes,
        })
    }
}
