//! What events do to a room.

use super::{Chair, CorruptLog, Phase, Room};
use crate::Cost;
use longjump_rules::{Seat, Standings};
use longjump_wire::room::{
    AfterLeaving, EndReason, Occupant, Offer, Outcome, PendingOffer, RoomEvent,
};
use longjump_wire::time::Moment;

impl Room {
    /// Takes in what has happened.
    ///
    /// # Errors
    /// When it can't have happened; the room is of no use then.
    pub fn apply(&mut self, at: Moment, event: &RoomEvent) -> Result<(), CorruptLog> {
        match event {
            RoomEvent::Seated { seat, who } => {
                self.chair(*seat)?.occupant = Some(who.clone());
                let is_person = who.player().is_some();
                self.opener = self.opener.or(is_person.then_some(*seat));
            }
            RoomEvent::StoodUp { seat } => {
                self.chair(*seat)?.occupant = None;
                if self.opener == Some(*seat) {
                    let next = self.people().next();
                    self.opener = next;
                }
            }
            RoomEvent::Started => self.start(at)?,
            RoomEvent::Moved {
                seat,
                mv,
                spent,
                forgiven,
            } => {
                let cost = Cost {
                    spent: *spent,
                    forgiven: *forgiven,
                };
                self.take_move(at, *seat, mv, cost)?;
            }
            RoomEvent::Offered { seat, offer } => {
                self.pending = Some(PendingOffer {
                    offer: *offer,
                    agreed: vec![seat.index()],
                });
            }
            RoomEvent::Agreed { seat } => {
                let pending = self.pending.as_mut();
                let pending = pending.ok_or_else(|| corrupt("an answer without an offer"))?;
                pending.agreed.push(seat.index());
            }
            RoomEvent::Declined { .. } => {
                if let Some(pending) = self.pending.take() {
                    let by = Seat::new(pending.agreed[0]);
                    self.chair(by)?.turned_down += 1;
                }
            }
            RoomEvent::Drawn => self.end(self.board.standings_if_drawn(), EndReason::Agreement),
            RoomEvent::TakenBack { plies } => self.take_back(at, *plies)?,
            RoomEvent::Paused { until, spent } => {
                self.pending = None;
                self.clocks.pause(at, *until, *spent);
            }
            RoomEvent::Resumed { .. } => self.clocks.resume(at),
            RoomEvent::Vacation { seat, until, spent } => {
                self.chair(*seat)?;
                self.clocks.take_vacation(at, *seat, *until, *spent);
            }
            RoomEvent::Resigned { seat } => self.is_out(*seat, EndReason::Resignation)?,
            RoomEvent::Flagged { seat } => self.is_out(*seat, EndReason::Time)?,
            RoomEvent::Left { seat, choice } => {
                self.mark_out(*seat)?;
                if *choice == AfterLeaving::EndGame {
                    self.end(self.board.standings_if_drawn(), EndReason::Left);
                }
            }
            RoomEvent::Substituted { seat, level } => self.substitute(*seat, *level)?,
            RoomEvent::Aborted => self.close(Outcome {
                reason: EndReason::Aborted,
                places: Vec::new(),
            }),
            RoomEvent::RematchAgreed { game } => {
                self.pending = None;
                self.next_game = Some(game.clone());
            }
        }
        self.version += 1;
        Ok(())
    }

    fn chair(&mut self, seat: Seat) -> Result<&mut Chair, CorruptLog> {
        let chair = self.chairs.get_mut(seat.index());
        chair.ok_or_else(|| corrupt("there is no such seat"))
    }

    fn start(&mut self, at: Moment) -> Result<(), CorruptLog> {
        if self.phase != Phase::Open || self.chairs.iter().any(|chair| chair.occupant.is_none()) {
            return Err(corrupt("it began without its players"));
        }
        self.phase = Phase::Playing;
        self.run_clock(at);
        Ok(())
    }

    fn take_move(
        &mut self,
        at: Moment,
        seat: Seat,
        mv: &str,
        cost: Cost,
    ) -> Result<(), CorruptLog> {
        if self.turn() != Some(seat) {
            return Err(corrupt("a move out of turn"));
        }
        self.board
            .play(mv)
            .map_err(|error| corrupt(&error.to_string()))?;
        self.movers.push(seat);
        // A move answers what was offered.
        self.pending = None;
        for chair in &mut self.chairs {
            chair.turned_down = 0;
        }
        self.clocks.charge(cost);
        match self.board.standings() {
            Some(standings) => self.end(standings, EndReason::Rules),
            None => self.run_clock(at),
        }
        Ok(())
    }

    fn take_back(&mut self, at: Moment, plies: usize) -> Result<(), CorruptLog> {
        for _ in 0..plies {
            if !self.board.take_back() {
                return Err(corrupt("more moves taken back than were played"));
            }
            self.movers.pop();
        }
        self.pending = None;
        self.run_clock(at);
        Ok(())
    }

    /// Somebody plays no more. With two seats that is the end; with more an engine takes over,
    /// unless nobody is left to play for.
    fn is_out(&mut self, seat: Seat, reason: EndReason) -> Result<(), CorruptLog> {
        self.mark_out(seat)?;
        if self.chairs.len() == 2 || self.people().next().is_none() {
            self.end(self.board.standings_if_drawn(), reason);
        }
        Ok(())
    }

    fn mark_out(&mut self, seat: Seat) -> Result<(), CorruptLog> {
        let before = self.chairs.iter().filter(|chair| chair.out.is_some());
        let before = before.count();
        self.chair(seat)?.out.get_or_insert(before);
        self.pending = None;
        Ok(())
    }

    fn substitute(&mut self, seat: Seat, level: u8) -> Result<(), CorruptLog> {
        self.mark_out(seat)?;
        let chair = self.chair(seat)?;
        chair.left = chair.occupant.replace(Occupant::Engine { level });
        if self.clocks.running().is_some_and(|(on, _)| on == seat) {
            self.clocks.stop();
        }
        self.clocks.refill(seat);
        Ok(())
    }

    /// Starts the clock of whoever's turn it is; engines have none.
    fn run_clock(&mut self, at: Moment) {
        self.clocks.stop();
        self.clocks.set_opening(self.may_abort());
        let person = self.turn().filter(|&seat| {
            let occupant = self.occupant(seat).and_then(Occupant::player);
            occupant.is_some()
        });
        if let Some(seat) = person {
            self.clocks.start(seat, at);
        }
    }

    /// Ends the game in the order that the board has, those who are out behind all others: the
    /// longer somebody stayed the better.
    fn end(&mut self, board: Standings, reason: EndReason) {
        let rank = |seat: Seat| match self.chairs[seat.index()].out {
            None => (0, usize::from(board.place(seat))),
            Some(before) => (1, usize::MAX - before),
        };
        let ahead = |seat: Seat| {
            self.seats()
                .filter(|&other| rank(other) < rank(seat))
                .count()
        };
        let places = self.seats().map(|seat| ahead(seat) as u8 + 1).collect();
        self.close(Outcome { reason, places });
    }

    fn close(&mut self, outcome: Outcome) {
        self.clocks.stop();
        self.pending = None;
        self.phase = Phase::Over(outcome);
    }

    /// Whether everybody who must agree to an offer has, `and` included.
    pub(super) fn is_agreed(&self, pending: &PendingOffer, and: Seat) -> bool {
        self.asked(pending.offer)
            .filter(|&seat| seat != and)
            .all(|seat| pending.agreed.contains(&seat.index()))
    }

    /// The seats whose people must agree to an offer: those who still play but for who has
    /// left, and everybody who is there when it comes to another game.
    pub(super) fn asked(&self, offer: Offer) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |&seat| match offer {
            Offer::Rematch => self.occupant(seat).and_then(Occupant::player).is_some(),
            Offer::EndWithout { seat: absent } => seat != absent && self.is_playing_person(seat),
            Offer::Draw | Offer::Takeback | Offer::Pause => self.is_playing_person(seat),
        })
    }
}

fn corrupt(what: &str) -> CorruptLog {
    CorruptLog(what.to_owned())
}
