//! A bot that plays by chance, over a socket.
//!
//! ```text
//! BOT_TOKEN=... cargo run -p longjump-client --example bot -- 127.0.0.1:4766 minicheckers
//! ```

use longjump_client::{ClientError, Visitor};
use longjump_wire::rest::{Accepted, ActionRequest, CreateGame, GameCreated, LegalMoves, OpenGame};
use longjump_wire::room::{Occupant, Outcome, RoomState, SeatView};
use longjump_wire::socket::{ClientMessage, RoomAction, ServerMessage};
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
        println!("game {game} is over: {outcome:?}");
    }
}

/// A game with a free seat, or a new one.
async fn find_game(bot: &Visitor, server: SocketAddr, wanted: &str) -> Result<String, ClientError> {
    let open: Vec<OpenGame> = bot.get(server, "/api/lobby").await?;
    for game in open {
        if game.game == wanted && !game.rated {
            let sit = ActionRequest {
                action: RoomAction::Sit { seat: None },
                id: new_id(),
            };
            let path = format!("/api/games/{}/actions", game.id);
            let seated: Result<Accepted, _> = bot.post(server, &path, &sit).await;
            if seated.is_ok() {
                return Ok(game.id);
            }
        }
    }
    let new = CreateGame {
        game: wanted.to_owned(),
        control: "60+1".to_owned(),
        rated: false,
        public: true,
        seat: None,
        engines: None,
        id: None,
    };
    let created: GameCreated = bot.post(server, "/api/games", &new).await?;
    Ok(created.id)
}

/// What we call a message: sent again with the same, it is done once.
fn new_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Plays to the end and returns how it ended.
async fn play(bot: &Visitor, server: SocketAddr, game: &str) -> Result<Outcome, ClientError> {
    let mut socket = bot.socket(server).await?;
    let watch = ClientMessage::Watch {
        game: game.to_owned(),
        since: None,
    };
    socket.send(&watch).await?;
    let mut seats = Vec::new();
    loop {
        let state = match socket.receive().await? {
            ServerMessage::Room { room, .. } => {
                seats = room.seats;
                room.state
            }
            ServerMessage::Event { after, .. } => {
                seats = after.seats.unwrap_or(seats);
                after.state
            }
            ServerMessage::Refused { why, .. } => {
                eprintln!("refused: {why}");
                continue;
            }
            _ => continue,
        };
        if let Some(outcome) = state.outcome {
            return Ok(outcome);
        }
        if is_turn_of(bot, &state, &seats) {
            let path = format!("/api/games/{game}/moves");
            let choice: LegalMoves = bot.get(server, &path).await?;
            let message = ClientMessage::Move {
                game: game.to_owned(),
                ply: choice.ply,
                mv: fastrand::choice(choice.legal).unwrap_or_default(),
                id: new_id(),
            };
            socket.send(&message).await?;
        }
    }
}

fn is_turn_of(bot: &Visitor, state: &RoomState, seats: &[SeatView]) -> bool {
    let occupant = state
        .turn
        .and_then(|turn| seats.get(turn)?.occupant.as_ref());
    matches!(occupant, Some(Occupant::Person { name, .. }) if *name == bot.name)
}
