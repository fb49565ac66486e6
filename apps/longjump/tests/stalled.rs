//! A server whose process stood still for a while, or whose disk was full, goes on as if nothing
//! had been.

use longjump_client::{Socket, Visitor};
use longjump_online::open_board;
use longjump_testbed::{Cluster, Launch};
use longjump_wire::rest::{CreateGame, GameCreated};
use longjump_wire::socket::{ClientMessage, ServerMessage};
use std::process::Command;
use std::time::Duration;

/// Longer than it takes to ask a client so often that silence means it is gone.
const STANDS_STILL: Duration = Duration::from_secs(22);

fn signal(cluster: &Cluster, name: &str) {
    let id = cluster.process_ids()[0].to_string();
    let sent = Command::new("kill").args([name, &id]).status();
    assert!(sent.expect("kill runs").success());
}

async fn receive(socket: &mut Socket, is_it: impl Fn(&ServerMessage) -> bool) {
    let received = async { while !is_it(&socket.receive().await.expect("the socket is open")) {} };
    let patience = Duration::from_secs(10);
    tokio::time::timeout(patience, received)
        .await
        .expect("an answer in time");
}

async fn open(guest: &Visitor, cluster: &Cluster, engines: Option<u8>) -> String {
    let wanted = CreateGame {
        game: "minicheckers".to_owned(),
        control: "300+3".to_owned(),
        rated: false,
        public: false,
        seat: Some(0),
        engines,
        id: None,
    };
    let created = guest.post(cluster.at(0), "/api/games", &wanted).await;
    let GameCreated { id } = created.expect("a game");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stood_still_keeps_its_clients() {
    let program = env!("CARGO_BIN_EXE_longjump").into();
    let cluster = Cluster::start(Launch::Program(program), 1).await;
    let cluster = cluster.expect("a service");
    let at = cluster.at(0);
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let guest = Visitor::guest(cluster.http(), at).await.expect("a guest");
        let game = open(&guest, &cluster, None).await;
        let mut socket = guest.socket(at).await.expect("a socket");
        let watch = ClientMessage::Watch { game, since: None };
        socket.send(&watch).await.expect("sent");
        receive(&mut socket, |message| {
            matches!(message, ServerMessage::Room { .. })
        })
        .await;
        sockets.push(socket);
    }
    signal(&cluster, "-STOP");
    tokio::time::sleep(STANDS_STILL).await;
    // Sent while nobody reads.
    for socket in &mut sockets {
        socket.send(&ClientMessage::Ping {}).await.expect("sent");
    }
    signal(&cluster, "-CONT");
    for socket in &mut sockets {
        receive(socket, |message| {
            matches!(message, ServerMessage::Pong { .. })
        })
        .await;
    }
    // What piled up has been seen to by now.
    tokio::time::sleep(Duration::from_secs(2)).await;
    for socket in &mut sockets {
        socket.send(&ClientMessage::Ping {}).await.expect("sent");
        receive(socket, |message| {
            matches!(message, ServerMessage::Pong { .. })
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_can_t_write_its_log_serves_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("server-0.log");
    std::os::unix::fs::symlink("/dev/full", log).expect("a log that can't be written");
    let program = env!("CARGO_BIN_EXE_longjump").into();
    let cluster = Cluster::start_in(folder.path(), Launch::Program(program), 1).await;
    let mut cluster = cluster.expect("a service");
    let guest = cluster.guest().await.expect("a guest");
    let game = open(&guest, &cluster, Some(1)).await;
    let mut socket = guest.socket(cluster.at(0)).await.expect("a socket");
    let board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    let mv = ClientMessage::Move {
        game,
        ply: 0,
        mv: board.moves()[0].clone(),
        id: "move".to_owned(),
    };
    // What goes wrong is logged, or would be, by all who write moves.
    tokio::task::block_in_place(|| cluster.backing().postgres().stop());
    for _ in 0..4 {
        socket.send(&mv).await.expect("sent");
        receive(&mut socket, |message| {
            matches!(message, ServerMessage::Retry { .. })
        })
        .await;
    }
    tokio::task::block_in_place(|| cluster.backing().postgres().run()).expect("it is back");
    let mut is_done = false;
    for _ in 0..20 {
        socket.send(&mv).await.expect("sent");
        let answer = socket.receive().await.expect("an answer");
        is_done |= matches!(answer, ServerMessage::Done { .. });
        if is_done {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert!(is_done, "moves are written again");
}
