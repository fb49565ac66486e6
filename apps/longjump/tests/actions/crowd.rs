//! People who do things by chance, each through sockets at all servers at once.

use crate::chance;
use crate::known::{Known, seat_of};
use longjump_client::{ClientError, Socket, Visitor};
use longjump_testbed::Cluster;
use longjump_wire::rest::{
    Accepted, ActionRequest, CreateGame, GameCreated, MoveRequest, Problem, WhoAmI,
};
use longjump_wire::room::PlayerId;
use longjump_wire::socket::{ClientMessage, RoomAction, ServerMessage};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::task::JoinSet;

const PEOPLE: usize = 20;
/// How many of them have an account, and so can play rated games.
const ACCOUNTS: usize = 5;
/// How many games go on at a time.
const ROOMS: usize = 200;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often something is sent whose answer did not come or was to send it again.
const TRIES: usize = 100;

/// Everybody, and what they know.
pub(crate) struct Crowd {
    people: Vec<Person>,
    servers: Vec<SocketAddr>,
    known: Arc<Mutex<Known>>,
}

/// Somebody.
#[derive(Clone)]
struct Person {
    visitor: Visitor,
    id: PlayerId,
    /// The games they opened, by what they called them.
    opened: Arc<Mutex<HashMap<String, String>>>,
}

/// One of the sockets of somebody.
struct Seated {
    person: Person,
    server: SocketAddr,
    socket: Option<Socket>,
    random: fastrand::Rng,
    known: Arc<Mutex<Known>>,
}

/// What a server says to a message.
#[derive(Debug)]
enum Answer {
    /// It was done.
    Done(Accepted),
    /// It was taken, which is all that can be said.
    Taken,
    /// It can't be done.
    Refused,
    /// It is not known whether it was done.
    Retry,
}

impl Crowd {
    /// Guests and people with accounts.
    pub(crate) async fn gather(cluster: &Cluster) -> Self {
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            let visitor = match number {
                0..ACCOUNTS => {
                    let name = format!("account{number}");
                    let at = cluster.at(0);
                    let account = Visitor::account(cluster.http(), at, &name, "a long password");
                    account.await.expect("an account")
                }
                _ => cluster.guest().await.expect("a guest"),
            };
            let me: WhoAmI = visitor.get(cluster.at(0), "/api/me").await.expect("me");
            people.push(Person {
                visitor,
                id: me.player.expect("signed in").id,
                opened: Arc::default(),
            });
        }
        Self {
            people,
            servers: cluster.addresses(),
            known: Arc::default(),
        }
    }

    /// What they know.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// Everybody does something again and again, together so many times.
    pub(crate) async fn act(&self, times: usize, seed: u64) {
        let left = Arc::new(AtomicUsize::new(times));
        let mut seed = fastrand::Rng::with_seed(seed);
        let mut acting = JoinSet::new();
        for person in &self.people {
            for &server in &self.servers {
                let mut seated = Seated {
                    person: person.clone(),
                    server,
                    socket: None,
                    random: seed.fork(),
                    known: Arc::clone(&self.known),
                };
                let left = Arc::clone(&left);
                let one_less = |left: usize| left.checked_sub(1);
                acting.spawn(async move {
                    while left
                        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less)
                        .is_ok()
                    {
                        seated.act().await;
                    }
                });
            }
        }
        while let Some(done) = acting.join_next().await {
            done.expect("nobody panicked");
        }
    }

    /// Everybody ends what they play and leaves what has not begun.
    pub(crate) async fn give_up(&self) {
        let mut wishes = Vec::new();
        for room in self.known().rooms.values() {
            // Rooms that nobody has looked at come next time.
            let Some(view) = &room.view else { continue };
            let action = match view.state.started {
                true => RoomAction::Resign {},
                false => RoomAction::StandUp {},
            };
            let seated = self.people.iter();
            let seated = seated.filter(|person| seat_of(view, person.id).is_some());
            wishes.extend(seated.map(|person| (person, room.id.clone(), action)));
        }
        for (person, game, action) in wishes {
            let path = format!("/api/games/{game}/actions");
            let id = "give up".to_owned();
            let request = ActionRequest {
                action,
                id: id.clone(),
            };
            let server = self.servers[0];
            let answer = person.visitor.post(server, &path, &request).await;
            match answer {
                Ok(accepted) => {
                    let message = ClientMessage::Act { game, action, id };
                    self.known().acknowledge(person.id, &message, accepted);
                }
                // A flag has fallen, or others have left already.
                Err(ClientError::Refused(409, _)) => {}
                Err(error) => panic!("{game}: {error}"),
            }
        }
    }
}

impl Seated {
    fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// Does one thing.
    async fn act(&mut self) {
        let going_on = {
            let known = self.known();
            known.rooms.values().filter(|room| !room.is_over()).count()
        };
        if going_on < ROOMS && self.random.u8(..4) == 0 {
            return self.open().await;
        }
        if self.random.u16(..500) == 0 {
            self.socket = None;
        }
        let message = chance::message(&mut self.random, &lock(&self.known), self.person.id);
        if let Some(game) = chance::game_of(&message) {
            self.known().remember(game, &message);
        }
        let answer = self.say(&message).await;
        let mut known = self.known();
        known.count(kind(&message), !matches!(answer, Answer::Refused));
        if let Answer::Done(accepted) = answer {
            known.acknowledge(self.person.id, &message, accepted);
        }
    }

    /// Opens a game.
    async fn open(&mut self) {
        let wanted: CreateGame = chance::game(&mut self.random);
        let visitor = &self.person.visitor;
        let answer: Result<GameCreated, _> = visitor.post(self.server, "/api/games", &wanted).await;
        self.known().count("open".to_owned(), answer.is_ok());
        match answer {
            Ok(GameCreated { id }) => {
                if let Some(name) = wanted.id {
                    let mut opened = lock(&self.person.opened);
                    let first = opened.entry(name).or_insert_with(|| id.clone());
                    assert_eq!(
                        *first, id,
                        "two games for {:?} under one id",
                        self.person.id
                    );
                }
                self.known().add(&id);
            }
            Err(ClientError::Refused(409 | 422, _)) => {}
            Err(error) => panic!("{wanted:?}: {error}"),
        }
    }

    /// Says something until it is known what came of it.
    async fn say(&mut self, message: &ClientMessage) -> Answer {
        let over_http = self.random.u8(..10) == 0;
        for _ in 0..TRIES {
            let request = over_http.then(|| request(message)).flatten();
            let answer = match request {
                Some(request) => self.post(request).await,
                None => self.tell(message).await,
            };
            match answer {
                Ok(Answer::Retry) => {}
                Ok(answer) => return answer,
                // Servers drop who does not read for long.
                Err(ClientError::Socket(_) | ClientError::Closed) => self.socket = None,
                Err(error) => panic!("{message:?}: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{message:?} was sent {TRIES} times and never answered");
    }

    /// Says something over the socket.
    async fn tell(&mut self, message: &ClientMessage) -> Result<Answer, ClientError> {
        let mut socket = match self.socket.take() {
            Some(socket) => socket,
            None => self.person.visitor.socket(self.server).await?,
        };
        socket.send(message).await?;
        let is_answered = matches!(
            message,
            ClientMessage::Watch { .. } | ClientMessage::Move { .. } | ClientMessage::Act { .. }
        );
        let mut answer = (!is_answered).then_some(Answer::Taken);
        while answer.is_none() {
            let received = tokio::time::timeout(PATIENCE, socket.receive()).await;
            let received = received.unwrap_or_else(|_| panic!("no answer to {message:?}"))?;
            self.known().hear(&received);
            answer = answer_to(message, &received);
        }
        self.socket = Some(socket);
        Ok(answer.expect("answered"))
    }

    /// Says something over HTTP.
    async fn post(&self, (path, body): (String, Body)) -> Result<Answer, ClientError> {
        let visitor = &self.person.visitor;
        let answer = match body {
            Body::Move(body) => visitor.post(self.server, &path, &body).await,
            Body::Act(body) => visitor.post(self.server, &path, &body).await,
        };
        match answer {
            Ok(accepted) => Ok(Answer::Done(accepted)),
            Err(ClientError::Refused(503, _)) => Ok(Answer::Retry),
            Err(ClientError::Refused(404 | 409 | 422, why)) => {
                let _: Problem = serde_json::from_str(&why)?;
                Ok(Answer::Refused)
            }
            Err(error) => Err(error),
        }
    }
}

/// The body of a request.
enum Body {
    Move(MoveRequest),
    Act(ActionRequest),
}

/// The request that means the same as a message, if there is one: nothing is no part of an
/// address.
fn request(message: &ClientMessage) -> Option<(String, Body)> {
    match message.clone() {
        ClientMessage::Move { game, ply, mv, id } if !game.is_empty() => {
            let ply = ply.try_into().ok()?;
            let body = Body::Move(MoveRequest { ply, mv, id });
            Some((format!("/api/games/{game}/moves"), body))
        }
        ClientMessage::Act { game, action, id } if !game.is_empty() => {
            let body = Body::Act(ActionRequest { action, id });
            Some((format!("/api/games/{game}/actions"), body))
        }
        _ => None,
    }
}

/// What a message of the server answers to one of ours; none if it answers nothing.
fn answer_to(sent: &ClientMessage, received: &ServerMessage) -> Option<Answer> {
    let about = chance::game_of(sent);
    match (sent, received) {
        // Whatever is answered without a name is about the last message.
        (_, ServerMessage::Error { .. } | ServerMessage::NoGame { .. }) => Some(Answer::Refused),
        (_, ServerMessage::Retry { .. }) => Some(Answer::Retry),
        (
            ClientMessage::Watch { .. },
            ServerMessage::Room { game, .. } | ServerMessage::Missed { game, .. },
        ) if Some(game.as_str()) == about => Some(Answer::Taken),
        (
            ClientMessage::Move { id, .. } | ClientMessage::Act { id, .. },
            ServerMessage::Done {
                id: answered,
                version,
                repeated,
                ..
            },
        ) => {
            assert_eq!(id, answered, "an answer to something else");
            Some(Answer::Done(Accepted {
                version: *version,
                repeated: *repeated,
            }))
        }
        (ClientMessage::Move { .. } | ClientMessage::Act { .. }, ServerMessage::Refused { .. }) => {
            Some(Answer::Refused)
        }
        _ => None,
    }
}

/// What a message is counted as: its name on the line, or that of its action.
fn kind(message: &ClientMessage) -> String {
    let json = serde_json::to_value(message).expect("json");
    let name = match message {
        ClientMessage::Act { .. } => &json["action"]["kind"],
        _ => &json["t"],
    };
    name.as_str().expect("a name").to_owned()
}

/// Nobody panics with it locked but at the end of the test.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panicked")
}
