//! A game of a tournament: a few moves by chance, then one after the other gives up, the weakest first.

use longjump_client::{ClientError, Visitor};
use longjump_online::{open_board, read_game};
use longjump_rules::Seat;
use longjump_wire::rest::{Accepted, ActionRequest, Done, MoveRequest, WhoAmI};
use longjump_wire::room::{PlayerId, RoomView};
use longjump_wire::socket::RoomAction;
use longjump_wire::tournament::{TournamentAction, TournamentDeed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// After an answer that did not come, the next server is asked.
const AGAIN: Duration = Duration::from_millis(200);
/// How long an answer is waited for: less than a server that stands still may take.
const PATIENCE: Duration = Duration::from_secs(4);

/// Where a tournament is played.
pub(crate) struct Hall {
    servers: Vec<SocketAddr>,
    next: AtomicUsize,
    plies: usize,
    seed: u64,
}

/// Somebody at a table.
pub(crate) struct Sat {
    /// Their number in the tournament: the smaller the stronger.
    pub(crate) number: usize,
    pub(crate) visitor: Visitor,
}

/// Whether to ask again: no answer, or one that says so.
fn is_worth_another_try(error: &ClientError) -> bool {
    match error {
        ClientError::Refused(status, _) => *status == 503 || *status == 429,
        _ => true,
    }
}

impl Hall {
    pub(crate) fn new(servers: Vec<SocketAddr>, plies: usize, seed: u64) -> Self {
        Self {
            servers,
            next: AtomicUsize::new(0),
            plies,
            seed,
        }
    }

    fn server(&self) -> SocketAddr {
        self.servers[self.next.fetch_add(1, Ordering::Relaxed) % self.servers.len()]
    }

    /// Posts something until there is an answer.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        visitor: &Visitor,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        loop {
            let asked = visitor.post(self.server(), path, body);
            match tokio::time::timeout(PATIENCE, asked).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(error)) if !is_worth_another_try(&error) => return Err(error),
                _ => tokio::time::sleep(AGAIN).await,
            }
        }
    }

    /// Gets something that is there.
    pub(crate) async fn get<T: DeserializeOwned>(&self, visitor: &Visitor, path: &str) -> T {
        loop {
            let asked = visitor.get(self.server(), path);
            if let Ok(Ok(answer)) = tokio::time::timeout(PATIENCE, asked).await {
                return answer;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    pub(crate) async fn act(&self, visitor: &Visitor, path: &str, action: TournamentAction) {
        let deed = TournamentDeed { action };
        let done: Result<Done, _> = self.post(visitor, &format!("{path}/actions"), &deed).await;
        if let Err(error) = done {
            eprintln!("{action:?}: {error}");
        }
    }

    pub(crate) async fn id_of(&self, visitor: &Visitor) -> PlayerId {
        let who: WhoAmI = self.get(visitor, "/api/me").await;
        who.player.map_or(PlayerId(0), |player| player.id)
    }
}

/// Plays a game to its end.
pub(crate) async fn play(hall: std::sync::Arc<Hall>, game: String, players: Vec<Sat>) {
    // Tables are told of a moment before their games are opened.
    let path = format!("/api/games/{game}");
    let Some(first) = players.first() else { return };
    let room: RoomView = hall.get(&first.visitor, &path).await;
    let mut random = fastrand::Rng::with_seed(hall.seed ^ seed_of(&game));
    let Ok(mut board) = read_game(&room.game)
        .map_err(|_| ())
        .and_then(|spec| open_board(&spec).map_err(|_| ()))
    else {
        return;
    };
    for ply in 0..hall.plies.max(players.len()) {
        let Some(turn) = board.turn() else { return };
        let moves = board.moves();
        let mv = moves[random.usize(..moves.len())].clone();
        let request = MoveRequest {
            ply: ply as u32,
            mv: mv.clone(),
            id: format!("move{ply}"),
        };
        let done: Result<Accepted, _> = hall
            .post(
                &players[turn.index()].visitor,
                &format!("{path}/moves"),
                &request,
            )
            .await;
        if done.is_err() || board.play(&mv).is_err() {
            return;
        }
    }
    let mut order: Vec<(i64, Seat)> = Seat::first(players.len())
        .map(|seat| {
            (
                players[seat.index()].number as i64 + random.i64(0..40),
                seat,
            )
        })
        .collect();
    order.sort();
    for &(_, seat) in order.iter().rev() {
        let request = ActionRequest {
            action: RoomAction::Resign {},
            id: "resign".to_owned(),
        };
        let done: Result<Accepted, _> = hall
            .post(
                &players[seat.index()].visitor,
                &format!("{path}/actions"),
                &request,
            )
            .await;
        if done.is_err() || players.len() == 2 {
            return;
        }
    }
}

fn seed_of(game: &str) -> u64 {
    game.bytes().fold(0, |seed, byte| {
        seed.wrapping_mul(67).wrapping_add(u64::from(byte))
    })
}
