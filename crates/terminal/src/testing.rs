//! What the tests of this folder share.

use crate::session::{Player, Session};
use longjump_engine::open_table;
use longjump_games::visit_games;
use longjump_rules::{Game, GameVisitor};

/// The samples of all games.
pub(crate) fn specs() -> Vec<String> {
    struct Collect(Vec<String>);
    impl GameVisitor for Collect {
        fn visit<G: Game>(&mut self) {
            self.0
                .extend(G::SAMPLES.iter().map(|&spec| spec.to_owned()));
        }
    }
    let mut collect = Collect(Vec::new());
    visit_games(&mut collect);
    collect.0
}

/// A game of persons.
pub(crate) fn session(spec: &str) -> Session {
    let spec = spec.parse().expect("a spec");
    let table = open_table(&spec).expect("a game");
    let players = vec![Player::Person; table.seats()];
    Session::new(spec, table, players)
}

/// A game of a person against `greedy`, which has not been asked for a move yet.
pub(crate) fn against_greedy(spec: &str) -> Session {
    let mut session = session(spec);
    let engine = format!("{spec}/greedy").parse().expect("an engine");
    for player in session.players.iter_mut().skip(1) {
        *player = Player::Engine(Clone::clone(&engine));
    }
    session
}
