use super::*;
use longjump_games::{visit_games, with_game};
use longjump_rules::{
    Game, GameAction, GameSpec, GameVisitor, PerSeat, Position, PositionExt, Seat, Setup, Standings,
};
use proptest::prelude::*;
use std::io::Cursor;

/// Positions after random moves, with results and scores that mean nothing.
struct RandomRecords<'a> {
    count: usize,
    random: &'a mut fastrand::Rng,
}

impl GameAction for RandomRecords<'_> {
    type Output = Vec<TrainingRecord>;

    fn run<G: Game>(self, game: G) -> Vec<TrainingRecord> {
        let random = self.random;
        let record = |_| {
            let mut position = game.start();
            for _ in 0..random.usize(0..60) {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]);
            }
            let seats = game.seats();
            let mut order: Vec<usize> = (1..=seats).collect();
            random.shuffle(&mut order);
            TrainingRecord {
                game: random.u32(..),
                moves: random.u16(..),
                setup: game.setup_of(&position),
                score: random.bool().then(|| random.i32(-32_000..=32_000)),
                places: PerSeat::from_fn(seats, |seat| order[seat.index()] as u8),
            }
        };
        (0..self.count).map(record).collect()
    }
}

fn random_records(spec: &GameSpec, count: usize, seed: u64) -> Vec<TrainingRecord> {
    let random = &mut fastrand::Rng::with_seed(seed);
    with_game(spec, RandomRecords { count, random }).expect("a game")
}

fn header(spec: &str) -> TrainingHeader {
    TrainingHeader::for_game(&spec.parse().expect("a spec")).expect("a game")
}

fn file(spec: &str, records: &[TrainingRecord]) -> Vec<u8> {
    let mut writer = TrainingWriter::new(header(spec), Vec::new()).expect("memory");
    for record in records {
        writer.write(record).expect("it fits");
    }
    writer.finish().expect("memory")
}

/// A file of corners with a few positions.
fn corners() -> Vec<u8> {
    let spec = "corners".parse().expect("a spec");
    file("corners", &random_records(&spec, 20, 1))
}

fn read(bytes: Vec<u8>) -> Result<Vec<TrainingRecord>, TrainingError> {
    TrainingReader::new(Cursor::new(bytes))?.collect()
}

/// Where the first line ends.
fn end_of_header(file: &[u8]) -> usize {
    let end = file.iter().position(|&byte| byte == b'\n');
    end.expect("a line")
}

struct Names(Vec<String>);

impl GameVisitor for Names {
    fn visit<G: Game>(&mut self) {
        self.0.push(G::NAME.to_owned());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn records_of_every_game_are_read_as_they_were_written(seed: u64) {
        let mut names = Names(Vec::new());
        visit_games(&mut names);
        names.0.extend((3..=6).map(|seats| format!("star:seats={seats}")));
        for spec in names.0 {
            let records = random_records(&spec.parse().expect("a spec"), 4, seed);
            prop_assert_eq!(read(file(&spec, &records)).expect("it is whole"), records, "{}", spec);
        }
    }
}

#[test]
fn what_is_wrong_with_a_file_is_told() {
    let whole = corners();
    let check = |bytes: Vec<u8>, expect: &str| {
        let error = read(bytes).expect_err(expect).to_string();
        assert!(error.contains(expect), "{error}");
    };
    check(whole[..whole.len() - 1].to_vec(), "it is not whole");
    check(whole[..whole.len() - 40].to_vec(), "it is not whole");
    let line = end_of_header(&whole);
    let mut short = whole.clone();
    short.drain(line + 1..line + 25);
    check(short, "records and has");
    check(whole[..line].to_vec(), "it is no training data");
    check(b"# openings\n".to_vec(), "it is no training data");
    check(b"{}\n".to_vec(), "longjump_training");
    let text = String::from_utf8_lossy(&whole[..=line]).into_owned();
    let other = text.replace("\"longjump_training\":2", "\"longjump_training\":9");
    check(other.into_bytes(), "version 9");
    let other = text.replace("corners", "cornets");
    check(other.into_bytes(), "cornets");
    let other = text.replace("\"holes\":64", "\"holes\":63");
    check(other.into_bytes(), "does not fit corners");
    let mut damaged = whole.clone();
    damaged[line + 1..line + 9].fill(0xff);
    check(damaged, "record 1 is damaged");
    let mut changed = whole;
    // The score of the first position.
    changed[line + 1 + 18] ^= 1;
    check(changed, "their checksum is");
}

#[test]
fn files_of_the_first_version_are_read() {
    let whole = corners();
    let line = end_of_header(&whole);
    let mut header = header("corners");
    header.longjump_training = 1;
    header.signature = None;
    let mut first = serde_json::to_vec(&header).expect("JSON");
    assert!(!first.windows(9).any(|word| word == b"signature"));
    first.extend(&whole[line..whole.len() - 8]);
    assert_eq!(
        read(first).expect("it is whole"),
        read(whole).expect("it is whole")
    );
}

#[test]
fn what_does_not_fit_is_not_written() {
    let mut writer = TrainingWriter::new(header("corners"), Vec::new()).expect("memory");
    let record = TrainingRecord {
        game: 0,
        moves: 0,
        setup: Setup::empty(36, 2),
        score: None,
        places: *Standings::duel_won_by(Seat::FIRST).places(),
    };
    let error = writer.write(&record).expect_err("it is of another board");
    assert!(error.to_string().contains("another board"), "{error}");
}

#[test]
fn results_are_shares_of_the_points() {
    let check = |places: &[u8], turn: usize, expect: f64| {
        let mut setup = Setup::empty(4, places.len());
        setup.turn = Seat::new(turn);
        let record = TrainingRecord {
            game: 0,
            moves: 0,
            setup,
            score: None,
            places: PerSeat::from_fn(places.len(), |seat| places[seat.index()]),
        };
        assert_eq!(record.result(), expect, "{places:?}, seat {turn}");
    };
    check(&[2, 1], 1, 1.0);
    check(&[2, 1], 0, 0.0);
    check(&[1, 1], 0, 0.5);
    check(&[3, 1, 1, 4], 0, 1.0 / 3.0);
    check(&[3, 1, 1, 4], 1, 2.5 / 3.0);
}

/// What games are played and how nets are trained follows from these numbers: others would be
/// other games for the same seed.
#[test]
fn seeds_are_mixed_as_ever() {
    let found = [mixed(1, 0), mixed(1, 1), mixed(2, 1), mixed(u64::MAX, 7)];
    assert_eq!(
        found,
        [
            0x5692_161d_100b_05e5,
            0xe4d9_7177_1b65_2c20,
            0x9758_35de_1c97_56ce,
            0x8bde_40ab_8762_3c48,
        ]
    );
}

/// They were written when there was no other corners.
#[test]
fn files_of_a_plain_corners_are_of_the_waiting_game() {
    let spec = "corners:preset=waiting";
    let whole = file(spec, &random_records(&spec.parse().expect("a spec"), 5, 1));
    let line = end_of_header(&whole);
    let text = String::from_utf8_lossy(&whole[..line]).replace(spec, "corners");
    let before = [text.as_bytes(), &whole[line..]].concat();
    let reader = TrainingReader::new(Cursor::new(before)).expect("a file");
    assert_eq!(reader.header().game, spec);
}
