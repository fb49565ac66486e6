//! Nets: the program's own where there is one, others by option where they fit; those that
//! don't are refused with a reason.

use longjump_engine::{Control, Limits, NoClock, build};
use longjump_evaluation::network::{About, FloatNet, HIDDEN, Net};
use std::path::{Path, PathBuf};

/// A net whose value is the number of inputs of the first half that it sees, times a little.
fn write_net(folder: &Path, game: &str, features: usize) -> PathBuf {
    let mut net = FloatNet {
        hidden: HIDDEN,
        first: vec![0.0; features * HIDDEN],
        bias: vec![0.0; HIDDEN],
        output: vec![0.0; 2 * HIDDEN],
        output_bias: vec![0.25],
    };
    net.output[0] = 1.0;
    for feature in 0..features / 2 {
        net.first[feature * HIDDEN] = feature as f32 / features as f32 / 10.0;
    }
    let about = About {
        game: game.to_owned(),
        note: String::new(),
    };
    let path = folder.join(format!("{game}.net"));
    let net = Net::quantise(&net, about).expect("a net");
    std::fs::write(&path, net.to_bytes()).expect("written");
    path
}

fn first_score(spec: &str) -> Result<(String, Option<i32>), String> {
    let spec = spec.parse().map_err(|error| format!("{error}"))?;
    let mut engine = build(&spec).map_err(|error| error.to_string())?;
    let limits = Limits {
        nodes: Some(2_000),
        ..Limits::default()
    };
    let choice = engine.choose(&limits, &NoClock, &Control::new(), &mut |_| {});
    let choice = choice.expect("a move");
    Ok((choice.mv, engine.evaluate()))
}

#[test]
fn a_net_changes_what_positions_are_worth() {
    let folder = tempfile::tempdir().expect("a folder");
    let net = write_net(folder.path(), "star", 242);
    let net = net.display();
    let by_hand = first_score("star/default:net=none").expect("it plays");
    let learned = first_score(&format!("star/default:net={net},hash=4")).expect("it plays");
    assert_ne!(by_hand.1, learned.1);
    // Whatever the order, options hold for the player with the net.
    let one = first_score(&format!("star/default:level=1,seed=5,net={net}")).expect("it plays");
    let other = first_score(&format!("star/default:net={net},level=1,seed=5")).expect("it plays");
    assert_eq!(one, other);
}

#[test]
fn the_usual_star_is_played_with_the_programs_own_net() {
    let play = |spec: &str| first_score(spec).expect("it plays");
    let own = play("star/default");
    let by_hand = play("star/default:net=none");
    assert_ne!(own.1, by_hand.1);
    assert_eq!(play("star/default:net=none,net=its own"), own);
    // With four seats, who sits where makes a difference from the start.
    let of_four = play("star:seats=4/default");
    assert_ne!(of_four.1, play("star:seats=4/default:net=none").1);
    // Who has won when changes little of what is good; how pieces hop does.
    let thesis = play("star:preset=thesis/default");
    assert_ne!(thesis.1, play("star:preset=thesis/default:net=none").1);
    assert_eq!(thesis.1, own.1);
    assert_ne!(play("star:preset=super/default").1, own.1);
}

#[test]
fn who_gives_weights_means_the_hand_made_evaluation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("star.toml");
    let engine = build(&"star/default".parse().expect("a spec")).expect("it is there");
    std::fs::write(&path, engine.weights().expect("it has weights")).expect("written");
    let weights = path.display();
    let play = |options: &str| first_score(&format!("star/default:{options}")).expect("it plays");
    let by_hand = play("net=none");
    assert_eq!(play(&format!("weights={weights}")), by_hand);
    let own = play("net=its own");
    assert_eq!(play("weights=its own"), own);
    assert_eq!(play(&format!("net=its own,weights={weights}")), own);
    assert_eq!(play(&format!("weights={weights},weights=its own")), own);
}

#[test]
fn a_net_that_does_not_fit_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let star = write_net(folder.path(), "star", 242);
    let refused = |spec: String| first_score(&spec).expect_err("it does not fit");
    let why = refused(format!("diamond/default:net={}", star.display()));
    assert!(
        why.contains("the net is for star and the game is diamond"),
        "{why}"
    );
    let why = refused("star/default:net=nowhere.net".to_owned());
    assert!(why.contains("a net that can be read"), "{why}");
    let other = folder.path().join("other.net");
    std::fs::write(&other, "no net at all").expect("written");
    let why = refused(format!("star/default:net={}", other.display()));
    assert!(why.contains("it is no net"), "{why}");
    let small = write_net(folder.path(), "corners", 100);
    let why = refused(format!(
        "corners:preset=waiting/default:net={}",
        small.display()
    ));
    assert!(why.contains("has 100 features and the board 128"), "{why}");
}
