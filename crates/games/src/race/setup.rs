//! Races taken apart and put together.

use super::{Field, Race, RaceRules};
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
        let places = self.places();
        match self.playing.count_ones() {
            0 if Standings::from_places(places).is_none() => {
                Err(SetupError::Places("they are no order of finish"))
            }
            0 => self.check_shared_places(),
            1 => Err(SetupError::Places("one seat alone can't play on")),
            _ if self.playing >> self.turn & 1 == 0 => {
                Err(SetupError::Places("the seat to move has finished"))
            }
            playing => {
                let (best, worst) = (self.best_free_place(), self.worst_free_place());
                // Those who play on must have between them all places that are free.
                let all_free = (best..=worst).all(|free| !self.places.contains(&free));
                let as_many = u32::from(worst - best) + 1 == playing;
                if all_free && as_many {
                    Ok(())
                } else {
                    Err(SetupError::Places(
                        "seats finish from the first place or drop out from the last",
                    ))
                }
            }
        }
    }

    /// A place is shared only by those whom the ply limit stopped.
    fn check_shared_places(&self) -> Result<(), SetupError> {
        let mut groups = [0; 8];
        for (_, place) in self.places().iter() {
            groups[place as usize] += 1;
        }
        let shared = groups.iter().filter(|&&seats| seats > 1).count();
        if shared > 1 {
            Err(SetupError::Places("only one place can be shared"))
        } else if shared == 1 && self.ply < self.rules.ply_limit {
            Err(SetupError::Places(
                "a place is shared only once the ply limit is reached",
            ))
        } else {
            Ok(())
        }
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
        // By then every seat has moved at least once since the deadline.
        let all_judged = self
            .rules
            .home_deadline
            .map(|d| u32::from(d) + u32::from(self.field.seats));
        for seat in holes_in(self.playing.into()).map(|seat| seat as usize) {
            if self.marbles[seat] == self.field.goal[seat] {
                return Err(SetupError::Places(
                    "a seat with all its marbles in its goal has finished",
                ));
            }
            let at_home = self.marbles[seat] & self.field.home[seat] != 0;
            if at_home && all_judged.is_some_and(|ply| self.ply() >= ply) {
                return Err(SetupError::Places(
                    "a seat with marbles at home after the deadline is out",
                ));
            }
        }
        Ok(())
    }
}
