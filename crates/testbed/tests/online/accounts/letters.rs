//! An address for letters, and what can be done with them.

use super::{Browser, PASSWORD};
use crate::helpers::{cluster, database, within};
use longjump_testbed::{Cluster, MailServer, Received};
use serde_json::{Value, json};
use std::time::Duration;

const ADDRESS: &str = "ada@example.org";
const OTHER: &str = "lovelace@example.org";

/// A service that writes letters, and who takes them.
struct Post {
    cluster: Cluster,
    mail: MailServer,
}

impl Post {
    async fn start(servers: usize) -> Self {
        let mut cluster = cluster(0).await;
        let folder = cluster.folder().join("letters");
        let mail = tokio::task::block_in_place(|| MailServer::start(&folder));
        let mail = mail.expect("Debian's python3-aiosmtpd");
        cluster.write_letters(&mail.url());
        for _ in 0..servers {
            cluster.add_server(|_| {}).await.expect("a server");
        }
        Self { cluster, mail }
    }

    /// Waits until there are so many letters.
    async fn letters(&self, count: usize) -> Vec<Received> {
        let all = within(20.0, async {
            loop {
                let letters = self.mail.letters().expect("letters");
                if letters.len() >= count {
                    return letters;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        all.await
            .unwrap_or_else(|| panic!("{count} letters: {:?}", self.mail.letters()))
    }

    /// The key in the last of so many letters, which goes there.
    async fn key(&self, count: usize, to: &str, page: &str) -> String {
        let letters = self.letters(count).await;
        let letter = letters.last().expect("a letter");
        assert_eq!((letters.len(), &*letter.to), (count, to), "{}", letter.all);
        let link = format!("/#/letter/{page}/");
        let (before, rest) = letter.all.split_once(&link).expect("a link");
        let servers = self.cluster.addresses();
        let leads_there = |server| before.ends_with(&format!("http://{server}"));
        assert!(servers.iter().any(leads_there), "{}", letter.all);
        rest.chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect()
    }
}

fn address(email: &str) -> Value {
    json!({"email": email, "language": "en"})
}

async fn shown(browser: &mut Browser<'_>) -> Value {
    browser.get("/api/account").await.1["address"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_confirmed_and_gets_a_forgotten_password_back() {
    let post = Post::start(2).await;
    let mut ada = Browser::with_account(&post.cluster, "ada").await;
    let mut stranger = Browser::new(&post.cluster);
    let given = ada.post("/api/account/address", address(ADDRESS)).await;
    assert_eq!(given.0, 200, "{}", given.1);
    let key = post.key(1, ADDRESS, "confirm").await;
    assert_eq!(
        shown(&mut ada).await,
        Value::Null,
        "not before it is confirmed"
    );
    // A key is good for one thing, once.
    let wrong = json!({"key": key, "password": "twelve plain marbles"});
    assert_eq!(stranger.post("/api/recover/letter", wrong).await.0, 401);
    let confirmed = stranger.post("/api/address", json!({"key": key})).await;
    assert_eq!((confirmed.0, &confirmed.1["name"]), (200, &json!("ada")));
    assert_eq!(
        stranger.post("/api/address", json!({"key": key})).await.0,
        401
    );
    assert_eq!(shown(&mut ada).await["email"], ADDRESS);

    for known in [
        ADDRESS,
        "ADA@example.org",
        "nobody@example.org",
        "no address",
    ] {
        let asked = stranger
            .post("/api/forgotten", json!({"email": known}))
            .await;
        assert_eq!(asked, (200, json!({})), "{known}");
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let key = post.key(3, ADDRESS, "recover").await;
    let leaked = json!({"key": key, "password": "password1"});
    assert_eq!(stranger.post("/api/recover/letter", leaked).await.0, 422);
    let right = json!({"key": key, "password": "twelve plain marbles"});
    let (status, own) = stranger.post("/api/recover/letter", right.clone()).await;
    assert_eq!((status, &own["player"]["name"]), (200, &json!("ada")));
    assert!(!ada.is_signed_in().await);
    assert!(stranger.is_signed_in().await);
    let mut again = Browser::new(&post.cluster);
    assert_eq!(again.post("/api/recover/letter", right).await.0, 401);
    assert_eq!(again.sign_in("ada", "twelve plain marbles").await, 200);
    // The owner is told; keys of other letters are good for nothing any more.
    let letters = post.letters(4).await;
    assert!(
        letters[3].all.contains("Another password was set"),
        "{}",
        letters[3].all
    );
    let events = ["signed_in", "recovered", "address_set", "signed_up"];
    assert_eq!(again.events().await, events);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_so_far_is_told_when_another_one_takes_its_place() {
    let mut post = Post::start(1).await;
    let database = database(&mut post.cluster).await;
    let mut ada = Browser::with_account(&post.cluster, "ada").await;
    ada.post("/api/account/address", address(ADDRESS)).await;
    let key = post.key(1, ADDRESS, "confirm").await;
    ada.post("/api/address", json!({"key": key})).await;
    ada.post("/api/forgotten", json!({"email": ADDRESS})).await;
    let forgotten = post.key(2, ADDRESS, "recover").await;
    ada.post("/api/account/address", address(OTHER)).await;
    let key = post.key(3, OTHER, "confirm").await;
    ada.post("/api/address", json!({"key": key})).await;
    let letters = post.letters(4).await;
    assert_eq!(letters[3].to, ADDRESS);
    assert!(
        letters[3].all.contains("another address"),
        "{}",
        letters[3].all
    );
    // What went to the old one can't be used any more.
    let old = json!({"key": forgotten, "password": "twelve plain marbles"});
    assert_eq!(ada.post("/api/recover/letter", old).await.0, 401);
    let (status, view) = ada.delete("/api/account/address").await;
    assert_eq!((status, &view["address"]), (200, &Value::Null));
    assert_eq!(post.letters(5).await[4].to, OTHER);
    ada.post("/api/forgotten", json!({"email": OTHER})).await;

    // Giving an address asks for the password again, and letters can't be sent to anybody at will.
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(
            ada.post("/api/account/address", address("eve@example.org"))
                .await
                .0,
        );
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429]);
    for nonsense in [
        "",
        "ada",
        "ada@",
        "a@b\r\nBcc: c@example.org",
        "a\0@example.org",
    ] {
        let refused = ada.post("/api/account/address", address(nonsense)).await;
        assert_eq!(refused.0, 422, "{nonsense:?}");
    }
    sqlx::query("UPDATE sessions SET proven_at = now() - interval '6 minutes'")
        .execute(&database)
        .await
        .expect("six minutes go by");
    assert_eq!(
        ada.post("/api/account/address", address(ADDRESS)).await.0,
        403
    );
    // Keys grow old.
    let key = post.key(10, "eve@example.org", "confirm").await;
    sqlx::query("UPDATE letter_keys SET made_at = now() - interval '25 hours'")
        .execute(&database)
        .await
        .expect("a day goes by");
    assert_eq!(ada.post("/api/address", json!({"key": key})).await.0, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_wait_for_a_mail_server_that_is_away() {
    let mut post = Post::start(2).await;
    let mut ada = Browser::with_account(&post.cluster, "ada").await;
    post.mail.kill();
    for _ in 0..3 {
        let given = ada.post("/api/account/address", address(ADDRESS)).await;
        assert_eq!(given.0, 200);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    tokio::task::block_in_place(|| post.mail.run()).expect("it is back");
    // Those that were tried when it went are due again after some seconds.
    post.letters(3).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(post.mail.letters().expect("letters").len(), 3, "each once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_mail_says_so() {
    let cluster = cluster(1).await;
    let mut ada = Browser::with_account(&cluster, "ada").await;
    assert_eq!(ada.get("/api/account").await.1["writes_letters"], false);
    for (status, why) in [
        ada.post("/api/account/address", address(ADDRESS)).await,
        ada.post("/api/forgotten", json!({"email": ADDRESS})).await,
    ] {
        assert_eq!((status, &why["code"]), (409, &json!("no_letters")));
    }
    assert_eq!(ada.sign_in("ada", PASSWORD).await, 200);
}
