//! What somebody says next: anything that can be said, with sense and without, by chance.

use crate::known::{Known, KnownRoom, legal_moves, seat_of};
use fastrand::Rng;
use longjump_wire::rest::CreateGame;
use longjump_wire::room::{Occupant, Offer, Phrase, PlayerId, RoomView};
use longjump_wire::socket::{ClientMessage, RoomAction};

/// Two to six seats.
const GAMES: [&str; 10] = [
    "minicheckers",
    "knightthrough",
    "corners",
    "corners:preset=race",
    "diamond",
    "star",
    "star:seats=3",
    "star:seats=4",
    "star:seats=5",
    "star:seats=6",
];
/// Some that run out all the time, and some that never do.
const CONTROLS: [&str; 7] = ["1/move", "2+1", "20/move", "60+1", "300+3", "1d", "14d"];
/// After so many moves a game may be ended, whichever it is.
const LONG_GAME: usize = 150;

/// A game to be opened.
pub(crate) fn game(random: &mut Rng) -> CreateGame {
    CreateGame {
        game: any(random, &GAMES).to_owned(),
        control: any(random, &CONTROLS).to_owned(),
        rated: random.u8(..4) == 0,
        public: random.bool(),
        seat: some(random, 3, |random| random.usize(..7)),
        engines: some(random, 16, |random| random.u8(..12)),
        // Few, so that they come again.
        id: some(random, 2, |random| random.u8(..50).to_string()),
    }
}

/// What `me` says next in one of the rooms.
pub(crate) fn message(random: &mut Rng, known: &Known, me: PlayerId) -> ClientMessage {
    match room(random, known, me) {
        Some(room) => in_room(random, room, me),
        None if random.bool() => ClientMessage::Watch {
            game: no_room(random),
            since: None,
        },
        None => action(no_room(random), any_action(random), new_id(random)),
    }
}

/// The game that a message is about.
pub(crate) fn game_of(message: &ClientMessage) -> Option<&str> {
    match message {
        ClientMessage::Ping {} | ClientMessage::Study { .. } => None,
        ClientMessage::Watch { game, .. }
        | ClientMessage::Unwatch { game }
        | ClientMessage::Move { game, .. }
        | ClientMessage::Act { game, .. }
        | ClientMessage::Away { game, .. }
        | ClientMessage::Phrase { game, .. } => Some(game),
    }
}

/// A room to say something in: mostly one where it is one's turn, so that games go on.
fn room<'a>(random: &mut Rng, known: &'a Known, me: PlayerId) -> Option<&'a KnownRoom> {
    let own_seat = |room: &KnownRoom| seat_of(room.view.as_ref()?, me);
    let is_own_turn = |room: &KnownRoom| {
        let turn = room.view.as_ref().and_then(|view| view.state.turn);
        turn.is_some() && turn == own_seat(room)
    };
    let wish = random.u8(..100);
    let is_wanted = |room: &&KnownRoom| match wish {
        0..50 => is_own_turn(room),
        50..65 => own_seat(room).is_some(),
        65..80 => room.view.as_ref().is_none_or(|view| !view.state.started),
        _ => true,
    };
    let wanted: Vec<_> = known.rooms.values().filter(is_wanted).collect();
    let any: Vec<_> = known.rooms.values().collect();
    match wish {
        98.. => None,
        _ => random.choice(wanted).or_else(|| random.choice(any)),
    }
}

fn in_room(random: &mut Rng, room: &KnownRoom, me: PlayerId) -> ClientMessage {
    let game = room.id.clone();
    let Some(view) = &room.view else {
        return ClientMessage::Watch { game, since: None };
    };
    match random.u8(..100) {
        0..8 => ClientMessage::Watch {
            game,
            since: some(random, 2, |random| near(random, view.version)),
        },
        8..10 => ClientMessage::Unwatch { game },
        10..12 => ClientMessage::Phrase {
            game,
            phrase: phrase(random),
        },
        12..14 => ClientMessage::Away {
            game,
            ply: near(random, view.moves.len()),
            ms: random.u32(..),
        },
        14..20 => again(random, room),
        20..65 => sensible(random, room, view, me),
        65..75 => any_move(random, game, view),
        _ => action(game, calmly(room, any_action(random)), new_id(random)),
    }
}

/// Something that was said before, by oneself or by somebody else, or something else with the
/// same id.
fn again(random: &mut Rng, room: &KnownRoom) -> ClientMessage {
    let Some(earlier) = random.choice(&room.recent).cloned() else {
        return action(room.id.clone(), any_action(random), new_id(random));
    };
    match earlier {
        ClientMessage::Act { game, id, .. } | ClientMessage::Move { game, id, .. }
            if random.u8(..4) == 0 =>
        {
            action(game, calmly(room, any_action(random)), id)
        }
        same => same,
    }
}

/// What a player would do.
fn sensible(random: &mut Rng, room: &KnownRoom, view: &RoomView, me: PlayerId) -> ClientMessage {
    let state = &view.state;
    let own = seat_of(view, me);
    let is_asked = |own: usize| {
        let pending = state.pending.as_ref();
        pending.is_some_and(|pending| !pending.agreed.contains(&own))
    };
    // So few that none is turned down.
    let is_pause = matches!(&state.pending, Some(pending) if pending.offer == Offer::Pause);
    let wanted = match own {
        None => RoomAction::Sit { seat: None },
        Some(own) if is_asked(own) => match random.u8(..3) {
            0 if !is_pause => RoomAction::Decline {},
            _ => RoomAction::Accept {},
        },
        Some(_) if state.outcome.is_some() => RoomAction::OfferRematch {},
        Some(_) if state.paused_until.is_some() => RoomAction::Resume {},
        // Clocks stand only in games by days, of which there are few.
        Some(_) if state.started && view.control.ends_with('d') && random.bool() => {
            RoomAction::OfferPause {}
        }
        // Somebody else may sit down yet.
        Some(own) if state.opener == Some(own) && random.u8(..4) == 0 => RoomAction::Fill {
            level: random.u8(1..=10),
        },
        Some(own) if state.turn == Some(own) => {
            let mv = random.choice(legal_moves(view));
            return ClientMessage::Move {
                game: room.id.clone(),
                ply: view.moves.len(),
                mv: mv.expect("a move, as the game goes on"),
                id: new_id(random),
            };
        }
        // No worker thinks for it, so nothing happens here any more.
        Some(_) if is_engines_turn(view) && random.u8(..4) == 0 => RoomAction::Resign {},
        Some(_) => any_action(random),
    };
    action(room.id.clone(), calmly(room, wanted), new_id(random))
}

fn is_engines_turn(view: &RoomView) -> bool {
    let seat = view.state.turn.map(|turn| &view.seats[turn]);
    seat.is_some_and(|seat| matches!(seat.occupant, Some(Occupant::Engine { .. })))
}

/// A move that may be legal or not, now or never.
fn any_move(random: &mut Rng, game: String, view: &RoomView) -> ClientMessage {
    let mv = match random.u8(..3) {
        0 => random.choice(&view.moves).cloned(),
        1 => random.choice(legal_moves(view)),
        _ => None,
    };
    ClientMessage::Move {
        game,
        ply: near(random, view.moves.len()),
        mv: mv.unwrap_or_else(|| random_text(random, 5)),
        id: new_id(random),
    }
}

fn any_action(random: &mut Rng) -> RoomAction {
    let seat = random.usize(..7);
    match random.u8(..14) {
        0 => RoomAction::Sit { seat: None },
        1 => RoomAction::Sit { seat: Some(seat) },
        2 => RoomAction::StandUp {},
        3 => RoomAction::Fill {
            level: random.u8(..12),
        },
        4 => RoomAction::OfferDraw {},
        5 => RoomAction::OfferTakeback {},
        6 => RoomAction::OfferRematch {},
        7 => RoomAction::Accept {},
        8 => RoomAction::Decline {},
        9 => RoomAction::Resign {},
        10 => RoomAction::Abort {},
        11 => RoomAction::OfferPause {},
        12 => RoomAction::Resume {},
        _ => RoomAction::GoOnWithout {
            seat,
            engine: random.bool(),
        },
    }
}

/// In one room of three nobody ends the game before it has become long, so that some do.
fn calmly(room: &KnownRoom, wanted: RoomAction) -> RoomAction {
    let is_calm = room.view.as_ref().is_some_and(|view| {
        let is_stuck = is_engines_turn(view);
        room.id.as_bytes()[0].is_multiple_of(3) && !is_stuck && view.moves.len() < LONG_GAME
    });
    match wanted {
        RoomAction::Resign {} | RoomAction::Abort {} | RoomAction::OfferDraw {} if is_calm => {
            RoomAction::OfferTakeback {}
        }
        wanted => wanted,
    }
}

fn action(game: String, action: RoomAction, id: String) -> ClientMessage {
    ClientMessage::Act { game, action, id }
}

/// A name that no game has, and sometimes none could have.
fn no_room(random: &mut Rng) -> String {
    let length = any(random, &[0, 11, 12, 12, 12, 13]);
    random_text(random, length)
}

fn new_id(random: &mut Rng) -> String {
    // One of many may be too long, or nothing at all.
    match random.u8(..100) {
        0 => random_text(random, 65),
        1 => String::new(),
        _ => random_text(random, 16),
    }
}

fn random_text(random: &mut Rng, length: usize) -> String {
    (0..length).map(|_| random.alphanumeric()).collect()
}

fn phrase(random: &mut Rng) -> Phrase {
    let all = [
        Phrase::Hello,
        Phrase::HaveFun,
        Phrase::WellPlayed,
        Phrase::NiceMove,
        Phrase::Thanks,
        Phrase::OneMoment,
        Phrase::Sorry,
        Phrase::Goodbye,
    ];
    any(random, &all)
}

/// A number that is right more often than not.
fn near(random: &mut Rng, right: usize) -> usize {
    match random.u8(..6) {
        0 => random.usize(..right + 3),
        1 => random.usize(..),
        _ => right,
    }
}

fn any<T: Copy>(random: &mut Rng, all: &[T]) -> T {
    all[random.usize(..all.len())]
}

/// Something, one time in so many.
fn some<T>(random: &mut Rng, times: u8, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (random.u8(..times) == 0).then(|| make(random))
}
