//! Answers that were decided on before are played exactly once, whatever becomes of the servers.

use longjump_online::open_board;
use longjump_testbed::{Audit, Cluster, Launch};
use serde_json::{Value, json};
use std::process::Command;
use std::time::Duration;

/// A service whose servers can be killed, and two who play there, known by their cookies.
struct Scene {
    cluster: Cluster,
    database: String,
    audit: Audit,
    ada: String,
    bo: String,
    /// What she plays, and what he answers.
    line: Vec<String>,
}

impl Scene {
    async fn set() -> Self {
        let launch = Launch::Program(env!("CARGO_BIN_EXE_longjump").into());
        let mut cluster = Cluster::start(launch, 2).await.expect("a service");
        let database = cluster.backing().postgres().url();
        let mut board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
        let mut line = Vec::new();
        for _ in 0..2 {
            line.push(board.moves().remove(0));
            board.play(&line[line.len() - 1]).expect("legal");
        }
        Self {
            audit: Audit::connect(&database).await.expect("the database"),
            ada: guest(&cluster).await,
            bo: guest(&cluster).await,
            cluster,
            database,
            line,
        }
    }

    async fn ask(&self, who: &str, server: usize, path: &str, body: Value) -> Value {
        let url = format!("http://{}/api/games{path}", self.cluster.at(server));
        let http = self.cluster.http();
        let request = if path.ends_with("/lines") {
            http.put(url)
        } else {
            http.post(url)
        };
        let answer = request.header("cookie", who).json(&body).send().await;
        let answer = answer.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    /// A game by days in which he has an answer to a move of hers.
    async fn planned(&self) -> String {
        let wanted = json!({"game": "minicheckers", "control": "1d"});
        let game = self.ask(&self.ada, 0, "", wanted).await["id"].clone();
        let game = game.as_str().expect("a name").to_owned();
        let sit = json!({"action": {"kind": "sit"}, "id": "sit"});
        self.ask(&self.bo, 0, &format!("/{game}/actions"), sit)
            .await;
        let plan = json!({"ply": 0, "lines": [self.line]});
        self.ask(&self.bo, 1, &format!("/{game}/lines"), plan).await;
        game
    }

    async fn play(&self, game: &str, server: usize) {
        let body = json!({"ply": 0, "mv": self.line[0], "id": "first"});
        let path = format!("/{game}/moves");
        self.ask(&self.ada, server, &path, body).await;
    }

    fn psql(&self, command: &str) {
        let done = Command::new("psql")
            .args(["--quiet", &self.database, "--command", command])
            .status();
        assert!(done.expect("psql").success());
    }

    /// The moves of a game as they are stored.
    async fn moves(&self, game: &str) -> Vec<String> {
        let moves = self.audit.moves(&[game.to_owned()]).await;
        let moves = moves.expect("moves");
        assert!(moves.get(1).is_none_or(|answer| answer.spent == 0));
        moves.into_iter().map(|stored| stored.mv).collect()
    }

    /// It is answered, as it was planned, and not again.
    async fn is_answered(&self, game: &str) {
        for _ in 0..200 {
            if self.moves(game).await.len() >= 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(self.moves(game).await, self.line);
    }
}

/// The cookie of a new guest.
async fn guest(cluster: &Cluster) -> String {
    let url = format!("http://{}/api/guest", cluster.at(0));
    let answer = cluster.http().post(url).send().await.expect("a guest");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text");
    cookie.split(';').next().expect("a cookie").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_killed_between_the_move_and_the_answer() {
    let mut scene = Scene::set().await;
    let game = scene.planned().await;
    // Answers are slow to be written, so that nobody gets to the end of one.
    scene.psql(
        "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$;
         CREATE TRIGGER dawdle BEFORE INSERT ON moves FOR EACH ROW
             WHEN (NEW.client LIKE 'plan:%') EXECUTE FUNCTION dawdle();",
    );
    scene.play(&game, 0).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    for server in 0..2 {
        scene.cluster.kill_server(server);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(scene.moves(&game).await.len(), 1, "nobody is there");
    scene.psql("DROP TRIGGER dawdle ON moves");
    scene.cluster.restart_server(1).await.expect("a server");
    scene.cluster.restart_server(0).await.expect("another");
    scene.is_answered(&game).await;
    // Both servers look for what is due; once is enough.
    tokio::time::sleep(Duration::from_secs(5)).await;
    scene.is_answered(&game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_killed_at_any_moment_of_it() {
    let mut scene = Scene::set().await;
    for round in 0..8 {
        let game = scene.planned().await;
        let server = round % 2;
        scene.play(&game, server).await;
        tokio::time::sleep(Duration::from_millis(2 * round as u64)).await;
        scene.cluster.kill_server(server);
        scene.is_answered(&game).await;
        let restarted = scene.cluster.restart_server(server).await;
        restarted.expect("a server");
        scene.is_answered(&game).await;
    }
}
