//! Races held against the rules written out slowly.

use super::{Hops, RaceRules, Win};
use crate::diamond::Diamond;
use crate::star::Star;
use crate::testing::{
    Picture, Place, after, check_against_reference, check_end, check_standings, drawn, eager_game,
    game, random_game, samples, shifted,
};
use longjump_rules::{
    Ending, Game, Hole, Layout, Move, PerSeat, Position, PositionExt, Seat, notation,
};
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
        let lifted = picture.without(from);
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

/// Checks that each move's route is one step, or as few hops as will do, each of them possible.
fn check_routes<G: Game<Position = super::Race>>(
    game: &G,
    position: &super::Race,
    zone: impl Fn(Seat, Place) -> bool,
) {
    let picture = Picture::new(&game.layout(), &game.setup_of(position));
    let place_of = |hole: &Hole| {
        let mut points = picture.points.iter();
        *points.find(|&(_, other)| other == hole).expect("a point").0
    };
    for mv in &position.moves() {
        let route: Vec<Place> = game.route(position, mv).iter().map(place_of).collect();
        let [from, .., to] = route[..] else {
            assert!(mv.is_pass());
            continue;
        };
        let is_step = picture
            .directions
            .iter()
            .any(|&direction| shifted(from, direction, 1) == to);
        if is_step {
            assert_eq!(route.len(), 2);
            continue;
        }
        let lifted = picture.without(from);
        let mut reached = BTreeSet::from([from]);
        for &next in &route[1..] {
            assert!(!reached.contains(&to), "there is a shorter way");
            let one_hop = |&from: &Place| landings(position.rules().hops, &lifted, from);
            let further: Vec<Place> = reached.iter().flat_map(one_hop).collect();
            reached.extend(
                further
                    .into_iter()
                    .filter(|&place| zone(position.turn(), place)),
            );
            assert!(reached.contains(&next), "not so many hops away");
        }
        for leg in route.windows(2) {
            assert!(landings(position.rules().hops, &lifted, leg[0]).contains(&leg[1]));
        }
    }
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
    let mut number = 0;
    eager_game(star, &mut fastrand::Rng::with_seed(seed), |position| {
        // Some positions of a game are enough.
        number += 1;
        if number % 16 == 0 {
            check_routes(star, position, zone);
        }
    });
}

fn check_diamond(diamond: &Diamond, seed: u64) {
    let hops = diamond.start().rules().hops;
    check_against_reference(diamond, seed, |picture, seat| {
        reference_moves(hops, |_, _| true, picture, seat)
    });
}

/// Each case plays games with every choice of options, so 4 instead of the usual 256 are enough
/// for every change. `.ci/run --all` asks for more with `PROPTEST_CASES`.
fn cases() -> ProptestConfig {
    ProptestConfig::with_cases(ProptestConfig::default().cases / 64)
}

proptest! {
    #![proptest_config(cases())]

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
        for star in samples::<Star>() {
            check_places(&star, seed);
        }
        for diamond in samples::<Diamond>() {
            check_places(&diamond, seed);
        }
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
            .is_some_and(|deadline| self.ply > u32::from(deadline));
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

    /// Why the race is over after a move of `mover`, if it is.
    fn ending(&self, mover: Seat) -> Option<Ending> {
        if !self.is_over() {
            return None;
        }
        Some(match (self.playing().len(), self.out.last()) {
            (2.., _) => Ending::PlyLimit,
            (_, Some(&out)) if out == mover => Ending::StayedHome,
            _ => Ending::GoalFilled,
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

/// Checks turns and places along a random game and along one of seats that want
/// to finish; tells how many reached their goals.
fn check_places<G: Game<Position = super::Race>>(game: &G, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut referee = Referee::new(game, *game.start().rules());
    random_game(game, &mut random, referee.watch(game));
    let mut referee = Referee::new(game, *game.start().rules());
    eager_game(game, &mut random, referee.watch(game));
    referee.finished.len()
}

impl Referee {
    /// Something that looks at each position of a game and complains if it is wrong.
    fn watch<'a, G: Game<Position = super::Race>>(
        &'a mut self,
        game: &'a G,
    ) -> impl FnMut(&super::Race) + 'a {
        let mut mover = None;
        move |position| self.check(game, position, &mut mover)
    }

    fn check<G: Game<Position = super::Race>>(
        &mut self,
        game: &G,
        position: &super::Race,
        mover: &mut Option<Seat>,
    ) {
        let setup = game.setup_of(position);
        let Some(last) = mover.replace(position.turn()) else {
            return;
        };
        self.judge(last, &setup.pieces);
        let text = notation::write_position(game, position);
        assert_eq!(
            *position.standings_if_drawn().places(),
            self.places(),
            "{text}"
        );
        assert_eq!(position.standings().is_some(), self.is_over(), "{text}");
        assert_eq!(game.ending(position), self.ending(last), "{text}");
        if !self.is_over() {
            assert_eq!(position.turn(), self.next_after(last), "{text}");
        }
    }
}

#[test]
fn seats_that_want_to_finish_do() {
    let finished = |star: &Star| (0..20).map(|seed| check_places(star, seed)).sum::<usize>();
    for spec in [
        "star",
        "star:seats=3",
        "star:seats=6,corners=open",
        "star:seats=4,corners=open,hops=symmetric",
    ] {
        assert!(
            finished(&game(spec)) > 10,
            "{spec}: hardly anybody reached a goal"
        );
    }
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
    check_end(
        &game::<Star>("star"),
        &play("star"),
        "1-2",
        Ending::GoalFilled,
    );
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
        after(&star, drawn(&star, rows, "b 99 -"), moves)
    };
    check_standings(&play("star", &["e13f13"]), "-");
    let late = play("star", &["e13f13", "m5m6"]);
    check_end(&game::<Star>("star"), &late, "2-1", Ending::StayedHome);
    check_standings(&play("star:home_deadline=off", &["e13f13", "m5m6"]), "-");
    check_standings(&play("star:home_deadline=99", &["e13f13"]), "1-2");
}

#[test]
fn memory_tells_plies_apart_where_they_will_matter() {
    let star: Star = game("star");
    let at_ply = |setup: &longjump_rules::Setup, ply| {
        let setup = longjump_rules::Setup {
            ply,
            ..setup.clone()
        };
        let race = star.position_from(&setup).expect("a position");
        (race.key(), race.memory_key())
    };
    let at_home = star.setup_of(&star.start());
    let (key, memory) = at_ply(&at_home, 10);
    assert_eq!(key, at_ply(&at_home, 12).0);
    assert_ne!(memory, at_ply(&at_home, 12).1, "the home rule is near");
    // All have left home: only the ply limit of 400 matters.
    let mut afield = longjump_rules::Setup::empty(121, 2);
    afield.put(Seat::new(0), 0x1FF << 56 | 1 << 47);
    afield.put(Seat::new(1), 0xFF << 66 | 0b11 << 48);
    assert_eq!(at_ply(&afield, 120).1, at_ply(&afield, 122).1);
    assert_ne!(at_ply(&afield, 300).1, at_ply(&afield, 302).1);
}
