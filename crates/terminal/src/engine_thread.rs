//! Engines think in a thread of their own, so that the screen stays live.

use crate::error::TerminalError;
use crate::figures::Figures;
use crate::session::{Player, Purpose, Session, Task};
use longjump_engine::{Choice, Control, Engine, EngineError, EngineSpec, Limits, build};
use longjump_rules::GameSpec;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long the engine looks for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);
/// A move takes this long at least, so that people see what happens.
const SLOWEST_BLINK: Duration = Duration::from_millis(300);

/// A task on its way to the engines.
struct Request {
    number: u64,
    task: Task,
    control: Arc<Control>,
}

/// What comes back for the request of this number.
struct Reply {
    number: u64,
    update: Update,
}

enum Update {
    Thought(Figures),
    /// The choice, and how long it took.
    Choice(Option<Choice>, Duration),
}

/// The engines of a game, which think in a thread of their own.
pub struct EngineThread {
    requests: Sender<Request>,
    replies: Receiver<Reply>,
    /// The last request's number; replies to earlier ones are of no use.
    number: u64,
    current: Option<(Task, Arc<Control>)>,
}

impl EngineThread {
    /// Builds the engines of a game and starts their thread.
    ///
    /// # Errors
    ///
    /// If there is no such engine, or none that gives hints.
    pub fn start(
        game: &GameSpec,
        players: &[Player],
        movetime: Duration,
    ) -> Result<Self, EngineError> {
        let seat = |player: &Player| match player {
            Player::Person => Ok(None),
            Player::Engine(spec) => build(spec).map(Some),
        };
        let engines = players.iter().map(seat).collect::<Result<_, _>>()?;
        let (requests, inbox) = channel();
        let (outbox, replies) = channel();
        let mut worker = Worker {
            engines,
            hinter: None,
            hint_spec: format!("{game}/default").parse()?,
            movetime,
            game: 0,
            outbox,
        };
        thread::spawn(move || {
            for request in inbox {
                worker.answer(&request);
            }
        });
        Ok(Self {
            requests,
            replies,
            number: 0,
            current: None,
        })
    }

    /// Has the engines think about what the session wants, and about nothing else.
    pub(crate) fn follow(&mut self, session: &Session) {
        let task = session.task();
        if self.current.as_ref().map(|(task, _)| task) == task.as_ref() {
            return;
        }
        self.stop();
        if let Some(task) = task {
            self.number += 1;
            let control = Arc::new(Control::default());
            let request = Request {
                number: self.number,
                task: task.clone(),
                control: Arc::clone(&control),
            };
            // If the engines are gone, `pass_on` says so.
            let _ = self.requests.send(request);
            self.current = Some((task, control));
        }
    }

    /// Tells the session what the engines have to say; returns whether it was anything.
    pub(crate) fn pass_on(&mut self, session: &mut Session) -> Result<bool, TerminalError> {
        let mut is_changed = false;
        loop {
            match self.replies.try_recv() {
                Ok(reply) => is_changed |= self.tell(session, reply),
                Err(TryRecvError::Empty) => return Ok(is_changed),
                Err(TryRecvError::Disconnected) => return Err(TerminalError::EngineGone),
            }
        }
    }

    fn tell(&self, session: &mut Session, reply: Reply) -> bool {
        let Some((task, _)) = &self.current else {
            return false;
        };
        if reply.number != self.number {
            return false;
        }
        match reply.update {
            Update::Thought(figures) => session.show_thought(figures),
            Update::Choice(choice, time) => session.take_choice(task.purpose, choice, time),
        }
        true
    }

    fn stop(&mut self) {
        if let Some((_, control)) = self.current.take() {
            control.stop();
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The engines in their thread.
struct Worker {
    engines: Vec<Option<Box<dyn Engine>>>,
    /// Made when the first hint is asked for.
    hinter: Option<Box<dyn Engine>>,
    hint_spec: EngineSpec,
    movetime: Duration,
    game: u32,
    outbox: Sender<Reply>,
}

impl Worker {
    fn answer(&mut self, request: &Request) {
        if request.control.is_stopped() {
            return;
        }
        let clock = Instant::now();
        let choice = self.choose(request, clock);
        let time = clock.elapsed();
        while clock.elapsed() < SLOWEST_BLINK && !request.control.is_stopped() {
            thread::sleep(Duration::from_millis(10));
        }
        self.tell(request.number, Update::Choice(choice, time));
    }

    fn choose(&mut self, request: &Request, clock: Instant) -> Option<Choice> {
        let task = &request.task;
        if self.game != task.game {
            self.game = task.game;
            let engines = self.engines.iter_mut().chain([&mut self.hinter]);
            engines.flatten().for_each(|engine| engine.new_game());
        }
        let outbox = self.outbox.clone();
        let (seat, time, engine) = match task.purpose {
            Purpose::Move(seat) => (seat, self.movetime, &mut self.engines[seat.index()]),
            Purpose::Hint(seat) => {
                if self.hinter.is_none() {
                    self.hinter = build(&self.hint_spec).ok();
                }
                (seat, HINT_TIME, &mut self.hinter)
            }
        };
        let engine = engine.as_mut()?;
        let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
        engine.table().set_up(None, &moves).ok()?;
        let limits = Limits::time(time);
        engine.choose(&limits, &clock, &request.control, &mut |thought| {
            if thought.rank == 1 {
                let update = Update::Thought(Figures::of_thought(seat, thought));
                let number = request.number;
                // Nobody listens any more when the program is about to end.
                let _ = outbox.send(Reply { number, update });
            }
        })
    }

    fn tell(&self, number: u64, update: Update) {
        let _ = self.outbox.send(Reply { number, update });
    }
}
