//! The loop of a game in the terminal: keys in, engines heard, the screen drawn.

use crate::engine_thread::EngineThread;
use crate::error::TerminalError;
use crate::input::{self, Flow};
use crate::palette::Palette;
use crate::screen;
use crate::session::Session;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often engines are listened to.
const TICK: Duration = Duration::from_millis(30);
/// How long a letter that is a command waits for a move that begins with it.
const PATIENCE: Duration = Duration::from_millis(500);

/// Plays until the person quits; the terminal is then as it was before.
///
/// # Errors
///
/// If the terminal can't be used, or the engines' thread is gone.
pub fn play(session: &mut Session, engines: &mut EngineThread) -> Result<(), TerminalError> {
    let mut terminal = ratatui::try_init()?;
    show_cursor_after_panics();
    let _restored = Restored;
    run(&mut terminal, session, engines)
}

/// `try_init` has seen to it that a panic restores the terminal, all but its cursor.
fn show_cursor_after_panics() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let _ = execute!(io::stdout(), Show);
        hook(info);
    }));
}

/// Puts the terminal back when it goes.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

fn run(
    terminal: &mut DefaultTerminal,
    session: &mut Session,
    engines: &mut EngineThread,
) -> Result<(), TerminalError> {
    let palette = Palette::from_environment();
    let interrupted = interruption();
    let mut last_key = Instant::now();
    let mut is_changed = true;
    while !interrupted.load(Ordering::Relaxed) {
        engines.follow(session);
        if is_changed {
            terminal.draw(|frame| screen::draw(frame, session, palette))?;
        }
        is_changed = engines.pass_on(session)?;
        if let Some(event) = next_event()? {
            is_changed = true;
            last_key = Instant::now();
            if let Event::Key(key) = event
                && input::press(session, key) == Flow::Quit
            {
                return Ok(());
            }
        } else if input::waits(session) && last_key.elapsed() > PATIENCE {
            is_changed = true;
            if input::wait_is_over(session) == Flow::Quit {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What happened within a tick, if anything.
fn next_event() -> io::Result<Option<Event>> {
    Ok(if event::poll(TICK)? {
        Some(event::read()?)
    } else {
        None
    })
}

/// Set when somebody sends an interrupt; Ctrl-C itself arrives as a key.
fn interruption() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&interrupted);
    // If it can't be caught, an interrupt ends the program at once.
    let _ = ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed));
    interrupted
}
