//! Passkeys.

use super::authenticator::{Authenticator, PRESENT, encoded};
use super::{Browser, PASSWORD};
use crate::helpers::{cluster, database};
use longjump_testbed::{Cluster, Launch};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use std::time::Instant;

const NEW: &str = "twelve plain marbles";

/// A new authenticator of somebody who opens the site on this machine.
fn authenticator(cluster: &Cluster) -> Authenticator {
    Authenticator::new(&format!("http://localhost:{}", cluster.at(0).port()))
}

impl Browser<'_> {
    async fn begin(&mut self, what: &str, body: Value) -> Value {
        let (status, asked) = self.post(&format!("/api/{what}/begin"), body).await;
        assert_eq!(status, 200, "{what}: {asked}");
        asked
    }

    async fn finish(&mut self, what: &str, answer: Value) -> (u16, Value) {
        self.post(&format!("/api/{what}/finish"), answer).await
    }

    /// Makes an account with a passkey.
    async fn sign_up(&mut self, with: &mut Authenticator, name: &str) -> (u16, Value) {
        let wanted = self.begin("passkeys/sign-up", json!({"name": name})).await;
        self.finish("passkeys/sign-up", with.make(&wanted)).await
    }

    async fn sign_in_with(&mut self, with: &mut Authenticator) -> (u16, Value) {
        let asked = self.begin("passkeys/sign-in", json!({})).await;
        self.finish("passkeys/sign-in", with.sign(&asked)).await
    }

    async fn add(&mut self, passkey: &mut Authenticator) -> (u16, Value) {
        let wanted = self.begin("account/passkeys", json!({})).await;
        self.finish("account/passkeys", passkey.make(&wanted)).await
    }

    async fn prove_with(&mut self, passkey: &mut Authenticator) -> (u16, Value) {
        let asked = self.begin("account/proof", json!({})).await;
        self.finish("account/proof", passkey.sign(&asked)).await
    }

    /// What one's passkeys are called in addresses.
    async fn passkeys(&mut self) -> Vec<String> {
        let (_, view) = self.get("/api/account").await;
        let passkeys = view["passkeys"].as_array().expect("passkeys");
        let paths = passkeys
            .iter()
            .map(|passkey| format!("/api/account/passkeys/{}", passkey["id"]));
        paths.collect()
    }
}

async fn run(database: &PgPool, statement: &'static str) {
    let done = sqlx::query(AssertSqlSafe(statement))
        .execute(database)
        .await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

const SIX_MINUTES: &str = "UPDATE sessions SET proven_at = now() - interval '6 minutes'";

fn is(answer: &(u16, Value), status: u16, code: &str) {
    assert_eq!(
        (answer.0, &answer.1["code"]),
        (status, &json!(code)),
        "{}",
        answer.1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_a_passkey_instead_of_a_password_and_keeps_a_guests_games() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut passkey = authenticator(&cluster);
    let mut here = Browser::new(&cluster);
    let (_, guest) = here.post("/api/guest", json!({})).await;
    let wanted = json!({"game": "minicheckers", "control": "300+3"});
    let (_, game) = here.post("/api/games", wanted).await;
    let (status, own) = here.sign_up(&mut passkey, "Ada").await;
    assert_eq!(status, 200, "{own}");
    assert_eq!(own["player"]["name"], "Ada");
    assert_eq!(own["player"]["id"], guest["player"]["id"]);
    let (_, games) = here.get("/api/players/ada/games").await;
    assert_eq!(games[0]["id"], game["id"]);

    let mut there = Browser::new(&cluster);
    let (status, own) = there.sign_in_with(&mut passkey).await;
    assert_eq!((status, &own["player"]["name"]), (200, &json!("Ada")));
    let (_, view) = there.get("/api/account").await;
    assert_eq!(view["has_password"], false);
    let kept = &view["passkeys"][0];
    assert_eq!(kept["name"], "Firefox, Windows");
    assert!(kept["made"].is_i64() && kept["used"].is_i64(), "{kept}");
    assert_eq!(there.events().await, ["signed_in", "signed_up"]);
    assert!(here.is_signed_in().await);
    // What authenticators are told of somebody means nothing to others.
    let user: Vec<u8> = sqlx::query_scalar("SELECT passkey_user FROM players WHERE name = 'Ada'")
        .fetch_one(&database)
        .await
        .expect("what authenticators call her");
    assert_eq!((user.len(), encoded(&user)), (32, passkey.user));
    // A name that is taken is told before an authenticator keeps anything.
    let taken = json!({"name": "ada"});
    let taken = Browser::new(&cluster)
        .post("/api/passkeys/sign-up/begin", taken)
        .await;
    is(&taken, 409, "name_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_good_once_in_one_browser_for_one_purpose_and_five_minutes() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let mut passkey = authenticator(&cluster);
    let mut here = Browser::new(&cluster);
    assert_eq!(here.sign_up(&mut passkey, "Ada").await.0, 200);

    let mut there = Browser::new(&cluster);
    let asked = there.begin("passkeys/sign-in", json!({})).await;
    let answer = passkey.sign(&asked);
    // Who has seen the answer, but has another browser, or the same with a challenge of its own.
    let mut eve = Browser::new(&cluster);
    is(
        &eve.finish("passkeys/sign-in", answer.clone()).await,
        409,
        "stale_challenge",
    );
    eve.begin("passkeys/sign-in", json!({})).await;
    is(
        &eve.finish("passkeys/sign-in", answer.clone()).await,
        401,
        "no_such_passkey",
    );
    // Once; then not even with the cookie that it came with.
    let cookie = there.cookie.clone();
    assert_eq!(
        there.finish("passkeys/sign-in", answer.clone()).await.0,
        200
    );
    assert!(!there.cookie.contains("passkey"), "{}", there.cookie);
    eve.cookie = cookie;
    is(
        &eve.finish("passkeys/sign-in", answer).await,
        409,
        "stale_challenge",
    );
    // Not even if it was wrong the first time.
    let asked = eve.begin("passkeys/sign-in", json!({})).await;
    let cookie = eve.cookie.clone();
    let mut answer = passkey.sign(&asked);
    let right = answer["signature"].take();
    answer["signature"] = json!("AAAA");
    is(
        &eve.finish("passkeys/sign-in", answer.clone()).await,
        401,
        "no_such_passkey",
    );
    answer["signature"] = right;
    eve.cookie = cookie;
    is(
        &eve.finish("passkeys/sign-in", answer).await,
        409,
        "stale_challenge",
    );
    // For what was asked, and nothing else.
    let asked = there.begin("passkeys/sign-in", json!({})).await;
    let answer = passkey.sign(&asked);
    is(
        &there.finish("account/proof", answer).await,
        409,
        "stale_challenge",
    );
    // In time.
    let asked = there.begin("passkeys/sign-in", json!({})).await;
    let late = "UPDATE passkey_challenges SET expires_at = expires_at - interval '301 seconds'";
    run(&database, late).await;
    let answer = passkey.sign(&asked);
    is(
        &there.finish("passkeys/sign-in", answer).await,
        409,
        "stale_challenge",
    );
    assert!(!eve.is_signed_in().await);
    // A challenge is no more than what is kept of it: it can't be taken from a copy of the database.
    there.begin("passkeys/sign-in", json!({})).await;
    let kept: Vec<u8> = sqlx::query_scalar("SELECT token_hash FROM passkey_challenges LIMIT 1")
        .fetch_one(&database)
        .await
        .expect("a hash");
    assert_eq!(kept.len(), 32);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_an_answer_is_refused_and_not_told() {
    let cluster = cluster(1).await;
    let mut ada = authenticator(&cluster);
    let mut bo = authenticator(&cluster);
    assert_eq!(Browser::new(&cluster).sign_up(&mut ada, "Ada").await.0, 200);
    assert_eq!(Browser::new(&cluster).sign_up(&mut bo, "Bob").await.0, 200);
    let mut eve = Browser::new(&cluster);
    let mut answers = Vec::new();
    for lie in 0..9 {
        let mut asked = eve.begin("passkeys/sign-in", json!({})).await;
        let mut with = ada.clone();
        match lie {
            // A page of somebody else, who passes on what our page was asked.
            0 => with.origin = "https://longjump.example.evil".to_owned(),
            1 => with.origin = with.origin.replace("http:", "https:"),
            2 => asked["domain"] = json!("evil.example"),
            // What was asked of another browser.
            3 => {
                asked = Browser::new(&cluster)
                    .begin("passkeys/sign-in", json!({}))
                    .await;
            }
            // A key that somebody has found and can't unlock.
            4 => with.flags = PRESENT,
            // Somebody else's name for one's own passkey, and none.
            5 => with.user.clone_from(&bo.user),
            // One that nobody has registered.
            6 => with = authenticator(&cluster),
            _ => {}
        }
        let mut answer = with.sign(&asked);
        match lie {
            7 => answer["user"] = Value::Null,
            8 => answer["signature"] = bo.sign(&asked)["signature"].clone(),
            _ => {}
        }
        answers.push(eve.finish("passkeys/sign-in", answer).await);
    }
    is(&answers[0], 401, "no_such_passkey");
    for (lie, answer) in answers.iter().enumerate() {
        assert_eq!(*answer, answers[0], "{lie}");
    }
    assert!(!eve.is_signed_in().await);
    // A passkey that is not as it was wanted is none.
    for lie in 0..4 {
        let name = json!({"name": "Eve"});
        let mut wanted = eve.begin("passkeys/sign-up", name).await;
        let mut with = authenticator(&cluster);
        match lie {
            0 => with.origin = "https://evil.example".to_owned(),
            1 => with.flags = PRESENT,
            2 => wanted["domain"] = json!("evil.example"),
            _ => wanted["challenge"] = json!(encoded(&[7; 32])),
        }
        let answer = with.make(&wanted);
        is(&eve.finish("passkeys/sign-up", answer).await, 422, "wrong");
    }
    // Nor one that is somebody else's already.
    let wanted = eve.begin("passkeys/sign-up", json!({"name": "Eve"})).await;
    let answer = ada.make(&wanted);
    is(
        &eve.finish("passkeys/sign-up", answer).await,
        409,
        "passkey_known",
    );
    assert!(!eve.is_signed_in().await);
    assert_eq!(eve.get("/api/players/eve").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_of_a_passkey_is_noticed_and_let_in_no_more() {
    let cluster = cluster(1).await;
    let mut passkey = authenticator(&cluster);
    let mut owner = Browser::new(&cluster);
    assert_eq!(owner.sign_up(&mut passkey, "Ada").await.0, 200);
    let mut copy = passkey.clone();
    assert_eq!(owner.sign_in_with(&mut passkey).await.0, 200);
    // The copy has not counted that.
    let mut eve = Browser::new(&cluster);
    is(&eve.sign_in_with(&mut copy).await, 409, "passkey_copied");
    assert!(!eve.is_signed_in().await);
    assert_eq!(owner.events().await[0], "passkey_refused");
    // Who has no key can't have anything noted.
    let noted = owner.events().await.len();
    let asked = eve.begin("passkeys/sign-in", json!({})).await;
    copy.counter = 0;
    let mut answer = copy.sign(&asked);
    answer["signature"] = authenticator(&cluster).sign(&asked)["signature"].clone();
    is(
        &eve.finish("passkeys/sign-in", answer).await,
        401,
        "no_such_passkey",
    );
    assert_eq!(owner.events().await.len(), noted);
    assert_eq!(owner.sign_in_with(&mut passkey).await.0, 200);
    // One that is kept on several devices never counts.
    let mut shared = authenticator(&cluster);
    shared.counts = false;
    assert_eq!(eve.sign_up(&mut shared, "Eve").await.0, 200);
    for _ in 0..2 {
        assert_eq!(eve.sign_in_with(&mut shared).await.0, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn passkeys_are_added_named_and_removed_but_never_the_last_way_in() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let (mut first, mut second) = (authenticator(&cluster), authenticator(&cluster));
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let (status, view) = ada.add(&mut first).await;
    assert_eq!(
        (status, view["passkeys"].as_array().map(Vec::len)),
        (200, Some(1))
    );
    // Its authenticator is told not to make another one; if it does, it is none of ours.
    let wanted = ada.begin("account/passkeys", json!({})).await;
    assert_eq!(wanted["known"].as_array().map(Vec::len), Some(1));
    assert_eq!(wanted["user"], first.user);
    let answer = first.make(&wanted);
    is(
        &ada.finish("account/passkeys", answer).await,
        409,
        "passkey_known",
    );
    assert_eq!(Browser::new(&cluster).sign_in_with(&mut first).await.0, 200);

    let paths = ada.passkeys().await;
    let named = json!({"name": "Ada’s telephone"});
    let (_, view) = ada.put(&paths[0], named).await;
    assert_eq!(view["passkeys"][0]["name"], "Ada’s telephone");
    for name in [String::new(), "a\0b".to_owned(), "x".repeat(61)] {
        assert_eq!(
            ada.put(&paths[0], json!({"name": name})).await.0,
            422,
            "{name:?}"
        );
    }
    let mut bo = Browser::with_account(&cluster, "bob").await;
    is(
        &bo.put(&paths[0], json!({"name": "mine"})).await,
        404,
        "not_found",
    );
    is(&bo.delete(&paths[0]).await, 404, "not_found");
    is(&bo.delete("/api/account/passkeys/x").await, 422, "wrong");
    // There is a password.
    let (status, view) = ada.delete(&paths[0]).await;
    assert_eq!(
        (status, view["passkeys"].as_array().map(Vec::len)),
        (200, Some(0))
    );
    is(
        &Browser::new(&cluster).sign_in_with(&mut first).await,
        401,
        "no_such_passkey",
    );
    let events = [
        "passkey_removed",
        "passkey_named",
        "signed_in",
        "passkey_added",
    ];
    assert_eq!(ada.events().await[..4], events);

    // Without a password one has to stay, though both are removed at once.
    let mut third = authenticator(&cluster);
    let mut eve = Browser::new(&cluster);
    assert_eq!(eve.sign_up(&mut second, "Eve").await.0, 200);
    let path = eve.passkeys().await.remove(0);
    is(&eve.delete(&path).await, 409, "last_way_in");
    assert_eq!(eve.add(&mut third).await.0, 200);
    let paths = eve.passkeys().await;
    let mut also = Browser::new(&cluster);
    also.cookie.clone_from(&eve.cookie);
    let both = tokio::join!(eve.delete(&paths[0]), also.delete(&paths[1]));
    let mut statuses = [both.0.0, both.1.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let left = eve.passkeys().await;
    assert_eq!(left.len(), 1);
    // A password needs no old one then, but a proof.
    run(&database, SIX_MINUTES).await;
    let password = json!({"new": NEW});
    is(
        &eve.post("/api/account/password", password.clone()).await,
        403,
        "unproven",
    );
    let mut one_left = if both.0.0 == 200 { third } else { second };
    assert_eq!(eve.prove_with(&mut one_left).await.0, 200);
    let (status, view) = eve.post("/api/account/password", password.clone()).await;
    assert_eq!((status, &view["has_password"]), (200, &json!(true)));
    assert_eq!(eve.events().await[0], "password_set");
    is(
        &eve.post("/api/account/password", password).await,
        403,
        "wrong_password",
    );
    assert_eq!(eve.delete(&left[0]).await.0, 200);
    assert_eq!(Browser::new(&cluster).sign_in("eve", NEW).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_proves_who_one_is_like_the_password() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    let (mut of_ada, mut of_bo) = (authenticator(&cluster), authenticator(&cluster));
    let mut ada = Browser::with_account(&cluster, "ada").await;
    let none = ada.post("/api/account/proof/begin", json!({})).await;
    is(&none, 404, "not_found");
    assert_eq!(ada.add(&mut of_ada).await.0, 200);
    let mut bo = Browser::new(&cluster);
    assert_eq!(bo.sign_up(&mut of_bo, "Bob").await.0, 200);
    run(&database, SIX_MINUTES).await;
    let path = ada.passkeys().await.remove(0);
    for answer in [
        ada.post("/api/account/passkeys/begin", json!({})).await,
        ada.delete(&path).await,
        ada.delete("/api/account/sessions").await,
    ] {
        is(&answer, 403, "unproven");
    }
    // Somebody else's passkey proves nothing, nor does hers in somebody else's browser.
    let asked = ada.begin("account/proof", json!({})).await;
    assert_eq!(asked["allowed"].as_array().map(Vec::len), Some(1));
    let answer = of_bo.sign(&asked);
    is(
        &ada.finish("account/proof", answer).await,
        401,
        "no_such_passkey",
    );
    ada.begin("account/proof", json!({})).await;
    let asked = bo.begin("account/proof", json!({})).await;
    let answer = of_ada.sign(&asked);
    is(
        &bo.finish("account/proof", answer).await,
        401,
        "no_such_passkey",
    );
    let asked = ada.begin("account/proof", json!({})).await;
    let of_challenge = ada
        .cookie
        .split("; ")
        .find(|pair| pair.starts_with("passkey="));
    let session = bo
        .cookie
        .split("; ")
        .find(|pair| pair.starts_with("session="));
    bo.cookie = [of_challenge.expect("hers"), session.expect("his")].join("; ");
    let answer = of_ada.sign(&asked);
    is(
        &bo.finish("account/proof", answer).await,
        409,
        "stale_challenge",
    );
    // Nor a password that there is not.
    let password = json!({"password": PASSWORD});
    is(
        &bo.post("/api/account/proof", password).await,
        403,
        "wrong_password",
    );

    assert_eq!(ada.prove_with(&mut of_ada).await.0, 200);
    assert_eq!(ada.delete("/api/account/sessions").await.0, 200);
    assert_eq!(ada.add(&mut authenticator(&cluster)).await.0, 200);
    // Guests have nothing to prove.
    let mut guest = Browser::new(&cluster);
    guest.post("/api/guest", json!({})).await;
    let refused = guest.post("/api/account/passkeys/begin", json!({})).await;
    is(&refused, 403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_by_a_password_that_an_account_has_none() {
    let cluster = cluster(1).await;
    Browser::with_account(&cluster, "bob").await;
    let mut ada = Browser::new(&cluster);
    assert_eq!(
        ada.sign_up(&mut authenticator(&cluster), "Ada").await.0,
        200
    );
    let mut stranger = Browser::new(&cluster);
    let mut took = Vec::new();
    let mut answers = Vec::new();
    for name in ["ada", "bob", "nobody"] {
        let mut fastest = f64::MAX;
        for _ in 0..3 {
            let asked = Instant::now();
            let guess = json!({"name": name, "password": "not the password"});
            answers.push(stranger.post("/api/login", guess).await);
            fastest = fastest.min(asked.elapsed().as_secs_f64());
        }
        took.push(fastest);
    }
    is(&answers[0], 401, "no_such_login");
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let (least, most) = took
        .iter()
        .fold((f64::MAX, 0.0_f64), |(least, most), time| {
            (least.min(*time), most.max(*time))
        });
    // Without hashing an answer would come some eighty times sooner; a busy machine may double one.
    assert!(most < 5.0 * least, "{took:?}");
    // Signing in with a passkey asks for no name, and so tells nothing of any.
    let asked = stranger.begin("passkeys/sign-in", json!({})).await;
    assert_eq!(asked["allowed"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_takes_the_answer_and_the_origin_is_the_sites_own() {
    let mut cluster = Cluster::start(Launch::InProcess, 0)
        .await
        .expect("a service");
    for url in [
        "https://club.example",
        "https://club.example",
        "https://192.168.1.5",
    ] {
        let server = cluster.add_server(|config| url.clone_into(&mut config.public_url));
        server.await.expect("a server");
    }
    let mut passkey = Authenticator::new("https://club.example");
    let mut browser = Browser::new(&cluster);
    let wanted = browser
        .begin("passkeys/sign-up", json!({"name": "Ada"}))
        .await;
    assert_eq!(wanted["domain"], "club.example");
    assert!(
        browser.cookie.starts_with("__Host-passkey="),
        "{}",
        browser.cookie
    );
    browser.server = 1;
    let answer = passkey.make(&wanted);
    let (status, own) = browser.finish("passkeys/sign-up", answer).await;
    assert_eq!(status, 200, "{own}");
    let asked = browser.begin("passkeys/sign-in", json!({})).await;
    browser.server = 0;
    let answer = passkey.sign(&asked);
    assert_eq!(browser.finish("passkeys/sign-in", answer).await.0, 200);
    passkey.origin = format!("http://localhost:{}", cluster.at(0).port());
    is(
        &browser.sign_in_with(&mut passkey).await,
        401,
        "no_such_passkey",
    );
    // Where people come by a number, there are none.
    browser.server = 2;
    let refused = browser.post("/api/passkeys/sign-in/begin", json!({})).await;
    is(&refused, 409, "no_passkeys");
}
