//! A conversation with a manager.

use super::command::{Budget, Command, Query, parse};
use crate::{Control, Engine, EngineOption, Limits, OptionKind, Outlook, Table, Thought};
use crate::{open_table, options};
use longjump_rules::{Ending, Seat};
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// Answers a manager until it says `quit` or nothing more.
///
/// # Errors
/// When input or output fail.
pub fn serve(
    engine: Box<dyn Engine>,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let output = Mutex::new(output);
    let table = open_table(engine.spec().game()).map_err(io::Error::other)?;
    std::thread::scope(|scope| {
        let mut session = Session {
            scope,
            output: &output,
            table,
            options: engine.options(),
            state: State::Idle(engine),
        };
        session.listen(input)
    })
}

/// The engine is here, or it is away thinking.
enum State<'scope> {
    Idle(Box<dyn Engine>),
    Thinking {
        thread: ScopedJoinHandle<'scope, Box<dyn Engine>>,
        signal: Arc<Signal>,
        is_endless: bool,
    },
    /// Only between the other two.
    Between,
}

/// What the conversation tells an engine that thinks.
#[derive(Default)]
struct Signal {
    control: Control,
    /// Nobody wants to know the move any more.
    is_quitting: AtomicBool,
}

struct Session<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Mutex<W>,
    /// A board for questions, also while the engine thinks.
    table: Box<dyn Table>,
    /// What can be set: known also while the engine is away.
    options: Vec<EngineOption>,
    state: State<'scope>,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn listen(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                self.finish();
                return Ok(());
            }
            match parse(&String::from_utf8_lossy(&line)) {
                Ok(Some(Command::Quit)) => {
                    if let State::Thinking { signal, .. } = &self.state {
                        signal.is_quitting.store(true, Relaxed);
                    }
                    self.engine();
                    return Ok(());
                }
                Ok(Some(command)) => self.answer(command)?,
                Ok(None) => {}
                Err(problem) => self.complain(&problem)?,
            }
        }
    }

    fn answer(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                if let State::Idle(engine) = &mut self.state {
                    engine.prepare();
                }
                say(self.output, "readyok")
            }
            Command::NewGame => {
                let engine = self.engine();
                engine.new_game();
                engine.prepare();
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.set_up(start.as_deref(), &moves),
            Command::Go(budget) => self.go(&budget),
            Command::Query(query) => {
                let response = self.response(query);
                say(self.output, &format!("response {response}"))
            }
            Command::Describe => say(self.output, &self.describe()),
            Command::Stop => {
                self.engine();
                Ok(())
            }
            Command::Quit => Ok(()),
        }
    }

    /// Managers also set options that other engines have: what can't be set
    /// changes nothing, not even that the engine thinks.
    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let possible = options::find("of this engine", &self.options, name)
            .and_then(|option| option.check(value));
        let result = possible.and_then(|()| self.engine().set_option(name, value));
        result.or_else(|error| self.complain(&error.to_string()))
    }

    /// Says what is wrong, the first line of it: others only point at a place.
    fn complain(&self, problem: &str) -> io::Result<()> {
        let problem = problem.lines().next().unwrap_or_default();
        say(self.output, &format!("info string {problem}"))
    }

    /// The engine, which stops thinking if it does.
    fn engine(&mut self) -> &mut Box<dyn Engine> {
        if let State::Thinking { signal, .. } = &self.state {
            signal.control.stop();
        }
        self.join()
    }

    /// The engine, when it has finished thinking.
    fn join(&mut self) -> &mut Box<dyn Engine> {
        if let State::Thinking { .. } = &self.state
            && let State::Thinking { thread, .. } =
                std::mem::replace(&mut self.state, State::Between)
        {
            let engine = thread.join().expect("the engine does not panic");
            self.state = State::Idle(engine);
        }
        match &mut self.state {
            State::Idle(engine) => engine,
            _ => unreachable!("the engine is back"),
        }
    }

    /// Nobody will say stop any more.
    fn finish(&mut self) {
        match self.state {
            State::Thinking {
                is_endless: true, ..
            } => self.engine(),
            _ => self.join(),
        };
    }

    fn introduce(&mut self) -> io::Result<()> {
        let engine = self.engine();
        let mut text = format!(
            "id name Longjump {} {}\nid author the Longjump developers\n",
            env!("CARGO_PKG_VERSION"),
            engine.spec()
        );
        for option in engine.options() {
            text += &describe(&option);
        }
        say(self.output, &(text + "ugiok"))
    }

    fn set_up(&mut self, start: Option<&str>, moves: &[String]) -> io::Result<()> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        match self.table.set_up(start, &moves) {
            Ok(()) => {
                let same = self.engine().table().set_up(start, &moves);
                same.or_else(|error| self.complain(&error.to_string()))
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn response(&self, query: Query) -> String {
        let turn = self.table.turn().map(|seat| seat.index() + 1);
        match (query, self.table.standings()) {
            (Query::FirstToMove, _) => (turn == Some(1)).to_string(),
            (Query::Turn, _) => turn.map_or("none".to_owned(), |seat| format!("s{seat}")),
            (Query::GameOver, standings) => standings.is_some().to_string(),
            (Query::Result, None) => "none".to_owned(),
            (Query::Result, Some(standings)) if self.table.seats() > 2 => standings.to_string(),
            (Query::Result, Some(standings)) => match standings.sole_winner() {
                Some(winner) => format!("p{}win", winner.index() + 1),
                None => "draw".to_owned(),
            },
            (Query::Position, _) => self.table.position(),
            (Query::Moves, Some(_)) => "none".to_owned(),
            (Query::Moves, None) => self.table.moves().join(" "),
            (Query::Ending, _) => {
                let ending = self.table.ending();
                ending.map_or("none", Ending::name).to_owned()
            }
        }
    }

    /// The answers to all questions about the position, one a line.
    fn describe(&self) -> String {
        let questions = [
            ("position", Query::Position),
            ("turn", Query::Turn),
            ("moves", Query::Moves),
            ("result", Query::Result),
            ("ending", Query::Ending),
        ];
        let lines = questions.map(|(name, query)| format!("{name} {}", self.response(query)));
        lines.join("\n")
    }

    /// Those of the moves to search that are legal, with a word on the others.
    fn moves_to_search(&mut self, given: &[String]) -> io::Result<Vec<String>> {
        let is_legal = |mv: &&String| self.table.route(mv).is_ok();
        let (legal, others): (Vec<&String>, Vec<&String>) = given.iter().partition(is_legal);
        for mv in others {
            self.complain(&format!("searchmoves: '{mv}' is not legal here"))?;
        }
        let legal: Vec<String> = legal.into_iter().cloned().collect();
        if !legal.is_empty() && !self.engine().keeps_to_given_moves() {
            self.complain("this player does not know searchmoves and searches all moves")?;
        }
        Ok(legal)
    }

    fn go(&mut self, budget: &Budget) -> io::Result<()> {
        let clock = Instant::now();
        self.engine();
        let only = self.moves_to_search(&budget.searchmoves)?;
        let State::Idle(mut engine) = std::mem::replace(&mut self.state, State::Between) else {
            unreachable!("the engine is back");
        };
        // Of a finished game any seat will do: there is nothing to think about.
        let limits = budget.limits(self.table.turn().unwrap_or(Seat::FIRST));
        let is_endless = limits == Limits::default();
        let signal = Arc::new(Signal::default());
        let told = Arc::clone(&signal);
        let output = self.output;
        let thread = self.scope.spawn(move || {
            let mut tell = |thought: &Thought| {
                // If nobody listens any more, the conversation ends by itself.
                let _ = say(output, &inform(thought));
            };
            let choice = engine.choose_among(&only, &limits, &clock, &told.control, &mut tell);
            // Whoever may think for ever answers only when told to stop.
            while is_endless && !told.control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let mv = choice.map_or("none".to_owned(), |choice| choice.mv);
            if !told.is_quitting.load(Relaxed) {
                let _ = say(output, &format!("bestmove {mv}"));
            }
            engine
        });
        self.state = State::Thinking {
            thread,
            signal,
            is_endless,
        };
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output.lock().expect("no thread has panicked");
    writeln!(output, "{text}")?;
    output.flush()
}

fn describe(option: &EngineOption) -> String {
    let EngineOption { name, default, .. } = option;
    match &option.kind {
        OptionKind::Number { least, most } => {
            format!("option name {name} type spin default {default} min {least} max {most}\n")
        }
        OptionKind::Switch => {
            let default = default == "on";
            format!("option name {name} type check default {default}\n")
        }
        OptionKind::Text => format!("option name {name} type string default {default}\n"),
    }
}

fn inform(thought: &Thought) -> String {
    let score = match Outlook::of(thought.score) {
        Outlook::Ahead(score) => format!("cp {score}"),
        Outlook::WinIn(plies) => format!("mate {plies}"),
        Outlook::LossIn(plies) => format!("mate -{plies}"),
    };
    let seconds = thought.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} multipv {} score {score} time {} nodes {} nps {:.0} hashfull {} pv {}",
        thought.depth,
        thought.reached,
        thought.rank,
        thought.time.as_millis(),
        thought.nodes,
        thought.nodes as f64 / seconds,
        thought.table_use,
        thought.line.join(" ")
    )
}
