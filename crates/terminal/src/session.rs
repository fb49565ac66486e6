//! A game being played at the keyboard: whose turn it is, what is picked, what is
//! typed. Nothing here draws, waits or thinks.

use crate::cursor::{Cursor, Direction};
use crate::figures::{Figures, outlook};
use longjump_engine::{Choice, EngineSpec, Table};
use longjump_rules::{Ending, GameSpec, Hole, Layout, Seat, Setup, Standings};
use std::time::Duration;

/// Who plays a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Somebody at the keyboard.
    Person,
    /// An engine.
    Engine(EngineSpec),
}

/// What an engine is to think about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The move of its own seat.
    Move(Seat),
    /// A hint for the person at this seat.
    Hint(Seat),
}

/// Everything an engine needs to know to think; another task means that what it
/// thinks about is of no use any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    pub(crate) purpose: Purpose,
    /// Counts the games, so that engines notice that a new one has begun.
    pub(crate) game: u32,
    pub(crate) moves: Vec<String>,
}

/// A move that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) seat: Seat,
    pub(crate) mv: String,
    /// The holes it touched.
    pub(crate) route: Vec<Hole>,
}

/// How a piece gets to a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Landing {
    Step,
    Hop,
}

/// A legal move with the holes it touches.
struct Legal {
    mv: String,
    route: Vec<Hole>,
}

impl Legal {
    fn from(&self) -> Option<Hole> {
        self.route.first().copied()
    }

    fn to(&self) -> Option<Hole> {
        self.route.last().copied()
    }
}

/// The game and the person in front of it.
pub struct Session {
    pub(crate) spec: GameSpec,
    pub(crate) layout: Layout,
    pub(crate) players: Vec<Player>,
    pub(crate) cursor: Cursor,
    pub(crate) picked: Option<Hole>,
    /// The part of a move that was typed so far.
    pub(crate) typed: String,
    /// What there is to say about the last key.
    pub(crate) message: String,
    /// What the last engine found.
    pub(crate) figures: Option<Figures>,
    /// The ends of the move that was hinted at.
    pub(crate) hint: Option<(Hole, Hole)>,
    pub(crate) shows_help: bool,
    pub(crate) played: Vec<Played>,
    table: Box<dyn Table>,
    legal: Vec<Legal>,
    wants_hint: bool,
    asked_for_new: bool,
    game: u32,
}

impl Session {
    /// The start of a game; there is a player for each seat.
    pub fn new(spec: GameSpec, table: Box<dyn Table>, players: Vec<Player>) -> Self {
        let layout = table.layout();
        let first = layout.points.iter().find(|point| point.playable);
        let cursor = Cursor::at(&layout, first.expect("a hole").hole);
        let mut session = Self {
            spec,
            layout,
            players,
            cursor,
            picked: None,
            typed: String::new(),
            message: String::new(),
            figures: None,
            hint: None,
            shows_help: false,
            played: Vec::new(),
            table,
            legal: Vec::new(),
            wants_hint: false,
            asked_for_new: false,
            game: 0,
        };
        session.refresh();
        session.go_to_own_piece();
        session
    }

    pub(crate) fn seats(&self) -> usize {
        self.table.seats()
    }

    pub(crate) fn setup(&self) -> Setup {
        self.table.setup()
    }

    /// The seat to move, unless the game is over.
    pub(crate) fn turn(&self) -> Option<Seat> {
        self.table.turn()
    }

    /// The seat to move if a person plays it.
    pub(crate) fn person_to_move(&self) -> Option<Seat> {
        let is_person = |seat: &Seat| self.players[seat.index()] == Player::Person;
        self.turn().filter(is_person)
    }

    /// Whether exactly one person plays, who is then called "you".
    pub(crate) fn is_alone(&self) -> bool {
        let people = self.players.iter();
        people.filter(|&player| *player == Player::Person).count() == 1
    }

    /// Who plays a seat, in words.
    pub(crate) fn player_name(&self, seat: Seat) -> String {
        match &self.players[seat.index()] {
            Player::Person if self.is_alone() => "you".to_owned(),
            Player::Person => "person".to_owned(),
            Player::Engine(spec) => {
                let full = spec.to_string();
                let name = full.split_once('/').map(|(_, name)| name.to_owned());
                name.unwrap_or(full)
            }
        }
    }

    pub(crate) fn name_of(&self, hole: Hole) -> &str {
        &self.layout.points[hole.index()].name
    }

    fn hole_named(&self, name: &str) -> Option<Hole> {
        let mut points = self.layout.points.iter();
        points
            .find(|point| point.name == name && point.playable)
            .map(|point| point.hole)
    }

    /// Whether some hole's name begins with this letter.
    pub(crate) fn is_column(&self, letter: char) -> bool {
        let mut points = self.layout.points.iter();
        points.any(|point| point.playable && point.name.starts_with(letter))
    }

    /// Whether the picked piece can go to a hole, and how.
    pub(crate) fn landing(&self, hole: Hole) -> Option<Landing> {
        let from = self.picked?;
        self.find(from, hole)?;
        Some(if self.layout.are_neighbours(from, hole) {
            Landing::Step
        } else {
            Landing::Hop
        })
    }

    /// Whether the picked piece can step somewhere, and whether it can hop.
    pub(crate) fn ways(&self) -> (bool, bool) {
        let holes = self.layout.points.iter().map(|point| point.hole);
        let landings: Vec<Landing> = holes.filter_map(|hole| self.landing(hole)).collect();
        let some = |landing| landings.contains(&landing);
        (some(Landing::Step), some(Landing::Hop))
    }

    /// Whether the seat to move has nothing to move.
    pub(crate) fn can_only_pass(&self) -> bool {
        let goes_on = self.turn().is_some();
        goes_on && self.legal.iter().all(|legal| legal.route.is_empty())
    }

    /// Who came in where, if the game is over.
    pub(crate) fn standings(&self) -> Option<Standings> {
        self.table.standings()
    }

    /// Why the game is over, if it is and the game says so.
    pub(crate) fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// What an engine is to think about now.
    pub(crate) fn task(&self) -> Option<Task> {
        let seat = self.turn()?;
        let purpose = match self.players[seat.index()] {
            Player::Engine(_) => Purpose::Move(seat),
            Player::Person if self.wants_hint => Purpose::Hint(seat),
            Player::Person => return None,
        };
        Some(Task {
            purpose,
            game: self.game,
            moves: self.table.played(),
        })
    }

    /// The game as a record, once a move was played.
    pub fn record(&self) -> Option<String> {
        let tag = |seat: Seat| {
            let letter = seat.letter().to_ascii_uppercase();
            (format!("Seat{letter}"), self.player_name(seat))
        };
        let tags: Vec<_> = Seat::first(self.seats()).map(tag).collect();
        let is_worth_it = !self.played.is_empty();
        is_worth_it.then(|| self.table.record(&tags, None).ok())?
    }

    /// Moves the cursor.
    pub(crate) fn point(&mut self, direction: Direction) {
        self.cursor = self.cursor.moved(&self.layout, direction);
        self.clear_message();
    }

    /// Moves the cursor to the next piece that can move, or to the next landing
    /// of the piece that is picked.
    pub(crate) fn point_to_next(&mut self) {
        self.clear_message();
        if self.person_to_move().is_none() {
            return;
        }
        let mut holes: Vec<Hole> = match self.picked {
            Some(from) => {
                let mine = self.legal.iter().filter(|legal| legal.from() == Some(from));
                mine.filter_map(Legal::to).collect()
            }
            None => self.legal.iter().filter_map(Legal::from).collect(),
        };
        holes.sort_by_key(|hole| hole.index());
        let now = self.cursor.hole.index();
        let next = holes.iter().find(|hole| hole.index() > now);
        if let Some(&hole) = next.or(holes.first()) {
            self.cursor = Cursor::at(&self.layout, hole);
        }
    }

    /// Picks the piece under the cursor, or plays the picked one to it.
    pub(crate) fn pick_or_land(&mut self) {
        self.clear_message();
        let Some(seat) = self.person_to_move() else {
            self.message = self.why_not_now();
            return;
        };
        if self.can_only_pass() {
            let mv = self.legal[0].mv.clone();
            self.play(&mv);
            return;
        }
        let here = self.cursor.hole;
        if let Some(mv) = self.picked.and_then(|from| self.find(from, here)) {
            let mv = mv.to_owned();
            self.play(&mv);
            return;
        }
        let name = self.name_of(here);
        if self.picked == Some(here) {
            self.picked = None;
        } else if self.legal.iter().any(|legal| legal.from() == Some(here)) {
            self.picked = Some(here);
        } else if self.setup().pieces[here.index()] == Some(seat) {
            self.message = format!("the piece in {name} can't move now");
        } else if let Some(from) = self.picked {
            let from = self.name_of(from);
            self.message = format!("the piece in {from} can't go to {name}");
        } else {
            self.message = format!("there is no piece of yours in {name}");
        }
    }

    /// Forgets what was typed or picked.
    pub(crate) fn let_go(&mut self) {
        self.clear_message();
        self.typed.clear();
        self.picked = None;
        self.hint = None;
        self.wants_hint = false;
    }

    /// Plays the move that was typed.
    pub(crate) fn play_typed(&mut self) {
        self.clear_message();
        let typed = std::mem::take(&mut self.typed);
        if self.person_to_move().is_none() {
            self.message = self.why_not_now();
        } else if self.legal.iter().any(|legal| legal.mv == typed) {
            self.play(&typed);
        } else {
            self.message = self.why_illegal(&typed);
        }
    }

    /// Takes moves back until it is a person's turn again.
    pub(crate) fn take_back(&mut self) {
        self.clear_message();
        let is_person = |played: &Played| self.players[played.seat.index()] == Player::Person;
        let Some(last) = self.played.iter().rposition(is_person) else {
            self.message = "there is no move of yours to take back".to_owned();
            return;
        };
        for _ in last..self.played.len() {
            self.table.take_back();
        }
        let undone = &self.played[last];
        self.message = format!("{} was taken back", undone.mv);
        if let Some(&from) = undone.route.first() {
            self.cursor = Cursor::at(&self.layout, from);
        }
        self.played.truncate(last);
        self.figures = None;
        self.refresh();
    }

    /// Asks the engine for a hint.
    pub(crate) fn ask_hint(&mut self) {
        self.clear_message();
        if self.person_to_move().is_none() {
            self.message = self.why_not_now();
        } else if self.seats() > 2 {
            self.message = "there are hints in games for two only".to_owned();
        } else {
            self.wants_hint = true;
            self.message = "looking for a good move…".to_owned();
        }
    }

    /// Starts anew; in the middle of a game only when asked twice.
    pub(crate) fn start_anew(&mut self) {
        let in_the_middle = !self.played.is_empty() && self.turn().is_some();
        if in_the_middle && !self.asked_for_new {
            self.clear_message();
            self.asked_for_new = true;
            self.message = "n once more gives this game up and starts a new one".to_owned();
            return;
        }
        self.clear_message();
        self.table.set_up(None, &[]).expect("the start is legal");
        self.played.clear();
        self.figures = None;
        self.game += 1;
        self.refresh();
        self.go_to_own_piece();
    }

    /// What an engine thinks while it thinks.
    pub(crate) fn show_thought(&mut self, figures: Figures) {
        self.figures = Some(figures);
    }

    /// What an engine has decided for the task at hand, and how long it took.
    pub(crate) fn take_choice(&mut self, purpose: Purpose, choice: Option<Choice>, time: Duration) {
        let Some(choice) = choice else {
            self.wants_hint = false;
            self.message = "the engine found no move".to_owned();
            return;
        };
        let (Purpose::Move(seat) | Purpose::Hint(seat)) = purpose;
        self.figures = Some(Figures::of_choice(seat, &choice, time));
        match purpose {
            Purpose::Move(_) => self.play(&choice.mv),
            Purpose::Hint(_) => self.show_hint(&choice),
        }
    }

    fn show_hint(&mut self, choice: &Choice) {
        self.wants_hint = false;
        let legal = self.legal.iter().find(|legal| legal.mv == choice.mv);
        let ends = legal.and_then(|legal| Some((legal.from()?, legal.to()?)));
        self.hint = ends;
        self.message = match (ends, choice.score) {
            (None, _) => format!("hint: {}", choice.mv),
            (Some((from, to)), score) => {
                let (from, to) = (self.name_of(from), self.name_of(to));
                let outlook = score.map(|score| format!(": {}", outlook(score)));
                format!("hint: {from} to {to}{}", outlook.unwrap_or_default())
            }
        };
    }

    fn play(&mut self, mv: &str) {
        let Some(seat) = self.turn() else {
            return;
        };
        let route = self.table.route(mv).unwrap_or_default();
        if let Err(error) = self.table.play(mv) {
            self.message = error.to_string();
            return;
        }
        if let (Player::Person, Some(&end)) = (&self.players[seat.index()], route.last()) {
            self.cursor = Cursor::at(&self.layout, end);
        }
        self.played.push(Played {
            seat,
            mv: mv.to_owned(),
            route,
        });
        self.refresh();
    }

    /// After the position has changed.
    fn refresh(&mut self) {
        let moves = self.table.moves().into_iter();
        let legal = moves.map(|mv| Legal {
            route: self.table.route(&mv).unwrap_or_default(),
            mv,
        });
        self.legal = legal.collect();
        self.picked = None;
        self.hint = None;
        self.wants_hint = false;
    }

    /// Puts the cursor where the person's first move may begin.
    fn go_to_own_piece(&mut self) {
        let own = |player: &Player| *player == Player::Person;
        let seat = self.players.iter().position(own).map(Seat::new);
        let pieces = self.setup().pieces;
        let mut points = self.layout.points.iter();
        let holes = points.find(|point| seat.is_some() && pieces[point.hole.index()] == seat);
        let can_move = self.person_to_move().and_then(|_| self.legal[0].from());
        if let Some(hole) = can_move.or(holes.map(|point| point.hole)) {
            self.cursor = Cursor::at(&self.layout, hole);
        }
    }

    fn clear_message(&mut self) {
        self.message.clear();
        self.asked_for_new = false;
    }

    /// The legal move between two holes.
    fn find(&self, from: Hole, to: Hole) -> Option<&str> {
        let is_it = |legal: &&Legal| legal.from() == Some(from) && legal.to() == Some(to);
        self.legal.iter().find(is_it).map(|legal| legal.mv.as_str())
    }

    fn why_not_now(&self) -> String {
        match self.turn() {
            Some(seat) => format!("it is the turn of {seat}, {}", self.player_name(seat)),
            None => "the game is over: n starts a new one, u takes back".to_owned(),
        }
    }

    fn why_illegal(&self, typed: &str) -> String {
        let example = &self.legal[0].mv;
        let second = typed.char_indices().skip(1);
        let mut second = second.filter(|(_, sign)| sign.is_ascii_alphabetic());
        let parts = second.next().map(|(at, _)| typed.split_at(at));
        let Some((from, to)) = parts.filter(|(from, _)| self.hole_named(from).is_some()) else {
            return format!("'{typed}' is no move: type both holes, such as {example}");
        };
        let hole = self.hole_named(from);
        let mine = self.legal.iter().filter(|legal| legal.from() == hole);
        let landings: Vec<&str> = mine
            .filter_map(Legal::to)
            .map(|hole| self.name_of(hole))
            .collect();
        match landings.as_slice() {
            [] => format!("{typed}: nothing in {from} can move; {example} could be played"),
            _ if self.hole_named(to).is_none() => format!("{typed}: there is no hole {to}"),
            holes => format!("{typed}: from {from} you can go to {}", holes.join(", ")),
        }
    }
}
