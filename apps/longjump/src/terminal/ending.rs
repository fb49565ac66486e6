//! How a game ended, told from what can be seen on the board.

use super::session::Session;
use longjump_rules::{Seat, Setup, Standings, Surface};

/// Who won and how, or in what order the seats came in.
pub(crate) fn in_words(session: &Session, standings: &Standings) -> String {
    let plies = session.played.len();
    match standings.sole_winner() {
        None if session.seats() == 2 => format!("A draw: {}.", why_drawn(session)),
        Some(winner) if session.seats() == 2 => {
            let who = who_has(session, winner);
            match why_won(session, winner) {
                Some(reason) => format!("{who} won after {plies} plies: {reason}."),
                None => format!("{who} won after {plies} plies."),
            }
        }
        _ => format!(
            "The game is over after {plies} plies: {}.",
            order(standings)
        ),
    }
}

fn who_has(session: &Session, seat: Seat) -> String {
    match session.player_name(seat).as_str() {
        "you" => format!("You ({seat}) have"),
        name => format!("{seat} ({name}) has"),
    }
}

/// The seats by their places: `a first, b and c share second`.
fn order(standings: &Standings) -> String {
    const NAMES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "last"];
    let seats = standings.places().seats();
    let place = |number: usize| {
        let name = match number == seats {
            true => "last",
            false => NAMES[number - 1],
        };
        let here = Seat::first(seats).filter(|&seat| usize::from(standings.place(seat)) == number);
        let letters: Vec<String> = here.map(|seat| seat.to_string()).collect();
        match letters.as_slice() {
            [] => None,
            [one] => Some(format!("{one} {name}")),
            several => Some(format!("{} share {name}", several.join(" and "))),
        }
    };
    let places: Vec<String> = (1..=seats).filter_map(place).collect();
    places.join(", ")
}

/// Why the winner of a game for two has won, if the board shows it.
fn why_won(session: &Session, winner: Seat) -> Option<String> {
    let (setup, loser) = (session.setup(), winner.opponent());
    let count = |seat: Seat| setup.holes_of(seat).count_ones();
    let camps = session.layout.camps.iter();
    let mut goals = camps.filter(|camp| camp.goal_of == Some(winner));
    let piece = |hole: longjump_rules::Hole| setup.pieces[hole.index()];
    if count(loser) == 0 {
        return Some(format!("{loser} has no piece left"));
    }
    if let Some(goal) = goals.next() {
        let is_full = goal.holes.iter().all(|&hole| piece(hole).is_some());
        let is_there = goal.holes.iter().any(|&hole| piece(hole) == Some(winner));
        // A goal that nobody starts from is a row to be reached.
        if is_there && goal.home_of.is_none() {
            return Some("a piece has reached the far row".to_owned());
        }
        if is_there && is_full {
            return Some("its goal is full".to_owned());
        }
    }
    match session.layout.surface {
        Surface::Holes => {
            lingers(session, &setup, loser).then(|| format!("{loser} was too late in leaving home"))
        }
        Surface::Squares if count(winner) > count(loser) => {
            Some("nobody can move, and it has more pieces".to_owned())
        }
        Surface::Squares => Some(format!("{loser} can't move")),
    }
}

/// Whether a seat has a piece at home.
fn lingers(session: &Session, setup: &Setup, seat: Seat) -> bool {
    let camps = session.layout.camps.iter();
    let mut homes = camps.filter(|camp| camp.home_of == Some(seat));
    homes.any(|camp| {
        let mut holes = camp.holes.iter();
        holes.any(|hole| setup.pieces[hole.index()] == Some(seat))
    })
}

fn why_drawn(session: &Session) -> &'static str {
    let now = session.setup();
    let is_same = |earlier: &Setup| earlier.pieces == now.pieces && earlier.turn == now.turn;
    let times = session
        .played
        .iter()
        .filter(|played| is_same(&played.before));
    if times.count() >= 2 {
        "the same position stood three times"
    } else if session.layout.surface == Surface::Holes {
        "it took too many plies"
    } else {
        "nobody can move, with as many pieces each"
    }
}

#[cfg(test)]
mod tests {
    use crate::terminal::session::Session;
    use crate::terminal::testing::session;

    fn play_all(session: &mut Session, moves: &str) {
        for mv in moves.split_whitespace() {
            mv.clone_into(&mut session.typed);
            session.play_typed();
            assert_eq!(session.message, "", "{mv}");
        }
    }

    #[test]
    fn a_knight_on_the_far_row_wins() {
        let mut session = session("knightthrough");
        play_all(&mut session, "b2c4 a7b5 c4d6 b5a3 d6f7 a3b1");
        assert_eq!(
            session.ending().as_deref(),
            Some("b (person) has won after 6 plies: a piece has reached the far row.")
        );
    }

    #[test]
    fn who_goes_to_and_fro_has_a_draw() {
        let mut session = session("star");
        play_all(&mut session, &"j4j5 e14e13 j5j4 e13e14 ".repeat(2));
        assert_eq!(
            session.ending().as_deref(),
            Some("A draw: the same position stood three times.")
        );
    }

    #[test]
    fn places_of_several_are_told_in_order() {
        let standings = |places: &[u8]| {
            let seat = |seat: longjump_rules::Seat| places[seat.index()];
            let places = longjump_rules::PerSeat::from_fn(places.len(), seat);
            longjump_rules::Standings::from_places(places).expect("places")
        };
        assert_eq!(
            super::order(&standings(&[2, 1, 3])),
            "b first, a second, c last"
        );
        assert_eq!(
            super::order(&standings(&[1, 1, 3])),
            "a and b share first, c last"
        );
    }
}
