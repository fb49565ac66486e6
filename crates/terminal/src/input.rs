//! What keys mean.

use crate::cursor::Direction;
use crate::session::Session;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Whether the program goes on after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// Does what a key asks for.
pub(crate) fn press(session: &mut Session, key: KeyEvent) -> Flow {
    if key.kind == KeyEventKind::Release {
        return Flow::GoOn;
    }
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    if is_control && key.code == KeyCode::Char('c') {
        return Flow::Quit;
    }
    if session.shows_help {
        session.shows_help = false;
        return Flow::GoOn;
    }
    match key.code {
        KeyCode::Up => session.point(Direction::Up),
        KeyCode::Down => session.point(Direction::Down),
        KeyCode::Left => session.point(Direction::Left),
        KeyCode::Right => session.point(Direction::Right),
        KeyCode::Tab => session.point_to_next(),
        KeyCode::Esc => session.let_go(),
        KeyCode::Backspace => {
            session.typed.pop();
        }
        KeyCode::Enter => return enter(session),
        KeyCode::Char(letter) if !is_control => return character(session, letter),
        _ => {}
    }
    Flow::GoOn
}

fn enter(session: &mut Session) -> Flow {
    if session.typed.is_empty() {
        session.pick_or_land();
        return Flow::GoOn;
    }
    if waits(session) {
        return wait_is_over(session);
    }
    session.play_typed();
    Flow::GoOn
}

/// A command, or a part of a move.
fn character(session: &mut Session, character: char) -> Flow {
    let character = character.to_ascii_lowercase();
    let may_be_command = session.typed.is_empty() && !session.is_column(character);
    if may_be_command && is_command(character) {
        return command(session, character);
    }
    if character == '?' {
        session.shows_help = true;
    } else if character.is_ascii_alphanumeric() && session.typed.len() < 8 {
        session.typed.push(character);
    }
    Flow::GoOn
}

fn is_command(letter: char) -> bool {
    matches!(letter, 'u' | 'h' | 'n' | 'q')
}

/// Whether a letter was typed that is a command as well as the beginning of a move.
pub(crate) fn waits(session: &Session) -> bool {
    let mut letters = session.typed.chars();
    letters.next().is_some_and(is_command) && letters.next().is_none()
}

/// Nothing followed such a letter: it was a command.
pub(crate) fn wait_is_over(session: &mut Session) -> Flow {
    let letter = session.typed.pop();
    letter.map_or(Flow::GoOn, |letter| command(session, letter))
}

fn command(session: &mut Session, letter: char) -> Flow {
    match letter {
        'u' => session.take_back(),
        'h' => session.ask_hint(),
        'n' => session.start_anew(),
        'q' => return Flow::Quit,
        _ => {}
    }
    Flow::GoOn
}
