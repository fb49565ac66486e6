//! Answers that players of games by days have decided on before it is their turn.

use crate::accounts::Browser;
use crate::helpers::{cluster, database, within};
use longjump_online::open_board;
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::time::Duration;

/// Moves from the beginning of a game, each by its place among the legal ones.
pub(crate) fn line(choices: &[usize]) -> Vec<String> {
    let mut board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    let mut line = Vec::new();
    for &choice in choices {
        let mv = board.moves().swap_remove(choice);
        board.play(&mv).expect("legal");
        line.push(mv);
    }
    line
}

/// A game by days in which the first is to move.
async fn begun<'a>(cluster: &'a Cluster, control: &str) -> (Browser<'a>, Browser<'a>, String) {
    let mut ada = Browser::new(cluster);
    let mut bo = Browser::new(cluster);
    ada.post("/api/guest", json!({})).await;
    bo.post("/api/guest", json!({})).await;
    let game = ada.open(control, false).await;
    bo.sit(&game).await;
    (ada, bo, game)
}

impl Browser<'_> {
    /// One's lines in a game, or why there are none.
    pub(crate) async fn lines(&mut self, game: &str) -> Value {
        self.get(&format!("/api/games/{game}/lines")).await.1
    }

    /// Keeps lines: what is kept then, or why not.
    pub(crate) async fn keep_lines(
        &mut self,
        game: &str,
        ply: usize,
        lines: &[Vec<String>],
    ) -> Value {
        let path = format!("/api/games/{game}/lines");
        let body = json!({"ply": ply, "lines": lines});
        self.put(&path, body).await.1
    }

    async fn is_refused(&mut self, game: &str, ply: usize, lines: &[Vec<String>], code: &str) {
        let answer = self.keep_lines(game, ply, lines).await;
        assert_eq!(answer["code"], code, "{answer}");
    }

    async fn moves_to(&mut self, game: &str, ply: usize, mv: &str) {
        let body = json!({"ply": ply, "mv": mv, "id": fastrand::u64(..).to_string()});
        let played = self.post(&format!("/api/games/{game}/moves"), body).await;
        assert_eq!(played.0, 200, "{}", played.1);
    }

    async fn moves(&mut self, game: &str) -> Vec<String> {
        let shown = self.get(&format!("/api/games/{game}")).await.1;
        serde_json::from_value(shown["moves"].clone()).expect("moves")
    }

    /// The moves, once there are so many and no other one has come for a while.
    async fn played(&mut self, game: &str, count: usize) -> Vec<String> {
        let enough = within(20.0, async {
            while self.moves(game).await.len() < count {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        enough.await.expect("played");
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.moves(game).await
    }
}

/// How many plans are kept, and how many of them are due.
async fn plans(database: &PgPool) -> (i64, i64) {
    let query = "SELECT count(*), count(due) FROM plans";
    let row = sqlx::query_as(query).fetch_one(database).await;
    row.expect("counts")
}

/// Waits until all plans were looked at, and so many are left.
async fn left(database: &PgPool, count: i64) {
    let looked_at = within(10.0, async {
        while plans(database).await != (count, 0) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    looked_at.await.expect("looked at");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_played_at_once_and_only_who_made_them_sees_them() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let (mut ada, mut bo, game) = begun(&cluster, "1d").await;
    let whole = line(&[0, 0, 0, 0]);
    let both = [whole.clone(), line(&[1, 1])];
    let kept = bo.keep_lines(&game, 0, &both).await;
    assert_eq!(kept["lines"].as_array().map(Vec::len), Some(2), "{kept}");
    bo.server = 1;
    assert_eq!(bo.lines(&game).await, kept);
    // Nobody else sees them.
    assert_eq!(ada.lines(&game).await, json!({"ply": 0, "lines": []}));
    let mut stranger = Browser::new(&cluster);
    assert_eq!(stranger.lines(&game).await["code"], "no_session");
    stranger.post("/api/guest", json!({})).await;
    assert_eq!(stranger.lines(&game).await["code"], "not_seated");
    let mut socket = ada.socket(cluster.at(0)).await;
    socket.send(&json!({"t": "watch", "game": game})).await;
    let room = socket.receive("room").await.to_string();
    assert!(!room.contains(&whole[1]), "{room}");
    // The move comes to another server than the lines.
    ada.server = 1;
    ada.moves_to(&game, 0, &whole[0]).await;
    for mv in &whole[..2] {
        assert_eq!(socket.receive_move().await["event"]["mv"], **mv);
    }
    assert_eq!(ada.played(&game, 2).await, whole[..2]);
    let answer: (i64, String) =
        sqlx::query_as("SELECT spent, client FROM moves WHERE game = $1 AND ply = 1")
            .bind(&game)
            .fetch_one(&database)
            .await
            .expect("a move");
    assert_eq!(answer.0, 0, "it costs no time");
    assert!(answer.1.starts_with("plan:"), "{}", answer.1);
    left(&database, 1).await;
    let rest = json!({"ply": 2, "lines": [whole[2..]]});
    assert_eq!(bo.lines(&game).await, rest);
    // Something else than what was expected.
    let legal = ada.get(&format!("/api/games/{game}/moves")).await.1["legal"].clone();
    let legal: Vec<String> = serde_json::from_value(legal).expect("moves");
    let other = legal.iter().find(|mv| **mv != whole[2]).expect("another");
    ada.moves_to(&game, 2, other).await;
    left(&database, 0).await;
    assert_eq!(bo.played(&game, 3).await.len(), 3);
    assert_eq!(bo.lines(&game).await, json!({"ply": 3, "lines": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_make_no_sense_are_refused() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let (mut ada, mut bo, game) = begun(&cluster, "1d").await;
    let good = line(&[0, 0]);
    let one = [good.clone()];
    ada.is_refused(&game, 0, &one, "wrong_ply").await;
    bo.is_refused(&game, 1, &one, "wrong_ply").await;
    let illegal = [vec![good[0].clone(), good[0].clone()]];
    bo.is_refused(&game, 0, &illegal, "wrong").await;
    let unanswered = [vec![good[0].clone()]];
    bo.is_refused(&game, 0, &unanswered, "wrong").await;
    let two = [good.clone(), line(&[0, 1])];
    bo.is_refused(&game, 0, &two, "two_answers").await;
    let many = vec![good.clone(); 9];
    bo.is_refused(&game, 0, &many, "wrong").await;
    bo.is_refused(&game, 0, &[line(&[0; 12])], "wrong").await;
    bo.is_refused("nothing", 0, &one, "not_found").await;
    let (_, mut cy, in_minutes) = begun(&cluster, "300+3").await;
    cy.is_refused(&in_minutes, 0, &one, "not_by_days").await;
    cy.is_refused(&game, 0, &one, "not_seated").await;
    assert_eq!(plans(&database).await, (0, 0));
    // Kept, and thought better of.
    bo.keep_lines(&game, 0, &one).await;
    assert_eq!(plans(&database).await, (1, 0));
    bo.keep_lines(&game, 0, &[]).await;
    assert_eq!(plans(&database).await, (0, 0));
    ada.moves_to(&game, 0, &good[0]).await;
    assert_eq!(bo.played(&game, 1).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_planned_goes_with_moves_that_are_taken_back_and_with_the_game() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let (mut ada, mut bo, game) = begun(&cluster, "1d").await;
    let moves = line(&[0, 0, 0, 0]);
    let rest = [moves[2..].to_vec()];
    ada.moves_to(&game, 0, &moves[0]).await;
    bo.moves_to(&game, 1, &moves[1]).await;
    bo.keep_lines(&game, 2, &rest).await;
    ada.act(&game, json!({"kind": "offer_takeback"})).await;
    // An offer changes nothing.
    left(&database, 1).await;
    let agreed = bo.act(&game, json!({"kind": "accept"})).await;
    assert_eq!(agreed.0, 200, "{}", agreed.1);
    assert_eq!(plans(&database).await, (0, 0));
    // An answer at a ply that had one before.
    for _ in 0..2 {
        bo.keep_lines(&game, 0, &[moves[..2].to_vec()]).await;
        ada.server = 1 - ada.server;
        ada.moves_to(&game, 0, &moves[0]).await;
        assert_eq!(bo.played(&game, 2).await, moves[..2]);
        ada.act(&game, json!({"kind": "offer_takeback"})).await;
        bo.act(&game, json!({"kind": "accept"})).await;
        assert_eq!(bo.moves(&game).await.len(), 0);
    }
    bo.keep_lines(&game, 0, &[moves[..2].to_vec()]).await;
    ada.resign(&game).await;
    left(&database, 0).await;
    bo.is_refused(&game, 0, &rest, "not_started").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_played_once_whoever_finds_it_due() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let (mut ada, mut bo, game) = begun(&cluster, "1d").await;
    let moves = line(&[0, 0, 0]);
    ada.moves_to(&game, 0, &moves[0]).await;
    // As if a server had ended between the move and the answer: the move is there, and the plan is due.
    let plan = async |due: &str, lines: Value| {
        let query = format!(
            "INSERT INTO plans (game, seat, ply, lines, due) SELECT id, 1, 0, $2, {due} FROM games WHERE id = $1"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query));
        let kept = query.bind(&game).bind(lines).execute(&database).await;
        kept.expect("a plan");
    };
    // One that is due at another version is no answer to this one.
    plan("version - 1", json!([moves[..2]])).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(bo.moves(&game).await.len(), 1);
    let due = sqlx::query("UPDATE plans SET due = due + 1");
    due.execute(&database).await.expect("due");
    assert_eq!(bo.played(&game, 2).await, moves[..2]);
    left(&database, 0).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(bo.moves(&game).await.len(), 2, "once");
    // What can't be played is dropped.
    ada.moves_to(&game, 2, &moves[2]).await;
    let illegal = [&moves[..3], &["a1-a1".to_owned()]].concat();
    plan("version", json!([illegal])).await;
    left(&database, 0).await;
    assert_eq!(bo.moves(&game).await.len(), 3);
}
