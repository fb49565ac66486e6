//! A server whose process stood still for a while goes on as if nothing had been.

use longjump_client::{Socket, Visitor};
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

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stood_still_keeps_its_clients() {
    let program = env!("CARGO_BIN_EXE_longjump").into();
    let cluster = Cluster::start(Launch::Program(program), 1).await;
    let cluster = cluster.expect("a service");
    let at = cluster.at(0);
    let wanted = CreateGame {
        game: "minicheckers".to_owned(),
        control: "300+3".to_owned(),
        rated: false,
        public: false,
        seat: None,
        engines: None,
        id: None,
    };
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let guest = Visitor::guest(cluster.http(), at).await.expect("a guest");
        let created = guest.post(at, "/api/games", &wanted).await;
        let GameCreated { id: game } = created.expect("a game");
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
