//! One game as Python sees it.

use crate::errors::{illegal_action, said, wrong};
use crate::hops::{Hops, Outcome};
use crate::play::{Open, Play};
use crate::rulebook::{Rulebook, is_pass, through};
use longjump_rules::{GameSpec, Hole, Move, Standings};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use std::sync::Arc;

/// What an action is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ActionSpace {
    /// A whole turn: a piece goes from a hole to another.
    Turns,
    /// One step or one hop, or staying in the middle of them.
    Hops,
}

impl ActionSpace {
    pub(crate) fn read(name: &str) -> PyResult<Self> {
        match name {
            "turns" => Ok(Self::Turns),
            "hops" => Ok(Self::Hops),
            _ => Err(wrong(format!(
                "actions are 'turns' or 'hops', not '{name}'"
            ))),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Hops => "hops",
        }
    }
}

/// A game being played: what stands where, whose turn it is, and how it came about.
#[pyclass(module = "longjump")]
pub(crate) struct State {
    pub(crate) rulebook: Arc<Rulebook>,
    pub(crate) play: Box<dyn Play>,
    pub(crate) space: ActionSpace,
    pub(crate) own_side: bool,
    /// The position that the game began from, unless it is the usual one.
    pub(crate) start: Option<String>,
    /// Hop by hop: how far the turn is, as soon as somebody asks.
    pub(crate) hops: Option<Hops>,
    /// The legal moves, if somebody has asked for them since the last action.
    pub(crate) legal: Vec<Move>,
    pub(crate) is_legal_known: bool,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            rulebook: self.rulebook.clone(),
            play: self.play.boxed_clone(),
            start: self.start.clone(),
            hops: self.hops.clone(),
            legal: self.legal.clone(),
            ..*self
        }
    }
}

impl State {
    pub(crate) fn open(
        spec: &str,
        position: Option<&str>,
        space: ActionSpace,
        own_side: bool,
    ) -> PyResult<Self> {
        let spec: GameSpec = spec.parse().map_err(said)?;
        let (rulebook, play) = Open { position }.game(&spec).map_err(said)?.map_err(said)?;
        Ok(Self {
            rulebook,
            play,
            space,
            own_side,
            start: position.map(str::to_owned),
            hops: None,
            legal: Vec::new(),
            is_legal_known: false,
        })
    }

    pub(crate) fn hops(&mut self) -> &mut Hops {
        self.hops.get_or_insert_with(|| Hops::of(&*self.play))
    }

    /// The hole of the piece in the middle of its hops.
    pub(crate) fn hopping(&self) -> Option<Hole> {
        self.hops
            .as_ref()
            .and_then(|hops| hops.taken().last().copied())
    }

    /// The numbers of all legal actions, from the side they are counted from.
    pub(crate) fn numbers(&self) -> impl ExactSizeIterator<Item = u16> {
        let own_side = self.own_side.then(|| self.play.turn());
        self.rulebook
            .numbers_of(&self.legal, self.hopping(), own_side)
    }

    /// The number of a legal action.
    pub(crate) fn number(&self, mv: Move) -> u16 {
        let place = self.legal.iter().position(|&legal| legal == mv);
        place
            .and_then(|place| self.numbers().nth(place))
            .unwrap_or(0)
    }

    pub(crate) fn legal(&mut self) -> &[Move] {
        if !self.is_legal_known {
            self.is_legal_known = true;
            match self.space {
                ActionSpace::Turns => self.play.find_legal_moves(&mut self.legal),
                ActionSpace::Hops => self.legal = self.hops().legal(),
            }
        }
        &self.legal
    }

    /// The numbers of the legal actions.
    pub(crate) fn legal_numbers(&mut self) -> Vec<u16> {
        self.legal();
        self.numbers().collect()
    }

    /// The move of a number, if it is legal.
    pub(crate) fn legal_move(&mut self, number: i64) -> Option<Move> {
        let number = u16::try_from(number).ok()?;
        if usize::from(number) >= self.rulebook.actions() {
            return None;
        }
        self.legal();
        let mv = self.mv(number);
        self.legal.contains(&mv).then_some(mv)
    }

    /// The move of a legal action, given as its number or its text.
    pub(crate) fn read(&mut self, action: &Bound<'_, PyAny>) -> PyResult<Move> {
        match action.extract::<i64>() {
            Ok(number) => self
                .legal_move(number)
                .ok_or_else(|| illegal_action(number, &self.legal_numbers())),
            Err(error) => match action.extract::<String>() {
                Ok(text) => self.action_of(&text),
                Err(_) => Err(error),
            },
        }
    }

    /// The move on the board that a legal number stands for.
    pub(crate) fn mv(&self, number: u16) -> Move {
        let mv = self.rulebook.mv(number).unwrap_or(Move::PASS);
        if self.own_side && !is_pass(&self.legal, self.hopping()) {
            through(&self.rulebook.views[self.play.turn()].back, mv)
        } else {
            mv
        }
    }

    pub(crate) fn action_of(&mut self, text: &str) -> PyResult<Move> {
        let legal = self.legal().to_vec();
        let found = legal.iter().find(|&&mv| self.words(mv) == text);
        found.copied().ok_or_else(|| {
            let some: Vec<String> = legal.iter().take(3).map(|&mv| self.words(mv)).collect();
            match legal.len() {
                0 => wrong(format!("'{text}' can't be played: the game is over")),
                count => wrong(format!(
                    "'{text}' is not legal here; legal are {count} actions, such as {}",
                    some.join(", ")
                )),
            }
        })
    }

    pub(crate) fn words(&self, mv: Move) -> String {
        if self.hopping().is_some() && mv.from() == mv.to() {
            "stay".to_owned()
        } else {
            self.play.move_text(mv)
        }
    }

    /// Plays what is known to be legal.
    pub(crate) fn go(&mut self, mv: Move) {
        self.is_legal_known = false;
        match self.space {
            ActionSpace::Turns => self.play.play(mv),
            ActionSpace::Hops => {
                if let Outcome::Over(turn) = self.hops().take(mv) {
                    self.play.play(turn);
                    self.hops = None;
                }
            }
        }
    }

    /// What an engine has to know: the position that the game began from, if it is not the usual one, the
    /// turns since then, and those that may be chosen now, which in the middle of one begin with its hops.
    pub(crate) fn question(&self) -> (Option<String>, Vec<String>, Vec<String>) {
        let taken = self.hops.as_ref().map_or(&[][..], Hops::taken);
        let fits = |mv: &Move| taken.is_empty() || self.play.route(*mv).starts_with(taken);
        let legal = self.play.legal_moves();
        let turns = legal
            .into_iter()
            .filter(fits)
            .map(|mv| self.play.move_text(mv))
            .collect();
        (self.start.clone(), self.turns_played(), turns)
    }

    /// The whole turns played, as text.
    pub(crate) fn turns_played(&self) -> Vec<String> {
        let moves = self.play.played();
        moves
            .into_iter()
            .map(|mv| self.play.move_text(mv))
            .collect()
    }

    /// The action, here and now, that leads to a whole turn given as text.
    pub(crate) fn action_towards(&mut self, turn: &str) -> PyResult<u16> {
        if self.space == ActionSpace::Turns {
            let mv = self.action_of(turn)?;
            return Ok(self.number(mv));
        }
        let legal = self.play.legal_moves();
        let mv = legal
            .into_iter()
            .find(|&mv| self.play.move_text(mv) == turn);
        let mv = mv.ok_or_else(|| wrong(format!("'{turn}' is no legal turn here")))?;
        let all = Hops::of_turn(&*self.play, mv);
        let taken = self.hops().taken().len().saturating_sub(1);
        let next = all.get(taken).filter(|hop| self.legal().contains(hop));
        let next =
            *next.ok_or_else(|| wrong(format!("'{turn}' does not begin with the hops taken")))?;
        Ok(self.number(next))
    }

    /// Takes back the last action, if there is one; whether there was.
    pub(crate) fn step_back(&mut self) -> bool {
        self.is_legal_known = false;
        let taken = self.hops.take().filter(|hops| !hops.taken().is_empty());
        if let Some(hops) = taken {
            let mut before = hops.taken().to_vec();
            before.pop();
            if before.len() > 1 {
                self.hops = Hops::after(&*self.play, before);
            }
            return true;
        }
        let Some(turn) = self.play.take_back() else {
            return false;
        };
        if self.space == ActionSpace::Hops {
            let mut hops = Hops::of(&*self.play);
            let all = Hops::of_turn(&*self.play, turn);
            for &hop in &all[..all.len() - 1] {
                hops.take(hop);
            }
            self.hops = Some(hops);
        }
        true
    }

    pub(crate) fn seat(&self, seat: Option<usize>) -> PyResult<usize> {
        match seat {
            None => Ok(self.play.turn()),
            Some(seat) if seat < self.rulebook.seats => Ok(seat),
            Some(seat) => Err(PyIndexError::new_err(format!(
                "there is no seat {seat}: seats are 0 to {}",
                self.rulebook.seats - 1
            ))),
        }
    }

    pub(crate) fn identity(&self) -> (&str, ActionSpace, bool, u64, &[Hole]) {
        let taken = self.hops.as_ref().map_or(&[][..], Hops::taken);
        (
            &self.rulebook.spec,
            self.space,
            self.own_side,
            self.play.key(),
            taken,
        )
    }
}

/// Places as returns between 1 and -1 whose sum is zero; who share a place share what they cover.
pub(crate) fn returns(standings: &Standings) -> Vec<f64> {
    let places: Vec<u8> = standings.places().iter().map(|(_, place)| place).collect();
    let count = places.len() as f64;
    let value = |place: &u8| {
        let sharing = places.iter().filter(|other| *other == place).count() as f64;
        let middle = f64::from(*place) + (sharing - 1.0) / 2.0;
        (count + 1.0 - 2.0 * middle) / (count - 1.0)
    };
    places.iter().map(value).collect()
}
