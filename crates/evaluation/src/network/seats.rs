//! A net for three seats and more: it looks at the board from each of them.

use super::learned::{Fitted, HandMade};
use super::shape::HIDDEN;
use super::views::Viewing;
use crate::generic::{mirrored, settled, turned, way_of};
use longjump_rules::{Game, Hole, Move, PerSeat, Position, Seat};
use longjump_search::{Evaluator, Score, SeatEvaluator, settled_pair};

/// How many corners the board has.
const CORNERS: usize = 6;

/// The features of a board with six corners: in which corner, counted from that of whoever looks,
/// a piece's owner began, and where the piece is on the board turned that way. One net serves
/// any number of seats.
#[derive(Clone, Debug)]
pub struct SeatViews {
    /// For each viewer and each owner the feature of each hole.
    features: PerSeat<PerSeat<[u16; Hole::LIMIT]>>,
    holes: usize,
    mirrored: Vec<u16>,
}

impl SeatViews {
    /// The feature of a piece, as a seat sees it.
    #[inline]
    pub fn feature(&self, viewer: Seat, owner: Seat, hole: Hole) -> u16 {
        self.features[viewer][owner][hole.index() & 127]
    }

    /// The same piece on a board that left and right are exchanged on.
    pub fn mirrored(&self, feature: u16) -> u16 {
        self.mirrored[usize::from(feature)]
    }
}

impl Viewing for SeatViews {
    /// None if the board has not six corners, or the game is for two.
    fn new<G: Game>(game: &G) -> Option<Self> {
        let seats = game.seats();
        if seats < 3 {
            return None;
        }
        let layout = game.layout();
        let holes = layout.points.len();
        let angle = |seat| {
            let (x, y) = way_of(&layout, seat);
            y.atan2(x)
        };
        let sixth = std::f64::consts::FRAC_PI_3;
        let corner = |seat| {
            let sixths = (angle(seat) - angle(Seat::FIRST)) / sixth;
            (sixths.round() as isize).rem_euclid(CORNERS as isize) as usize
        };
        let corners = PerSeat::from_fn(seats, corner);
        let back: Vec<Vec<Hole>> = (0..CORNERS)
            .map(|corner| turned(&layout, -sixth * corner as f64))
            .collect::<Option<_>>()?;
        let from = |viewer, owner| (CORNERS + corners[owner] - corners[viewer]) % CORNERS;
        let by_hole = |viewer, owner| {
            let mut features = [0; Hole::LIMIT];
            for (feature, seen) in features.iter_mut().zip(&back[corners[viewer]]) {
                *feature = (from(viewer, owner) * holes + seen.index()) as u16;
            }
            features
        };
        let mirror = mirrored(&layout, way_of(&layout, Seat::FIRST))?;
        let places = (0..CORNERS).flat_map(|from| mirror.iter().map(move |hole| (from, hole)));
        let mirrored =
            places.map(|(from, hole)| ((CORNERS - from) % CORNERS * holes + hole.index()) as u16);
        let pairs = |viewer| PerSeat::from_fn(seats, |owner| by_hole(viewer, owner));
        Some(Self {
            features: PerSeat::from_fn(seats, pairs),
            mirrored: mirrored.collect(),
            holes,
        })
    }

    fn features(&self) -> usize {
        CORNERS * self.holes
    }
}

/// The hidden layer before clipping, for the pieces on the board, as each seat sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct SeatAccumulators([[i16; HIDDEN]; CORNERS]);

impl Default for SeatAccumulators {
    fn default() -> Self {
        Self([[0; HIDDEN]; CORNERS])
    }
}

/// A net for three seats and more, and the hand-made evaluation for the order of moves.
#[derive(Clone, Debug)]
pub struct LearnedSeats<E> {
    fitted: Fitted<SeatViews>,
    by_hand: E,
}

impl<E> LearnedSeats<E> {
    /// A net beside a hand-made evaluation of the same game.
    pub fn new(fitted: Fitted<SeatViews>, by_hand: E) -> Self {
        Self { fitted, by_hand }
    }

    #[inline(always)]
    fn change(
        &self,
        sums: &mut SeatAccumulators,
        seat: Seat,
        hole: Hole,
        by: impl Fn(i16, i16) -> i16,
    ) {
        let views = &self.fitted.views;
        for (viewer, layer) in Seat::first(views.features.seats()).zip(&mut sums.0) {
            let weights = &self.fitted.net.first[usize::from(views.feature(viewer, seat, hole))];
            for (sum, &weight) in layer.iter_mut().zip(weights) {
                *sum = by(*sum, weight);
            }
        }
    }

    /// What the net says of a seat, as if it were its turn: that is all it has learned from.
    #[inline]
    pub(super) fn raw_score(&self, sums: &SeatAccumulators, viewer: Seat) -> Score {
        let layer = &sums.0[viewer.index() % CORNERS];
        self.fitted.net.score_of_one(layer)
    }
}

impl<P: Position, E: HandMade<P>> Evaluator<P> for LearnedSeats<E> {
    type Sums = SeatAccumulators;

    fn fresh(&self, position: &P) -> SeatAccumulators {
        let mut sums = SeatAccumulators([self.fitted.net.bias; CORNERS]);
        for seat in Seat::first(position.seats()) {
            let pieces = E::pieces(position, seat);
            for hole in (0..Hole::LIMIT).filter(|hole| pieces >> hole & 1 == 1) {
                Evaluator::<P>::place(self, &mut sums, seat, Hole::new(hole));
            }
        }
        sums
    }

    #[inline(always)]
    fn lift(&self, sums: &mut SeatAccumulators, seat: Seat, hole: Hole) {
        self.change(sums, seat, hole, i16::wrapping_sub);
    }

    #[inline(always)]
    fn place(&self, sums: &mut SeatAccumulators, seat: Seat, hole: Hole) {
        self.change(sums, seat, hole, i16::wrapping_add);
    }

    #[inline]
    fn evaluate(&self, position: &P, sums: &SeatAccumulators) -> Score {
        self.value(position, sums, position.turn())
    }

    #[inline(always)]
    fn gains(&self, position: &P) -> impl Fn(Move) -> Score {
        self.by_hand.gains(position)
    }
}

impl<P: Position, E: HandMade<P>> SeatEvaluator<P> for LearnedSeats<E> {
    /// What the net would say of the seat with its piece there. The others' opinions are left out: of
    /// two moves of one piece, what is good for who plays it decides.
    #[inline]
    fn promise(&self, position: &P, sums: &SeatAccumulators, mv: Move) -> Option<Score> {
        let (seat, views) = (position.turn(), &self.fitted.views);
        let mut layer = sums.0[seat.index() % CORNERS];
        if !mv.is_pass() {
            let weights =
                |hole| &self.fitted.net.first[usize::from(views.feature(seat, seat, hole))];
            for ((sum, &to), &from) in layer
                .iter_mut()
                .zip(weights(mv.to()))
                .zip(weights(mv.from()))
            {
                *sum = sum.wrapping_add(to).wrapping_sub(from);
            }
        }
        Some(self.fitted.net.score_of_one(&layer))
    }

    #[inline]
    fn value(&self, position: &P, sums: &SeatAccumulators, seat: Seat) -> Score {
        self.values(position, sums)[seat]
    }

    /// By how much each is better than what the net says of all who still play, so that what
    /// being to move is worth to anybody is left out, and what places that were taken are worth.
    #[inline]
    fn values(&self, position: &P, sums: &SeatAccumulators) -> PerSeat<Score> {
        let (mut all, mut count) = (0, 0);
        let raw = PerSeat::from_fn(position.seats(), |seat| {
            if position.place(seat).is_some() {
                return 0;
            }
            let raw = self.raw_score(sums, seat);
            all += raw;
            count += 1;
            raw
        });
        let mean = all / count.max(1);
        let most = settled_pair(position.seats()) - 1;
        PerSeat::from_fn(position.seats(), |seat| {
            (raw[seat] - mean).clamp(-most, most) + settled(position, seat)
        })
    }
}
