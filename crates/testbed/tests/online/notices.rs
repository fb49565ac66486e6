//! Letters whose servers are killed at the worst moment, with a mail server that waits there.

use crate::helpers::{cluster, database, within};
use longjump_testbed::Cluster;
use sqlx::PgPool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// What the mail server does with a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mood {
    Takes,
    /// Nothing is said any more, before the letter itself may be sent or once it is there.
    SilentBefore,
    SilentAfter,
    /// It is refused for now once it is there.
    Busy,
}

/// What the mail server was told, and what it does.
struct Desk {
    mood: Mood,
    /// Each letter that came, by its Message-ID.
    came: Vec<String>,
}

struct Post {
    cluster: Cluster,
    database: PgPool,
    desk: Arc<Mutex<Desk>>,
}

impl Post {
    /// A letter that is due, and a mail server in such a mood.
    async fn start(mood: Mood) -> Self {
        let mut cluster = cluster(0).await;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a place");
        let port = listener.local_addr().expect("an address").port();
        let came = Vec::new();
        let desk = Arc::new(Mutex::new(Desk { mood, came }));
        let shared = Arc::clone(&desk);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, Arc::clone(&shared)));
            }
        });
        cluster.write_letters(&format!("smtp://a%40b:c%20d@127.0.0.1:{port}"));
        let mut post = Self {
            database: database(&mut cluster).await,
            cluster,
            desk,
        };
        post.add_server().await;
        let player =
            "INSERT INTO players (name, name_key, kind) VALUES ('Reader', 'reader', 'account')";
        post.change(player).await;
        post.change(
            r#"INSERT INTO notices (player, letter) SELECT id, '{"to": "reader@example.org",
                 "language": "en", "name": "Reader", "about": {"changed": "password_changed"}}' FROM players"#,
        )
        .await;
        post
    }

    async fn add_server(&mut self) {
        self.cluster.add_server(|_| {}).await.expect("a server");
    }

    /// A server goes in the middle of whatever it does, a minute goes by, and another one comes.
    async fn replace_server(&mut self) {
        drop(self.cluster.remove_server(0));
        self.minute_goes_by().await;
        self.add_server().await;
    }

    async fn minute_goes_by(&self) {
        self.change("UPDATE notices SET next_at = now()").await;
    }

    async fn change(&self, query: &'static str) {
        let done = sqlx::query(query).execute(&self.database).await;
        done.expect("changed");
    }

    fn set(&self, mood: Mood) {
        self.desk.lock().expect("nobody panics").mood = mood;
    }

    fn came(&self) -> Vec<String> {
        self.desk.lock().expect("nobody panics").came.clone()
    }

    /// How often the letter was taken, and how often it was sent without an answer.
    async fn begun(&self) -> Option<(i32, i32)> {
        let query = sqlx::query_as("SELECT begun, begun - failed FROM notices");
        let row = query.fetch_optional(&self.database).await;
        row.expect("notices")
    }

    async fn until_came(&self, count: usize) {
        let came = within(40.0, async {
            while self.came().len() < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        came.await.expect("it comes again");
    }

    async fn until_begun(&self, expected: Option<(i32, i32)>) {
        let reached = within(40.0, async {
            while self.begun().await != expected {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let reached = reached.await;
        assert!(reached.is_some(), "{:?} {expected:?}", self.begun().await);
    }
}

type Heard = Lines<BufReader<OwnedReadHalf>>;

/// Takes letters on a connection until it ends.
async fn take(stream: TcpStream, desk: Arc<Mutex<Desk>>) {
    let (heard, mut says) = stream.into_split();
    let mut heard = BufReader::new(heard).lines();
    let _ = converse(&mut heard, &mut says, &desk).await;
}

async fn converse(
    heard: &mut Heard,
    says: &mut OwnedWriteHalf,
    desk: &Mutex<Desk>,
) -> std::io::Result<()> {
    let mood = || desk.lock().expect("nobody panics").mood;
    says.write_all(b"220 here\r\n").await?;
    while let Some(line) = heard.next_line().await? {
        let answer: &[u8] = match line.split(' ').next() {
            Some("EHLO") => b"250-here\r\n250 AUTH PLAIN\r\n",
            // \0a@b\0c d
            Some("AUTH") if line != "AUTH PLAIN AGFAYgBjIGQ=" => b"535 who?\r\n",
            Some("DATA") => {
                while mood() == Mood::SilentBefore {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                says.write_all(b"354 go on\r\n").await?;
                if !letter(heard, desk).await? {
                    return Ok(());
                }
                while mood() == Mood::SilentAfter {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                match mood() {
                    Mood::Busy => b"451 later\r\n",
                    _ => b"250 done\r\n",
                }
            }
            _ => b"250 fine\r\n",
        };
        says.write_all(answer).await?;
    }
    Ok(())
}

/// Reads a letter; without its end it is none.
async fn letter(heard: &mut Heard, desk: &Mutex<Desk>) -> std::io::Result<bool> {
    let mut id = String::new();
    while let Some(line) = heard.next_line().await? {
        if let Some(found) = line.strip_prefix("Message-ID: ") {
            found.clone_into(&mut id);
        }
        if line == "." {
            desk.lock().expect("nobody panics").came.push(id);
            return Ok(true);
        }
    }
    Ok(false)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_was_only_taken_is_sent_once_however_many_servers_die() {
    let mut post = Post::start(Mood::SilentBefore).await;
    for times in 1..=3 {
        post.until_begun(Some((times, 0))).await;
        post.replace_server().await;
    }
    post.set(Mood::Takes);
    post.until_begun(None).await;
    assert_eq!(post.came().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_in_doubt_is_sent_once_more_and_not_again() {
    let mut post = Post::start(Mood::SilentAfter).await;
    for times in 1..=2 {
        post.until_begun(Some((times, times))).await;
        post.replace_server().await;
    }
    // It is given up.
    post.until_begun(None).await;
    let came = post.came();
    assert_eq!(came.len(), 2, "{came:?}");
    assert_eq!(came[0], came[1], "mailboxes see that it is the same");
    assert!(came[0].ends_with("@longjump.example>"), "{came:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_is_refused_for_now_is_in_no_doubt() {
    let post = Post::start(Mood::Busy).await;
    for times in 1..=3 {
        post.until_came(times).await;
        post.until_begun(Some((times as i32, 0))).await;
        if times < 3 {
            post.minute_goes_by().await;
        }
    }
    post.set(Mood::Takes);
    post.minute_goes_by().await;
    post.until_begun(None).await;
    assert_eq!(post.came().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_too_slow_does_not_send() {
    let mut post = Post::start(Mood::SilentBefore).await;
    post.add_server().await;
    post.until_begun(Some((1, 0))).await;
    post.minute_goes_by().await;
    post.until_begun(Some((2, 0))).await;
    post.set(Mood::Takes);
    post.until_begun(None).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(post.came().len(), 1);
}
