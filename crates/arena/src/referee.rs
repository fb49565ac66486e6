//! One game: the referee owns the rules and the clocks.

use crate::openings::Opening;
use crate::participant::{Answer, Fault, Participant, Player, Question};
use crate::record::{Cause, SeatFault, TurnNote};
use longjump_dataset::mixed;
use longjump_engine::{Control, Engine, Limits, NoClock, Outlook, Table, build, open_table};
use longjump_rules::{Ending, GameSpec, PerSeat, Seat, Standings};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What holds for all games of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefereeSettings {
    /// By how much a player may be late: what the system takes to pass on an answer.
    pub margin: Duration,
    /// How long to wait for a late answer before the player is given up.
    pub patience: Duration,
    /// How long to wait when there is no time limit.
    pub patience_without_limit: Duration,
    /// After how many plies a game is a draw among those still playing.
    pub longest: usize,
    /// Whether a game ends when a player claims a result and the referee can prove it.
    pub ends_solved_games: bool,
}

impl Default for RefereeSettings {
    fn default() -> Self {
        Self {
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(5),
            patience_without_limit: Duration::from_secs(600),
            longest: 1000,
            ends_solved_games: false,
        }
    }
}

impl RefereeSettings {
    /// For the papers' players, which don't look at the clock in the middle of a depth:
    /// nobody is ever late.
    pub fn without_clocks() -> Self {
        Self {
            margin: Duration::from_secs(3600),
            ..Self::default()
        }
    }
}

/// How many positions the referee looks at to prove a claim.
const PROOF_NODES: u64 = 50_000;

/// What came of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    pub(crate) moves: Vec<String>,
    pub(crate) turns: Vec<TurnNote>,
    pub(crate) places: Vec<u8>,
    pub(crate) cause: Cause,
    pub(crate) ending: Option<Ending>,
    pub(crate) faults: Vec<SeatFault>,
}

/// Somebody in a seat: a player, or why there is none.
pub(crate) type Seated = Result<Box<dyn Player>, Fault>;

/// A referee with a board of its own.
pub(crate) struct Referee<'a> {
    game: &'a GameSpec,
    rules: RefereeSettings,
    table: Box<dyn Table>,
    /// Proves claims; made when first needed.
    prover: Option<Box<dyn Engine>>,
}

impl<'a> Referee<'a> {
    /// A referee for a game that was checked before.
    pub(crate) fn new(game: &'a GameSpec, rules: RefereeSettings) -> Self {
        let table = open_table(game).expect("the game was checked");
        Self {
            game,
            rules,
            table,
            prover: None,
        }
    }

    /// Its board; what stands there between games does not matter.
    pub(crate) fn table(&mut self) -> &mut dyn Table {
        &mut *self.table
    }

    /// Plays a game; none if it was interrupted. A player that fails for good is replaced
    /// by its fault in `seated`.
    pub(crate) fn play(
        &mut self,
        participants: &[&Participant],
        seated: &mut [Seated],
        opening: &Opening,
        seed: u64,
        interrupt: &AtomicBool,
    ) -> Option<Outcome> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        let set_up = self.table.set_up(opening.start.as_deref(), &moves);
        set_up.expect("openings were checked");
        if let Some(prover) = &mut self.prover {
            prover.new_game();
        }
        let clocks = participants.iter().map(|player| {
            let clock = player.control.clock?;
            Some((clock.time, clock.increment))
        });
        let mut game = OngoingGame {
            referee: self,
            participants,
            opening,
            clocks: clocks.collect(),
            out: PerSeat::new(participants.len(), false),
            moves: opening.moves.clone(),
            turns: Vec::new(),
            faults: Vec::new(),
            substitute: None,
        };
        game.begin(seated, seed);
        game.play(seated, interrupt)
    }

    /// The result that a claim of the seat that just moved stands for, if a search of our
    /// own proves it.
    fn prove(&mut self, claim: Option<i32>, opening: &Opening, moves: &[String]) -> Option<Seat> {
        let is_claim = |score| !matches!(Outlook::of(score), Outlook::Ahead(_));
        if !self.rules.ends_solved_games || !claim.is_some_and(is_claim) || self.table.seats() != 2
        {
            return None;
        }
        let turn = self.table.turn()?;
        let game = self.game;
        let prover = self.prover.get_or_insert_with(|| {
            let spec = format!("{game}/default").parse().expect("a spec");
            build(&spec).expect("every game has a default player")
        });
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let set_up = prover.table().set_up(opening.start.as_deref(), &moves);
        set_up.expect("the moves were played");
        let limits = Limits::nodes(PROOF_NODES);
        let choice = prover.choose(&limits, &NoClock, &Control::default(), &mut |_| {})?;
        match Outlook::of(choice.score?) {
            Outlook::WinIn(_) => Some(turn),
            Outlook::LossIn(_) => Some(turn.opponent()),
            Outlook::Ahead(_) => None,
        }
    }
}

/// A game being played.
struct OngoingGame<'r, 'a, 'g> {
    referee: &'r mut Referee<'g>,
    participants: &'a [&'a Participant],
    opening: &'a Opening,
    clocks: Vec<Option<(Duration, Duration)>>,
    /// The seats that have failed.
    out: PerSeat<bool>,
    moves: Vec<String>,
    turns: Vec<TurnNote>,
    faults: Vec<SeatFault>,
    /// Plays on for seats that have failed, so that the others' order is still played out.
    substitute: Option<Box<dyn Engine>>,
}

impl OngoingGame<'_, '_, '_> {
    fn begin(&mut self, seated: &mut [Seated], seed: u64) {
        for (seat, player) in Seat::first(seated.len()).zip(seated) {
            let seed = mixed(seed, seat.index() as u64);
            let begun = match player {
                Ok(player) => player.begin(self.opening, seed),
                Err(fault) => Err(fault.clone()),
            };
            if let Err(fault) = begun {
                self.fail(seat, player, fault);
            }
        }
    }

    fn play(mut self, seated: &mut [Seated], interrupt: &AtomicBool) -> Option<Outcome> {
        loop {
            if let Some((standings, cause)) = self.result() {
                return Some(self.finish(&standings, cause));
            }
            if interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let turn = self.referee.table.turn().expect("the game goes on");
            let mut claim = None;
            let mv = if self.out[turn] {
                self.substitute_move(seated.len(), turn)
            } else {
                match self.ask(turn, &mut seated[turn.index()]) {
                    Ok(answer) => {
                        claim = answer.score;
                        answer.mv
                    }
                    Err(fault) => {
                        self.fail(turn, &mut seated[turn.index()], fault);
                        continue;
                    }
                }
            };
            for player in seated.iter_mut().flatten() {
                player.observe(&mv);
            }
            if let Some(engine) = &mut self.substitute {
                engine.table().play(&mv).expect("the move is legal");
            }
            self.moves.push(mv);
            if let Some(winner) = self.referee.prove(claim, self.opening, &self.moves) {
                let standings = Standings::duel_won_by(winner);
                return Some(self.finish(&standings, Cause::Solved));
            }
        }
    }

    /// Asks for a move, plays it on the referee's board and stops the clock.
    fn ask(&mut self, turn: Seat, player: &mut Seated) -> Result<Answer, Fault> {
        let control = &self.participants[turn.index()].control;
        let left = self.clocks[turn.index()].map(|(left, _)| left);
        let limit = control.time_for_move(left);
        let rules = self.referee.rules;
        let question = Question {
            start: self.opening.start.as_deref(),
            moves: &self.moves,
            seat: turn,
            control,
            clocks: &self.clocks,
            patience: match limit {
                Some(limit) => limit + rules.margin + rules.patience,
                None => rules.patience_without_limit,
            },
        };
        let player = player.as_mut().map_err(|fault| fault.clone())?;
        let answer = player.choose(&question)?;
        if let Some(limit) = limit.filter(|&limit| answer.took > limit + rules.margin) {
            let [took, limit] = [answer.took, limit].map(|time| time.as_secs_f64() * 1000.0);
            let detail = format!("answered after {took:.0} ms, having {limit:.0}");
            return Err(Fault::new(Cause::Time, detail));
        }
        if self.referee.table.play(&answer.mv).is_err() {
            let detail = format!("'{}' is not a legal move", shortened(&answer.mv));
            return Err(Fault::new(Cause::IllegalMove, detail));
        }
        if let Some((left, increment)) = &mut self.clocks[turn.index()] {
            *left = left.saturating_sub(answer.took) + *increment;
        }
        self.turns.push(TurnNote {
            seat: turn.index(),
            microseconds: answer.took.as_micros() as u64,
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
        });
        Ok(answer)
    }

    /// A move for a seat that has failed.
    fn substitute_move(&mut self, seats: usize, turn: Seat) -> String {
        debug_assert!(seats > 2, "a game of two is over when one fails");
        let (game, opening, moves) = (self.referee.game, self.opening, &self.moves);
        let engine = self.substitute.get_or_insert_with(|| {
            let spec = format!("{game}/greedy").parse().expect("a spec");
            let mut engine = build(&spec).expect("every game has a greedy player");
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let set_up = engine.table().set_up(opening.start.as_deref(), &moves);
            set_up.expect("the moves were played");
            engine
        });
        let choice = engine.choose(
            &Limits::default(),
            &NoClock,
            &Control::default(),
            &mut |_| {},
        );
        let mv = choice.expect("the game goes on").mv;
        let played = self.referee.table.play(&mv);
        played.unwrap_or_else(|error| panic!("greedy moves of {turn} are legal: {error}"));
        self.turns.push(TurnNote {
            seat: turn.index(),
            microseconds: 0,
            score: None,
            depth: None,
            nodes: None,
        });
        mv
    }

    fn fail(&mut self, seat: Seat, player: &mut Seated, fault: Fault) {
        self.out[seat] = true;
        self.faults.push(SeatFault {
            seat: seat.index(),
            cause: fault.cause,
            detail: fault.detail.clone(),
            ply: self.moves.len(),
        });
        if fault.is_fatal() {
            *player = Err(fault);
        }
    }

    /// How the game has ended, if it has.
    fn result(&self) -> Option<(Standings, Cause)> {
        let table = &self.referee.table;
        let playing = self.out.iter().filter(|&(_, is_out)| !is_out).count();
        if playing <= 1 {
            let last = self.faults.last().expect("others have failed");
            return Some((Standings::draw(self.out.seats()), last.cause));
        }
        if let Some(standings) = table.standings() {
            let cause = if table.ending() == Some(Ending::Repetition) {
                Cause::Repetition
            } else {
                Cause::Result
            };
            return Some((standings, cause));
        }
        let is_too_long = self.moves.len() >= self.referee.rules.longest;
        is_too_long.then(|| (table.standings_if_drawn(), Cause::Length))
    }

    fn finish(self, standings: &Standings, cause: Cause) -> Outcome {
        let is_by_rules = matches!(cause, Cause::Result | Cause::Repetition);
        let ending = self.referee.table.ending().filter(|_| is_by_rules);
        Outcome {
            moves: self.moves,
            turns: self.turns,
            places: places(standings, &self.faults),
            cause,
            ending,
            faults: self.faults,
        }
    }
}

/// The places when seats that failed come last: who failed first comes last of all.
fn places(standings: &Standings, faults: &[SeatFault]) -> Vec<u8> {
    let seats = standings.places().seats();
    // Who fails before the first move fails together with all others who do.
    let failed_at = |seat: Seat| {
        let fault = faults.iter().find(|fault| fault.seat == seat.index());
        fault.map(|fault| fault.ply)
    };
    let key = |seat: Seat| match failed_at(seat) {
        None => (0, 0, standings.place(seat)),
        Some(ply) => (1, usize::MAX - ply, 0),
    };
    let place = |seat: Seat| {
        let ahead = Seat::first(seats).filter(|&other| key(other) < key(seat));
        ahead.count() as u8 + 1
    };
    Seat::first(seats).map(place).collect()
}

/// What a player said, if it is not too long to print.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(20).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
