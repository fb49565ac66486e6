//! Races taken apart and put together.

use super::{Field, Race, RaceRules, Win};
use crate::bits::holes_in;
use longjump_rules::{Grid, Hole, Position, Seat, Setup, SetupError, Standings};

/// How many marbles each seat has.
const MARBLES: u32 = 10;

impl Race {
    /// This position taken apart.
    pub(crate) fn setup(&self, grid: &Grid) -> Setup {
        let mut setup = Setup::empty(grid.len(), self.seats());
        for seat in Seat::first(self.seats()) {
            setup.put(seat, self.marbles(seat));
        }
        setup.turn = self.turn();
        setup.ply = self.ply();
        setup.places = self.places();
        setup
    }

    /// The position put together, if a game can come to it.
    pub(crate) fn from_setup(
        field: &'static Field,
        rules: RaceRules,
        grid: &Grid,
        setup: &Setup,
    ) -> Result<Self, SetupError> {
        let mut race = Self::start(field, rules);
        for seat in Seat::first(race.seats()) {
            race.marbles[seat.index()] = setup.holes_of(seat);
            race.places[seat.index()] = setup.places[seat];
            if setup.places[seat] != 0 {
                race.playing &= !(1 << seat.index());
            }
        }
        race.turn = setup.turn.index() as u8;
        race.check_marbles(grid)?;
        if setup.ply > rules.ply_limit.into() {
            return Err(SetupError::PlyBeyondLimit {
                ply: setup.ply,
                limit: rules.ply_limit.into(),
            });
        }
        race.ply = setup.ply as u16;
        race.check_places()?;
        race.check_counters()?;
        race.refresh();
        Ok(race)
    }

    fn check_marbles(&self, grid: &Grid) -> Result<(), SetupError> {
        for seat in Seat::first(self.seats()) {
            let marbles = self.marbles(seat);
            if marbles.count_ones() != MARBLES {
                return Err(SetupError::PieceCount {
                    seat,
                    found: marbles.count_ones(),
                    expected: "10",
                });
            }
            let outside = marbles & !self.field.zone[seat.index()];
            if let Some(hole) = holes_in(outside).next() {
                return Err(SetupError::Unreachable {
                    seat,
                    hole: grid.name(Hole::new(hole as usize)),
                });
            }
        }
        Ok(())
    }

    fn check_places(&self) -> Result<(), SetupError> {
        match self.playing.count_ones() {
            0 => self.check_final_places(),
            1 => Err(SetupError::Places("one seat alone can't play on")),
            _ if self.playing >> self.turn & 1 == 0 => {
                Err(SetupError::Places("the seat to move has finished"))
            }
            playing => {
                // Those who play on must have between them all places that are free.
                let (best, worst) = (self.best_free_place(), self.worst_free_place());
                let all_free = (best..=worst).all(|free| !self.places.contains(&free));
                if !all_free || u32::from(worst - best) + 1 != playing {
                    return Err(SetupError::Places(
                        "seats finish from the first place or drop out from the last",
                    ));
                }
                self.check_earned(best, worst)
            }
        }
    }

    /// Once the game is over, one seat was left, or the ply limit stopped several.
    fn check_final_places(&self) -> Result<(), SetupError> {
        let places = self.places();
        if Standings::from_places(places).is_none() {
            return Err(SetupError::Places("they are no order of finish"));
        }
        let sharing = |place: u8| places.iter().filter(|&(_, other)| other == place).count() as u8;
        let mut shared = places
            .iter()
            .map(|(_, place)| place)
            .filter(|&place| sharing(place) > 1);
        match shared.next() {
            Some(place)
                if self.ply < self.rules.ply_limit || shared.any(|other| other != place) =>
            {
                Err(SetupError::Places(
                    "a place is shared only by those whom the ply limit stopped",
                ))
            }
            Some(_)
                if Seat::first(self.seats())
                    .any(|seat| sharing(places[seat]) > 1 && self.is_judged_late(seat.index())) =>
            {
                Err(SetupError::Places(
                    "a seat with marbles at home after the deadline is out",
                ))
            }
            Some(place) => self.check_earned(place, place + sharing(place) - 1),
            None => (1..=self.field.seats)
                .map(|left| self.check_earned(left, left))
                .find(Result::is_ok)
                .unwrap_or(Err(SetupError::Places(
                    "somebody has neither finished nor dropped out",
                ))),
        }
    }

    /// Places before `best` are earned by reaching the goal, those behind `worst`
    /// by having a marble at home after the deadline.
    fn check_earned(&self, best: u8, worst: u8) -> Result<(), SetupError> {
        for (seat, place) in self.places().iter().filter(|&(_, place)| place != 0) {
            let seat = seat.index();
            let in_goal = self.marbles[seat] & self.field.goal[seat];
            let could_have_won = match self.rules.win {
                Win::Filled => in_goal != 0,
                Win::Own => in_goal == self.field.goal[seat],
            };
            if place < best && !could_have_won {
                return Err(SetupError::Places(
                    "who has finished has marbles in its goal",
                ));
            }
            if place > worst && !self.is_late(seat) {
                return Err(SetupError::Places(
                    "who is out had a marble at home after the deadline",
                ));
            }
        }
        Ok(())
    }

    fn check_counters(&self) -> Result<(), SetupError> {
        if self.playing == 0 {
            return Ok(());
        }
        if self.ply >= self.rules.ply_limit {
            return Err(SetupError::Impossible(
                "at the ply limit every seat has a place",
            ));
        }
        for seat in holes_in(self.playing.into()).map(|seat| seat as usize) {
            if self.marbles[seat] == self.field.goal[seat] {
                return Err(SetupError::Places(
                    "a seat with all its marbles in its goal has finished",
                ));
            }
            if self.is_judged_late(seat) {
                return Err(SetupError::Places(
                    "a seat with marbles at home after the deadline is out",
                ));
            }
        }
        self.check_last_mover()
    }

    /// Whether a seat has a marble at home though it must have moved since the
    /// deadline: within as many plies as there are seats, every seat has.
    fn is_judged_late(&self, seat: usize) -> bool {
        let all_judged = |deadline| self.ply() >= u32::from(deadline) + u32::from(self.field.seats);
        self.rules.home_deadline.is_some_and(all_judged) && self.is_late(seat)
    }

    /// While nobody has a place it is known who moved last; had that move won,
    /// there would be a place.
    fn check_last_mover(&self) -> Result<(), SetupError> {
        let seats = self.seats();
        let last = (usize::from(self.turn) + seats - 1) % seats;
        let nobody_placed = self.places.iter().all(|&place| place == 0);
        if nobody_placed && self.ply > 0 && (self.has_won(last) || self.is_late(last)) {
            return Err(SetupError::Places("the seat that has just moved is done"));
        }
        Ok(())
    }
}
