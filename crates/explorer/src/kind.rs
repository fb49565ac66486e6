//! Kinds of games: where they were played, how fast, and by how strong players.

use longjump_wire::explorer::{GameSource, GameSpeed};

/// What ratings are told apart by: each is of those from here on up to the next. Below the first
/// are also those about whom nothing is known.
const BANDS: [u32; 5] = [1200, 1400, 1600, 1800, 2000];
/// Games between people have numbers from here on, in so many steps a speed.
const PEOPLE: u8 = 64;
const RATINGS: u8 = 8;

/// What a game is counted as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// A game between engines, measured by the arena.
    pub const ARENA: Self = Self(1);
    /// One made for training or for trying something out.
    pub const LAB: Self = Self(2);

    /// A game between people, with the mean of their ratings if all have one.
    pub fn online(speed: GameSpeed, rating: Option<f64>) -> Self {
        let band = BANDS
            .iter()
            .filter(|&&from| rating.is_some_and(|is| is >= f64::from(from)));
        let band = band.count() as u8;
        Self(PEOPLE + speed as u8 * RATINGS + band)
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        let kind = Self(byte);
        let is_known = match byte.checked_sub(PEOPLE) {
            None => byte == 1 || byte == 2,
            Some(of) => of / RATINGS < 4 && usize::from(of % RATINGS) <= BANDS.len(),
        };
        is_known.then_some(kind)
    }

    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// Where it was played.
    pub fn source(self) -> GameSource {
        match self {
            Self::ARENA => GameSource::Arena,
            Self::LAB => GameSource::Lab,
            _ => GameSource::Online,
        }
    }

    fn speed(self) -> Option<GameSpeed> {
        match self.0.checked_sub(PEOPLE)? / RATINGS {
            0 => Some(GameSpeed::Fast),
            1 => Some(GameSpeed::Blitz),
            2 => Some(GameSpeed::Rapid),
            _ => Some(GameSpeed::Days),
        }
    }

    /// The least rating of its band.
    fn rating(self) -> u32 {
        let band = usize::from(self.0 % RATINGS);
        match self.source() {
            GameSource::Online if band > 0 => BANDS[band - 1],
            _ => 0,
        }
    }
}

/// Which games are counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Games from there; from anywhere if there is nothing in it.
    pub sources: Vec<GameSource>,
    /// Games that fast; any if there is nothing in it. Games of engines have no speed.
    pub speeds: Vec<GameSpeed>,
    /// Games of players whose ratings come to this or more: it counts from 1200 on, in steps of
    /// 200 up to 2000.
    pub rating: u32,
}

impl Filter {
    /// Whether games of a kind are counted.
    pub fn takes(&self, kind: Kind) -> bool {
        let source = self.sources.is_empty() || self.sources.contains(&kind.source());
        let speed = match kind.speed() {
            _ if self.speeds.is_empty() => true,
            Some(speed) => self.speeds.contains(&speed),
            None => false,
        };
        // What lies between two steps is asked for from the step below.
        let wanted = BANDS.iter().rev().find(|&&from| from <= self.rating);
        source && speed && kind.rating() >= wanted.copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Kind> {
        (0..=u8::MAX).filter_map(Kind::from_byte).collect()
    }

    #[test]
    fn every_kind_has_a_number_of_its_own() {
        let speeds = [
            GameSpeed::Fast,
            GameSpeed::Blitz,
            GameSpeed::Rapid,
            GameSpeed::Days,
        ];
        let ratings = [
            None,
            Some(1200.0),
            Some(1500.0),
            Some(1601.0),
            Some(1800.0),
            Some(2300.0),
        ];
        let mut made = vec![Kind::ARENA, Kind::LAB];
        for speed in speeds {
            made.extend(ratings.map(|rating| Kind::online(speed, rating)));
        }
        assert_eq!(made, all());
        assert_eq!(
            Kind::online(GameSpeed::Days, None).speed(),
            Some(GameSpeed::Days)
        );
    }

    #[test]
    fn filters_take_what_they_say() {
        let strong = Filter {
            rating: 1700,
            ..Filter::default()
        };
        assert!(strong.takes(Kind::online(GameSpeed::Fast, Some(1600.0))));
        assert!(!strong.takes(Kind::online(GameSpeed::Fast, Some(1599.0))));
        assert!(!strong.takes(Kind::ARENA));
        let blitz = Filter {
            speeds: vec![GameSpeed::Blitz],
            ..Filter::default()
        };
        let taken: Vec<Kind> = all()
            .into_iter()
            .filter(|&kind| blitz.takes(kind))
            .collect();
        assert_eq!(taken.len(), 6);
        assert!(all().into_iter().all(|kind| Filter::default().takes(kind)));
    }
}
