//! NATS as it is deployed: with a password and TLS, and workers that may do little.

use crate::helpers::{cluster, guest, within};
use async_nats::{Client, ConnectOptions};
use futures_util::StreamExt;
use longjump_bus::{NatsAddress, Thinker, work};
use longjump_config::Config;
use longjump_online::open_board;
use longjump_wire::cluster::Job;
use serde_json::json;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

/// A NATS with the configuration that we hand out, and certificates made by our script.
struct DeployedNats {
    process: Child,
    port: u16,
    folder: TempDir,
}

impl DeployedNats {
    async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().to_str().expect("a path in UTF-8");
        let made = Command::new(deploy().join("certificates.sh"))
            .args([&format!("{at}/certificates"), "127.0.0.1"])
            .output()
            .expect("bash and openssl");
        assert!(made.status.success(), "{made:?}");
        let configuration = std::fs::read_to_string(deploy().join("nats.conf")).expect("a file");
        let configuration = configuration
            .replace("/etc/nats", at)
            .replace("/var/lib/nats", &format!("{at}/data"));
        std::fs::write(folder.path().join("nats.conf"), configuration).expect("written");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let process = Command::new("nats-server")
            .args(["--config", &format!("{at}/nats.conf")])
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .env("NATS_SERVER_PASSWORD", "pserver")
            .env("NATS_WORKER_PASSWORD", "pworker")
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server");
        let answers = async {
            while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        };
        within(10.0, answers).await.expect("it answers");
        Self {
            process,
            port,
            folder,
        }
    }

    fn url(&self, user: &str, password: &str) -> String {
        format!("tls://{user}:{password}@127.0.0.1:{}", self.port)
    }

    fn authority(&self) -> String {
        let file = self.folder.path().join("certificates/ca.pem");
        file.display().to_string()
    }

    /// Somebody who tries what no program of ours does.
    async fn connect(&self, user: &str, password: &str) -> Result<Client, String> {
        let options = ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
            .add_root_certificates(self.authority().into());
        let connected = options.connect(self.url(user, password)).await;
        connected.map_err(|error| error.to_string())
    }
}

impl Drop for DeployedNats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn first_move() -> Thinker {
    Arc::new(|job: &Job| {
        let board = open_board(&job.spec.parse().ok()?).ok()?;
        board.moves().into_iter().next()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_plays_through_the_nats_that_is_deployed() {
    let nats = DeployedNats::start().await;
    let mut cluster = cluster(0).await;
    let set_up = |config: &mut Config| {
        config.nats = nats.url("server", "pserver");
        config.nats_ca = nats.authority();
    };
    for _ in 0..2 {
        cluster.add_server(set_up).await.expect("a server");
    }
    let address = NatsAddress::new(&nats.url("worker", "pworker"), &nats.authority());
    let worker = tokio::spawn(async move { work(&address, 1, first_move()).await });
    let ada = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3", "seat": 1, "engines": 1});
    let game = ada.open(cluster.at(0), wanted).await;
    let (mut socket, room) = ada.watch(cluster.at(1), &game).await;
    if room["room"]["moves"] == json!([]) {
        let played = within(10.0, socket.receive_move()).await;
        assert!(played.is_some(), "the engine does not move");
    }
    worker.abort();
    // A file that is not there is told at once, not tried again and again.
    let missing = NatsAddress::new(&nats.url("worker", "pworker"), "/nowhere/ca.pem");
    let told = within(5.0, work(&missing, 1, first_move())).await;
    let told = told.expect("told").expect_err("no such file").to_string();
    assert!(told.contains("/nowhere/ca.pem"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_reads_and_writes_nothing_of_games() {
    let nats = DeployedNats::start().await;
    assert!(nats.connect("worker", "pserver").await.is_err());
    let unknown = ConnectOptions::with_user_and_password("server".to_owned(), "pserver".to_owned())
        .connect(nats.url("server", "pserver"));
    assert!(unknown.await.is_err(), "no system knows its certificate");
    let server = nats.connect("server", "pserver").await.expect("connected");
    let worker = nats.connect("worker", "pworker").await.expect("connected");
    let subjects = [
        "longjump.game.abc.server",
        "longjump.sessions",
        "longjump.think",
    ];
    for subject in subjects {
        let mut heard = server.subscribe(subject).await.expect("subscribed");
        let mut overheard = Vec::new();
        for listened in [subject, "longjump.>", ">"] {
            overheard.push(worker.subscribe(listened).await.expect("asked for"));
        }
        server.flush().await.expect("flushed");
        worker.flush().await.expect("flushed");
        let forged = worker.publish(subject, "forged".into()).await;
        forged.expect("asked for");
        worker.flush().await.expect("flushed");
        server.publish(subject, "told".into()).await.expect("told");
        let message = within(5.0, heard.next()).await.flatten();
        let message = message.expect("what the server told");
        assert_eq!(&message.payload[..], b"told", "{subject}");
        for mut listening in overheard {
            let message = within(0.3, listening.next()).await.flatten();
            assert!(message.is_none(), "{subject}: {message:?}");
        }
    }
    // Nor can it make a queue that has jobs sent to where it may not write.
    let queues = async_nats::jetstream::new(worker);
    let made = queues.create_stream(async_nats::jetstream::stream::Config {
        name: "MINE".to_owned(),
        subjects: vec!["longjump.>".to_owned()],
        ..Default::default()
    });
    let made = within(2.0, made).await;
    assert!(!matches!(made, Some(Ok(_))), "a worker made a queue");
}

#[test]
fn a_worker_is_given_no_database_and_no_secret() {
    let read = |name: &str| std::fs::read_to_string(deploy().join(name)).expect("a file");
    let compose = read("compose.yaml");
    let (_, worker) = compose.split_once("\n  worker:\n").expect("a worker");
    let (worker, _) = worker.split_once("\nvolumes:").expect("what follows");
    let (_, shared) = compose.split_once("&longjump\n").expect("what all share");
    let (shared, _) = shared.split_once("\n\n").expect("what follows");
    let unit = read("longjump-worker.service");
    for (place, text) in [("worker", worker), ("all", shared), ("unit", &unit)] {
        for secret in ["DATABASE", "SECRET", "POSTGRES", "*server", "longjump.toml"] {
            assert!(!text.contains(secret), "{place} has {secret}");
        }
    }
}
