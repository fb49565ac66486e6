//! Postgres crashes and its standby takes over, again and again, while games are played.

use crate::helpers::{Pair, Person, add_server_with_lines, cluster, guest, within};
use longjump_client::ClientError;
use longjump_online::open_board;
use longjump_testbed::{Audit, Cluster};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many games are played at a time.
const TABLES: usize = 6;
/// How long games go on before and after a crash.
const BETWEEN: Duration = Duration::from_secs(2);
/// How soon after a takeover every server must have accepted a move.
const MENDED_WITHIN: Duration = Duration::from_secs(5);

/// A move that a server has said is done.
struct Done {
    game: String,
    ply: usize,
    mv: String,
    version: u64,
    server: SocketAddr,
    at: Instant,
}

/// Two people who play one whole game after another, and what they were told.
struct Table {
    people: [Person; 2],
    servers: [SocketAddr; 2],
    done: Vec<Done>,
}

impl Table {
    /// Plays until that is enough, and then to the end of the game.
    async fn play(mut self, is_enough: Arc<AtomicBool>) -> Vec<Done> {
        while !is_enough.load(Ordering::Relaxed) {
            self.play_game().await;
        }
        self.done
    }

    async fn play_game(&mut self) {
        let wanted =
            json!({"game": "knightthrough", "control": "1d", "id": fastrand::u64(..).to_string()});
        let opened = insist(&self.people[0], self.servers[0], "/api/games", &wanted).await;
        let game = opened["id"].as_str().expect("a name");
        let sit = json!({"action": {"kind": "sit"}, "id": "sit"});
        let path = format!("/api/games/{game}/actions");
        insist(&self.people[1], self.servers[1], &path, &sit).await;
        let path = format!("/api/games/{game}/moves");
        let mut board = open_board(&"knightthrough".parse().expect("a game")).expect("a board");
        while board.standings().is_none() {
            let ply = board.ply();
            let moves = board.moves();
            let mv = moves[fastrand::usize(..moves.len())].clone();
            let body = json!({"ply": ply, "mv": mv, "id": format!("m{ply}")});
            // Each of them is at a server of their own, and changes it after some time.
            let server = self.servers[(ply + ply / 8) % 2];
            let answer = insist(&self.people[ply % 2], server, &path, &body).await;
            board.play(&mv).expect("legal");
            self.done.push(Done {
                game: game.to_owned(),
                ply,
                mv,
                version: answer["version"].as_u64().expect("a version"),
                server,
                at: Instant::now(),
            });
            tokio::time::sleep(Duration::from_millis(fastrand::u64(..30))).await;
        }
    }
}

/// Posts something until it is done, as clients do whom a server tells to try again.
async fn insist(who: &Person, at: SocketAddr, path: &str, body: &Value) -> Value {
    loop {
        match who.post(at, path, body).await {
            Ok(answer) => return answer,
            Err(ClientError::Refused(503, _)) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => panic!("{path} with {body}: {error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_postgres_twice() {
    let mut cluster = cluster(0).await;
    let first = add_server_with_lines(&mut cluster).await;
    let second = add_server_with_lines(&mut cluster).await;
    let is_enough = Arc::new(AtomicBool::new(false));
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let table = Table {
            people: [guest(&cluster).await, guest(&cluster).await],
            servers: [first, second],
            done: Vec::new(),
        };
        tables.push(tokio::spawn(table.play(Arc::clone(&is_enough))));
    }
    let mut takeovers = Vec::new();
    for _ in 0..2 {
        cluster.add_standby().expect("a standby");
        tokio::time::sleep(BETWEEN).await;
        let crashed = Instant::now();
        cluster.fail_over().expect("the standby takes over");
        takeovers.push((crashed, Instant::now()));
        tokio::time::sleep(BETWEEN).await;
    }
    is_enough.store(true, Ordering::Relaxed);
    let mut done = Vec::new();
    for table in tables {
        done.extend(table.await.expect("all games come to their end"));
    }
    check_stored(&mut cluster, &done).await;
    for (crashed, taken_over) in takeovers {
        check_mended(&done, [first, second], crashed, taken_over);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_acknowledged_that_the_standby_lacks() {
    let mut cluster = cluster(1).await;
    let at = cluster.at(0);
    let pair = Pair::new(&cluster, "1d").await;
    cluster.add_standby().expect("a standby");
    let first = pair.play(at).await.expect("played");
    let (body, path) = pair.next_move(at).await;
    tokio::task::block_in_place(|| cluster.backing().standby().expect("added").stop());
    let played = within(2.0, pair.bo.post(at, &path, &body)).await;
    assert!(played.is_none(), "{played:?}");
    let came_back = tokio::task::block_in_place(|| cluster.backing().standby()?.run().ok());
    came_back.expect("the standby comes back");
    let second = within(10.0, insist(&pair.bo, at, &path, &body)).await;
    let versions = [first, second.expect("in time")].map(|answer| answer["version"].as_u64());
    assert_eq!(versions[1], versions[0].map(|version| version + 1));
}

/// The database has what was acknowledged, each move once and in order, and nothing else.
async fn check_stored(cluster: &mut Cluster, done: &[Done]) {
    let mut games: Vec<String> = done.iter().map(|done| done.game.clone()).collect();
    games.dedup();
    let audit = Audit::connect(&cluster.backing().postgres().url()).await;
    let audit = audit.expect("the database");
    let stored = audit.moves(&games).await.expect("moves");
    let mut promised: Vec<_> = done
        .iter()
        .map(|done| (done.game.as_str(), done.ply, done.version, done.mv.as_str()))
        .collect();
    promised.sort_unstable();
    let kept: Vec<_> = stored
        .iter()
        .map(|kept| {
            let (ply, version) = (kept.ply as usize, kept.version as u64);
            (kept.game.as_str(), ply, version, kept.mv.as_str())
        })
        .collect();
    assert_eq!(kept, promised);
    let ends = audit.ends(&games).await.expect("games");
    assert!(ends.iter().all(|end| end.status == "over"), "{ends:?}");
    println!("{} moves of {} games, all there", kept.len(), games.len());
}

/// Both servers accept moves again by themselves soon after a takeover.
fn check_mended(done: &[Done], servers: [SocketAddr; 2], crashed: Instant, taken_over: Instant) {
    let mended = servers.map(|server| {
        let at_server = done.iter().filter(|done| done.server == server);
        let after = at_server.map(|done| done.at).filter(|at| *at > taken_over);
        after.min().expect("moves after the takeover") - taken_over
    });
    let mut times: Vec<Instant> = done.iter().map(|done| done.at).collect();
    times.sort_unstable();
    let pauses = times
        .windows(2)
        .filter(|pause| pause[1] > crashed && pause[0] < taken_over);
    let longest = pauses.map(|pause| pause[1] - pause[0]).max();
    println!(
        "taken over after {:?}, servers mended {mended:?} later; nobody could move for {:?}",
        taken_over - crashed,
        longest.expect("a pause"),
    );
    assert!(
        mended.iter().all(|time| *time < MENDED_WITHIN),
        "{mended:?}"
    );
}
