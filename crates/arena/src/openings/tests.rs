//! What openings promise: legal, distinct, fair, repeatable, and the same when read back.

use super::canonical::Symmetries;
use super::*;
use longjump_engine::{Outlook, open_table};
use longjump_rules::GameSpec;
use std::collections::HashSet;

const GAMES: [&str; 5] = [
    "star",
    "diamond",
    "corners",
    "knightthrough",
    "minicheckers",
];

fn plan(spec: &str, count: usize, plies: usize) -> OpeningsPlan {
    OpeningsPlan {
        spec: spec.parse().expect("a spec"),
        count,
        plies,
        seed: 1,
        balance: None,
        threads: 1,
    }
}

fn fair_plan(spec: &str, count: usize, moves: f64) -> OpeningsPlan {
    OpeningsPlan {
        balance: Some(Balance { moves, nodes: 500 }),
        ..plan(spec, count, 5)
    }
}

fn made(plan: &OpeningsPlan) -> (Openings, Tally) {
    plan.make(&|_| {}).expect("enough openings")
}

/// All images of a position as text, found as people would: by turning the board over and
/// over, in every order, until nothing new appears.
fn images(spec: &GameSpec, setup: &longjump_rules::Setup) -> HashSet<String> {
    struct Images<'a>(&'a longjump_rules::Setup);
    impl longjump_rules::GameAction for Images<'_> {
        type Output = HashSet<String>;
        fn run<G: longjump_rules::Game>(self, game: G) -> Self::Output {
            let mut setups = vec![self.0.clone()];
            for _ in 0..12 {
                for symmetry in game.symmetries() {
                    let images: Vec<_> = setups.iter().map(|setup| symmetry.setup(setup)).collect();
                    let new: Vec<_> = images.into_iter().filter(|s| !setups.contains(s)).collect();
                    setups.extend(new);
                }
            }
            let write = |setup| {
                let position = game.position_from(setup).expect("images are positions");
                longjump_rules::notation::write_position(&game, &position)
            };
            setups.iter().map(write).collect()
        }
    }
    longjump_games::with_game(spec, Images(setup)).expect("a game")
}

#[test]
fn openings_are_legal_and_no_two_are_images_of_each_other() {
    for spec in GAMES.into_iter().chain(["star:seats=3", "star:seats=6"]) {
        for plies in [2, 3] {
            let plan = plan(spec, 20, plies);
            let (openings, tally) = made(&plan);
            assert_eq!(openings.list.len(), 20);
            assert_eq!(
                tally.tried,
                tally.found + tally.same + tally.unbalanced + tally.ended
            );
            let mut table = open_table(&plan.spec).expect("a game");
            let mut seen = HashSet::new();
            for opening in &openings.list {
                assert_eq!(opening.moves.len(), plies);
                opening.set_up(&mut *table).expect("legal moves");
                assert!(table.standings().is_none());
                assert!(!seen.contains(&table.position()), "{spec}: {opening}");
                seen.extend(images(&plan.spec, &table.setup()));
            }
        }
    }
}

#[test]
fn all_images_of_a_position_have_one_canonical_form_and_others_another() {
    for spec in GAMES.into_iter().chain(["star:seats=4"]) {
        let spec: GameSpec = spec.parse().expect("a spec");
        let symmetries = Symmetries::of(&spec).expect("a game");
        let mut table = open_table(&spec).expect("a game");
        let mut forms = std::collections::HashMap::new();
        for seed in 0..30 {
            random_opening(&mut *table, 3, seed).expect("it goes on");
            let form = symmetries.canonical(&table.setup());
            let images = images(&spec, &table.setup());
            for image in &images {
                table.set_up(Some(image), &[]).expect("a position");
                assert_eq!(symmetries.canonical(&table.setup()), form);
            }
            let known = forms.entry(form).or_insert_with(|| images.clone());
            assert_eq!(*known, images);
        }
    }
}

#[test]
fn a_first_move_counts_once_for_all_its_images() {
    // Fourteen first moves; the board is the same from left and right.
    let error = plan("star", 8, 1).make(&|_| {}).expect_err("only seven");
    let OpeningsError::TooFew { wanted: 8, tally } = &error else {
        panic!("{error}");
    };
    assert_eq!((tally.found, tally.tried), (7, 11_600));
    let text = error.to_string();
    assert!(text.contains("7 found in 11600 tried"), "{text}");
    assert!(text.ends_with("of 8 wanted"), "{text}");
}

#[test]
fn balance_holds_when_searched_again() {
    for spec in GAMES {
        let plan = fair_plan(spec, 5, 1.0);
        let balance = plan.balance.expect("it has one");
        for opening in made(&plan).0.list {
            let outlook = balance.outlook(&plan.spec, &opening).expect("an engine");
            assert!(balance.allows(outlook), "{spec}: {opening} is {outlook}");
            let Outlook::Ahead(score) = outlook else {
                panic!("{spec}: {opening} is decided");
            };
            assert!(score.abs() <= 100, "{spec}: {opening} is {outlook}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for spec in GAMES {
        let one = fair_plan(spec, 6, 0.7);
        let two = OpeningsPlan {
            threads: 2,
            ..one.clone()
        };
        assert_eq!(made(&one), made(&two), "{spec}");
    }
    let other = OpeningsPlan {
        seed: 2,
        ..plan("star", 6, 4)
    };
    assert_ne!(made(&plan("star", 6, 4)).0.list, made(&other).0.list);
}

#[test]
fn progress_is_told_in_order() {
    let told = std::sync::Mutex::new(Vec::new());
    let plan = fair_plan("knightthrough", 4, 0.5);
    let (_, tally) = plan
        .make(&|tally| told.lock().expect("no panic").push(*tally))
        .expect("enough");
    let told = told.into_inner().expect("no panic");
    assert!(told.is_sorted_by_key(|tally| tally.tried));
    assert_eq!(told.last(), Some(&tally));
}

#[test]
fn what_was_written_is_read_back() {
    let plan = fair_plan("minicheckers", 4, 2.0);
    let (mut openings, _) = made(&plan);
    openings.list.push(Opening::default());
    openings.list.push(Opening {
        start: Some("6/6/6/2b3/1a4/a5 a".to_owned()),
        moves: Vec::new(),
    });
    openings.list.push(Opening {
        start: Some("6/6/3b2/6/1a4/a5 a".to_owned()),
        moves: vec!["b2c3".to_owned()],
    });
    let text = openings.to_string();
    assert!(text.contains("# spec minicheckers\n"), "{text}");
    assert!(text.contains("# plies 5, seed 1, balance 2, nodes 500\n"));
    assert!(
        text.ends_with(
            "start\nposition 6/6/6/2b3/1a4/a5 a\nposition 6/6/3b2/6/1a4/a5 a moves b2c3\n"
        )
    );
    assert_eq!(Openings::read(&text, &plan.spec), Ok(openings));
}

#[test]
fn a_file_may_be_edited_by_hand() {
    let spec = "corners".parse().expect("a spec");
    let text = "#by hand\r\n\r\n  c1d1   f8e8 \r\nstart\n";
    let openings = Openings::read(text, &spec).expect("openings");
    assert_eq!(openings.notes, ["by hand"]);
    assert_eq!(openings.list[0].moves, ["c1d1", "f8e8"]);
    assert_eq!(openings.list[1], Opening::default());
}

#[test]
fn mistakes_in_a_file_are_shown_where_they_are() {
    let spec = "minicheckers".parse().expect("a spec");
    for (text, expect) in [
        (
            "b2a3 z9",
            "line 1 is not an opening of this game; correct it",
        ),
        ("b2a3 z9", "opening: expected a hole of this board"),
        ("b2a3 z9", "\n  b2a3 z9\n       ^"),
        ("# fine\nb2a3\n\nb2a3 b2a3\n", "line 4 is not an opening"),
        ("b2a3 b2a3", "legal moves, such as"),
        ("b2a3 b2a3", "at character 6"),
        ("position 6/6 a", "at character 13"),
        ("position 6/6/6/2b3/1a4/a5 a moves b2c3", "at character 35"),
        (
            "position 6/6/6/2b3/1a4/a5 a moves",
            "the end of the position",
        ),
        ("position 6/6/6/2b3/1a4/a5 a moves b2d4", "the game is over"),
        ("# nothing\n\n", "there is no opening here"),
    ] {
        let error = Openings::read(text, &spec).expect_err(text).to_string();
        assert!(error.contains(expect), "{text}: {error}");
    }
    let error = Openings::read("a1a2", &GameSpec::new("chess", Default::default()));
    let error = error.expect_err("no such game").to_string();
    assert!(error.contains("there is no game called 'chess'"), "{error}");
}

#[test]
fn plans_that_can_not_be_are_explained() {
    for (plan, expect) in [
        (fair_plan("star:seats=3", 2, 1.0), "and the game has 3"),
        (
            plan("minicheckers", 2, 900),
            "over before 900 plies; give fewer",
        ),
        (
            OpeningsPlan {
                plies: 2,
                ..fair_plan("minicheckers", 25, 0.0)
            },
            ", of 25 wanted",
        ),
        (plan("chess", 2, 2), "there is no game called 'chess'"),
    ] {
        let error = plan.make(&|_| {}).expect_err(expect).to_string();
        assert!(error.contains(expect), "{error}");
    }
}

#[test]
fn random_openings_depend_on_their_number_and_seed() {
    let spec: GameSpec = "star:seats=4".parse().expect("a spec");
    let random = |seed, count| Openings::random(&spec, 6, seed, count).expect("openings");
    let many = random(7, 10);
    assert_eq!(many.list[..4], random(7, 4).list);
    assert_ne!(many, random(8, 10));
    assert_eq!(Openings::read(&many.to_string(), &spec), Ok(many));
    let too_long = Openings::random(&"minicheckers".parse().expect("a spec"), 900, 1, 1);
    assert_eq!(too_long, Err(OpeningsError::TooLong { plies: 900 }));
}
