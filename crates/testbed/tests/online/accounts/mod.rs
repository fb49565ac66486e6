//! What owners of accounts do to keep them.

mod authenticator;
mod codes;
mod letters;
mod own_data;
mod passkeys;
mod password;
mod sessions;
mod turns;

use crate::helpers::{JsonSocket, Person};
use longjump_client::Visitor;
use longjump_testbed::Cluster;
use reqwest::Method;
use reqwest::header::{COOKIE, SET_COOKIE, USER_AGENT};
use serde_json::{Value, json};
use std::net::SocketAddr;

pub(crate) const PASSWORD: &str = "eleven plain marbles";
const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A browser of somebody: it keeps the cookies that it was given.
pub(crate) struct Browser<'a> {
    cluster: &'a Cluster,
    pub(crate) cookie: String,
    /// The server that it asks.
    pub(crate) server: usize,
    /// What it says it is.
    pub(crate) agent: &'static str,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(cluster: &'a Cluster) -> Self {
        Self {
            cluster,
            cookie: String::new(),
            server: 0,
            agent: FIREFOX,
        }
    }

    /// One with a new account.
    pub(crate) async fn with_account(cluster: &'a Cluster, name: &str) -> Self {
        let mut browser = Self::new(cluster);
        let credentials = json!({"name": name, "password": PASSWORD});
        let made = browser.post("/api/account", credentials).await;
        assert_eq!(made.0, 200, "{}", made.1);
        browser
    }

    /// Another one of somebody, who signs in there.
    pub(crate) async fn signed_in(cluster: &'a Cluster, name: &str) -> Self {
        let mut browser = Self::new(cluster);
        assert_eq!(browser.sign_in(name, PASSWORD).await, 200);
        browser
    }

    pub(crate) async fn sign_in(&mut self, name: &str, password: &str) -> u16 {
        let credentials = json!({"name": name, "password": password});
        self.post("/api/login", credentials).await.0
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> (u16, Value) {
        self.ask(Method::POST, path, Some(body)).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> (u16, Value) {
        self.ask(Method::GET, path, None).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: Value) -> (u16, Value) {
        self.ask(Method::PUT, path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> (u16, Value) {
        self.ask(Method::DELETE, path, None).await
    }

    async fn ask(&mut self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        let url = format!("http://{}{path}", self.cluster.at(self.server));
        let request = self.cluster.http().request(method, url);
        let request = request
            .header(COOKIE, &self.cookie)
            .header(USER_AGENT, self.agent);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let answer = request.send().await.expect("an answer");
        for cookie in answer.headers().get_all(SET_COOKIE) {
            self.keep(cookie.to_str().expect("text"));
        }
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    /// Keeps a cookie in place of the one of that name, or forgets that one.
    fn keep(&mut self, cookie: &str) {
        let pair = cookie.split(';').next().expect("a cookie");
        let name = pair.split('=').next().expect("a name");
        let others = self
            .cookie
            .split("; ")
            .filter(|other| !other.is_empty() && other.split('=').next() != Some(name));
        let is_gone = cookie.contains("Max-Age=0");
        let kept = others.chain((!is_gone).then_some(pair));
        self.cookie = kept.collect::<Vec<_>>().join("; ");
    }

    /// Whether this browser is signed in.
    pub(crate) async fn is_signed_in(&mut self) -> bool {
        self.get("/api/me").await.1["player"].is_object()
    }

    /// Opens a game of minicheckers and sits down first.
    pub(crate) async fn open(&mut self, control: &str, is_rated: bool) -> String {
        let wanted = json!({"game": "minicheckers", "control": control, "rated": is_rated});
        let (status, opened) = self.post("/api/games", wanted).await;
        assert_eq!(status, 200, "{opened}");
        opened["id"].as_str().expect("a name").to_owned()
    }

    /// Does something in a game.
    pub(crate) async fn act(&mut self, game: &str, action: Value) -> (u16, Value) {
        let id = fastrand::u64(..).to_string();
        let path = format!("/api/games/{game}/actions");
        let body = json!({"action": action, "id": id});
        self.post(&path, body).await
    }

    pub(crate) async fn sit(&mut self, game: &str) {
        let sat = self.act(game, json!({"kind": "sit"})).await;
        assert_eq!(sat.0, 200, "{}", sat.1);
    }

    pub(crate) async fn resign(&mut self, game: &str) {
        let resigned = self.act(game, json!({"kind": "resign"})).await;
        assert_eq!(resigned.0, 200, "{}", resigned.1);
    }

    /// Plays the first legal move.
    pub(crate) async fn play(&mut self, game: &str) {
        let path = format!("/api/games/{game}/moves");
        let (_, legal) = self.get(&path).await;
        let ply = &legal["ply"];
        let body = json!({"ply": ply, "mv": legal["legal"][0], "id": format!("m{ply}")});
        let played = self.post(&path, body).await;
        assert_eq!(played.0, 200, "{}", played.1);
    }

    pub(crate) async fn socket(&self, at: SocketAddr) -> JsonSocket {
        let visitor = Visitor::with_cookie(self.cluster.http(), "somebody", &self.cookie);
        Person(visitor).socket(at).await
    }

    /// What its owner reads of the account, the newest first.
    pub(crate) async fn events(&mut self) -> Vec<String> {
        let (_, view) = self.get("/api/account").await;
        let events = view["events"].as_array().expect("events");
        let words = events.iter().filter_map(|event| event["what"].as_str());
        words.map(str::to_owned).collect()
    }
}
