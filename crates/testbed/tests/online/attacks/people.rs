//! Passwords, sessions, pairing and bots.

use crate::helpers::{Pair, Person, account, cluster, guest, until_too_often, within};
use longjump_client::Visitor;
use longjump_testbed::Cluster;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// The most memory that this process, servers included, has had at a time, in MiB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("what the system knows");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kibibytes.expect("a number") / 1024
}

async fn sign_in(cluster: &Cluster, at: SocketAddr, name: &str, from: Option<&str>) -> u16 {
    let request = cluster.http().post(format!("http://{at}/api/login"));
    let request = match from {
        Some(address) => request.header("x-forwarded-for", address),
        None => request,
    };
    let guess = json!({"name": name, "password": "a wrong password"});
    let answer = request.json(&guess).send().await.expect("an answer");
    answer.status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_sign_in_at_once_take_little_memory() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    sign_in(&cluster, at, "nobody", None).await;
    let before = most_memory();
    let names: Vec<String> = (0..200).map(|number| format!("somebody{number}")).collect();
    let mut tries = tokio::task::JoinSet::new();
    for name in names {
        let http = cluster.http().clone();
        tries.spawn(async move {
            let guess = json!({"name": name, "password": "a wrong password"});
            let sent = http
                .post(format!("http://{at}/api/login"))
                .json(&guess)
                .send();
            sent.await.expect("an answer").status().as_u16()
        });
    }
    let statuses = tries.join_all().await;
    let allowed = |status: &u16| [401, 429, 503].contains(status);
    assert!(statuses.iter().all(allowed), "{statuses:?}");
    let grown = most_memory() - before;
    // 19 MiB for each that is looked at at a time, and what the allocator keeps of them; all at
    // once would be 3800.
    assert!(grown < 500, "{grown} MiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_one_network_count_as_one() {
    let mut cluster = cluster(0).await;
    let at = cluster
        .add_server(|config| {
            config.behind_proxy = true;
            config.sign_ins_a_minute = 5;
        })
        .await
        .expect("a server");
    let mut statuses = Vec::new();
    for number in 0..12 {
        let from = format!("2001:db8:1:2:{number:x}::1");
        statuses.push(sign_in(&cluster, at, &format!("name{number}"), Some(&from)).await);
    }
    assert_eq!(statuses[11], 429, "{statuses:?}");
    let elsewhere = sign_in(&cluster, at, "another", Some("2001:db8:1:3::1")).await;
    assert_eq!(elsewhere, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_for_one_name_are_counted_by_all_servers_together() {
    let cluster = cluster(2).await;
    let guess = async |number| sign_in(&cluster, cluster.at(number % 2), "somebody", None).await;
    let answered = until_too_often(10, guess).await;
    assert!(answered.len() >= 10 && answered.iter().all(|status| *status == 401));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signed_out_plays_no_more() {
    let cluster = cluster(2).await;
    let pair = Pair::new(&cluster, "300+3").await;
    let (mut socket, _) = pair.ada.watch(cluster.at(1), &pair.game).await;
    let message = pair.next_message(cluster.at(1)).await;
    let out = pair
        .ada
        .post(cluster.at(0), "/api/logout", &json!({}))
        .await;
    out.expect("signed out");
    let closed = async { while socket.receive_any().await.is_ok() {} };
    let closed = within(3.0, closed).await;
    assert!(closed.is_some(), "the socket stays open");
    assert!(socket.send_text(message.to_string()).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_seeks_sits_as_a_bot_and_a_replaced_token_is_worth_nothing() {
    let cluster = cluster(2).await;
    let at = cluster.at(0);
    let owner = account(&cluster, "owner").await;
    let made = owner.post(at, "/api/bots", &json!({"name": "robo"})).await;
    let made = made.expect("a bot");
    let token = made["token"].as_str().expect("a token");
    let bot = Visitor::bot(cluster.http(), at, token)
        .await
        .expect("a bot");
    let bot = Person(bot);
    let seek = json!({"game": "minicheckers", "control": "300+3"});
    bot.post(at, "/api/seek", &seek).await.expect("waiting");
    let ada = guest(&cluster).await;
    let found = ada.post(at, "/api/seek", &seek).await.expect("an answer");
    let game = found["game"].as_str().expect("a game").to_owned();
    let shown = ada
        .get(at, &format!("/api/games/{game}"))
        .await
        .expect("shown");
    let bots = |seat: &Value| seat["occupant"]["bot"] == true;
    let bots = shown["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .filter(|seat| bots(seat));
    assert_eq!(bots.count(), 1, "{shown}");
    let (mut socket, _) = bot.watch(cluster.at(1), &game).await;
    let again = owner.post(at, "/api/bots/robo/token", &json!({})).await;
    again.expect("another token");
    let closed = async { while socket.receive_any().await.is_ok() {} };
    assert!(within(3.0, closed).await.is_some(), "the socket stays open");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pairing_whose_answer_was_lost_is_found_again() {
    let cluster = cluster(2).await;
    let (ada, bo) = (guest(&cluster).await, guest(&cluster).await);
    let seek = json!({"game": "star", "control": "300+3"});
    ada.post(cluster.at(0), "/api/seek", &seek)
        .await
        .expect("waiting");
    let found = bo
        .post(cluster.at(1), "/api/seek", &seek)
        .await
        .expect("found");
    for person in [&ada, &bo, &ada, &bo] {
        let state = person
            .get(cluster.at(0), "/api/seek")
            .await
            .expect("a state");
        assert_eq!(state["game"], found["game"], "{state}");
    }
    // Who has come to the game needs no more to be told.
    let game = found["game"].as_str().expect("a game");
    let (_socket, _) = ada.watch(cluster.at(0), game).await;
    let state = ada.get(cluster.at(0), "/api/seek").await.expect("a state");
    assert_eq!(state["state"], "none");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_opened_twice_with_one_id_is_one_game() {
    let cluster = cluster(2).await;
    let ada = guest(&cluster).await;
    let wanted = json!({"game": "star", "control": "300+3", "id": "mine"});
    let first = ada.open(cluster.at(0), wanted.clone()).await;
    let second = ada.open(cluster.at(1), wanted.clone()).await;
    assert_eq!(first, second);
    let others = guest(&cluster)
        .await
        .open(cluster.at(1), wanted.clone())
        .await;
    assert_ne!(first, others);
    // Also when there may be no other.
    let another = json!({"game": "star", "control": "300+3"});
    while ada
        .post(cluster.at(0), "/api/games", &another)
        .await
        .is_ok()
    {}
    assert_eq!(ada.open(cluster.at(0), wanted.clone()).await, first);
    // What makes no sense is refused, whatever it is called.
    let mut wrong = wanted;
    wrong["engines"] = 0.into();
    let refused = ada.post(cluster.at(0), "/api/games", &wrong).await;
    assert!(refused.is_err(), "{refused:?}");
}

/// The best rating that somebody has; none if they were never rated.
async fn rating(person: &Person, at: SocketAddr) -> Option<f64> {
    let path = format!("/api/players/{}", person.name());
    let profile = person.get(at, &path).await.expect("a profile");
    profile["ratings"][0]["rating"].as_f64()
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_can_t_be_farmed() {
    let cluster = cluster(1).await;
    let at = cluster.at(0);
    let wanted = json!({"game": "diamond", "control": "300+3", "rated": true});
    let ada = account(&cluster, "ada").await;
    // Not from guests, of whom there can be any number.
    let nobody = guest(&cluster).await;
    for path in ["/api/games", "/api/seek"] {
        let body = match path {
            "/api/games" => wanted.clone(),
            _ => json!({"game": "star", "control": "300+3", "rated": true}),
        };
        let refused = nobody.post(at, path, &body).await;
        let refused = refused.expect_err("guests have no rating").to_string();
        assert!(refused.contains("needs_account"), "{refused}");
    }
    let game = ada.open(at, wanted.clone()).await;
    let sit = json!({"action": {"kind": "sit"}, "id": "sit"});
    let actions = |game: &str| format!("/api/games/{game}/actions");
    let refused = nobody.post(at, &actions(&game), &sit).await;
    let refused = refused.expect_err("guests have no rating").to_string();
    assert!(refused.contains("needs_account"), "{refused}");
    // Not by resigning at once.
    let bo = account(&cluster, "bob").await;
    bo.post(at, &actions(&game), &sit).await.expect("seated");
    let pair = Pair { ada, bo, game };
    for _ in 0..2 {
        pair.play(at).await.expect("played");
    }
    let resign = json!({"kind": "resign"});
    pair.act(&pair.bo, at, resign.clone())
        .await
        .expect("resigned");
    assert_eq!(rating(&pair.ada, at).await, None);
    // Not by the same two again and again.
    let Pair { ada, bo, .. } = pair;
    let mut last = None;
    let mut people = Some((ada, bo));
    for number in 0..12 {
        let (ada, bo) = people.take().expect("two");
        let game = ada.open(at, wanted.clone()).await;
        bo.post(at, &actions(&game), &sit).await.expect("seated");
        let pair = Pair { ada, bo, game };
        for _ in 0..10 {
            pair.play(at).await.expect("played");
        }
        let resigned = pair.act(&pair.bo, at, resign.clone()).await;
        resigned.expect("resigned");
        let now = rating(&pair.ada, at).await;
        assert_eq!(
            now == last,
            number >= 10,
            "game {number}: {last:?}, {now:?}"
        );
        last = now;
        people = Some((pair.ada, pair.bo));
    }
}
