//! Races held against the rules written out slowly.

use super::{Hops, RaceRules, Win};
use crate::diamond::Diamond;
use crate::star::Star;
use crate::testing::{
    Picture, Place, after, check_against_reference, check_standings, drawn, game, random_game,
    samples, shifted,
};
use longjump_rules::{Game, Layout, Move, PerSeat, Position, Seat, notation};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Where one hop from a place leads.
fn landings(hops: Hops, picture: &Picture, from: Place) -> Vec<Place> {
    let longest = if hops == Hops::Adjacent { 1 } else { 20 };
    let mut landings = Vec::new();
    for &direction in picture.directions {
        for distance in 1..=longest {
            let at = |steps| shifted(from, direction, steps);
            let over_one = picture.is_occupied(at(distance));
            let rest_is_empty = (1..=2 * distance)
                .filter(|&steps| steps != distance)
                .all(|steps| picture.is_empty(at(steps)));
            if over_one && rest_is_empty {
                landings.push(at(2 * distance));
            }
        }
    }
    landings
}

/// The legal moves, from the rules alone. `zone` holds the places a seat may land in.
fn reference_moves(
    hops: Hops,
    zone: impl Fn(Seat, Place) -> bool,
    picture: &Picture,
    seat: Seat,
) -> BTreeSet<Move> {
    let mut moves = BTreeSet::new();
    for from in picture.places_of(seat) {
        let mut lifted = Picture {
            points: picture.points.clone(),
            pieces: picture.pieces.clone(),
            directions: picture.directions,
        };
        lifted.pieces.remove(&from);
        let steps = picture
            .directions
            .iter()
            .map(|&direction| shifted(from, direction, 1));
        let allowed = |place: &Place| zone(seat, *place);
        let steps = steps.filter(|&to| picture.is_empty(to)).filter(allowed);
        let one_hop = |picture: &Picture, from| {
            let all = landings(hops, picture, from);
            all.into_iter().filter(allowed).collect()
        };
        let hops = lifted.hop_chains(from, one_hop);
        moves.extend(steps.chain(hops).map(|to| picture.mv(from, to)));
    }
    if moves.is_empty() {
        moves.insert(Move::PASS);
    }
    moves
}

/// The point of the star a place lies in, by the angle under which it is seen
/// from the middle: 0 at the bottom, then clockwise.
fn point_of_star(layout: &Layout, place: Place) -> Option<usize> {
    let (left, bottom, right, top) = layout.bounds();
    let (middle_x, middle_y) = (left + right, (bottom + top) / 2.0 / 0.75f64.sqrt());
    let (x, y) = (f64::from(place.0) - middle_x, f64::from(place.1) - middle_y);
    // Steps from the middle along the three axes; the hexagon reaches four.
    let distance = ((x.abs() + y.abs()) / 2.0).max(y.abs());
    let clockwise_from_bottom = (-x * 0.5).atan2(-y * 0.75f64.sqrt());
    let sixths = (clockwise_from_bottom / std::f64::consts::FRAC_PI_3).round() as i32;
    (distance > 4.5).then_some(sixths.rem_euclid(6) as usize)
}

fn homes(seats: usize) -> &'static [usize] {
    match seats {
        2 => &[0, 3],
        3 => &[0, 2, 4],
        4 => &[0, 1, 3, 4],
        5 => &[0, 1, 2, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    }
}

fn check_star(star: &Star, seed: u64) {
    let layout = star.layout();
    let start = star.start();
    let open = star.settings().get("corners") == Some("open");
    let zone = |seat: Seat, place: Place| {
        let home = homes(star.seats())[seat.index()];
        let point = point_of_star(&layout, place);
        open || point.is_none() || point == Some(home) || point == Some((home + 3) % 6)
    };
    check_against_reference(star, seed, |picture, seat| {
        reference_moves(start.rules().hops, zone, picture, seat)
    });
}

fn check_diamond(diamond: &Diamond, seed: u64) {
    let hops = diamond.start().rules().hops;
    check_against_reference(diamond, seed, |picture, seat| {
        reference_moves(hops, |_, _| true, picture, seat)
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn star_moves_are_those_of_the_reference(seed: u64) {
        samples::<Star>().for_each(|star| check_star(&star, seed));
    }

    #[test]
    fn diamond_moves_are_those_of_the_reference(seed: u64) {
        samples::<Diamond>().for_each(|diamond| check_diamond(&diamond, seed));
    }

    #[test]
    fn places_are_given_by_the_rules_written_out(seed: u64) {
        samples::<Star>().for_each(|star| check_places(&star, seed));
        samples::<Diamond>().for_each(|diamond| check_places(&diamond, seed));
    }
}

/// Who has finished and whose turn it is, kept by the rules word for word.
struct Referee {
    rules: RaceRules,
    home: Vec<BTreeSet<usize>>,
    goal: Vec<BTreeSet<usize>>,
    /// Seats in the order they reached their goals.
    finished: Vec<Seat>,
    /// Seats in the order they went out.
    out: Vec<Seat>,
    ply: u32,
}

impl Referee {
    fn new<G: Game>(game: &G, rules: RaceRules) -> Self {
        let layout = game.layout();
        let holes = |seat: Seat, wants: fn(&longjump_rules::Camp) -> Option<Seat>| {
            let camp = layout.camps.iter().find(|camp| wants(camp) == Some(seat));
            let holes = camp.expect("each seat has a home and a goal").holes.iter();
            holes.map(|hole| hole.index()).collect()
        };
        Self {
            rules,
            home: Seat::first(game.seats())
                .map(|seat| holes(seat, |camp| camp.home_of))
                .collect(),
            goal: Seat::first(game.seats())
                .map(|seat| holes(seat, |camp| camp.goal_of))
                .collect(),
            finished: Vec::new(),
            out: Vec::new(),
            ply: 0,
        }
    }

    fn is_playing(&self, seat: Seat) -> bool {
        !self.finished.contains(&seat) && !self.out.contains(&seat)
    }

    fn playing(&self) -> Vec<Seat> {
        Seat::first(self.home.len())
            .filter(|&seat| self.is_playing(seat))
            .collect()
    }

    fn is_over(&self) -> bool {
        self.playing().len() <= 1 || self.ply >= u32::from(self.rules.ply_limit)
    }

    /// Looks at the board after `mover` has moved.
    fn judge(&mut self, mover: Seat, pieces: &[Option<Seat>]) {
        self.ply += 1;
        let goal = &self.goal[mover.index()];
        let own_in_goal = goal
            .iter()
            .filter(|&&hole| pieces[hole] == Some(mover))
            .count();
        let filled = goal.iter().all(|&hole| pieces[hole].is_some());
        let won = match self.rules.win {
            Win::Filled => filled && own_in_goal > 0,
            Win::Own => own_in_goal == 10,
        };
        let at_home = self.home[mover.index()]
            .iter()
            .any(|&hole| pieces[hole] == Some(mover));
        let late = self
            .rules
            .home_deadline
            .is_some_and(|deadline| self.ply >= u32::from(deadline));
        if won {
            self.finished.push(mover);
        } else if at_home && late {
            self.out.push(mover);
        }
    }

    /// The place of each seat once the game is over.
    fn places(&self) -> PerSeat<u8> {
        let seats = self.home.len();
        PerSeat::from_fn(seats, |seat| {
            let place = |order: &[Seat]| order.iter().position(|&other| other == seat);
            match (place(&self.finished), place(&self.out)) {
                (Some(before), _) => before as u8 + 1,
                (_, Some(before)) => (seats - before) as u8,
                _ => self.finished.len() as u8 + 1,
            }
        })
    }

    fn next_after(&self, mover: Seat) -> Seat {
        let seats = self.home.len();
        let clockwise = (1..=seats).map(|distance| Seat::new((mover.index() + distance) % seats));
        clockwise
            .into_iter()
            .find(|&seat| self.is_playing(seat))
            .expect("somebody plays")
    }
}

fn check_places<G: Game<Position = super::Race>>(game: &G, seed: u64) {
    let mut referee = Referee::new(game, *game.start().rules());
    let mut mover = None;
    random_game(game, &mut fastrand::Rng::with_seed(seed), |position| {
        let setup = game.setup_of(position);
        let Some(last) = mover.replace(position.turn()) else {
            return;
        };
        referee.judge(last, &setup.pieces);
        let text = notation::write_position(game, position);
        if referee.is_over() {
            let standings = position
                .standings()
                .unwrap_or_else(|| panic!("{text} is over"));
            assert_eq!(*standings.places(), referee.places(), "{text}");
        } else {
            assert_eq!(position.standings(), None, "{text}");
            assert_eq!(position.turn(), referee.next_after(last), "{text}");
        }
    });
}

#[test]
fn a_goal_filled_with_a_foreign_marble_counts_unless_all_must_be_own() {
    let rows = "
                    a
                   a a
                  a a a
                 . a a b
        . . . . a . . . . . . . .
         . . . . . . . . . . . .
          . . . . . . . . . . .
           . . . . a . . . . .
            b b b b b b b b b
           . . . . . . . . . .
          . . . . . . . . . . .
         . . . . . . . . . . . .
        . . . . . . . . . . . . .
                 . . . .
                  . . .
                   . .
                    .";
    let play = |spec| {
        let star: Star = game(spec);
        after(&star, drawn(&star, rows, "a 60 -"), &["e13e14"])
    };
    check_standings(&play("star"), "1-2");
    check_standings(&play("star:win=own"), "-");
}

#[test]
fn after_the_deadline_a_marble_at_home_loses() {
    let rows = "
                    b
                   b b
                  b b b
                 b b b .
        . . . . b . . . . . . . .
         . . . . . . . . . . . .
          . . . . . . . . . . .
           . . . . . . . . . .
            . . . . . . . . .
           . . . . . . . . . .
          . . . . . . . . . . .
         . . . . . . . . . . . .
        . . . . . . . . a . . . .
                 a a a .
                  a a a
                   a a
                    a";
    let play = |spec, moves| {
        let star: Star = game(spec);
        after(&star, drawn(&star, rows, "b 98 -"), moves)
    };
    check_standings(&play("star", &["e13f13"]), "-");
    check_standings(&play("star", &["e13f13", "m5m6"]), "2-1");
    check_standings(&play("star:home_deadline=off", &["e13f13", "m5m6"]), "-");
    check_standings(&play("star:home_deadline=99", &["e13f13"]), "1-2");
}
