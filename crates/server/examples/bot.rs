//! A bot that plays by chance, over a socket.
//!
//! ```text
//! BOT_TOKEN=... cargo run -p longjump-server --example bot -- 127.0.0.1:4766 minicheckers
//! ```

use longjump_server::client::{ClientError, Visitor};
use serde_json::{Value, json};
use std::net::SocketAddr;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [server, wanted] = &arguments[..] else {
        return Err("give the server's address and a game, such as 127.0.0.1:4766 star".into());
    };
    let server: SocketAddr = server.parse()?;
    let token = std::env::var("BOT_TOKEN")?;
    let bot = Visitor::bot(&reqwest::Client::new(), server, &token).await?;
    loop {
        let game = find_game(&bot, server, wanted).await?;
        println!("in game {game}");
        let outcome = play(&bot, server, &game).await?;
        println!("game {game} is over: {outcome}");
    }
}

/// A game with a free seat, or a new one.
async fn find_game(bot: &Visitor, server: SocketAddr, wanted: &str) -> Result<String, ClientError> {
    let open = bot.get(server, "/api/lobby").await?;
    for game in open.as_array().into_iter().flatten() {
        let id = game["id"].as_str().unwrap_or_default();
        if game["game"] == wanted && game["rated"] == false {
            let sit = json!({"what": {"kind": "sit"}, "id": new_id()});
            let seated = bot
                .post(server, &format!("/api/games/{id}/wishes"), &sit)
                .await;
            if seated.is_ok() {
                return Ok(id.to_owned());
            }
        }
    }
    let new = json!({"game": wanted, "control": "60+1", "public": true});
    let opened = bot.post(server, "/api/games", &new).await?;
    Ok(opened["id"].as_str().unwrap_or_default().to_owned())
}

/// What we call a message: sent again with the same, it is done once.
fn new_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Plays to the end and returns how it ended.
async fn play(bot: &Visitor, server: SocketAddr, game: &str) -> Result<Value, ClientError> {
    let mut socket = bot.socket(server).await?;
    socket.say(&json!({"t": "watch", "game": game})).await?;
    let mut seats = Value::Null;
    loop {
        let message = socket.hear().await?;
        let after = match message["t"].as_str() {
            Some("room") => &message["room"],
            Some("event") => &message["after"],
            Some("refused") => {
                eprintln!("refused: {}", message["why"]);
                continue;
            }
            _ => continue,
        };
        if !after["seats"].is_null() {
            seats = after["seats"].clone();
        }
        if !after["outcome"].is_null() {
            return Ok(after["outcome"].clone());
        }
        let turn = after["turn"].as_u64().map(|turn| turn as usize);
        if turn.is_some_and(|turn| seats[turn]["occupant"]["name"] == bot.name.as_str()) {
            let choice = bot.get(server, &format!("/api/games/{game}/moves")).await?;
            let legal = choice["legal"].as_array().cloned().unwrap_or_default();
            let mv = fastrand::choice(&legal).cloned().unwrap_or_default();
            let ply = &choice["ply"];
            let message = json!({"t": "move", "game": game, "ply": ply, "mv": mv, "id": new_id()});
            socket.say(&message).await?;
        }
    }
}
