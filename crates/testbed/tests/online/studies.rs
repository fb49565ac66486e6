//! Studies that several people edit at once, whatever becomes of connections.

use crate::accounts::{Browser, PASSWORD};
use crate::helpers::{JsonSocket, add_server_with_lines, cluster, database, database_line, within};
use crate::order::deed;
use longjump_order::{lift, take};
use longjump_studies::apply;
use longjump_testbed::Cluster;
use longjump_wire::order::Measure;
use longjump_wire::study::{LoggedEdit, StudyContent};
use serde_json::{Value, json};
use std::time::Duration;

fn chapter(id: &str) -> Value {
    json!({"id": id, "title": format!("Chapter {id}"), "game": "star", "nodes": [{"depth": 0, "mv": ""}]})
}

fn line(path: &[&str]) -> Value {
    json!({"kind": "line", "chapter": "1", "path": path})
}

impl Browser<'_> {
    /// Makes a study with one chapter.
    async fn make_study(&mut self) -> String {
        let id = fastrand::u64(..).to_string();
        let new = json!({"title": "Study", "chapter": chapter("1"), "id": id});
        let (status, made) = self.post("/api/studies", new).await;
        assert_eq!(status, 200, "{made}");
        made["id"].as_str().expect("a name").to_owned()
    }

    /// The secret of a new link for editing.
    async fn study_key(&mut self, study: &str) -> String {
        let (_, made) = self
            .post(&format!("/api/studies/{study}/key"), json!({}))
            .await;
        made["key"].as_str().expect("a secret").to_owned()
    }

    async fn study(&mut self, study: &str) -> (u16, Value) {
        self.get(&format!("/api/studies/{study}")).await
    }

    async fn edit_study(&mut self, study: &str, id: &str, edit: Value) -> (u16, Value) {
        let path = format!("/api/studies/{study}/edits");
        self.post(&path, json!({"edit": edit, "id": id})).await
    }
}

/// A socket that watches a study.
struct Watching<'a> {
    socket: JsonSocket,
    study: &'a str,
    key: Option<&'a str>,
}

impl<'a> Watching<'a> {
    async fn start(
        browser: &Browser<'_>,
        cluster: &Cluster,
        server: usize,
        (study, key): (&'a str, Option<&'a str>),
        since: usize,
    ) -> Self {
        let socket = browser.socket(cluster.at(server)).await;
        let mut watching = Self { socket, study, key };
        watching
            .ask(json!({"kind": "watch_study", "since": since, "key": key}))
            .await;
        watching
    }

    async fn ask(&mut self, ask: Value) {
        let message = json!({"t": "study", "study": self.study, "ask": ask});
        self.socket.send(&message).await;
    }

    async fn edit(&mut self, id: &str, edit: Value) {
        let ask = json!({"kind": "edit", "edit": edit, "id": id, "key": self.key});
        self.ask(ask).await;
    }

    /// The next news of a kind.
    async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.socket.receive("study").await;
            if message["news"]["kind"] == kind {
                return message["news"].clone();
            }
        }
    }

    /// All edits until there are so many.
    async fn hear_until(&mut self, version: usize) -> Vec<LoggedEdit> {
        let mut heard: Vec<LoggedEdit> = Vec::new();
        while heard.last().is_none_or(|edit| edit.version < version) {
            let news = self.hear("edits").await;
            let edits = serde_json::from_value::<Vec<_>>(news["edits"].clone());
            heard.extend(edits.expect("edits"));
        }
        heard
    }
}

/// What a study is after these edits.
fn folded(view: &Value, edits: &[LoggedEdit]) -> StudyContent {
    let content = serde_json::from_value(view["content"].clone());
    let mut content: StudyContent = content.expect("a study");
    for (number, logged) in edits.iter().enumerate() {
        assert_eq!(logged.version, number + 1, "no gap");
        apply(&mut content, &logged.edit);
    }
    content
}

#[tokio::test(flavor = "multi_thread")]
async fn two_edit_at_once_at_two_servers_and_end_with_the_same() {
    let cluster = cluster(2).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let bob = Browser::with_account(&cluster, "bob").await;
    let study = ada.make_study().await;
    let key = ada.study_key(&study).await;
    let start = ada.study(&study).await.1;
    let mut first = Watching::start(&ada, &cluster, 0, (&study, None), 0).await;
    let mut second = Watching::start(&bob, &cluster, 1, (&study, Some(&key)), 0).await;
    let edits = async |who: &mut Watching<'_>, name: &str| {
        for number in 0..20 {
            // Each deletes and moves what the other one makes.
            let own = format!("a{number}b{number}");
            let edit = match number % 4 {
                0 | 1 => line(&["a1b1", &own]),
                2 => json!({"kind": "place", "chapter": "1", "path": ["a1b1", own], "place": 0}),
                _ => {
                    json!({"kind": "comment", "chapter": "1", "path": ["a1b1"], "comment": format!("{name} {number}")})
                }
            };
            who.edit(&format!("{name}{number}"), edit).await;
        }
    };
    tokio::join!(edits(&mut first, "ada"), edits(&mut second, "bob"));
    let mut last = Watching::start(&ada, &cluster, 1, (&study, None), 0).await;
    for _ in 0..5 {
        // Whatever changed nothing is no version.
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let view = ada.study(&study).await.1;
    let version = view["version"].as_u64().expect("a number") as usize;
    assert!(version >= 20, "{version}");
    let heard = [
        within(10.0, first.hear_until(version)).await.expect("all"),
        within(10.0, second.hear_until(version)).await.expect("all"),
        within(10.0, last.hear_until(version)).await.expect("all"),
    ];
    let content: StudyContent = serde_json::from_value(view["content"].clone()).expect("a study");
    for edits in &heard {
        assert_eq!(folded(&start, edits), content);
    }
    assert_eq!(heard[0], heard[1]);
    let by: Vec<_> = heard[0]
        .iter()
        .filter_map(|edit| edit.by.as_deref())
        .collect();
    assert!(by.contains(&"ada") && by.contains(&"bob"), "{by:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_sent_twice_is_one_and_who_comes_back_hears_what_was_missed() {
    let cluster = cluster(2).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let study = ada.make_study().await;
    let mut socket = Watching::start(&ada, &cluster, 0, (&study, None), 0).await;
    socket.edit("x", line(&["a1b1"])).await;
    // The event comes before the answer.
    let news = socket.socket.receive("study").await;
    assert_eq!(news["news"]["edits"], json!([]), "nothing at first");
    let news = socket.socket.receive("study").await;
    assert_eq!(news["news"]["edits"][0]["id"], "x");
    let done = socket.hear("edited").await;
    assert_eq!(
        done,
        json!({"kind": "edited", "id": "x", "version": 1, "repeated": false})
    );
    drop(socket);
    for _ in 0..3 {
        let edit = json!({"kind": "comment", "chapter": "1", "path": ["a1b1"], "comment": "Good."});
        let done = ada.edit_study(&study, "y", edit).await;
        assert_eq!((done.0, &done.1["version"]), (200, &json!(2)));
    }
    let mut back = Watching::start(&ada, &cluster, 1, (&study, None), 1).await;
    let missed = back.hear("edits").await;
    assert_eq!(missed["version"], 2);
    assert_eq!(missed["edits"].as_array().expect("edits").len(), 1);
    back.edit("x", line(&["a1b1"])).await;
    let done = back.hear("edited").await;
    assert_eq!(
        (&done["version"], &done["repeated"]),
        (&json!(1), &json!(true))
    );
    // What changes nothing is done, and no version.
    back.edit("z", line(&["a1b1"])).await;
    let done = back.hear("edited").await;
    assert_eq!(
        (&done["version"], &done["repeated"]),
        (&json!(2), &json!(false))
    );
    // Who missed too much, or knows what never was, reads all of it again.
    let mut odd = Watching::start(&ada, &cluster, 0, (&study, None), 77).await;
    within(5.0, odd.hear("anew")).await.expect("told so");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_nats_and_without_the_database_nothing_is_lost() {
    let mut cluster = cluster(1).await;
    add_server_with_lines(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let study = ada.make_study().await;
    let mut far = Watching::start(&ada, &cluster, 1, (&study, None), 0).await;
    far.hear("edits").await;
    let [_, nats] = cluster.lines(1).expect("added with lines");
    nats.cut();
    tokio::time::sleep(Duration::from_millis(500)).await;
    ada.edit_study(&study, "x", line(&["a1b1"])).await;
    let heard = within(4.0, far.hear_until(1)).await;
    assert!(heard.is_some(), "told without NATS");
    database_line(&cluster, 1).cut();
    let mut socket = Watching::start(&ada, &cluster, 0, (&study, None), 1).await;
    socket.hear("edits").await;
    // The far server can't say whether it is written.
    far.edit("y", line(&["a1b1", "b1c1"])).await;
    let again = within(10.0, far.hear("again")).await.expect("an answer");
    assert_eq!(again["id"], "y");
    database_line(&cluster, 1).mend();
    let done = within(20.0, async {
        loop {
            far.edit("y", line(&["a1b1", "b1c1"])).await;
            let news = far.socket.receive("study").await;
            match news["news"]["kind"].as_str() {
                Some("edited") => return news,
                _ => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    });
    done.await.expect("done at last");
    let heard = within(6.0, socket.hear_until(2)).await.expect("told");
    assert_eq!(heard.len(), 1, "and once");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_may_reads_and_edits() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let mut guest = Browser::new(&cluster);
    guest.post("/api/guest", json!({})).await;
    let mut stranger = Browser::new(&cluster);
    let new = json!({"title": "Study", "chapter": chapter("1"), "id": "x"});
    assert_eq!(guest.post("/api/studies", new.clone()).await.0, 403);
    assert_eq!(stranger.post("/api/studies", new).await.0, 401);
    let study = ada.make_study().await;
    let key = ada.study_key(&study).await;
    assert_eq!(
        stranger.study(&study).await.0,
        200,
        "whoever has the link reads"
    );
    assert_eq!(stranger.study(&study).await.1["may_edit"], false);
    assert_eq!(stranger.study("abcdefghijkl").await.0, 404);
    assert_eq!(stranger.study("%00").await.0, 404);
    let path = format!("/api/studies/{study}/edits");
    let with = |key: Option<&str>, id: &str| json!({"edit": line(&["a1b1"]), "id": id, "key": key});
    assert_eq!(stranger.post(&path, with(Some(&key), "1")).await.0, 401);
    let refused = guest.post(&path, with(Some(&key), "1")).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("not_yours")),
        "guests read"
    );
    for wrong in [None, Some(""), Some("x"), Some("\0")] {
        let refused = bob.post(&path, with(wrong, "1")).await;
        assert_eq!((refused.0, &refused.1["code"]), (409, &json!("not_yours")));
    }
    assert_eq!(bob.post(&path, with(Some(&key), "1")).await.0, 200);
    for (path, body) in [
        (format!("/api/studies/{study}/key"), json!({})),
        (
            format!("/api/studies/{study}/shared"),
            json!({"shared": false}),
        ),
    ] {
        let (status, _) = if path.ends_with("key") {
            bob.post(&path, body).await
        } else {
            bob.put(&path, body).await
        };
        assert_eq!(status, 404, "{path} is its owner's");
    }
    assert_eq!(bob.delete(&format!("/api/studies/{study}")).await.0, 404);
    let about = deed(&database, "bob", "spoils studies").await;
    take(&database, &about, Measure::Muted, None)
        .await
        .expect("muted");
    let refused = bob.post(&path, with(Some(&key), "2")).await;
    assert_eq!((refused.0, &refused.1["code"]), (409, &json!("muted")));
    ada.delete(&format!("/api/studies/{study}/key")).await;
    let mut carl = Browser::with_account(&cluster, "carl").await;
    let refused = carl.post(&path, with(Some(&key), "1")).await;
    assert_eq!(refused.0, 409, "the link has ended");
    let mut watching = Watching::start(&carl, &cluster, 0, (&study, None), 1).await;
    watching.hear("edits").await;
    let shared = format!("/api/studies/{study}/shared");
    ada.put(&shared, json!({"shared": false})).await;
    within(5.0, watching.hear("no_study")).await.expect("told");
    // The socket stays: a game may be played over it. Those that don't read are looked for every few seconds.
    tokio::time::sleep(Duration::from_secs(6)).await;
    watching.socket.send(&json!({"t": "ping"})).await;
    within(2.0, watching.socket.receive("pong"))
        .await
        .expect("an answer");
    assert_eq!(carl.study(&study).await.0, 404);
    assert_eq!(carl.post(&path, with(None, "3")).await.0, 404);
    assert_eq!(ada.study(&study).await.0, 200);
    let key = ada.study_key(&study).await;
    let keyed = format!("/api/studies/{study}?key={key}");
    assert_eq!(
        carl.get(&keyed).await.1["may_edit"],
        true,
        "who may edit reads"
    );
    // What they wrote who may not write is seen by nobody else, until they may again.
    ada.put(&shared, json!({"shared": true})).await;
    let mut watching = Watching::start(&carl, &cluster, 0, (&study, Some(&key)), 1).await;
    watching.hear("edits").await;
    let about = deed(&database, "ada", "writes what nobody should read").await;
    take(&database, &about, Measure::Muted, None)
        .await
        .expect("muted");
    within(8.0, watching.hear("no_study")).await.expect("told");
    for path in [&keyed, &format!("/api/studies/{study}")] {
        assert_eq!(carl.get(path).await.0, 404);
    }
    assert_eq!(carl.post(&path, with(Some(&key), "4")).await.0, 404);
    assert_eq!(ada.study(&study).await.0, 200);
    lift(&database, &about, Measure::Muted)
        .await
        .expect("lifted");
    assert_eq!(carl.study(&study).await.0, 200);
    let mut watching = Watching::start(&ada, &cluster, 0, (&study, None), 1).await;
    watching.hear("edits").await;
    assert_eq!(ada.delete(&format!("/api/studies/{study}")).await.0, 200);
    within(5.0, watching.hear("no_study")).await.expect("told");
    assert_eq!(ada.get("/api/studies").await.1, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_have_bounds() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let study = ada.make_study().await;
    let comment =
        |text: String| json!({"kind": "comment", "chapter": "1", "path": [], "comment": text});
    let nodes: Vec<Value> = (0..2_100)
        .map(|at| json!({"depth": usize::from(at > 0), "mv": if at == 0 { String::new() } else { format!("a{}b{}", at / 99, at % 99) }}))
        .collect();
    let with = |name: &str, value: Value| {
        let mut chapter = chapter("2");
        chapter[name] = value;
        json!({"kind": "add_chapter", "chapter": chapter})
    };
    for wrong in [
        comment("a".repeat(2_001)),
        comment("\0".to_owned()),
        line(&["a1"]),
        line(&["a1b1\0"]),
        line(&vec!["a1b1"; 601]),
        json!({"kind": "title", "title": ""}),
        json!({"kind": "title", "title": "a".repeat(81)}),
        with("game", json!("chess")),
        with("id", json!("a b")),
        with("nodes", json!([])),
        with(
            "nodes",
            json!([{"depth": 0, "mv": ""}, {"depth": 2, "mv": "a1b1"}]),
        ),
        with("nodes", json!(nodes)),
        with("start", json!("a".repeat(501))),
        json!({"kind": "draw", "chapter": "1", "path": [], "from": "<b>", "colour": "red"}),
        json!({"kind": "draw", "chapter": "1", "path": [], "from": "a1", "colour": "pink"}),
        json!({"kind": "burn"}),
    ] {
        let refused = ada.edit_study(&study, "wrong", wrong.clone()).await;
        assert_eq!(refused.0, 422, "{wrong}: {}", refused.1);
    }
    let most = ada
        .edit_study(&study, "most", comment("跳".repeat(2_000)))
        .await;
    assert_eq!(most.0, 200, "{}", most.1);
    let huge = with("title", json!("a".repeat(200_000)));
    assert!(ada.edit_study(&study, "huge", huge).await.0 >= 400);
    for number in 2..=33 {
        let edit = json!({"kind": "add_chapter", "chapter": chapter(&number.to_string())});
        let done = ada.edit_study(&study, &format!("c{number}"), edit).await;
        let (status, code) = if number <= 32 {
            (200, Value::Null)
        } else {
            (409, json!("too_large"))
        };
        assert_eq!((done.0, &done.1["code"]), (status, &code), "{number}");
    }
    sqlx::query("UPDATE studies SET hour = date_trunc('hour', now()), edits = 3000")
        .execute(&database)
        .await
        .expect("a busy hour");
    let refused = ada.edit_study(&study, "late", comment(String::new())).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("too_many_edits"))
    );
    // The same request is the same study; on the first day there are five.
    let new = |id: &str| json!({"title": "Study", "chapter": chapter("1"), "id": id});
    for number in 2..=5 {
        let id = number.to_string();
        let made = ada.post("/api/studies", new(&id)).await;
        assert_eq!(made.0, 200, "{}", made.1);
        assert_eq!(ada.post("/api/studies", new(&id)).await.1, made.1);
    }
    let refused = ada.post("/api/studies", new("6")).await;
    assert_eq!(
        (refused.0, &refused.1["code"]),
        (409, &json!("too_many_studies"))
    );
    assert_eq!(
        ada.get("/api/studies").await.1.as_array().map(Vec::len),
        Some(5)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn studies_go_with_their_account_and_edits_lose_their_name() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let mut bob = Browser::with_account(&cluster, "bob").await;
    let (hers, his) = (ada.make_study().await, bob.make_study().await);
    let key = bob.study_key(&his).await;
    let body = json!({"edit": line(&["a1b1"]), "id": "x", "key": key});
    let path = format!("/api/studies/{his}/edits");
    assert_eq!(ada.post(&path, body).await.0, 200);
    let proof = json!({"password": PASSWORD});
    ada.post("/api/account/proof", proof).await;
    let gone = ada
        .post("/api/account/delete", json!({"name": "ada"}))
        .await;
    assert_eq!(gone.0, 200, "{}", gone.1);
    assert_eq!(bob.study(&hers).await.0, 404);
    assert_eq!(
        bob.study(&his).await.1["version"],
        1,
        "what she wrote stays"
    );
    let mut watching = Watching::start(&bob, &cluster, 0, (&his, None), 0).await;
    let edits = watching.hear("edits").await;
    assert_eq!(edits["edits"][0]["by"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_whose_commit_nobody_heard_of_is_done_once() {
    let mut cluster = cluster(1).await;
    add_server_with_lines(&mut cluster).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let study = ada.make_study().await;
    let mut far = Watching::start(&ada, &cluster, 1, (&study, None), 0).await;
    far.hear("edits").await;
    let line_to = database_line(&cluster, 1);
    line_to.lose_answers_to("COMMIT");
    far.edit("x", line(&["a1b1"])).await;
    within(10.0, line_to.passed("COMMIT"))
        .await
        .expect("committed");
    tokio::time::sleep(Duration::from_millis(300)).await;
    line_to.mend();
    let again = within(20.0, far.hear("again")).await;
    assert_eq!(again.expect("an answer")["id"], "x");
    let done = within(20.0, async {
        loop {
            far.edit("x", line(&["a1b1"])).await;
            let news = far.socket.receive("study").await["news"].clone();
            if news["kind"] == "edited" {
                return news;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    let done = done.await.expect("done");
    assert_eq!(
        (&done["version"], &done["repeated"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(ada.study(&study).await.1["version"], 1);
}
