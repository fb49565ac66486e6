//! Who waits for a game is told, and need not ask again and again.

use crate::helpers::{account, cluster, guest, guest_with_cookie, within};
use longjump_testbed::Cluster;
use serde_json::{Value, json};

/// A stream of server-sent events.
struct Events(reqwest::Response, String);

impl Events {
    async fn open(cluster: &Cluster, server: usize, path: &str, cookie: &str) -> Self {
        let url = format!("http://{}{path}", cluster.at(server));
        let asked = cluster.http().get(url).header("cookie", cookie);
        let answer = asked.send().await.expect("an answer");
        Self(answer.error_for_status().expect("a stream"), String::new())
    }

    /// The next one for which this holds.
    async fn wait_for(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        let found = async {
            loop {
                while let Some((event, rest)) = self.1.split_once("\n\n") {
                    let data = event.strip_prefix("data: ").map(serde_json::from_str);
                    let value: Option<Value> = data.transpose().expect("JSON");
                    self.1 = rest.to_owned();
                    if let Some(value) = value.filter(&holds) {
                        return value;
                    }
                }
                let more = self.0.chunk().await.expect("an open stream");
                self.1 += std::str::from_utf8(&more.expect("more")).expect("text");
            }
        };
        within(10.0, found).await.expect("it is told in time")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_seeks_is_told_of_the_game_whichever_server_found_it() {
    let cluster = cluster(2).await;
    let (ada, cookie) = guest_with_cookie(&cluster).await;
    let bo = guest(&cluster).await;
    let wanted = json!({"game": "corners", "control": "300+3", "rated": false});
    let status = ada.post(cluster.at(0), "/api/seek", &wanted).await;
    assert_eq!(status.expect("a seek")["state"], "waiting");
    let mut told = Events::open(&cluster, 0, "/api/seek/stream", &cookie).await;
    told.wait_for(|status| status["state"] == "waiting").await;
    // Longer than who neither asks nor listens is waited for.
    tokio::time::sleep(std::time::Duration::from_secs(17)).await;
    let found = bo.post(cluster.at(1), "/api/seek", &wanted).await;
    let found = found.expect("a seek");
    assert_eq!(found["state"], "found");
    let status = told.wait_for(|status| status["state"] == "found").await;
    assert_eq!(status["game"], found["game"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_is_told_when_it_changes() {
    let cluster = cluster(2).await;
    let mut told = Events::open(&cluster, 0, "/api/lobby/stream", "").await;
    let lobby = told.wait_for(|_| true).await;
    assert_eq!(lobby["waiting"], json!([]));
    let (host, _) = guest_with_cookie(&cluster).await;
    let wanted = json!({"game": "diamond", "control": "300+3", "public": true});
    let game = host.open(cluster.at(1), wanted).await;
    let lobby = told.wait_for(|lobby| lobby["waiting"] != json!([])).await;
    assert_eq!(lobby["waiting"][0]["id"], game);
    assert_eq!(lobby["waiting"][0]["ratings"], json!([null, null]));
    // Who comes later is told at once.
    let mut later = Events::open(&cluster, 0, "/api/lobby/stream", "").await;
    assert_eq!(later.wait_for(|_| true).await["waiting"][0]["id"], game);
    let abort = json!({"action": {"kind": "abort"}, "id": "a"});
    let path = format!("/api/games/{game}/actions");
    let closed = host.post(cluster.at(1), &path, &abort).await;
    closed.expect("closed");
    told.wait_for(|lobby| lobby["waiting"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_tells_who_is_here_what_they_play_and_what_they_seek() {
    let cluster = cluster(2).await;
    let mut told = Events::open(&cluster, 0, "/api/lobby/stream", "").await;
    let (ada, bo) = (account(&cluster, "ada").await, guest(&cluster).await);
    let wanted = json!({"game": "minicheckers", "control": "300+3", "public": true});
    let game = ada.open(cluster.at(0), wanted.clone()).await;
    let hidden = json!({"game": "minicheckers", "control": "300+3", "engines": 1});
    let hidden = ada.open(cluster.at(0), hidden).await;
    let by_days = json!({"game": "minicheckers", "control": "1d", "public": true, "engines": 1});
    ada.open(cluster.at(0), by_days).await;
    let sit = json!({"action": {"kind": "sit"}, "id": "s"});
    let actions = format!("/api/games/{game}/actions");
    let seated = bo.post(cluster.at(1), &actions, &sit).await;
    seated.expect("seated");
    // The two are at different servers, and theirs is one game all the same.
    let (_at_first, _) = ada.watch(cluster.at(0), &game).await;
    let (_at_second, room) = bo.watch(cluster.at(1), &game).await;
    assert_eq!(room["room"]["started"], true);
    let seek = json!({"game": "corners", "control": "60+1", "rated": false});
    let (cyra, cookie) = guest_with_cookie(&cluster).await;
    let waiting = cyra.post(cluster.at(1), "/api/seek", &seek).await;
    waiting.expect("a seek");
    let _listening = Events::open(&cluster, 1, "/api/seek/stream", &cookie).await;

    let is_all_told = |lobby: &Value| {
        // Both players, who seeks, and who listens to the lobby.
        lobby["people"] == 4 && lobby["games"] == 1 && lobby["running"] != json!([])
    };
    let lobby = told.wait_for(is_all_told).await;
    assert_eq!(lobby["waiting"], json!([]));
    let sought =
        json!([{"game": "corners:preset=waiting", "control": "60+1", "rated": false, "count": 1}]);
    assert_eq!(lobby["seeks"], sought);
    let running = lobby["running"].as_array().expect("games");
    let ids: Vec<&Value> = running.iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!(game)], "{hidden} is nobody's business");
    assert_eq!(running[0]["players"], json!(["ada", bo.name()]));
    assert_eq!(running[0]["ratings"], json!([1500.0, null]));
    assert_eq!(running[0]["moves"], json!([]));

    let moves = format!("/api/games/{game}/moves");
    let legal = ada.get(cluster.at(0), &moves).await.expect("legal moves");
    let mv = legal["legal"][0].clone();
    let played = json!({"ply": 0, "mv": mv, "id": "m"});
    let played = ada.post(cluster.at(0), &moves, &played).await;
    played.expect("played");
    let has_moved = |lobby: &Value| lobby["running"][0]["moves"] == json!([mv]);
    told.wait_for(has_moved).await;
    let resign = json!({"action": {"kind": "resign"}, "id": "r"});
    let resigned = bo.post(cluster.at(1), &actions, &resign).await;
    resigned.expect("resigned");
    told.wait_for(|lobby| lobby["running"] == json!([])).await;
    told.wait_for(|lobby| lobby["games"] == 0).await;
}
