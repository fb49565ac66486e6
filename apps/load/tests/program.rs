//! The program, as far as that needs no service; what it starts is tested in `crates/testbed`.

use std::process::Command;

fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_longjump-load"))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output.status.success(), text)
}

#[test]
fn help_names_the_faults_and_the_cluster() {
    let (fine, text) = run(&["--help"]);
    assert!(fine, "{text}");
    for word in ["--fault", "postgres", "rivals", "cluster", "--pgbench"] {
        assert!(text.contains(word), "no {word} in {text}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_started() {
    for (arguments, why) in [
        (&["--games", "0"][..], "at least one game"),
        (&["--game", "star:seats=3"], "a game for two"),
        (&["--game", "chess"], "chess"),
    ] {
        let (fine, text) = run(arguments);
        assert!(!fine && text.contains(why), "{arguments:?}: {text}");
    }
}
