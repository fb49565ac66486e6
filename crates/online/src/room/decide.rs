//! Which events a command leads to.

use super::{Actor, Command, Context, Refusal, Room, SUBSTITUTE_LEVEL};
use crate::{Control, Cost};
use longjump_rules::Seat;
use longjump_wire::room::{AfterLeaving, Occupant, Offer, PendingOffer, PlayerId, RoomEvent};
use longjump_wire::time::{Moment, Span};

/// How often what somebody offers may be turned down before they have to wait for a move.
const MOST_TURNED_DOWN: usize = 2;
/// How long clocks stand by agreement, unless somebody has them run again.
const LONGEST_PAUSE: Span = Span::seconds(14 * 24 * 60 * 60);

/// What a move costs that nobody has thought about on their own time.
const NO_COST: Cost = Cost {
    spent: Span(0),
    forgiven: Span(0),
};

type Decision = Result<Vec<RoomEvent>, Refusal>;

impl Room {
    /// The events that come of a command. Nothing is changed: that is for [`Room::apply`], once
    /// the events are kept.
    ///
    /// # Errors
    /// When it can't be done, with the reason.
    pub fn decide(&self, context: &Context<'_>, actor: Actor, command: &Command) -> Decision {
        match (actor, command) {
            (Actor::Engine, Command::Move { ply, mv }) => self.engine_moves(*ply, mv),
            (Actor::Planned { seat, version }, Command::Move { ply, mv }) => {
                self.must_be_playing()?;
                self.must_be_ply(*ply)?;
                if self.turn() != Some(seat) || self.version != version {
                    return Err(Refusal::NotYourTurn);
                }
                self.moved(seat, mv, NO_COST)
            }
            (Actor::Engine | Actor::Planned { .. }, _) => Err(Refusal::NotSeated),
            (Actor::Person(player), command) => self.person_wants(context, player, command),
        }
    }

    /// What comes of a clock that is up, if one is.
    pub fn flag(&self, now: Moment) -> Option<Vec<RoomEvent>> {
        let (seat, _) = self.clocks.running()?;
        if !self.is_playing() || !self.clocks.is_up(now) {
            return None;
        }
        if self.may_abort() {
            return Some(vec![RoomEvent::Aborted]);
        }
        Some(self.out(seat, RoomEvent::Flagged { seat }))
    }

    /// What comes of somebody's vacation, which ends at a moment that may be past: their clock stands
    /// until then. None where that is known, or too late.
    pub fn vacation(
        &self,
        context: &Context<'_>,
        player: PlayerId,
        until: Moment,
    ) -> Option<Vec<RoomEvent>> {
        let seat = self.seat_of(player)?;
        let is_by_days = matches!(self.setup.control, Control::Days { .. });
        let known = self.clocks.vacation(seat).unwrap_or_default();
        if !self.is_playing() || !is_by_days || known.max(context.now) == until.max(context.now) {
            return None;
        }
        let spent = match self.clocks.running() {
            Some((running, _)) if running == seat => self.spent(context).ok()?,
            _ => Span(0),
        };
        Some(vec![RoomEvent::Vacation { seat, until, spent }])
    }

    fn person_wants(&self, context: &Context<'_>, player: PlayerId, command: &Command) -> Decision {
        if let Command::Sit {
            seat,
            who,
            is_guest,
        } = command
        {
            if *is_guest && self.setup.rated {
                return Err(Refusal::NeedsAccount);
            }
            return self.sit(player, *seat, who);
        }
        let own = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        match command {
            Command::Sit { .. } => unreachable!("seen to above"),
            Command::StandUp => self.stand_up(own),
            Command::FillWithEngines { level } => {
                self.must_be_opener(own)?;
                self.fill(*level)
            }
            Command::Move { ply, mv } => self.person_moves(context, own, *ply, mv),
            Command::Offer(offer) => self.offer(context, own, *offer),
            Command::Accept => {
                let pending = self.pending.as_ref().ok_or(Refusal::NothingOffered)?;
                self.agree(context, own, pending)
            }
            Command::Decline => match self.pending {
                Some(_) => Ok(vec![RoomEvent::Declined { seat: own }]),
                None => Err(Refusal::NothingOffered),
            },
            Command::Resume => {
                self.must_be_playing()?;
                if !self.is_paused(context.now) {
                    return Err(Refusal::NotPaused);
                }
                Ok(vec![RoomEvent::Resumed { seat: own }])
            }
            Command::Resign => {
                self.must_be_playing()?;
                Ok(self.out(own, RoomEvent::Resigned { seat: own }))
            }
            Command::Abort => {
                self.must_be_opener(own)?;
                self.abort()
            }
            Command::GoOnWithout { seat, choice, away } => {
                self.go_on_without(own, *seat, *choice, *away)
            }
        }
    }

    fn must_be_playing(&self) -> Result<(), Refusal> {
        if self.is_playing() {
            Ok(())
        } else if self.is_open() {
            Err(Refusal::NotStarted)
        } else {
            Err(Refusal::Over)
        }
    }

    /// Before the game begins the room is that of who opened it.
    fn must_be_opener(&self, own: Seat) -> Result<(), Refusal> {
        if self.is_open() && self.opener != Some(own) {
            return Err(Refusal::NotYours);
        }
        Ok(())
    }

    /// What comes of an open room in which nobody waits any more.
    pub fn expire(&self) -> Option<Vec<RoomEvent>> {
        self.is_open().then(|| vec![RoomEvent::Aborted])
    }

    fn must_be_open(&self) -> Result<(), Refusal> {
        if self.is_open() {
            Ok(())
        } else {
            self.must_be_playing().and(Err(Refusal::Started))
        }
    }

    fn sit(&self, player: PlayerId, seat: Option<Seat>, who: &Occupant) -> Decision {
        self.must_be_open()?;
        if who.player() != Some(player) || self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        let is_free = |seat: &Seat| {
            let chair = self.chairs.get(seat.index());
            chair.is_some_and(|chair| chair.occupant.is_none())
        };
        let seat = match seat {
            Some(seat) => Some(seat).filter(is_free),
            None => self.seats().find(is_free),
        };
        let seat = seat.ok_or(Refusal::SeatTaken)?;
        let who = who.clone();
        Ok(self.started_if_full(vec![RoomEvent::Seated { seat, who }]))
    }

    fn stand_up(&self, own: Seat) -> Decision {
        self.must_be_open()?;
        let mut events = vec![RoomEvent::StoodUp { seat: own }];
        if self.people().all(|seat| seat == own) {
            events.push(RoomEvent::Aborted);
        }
        Ok(events)
    }

    fn fill(&self, level: u8) -> Decision {
        self.must_be_open()?;
        if self.setup.rated {
            return Err(Refusal::Rated);
        }
        if !(1..=10).contains(&level) {
            return Err(Refusal::NoSuchLevel);
        }
        let free = self.seats().filter(|&seat| self.occupant(seat).is_none());
        let who = Occupant::Engine { level };
        let seated = free.map(|seat| RoomEvent::Seated {
            seat,
            who: who.clone(),
        });
        Ok(self.started_if_full(seated.collect()))
    }

    /// The game begins with the last free seat that is taken.
    fn started_if_full(&self, mut seated: Vec<RoomEvent>) -> Vec<RoomEvent> {
        let free = self.chairs.iter().filter(|chair| chair.occupant.is_none());
        if free.count() == seated.len() {
            seated.push(RoomEvent::Started);
        }
        seated
    }

    fn person_moves(&self, context: &Context<'_>, own: Seat, ply: usize, mv: &str) -> Decision {
        self.must_be_playing()?;
        self.must_be_ply(ply)?;
        if self.turn() != Some(own) {
            return Err(Refusal::NotYourTurn);
        }
        let cost = self.clocks.cost(context.received, context.lag);
        let cost = cost.ok_or(Refusal::TimeUp)?;
        self.moved(own, mv, cost)
    }

    fn engine_moves(&self, ply: usize, mv: &str) -> Decision {
        self.must_be_playing()?;
        self.must_be_ply(ply)?;
        let (seat, _) = self.engine_to_move().ok_or(Refusal::NotYourTurn)?;
        self.moved(seat, mv, NO_COST)
    }

    fn must_be_ply(&self, ply: usize) -> Result<(), Refusal> {
        let played = self.board.ply();
        if played == ply {
            Ok(())
        } else {
            Err(Refusal::WrongPly { played, given: ply })
        }
    }

    fn moved(&self, seat: Seat, mv: &str, cost: Cost) -> Decision {
        let mv = self
            .board
            .read(mv)
            .map_err(|error| Refusal::IllegalMove(error.to_string()))?;
        Ok(vec![RoomEvent::Moved {
            seat,
            mv,
            spent: cost.spent,
            forgiven: cost.forgiven,
        }])
    }

    fn offer(&self, context: &Context<'_>, own: Seat, offer: Offer) -> Decision {
        match offer {
            Offer::Rematch if self.outcome().is_none() => return Err(Refusal::NotOver),
            Offer::Rematch if self.next_game.is_some() => return Err(Refusal::Over),
            // Called off before everybody had come.
            Offer::Rematch if self.chairs.iter().any(|chair| chair.occupant.is_none()) => {
                return Err(Refusal::NobodyToAsk);
            }
            Offer::Rematch => {}
            // That is for whoever goes on without somebody.
            Offer::EndWithout { .. } => return Err(Refusal::NotAway),
            Offer::Draw | Offer::Takeback => self.must_be_playing()?,
            Offer::Pause => self.may_pause(context.now)?,
        }
        if let Some(pending) = &self.pending {
            // Two who offer the same agree.
            let same = pending.offer == offer && !pending.agreed.contains(&own.index());
            return match (same, offer) {
                (true, Offer::Draw | Offer::Rematch | Offer::Pause) => {
                    self.agree(context, own, pending)
                }
                _ => Err(Refusal::OfferPending),
            };
        }
        if self.chairs[own.index()].turned_down >= MOST_TURNED_DOWN {
            return Err(Refusal::TooSoon);
        }
        let alone = self.asked(offer).all(|seat| seat == own);
        match offer {
            Offer::Takeback if self.setup.rated => Err(Refusal::Rated),
            Offer::Takeback if self.plies_since_move_of(own).is_none() => {
                Err(Refusal::NothingToTakeBack)
            }
            Offer::Draw | Offer::Pause if alone => Err(Refusal::NobodyToAsk),
            // Engines don't mind.
            offer if alone => self.agreed(context, own, offer),
            offer => Ok(vec![RoomEvent::Offered { seat: own, offer }]),
        }
    }

    fn agree(&self, context: &Context<'_>, own: Seat, pending: &PendingOffer) -> Decision {
        let concerned = !matches!(pending.offer, Offer::EndWithout { seat } if seat == own);
        if pending.agreed.contains(&own.index()) || !concerned {
            return Err(Refusal::NothingOffered);
        }
        if !self.is_agreed(pending, own) {
            return Ok(vec![RoomEvent::Agreed { seat: own }]);
        }
        let by = Seat::new(pending.agreed[0]);
        self.agreed(context, by, pending.offer)
    }

    /// What comes of an offer that everybody took.
    fn agreed(&self, context: &Context<'_>, by: Seat, offer: Offer) -> Decision {
        let event = match offer {
            Offer::Draw => RoomEvent::Drawn,
            Offer::Takeback => RoomEvent::TakenBack {
                plies: self
                    .plies_since_move_of(by)
                    .ok_or(Refusal::NothingToTakeBack)?,
            },
            Offer::Rematch => RoomEvent::RematchAgreed {
                game: context.next_game.to_owned(),
            },
            Offer::EndWithout { seat } => RoomEvent::Left {
                seat,
                choice: AfterLeaving::EndGame,
            },
            Offer::Pause => RoomEvent::Paused {
                until: context.now + LONGEST_PAUSE,
                spent: self.spent(context)?,
            },
        };
        Ok(vec![event])
    }

    fn may_pause(&self, now: Moment) -> Result<(), Refusal> {
        self.must_be_playing()?;
        if !matches!(self.setup.control, Control::Days { .. }) {
            return Err(Refusal::NotByDays);
        }
        if self.is_paused(now) {
            return Err(Refusal::Paused);
        }
        Ok(())
    }

    fn is_paused(&self, now: Moment) -> bool {
        let until = self.clocks.paused_until();
        until.is_some_and(|until| now < until)
    }

    /// What the clock that runs has lost up to now.
    fn spent(&self, context: &Context<'_>) -> Result<Span, Refusal> {
        if self.clocks.running().is_none() {
            return Ok(Span(0));
        }
        let cost = self.clocks.cost(context.received, Span(0));
        Ok(cost.ok_or(Refusal::TimeUp)?.spent)
    }

    /// How many moves were played from the last one of `seat` on, that included.
    fn plies_since_move_of(&self, seat: Seat) -> Option<usize> {
        let last = self.movers.iter().rposition(|&mover| mover == seat)?;
        Some(self.movers.len() - last)
    }

    /// The events by which somebody who plays no more is out.
    fn out(&self, seat: Seat, how: RoomEvent) -> Vec<RoomEvent> {
        let others_stay = self.people().any(|other| other != seat);
        let mut events = vec![how];
        if self.chairs.len() > 2 && others_stay {
            events.push(RoomEvent::Substituted {
                seat,
                level: SUBSTITUTE_LEVEL,
            });
        }
        events
    }

    /// Until everybody has moved a game may be called off.
    pub(super) fn may_abort(&self) -> bool {
        self.movers.len() < self.chairs.len()
    }

    fn abort(&self) -> Decision {
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        if self.may_abort() {
            Ok(vec![RoomEvent::Aborted])
        } else {
            Err(Refusal::TooLate)
        }
    }

    fn go_on_without(&self, own: Seat, seat: Seat, choice: AfterLeaving, away: Span) -> Decision {
        self.must_be_playing()?;
        let gone = self.people().any(|person| person == seat) && seat != own;
        let patience = self.setup.control.patience();
        if !gone || patience.is_none_or(|patience| away < patience) {
            return Err(Refusal::NotAway);
        }
        if self.may_abort() {
            return Ok(vec![RoomEvent::Aborted]);
        }
        let level = SUBSTITUTE_LEVEL;
        if choice == AfterLeaving::Engine {
            let left = RoomEvent::Left { seat, choice };
            return Ok(vec![left, RoomEvent::Substituted { seat, level }]);
        }
        let offer = Offer::EndWithout { seat };
        let asked = match &self.pending {
            Some(pending) if pending.offer == offer => return self.agree_to_end(own, pending),
            Some(_) => return Err(Refusal::OfferPending),
            None => self.people().any(|other| other != own && other != seat),
        };
        if asked {
            return Ok(vec![RoomEvent::Offered { seat: own, offer }]);
        }
        Ok(vec![RoomEvent::Left { seat, choice }])
    }

    fn agree_to_end(&self, own: Seat, pending: &PendingOffer) -> Decision {
        self.agree(&Context::at(Moment::default()), own, pending)
    }
}
