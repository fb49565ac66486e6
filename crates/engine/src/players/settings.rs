//! What can be set of the player that searches, whatever its game: compiled once, where a part
//! of the player itself would be compiled for every game, with and without nets.

use super::level::{self, GameSeats, Skill};
use super::player::{DEFAULT, MOST_MEBIBYTES, seed_option};
use super::weighed::weights_option;
use crate::{EngineError, EngineOption, SearchParameters, options};
use longjump_search::two_sided::Memory;

const MOST_THREADS: u64 = 256;

/// The options of a player that searches, but for the weights of its evaluation.
pub(super) struct SearchSettings {
    pub(super) parameters: SearchParameters,
    pub(super) mebibytes: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) skill: Skill,
    pub(super) seed: u64,
    /// Whether it plays from the opening book, if there is one for its game.
    pub(super) book: bool,
}

/// What follows from an option that was set.
pub(super) enum Changed {
    /// What is remembered holds all the same.
    Nothing,
    /// What is remembered may not hold any more.
    Search,
    /// The weights are to be loaded; so nothing was set yet.
    Weights,
}

impl SearchSettings {
    pub(super) fn new(game: GameSeats, parameters: SearchParameters) -> Self {
        Self {
            parameters,
            mebibytes: 16,
            threads: 1,
            lines: 1,
            skill: Skill::full(game),
            seed: 1,
            book: false,
        }
    }

    /// What it remembers positions in. That of a level is the same everywhere.
    pub(super) fn memory(&self) -> Memory {
        match self.skill.is_full() {
            true => Memory::new(self.mebibytes, self.threads),
            false => Memory::new(level::MEBIBYTES, 1),
        }
    }

    pub(super) fn options(&self, has_book: bool) -> Vec<EngineOption> {
        let mut options = vec![
            EngineOption::number("hash", 1, MOST_MEBIBYTES, 16),
            EngineOption::number("threads", 1, MOST_THREADS, 1),
            EngineOption::number("multipv", 1, 500, 1),
            seed_option(),
            weights_option(),
        ];
        options.extend(Skill::options());
        if has_book {
            options.push(EngineOption::switch("book", false));
        }
        let mut parameters = self.parameters.clone();
        for name in SearchParameters::switches() {
            let is_on = parameters.switch(name).is_some_and(|switch| *switch);
            options.push(EngineOption::switch(name, is_on));
        }
        for name in SearchParameters::numbers() {
            let value = parameters.number(name).map_or(0, |number| *number);
            options.push(EngineOption::number(name, 0, 10_000, value as u64));
        }
        options
    }

    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        has_book: bool,
    ) -> Result<Changed, EngineError> {
        let options = self.options(has_book);
        let option = options::find(DEFAULT, &options, name)?;
        match option.name {
            "hash" => {
                let mebibytes = option.read_number(value)? as usize;
                self.mebibytes = options::table_size(mebibytes)?;
            }
            "threads" => self.threads = option.read_number(value)? as usize,
            "multipv" => self.lines = option.read_number(value)? as usize,
            "seed" => {
                self.seed = option.read_number(value)?;
                return Ok(Changed::Nothing);
            }
            _ if self.skill.set(option, value)? => {}
            "weights" => return Ok(Changed::Weights),
            "book" => {
                self.book = option.read_switch(value)?;
                return Ok(Changed::Nothing);
            }
            name => {
                if let Some(switch) = self.parameters.switch(name) {
                    *switch = option.read_switch(value)?;
                } else if let Some(number) = self.parameters.number(name) {
                    *number = option.read_number(value)? as i32;
                }
            }
        }
        Ok(Changed::Search)
    }
}
