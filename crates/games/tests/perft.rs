//! Runs the table of move sequence counts.

use longjump_games::with_game;
use longjump_rules::{Game, GameAction, LastPly, own_move_nodes, perft};

/// One count that the table asks for.
struct Count {
    own_moves: bool,
    depth: u32,
    expected: u64,
}

/// Beyond this many, moves are counted at the last ply rather than played.
const MOST_PLAYED: u64 = 100_000_000;

impl GameAction for Count {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let Self {
            own_moves,
            depth,
            expected,
        } = self;
        let mut position = game.start();
        if own_moves {
            assert_eq!(
                own_move_nodes(&mut position, depth, || ()),
                expected,
                "depth {depth}"
            );
            return;
        }
        assert_eq!(
            perft(&mut position, depth, LastPly::Counted, || ()),
            expected,
            "depth {depth}"
        );
        if expected <= MOST_PLAYED {
            assert_eq!(
                perft(&mut position, depth, LastPly::Played, || ()),
                expected,
                "depth {depth}"
            );
        }
        assert_eq!(position, game.start());
    }
}

#[test]
fn every_count_of_the_table_comes_out() {
    let mut counted = 0;
    for line in include_str!("perft.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        println!("{line}");
        let (own_moves, line) = match line.strip_prefix("own-moves ") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let mut words = line.split_whitespace();
        let spec = words.next().expect("a spec").parse().expect("a spec");
        for (depth, nodes) in (1..).zip(words) {
            let expected = nodes.parse().expect("a count");
            let count = Count {
                own_moves,
                depth,
                expected,
            };
            with_game(&spec, count).expect("a game");
            counted += 1;
        }
    }
    assert!(counted > 100, "the table has been read");
}
