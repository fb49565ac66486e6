//! Star, or Chinese Checkers, for two to six seats.

mod board;

use crate::bits::hole_list;
use crate::boards::round_point;
use crate::options;
use crate::race::{Hops, Race, RaceRules, Win};
use board::{Cube, GRID, POINTS};
use longjump_rules::{
    Camp, Ending, Game, GameOption, Grid, Hole, Layout, Move, PerSeat, Point, Seat, Settings,
    Setup, SetupError, SpecError, Surface, Symmetry,
};

/// Star with its options chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Star {
    seats: usize,
    open_corners: bool,
    rules: RaceRules,
}

/// What a preset fixes; everything else has its default.
struct Preset {
    name: &'static str,
    open_corners: bool,
    hops: Hops,
    win: Win,
    home_rule: bool,
}

const PRESETS: [Preset; 4] = [
    Preset {
        name: "standard",
        open_corners: false,
        hops: Hops::Adjacent,
        win: Win::Filled,
        home_rule: true,
    },
    Preset {
        name: "thesis",
        open_corners: false,
        hops: Hops::Adjacent,
        win: Win::Own,
        home_rule: false,
    },
    Preset {
        name: "open",
        open_corners: true,
        hops: Hops::Adjacent,
        win: Win::Filled,
        home_rule: true,
    },
    Preset {
        name: "super",
        open_corners: false,
        hops: Hops::Symmetric,
        win: Win::Filled,
        home_rule: true,
    },
];

impl Star {
    fn from_preset(preset: &Preset, seats: usize) -> Self {
        let seats_u16 = seats as u16;
        Self {
            seats,
            open_corners: preset.open_corners,
            rules: RaceRules {
                hops: preset.hops,
                win: preset.win,
                home_deadline: preset.home_rule.then_some(50 * seats_u16),
                ply_limit: 200 * seats_u16,
            },
        }
    }
}

impl Game for Star {
    type Position = Race;

    const NAME: &'static str = "star";
    const SUMMARY: &'static str = "Chinese Checkers on the six-pointed star, 2 to 6 seats";
    const OPTIONS: &'static [GameOption] = &[
        GameOption {
            name: "seats",
            values: "2 to 6",
            default: "2",
            meaning: "how many take part",
        },
        GameOption {
            name: "preset",
            values: "standard, thesis, open or super",
            default: "standard",
            meaning: "a named choice of the options below",
        },
        GameOption {
            name: "corners",
            values: "own or open",
            default: "own",
            meaning: "land only in the hexagon, your home and your goal, or anywhere",
        },
        options::HOPS,
        GameOption {
            name: "win",
            values: "filled or own",
            default: "filled",
            meaning: "your goal is full with a marble of yours in it, or all ten are yours",
        },
        GameOption {
            name: "home_deadline",
            values: "1 to 200 plies a seat, or off",
            default: "50 plies a seat",
            meaning: "after so many plies a seat with a marble at home after its move is out",
        },
    ];
    const SAMPLES: &'static [&'static str] = &[
        "star",
        "star:seats=3",
        "star:seats=4",
        "star:seats=5",
        "star:seats=6",
        "star:corners=open",
        "star:seats=3,corners=open",
        "star:seats=6,corners=open",
        "star:hops=symmetric",
        "star:seats=4,corners=open,hops=symmetric",
        "star:preset=thesis",
        "star:seats=3,win=own,home_deadline=60",
    ];

    fn configure(settings: &Settings) -> Result<Self, SpecError> {
        let read = options::Reader::<Self>::new(settings);
        let seats = read.number("seats", 2..=6)?.unwrap_or(2);
        let presets = PRESETS.each_ref().map(|preset| (preset.name, preset));
        let preset = read.choice("preset", &presets)?.unwrap_or(&PRESETS[0]);
        let mut star = Self::from_preset(preset, seats.into());
        if let Some(open) = read.choice("corners", &[("own", false), ("open", true)])? {
            star.open_corners = open;
        }
        if let Some(hops) = read.choice("hops", &options::HOPS_VALUES)? {
            star.rules.hops = hops;
        }
        if let Some(win) = read.choice("win", &[("filled", Win::Filled), ("own", Win::Own)])? {
            star.rules.win = win;
        }
        if let Some(deadline) = read.number_or_off("home_deadline", 1..=star.rules.ply_limit)? {
            star.rules.home_deadline = deadline;
        }
        Ok(star)
    }

    fn settings(&self) -> Settings {
        let default = Self::from_preset(&PRESETS[0], self.seats);
        let mut given = Vec::new();
        if self.seats != 2 {
            given.push(("seats", self.seats.to_string()));
        }
        if self.open_corners != default.open_corners {
            given.push(("corners", "open".to_owned()));
        }
        given.extend(options::hops_setting(self.rules.hops));
        if self.rules.win != default.rules.win {
            given.push(("win", "own".to_owned()));
        }
        if self.rules.home_deadline != default.rules.home_deadline {
            let deadline = self.rules.home_deadline;
            given.push((
                "home_deadline",
                deadline.map_or("off".to_owned(), |ply| ply.to_string()),
            ));
        }
        Settings::from_pairs(given)
    }

    fn counts_plies(&self) -> bool {
        true
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn start(&self) -> Race {
        Race::start(board::field(self.seats, self.open_corners), self.rules)
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &Race) -> Setup {
        position.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<Race, SetupError> {
        let field = board::field(self.seats, self.open_corners);
        Race::from_setup(field, self.rules, &GRID, setup)
    }

    fn repetition_limit(&self) -> Option<usize> {
        Some(3)
    }

    fn ending(&self, position: &Race) -> Option<Ending> {
        position.ending()
    }

    fn layout(&self) -> Layout {
        let homes = board::homes(self.seats);
        let seat_at = |point| homes.iter().position(|&home| home == point).map(Seat::new);
        let camp = |point| Camp {
            holes: hole_list(board::region(Some(point))),
            home_of: seat_at(point),
            goal_of: seat_at(board::opposite(point)),
        };
        Layout {
            surface: Surface::Holes,
            points: GRID.holes().map(point).collect(),
            lines: board::OPEN_LATTICE.lines(),
            camps: (0..POINTS).map(camp).collect(),
        }
    }

    fn route(&self, position: &Race, mv: Move) -> Vec<Hole> {
        position.route(mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let turns = (1..POINTS).filter_map(|sixths| {
            self.symmetry(|hole| (0..sixths).fold(hole, |hole, _| hole.turned()))
        });
        let mirrored_turns = (0..POINTS).filter_map(|sixths| {
            self.symmetry(|hole| (0..sixths).fold(hole.mirrored(), |hole, _| hole.turned()))
        });
        turns.chain(mirrored_turns).collect()
    }
}

impl Star {
    /// The symmetry that moves holes like this, if it leaves homes and the order of turns as they are.
    fn symmetry(&self, image: impl Fn(Cube) -> Cube) -> Option<Symmetry> {
        let hole_image = |hole: Hole| {
            let (column, row) = image(Cube::of_cell(GRID.cell(hole))).cell();
            GRID.hole_at(column, row)
        };
        let holes = GRID
            .holes()
            .map(hole_image)
            .collect::<Option<Vec<Hole>>>()?;
        let homes = board::homes(self.seats);
        let seat_image = |seat: usize| {
            let some_hole = board::region(Some(homes[seat])).trailing_zeros() as usize;
            let cell = GRID.cell(holes[some_hole]);
            homes
                .iter()
                .position(|&home| Some(home) == Cube::of_cell(cell).point())
        };
        let seats = (0..self.seats)
            .map(seat_image)
            .collect::<Option<Vec<usize>>>()?;
        let in_turn =
            (0..self.seats).all(|i| seats[(i + 1) % self.seats] == (seats[i] + 1) % self.seats);
        in_turn.then(|| Symmetry {
            holes,
            seats: PerSeat::from_fn(self.seats, |seat| Seat::new(seats[seat.index()])),
        })
    }
}

fn point(hole: Hole) -> Point {
    let (column, row) = GRID.cell(hole);
    round_point(
        &GRID,
        hole,
        f64::from(column) + f64::from(row) / 2.0,
        f64::from(row),
    )
}
