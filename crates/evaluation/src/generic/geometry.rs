//! A board seen from each seat: how far along a hole is, and how far to the side.

use longjump_rules::{Hole, Layout, PerSeat, Seat};
use longjump_search::Score;

type Place = (f64, f64);

/// Rows and sides of every hole for every seat.
#[derive(Clone, Debug)]
pub struct Geometry {
    rows: PerSeat<[u8; Hole::LIMIT]>,
    sides: PerSeat<[f32; Hole::LIMIT]>,
    row_count: usize,
}

impl Geometry {
    /// Worked out from where the camps are.
    pub fn new(layout: &Layout, seats: usize) -> Self {
        let ways = PerSeat::from_fn(seats, |seat| way_of(layout, seat));
        let along = |seat: Seat, place: Place| project(place, ways[seat]).0;
        let mut levels: Vec<f64> = places(layout)
            .map(|(_, place)| along(Seat::FIRST, place))
            .collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|one, other| is_same(*one, *other));
        let row_of = |seat: Seat| {
            let lowest = places(layout)
                .map(|(_, place)| along(seat, place))
                .fold(f64::INFINITY, f64::min);
            let spacing = (levels[levels.len() - 1] - levels[0]) / (levels.len() - 1) as f64;
            table(layout, |place| {
                ((along(seat, place) - lowest) / spacing).round() as u8
            })
        };
        let middle = centre(places(layout).map(|(_, place)| place));
        let side_of = |seat: Seat| {
            let centre = project(middle, ways[seat]).1;
            table(layout, |place| {
                (project(place, ways[seat]).1 - centre).abs() as f32
            })
        };
        Self {
            rows: PerSeat::from_fn(seats, row_of),
            sides: PerSeat::from_fn(seats, side_of),
            row_count: levels.len(),
        }
    }

    /// How many rows there are from the home's tip to the goal's.
    pub(crate) fn row_count(&self) -> usize {
        self.row_count
    }

    /// The row of a hole, 0 being the first of the seat's home.
    pub fn row(&self, seat: Seat, hole: Hole) -> usize {
        self.rows[seat][hole.index()].into()
    }

    /// How many holes' widths a hole is away from the line down the middle.
    pub fn side(&self, seat: Seat, hole: Hole) -> f64 {
        self.sides[seat][hole.index()].into()
    }

    /// What a piece is worth by where it is: so much for each row it has come, less for the
    /// square of how far it is off the middle, and of how many rows it has left.
    pub(super) fn value(&self, seat: Seat, hole: Hole, (row, side, lag): (f64, f64, f64)) -> Score {
        let rows = self.row(seat, hole);
        let off = self.side(seat, hole);
        let left = (self.row_count() - 1 - rows) as f64;
        let value = row * rows as f64 - side * off * off - lag * left * left;
        value.round() as Score
    }
}

pub(super) fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

fn places(layout: &Layout) -> impl Iterator<Item = (Hole, Place)> + '_ {
    layout
        .points
        .iter()
        .map(|point| (point.hole, (point.x, point.y)))
}

fn table<T: Copy + Default>(layout: &Layout, value: impl Fn(Place) -> T) -> [T; Hole::LIMIT] {
    let mut values = [T::default(); Hole::LIMIT];
    for (hole, place) in places(layout) {
        values[hole.index()] = value(place);
    }
    values
}

fn centre(places: impl Iterator<Item = Place>) -> Place {
    let (mut x, mut y, mut count) = (0.0, 0.0, 0.0);
    for place in places {
        x += place.0;
        y += place.1;
        count += 1.0;
    }
    (x / count, y / count)
}

/// The hole that each hole comes to when the board is turned about its middle; none if they
/// don't all come to one.
pub(crate) fn turned(layout: &Layout, angle: f64) -> Option<Vec<Hole>> {
    let (sine, cosine) = angle.sin_cos();
    moved(layout, |(x, y)| {
        (x * cosine - y * sine, x * sine + y * cosine)
    })
}

/// The hole that each hole comes to when left and right are exchanged for who goes that way;
/// none if they don't all come to one.
pub(crate) fn mirrored(layout: &Layout, way: Place) -> Option<Vec<Hole>> {
    moved(layout, |place| {
        let (along, beside) = project(place, way);
        (
            along * way.0 - beside * way.1,
            along * way.1 + beside * way.0,
        )
    })
}

/// The hole that each hole comes to when places are moved, seen from the board's middle.
fn moved(layout: &Layout, image: impl Fn(Place) -> Place) -> Option<Vec<Hole>> {
    let middle = centre(places(layout).map(|(_, place)| place));
    let at = |(x, y): Place| {
        let (x, y) = image((x - middle.0, y - middle.1));
        let is_there =
            |place: Place| is_same(place.0, middle.0 + x) && is_same(place.1, middle.1 + y);
        let found = places(layout).find(|&(_, place)| is_there(place));
        found.map(|(hole, _)| hole)
    };
    places(layout).map(|(_, place)| at(place)).collect()
}

/// How far a place is along a way, and how far beside it.
fn project(place: Place, way: Place) -> (f64, f64) {
    (
        place.0 * way.0 + place.1 * way.1,
        place.0 * way.1 - place.1 * way.0,
    )
}

/// The direction from a seat's home to its goal, or where it has none to the
/// home of the seat opposite.
pub(crate) fn way_of(layout: &Layout, seat: Seat) -> Place {
    let camp = |wanted: &dyn Fn(&longjump_rules::Camp) -> bool| {
        let camp = layout.camps.iter().find(|camp| wanted(camp))?;
        let point = |hole: &Hole| (layout.points[hole.index()].x, layout.points[hole.index()].y);
        Some(centre(camp.holes.iter().map(point)))
    };
    let home = camp(&|camp| camp.home_of == Some(seat)).expect("each seat has a home");
    let goal = camp(&|camp| camp.goal_of == Some(seat))
        .or_else(|| camp(&|camp| camp.home_of == Some(seat.opponent())))
        .expect("each seat goes somewhere");
    let (x, y) = (goal.0 - home.0, goal.1 - home.1);
    let length = x.hypot(y);
    (x / length, y / length)
}
