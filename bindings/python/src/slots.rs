//! Many games of one kind, each with its own random numbers: what a batch steps.

use crate::hops::{Hops, Outcome};
use crate::opponent::Opponent;
use crate::rulebook::{Rulebook, is_pass, through};
use crate::state::{ActionSpace, returns};
use longjump_dataset::mixed;
use longjump_rules::{Game, Move, MoveList, Playthrough, Position};

/// How a batch plays.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) space: ActionSpace,
    pub(crate) own_side: bool,
    pub(crate) auto_reset: bool,
    /// The engine of the other seats, if they have one.
    pub(crate) opponent: Option<String>,
    /// The positions that it may look at for a move.
    pub(crate) nodes: u64,
}

/// Where the games of some slots are written to; what nobody wants is empty.
pub(crate) struct Rows<'a> {
    pub(crate) planes: &'a mut [u8],
    pub(crate) flat: &'a mut [f32],
    pub(crate) mask: &'a mut [bool],
    pub(crate) legal: &'a mut [i16],
    pub(crate) counts: &'a mut [i32],
    pub(crate) turns: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) dones: &'a mut [bool],
}

impl<'a> Rows<'a> {
    /// The rows of the first `count` of `all` games, and those of the rest.
    pub(crate) fn split(self, count: usize, all: usize) -> (Self, Self) {
        fn parts<T>(rows: &mut [T], count: usize, all: usize) -> (&mut [T], &mut [T]) {
            rows.split_at_mut(rows.len() / all * count)
        }
        let planes = parts(self.planes, count, all);
        let flat = parts(self.flat, count, all);
        let mask = parts(self.mask, count, all);
        let legal = parts(self.legal, count, all);
        let counts = parts(self.counts, count, all);
        let turns = parts(self.turns, count, all);
        let rewards = parts(self.rewards, count, all);
        let dones = parts(self.dones, count, all);
        let first = Rows {
            planes: planes.0,
            flat: flat.0,
            mask: mask.0,
            legal: legal.0,
            counts: counts.0,
            turns: turns.0,
            rewards: rewards.0,
            dones: dones.0,
        };
        let rest = Rows {
            planes: planes.1,
            flat: flat.1,
            mask: mask.1,
            legal: legal.1,
            counts: counts.1,
            turns: turns.1,
            rewards: rewards.1,
            dones: dones.1,
        };
        (first, rest)
    }
}

/// The row of one game, empty if nobody wants it.
fn row<T>(rows: &mut [T], index: usize, games: usize) -> &mut [T] {
    let width = rows.len() / games;
    &mut rows[index * width..(index + 1) * width]
}

/// Something is wrong with what was asked of a game.
pub(crate) enum Refused {
    /// The action is not legal.
    Illegal {
        game: usize,
        action: i64,
        legal: Vec<u16>,
    },
    /// More actions are legal than there is room for.
    NoRoom { legal: usize },
    /// The engine of the other seats failed.
    Opponent(String),
}

/// One game of a batch.
pub(crate) struct Slot<G: Game> {
    play: Playthrough<G>,
    hops: Hops,
    legal: Vec<Move>,
    random: fastrand::Rng,
    /// The seat that actions are for, if the others are played by an engine.
    learner: usize,
}

/// Games that one thread looks after.
pub(crate) struct Slots<G: Game> {
    game: G,
    start: Playthrough<G>,
    /// The number of the first.
    first: usize,
    slots: Vec<Slot<G>>,
    settings: Settings,
    opponent: Option<Opponent>,
    moves: MoveList,
}

impl<G: Game> Slot<G> {
    fn seat(&self) -> usize {
        self.play.position().turn().index()
    }

    /// The numbers of all legal actions, from the side they are counted from.
    fn numbers<'a>(
        &'a self,
        rulebook: &'a Rulebook,
        settings: &Settings,
    ) -> impl ExactSizeIterator<Item = u16> + 'a {
        let numbers = rulebook.numbers(settings.own_side.then(|| self.seat()));
        let is_pass = is_pass(&self.legal, self.hops.taken().last().copied());
        self.legal
            .iter()
            .map(move |&mv| if is_pass { 0 } else { numbers.of(mv) })
    }
}

impl<G: Game> Slots<G> {
    pub(crate) fn new(
        game: G,
        numbers: std::ops::Range<usize>,
        seed: u64,
        settings: Settings,
    ) -> Result<Self, Refused> {
        let opponent = settings
            .opponent
            .as_ref()
            .map(|spec| Opponent::new(spec, settings.nodes))
            .transpose();
        let opponent = opponent.map_err(Refused::Opponent)?;
        let start = Playthrough::new(game.clone());
        let seats = game.seats();
        let slot = |number: usize| Slot {
            play: start.clone(),
            hops: Hops::default(),
            legal: Vec::new(),
            random: fastrand::Rng::with_seed(mixed(seed, number as u64)),
            learner: number % seats,
        };
        Ok(Self {
            first: numbers.start,
            slots: numbers.map(slot).collect(),
            start,
            game,
            settings,
            opponent,
            moves: MoveList::new(),
        })
    }

    /// Begins every game anew.
    pub(crate) fn reset(
        &mut self,
        rulebook: &Rulebook,
        rows: &mut Rows<'_>,
    ) -> Result<(), Refused> {
        for index in 0..self.slots.len() {
            self.begin(index)?;
            let games = self.slots.len();
            row(rows.rewards, index, games).fill(0.0);
            row(rows.dones, index, games).fill(false);
            self.write(rulebook, index, rows)?;
        }
        Ok(())
    }

    /// Plays an action in each game.
    pub(crate) fn step(
        &mut self,
        rulebook: &Rulebook,
        actions: &[i64],
        rows: &mut Rows<'_>,
    ) -> Result<(), Refused> {
        let games = self.slots.len();
        for (index, &action) in actions.iter().enumerate() {
            let was_over = self.slots[index].legal.is_empty();
            if !was_over {
                let mv = self.read(rulebook, index, action)?;
                self.play(index, mv);
                self.let_others_play(index)?;
            }
            let standings = if was_over {
                None
            } else {
                self.slots[index].play.standings()
            };
            let rewards = row(rows.rewards, index, games);
            rewards.fill(0.0);
            if let Some(standings) = standings {
                for (reward, value) in rewards.iter_mut().zip(returns(&standings)) {
                    *reward = value as f32;
                }
                if self.settings.auto_reset {
                    self.begin(index)?;
                }
            }
            row(rows.dones, index, games).fill(standings.is_some() || was_over);
            self.write(rulebook, index, rows)?;
        }
        Ok(())
    }

    /// Chooses a legal action in each game, all equally likely; 0 where the game is over.
    pub(crate) fn sample(&mut self, rulebook: &Rulebook, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            let count = slot.legal.len();
            let chosen = if count == 0 {
                0
            } else {
                slot.random.u32(..count as u32) as usize
            };
            let number = slot.numbers(rulebook, &self.settings).nth(chosen);
            *action = number.map_or(0, i64::from);
        }
    }

    fn begin(&mut self, index: usize) -> Result<(), Refused> {
        self.slots[index].play.clone_from(&self.start);
        self.refresh(index);
        self.let_others_play(index)
    }

    /// Finds the legal actions anew.
    fn refresh(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        slot.legal.clear();
        match self.settings.space {
            ActionSpace::Turns => {
                self.moves.clear();
                slot.play.add_legal_moves(&mut self.moves);
                slot.legal.extend_from_slice(self.moves.as_slice());
            }
            ActionSpace::Hops => {
                slot.hops = Hops::of(&slot.play);
                slot.legal.extend(slot.hops.legal());
            }
        }
    }

    /// Plays what is legal.
    fn play(&mut self, index: usize, mv: Move) {
        let slot = &mut self.slots[index];
        match self.settings.space {
            ActionSpace::Turns => slot.play.play_legal(mv),
            ActionSpace::Hops => match slot.hops.take(mv) {
                Outcome::Over(turn) => slot.play.play_legal(turn),
                Outcome::Goes => {
                    slot.legal = slot.hops.legal();
                    return;
                }
            },
        }
        self.refresh(index);
    }

    /// The engine plays for the other seats, if it does, until it is the learner's turn.
    fn let_others_play(&mut self, index: usize) -> Result<(), Refused> {
        let Some(opponent) = &mut self.opponent else {
            return Ok(());
        };
        let mut has_played = false;
        let slot = &mut self.slots[index];
        while slot.play.standings().is_none() && slot.seat() != slot.learner {
            let seed = slot.random.u64(..);
            let mv = opponent
                .choose(&slot.play, seed)
                .map_err(Refused::Opponent)?;
            slot.play.play_legal(mv);
            has_played = true;
        }
        if has_played {
            self.refresh(index);
        }
        Ok(())
    }

    fn read(&self, rulebook: &Rulebook, index: usize, action: i64) -> Result<Move, Refused> {
        let slot = &self.slots[index];
        let mv = u16::try_from(action)
            .ok()
            .and_then(|action| rulebook.mv(action));
        let is_pass = is_pass(&slot.legal, slot.hops.taken().last().copied());
        let mv = match mv {
            Some(mv) if self.settings.own_side && !is_pass => {
                Some(through(&rulebook.views[slot.seat()].back, mv))
            }
            other => other,
        };
        mv.filter(|mv| slot.legal.contains(mv))
            .ok_or_else(|| Refused::Illegal {
                game: self.first + index,
                action,
                legal: slot.numbers(rulebook, &self.settings).collect(),
            })
    }

    fn write(
        &mut self,
        rulebook: &Rulebook,
        index: usize,
        rows: &mut Rows<'_>,
    ) -> Result<(), Refused> {
        let games = self.slots.len();
        let slot = &mut self.slots[index];
        let seat = slot.seat();
        row(rows.turns, index, games).fill(seat as i8);
        row(rows.counts, index, games).fill(slot.legal.len() as i32);
        let legal = row(rows.legal, index, games);
        if !legal.is_empty() {
            if legal.len() < slot.legal.len() {
                return Err(Refused::NoRoom {
                    legal: slot.legal.len(),
                });
            }
            for (place, number) in legal.iter_mut().zip(slot.numbers(rulebook, &self.settings)) {
                *place = number as i16;
            }
        }
        let mask = row(rows.mask, index, games);
        if !mask.is_empty() {
            mask.fill(false);
            for number in slot.numbers(rulebook, &self.settings) {
                mask[usize::from(number)] = true;
            }
        }
        let (planes, flat) = (row(rows.planes, index, games), row(rows.flat, index, games));
        if !planes.is_empty() || !flat.is_empty() {
            let setup = self.game.setup_of(slot.play.position());
            let hopping = slot.hops.taken().last().copied();
            if !planes.is_empty() {
                rulebook.write_planes(&setup, hopping, seat, planes);
            }
            if !flat.is_empty() {
                rulebook.write_flat(&setup, hopping, seat, flat);
            }
        }
        Ok(())
    }
}
