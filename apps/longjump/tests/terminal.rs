//! `longjump play --terminal` in a pseudo terminal, as its users meet it.

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing here takes longer than this, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// What `vt100` takes for granted too.
const SIZE: PtySize = PtySize {
    rows: 24,
    cols: 80,
    pixel_width: 0,
    pixel_height: 0,
};

/// The program, and what it shows.
struct Play {
    keyboard: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    // Closed when dropped, which would end the program.
    _master: Box<dyn MasterPty + Send>,
}

impl Play {
    fn start(arguments: &[&str]) -> Self {
        let pty = native_pty_system()
            .openpty(SIZE)
            .expect("a pseudo terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_longjump"));
        command.args(["play", "--terminal"]);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        let child = pty.slave.spawn_command(command).expect("our own binary");
        let mut reader = pty.master.try_clone_reader().expect("its output");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut part) {
                if sender.send(part[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            keyboard: pty.master.take_writer().expect("its input"),
            output,
            screen: vt100::Parser::default(),
            child,
            _master: pty.master,
        }
    }

    /// Waits until the screen is as described.
    #[track_caller]
    fn wait_until(&mut self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so(self.screen.screen()) {
            match self.output.recv_timeout(Duration::from_millis(100)) {
                Ok(part) => self.screen.process(&part),
                Err(RecvTimeoutError::Timeout) if Instant::now() < end => {}
                Err(_) => {
                    let _ = self.child.kill();
                    panic!("{what} never came:\n{}", self.screen.screen().contents());
                }
            }
        }
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until the engine has answered a move and the turn has come back. The
    /// answer comes first, as before it the message may be the one of the last turn.
    #[track_caller]
    fn wait_for_answer(&mut self, mv: &str) {
        self.wait_until(mv, |screen| {
            let contents = screen.contents();
            let mut after = contents.lines().filter_map(|line| line.split_once(mv));
            after.any(|(_, answer)| !answer.trim().is_empty())
        });
        self.wait_for("your turn (a)");
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it reads");
        self.keyboard.flush().expect("it reads");
    }

    #[track_caller]
    fn wait_for_end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                return status;
            }
            if Instant::now() > end {
                let _ = self.child.kill();
                panic!("it did not end:\n{}", self.screen.screen().contents());
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_game_is_played_taken_back_and_left() {
    let mut play = Play::start(&["star", "--opponent", "random"]);
    play.wait_for("your turn (a)");
    assert!(play.screen.screen().alternate_screen());
    play.press("m1m2\r");
    play.wait_for("m1m2: nothing in m1 can move");
    play.press("j4j5\r");
    play.wait_for_answer("1.  j4j5");
    play.press("k4k5\r");
    play.wait_for_answer("2.  k4k5");
    play.press("u");
    play.wait_for("k4k5 was taken back");
    assert!(!play.screen.screen().contents().contains("2.  k4k5"));
    play.press("q");
    assert!(play.wait_for_end().success());
    // The terminal is as it was, and the game is printed.
    play.wait_until("the usual screen", |screen| !screen.alternate_screen());
    play.wait_for("[SeatB \"random\"]");
    play.wait_for("1. j4j5");
    assert!(!play.screen.screen().hide_cursor());
}

#[test]
fn ctrl_c_ends_it_while_an_engine_thinks() {
    let arguments = ["corners", "--opponent", "default", "--movetime", "600000"];
    let mut play = Play::start(&arguments);
    play.wait_for("your turn (a)");
    play.press("a3a4\r");
    play.wait_for("b is thinking");
    // What it thinks is shown meanwhile, and taking back stops it.
    play.wait_for("nodes");
    play.press("u");
    play.wait_for("a3a4 was taken back");
    play.press("a2a4\r");
    play.wait_for("b is thinking");
    play.press("\x03");
    assert!(play.wait_for_end().success());
    play.wait_until("the usual screen", |screen| !screen.alternate_screen());
}
