//! A million strings for each parser: none panics, and what is accepted is what is written.

use super::{Check, for_every_game};
use crate::testing::random_game;
use crate::{read_record, visit_games, with_game};
use longjump_rules::record::{
    Annotation, Colour, Evaluation, Record, RecordText, Shape, Turn, write_record,
};
use longjump_rules::{Game, GameAction, GameSpec, GameVisitor, Move, Playthrough, notation};

const STRINGS: usize = 1_000_000;

/// How many samples all games have together.
fn sample_count() -> usize {
    struct Count(usize);
    impl GameVisitor for Count {
        fn visit<G: Game>(&mut self) {
            self.0 += G::SAMPLES.len();
        }
    }
    let mut count = Count(0);
    visit_games(&mut count);
    count.0
}

/// A valid text with a few characters changed, taken out or put in, or sheer noise.
fn mangled(random: &mut fastrand::Rng, valid: &str) -> String {
    const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789/-. :=,\"[]{}()#%\\*_\nABGZ";
    let mut text: Vec<char> = valid.chars().collect();
    if random.u8(..8) == 0 {
        text = (0..random.usize(..40)).map(|_| random.char(..)).collect();
    }
    for _ in 0..random.usize(..4) {
        let at = random.usize(..=text.len());
        let sign = match random.u8(..16) {
            0 => random.char(..),
            _ => SIGNS[random.usize(..SIGNS.len())] as char,
        };
        match random.u8(..4) {
            0 if at < text.len() => text[at] = sign,
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text.truncate(at),
            _ => text.insert(at, sign),
        }
    }
    text.into_iter().collect()
}

#[test]
fn no_spec_panics() {
    struct Canonical;
    impl GameAction for Canonical {
        type Output = GameSpec;
        fn run<G: Game>(self, game: G) -> GameSpec {
            GameSpec::new(G::NAME, game.settings())
        }
    }
    let mut random = fastrand::Rng::with_seed(1);
    let samples = [
        "star:seats=3,corners=open,hops=symmetric",
        "star:preset=thesis,win=filled",
        "star:home_deadline=60",
        "diamond-super",
        "knightthrough",
    ];
    for i in 0..STRINGS {
        let text = mangled(&mut random, samples[i % samples.len()]);
        if let Ok(spec) = text.parse::<GameSpec>() {
            assert_eq!(spec.to_string(), text);
            if let Ok(canonical) = with_game(&spec, Canonical) {
                assert_eq!(
                    with_game(&canonical, Canonical),
                    Ok(canonical.clone()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn no_position_panics() {
    struct Positions(usize);
    impl Check for Positions {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let mut texts = Vec::new();
            random_game(game, random, |position| {
                texts.push(notation::write_position(game, position));
            });
            for i in 0..self.0 {
                let text = mangled(random, &texts[i % texts.len()]);
                if let Ok(position) = notation::read_position(game, &text) {
                    assert_eq!(notation::write_position(game, &position), text);
                }
            }
        }
    }
    for_every_game(Positions(STRINGS / sample_count()));
}

#[test]
fn no_move_panics() {
    struct Moves(usize);
    impl Check for Moves {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let play = random_game(game, random, |_| ());
            let moves: Vec<String> = play
                .played()
                .map(|mv| notation::write_move(game, mv))
                .collect();
            let position = game.start();
            for i in 0..self.0 {
                let text = mangled(random, &moves[i % moves.len()]);
                if let Ok(mv) = notation::read_move(game, &position, &text) {
                    assert_eq!(notation::write_move(game, mv), text);
                }
            }
        }
    }
    for_every_game(Moves(STRINGS / sample_count()));
}

fn random_annotation(random: &mut fastrand::Rng) -> Annotation {
    const WORDS: [&str; 5] = [
        "",
        "a hop",
        "why [not]?",
        "{\\} [%clk 0:00:01]",
        "1.\n\n(\\n) 好",
    ];
    let shapes = [
        (Colour::Green, "e5", None),
        (Colour::Red, "m10", Some("a1")),
        (Colour::Yellow, "b2", Some("c17")),
        (Colour::Blue, "b2", None),
    ];
    let shapes = shapes.iter().map(|&(colour, from, to)| Shape {
        colour,
        from: from.to_owned(),
        to: to.map(str::to_owned),
    });
    Annotation {
        clock_ms: random.bool().then(|| random.u64(..100_000_000)),
        evaluation: match random.u8(..6) {
            0 => Some(Evaluation::WinIn(random.u32(..100))),
            1 => Some(Evaluation::LossIn(random.u32(..100))),
            2 | 3 => Some(Evaluation::Hundredths(random.i32(-99_999..99_999))),
            _ => None,
        },
        shapes: shapes.filter(|_| random.u8(..4) == 0).collect(),
        words: WORDS[random.usize(..WORDS.len())].to_owned(),
    }
}

/// A move of a game with everything noted that can be, and variations now and then.
fn random_turn<G: Game>(
    play: &Playthrough<G>,
    mv: Move,
    depth: usize,
    random: &mut fastrand::Rng,
) -> Turn {
    let annotation = random_annotation(random);
    let has_variations = depth < 3 && random.u8(..8) == 0;
    let count = if has_variations {
        random.usize(1..3)
    } else {
        0
    };
    let mut variations = Vec::new();
    for _ in 0..count {
        let mut play = play.clone();
        let mut variation = Vec::new();
        for _ in 0..random.usize(1..6) {
            let Some(mv) = random.choice(play.legal_moves().iter().copied()) else {
                break;
            };
            variation.push(random_turn(&play, mv, depth + 1, random));
            play.play(mv).expect("a legal move");
        }
        variations.push(variation);
    }
    Turn {
        mv,
        annotation,
        variations,
    }
}

/// A random game as a record with everything in it that can be.
fn random_record<G: Game>(game: &G, random: &mut fastrand::Rng) -> Record {
    let played = random_game(game, random, |_| ());
    let mut play = Playthrough::new(game.clone());
    let turns = played.played().map(|mv| {
        let turn = random_turn(&play, mv, 0, random);
        play.play(mv).expect("a legal move");
        turn
    });
    Record {
        tags: vec![("SeatA".to_owned(), "Ada \"the \\ hopper\"".to_owned())],
        start: None,
        turns: turns.collect(),
        preface: random_annotation(random),
        result: played.standings(),
    }
}

#[test]
fn records_round_trip() {
    struct Records;
    impl Check for Records {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            for cut in [false, true] {
                let mut record = random_record(game, random);
                if cut {
                    record.turns.truncate(random.usize(..record.turns.len()));
                    record.result = None;
                }
                let text = write_record(game, &record).expect("a start that exists");
                let (spec, again) = read_record(&text).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(spec, GameSpec::new(G::NAME, game.settings()));
                assert_eq!(again, record);
            }
        }
    }
    for_every_game(Records);
}

#[test]
fn no_record_panics() {
    struct Records(usize);
    impl Check for Records {
        fn check<G: Game>(&self, game: &G, random: &mut fastrand::Rng) {
            let mut record = random_record(game, random);
            record.turns.truncate(4);
            record.result = None;
            let text = write_record(game, &record).expect("a start that exists");
            for _ in 0..self.0 {
                let text = mangled(random, &text);
                if let Ok(taken_apart) = RecordText::parse(&text) {
                    let _ = taken_apart.read(game);
                }
                let _ = read_record(&text);
            }
        }
    }
    for_every_game(Records(STRINGS / sample_count()));
}
