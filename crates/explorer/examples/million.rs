//! How large a store grows, and how soon it answers. `measure` beside this folder runs all of it:
//!
//!     million fill FOLDER GAMES     makes games and counts them, with a line after each tenth
//!     million compact FOLDER        gives back what the file has no use for, and tells its size
//!     million ask FOLDER QUESTIONS  asks about positions of games, and tells how long it took
//!     million rows FOLDER FILE      writes all counts as a table, for a database
//!     million keys FOLDER QUESTIONS FILE  writes what is asked as keys of that table

use fastrand::Rng;
use longjump_explorer::{Explorer, Filter, Kind, NewGame, Question};
use longjump_games::with_game;
use longjump_rules::{Game, GameAction, Playthrough, Position, notation};
use longjump_wire::explorer::GameSpeed;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

const BATCH: u64 = 2_000;
/// Games that are not over by then are drawn.
const LONGEST: usize = 120;
const SPECS: [&str; 2] = ["knightthrough", "star"];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["fill", folder, games] => fill(folder.as_ref(), games.parse()?),
        ["compact", folder] => compact(folder.as_ref()),
        ["ask", folder, questions] => ask(folder.as_ref(), questions.parse()?),
        ["rows", folder, file] => rows(folder.as_ref(), file.as_ref()),
        ["keys", folder, questions, file] => {
            keys(folder.as_ref(), questions.parse()?, file.as_ref())
        }
        _ => Err("give fill, compact, ask, rows or keys, as the source says".into()),
    }
}

/// Players with habits: in every position some moves are liked more than others by all of them, and
/// each one is chosen half as often as the one liked before it. So openings are a tree with thick and
/// thin branches, as they are among people, and games part sooner or later.
struct Habits<'a> {
    rng: &'a mut Rng,
}

impl GameAction for Habits<'_> {
    type Output = (Vec<String>, Vec<u8>);

    fn run<G: Game>(self, game: G) -> Self::Output {
        let mut play = Playthrough::new(game.clone());
        let mut texts = Vec::new();
        while play.standings().is_none() && texts.len() < LONGEST {
            let key = play.position().key();
            let liking =
                |bits: u16| (key ^ u64::from(bits)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
            let mut moves: Vec<_> = play.legal_moves().to_vec();
            moves.sort_unstable_by_key(|mv| liking(mv.bits()));
            let rank = (self.rng.u64(..) | 1 << 20).trailing_zeros() as usize;
            let mv = moves[rank.min(moves.len() - 1)];
            texts.push(notation::write_move(&game, mv));
            play.play(mv).expect("it is legal");
        }
        let standings = play
            .standings()
            .unwrap_or_else(|| play.position().standings_if_drawn());
        let places = standings.places().iter().map(|(_, place)| place).collect();
        (texts, places)
    }
}

fn game(number: u64) -> NewGame {
    let mut rng = Rng::with_seed(number);
    let spec = SPECS[(number % 2) as usize];
    let habits = Habits { rng: &mut rng };
    let (moves, places) = with_game(&spec.parse().expect("a spec"), habits).expect("a game");
    let speeds = [
        GameSpeed::Fast,
        GameSpeed::Blitz,
        GameSpeed::Rapid,
        GameSpeed::Days,
    ];
    let kind = match rng.u8(..4) {
        0 => Kind::ARENA,
        1 => Kind::LAB,
        _ => {
            let rating = rng.bool().then(|| 1000.0 + rng.f64() * 1200.0);
            Kind::online(speeds[rng.usize(..4)], rating)
        }
    };
    NewGame {
        spec: spec.to_owned(),
        start: None,
        moves: moves.join(" "),
        places,
        kind,
        id: String::new(),
        players: vec![
            format!("player {}", rng.u16(..1000)),
            format!("player {}", rng.u16(..1000)),
        ],
        day: 20_000,
        name: number.to_le_bytes().to_vec(),
    }
}

fn fill(folder: &Path, games: u64) -> Result<(), Box<dyn Error>> {
    let explorer = Explorer::open(folder)?;
    let (mut took, mut plies) = (Duration::ZERO, 0);
    println!("games positions bytes games_a_second plies_a_game");
    let mut told = 0;
    for from in (0..games).step_by(BATCH as usize) {
        let batch: Vec<NewGame> = (from..games.min(from + BATCH)).map(game).collect();
        plies += batch
            .iter()
            .map(|game| game.moves.split(' ').count())
            .sum::<usize>();
        let begun = Instant::now();
        explorer.add(&batch, None)?;
        took += begun.elapsed();
        let done = from + batch.len() as u64;
        if done * 10 / games > told {
            told = done * 10 / games;
            let size = explorer.size()?;
            let rate = done as f64 / took.as_secs_f64();
            let mean = plies as f64 / done as f64;
            println!(
                "{} {} {} {rate:.0} {mean:.1}",
                size.games, size.positions, size.bytes
            );
        }
    }
    Ok(())
}

fn compact(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut explorer = Explorer::open(folder)?;
    let begun = Instant::now();
    explorer.compact()?;
    let (bytes, took) = (explorer.size()?.bytes, begun.elapsed().as_secs_f64());
    println!("{bytes} bytes after {took:.1} s of making it compact");
    Ok(())
}

/// What people would ask: positions of games, the early ones as often as the late ones.
fn question(rng: &mut Rng, games: u64) -> Question {
    let game = game(rng.u64(..games));
    let moves: Vec<&str> = game.moves.split(' ').collect();
    let ply = rng.usize(..=moves.len().min(24));
    let filter = Filter {
        rating: [0, 0, 0, 1600][rng.usize(..4)],
        ..Filter::default()
    };
    Question {
        game: game.spec.clone(),
        start: None,
        moves: moves[..ply].join(","),
        filter,
    }
}

fn questions(explorer: &Explorer, count: usize) -> Result<Vec<Question>, Box<dyn Error>> {
    let games = explorer.size()?.games;
    let mut rng = Rng::with_seed(5);
    Ok((0..count).map(|_| question(&mut rng, games)).collect())
}

fn ask(folder: &Path, count: usize) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    let explorer = Explorer::open(folder)?;
    println!("opened in {:.3} s", begun.elapsed().as_secs_f64());
    let questions = questions(&explorer, count)?;
    for round in ["first", "again"] {
        let mut times = Vec::with_capacity(count);
        for question in &questions {
            let begun = Instant::now();
            std::hint::black_box(explorer.ask(question)?);
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
        let (median, most, longest) = (at(0.5), at(0.99), at(1.0));
        println!("{round}: median {median:.0} µs, 99 % {most:.0} µs, longest {longest:.0} µs");
    }
    Ok(())
}

fn rows(folder: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let explorer = Explorer::open(folder)?;
    let mut out = BufWriter::new(File::create(file)?);
    let mut failed = None;
    explorer.each_count(|key, kind, mv, [won, drawn, lost]| {
        let line = writeln!(
            out,
            "{}\t{kind}\t{mv}\t{won}\t{drawn}\t{lost}",
            key.cast_signed()
        );
        failed = failed.take().or(line.err());
    })?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

fn keys(folder: &Path, count: usize, file: &Path) -> Result<(), Box<dyn Error>> {
    let explorer = Explorer::open(folder)?;
    let mut out = BufWriter::new(File::create(file)?);
    for (number, question) in (1..).zip(questions(&explorer, count)?) {
        let rating = question.filter.rating;
        writeln!(
            out,
            "{number}\t{}\t{rating}",
            explorer.key(&question)?.cast_signed()
        )?;
    }
    Ok(())
}
