//! Many games of one kind, each with its own random numbers: what a batch steps.

use crate::hops::{Hops, Outcome};
use crate::opponent::Opponent;
use crate::rulebook::{Rulebook, through};
use crate::state::{ActionSpace, returns};
use longjump_dataset::mixed;
use longjump_memory::prefetch;
use longjump_rules::{Game, Hole, Move, MoveList, Playthrough, Position};
use std::ops::Range;
use std::sync::Arc;

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

/// How many games ahead memory is fetched: thousands of games don't fit into the caches near the processor.
const AHEAD: usize = 3;
/// What is fetched at once, in bytes.
const LINE: usize = 64;
/// Enough of them for sixty legal actions; there are seldom more.
const FETCHED_LINES: usize = 2;

/// What the caller wants to know of each game, as an array with a row a game; empty if nobody wants it.
pub(crate) struct Rows<'a, T> {
    all: &'a mut [T],
    width: usize,
}

impl<'a, T> Rows<'a, T> {
    pub(crate) fn new(all: &'a mut [T], games: usize) -> Self {
        let width = all.len() / games;
        Self { all, width }
    }

    /// The rows of the first `count` games, and those of the rest.
    fn split(self, count: usize) -> (Self, Self) {
        let (first, rest) = self.all.split_at_mut(self.width * count);
        let rows = |all| Self {
            all,
            width: self.width,
        };
        (rows(first), rows(rest))
    }

    /// The row of one game.
    #[inline(always)]
    fn of(&mut self, index: usize) -> &mut [T] {
        &mut self.all[index * self.width..][..self.width]
    }

    /// Has the beginning of a row fetched, where most that is written into it goes.
    #[inline(always)]
    fn fetch(&self, index: usize) {
        for line in 0..FETCHED_LINES {
            if let Some(item) = self
                .all
                .get(index * self.width + line * LINE / size_of::<T>())
            {
                prefetch(item);
            }
        }
    }
}

/// Where the games of some slots are written to.
pub(crate) struct Output<'a> {
    pub(crate) planes: Rows<'a, u8>,
    pub(crate) flat: Rows<'a, f32>,
    pub(crate) mask: Rows<'a, bool>,
    pub(crate) legal: Rows<'a, i16>,
    pub(crate) counts: Rows<'a, i32>,
    pub(crate) turns: Rows<'a, i8>,
    pub(crate) rewards: Rows<'a, f32>,
    pub(crate) dones: Rows<'a, bool>,
}

impl Output<'_> {
    /// That of the first `count` games, and that of the rest.
    pub(crate) fn split(self, count: usize) -> (Self, Self) {
        let planes = self.planes.split(count);
        let flat = self.flat.split(count);
        let mask = self.mask.split(count);
        let legal = self.legal.split(count);
        let counts = self.counts.split(count);
        let turns = self.turns.split(count);
        let rewards = self.rewards.split(count);
        let dones = self.dones.split(count);
        let first = Self {
            planes: planes.0,
            flat: flat.0,
            mask: mask.0,
            legal: legal.0,
            counts: counts.0,
            turns: turns.0,
            rewards: rewards.0,
            dones: dones.0,
        };
        let rest = Self {
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
struct Slot<G: Game> {
    play: Playthrough<G>,
    hops: Hops,
    /// The seat that actions are for, if the others are played by an engine.
    learner: usize,
}

/// What may be done in a game, and its random numbers: all that choosing an action by chance has to look at.
struct Choice {
    /// The numbers of the legal actions.
    legal: Vec<u16>,
    random: fastrand::Rng,
}

/// Games that are played by one thread at a time.
pub(crate) struct Slots<G: Game> {
    game: G,
    rulebook: Arc<Rulebook>,
    start: Playthrough<G>,
    /// The number of the first.
    first: usize,
    slots: Vec<Slot<G>>,
    choices: Vec<Choice>,
    settings: Settings,
    opponent: Option<Opponent>,
    moves: MoveList,
}

impl<G: Game> Slot<G> {
    fn seat(&self) -> usize {
        self.play.position().turn().index()
    }

    /// The hole of the piece in the middle of its hops.
    fn hopping(&self) -> Option<Hole> {
        self.hops.taken().last().copied()
    }
}

impl<G: Game> Slots<G> {
    pub(crate) fn new(
        game: G,
        rulebook: Arc<Rulebook>,
        games: Range<usize>,
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
            learner: number % seats,
        };
        let choice = |number: usize| Choice {
            legal: Vec::new(),
            random: fastrand::Rng::with_seed(mixed(seed, number as u64)),
        };
        Ok(Self {
            first: games.start,
            slots: games.clone().map(slot).collect(),
            choices: games.map(choice).collect(),
            rulebook,
            start,
            game,
            settings,
            opponent,
            moves: MoveList::new(),
        })
    }

    /// Begins every game anew.
    pub(crate) fn reset(&mut self, output: &mut Output<'_>) -> Result<(), Refused> {
        for index in 0..self.slots.len() {
            self.begin(index)?;
            output.rewards.of(index).fill(0.0);
            output.dones.of(index).fill(false);
            self.write(index, output)?;
        }
        Ok(())
    }

    /// Plays an action in each game.
    pub(crate) fn step(&mut self, actions: &[i64], output: &mut Output<'_>) -> Result<(), Refused> {
        for (index, &action) in actions.iter().enumerate() {
            self.fetch(index);
            output.legal.fetch(index + AHEAD);
            let was_over = self.choices[index].legal.is_empty();
            if !was_over {
                let mv = self.read(index, action)?;
                self.play(index, mv);
                self.let_others_play(index)?;
            }
            let standings = if was_over {
                None
            } else {
                self.slots[index].play.standings()
            };
            let rewards = output.rewards.of(index);
            rewards.fill(0.0);
            if let Some(standings) = standings {
                for (reward, value) in rewards.iter_mut().zip(returns(&standings)) {
                    *reward = value as f32;
                }
                if self.settings.auto_reset {
                    self.begin(index)?;
                }
            }
            output.dones.of(index).fill(standings.is_some() || was_over);
            self.write(index, output)?;
        }
        Ok(())
    }

    /// Chooses a legal action in each game, all equally likely; 0 where the game is over.
    pub(crate) fn sample(&mut self, actions: &mut [i64]) {
        for (choice, action) in self.choices.iter_mut().zip(actions) {
            let count = choice.legal.len();
            *action = if count == 0 {
                0
            } else {
                choice.legal[choice.random.u32(..count as u32) as usize].into()
            };
        }
    }

    /// Has games fetched that come soon. Further ahead the slot of a game, as where its keys are is only known
    /// when it is there.
    #[inline(always)]
    fn fetch(&self, index: usize) {
        if let Some(slot) = self.slots.get(index + 2 * AHEAD) {
            prefetch(slot);
        }
        let soon = index + AHEAD;
        let (Some(slot), Some(choice)) = (self.slots.get(soon), self.choices.get(soon)) else {
            return;
        };
        let lines = choice.legal.chunks(LINE / size_of::<u16>());
        for numbers in lines.take(FETCHED_LINES) {
            prefetch(&numbers[0]);
        }
        if let Some(key) = slot.play.earlier_keys().last() {
            prefetch(key);
        }
    }

    fn begin(&mut self, index: usize) -> Result<(), Refused> {
        self.slots[index].play.clone_from(&self.start);
        self.refresh(index);
        self.let_others_play(index)
    }

    /// Finds the legal actions anew at the beginning of a turn.
    fn refresh(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        if self.settings.space == ActionSpace::Hops {
            slot.hops = Hops::of(&slot.play);
            self.note_hops(index);
            return;
        }
        self.moves.clear();
        slot.play.add_legal_moves(&mut self.moves);
        let own_side = self.settings.own_side.then(|| slot.seat());
        let numbers = self.rulebook.numbers_of(&self.moves, None, own_side);
        let legal = &mut self.choices[index].legal;
        legal.clear();
        legal.extend(numbers);
    }

    /// Notes which hops are legal.
    fn note_hops(&mut self, index: usize) {
        let slot = &self.slots[index];
        let own_side = self.settings.own_side.then(|| slot.seat());
        let hops = slot.hops.legal();
        let numbers = self.rulebook.numbers_of(&hops, slot.hopping(), own_side);
        self.choices[index].legal = numbers.collect();
    }

    /// Plays what is legal.
    fn play(&mut self, index: usize, mv: Move) {
        let slot = &mut self.slots[index];
        match self.settings.space {
            ActionSpace::Turns => slot.play.play_for_good(mv),
            ActionSpace::Hops => match slot.hops.take(mv) {
                Outcome::Over(turn) => slot.play.play_for_good(turn),
                Outcome::Goes => return self.note_hops(index),
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
            let seed = self.choices[index].random.u64(..);
            let mv = opponent
                .choose(&slot.play, seed)
                .map_err(Refused::Opponent)?;
            slot.play.play_for_good(mv);
            has_played = true;
        }
        if has_played {
            self.refresh(index);
        }
        Ok(())
    }

    fn read(&self, index: usize, action: i64) -> Result<Move, Refused> {
        let (slot, legal) = (&self.slots[index], &self.choices[index].legal);
        // All of them are looked at, as where to stop could not be foretold.
        let is_legal = |number: &u16| {
            legal
                .iter()
                .fold(false, |found, other| found | (other == number))
        };
        let number = u16::try_from(action).ok().filter(is_legal);
        let mv = number.and_then(|number| self.rulebook.mv(number));
        let mv = mv.ok_or_else(|| Refused::Illegal {
            game: self.first + index,
            action,
            legal: legal.clone(),
        })?;
        let is_pass = mv == Move::PASS && slot.hopping().is_none();
        Ok(if self.settings.own_side && !is_pass {
            through(&self.rulebook.views[slot.seat()].back, mv)
        } else {
            mv
        })
    }

    fn write(&self, index: usize, output: &mut Output<'_>) -> Result<(), Refused> {
        let (slot, numbers) = (&self.slots[index], &self.choices[index].legal);
        let seat = slot.seat();
        output.turns.of(index).fill(seat as i8);
        output.counts.of(index).fill(numbers.len() as i32);
        let legal = output.legal.of(index);
        if !legal.is_empty() {
            if legal.len() < numbers.len() {
                return Err(Refused::NoRoom {
                    legal: numbers.len(),
                });
            }
            for (place, &number) in legal.iter_mut().zip(numbers) {
                *place = number as i16;
            }
        }
        let mask = output.mask.of(index);
        if !mask.is_empty() {
            mask.fill(false);
            for &number in numbers {
                mask[usize::from(number)] = true;
            }
        }
        let (planes, flat) = (output.planes.of(index), output.flat.of(index));
        if !planes.is_empty() || !flat.is_empty() {
            let setup = self.game.setup_of(slot.play.position());
            let hopping = slot.hopping();
            if !planes.is_empty() {
                self.rulebook.write_planes(&setup, hopping, seat, planes);
            }
            if !flat.is_empty() {
                self.rulebook.write_flat(&setup, hopping, seat, flat);
            }
        }
        Ok(())
    }
}
