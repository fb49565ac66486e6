//! Whether rooms are what they must be: at every server as the log in the database has it, with
//! every acknowledged action in it once and nothing that was not.

use crate::known::{Done, KnownRoom};
use longjump_client::Visitor;
use longjump_online::{Room, RoomSetup};
use longjump_testbed::{Audit, Cluster, StoredGame};
use longjump_wire::cluster::LogEntry;
use longjump_wire::room::{RoomEvent, RoomView};
use longjump_wire::socket::{ClientMessage, RoomAction};
use std::collections::HashMap;
use std::time::Duration;

/// How often a room is read again because a flag fell between two looks.
const LOOKS: usize = 40;

/// A room as everybody has it.
struct Seen {
    shown: Vec<RoomView>,
    stored: StoredGame,
    log: Vec<LogEntry>,
}

/// Checks a room; from then on it is known as it is.
pub(crate) async fn check(
    cluster: &Cluster,
    audit: &Audit,
    visitor: &Visitor,
    known: &mut KnownRoom,
) {
    let Seen { shown, stored, log } = look(cluster, audit, visitor, &known.id).await;
    let id = &known.id;
    let numbers: Vec<_> = log.iter().map(|entry| entry.logged.version).collect();
    let expected: Vec<_> = (1..=log.len()).collect();
    assert_eq!(numbers, expected, "{id}: the versions of the log");
    let setup = RoomSetup {
        game: stored.game.parse().expect("a game"),
        control: stored.control.parse().expect("a control"),
        rated: stored.rated,
    };
    let entries = log
        .iter()
        .map(|entry| (entry.logged.at, entry.logged.event.clone()));
    let replayed = Room::replay(&setup, &entries.collect::<Vec<_>>());
    let replayed = replayed
        .unwrap_or_else(|error| panic!("{id}: {error}"))
        .view();
    for shown in &shown {
        assert_eq!(*shown, replayed, "{id}: a server, and the log replayed");
    }
    if let Some(told) = known.view.take().filter(|told| told.version == log.len()) {
        assert_eq!(told, replayed, "{id}: sockets, and the log replayed");
    }
    assert_eq!(stored.ply as usize, replayed.moves.len(), "{id}");
    assert_eq!(stored.status, status(&replayed), "{id}");
    check_acknowledged(id, &known.done, &log);
    known.view = Some(replayed);
}

fn status(view: &RoomView) -> &'static str {
    match (&view.state.outcome, view.state.started) {
        (Some(_), _) => "over",
        (None, true) => "playing",
        (None, false) => "open",
    }
}

/// A room when nothing happens between looking at it here and there.
async fn look(cluster: &Cluster, audit: &Audit, visitor: &Visitor, id: &str) -> Seen {
    let mut versions = Vec::new();
    for _ in 0..LOOKS {
        let mut shown: Vec<RoomView> = Vec::new();
        for server in cluster.addresses() {
            let view = visitor.get(server, &format!("/api/games/{id}")).await;
            shown.push(view.unwrap_or_else(|error| panic!("{id}: {error}")));
        }
        let stored = audit.game(id).await.expect("the database");
        let log = audit.log(id).await.expect("the database");
        versions = shown.iter().map(|view| view.version).collect();
        versions.extend([stored.version as usize, log.len()]);
        if versions.iter().all(|&version| version == log.len()) {
            return Seen { shown, stored, log };
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{id}: versions at the servers, in the game's row and of the log: {versions:?}");
}

/// Whether what was acknowledged and what the log has from people is the same, once each.
fn check_acknowledged(id: &str, done: &HashMap<String, Done>, log: &[LogEntry]) {
    let mut in_log: HashMap<&str, Vec<&LogEntry>> = HashMap::new();
    for entry in log {
        if let Some(client) = &entry.client {
            in_log.entry(client).or_default().push(entry);
        }
    }
    for (client, Done { version, message }) in done {
        let entries = in_log.remove(client.as_str()).unwrap_or_default();
        // One action may have several events, one after another.
        let numbers = entries.iter().map(|entry| entry.logged.version);
        let expected = *version..*version + entries.len().max(1);
        assert!(
            numbers.eq(expected),
            "{id}: {client} was told of version {version}, the log has {entries:?}"
        );
        if let Some(message) = message {
            let event = &entries[0].logged.event;
            assert!(fits(message, event), "{id}: {message:?} became {event:?}");
        }
    }
    assert!(
        in_log.is_empty(),
        "{id}: never acknowledged, and in the log: {in_log:?}"
    );
}

/// Whether an event can be the first that came of a message.
fn fits(message: &ClientMessage, event: &RoomEvent) -> bool {
    use RoomEvent as Event;
    match message {
        ClientMessage::Move { mv, .. } => {
            matches!(event, Event::Moved { mv: played, .. } if played == mv)
        }
        ClientMessage::Act { action, .. } => match action {
            RoomAction::Sit { seat } => {
                let wanted = *seat;
                matches!(event, Event::Seated { seat, who }
                    if who.player().is_some() && wanted.is_none_or(|wanted| wanted == seat.index()))
            }
            RoomAction::StandUp {} => matches!(event, Event::StoodUp { .. }),
            RoomAction::Fill { .. } => {
                matches!(event, Event::Seated { who, .. } if who.player().is_none())
            }
            RoomAction::OfferDraw {} => {
                matches!(
                    event,
                    Event::Offered { .. } | Event::Agreed { .. } | Event::Drawn
                )
            }
            RoomAction::OfferTakeback {} => {
                matches!(event, Event::Offered { .. } | Event::TakenBack { .. })
            }
            RoomAction::OfferRematch {} => matches!(
                event,
                Event::Offered { .. } | Event::Agreed { .. } | Event::RematchAgreed { .. }
            ),
            RoomAction::OfferPause {} => matches!(
                event,
                Event::Offered { .. } | Event::Agreed { .. } | Event::Paused { .. }
            ),
            RoomAction::Resume {} => matches!(event, Event::Resumed { .. }),
            RoomAction::Accept {} => matches!(
                event,
                Event::Agreed { .. }
                    | Event::Drawn
                    | Event::Paused { .. }
                    | Event::TakenBack { .. }
                    | Event::RematchAgreed { .. }
                    | Event::Left { .. }
            ),
            RoomAction::Decline {} => matches!(event, Event::Declined { .. }),
            RoomAction::Resign {} => matches!(event, Event::Resigned { .. }),
            RoomAction::Abort {} => matches!(event, Event::Aborted),
            RoomAction::GoOnWithout { .. } => matches!(
                event,
                Event::Left { .. } | Event::Offered { .. } | Event::Agreed { .. } | Event::Aborted
            ),
        },
        _ => false,
    }
}
