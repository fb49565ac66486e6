//! What openings promise: legal, and the same when read back.

use super::*;

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
        ("b2a3 z9", "line 1 is no opening of this game; correct it"),
        ("b2a3 z9", "opening: expected a hole of this board"),
        ("b2a3 z9", "\n  b2a3 z9\n       ^"),
        ("# fine\nb2a3\n\nb2a3 b2a3\n", "line 4 is no opening"),
        ("b2a3 b2a3", "legal moves, such as"),
        ("b2a3 b2a3", "at character 6"),
        ("position 6/6 a", "at character 13"),
        ("position 6/6/6/2b3/1a4/a5 a moves b2c3", "at character 35"),
        (
            "position 6/6/6/2b3/1a4/a5 a moves",
            "the end of the position",
        ),
        ("position 6/6/6/2b3/1a4/a5 a moves b2d4", "the game is over"),
        (
            "# nothing\n\n",
            "'longjump openings minicheckers --out FILE'",
        ),
    ] {
        let error = Openings::read(text, &spec).expect_err(text).to_string();
        assert!(error.contains(expect), "{text}: {error}");
    }
    let error = Openings::read("a1a2", &GameSpec::new("chess", Default::default()));
    let error = error.expect_err("no such game").to_string();
    assert!(error.contains("there is no game called 'chess'"), "{error}");
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
