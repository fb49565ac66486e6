//! Proofs against the plainest search there is: over text, without any table.

use longjump_engine::{Table, open_table};
use longjump_puzzles::{Again, Moment, Proof, proof_of, prove_again};
use longjump_rules::{GameSpec, Seat, Setup};

fn sole_winner(table: &dyn Table) -> Option<Option<Seat>> {
    table.standings().map(|standings| standings.sole_winner())
}

/// What best play brings the seat to move: 1, 0 or -1.
fn value(table: &mut dyn Table) -> i8 {
    let seat = table.turn().expect("it goes on");
    let values = table
        .moves()
        .into_iter()
        .map(|mv| value_of(table, &mv, seat));
    values.max().expect("there is a move")
}

fn value_of(table: &mut dyn Table, mv: &str, seat: Seat) -> i8 {
    table.play(mv).expect("legal");
    let value = match sole_winner(table) {
        Some(Some(winner)) if winner == seat => 1,
        Some(Some(_)) => -1,
        Some(None) => 0,
        None => -value(table),
    };
    table.take_back();
    value
}

/// Whether a seat wins within so many of its moves, whoever is to move.
fn wins_within(table: &mut dyn Table, seat: Seat, moves: u32) -> bool {
    if let Some(winner) = sole_winner(table) {
        return winner == Some(seat);
    }
    if moves == 0 {
        return false;
    }
    let is_own = table.turn() == Some(seat);
    let left = if is_own { moves - 1 } else { moves };
    for mv in table.moves() {
        table.play(&mv).expect("legal");
        let wins = wins_within(table, seat, left);
        table.take_back();
        if wins == is_own {
            return wins;
        }
    }
    !is_own
}

/// Whether what a proof says is so.
fn holds(table: &mut dyn Table, answer: &str, proof: Proof) -> bool {
    let seat = table.turn().expect("it goes on");
    let mut moves = table.moves();
    moves.retain(|mv| mv != answer);
    let mut after = |mv: &str, seat: Seat, within: u32| {
        table.play(mv).expect("legal");
        let wins = wins_within(table, seat, within);
        table.take_back();
        wins
    };
    match proof {
        Proof::Win { moves: n } => {
            after(answer, seat, n - 1) && !moves.iter().any(|mv| after(mv, seat, n - 1))
        }
        Proof::Defence { moves: n } => {
            let other = seat.opponent();
            !after(answer, other, n) && moves.iter().all(|mv| after(mv, other, n))
        }
        Proof::OnlyWin | Proof::OnlyDraw => {
            let wanted = i8::from(proof == Proof::OnlyWin);
            value_of(table, answer, seat) == wanted
                && moves.iter().all(|mv| value_of(table, mv, seat) < wanted)
        }
        Proof::Race => unreachable!("no race here"),
    }
}

/// A position with a few pieces each, if chance makes one that goes on.
fn random_position(spec: &GameSpec, most: usize, random: &mut fastrand::Rng) -> Option<Moment> {
    let mut table = open_table(spec).expect("a game");
    let layout = table.layout();
    let mut setup = Setup::empty(layout.points.len(), 2);
    for seat in Seat::first(2) {
        for _ in 0..random.usize(1..=most) {
            let point = random.choice(&layout.points)?;
            if point.playable {
                setup.pieces[point.hole.index()] = Some(seat);
            }
        }
    }
    setup.turn = Seat::new(random.usize(..2));
    table.arrange(&setup).ok()?;
    table.turn()?;
    Some(Moment::new(spec, table.position()))
}

/// Looks at all moves of random positions, and returns how many proofs of each kind there were.
fn proofs_hold(game: &str, most: usize, positions: usize) -> [usize; 4] {
    let spec = game.parse().expect("a spec");
    let mut random = fastrand::Rng::with_seed(7);
    let mut counts = [0; 4];
    for _ in 0..positions {
        let Some(moment) = random_position(&spec, most, &mut random) else {
            continue;
        };
        let mut table = moment.table().expect("a table");
        let mut proven = 0;
        for mv in table.moves() {
            let Some(proof) = proof_of(&moment, &mv).expect("a position") else {
                continue;
            };
            proven += 1;
            assert!(holds(&mut *table, &mv, proof), "{moment:?} {mv} {proof:?}");
            let again = prove_again(&moment, &mv, proof).expect("a position");
            assert_eq!(again, Again::Holds, "{moment:?} {mv} {proof:?}");
            for other in table.moves().iter().filter(|&other| *other != mv) {
                let again = prove_again(&moment, other, proof).expect("a position");
                assert_eq!(again, Again::Fails, "{moment:?} {other} {proof:?}");
            }
            counts[match proof {
                Proof::OnlyWin => 0,
                Proof::OnlyDraw => 1,
                Proof::Win { .. } => 2,
                _ => 3,
            }] += 1;
        }
        assert!(proven <= 1, "one answer: {moment:?}");
    }
    counts
}

#[test]
fn an_answer_of_minicheckers_is_the_only_one() {
    let [wins, draws, ..] = proofs_hold("minicheckers", 3, 1500);
    assert!(wins > 10 && draws > 10, "{wins} {draws}");
}

#[test]
fn an_answer_of_knightthrough_is_the_only_one() {
    let [.., wins, defences] = proofs_hold("knightthrough", 3, 1000);
    assert!(wins > 10 && defences > 2, "{wins} {defences}");
}

#[test]
fn a_race_is_counted_without_the_table() {
    // Each lacks two moves, or three after a step back.
    let rows = "a/aa/aaa/a1aa/8a4/12/11/10/9/10/11/12/4b8/bb1b/bbb/bb/b";
    let moment = Moment::new(&"star".parse().expect("a spec"), format!("{rows} a 80 -"));
    let moves = moment.table().expect("a table").moves();
    let again = |mv: &String| prove_again(&moment, mv, Proof::Race).expect("a position");
    let proven = |mv: &String| proof_of(&moment, mv).expect("a position") == Some(Proof::Race);
    for mv in &moves {
        assert_eq!(again(mv) == Again::Holds, proven(mv), "{mv}");
    }
}
