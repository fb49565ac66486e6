//! How a game ended, in words.

use crate::session::Session;
use longjump_rules::{Ending, Seat, Standings};

/// Who won and how, or in what order the seats came in; nothing while the game goes on.
pub(crate) fn in_words(session: &Session) -> Option<String> {
    let standings = session.standings()?;
    let plies = session.played.len();
    if session.seats() > 2 {
        let order = order(&standings);
        return Some(format!("The game is over after {plies} plies: {order}."));
    }
    let winner = standings.sole_winner();
    let loser = winner.map_or(Seat::FIRST, Seat::opponent);
    let why = session.ending().map_or(String::new(), |ending| {
        format!(": {}", reason(ending, loser))
    });
    Some(match winner {
        None => format!("A draw{why}."),
        Some(winner) => format!("{} won after {plies} plies{why}.", who_has(session, winner)),
    })
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

/// The reason, about the one who lost where it is about that one.
fn reason(ending: Ending, loser: Seat) -> String {
    match ending {
        Ending::AllCaptured => format!("{loser} has no piece left"),
        Ending::FarRow => "a piece has reached the far row".to_owned(),
        Ending::GoalFilled => "its goal is full".to_owned(),
        Ending::StayedHome => format!("{loser} was too late in leaving home"),
        Ending::MorePieces => "nobody can move, and it has more pieces".to_owned(),
        Ending::Stuck => format!("{loser} can't move"),
        Ending::Repetition => "the same position stood three times".to_owned(),
        Ending::PlyLimit => "it took too many plies".to_owned(),
        Ending::EqualPieces => "nobody can move, with as many pieces each".to_owned(),
        Ending::MoreInGoal => "nobody can move, and it has more pieces in its goal".to_owned(),
        Ending::NearerGoal => "nobody can move, and it is nearer to its goal".to_owned(),
        Ending::EqualRace => "nobody can move, and neither is nearer to its goal".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use crate::session::Session;
    use crate::testing::session;

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
            in_words(&session).as_deref(),
            Some("b (person) has won after 6 plies: a piece has reached the far row.")
        );
    }

    #[test]
    fn who_goes_to_and_fro_has_a_draw() {
        let mut session = session("star");
        play_all(&mut session, &"j4j5 e14e13 j5j4 e13e14 ".repeat(2));
        assert_eq!(
            in_words(&session).as_deref(),
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
