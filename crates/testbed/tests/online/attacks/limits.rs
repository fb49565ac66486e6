//! How much one person, or one network, may have at a time.

use crate::helpers::{Pair, cluster, guest, guest_with_cookie, within};
use longjump_client::ClientError;
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// A stream of a game, with a header that says who asks.
async fn stream(
    cluster: &Cluster,
    at: SocketAddr,
    game: &str,
    (name, value): (&str, &str),
) -> Result<reqwest::Response, (u16, String)> {
    let url = format!("http://{at}/api/games/{game}/stream");
    let asked = cluster.http().get(url).header(name, value).send().await;
    let answer = asked.expect("an answer");
    match answer.status().as_u16() {
        200 => Ok(answer),
        status => Err((status, answer.text().await.expect("text"))),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_has_few_sockets_and_streams() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let (rude, cookie) = guest_with_cookie(&cluster).await;
    let wanted = json!({"game": "star", "control": "300+3"});
    let game = rude.open(at, wanted).await;
    let mut sockets = Vec::new();
    for _ in 0..49 {
        sockets.push(rude.socket(at).await);
    }
    let proof = ("cookie", cookie.as_str());
    let last = stream(&cluster, at, &game, proof).await;
    let last = last.expect("the fiftieth");
    let refused = stream(&cluster, at, &game, proof).await;
    let (status, why) = refused.expect_err("one too many");
    assert_eq!(status, 429);
    assert!(why.contains("close some"), "{why}");
    let refused = rude.0.socket(at).await;
    assert!(matches!(refused, Err(ClientError::Socket(_))));
    // Others may, and so may they once they have closed one.
    guest(&cluster).await.socket(at).await;
    drop(last);
    let again = async {
        while rude.0.socket(at).await.is_err() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(within(5.0, again).await.is_some(), "a place is lost");
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_are_not_signed_in_count_by_their_network() {
    let mut cluster = cluster(1).await;
    let ada = guest(&cluster).await;
    let wanted = json!({"game": "star", "control": "300+3"});
    let game = ada.open(cluster.at(0), wanted).await;
    let at = cluster.add_server(|config| {
        config.behind_proxy = true;
        config.connections_from_one_address = 3;
    });
    let at = at.await.expect("a server");
    let mut open = Vec::new();
    for number in 0..3 {
        let from = format!("2001:db8:1:2::{number}");
        let one = stream(&cluster, at, &game, ("x-forwarded-for", &from)).await;
        open.push(one.expect("a stream"));
    }
    let from = ("x-forwarded-for", "2001:db8:1:2:ffff::1");
    let refused = stream(&cluster, at, &game, from).await;
    assert!(matches!(refused, Err((429, _))), "{refused:?}");
    let from = ("x-forwarded-for", "2001:db8:1:3::1");
    let elsewhere = stream(&cluster, at, &game, from).await;
    assert!(elsewhere.is_ok(), "{elsewhere:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_players_of_one_network_are_counted_by_the_day() {
    let mut cluster = cluster(0).await;
    let at = cluster.add_server(|config| config.new_players_a_day = 3);
    let at = at.await.expect("a server");
    for _ in 0..3 {
        guest(&cluster).await;
    }
    let ask = async |path: &str, body: &Value| {
        let request = cluster.http().post(format!("http://{at}{path}"));
        let answer = request.json(body).send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    };
    let account = json!({"name": "newcomer", "password": "a long password"});
    for path in ["/api/guest", "/api/account"] {
        let (status, why) = ask(path, &account).await;
        assert_eq!(status, 429, "{path}: {why}");
        assert!(why.contains("come again tomorrow"), "{why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_so_many_games_at_a_time() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let rude = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3"});
    let sit = async |game: &str| {
        let action = json!({"action": {"kind": "sit"}, "id": "sit"});
        let path = format!("/api/games/{game}/actions");
        rude.post(at, &path, &action).await
    };
    let mut last = String::new();
    for _ in 0..5 {
        let partner = guest(&cluster).await;
        for _ in 0..10 {
            last = partner.open(at, wanted.clone()).await;
            sit(&last).await.expect("seated");
        }
    }
    // What they have is answered alike when it is asked for again.
    assert_eq!(sit(&last).await.expect("seated")["repeated"], true);
    let another = guest(&cluster).await.open(at, wanted.clone()).await;
    let refusals = [
        sit(&another).await,
        rude.post(at, "/api/games", &wanted).await,
        rude.post(at, "/api/seek", &wanted).await,
    ];
    for refused in refusals {
        let refused = refused.expect_err("one too many").to_string();
        assert!(refused.contains("too_many_games"), "{refused}");
    }
    let mut socket = rude.socket(at).await;
    let message = json!({"t": "act", "game": another, "action": {"kind": "sit"}, "id": "x"});
    socket.send(&message).await;
    let refused = socket.receive("refused").await;
    assert_eq!(refused["code"], "too_many_games");
    // Games by days are counted apart.
    let by_days = json!({"game": "minicheckers", "control": "3d"});
    let game = guest(&cluster).await.open(at, by_days).await;
    sit(&game).await.expect("seated");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_watches_a_stream_is_there_until_it_ends() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let (bo, cookie) = guest_with_cookie(&cluster).await;
    let ada = guest(&cluster).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3"});
    let game = ada.open(at, wanted).await;
    let pair = Pair { ada, bo, game };
    let seated = pair.act(&pair.bo, at, json!({"kind": "sit"})).await;
    seated.expect("seated");
    let (mut socket, _) = pair.ada.watch(at, &pair.game).await;
    let streamed = stream(&cluster, at, &pair.game, ("cookie", &cookie)).await;
    let mut told = async || {
        loop {
            let presence = socket.receive("presence").await;
            if presence["seat"] == 1 {
                return presence["here"] == true;
            }
        }
    };
    assert_eq!(within(3.0, told()).await, Some(true));
    drop(streamed);
    assert_eq!(within(3.0, told()).await, Some(false));
}
