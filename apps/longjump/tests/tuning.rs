//! Self-play and tuning as their users meet them.

mod shell;

use shell::{check_complaint, folder, report, text};

#[test]
fn self_play_is_the_same_each_time_and_weights_are_fitted_to_it() {
    let folder = folder("fitting");
    let line = "selfplay knightthrough --games 60 --nodes 30 --seed 3 --out";
    let first = report(&folder, &format!("{line} one.ljt --concurrency 1"));
    let second = report(&folder, &format!("{line} two.ljt --concurrency 2"));
    assert_eq!(first["games"], 60);
    assert_eq!(first["positions"], second["positions"]);
    assert_eq!(first["record_bytes"], 25);
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file");
    assert!(read("one.ljt") == read("two.ljt"));

    let line = "tune --method logistic knightthrough --data one.ljt";
    let fit = report(&folder, &format!("{line} --out best.toml --plot loss.svg"));
    assert!(fit["after"]["fitted"].as_f64() <= fit["before"]["fitted"].as_f64());
    assert!(fit["checked"].as_u64() > Some(0));
    assert!(fit["scale"].as_f64() > Some(0.0));
    let weights = String::from_utf8(read("best.toml")).expect("text");
    assert_eq!(fit["weights"], weights);
    assert!(weights.starts_with("# KnightThrough, in about fiftieths of a move."));
    assert!(
        String::from_utf8(read("loss.svg"))
            .expect("text")
            .contains("checked")
    );
    // What is printed at the end can be run.
    let accept = fit["accept"].as_str().expect("a command");
    assert!(
        accept.contains("'knightthrough/default:weights=best.toml'"),
        "{accept}"
    );
    assert!(accept.contains("--sprt 0,5 --normalised"), "{accept}");
    let accept = accept
        .replace('\'', "")
        .replace("--nodes 5000", "--nodes 10 --games 2");
    report(&folder, accept.strip_prefix("longjump ").expect("it"));

    check_complaint(&folder, &format!("{line} --scale 0"), "0 is not a scale");
    let quiet = report(&folder, &format!("{line} --quiet 0.5 --scale 0.002"));
    assert!(quiet["unquiet"].as_u64() > Some(0));
    assert_eq!(quiet["scale"], 0.002);

    let words = text(&folder, &format!("{line} --parameters file,turn"));
    assert!(words.contains("loss on other games"), "{words}");
    assert!(words.contains("put this into best.toml"), "{words}");
    assert!(
        words.contains("rows = [626, 534, 774"),
        "only two are fitted: {words}"
    );
}

#[test]
fn self_play_of_many_seats_is_written() {
    let folder = folder("many");
    let words = text(
        &folder,
        "selfplay star:seats=3/greedy --games 2 --plies 6 --out three.ljt",
    );
    assert!(words.contains("positions of 2 games"), "{words}");
    assert!(words.contains("written to three.ljt"), "{words}");
}

#[test]
fn what_self_play_can_not_do_is_told() {
    let folder = folder("refused");
    let check = |line: &str, expect: &str| check_complaint(&folder, line, expect);
    check("selfplay star --games 1 --out a.ljt", "--nodes 20000");
    check(
        "selfplay star --games 1 --nodes 10 --out no/a.ljt",
        "give another --out",
    );
    check(
        "selfplay star:seats=3/plain --games 1 --nodes 10 --out a.ljt",
        "try default",
    );
    check(
        "selfplay stars --games 1 --nodes 10 --out a.ljt",
        "longjump games",
    );
    check(
        "selfplay star --games 1 --nodes 10 --openings none.txt --out a.ljt",
        "can't read none.txt",
    );
}

#[test]
fn parameters_are_moved_by_playing() {
    let folder = folder("moving");
    let line = "tune --method spsa knightthrough --parameters turn=:0:500,late_moves=:1:12:1 \
                --iterations 3 --pairs 2 --nodes 30 --rate 0.5 --concurrency 2";
    let first = report(&folder, &format!("{line} --out best.toml --plot paths.svg"));
    assert_eq!(first["games"], 12);
    let parameters = first["parameters"].as_array().expect("a list");
    assert_eq!(parameters[0]["start"], 257.0);
    assert_eq!(parameters[0]["path"].as_array().expect("a path").len(), 4);
    assert_eq!(first["parameters"], report(&folder, line)["parameters"]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    assert_eq!(first["weights"], read("best.toml"));
    assert!(read("paths.svg").contains("late_moves"));
    let moves = first["options"]["late_moves"].as_str().expect("an option");
    let engine = format!("'knightthrough/default:weights=best.toml,late_moves={moves}'");
    assert!(
        first["accept"]
            .as_str()
            .expect("a command")
            .contains(&engine)
    );
    assert!(
        first["accept"]
            .as_str()
            .expect("a command")
            .contains("--nodes 30")
    );

    let words = text(&folder, line);
    assert!(words.contains("3 iterations, 12 games"), "{words}");
    assert!(words.contains("longjump match"), "{words}");
}

#[test]
fn what_can_not_be_tuned_is_told() {
    let folder = folder("untuned");
    let check = |line: &str, expect: &str| {
        check_complaint(&folder, &format!("tune --method {line}"), expect);
    };
    check("spsa star", "--parameters");
    check("spsa --parameters last=1:0:2", "SPEC");
    check("logistic star", "--data");
    check(
        "spsa star --parameters lost=1:0:2 --nodes 9",
        "it has row=100.0",
    );
    check(
        "spsa star --parameters last=1:0:2 --nodes 9 --data x",
        "--data is for --method logistic",
    );
    check(
        "spsa star --parameters last=1:0:2 --rate 0 --nodes 9",
        "nothing is learned",
    );
    check("spsa star --parameters last=:0:200", "--nodes");
    check(
        "spsa star --parameters late_moves=:0:9 --nodes 9 --out a.toml",
        "remove --out",
    );
    check(
        "winners-average --tries 2 --pairs 2",
        "--pairs is for --method spsa",
    );
    check(
        "winners-average star --tries 2",
        "a SPEC is for --method spsa or logistic",
    );
    check("logistic star --data none.ljt", "can't read none.ljt");
    std::fs::write(folder.join("text.ljt"), "hello\n").expect("a file");
    check(
        "logistic star --data text.ljt",
        "text.ljt: it is no training data",
    );
    check(
        "logistic star --data text.ljt --parameters late_moves",
        "only weights",
    );
    check(
        "logistic star --data text.ljt --pull -1",
        "unexpected argument",
    );
    text(&folder, "selfplay corners/greedy --games 3 --out few.ljt");
    check(
        "logistic corners --data few.ljt",
        "too little to learn from",
    );
    check("logistic star --data few.ljt", "the data is of corners");
    let bytes = std::fs::read(folder.join("few.ljt")).expect("a file");
    std::fs::write(folder.join("cut.ljt"), &bytes[..bytes.len() - 9]).expect("a file");
    check(
        "logistic corners --data cut.ljt",
        "cut.ljt: it is not whole",
    );
}
