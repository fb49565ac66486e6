//! The position that star and diamond share: armies of marbles that cross the
//! board by steps and hops, each into the home of the one opposite.

mod field;
mod setup;

pub use crate::lattice::Hops;
pub(crate) use field::Field;

use crate::bits::{SEAT_SLOTS, holes_in, toggled};
use crate::keys;
use longjump_rules::{
    Ending, Hole, LOOK_AHEAD, MAX_SEATS, Move, MoveList, PerSeat, PieceObserver, Position, Seat,
    Standings,
};

/// When a seat has reached its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// After its move its goal is full and at least one marble there is its own.
    Filled,
    /// All its marbles are in its goal.
    Own,
}

/// What can be chosen about a race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaceRules {
    /// Which hops there are.
    pub hops: Hops,
    /// When a seat has reached its goal.
    pub win: Win,
    /// Once so many plies have been played, a seat with a marble at home after
    /// its own move is out.
    pub home_deadline: Option<u16>,
    /// The ply after which the game is a draw among those still playing.
    pub ply_limit: u16,
}

impl RaceRules {
    /// The first ply after which more than a full goal has to be looked for.
    fn first_watched_ply(&self) -> u16 {
        self.home_deadline.map_or(self.ply_limit, |deadline| {
            (deadline + 1).min(self.ply_limit)
        })
    }
}

/// A state of a race on any board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    marbles: [u128; SEAT_SLOTS],
    key: u64,
    field: &'static Field,
    rules: RaceRules,
    first_watched_ply: u16,
    ply: u16,
    turn: u8,
    /// A bit for each seat still playing; none when the game is over.
    playing: u8,
    /// The place of each seat that has one, otherwise 0.
    places: [u8; MAX_SEATS],
}

/// What takes a move of a race back.
#[derive(Clone, Copy, Debug)]
pub struct RaceUndo {
    marbles: u128,
    key: u64,
    ply: u16,
    turn: u8,
    playing: u8,
}

/// Who is next, and what that changes of the key.
#[derive(Clone, Copy)]
struct Handover {
    next: u8,
    key: u64,
}

/// `HANDOVER[playing][turn]`: the next seat in turn order that is still
/// playing. When none is, the turn stays.
static HANDOVER: [[Handover; SEAT_SLOTS]; 1 << MAX_SEATS] = {
    let mut handover = [[Handover { next: 0, key: 0 }; SEAT_SLOTS]; 1 << MAX_SEATS];
    let mut playing = 0;
    while playing < 1 << MAX_SEATS {
        let mut turn = 0;
        while turn < MAX_SEATS {
            let mut distance = 1;
            while distance < MAX_SEATS && playing >> ((turn + distance) % MAX_SEATS) & 1 == 0 {
                distance += 1;
            }
            let next = (turn + distance) % MAX_SEATS;
            handover[playing][turn] = Handover {
                next: next as u8,
                key: keys::TURN[turn] ^ keys::TURN[next],
            };
            turn += 1;
        }
        playing += 1;
    }
    handover
};

impl Race {
    /// All marbles at home and the first seat to move.
    pub(crate) fn start(field: &'static Field, rules: RaceRules) -> Self {
        let mut race = Self {
            marbles: field.home,
            key: 0,
            field,
            rules,
            first_watched_ply: rules.first_watched_ply(),
            ply: 0,
            turn: 0,
            playing: ((1u32 << field.seats) - 1) as u8,
            places: [0; MAX_SEATS],
        };
        race.refresh();
        race
    }

    /// Computes afresh what `play` keeps up to date.
    fn refresh(&mut self) {
        self.key = keys::TURN[self.turn().index()];
        for seat in Seat::first(self.seats()).map(Seat::index) {
            self.key ^= keys::PLACE[seat][self.places[seat] as usize];
            for hole in holes_in(self.marbles[seat]) {
                self.key ^= keys::PIECE[seat][hole as usize];
            }
        }
    }

    /// The holes with marbles of `seat`, as bits.
    pub fn marbles(&self, seat: Seat) -> u128 {
        self.marbles[seat.index()]
    }

    /// All holes with marbles, as bits.
    #[inline]
    pub fn occupied(&self) -> u128 {
        self.marbles.iter().fold(0, |all, marbles| all | marbles)
    }

    /// Plies played so far, passes included.
    pub fn ply(&self) -> u32 {
        self.ply.into()
    }

    /// The rules this race is run by.
    pub fn rules(&self) -> &RaceRules {
        &self.rules
    }

    /// The index of the seat to move in tables with a slot for each.
    #[inline(always)]
    fn slot(&self) -> usize {
        self.turn as usize & (SEAT_SLOTS - 1)
    }

    /// Whether how many plies were played can decide something before long: the
    /// ply limit, or being late at home.
    #[inline]
    fn is_ply_of_weight(&self) -> bool {
        let soon = self.ply + LOOK_AHEAD;
        let Some(deadline) = self.rules.home_deadline else {
            return soon >= self.rules.ply_limit;
        };
        let at_home = (0..SEAT_SLOTS).any(|seat| self.marbles[seat] & self.field.home[seat] != 0);
        soon >= self.rules.ply_limit || soon >= deadline && at_home
    }

    /// The shortest way for a move's marble, empty for a pass.
    pub(crate) fn route(&self, mv: Move) -> Vec<Hole> {
        if mv.is_pass() {
            return Vec::new();
        }
        let lattice = self.field.lattice[self.turn().index()];
        lattice.route(self.rules.hops, mv, self.occupied())
    }

    /// Finds out whether the seat that has just moved is done, and whether all are.
    /// Reaching the goal goes before being late.
    #[cold]
    fn settle(&mut self, seat: usize) {
        if self.has_won(seat) {
            self.place(seat, self.best_free_place());
        } else if self.is_late(seat) {
            self.place(seat, self.worst_free_place());
        }
        if self.playing.count_ones() == 1 {
            let last = self.playing.trailing_zeros() as usize;
            self.place(last, self.best_free_place());
        }
        if self.ply >= self.rules.ply_limit && self.playing != 0 {
            let shared = self.best_free_place();
            for seat in holes_in(self.playing.into()) {
                self.place(seat as usize, shared);
            }
        }
    }

    /// Why the race is over, if it is. Whoever moved last still has the turn then.
    pub(crate) fn ending(&self) -> Option<Ending> {
        if self.playing != 0 {
            return None;
        }
        let mut seats = 0..self.seats();
        let is_anybody_late = seats.clone().any(|seat| self.is_late(seat));
        let is_shared = |place| self.places.iter().filter(|&&other| other == place).count() > 1;
        Some(if seats.any(|seat| is_shared(self.places[seat])) {
            Ending::PlyLimit
        } else if self.has_won(self.slot()) || !is_anybody_late {
            // The second for positions read from text, where any seat may have the turn.
            Ending::GoalFilled
        } else {
            Ending::StayedHome
        })
    }

    fn has_won(&self, seat: usize) -> bool {
        let (goal, own) = (self.field.goal[seat], self.marbles[seat]);
        match self.rules.win {
            Win::Filled => own & goal != 0 && self.is_goal_full(seat),
            Win::Own => own == goal,
        }
    }

    fn is_goal_full(&self, seat: usize) -> bool {
        let goal = self.field.goal[seat];
        self.occupied() & goal == goal
    }

    fn is_late(&self, seat: usize) -> bool {
        let at_home = self.marbles[seat] & self.field.home[seat] != 0;
        at_home
            && self
                .rules
                .home_deadline
                .is_some_and(|deadline| self.ply > deadline)
    }

    fn place(&mut self, seat: usize, place: u8) {
        self.places[seat] = place;
        self.playing &= !(1 << seat);
        self.key ^= keys::PLACE[seat][place as usize];
    }

    /// Takes back the places of those who were still playing.
    #[cold]
    fn return_places(&mut self, were_playing: u8) {
        for seat in holes_in(were_playing.into()) {
            self.places[seat as usize] = 0;
        }
    }

    /// The best place nobody has yet; there is one while anybody plays.
    fn best_free_place(&self) -> u8 {
        let free = |place: &u8| !self.places.contains(place);
        (1..=self.field.seats)
            .find(free)
            .expect("a place for everybody")
    }

    /// The worst place nobody has yet; there is one while anybody plays.
    fn worst_free_place(&self) -> u8 {
        let free = |place: &u8| !self.places.contains(place);
        (1..=self.field.seats)
            .rfind(free)
            .expect("a place for everybody")
    }

    fn places(&self) -> PerSeat<u8> {
        PerSeat::from_fn(self.seats(), |seat| self.places[seat.index()])
    }
}

impl Position for Race {
    type Undo = RaceUndo;

    fn seats(&self) -> usize {
        self.field.seats.into()
    }

    #[inline]
    fn turn(&self) -> Seat {
        Seat::new(self.turn.into())
    }

    #[inline]
    fn legal_moves(&self, moves: &mut MoveList) {
        if self.playing == 0 {
            return;
        }
        let seat = self.slot();
        let lattice = self.field.lattice[seat];
        let mut moves = moves.writer();
        let before = moves.count();
        lattice.push_moves(
            self.rules.hops,
            self.marbles[seat],
            self.occupied(),
            &mut moves,
        );
        if moves.count() == before {
            moves.push(Move::PASS);
        }
    }

    #[inline(always)]
    fn play_observed(&mut self, mv: Move, observer: &mut impl PieceObserver) -> RaceUndo {
        let seat = self.slot();
        if !mv.is_pass() {
            observer.lifted(self.turn(), mv.from());
            observer.placed(self.turn(), mv.to());
        }
        let undo = RaceUndo {
            marbles: self.marbles[seat],
            key: self.key,
            ply: self.ply,
            turn: self.turn,
            playing: self.playing,
        };
        let (from, to) = (mv.from().index() & 127, mv.to().index() & 127);
        let marbles = toggled(undo.marbles, from, to);
        self.marbles[seat] = marbles;
        self.key ^= keys::PIECE[seat][from] ^ keys::PIECE[seat][to];
        self.ply = undo.ply + 1;
        let arrived = marbles & self.field.goal[seat] != 0;
        if arrived && self.is_goal_full(seat) || self.ply >= self.first_watched_ply {
            self.settle(seat);
        }
        let handover = HANDOVER[self.playing as usize & 63][seat];
        self.turn = handover.next;
        self.key ^= handover.key;
        undo
    }

    #[inline(always)]
    fn undo(&mut self, _: Move, undo: RaceUndo) {
        if self.playing != undo.playing {
            self.return_places(undo.playing);
        }
        self.key = undo.key;
        self.ply = undo.ply;
        self.turn = undo.turn;
        self.playing = undo.playing;
        self.marbles[self.slot()] = undo.marbles;
    }

    fn standings(&self) -> Option<Standings> {
        (self.playing == 0).then(|| self.standings_if_drawn())
    }

    fn standings_if_drawn(&self) -> Standings {
        let mut places = self.places();
        if self.playing != 0 {
            let shared = self.best_free_place();
            places = places.map(|place| if place == 0 { shared } else { place });
        }
        Standings::from_places(places).expect("places are given in order")
    }

    #[inline]
    fn place(&self, seat: Seat) -> Option<u8> {
        let place = self.places[seat.index()];
        (place != 0).then_some(place)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn memory_key(&self) -> u64 {
        if self.is_ply_of_weight() {
            self.key ^ keys::ply(self.ply)
        } else {
            self.key
        }
    }

    /// Right unless the move finishes a race or is the first after which the
    /// count of plies matters, or no longer does.
    #[inline]
    fn likely_memory_key_after(&self, mv: Move) -> u64 {
        let seat = self.slot();
        let (from, to) = (mv.from().index() & 127, mv.to().index() & 127);
        let moved = keys::PIECE[seat][from] ^ keys::PIECE[seat][to];
        let key = self.key ^ moved ^ HANDOVER[self.playing as usize & 63][seat].key;
        if self.is_ply_of_weight() {
            key ^ keys::ply(self.ply + 1)
        } else {
            key
        }
    }
}

#[cfg(test)]
mod tests;
