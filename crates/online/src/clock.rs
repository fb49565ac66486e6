//! The clocks of a game, and how much of the network's delay they forgive.

use crate::Control;
use longjump_rules::{PerSeat, Seat};
use longjump_wire::time::{Moment, Span};

/// The most delay that is ever forgiven for one move.
const MOST_FORGIVEN: Span = Span(1_000);
/// What a seat's stock of forgiveness grows by with each of its moves.
const FORGIVEN_A_MOVE: Span = Span(150);

/// The clocks of all seats; at most one runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    control: Control,
    remaining: PerSeat<Span>,
    stock: PerSeat<Span>,
    running: Option<(Seat, Moment)>,
    /// Whether first moves are waited for.
    is_opening: bool,
    /// Until when all of them stand, by agreement.
    paused_until: Option<Moment>,
    /// Until when each stands because its player is on vacation.
    vacations: PerSeat<Option<Moment>>,
}

/// What a move cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// What the clock loses.
    pub spent: Span,
    /// What passed besides and was put down to the network.
    pub forgiven: Span,
}

impl Clocks {
    /// Clocks that stand still, with all their time.
    pub fn new(control: Control, seats: usize) -> Self {
        Self {
            control,
            remaining: PerSeat::new(seats, control.initial()),
            stock: PerSeat::new(seats, MOST_FORGIVEN),
            running: None,
            is_opening: true,
            paused_until: None,
            vacations: PerSeat::new(seats, None),
        }
    }

    /// What is left on each clock; for the one that runs, what was left when it was started.
    pub fn remaining(&self) -> &PerSeat<Span> {
        &self.remaining
    }

    /// The clock that runs, and since when; while it stands that is yet to come, and costs nothing.
    pub fn running(&self) -> Option<(Seat, Moment)> {
        self.running
    }

    /// When the clock that runs has nothing left, or a first move was waited for long enough.
    pub fn deadline(&self) -> Option<Moment> {
        let (seat, since) = self.running?;
        Some(since + self.longest(self.remaining[seat]))
    }

    /// Until when all clocks stand, by the last agreement.
    pub fn paused_until(&self) -> Option<Moment> {
        self.paused_until
    }

    /// Until when the clock of a seat stands because its player is on vacation, or stood last.
    pub fn vacation(&self, seat: Seat) -> Option<Moment> {
        self.vacations[seat]
    }

    /// Until when a first move must be made, if one is waited for and a clock is not for days.
    pub fn first_move_until(&self) -> Option<Moment> {
        self.first_move().and(self.deadline())
    }

    /// How long a first move may take, while one is waited for.
    fn first_move(&self) -> Option<Span> {
        self.control.first_move().filter(|_| self.is_opening)
    }

    /// How long a clock that has so much left may run.
    fn longest(&self, remaining: Span) -> Span {
        let first = self.first_move();
        first.map_or(remaining, |first| first.min(remaining))
    }

    /// When nothing that the network can be blamed for helps any more.
    pub fn final_deadline(&self) -> Option<Moment> {
        let (seat, _) = self.running?;
        Some(self.deadline()? + self.stock[seat])
    }

    /// A moment before which no clock can be up, however the players move until then: a clock
    /// that does not run loses nothing, and the one that runs is not up before its deadline.
    pub fn none_is_up_before(&self, now: Moment) -> Option<Moment> {
        let (running, _) = self.running?;
        let others = self.remaining.iter().filter(|&(seat, _)| seat != running);
        let next = others.map(|(_, left)| now + self.longest(left)).min();
        self.deadline()
            .map(|end| next.map_or(end, |next| next.min(end)))
    }

    /// Whether the clock that runs is up for certain.
    pub fn is_up(&self, now: Moment) -> bool {
        self.final_deadline().is_some_and(|end| now > end)
    }

    /// What stopping the clock that runs would cost, `lag` being what the server has measured of
    /// the network's delay. What is forgiven comes out of a small stock, so that a client that
    /// answers late on purpose gains next to nothing. `None` when the time was up.
    pub fn cost(&self, now: Moment, lag: Span) -> Option<Cost> {
        let (seat, since) = self.running?;
        let passed = now - since;
        let forgiven = lag.min(self.stock[seat]).min(passed);
        let spent = passed.less(forgiven);
        (spent <= self.longest(self.remaining[seat])).then_some(Cost { spent, forgiven })
    }

    /// Starts the clock of `seat`; one that ran stops without being charged.
    pub(crate) fn start(&mut self, seat: Seat, now: Moment) {
        // Where there is no such moment, it is before all others.
        let stands_until = self.paused_until.max(self.vacations[seat]);
        let since = stands_until.map_or(now, |until| now.max(until));
        self.running = Some((seat, since));
    }

    /// All of them stand until a moment, or until it is made sooner; what the one that runs has spent on
    /// the move so far is lost.
    pub(crate) fn pause(&mut self, now: Moment, until: Moment, spent: Span) {
        self.paused_until = Some(until);
        self.start_again(now, spent);
    }

    /// They run again.
    pub(crate) fn resume(&mut self, now: Moment) {
        self.paused_until = None;
        self.start_again(now, Span(0));
    }

    /// The clock of a seat stands until a moment, which may be another than was told before; `spent` is as
    /// with a pause, if it is the clock that runs.
    pub(crate) fn take_vacation(&mut self, now: Moment, seat: Seat, until: Moment, spent: Span) {
        self.vacations[seat] = Some(until);
        if self.running.is_some_and(|(on, _)| on == seat) {
            self.start_again(now, spent);
        }
    }

    fn start_again(&mut self, now: Moment, spent: Span) {
        if let Some((seat, _)) = self.running {
            self.remaining[seat] = self.remaining[seat].less(spent);
            self.start(seat, now);
        }
    }

    /// Says whether first moves are waited for.
    pub(crate) fn set_opening(&mut self, is_opening: bool) {
        self.is_opening = is_opening;
    }

    /// Stops them all.
    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    /// Charges a move to the clock that runs, and stops it.
    pub(crate) fn charge(&mut self, cost: Cost) {
        let Some((seat, _)) = self.running.take() else {
            return;
        };
        let left = self.remaining[seat].less(cost.spent);
        self.remaining[seat] = self.control.after_move(left);
        let stock = self.stock[seat].less(cost.forgiven) + FORGIVEN_A_MOVE;
        self.stock[seat] = stock.min(MOST_FORGIVEN);
    }

    /// A clock as full as at first, for whoever takes over.
    pub(crate) fn refill(&mut self, seat: Seat) {
        self.remaining[seat] = self.control.initial();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(control: &str) -> Clocks {
        Clocks::new(control.parse().expect("a control"), 2)
    }

    #[test]
    fn a_first_move_is_not_waited_for_as_long_as_the_clock_runs() {
        for (control, longest) in [
            ("10+0", 10),
            ("60+1", 30),
            ("300+3", 45),
            ("600+5", 60),
            ("1d", 24 * 60 * 60),
        ] {
            let mut clocks = clocks(control);
            clocks.start(Seat::FIRST, Moment(0));
            let end = Moment(longest * 1_000);
            assert_eq!(clocks.deadline(), Some(end), "{control}");
            assert_eq!(clocks.none_is_up_before(Moment(0)), Some(end), "{control}");
            assert!(clocks.cost(end, Span(0)).is_some(), "{control}");
            assert_eq!(clocks.cost(end + Span(1), Span(0)), None, "{control}");
            assert!(clocks.is_up(end + Span(1_001)), "{control}");
            clocks.set_opening(false);
            let whole = Moment(0) + clocks.remaining()[Seat::FIRST];
            assert_eq!(clocks.deadline(), Some(whole), "{control}");
            assert_eq!(clocks.first_move_until(), None, "{control}");
        }
    }

    fn play(clocks: &mut Clocks, seat: usize, at: i64, for_ms: i64, lag: u64) -> Option<Cost> {
        clocks.start(Seat::new(seat), Moment(at));
        let cost = clocks.cost(Moment(at + for_ms), Span(lag))?;
        clocks.charge(cost);
        Some(cost)
    }

    #[test]
    fn moves_never_bring_the_next_flag_nearer() {
        for control in ["10+2", "60+0", "300+3", "2d"] {
            let mut clocks = clocks(control);
            let mut random = 1_u64;
            let mut now = 5_000;
            clocks.start(Seat::new(0), Moment(now));
            let mut bound = clocks.none_is_up_before(Moment(now)).expect("one runs");
            for turn in 1..200 {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                now += (random >> 33) as i64 % 3_000;
                let Some(cost) = clocks.cost(Moment(now), Span(0)) else {
                    assert!(Moment(now) > bound);
                    break;
                };
                clocks.charge(cost);
                clocks.set_opening(turn < 2);
                clocks.start(Seat::new(turn % 2), Moment(now));
                assert!(clocks.deadline() >= Some(bound), "{control}, turn {turn}");
                let later = clocks.none_is_up_before(Moment(now)).expect("one runs");
                assert!(later >= bound, "{control}, turn {turn}");
                bound = later;
            }
        }
    }

    /// Each clock is held against one that is counted down second by second while it should run.
    #[test]
    fn what_stands_costs_nothing_and_what_runs_costs_what_it_runs() {
        let mut random = 1_u64;
        let mut below = |bound: i64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as i64 % bound
        };
        for _ in 0..200 {
            let mut clocks = clocks("1d");
            let (mut turn, mut now) = (0, 0_i64);
            let mut expected = [24 * 60 * 60_i64; 2];
            let mut paused_until = 0;
            let mut away_until = [0; 2];
            clocks.start(Seat::new(0), Moment(0));
            for _ in 0..40 {
                for _ in 0..below(4_000) {
                    let stands = paused_until.max(away_until[turn]);
                    expected[turn] -= i64::from(now >= stands);
                    now += 1;
                }
                let at = Moment(now * 1_000);
                let seat = Seat::new(turn);
                let Some(cost) = clocks.cost(at, Span(0)) else {
                    break;
                };
                let left = clocks.remaining()[seat].less(cost.spent);
                assert_eq!(left, Span(expected[turn] as u64 * 1_000));
                match below(6) {
                    0 => {
                        clocks.charge(cost);
                        expected[turn] = 24 * 60 * 60;
                        turn = 1 - turn;
                        clocks.start(Seat::new(turn), at);
                    }
                    1 => {
                        paused_until = now + below(9_000);
                        let until = Moment(paused_until * 1_000);
                        clocks.pause(at, until, cost.spent);
                    }
                    2 if now < paused_until => {
                        paused_until = 0;
                        clocks.resume(at);
                    }
                    3 | 4 => {
                        let who = below(2) as usize;
                        let is_running = who == turn;
                        // To come back at once is a vacation that ends now.
                        away_until[who] = now + below(9_000) * below(2);
                        let until = Moment(away_until[who] * 1_000);
                        let spent = if is_running { cost.spent } else { Span(0) };
                        clocks.take_vacation(at, Seat::new(who), until, spent);
                    }
                    _ => {}
                }
                let deadline = clocks.deadline().expect("one runs");
                let stands = paused_until.max(away_until[turn]) - now;
                let stands = Span(stands.max(0) as u64 * 1_000);
                let runs = Span(expected[turn] as u64 * 1_000);
                assert_eq!(deadline, at + stands + runs);
            }
        }
    }

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clocks = clocks("10+2");
        play(&mut clocks, 0, 5_000, 3_000, 0).expect("in time");
        assert_eq!(clocks.remaining()[Seat::new(0)], Span(9_000));
        assert_eq!(clocks.remaining()[Seat::new(1)], Span(10_000));
        assert_eq!(clocks.running(), None);
    }

    #[test]
    fn time_for_each_move_is_there_again_after_it() {
        let mut clocks = clocks("10/move");
        play(&mut clocks, 1, 0, 9_999, 0).expect("in time");
        assert_eq!(clocks.remaining()[Seat::new(1)], Span(10_000));
        assert_eq!(play(&mut clocks, 1, 0, 10_001, 0), None);
    }

    #[test]
    fn a_client_that_claims_delay_gains_no_more_than_the_stock() {
        let mut clocks = clocks("600+0");
        clocks.set_opening(false);
        let mut forgiven = 0;
        for turn in 0..100 {
            let cost = play(&mut clocks, 0, turn * 60_000, 3_000, 3_000).expect("in time");
            forgiven += cost.forgiven.0;
        }
        assert!(forgiven <= MOST_FORGIVEN.0 + 100 * FORGIVEN_A_MOVE.0);
    }

    #[test]
    fn a_move_sent_in_time_over_a_slow_line_is_in_time() {
        let mut clocks = clocks("10+0");
        clocks.start(Seat::FIRST, Moment(0));
        assert!(!clocks.is_up(Moment(10_400)));
        let cost = clocks.cost(Moment(10_400), Span(500)).expect("in time");
        assert_eq!((cost.spent, cost.forgiven), (Span(9_900), Span(500)));
        assert_eq!(clocks.cost(Moment(10_600), Span(500)), None);
        assert!(clocks.is_up(Moment(11_001)));
    }
}
