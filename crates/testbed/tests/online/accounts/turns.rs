//! Being told that it is one's turn: in browsers whose pages are closed, and in letters.

use super::Browser;
use crate::helpers::{cluster, database, within};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use longjump_testbed::{Cluster, MailServer, Push, PushService, Received};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use serde_json::{Value, json};
use sqlx::PgPool;
use std::time::Duration;

/// A service that tells people, and who delivers it.
struct Told {
    cluster: Cluster,
    database: PgPool,
    service: PushService,
    mail: MailServer,
}

impl Told {
    async fn start() -> Self {
        let mut cluster = cluster(0).await;
        let service = PushService::start().await.expect("a push service");
        let folder = cluster.folder().join("letters");
        let mail = tokio::task::block_in_place(|| MailServer::start(&folder));
        let mail = mail.expect("Debian's python3-aiosmtpd");
        cluster.send_to_browsers(&service.host());
        cluster.write_letters(&mail.url());
        for _ in 0..2 {
            cluster.add_server(|_| {}).await.expect("a server");
        }
        let database = database(&mut cluster).await;
        Self {
            cluster,
            database,
            service,
            mail,
        }
    }

    fn device(&self, name: &str) -> Value {
        let key = SecretKey::from_slice(&[7; 32]).expect("a key");
        let key = key.public_key().to_sec1_point(false);
        json!({
            "endpoint": self.service.endpoint(name),
            "public_key": BASE64_URL_SAFE_NO_PAD.encode(key),
            "auth": BASE64_URL_SAFE_NO_PAD.encode([3; 16]),
            "language": "en",
        })
    }

    async fn change(&self, query: &'static str) {
        let done = sqlx::query(query).execute(&self.database).await;
        done.expect("changed");
    }

    /// What waits is due now.
    async fn hurry(&self) {
        self.change("UPDATE notices SET next_at = now()").await;
    }

    /// The kinds of notices that wait, and in how many minutes they are due.
    async fn waiting(&self) -> Vec<(String, i64)> {
        let query = "SELECT kind, round(extract(epoch FROM next_at - now()) / 60)::bigint
                     FROM notices ORDER BY kind, id";
        let waiting = sqlx::query_as(query).fetch_all(&self.database).await;
        waiting.expect("notices")
    }

    /// How many are on their way.
    async fn begun(&self) -> i64 {
        let query = "SELECT count(*) FROM notices WHERE begun > 0";
        let count = sqlx::query_scalar(query).fetch_one(&self.database).await;
        count.expect("a count")
    }

    async fn until_nothing_waits(&self) {
        let all = within(20.0, async {
            while !self.waiting().await.is_empty() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        let none_left = all.await;
        assert!(none_left.is_some(), "{:?}", self.waiting().await);
    }

    async fn pushes(&self, count: usize) -> Vec<Push> {
        let all = within(20.0, async {
            while self.service.pushes().len() < count {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        all.await.expect("word to browsers");
        self.service.pushes()
    }

    fn letters(&self) -> Vec<Received> {
        self.mail.letters().expect("letters")
    }
}

/// A game with a day for each move between two of them, in which the first is to move.
async fn begin(first: &mut Browser<'_>, second: &mut Browser<'_>) -> String {
    let game = first.open("1d", false).await;
    second.sit(&game).await;
    game
}

async fn notices(browser: &mut Browser<'_>) -> Value {
    browser.get("/api/account").await.1["notices"].clone()
}

/// Gives an account an address without the letter that confirms it.
async fn give_address(told: &Told, email: &str) {
    let query = "INSERT INTO addresses (player, email, language) SELECT id, $1, 'en' FROM players WHERE name = 'bob'";
    let given = sqlx::query(query).bind(email).execute(&told.database).await;
    given.expect("an address");
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_are_told_of_turns_that_still_wait() {
    let told = Told::start().await;
    let mut ada = Browser::with_account(&told.cluster, "ada").await;
    let mut bo = Browser::with_account(&told.cluster, "bob").await;
    for name in ["phone", "laptop"] {
        let added = bo.post("/api/account/devices", told.device(name)).await;
        assert_eq!(added.0, 200, "{}", added.1);
    }
    let game = begin(&mut ada, &mut bo).await;
    assert_eq!(told.waiting().await, [], "ada wants to be told nothing");
    ada.play(&game).await;
    let each = ("push".to_owned(), 1);
    assert_eq!(told.waiting().await, [each.clone(), each]);
    told.hurry().await;
    let pushes = told.pushes(2).await;
    told.until_nothing_waits().await;
    let mut to: Vec<_> = pushes.iter().map(|push| &*push.to).collect();
    to.sort_unstable();
    assert_eq!(to, ["laptop", "phone"]);
    let head = |name: &str| pushes[0].headers[name].to_str().expect("text").to_owned();
    assert_eq!(head("content-encoding"), "aes128gcm");
    assert_eq!(head("ttl"), "172800");
    let key = notices(&mut bo).await["push_key"].clone();
    let key = key.as_str().expect("a key");
    assert!(head("authorization").starts_with("vapid t="));
    assert!(head("authorization").ends_with(&format!(", k={key}")));
    assert!(!String::from_utf8_lossy(&pushes[0].body).contains("ada"));

    // Whoever has moved meanwhile is not told any more.
    bo.play(&game).await;
    ada.play(&game).await;
    bo.play(&game).await;
    told.hurry().await;
    told.until_nothing_waits().await;
    // Nor is anybody of a game that is over.
    ada.play(&game).await;
    ada.resign(&game).await;
    told.hurry().await;
    told.until_nothing_waits().await;
    assert_eq!(told.service.pushes().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_service_that_is_busy_is_asked_again_and_a_dead_browser_is_dropped() {
    let told = Told::start().await;
    let mut ada = Browser::with_account(&told.cluster, "ada").await;
    let mut bo = Browser::with_account(&told.cluster, "bob").await;
    for name in ["busy", "dead"] {
        bo.post("/api/account/devices", told.device(name)).await;
    }
    told.service.answer("busy", 503);
    told.service.answer("dead", 410);
    let game = begin(&mut ada, &mut bo).await;
    ada.play(&game).await;
    told.hurry().await;
    told.pushes(2).await;
    let dropped = within(20.0, async {
        while notices(&mut bo).await["devices"].as_array().map(Vec::len) != Some(1) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    dropped.await.expect("only one is left");
    told.service.answer("busy", 201);
    told.hurry().await;
    let pushes = told.pushes(3).await;
    told.until_nothing_waits().await;
    assert_eq!((pushes.len(), &*pushes[2].to), (3, "busy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_has_five_browsers_and_each_browser_one_account() {
    let told = Told::start().await;
    let mut ada = Browser::with_account(&told.cluster, "ada").await;
    let mut bo = Browser::with_account(&told.cluster, "bob").await;
    for number in 0..6 {
        let device = told.device(&format!("b{number}"));
        ada.post("/api/account/devices", device.clone()).await;
        ada.post("/api/account/devices", device).await;
    }
    let shown = notices(&mut ada).await;
    let devices = shown["devices"].as_array().expect("a list").iter();
    let endpoints: Vec<_> = devices.map(|device| &device["endpoint"]).collect();
    let expected = [5, 4, 3, 2, 1].map(|number| told.service.endpoint(&format!("b{number}")));
    assert_eq!(endpoints, expected.iter().collect::<Vec<_>>());
    assert_eq!(shown["devices"][0]["browser"], "Firefox, Windows");
    // Somebody else signs in there.
    bo.post("/api/account/devices", told.device("b5")).await;
    assert_eq!(
        notices(&mut ada).await["devices"][0]["endpoint"],
        expected[1]
    );
    // Nobody removes another's.
    let own = notices(&mut bo).await["devices"][0]["id"].clone();
    let path = format!("/api/account/devices/{own}");
    assert_eq!(ada.delete(&path).await.0, 404);
    let removed = bo.delete(&path).await;
    assert_eq!(
        (removed.0, &removed.1["notices"]["devices"]),
        (200, &json!([]))
    );
    assert_eq!(bo.events().await[..2], ["device_removed", "device_added"]);

    // Who signs out everywhere else is told only here.
    let mut elsewhere = Browser::signed_in(&told.cluster, "ada").await;
    assert_eq!(elsewhere.delete("/api/account/sessions").await.0, 200);
    assert_eq!(notices(&mut elsewhere).await["devices"], json!([]));
    ada = elsewhere;

    // We ask nothing of strangers.
    let mut device = told.device("x");
    for elsewhere in [
        "http://127.0.0.1:1/x",
        "https://example.org/x",
        "file:///etc/passwd",
        "",
    ] {
        device["endpoint"] = elsewhere.into();
        let refused = ada.post("/api/account/devices", device.clone()).await;
        assert_eq!(
            (refused.0, &refused.1["code"]),
            (409, &json!("unknown_push_service"))
        );
    }
    device = told.device("x");
    device["public_key"] = BASE64_URL_SAFE_NO_PAD.encode([0; 65]).into();
    assert_eq!(ada.post("/api/account/devices", device).await.0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_about_turns_come_as_they_are_wanted() {
    let told = Told::start().await;
    let mut ada = Browser::with_account(&told.cluster, "ada").await;
    let mut bo = Browser::with_account(&told.cluster, "bob").await;
    give_address(&told, "bo@example.org").await;
    let wish =
        |letters: &str| json!({"letters": letters, "quiet": null, "zone": "Europe/Stockholm"});
    assert_eq!(bo.put("/api/account/wishes", wish("daily")).await.0, 200);
    let (first, second) = (
        begin(&mut ada, &mut bo).await,
        begin(&mut ada, &mut bo).await,
    );
    ada.play(&first).await;
    ada.play(&second).await;
    assert_eq!(
        told.waiting().await,
        [("digest".to_owned(), 60)],
        "one, in an hour"
    );
    told.hurry().await;
    told.until_nothing_waits().await;
    let letters = told.letters();
    assert_eq!(letters.len(), 1);
    let text = letters[0].all.replace("=\n", "").replace("=3D", "=");
    for part in [
        "Subject: It is your move in 2 games",
        "Mini-Checkers against ada, 2",
        &format!("/#/game/{first}"),
        &format!("/#/game/{second}"),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The next one at the earliest a day after that.
    bo.play(&first).await;
    ada.play(&first).await;
    assert_eq!(told.waiting().await, [("digest".to_owned(), 24 * 60)]);
    // A turn that comes while a digest is on its way is told in another one.
    told.mail.freeze(true);
    told.hurry().await;
    let begun = within(20.0, async {
        while told.begun().await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    begun.await.expect("it is on its way");
    bo.play(&second).await;
    ada.play(&second).await;
    told.mail.freeze(false);
    let another = within(20.0, async {
        while told.waiting().await != [("digest".to_owned(), 24 * 60)] {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    another.await.expect("another digest");
    assert_eq!(told.letters().len(), 2);
    told.change("DELETE FROM notices").await;

    assert_eq!(bo.put("/api/account/wishes", wish("each")).await.0, 200);
    bo.play(&first).await;
    ada.play(&first).await;
    assert_eq!(told.waiting().await, [("turn".to_owned(), 1)]);
    told.hurry().await;
    told.until_nothing_waits().await;
    let letter = told.letters().remove(2);
    assert!(
        letter.all.contains("Subject: It is your move\n"),
        "{}",
        letter.all
    );

    // One click ends them, without signing in, by the button of a mail program or by the link.
    let text = letter.all.replace("=\n", "").replace("=3D", "=");
    let key = text.split_once("/api/unsubscribe?key=").expect("a link").1;
    let key: String = key
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    assert!(
        text.contains(&format!("/#/letter/unsubscribe/{key}")),
        "{text}"
    );
    let mut stranger = Browser::new(&told.cluster);
    let wrong = stranger
        .post("/api/unsubscribe?key=nonsense", json!({}))
        .await;
    assert_eq!(wrong.0, 401);
    let url = format!("http://{}/api/unsubscribe?key={key}", told.cluster.at(1));
    let request = told.cluster.http().post(url);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let ended = request.body("List-Unsubscribe=One-Click").send().await;
    assert_eq!(ended.expect("an answer").status(), 200);
    assert_eq!(notices(&mut bo).await["wishes"]["letters"], "none");
    bo.play(&first).await;
    ada.play(&first).await;
    assert_eq!(told.waiting().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_in_quiet_hours() {
    let told = Told::start().await;
    let mut ada = Browser::with_account(&told.cluster, "ada").await;
    let mut bo = Browser::with_account(&told.cluster, "bob").await;
    bo.post("/api/account/devices", told.device("phone")).await;
    // From three hours ago to two hours ahead, by the clock of Kathmandu.
    let now: i32 = sqlx::query_scalar(
        "SELECT (extract(hour FROM t) * 60 + extract(minute FROM t))::integer
         FROM (SELECT now() AT TIME ZONE 'Asia/Kathmandu') AS here (t)",
    )
    .fetch_one(&told.database)
    .await
    .expect("a time");
    let minute = |offset: i32| (now + offset).rem_euclid(24 * 60);
    let quiet = json!({"from": minute(-180), "to": minute(120)});
    let wishes = json!({"letters": "none", "quiet": quiet, "zone": "Asia/Kathmandu"});
    assert_eq!(bo.put("/api/account/wishes", wishes.clone()).await.0, 200);
    assert_eq!(notices(&mut bo).await["wishes"], wishes);
    let game = begin(&mut ada, &mut bo).await;
    ada.play(&game).await;
    let waiting = told.waiting().await;
    assert!((119..=120).contains(&waiting[0].1), "{waiting:?}");

    for nonsense in [
        json!({"letters": "none", "quiet": {"from": 1440, "to": 0}, "zone": "UTC"}),
        json!({"letters": "none", "quiet": null, "zone": "Nowhere/Land"}),
        json!({"letters": "none", "quiet": null, "zone": "UTC\0"}),
        json!({"letters": "often", "quiet": null, "zone": "UTC"}),
    ] {
        assert_eq!(bo.put("/api/account/wishes", nonsense).await.0, 422);
    }
}

/// The function of the database, over all minutes of a day and all hours.
#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_end_when_they_say() {
    let mut cluster = cluster(1).await;
    let database = database(&mut cluster).await;
    // Against a search minute by minute.
    let wrong: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (
             SELECT moment, f, t, after_quiet(moment, f::smallint, t::smallint, 'Europe/Stockholm') AS found
             FROM generate_series(0, 1439, 180) f, generate_series(0, 1439, 220) t,
                  generate_series(timestamptz '2026-06-01 00:00Z', '2026-06-02 00:00Z', '13 minutes') moment
         ) q WHERE found <> (
             SELECT min(m) FROM generate_series(moment, moment + interval '1 day', '1 minute') m,
                  LATERAL (SELECT (extract(hour FROM l) * 60 + extract(minute FROM l))::integer AS x
                           FROM (SELECT m AT TIME ZONE 'Europe/Stockholm') AS here (l)) minute
             WHERE NOT CASE WHEN f < t THEN x >= f AND x < t WHEN f > t THEN x >= f OR x < t ELSE false END)",
    )
    .fetch_one(&database)
    .await
    .expect("a count");
    assert_eq!(wrong, 0);
    let known: bool = sqlx::query_scalar(
        "SELECT after_quiet(now(), 0::smallint, 1439::smallint, 'Gone/Zone') = now()",
    )
    .fetch_one(&database)
    .await
    .expect("a move must not fail because of it");
    assert!(known);
}
