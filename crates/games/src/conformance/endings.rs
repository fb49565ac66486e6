//! Why games end, held against what a person sees on the board.

use super::{Check, for_every_game, for_many_positions};
use crate::testing::{eager_game, random_game};
use longjump_rules::{
    Camp, Ending, Game, GameSpec, Playthrough, Position, Seat, Setup, Standings, notation,
};

#[test]
fn a_position_has_an_ending_exactly_when_it_is_over() {
    struct Ended;
    impl Check for Ended {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for_many_positions(game, random, 20, |position| {
                let ending = game.ending(position);
                let text = notation::write_position(game, position);
                assert_eq!(ending.is_some(), position.standings().is_some(), "{text}");
                assert_ne!(ending, Some(Ending::Repetition), "a position has no past");
            });
        }
    }
    for_every_game(Ended);
}

#[test]
fn endings_are_what_the_board_shows() {
    struct Shown;
    impl Check for Shown {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for number in 0..100 {
                let play = if number % 2 == 0 {
                    random_game(game, random, |_| ())
                } else {
                    eager_game(game, random, |_| ())
                };
                End::of(play).check();
            }
        }
    }
    for_every_game(Shown);
}

/// The end of a game and the position before its last move.
struct End<G: Game> {
    game: G,
    ending: Ending,
    standings: Standings,
    before: G::Position,
    setup: Setup,
}

impl<G: Game> End<G> {
    fn of(mut play: Playthrough<G>) -> Self {
        let game = play.game().clone();
        let ending = play.ending().expect("it is over");
        let standings = play.standings().expect("it is over");
        let setup = game.setup_of(play.position());
        play.take_back();
        assert_eq!(play.ending(), None, "before its last move it was not over");
        let before = play.position().clone();
        Self {
            game,
            ending,
            standings,
            before,
            setup,
        }
    }

    fn check(&self) {
        let spec = GameSpec::new(G::NAME, self.game.settings());
        let text = notation::write_position(&self.game, &self.before);
        let fits = self.fits_places() && self.fits_board();
        assert!(fits, "{spec}: {} after {text}", self.ending);
    }

    fn mover(&self) -> Seat {
        self.before.turn()
    }

    /// Those who were still playing, but for who moved last.
    fn others(&self) -> impl Iterator<Item = Seat> {
        let playing = |&seat: &Seat| self.before.place(seat).is_none() && seat != self.mover();
        Seat::first(self.game.seats()).filter(playing)
    }

    /// Whether those who were still playing have got places that go with the ending.
    fn fits_places(&self) -> bool {
        let place = |seat| self.standings.place(seat);
        let mut others = self.others().map(place);
        let movers = place(self.mover());
        match self.ending {
            ending if ending.is_draw() => others.all(|other| other == movers),
            Ending::GoalFilled | Ending::FarRow | Ending::Stuck => {
                others.all(|other| other > movers)
            }
            Ending::StayedHome => others.all(|other| other < movers),
            _ => others.all(|other| other != movers),
        }
    }

    /// Whether pieces stand as the ending says.
    fn fits_board(&self) -> bool {
        let count = |seat: Seat| self.setup.holes_of(seat).count_ones();
        let everybody_has_pieces = Seat::first(self.game.seats()).all(|seat| count(seat) > 0);
        let mover = self.mover();
        let is_goal = |camp: &Camp| camp.goal_of == Some(mover);
        let in_goal = self.pieces_in(is_goal);
        let own_in_goal = in_goal.contains(&Some(mover));
        match self.ending {
            Ending::AllCaptured => !everybody_has_pieces,
            Ending::FarRow => own_in_goal,
            Ending::GoalFilled => own_in_goal && in_goal.iter().all(Option::is_some),
            Ending::StayedHome => {
                let home = self.pieces_in(|camp| camp.home_of == Some(mover));
                home.contains(&Some(mover))
            }
            Ending::Stuck => {
                let is_full = in_goal.iter().all(|&piece| piece == Some(mover));
                everybody_has_pieces && !is_full
            }
            Ending::MorePieces => {
                let winner = self.standings.sole_winner().expect("no draw");
                everybody_has_pieces && count(winner) > count(winner.opponent())
            }
            Ending::EqualPieces => count(Seat::new(0)) == count(Seat::new(1)),
            Ending::MoreInGoal => {
                let winner = self.standings.sole_winner().expect("no draw");
                self.arrived(winner) > self.arrived(winner.opponent())
            }
            Ending::NearerGoal | Ending::EqualRace => {
                self.arrived(Seat::new(0)) == self.arrived(Seat::new(1))
            }
            Ending::Repetition => self.game.repetition_limit().is_some(),
            Ending::PlyLimit => self.game.counts_plies(),
        }
    }

    /// How many pieces of a seat are in its goal.
    fn arrived(&self, seat: Seat) -> usize {
        let goal = self.pieces_in(|camp| camp.goal_of == Some(seat));
        goal.iter().filter(|&&piece| piece == Some(seat)).count()
    }

    /// What stands in the holes of a camp.
    fn pieces_in(&self, wanted: impl Fn(&Camp) -> bool) -> Vec<Option<Seat>> {
        let layout = self.game.layout();
        let camps = layout.camps.iter().filter(|camp| wanted(camp));
        let holes = camps.flat_map(|camp| &camp.holes);
        holes.map(|hole| self.setup.pieces[hole.index()]).collect()
    }
}
