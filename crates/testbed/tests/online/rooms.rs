//! Games through two servers at once.

use crate::helpers::{Pair, account, cluster, database, guest, within};
use longjump_bus::NatsAddress;
use longjump_moderation::finished_games;
use longjump_online::open_board;
use longjump_wire::cluster::Job;
use serde_json::{Value, json};

fn move_message(game: &str, ply: usize, mv: &str, id: &str) -> Value {
    json!({"t": "move", "game": game, "ply": ply, "mv": mv, "id": id})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_through_two_servers() {
    let cluster = cluster(2).await;
    let (ada, bo) = (
        account(&cluster, "ada").await,
        account(&cluster, "bob").await,
    );
    let wanted = json!({"game": "knightthrough", "control": "300+3", "rated": true});
    let game = ada.open(cluster.at(0), wanted).await;
    let (mut first, room) = ada.watch(cluster.at(0), &game).await;
    assert_eq!(room["room"]["started"], false);
    let (mut second, _) = bo.watch(cluster.at(1), &game).await;
    let sit = json!({"t": "act", "game": game, "action": {"kind": "sit"}, "id": "sit"});
    second.send(&sit).await;
    assert_eq!(second.receive("done").await["version"], 2);
    loop {
        let event = first.receive("event").await;
        if event["event"]["type"] == "started" {
            break;
        }
    }
    let ratings = format!("/api/games/{game}/ratings");
    let before = bo.get(cluster.at(1), &ratings).await.expect("ratings");
    let newcomer = |seat| json!({"seat": seat, "rating": 1500.0, "after": null});
    assert_eq!(before, json!([newcomer(0), newcomer(1)]));
    let mut board = open_board(&"knightthrough".parse().expect("a game")).expect("a board");
    let mut ply = 0;
    while board.standings().is_none() {
        let mv = board.moves().remove(0);
        let socket = if ply % 2 == 0 {
            &mut first
        } else {
            &mut second
        };
        let id = format!("m{ply}");
        socket.send(&move_message(&game, ply, &mv, &id)).await;
        let done = socket.receive("done").await;
        assert_eq!(done["id"], id, "{done}");
        assert_eq!(done["repeated"], false);
        board.play(&mv).expect("legal");
        ply += 1;
    }
    let shown = bo
        .get(cluster.at(1), &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["moves"].as_array().expect("moves").len(), ply);
    assert_eq!(shown["outcome"]["reason"], "rules");
    let profile = ada
        .get(cluster.at(1), &format!("/api/players/{}", ada.name()))
        .await;
    let profile = profile.expect("a profile");
    assert_eq!(profile["ratings"][0]["category"], "knightthrough");
    assert_ne!(profile["ratings"][0]["rating"], 1500.0);
    let counted = ada.get(cluster.at(1), &ratings).await.expect("ratings");
    for seat in 0..2 {
        assert_eq!(counted[seat]["seat"], seat);
        assert_eq!(counted[seat]["rating"], 1500.0, "from before the game");
    }
    assert_eq!(counted[0]["after"], profile["ratings"][0]["rating"]);
    let games = ada
        .get(cluster.at(1), &format!("/api/players/{}/games", ada.name()))
        .await;
    assert_eq!(games.expect("games")[0]["id"], game.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_move_five_times_and_two_moves_for_one_ply() {
    let cluster = cluster(2).await;
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let wanted = json!({"game": "minicheckers", "control": "300+3"});
    let game = ada.open(cluster.at(0), wanted).await;
    let path = format!("/api/games/{game}/actions");
    let sit = json!({"action": {"kind": "sit"}, "id": "s"});
    bo.post(cluster.at(1), &path, &sit).await.expect("seated");
    let moves = format!("/api/games/{game}/moves");
    let board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    let legal = board.moves();
    let body = json!({"ply": 0, "mv": legal[0], "id": "same"});
    let mut versions = Vec::new();
    for at in [0, 1, 0, 1, 0] {
        let done = ada.post(cluster.at(at), &moves, &body).await.expect("done");
        versions.push(done["version"].clone());
    }
    assert!(
        versions.iter().all(|version| *version == versions[0]),
        "{versions:?}"
    );
    // Bo sends two different moves for the second ply to two servers at once.
    let shown = bo
        .get(cluster.at(0), &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["moves"].as_array().expect("moves").len(), 1);
    let mut board = board;
    board.play(&legal[0]).expect("legal");
    let legal = board.moves();
    let one = json!({"ply": 1, "mv": legal[0], "id": "one"});
    let two = json!({"ply": 1, "mv": legal[1], "id": "two"});
    let (one, two) = tokio::join!(
        bo.post(cluster.at(0), &moves, &one),
        bo.post(cluster.at(1), &moves, &two)
    );
    assert_eq!(
        [one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(),
        1,
        "{one:?} {two:?}"
    );
    let shown = bo
        .get(cluster.at(0), &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["moves"].as_array().expect("moves").len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_replayed() {
    let cluster = cluster(2).await;
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let game = ada
        .open(
            cluster.at(0),
            json!({"game": "minicheckers", "control": "1d"}),
        )
        .await;
    let path = format!("/api/games/{game}/actions");
    let sit = json!({"action": {"kind": "sit"}, "id": "s"});
    bo.post(cluster.at(1), &path, &sit).await.expect("seated");
    let (socket, room) = bo.watch(cluster.at(1), &game).await;
    let seen = room["room"]["version"].as_u64().expect("a version");
    drop(socket);
    let mut board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    let mv = board.moves().remove(0);
    let body = json!({"ply": 0, "mv": mv, "id": "m"});
    let moves = format!("/api/games/{game}/moves");
    ada.post(cluster.at(0), &moves, &body).await.expect("done");
    board.play(&mv).expect("legal");
    let mut socket = bo.socket(cluster.at(0)).await;
    let again = json!({"t": "watch", "game": game, "since": seen});
    socket.send(&again).await;
    let missed = socket.receive("missed").await;
    assert_eq!(missed["events"].as_array().expect("events").len(), 1);
    assert_eq!(missed["events"][0]["event"]["mv"], mv.as_str());
    assert_eq!(missed["after"]["turn"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flag_falls_though_nobody_watches() {
    let cluster = cluster(1).await;
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let game = ada
        .open(
            cluster.at(0),
            json!({"game": "minicheckers", "control": "1/move"}),
        )
        .await;
    let path = format!("/api/games/{game}/actions");
    let sit = json!({"action": {"kind": "sit"}, "id": "s"});
    bo.post(cluster.at(0), &path, &sit).await.expect("seated");
    let mut board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    let moves = format!("/api/games/{game}/moves");
    for (ply, who) in [(0, &ada), (1, &bo)] {
        let mv = board.moves().remove(0);
        let body = json!({"ply": ply, "mv": mv, "id": format!("m{ply}")});
        who.post(cluster.at(0), &moves, &body).await.expect("done");
        board.play(&mv).expect("legal");
    }
    for _ in 0..80 {
        let shown = bo
            .get(cluster.at(0), &format!("/api/games/{game}"))
            .await
            .expect("shown");
        if shown["outcome"]["reason"] == "time" {
            assert_eq!(shown["outcome"]["places"], json!([2, 1]));
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("the flag did not fall");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_server_has_in_memory_is_seen_to() {
    let mut cluster = cluster(2).await;
    let database = database(&mut cluster).await;
    let at = cluster.at(0);
    let up = Pair::new(&cluster, "1/move").await;
    for _ in 0..2 {
        up.play(at).await.expect("a move");
    }
    let by_days = Pair::new(&cluster, "2d").await;
    let host = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3"});
    let left = host.open(at, wanted.clone()).await;
    let waited_in = host.open(at, wanted).await;
    // The other server has never heard of them.
    let first = cluster.remove_server(0).expect("a server of this process");
    first.drain().await;
    let gone = sqlx::query("UPDATE seats SET seen_at = seen_at - 7200000 WHERE game = $1");
    gone.bind(&left).execute(&database).await.expect("gone");
    let others = [&by_days.game, &left, &waited_in];
    let due = sqlx::query("UPDATE games SET look_at = 0 WHERE id = ANY($1)");
    let due = due.bind(others).execute(&database).await;
    due.expect("they are to be looked at");
    let stand = async |game: &str| -> (String, Option<String>, bool) {
        let asked = "SELECT status, reason, look_at > updated_at FROM games WHERE id = $1";
        let row = sqlx::query_as(asked).bind(game).fetch_one(&database).await;
        row.expect("a game")
    };
    let seen_to = async {
        let over = |reason: &str| ("over".to_owned(), Some(reason.to_owned()));
        loop {
            let (status, reason, _) = stand(&up.game).await;
            let flagged = (status, reason) == over("time");
            let (status, reason, _) = stand(&left).await;
            let closed = (status, reason) == over("aborted");
            let (by_days, waited_in) = (stand(&by_days.game).await, stand(&waited_in).await);
            if flagged && closed && by_days.2 && waited_in.2 {
                return (by_days.0, waited_in.0);
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    let others = within(15.0, seen_to).await.expect("all are seen to");
    assert_eq!(others, ("playing".to_owned(), "open".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_answers_through_the_queue() {
    let mut cluster = cluster(2).await;
    let ada = guest(&cluster).await;
    let nats = NatsAddress::new(&cluster.backing().nats().url(), "");
    let worker = tokio::spawn(async move { longjump_bus::work(&nats, 2, first_move()).await });
    let wanted = json!({"game": "star:seats=3", "control": "300+3", "seat": 1, "engines": 2});
    let game = ada.open(cluster.at(0), wanted).await;
    let (mut socket, room) = ada.watch(cluster.at(1), &game).await;
    let mut turn = room["room"]["turn"].clone();
    while turn != 1 {
        turn = socket.receive("event").await["after"]["turn"].clone();
    }
    let shown = ada
        .get(cluster.at(1), &format!("/api/games/{game}"))
        .await
        .expect("shown");
    assert_eq!(shown["moves"].as_array().expect("moves").len(), 1);
    worker.abort();
}

/// Thinks of the first legal move.
fn first_move() -> longjump_bus::Thinker {
    std::sync::Arc::new(|job: &Job| {
        let mut board = open_board(&job.spec.parse().ok()?).ok()?;
        for mv in &job.moves {
            board.play(mv).ok()?;
        }
        board.moves().into_iter().next()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_answers_again_after_a_take_back() {
    let mut cluster = cluster(1).await;
    let ada = guest(&cluster).await;
    let nats = NatsAddress::new(&cluster.backing().nats().url(), "");
    let worker = tokio::spawn(async move { longjump_bus::work(&nats, 1, first_move()).await });
    let at = cluster.at(0);
    let wanted = json!({"game": "minicheckers", "control": "300+3", "engines": 1});
    let game = ada.open(at, wanted).await;
    let (mut socket, _) = ada.watch(at, &game).await;
    let moves = format!("/api/games/{game}/moves");
    for id in ["first", "second"] {
        let legal = ada.get(at, &moves).await.expect("moves");
        let mv = legal["legal"][0].as_str().expect("a move");
        socket.send(&move_message(&game, 0, mv, id)).await;
        let answer = async {
            loop {
                let event = socket.receive("event").await;
                if event["event"]["seat"] == 1 && event["event"]["type"] == "moved" {
                    break;
                }
            }
        };
        let answered = tokio::time::timeout(std::time::Duration::from_secs(10), answer).await;
        assert!(answered.is_ok(), "no answer to the {id} move");
        let back = json!({"action": {"kind": "offer_takeback"}, "id": format!("back {id}")});
        let actions = format!("/api/games/{game}/actions");
        ada.post(at, &actions, &back).await.expect("taken back");
    }
    worker.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_away_is_noted_for_whose_turn_it_is() {
    let mut cluster = cluster(1).await;
    let (ada, bo) = (
        account(&cluster, "ada").await,
        account(&cluster, "bob").await,
    );
    let wanted = json!({"game": "minicheckers", "control": "300+3", "rated": true});
    let game = ada.open(cluster.at(0), wanted).await;
    let (mut first, _) = ada.watch(cluster.at(0), &game).await;
    let (mut second, _) = bo.watch(cluster.at(0), &game).await;
    let sit = json!({"t": "act", "game": game, "action": {"kind": "sit"}, "id": "sit"});
    second.send(&sit).await;
    second.receive("done").await;
    let away = |ms: u32| json!({"t": "away", "game": game, "ply": 0, "ms": ms});
    second.send(&away(9_000)).await;
    second.send(&json!({"t": "ping"})).await;
    second.receive("pong").await;
    first.send(&away(1_500)).await;
    let mut board = open_board(&"minicheckers".parse().expect("a game")).expect("a board");
    for (socket, ply) in [(&mut first, 0), (&mut second, 1)] {
        let mv = board.moves().remove(0);
        let id = ply.to_string();
        let played = move_message(&game, ply, &mv, &id);
        socket.send(&played).await;
        socket.receive("done").await;
        board.play(&mv).expect("legal");
    }
    let resign = json!({"t": "act", "game": game, "action": {"kind": "resign"}, "id": "r"});
    first.send(&resign).await;
    first.receive("done").await;
    let database = cluster.backing().postgres().url();
    let store = longjump_server::Store::connect(&database, 1).await;
    let store = store.expect("the database");
    let games = finished_games(&store.pool(), Some(ada.name()), 10).await;
    let games = games.expect("games");
    assert_eq!(games.len(), 1);
    let away: Vec<_> = games[0].moves.iter().map(|played| played.away).collect();
    assert_eq!(away, [1_500, 0]);
    assert_eq!(games[0].people[&1], bo.name());
    let others = finished_games(&store.pool(), Some("nobody"), 10).await;
    assert!(others.expect("games").is_empty());
}
