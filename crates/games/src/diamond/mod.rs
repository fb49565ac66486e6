//! Diamond: Chinese Checkers for two on a rhombus of 10 by 10 holes.

use crate::bits::{SEAT_SLOTS, hole_list};
use crate::boards::{cells, image_by_cell, round_point};
use crate::lattice::{HEXAGONAL, Lattice};
use crate::options;
use crate::race::{Field, Hops, Race, RaceRules, Win};
use longjump_rules::{
    Camp, Ending, Game, GameOption, Grid, Hole, Layout, Move, PerSeat, Point, Seat, Settings,
    Setup, SetupError, SpecError, Surface, Symmetry,
};

const SIDE: usize = 10;
const HOLES: usize = SIDE * SIDE;
const ALL: u128 = (1 << HOLES) - 1;

static CELLS: [(u8, u8); HOLES] = cells(SIDE);
static GRID: Grid = Grid::new(&CELLS);
static LATTICE: Lattice = Lattice::new(&CELLS, ALL, &HEXAGONAL);
static FIELD: Field = {
    let (bottom, top) = (triangle(false), triangle(true));
    let mut field = Field {
        seats: 2,
        home: [0; SEAT_SLOTS],
        goal: [0; SEAT_SLOTS],
        zone: [ALL; SEAT_SLOTS],
        lattice: [&LATTICE; SEAT_SLOTS],
    };
    field.home[0] = bottom;
    field.goal[0] = top;
    field.home[1] = top;
    field.goal[1] = bottom;
    field
};

/// The ten holes at one end of the rhombus standing on its tip.
const fn triangle(top: bool) -> u128 {
    let mut holes = 0;
    let mut i = 0;
    while i < HOLES {
        let (column, row) = CELLS[i];
        let height = column + row;
        if (top && height > 14) || (!top && height < 4) {
            holes |= 1 << i;
        }
        i += 1;
    }
    holes
}

/// Diamond with its options chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diamond {
    hops: Hops,
}

/// The named rules: the game as it is described, and as its paper's program played it.
const PRESETS: [(&str, Hops); 2] = [("standard", Hops::Adjacent), ("super", Hops::Symmetric)];

impl Diamond {
    fn rules(self) -> RaceRules {
        RaceRules {
            hops: self.hops,
            win: Win::Own,
            home_deadline: Some(100),
            ply_limit: 200,
        }
    }
}

impl Game for Diamond {
    type Position = Race;

    const NAME: &'static str = "diamond";
    const SUMMARY: &'static str = "Chinese Checkers on a 10x10 rhombus, 2 seats";
    const OPTIONS: &'static [GameOption] = &[
        GameOption {
            name: "preset",
            values: "standard or super",
            default: "standard",
            meaning: "a named choice of the option below",
        },
        options::HOPS,
    ];
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("diamond-super", "diamond:preset=super")];
    const SAMPLES: &'static [&'static str] =
        &["diamond", "diamond:hops=symmetric", "diamond:preset=super"];

    fn configure(settings: &Settings) -> Result<Self, SpecError> {
        let read = options::Reader::<Self>::new(settings);
        let preset = read.choice("preset", &PRESETS)?.unwrap_or(Hops::Adjacent);
        let hops = read.choice("hops", &options::HOPS_VALUES)?;
        Ok(Self {
            hops: hops.unwrap_or(preset),
        })
    }

    fn settings(&self) -> Settings {
        Settings::from_pairs(options::hops_setting(self.hops))
    }

    fn counts_plies(&self) -> bool {
        true
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Race {
        Race::start(&FIELD, self.rules())
    }

    fn grid(&self) -> &'static Grid {
        &GRID
    }

    fn setup_of(&self, position: &Race) -> Setup {
        position.setup(&GRID)
    }

    fn position_from(&self, setup: &Setup) -> Result<Race, SetupError> {
        Race::from_setup(&FIELD, self.rules(), &GRID, setup)
    }

    fn ending(&self, position: &Race) -> Option<Ending> {
        position.ending()
    }

    fn layout(&self) -> Layout {
        let camp = |home: usize| Camp {
            holes: hole_list(FIELD.home[home]),
            home_of: Some(Seat::new(home)),
            goal_of: Some(Seat::new(1 - home)),
        };
        Layout {
            surface: Surface::Holes,
            points: GRID.holes().map(point).collect(),
            lines: LATTICE.lines(),
            camps: vec![camp(0), camp(1)],
        }
    }

    fn route(&self, position: &Race, mv: Move) -> Vec<Hole> {
        position.route(mv)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let far = SIDE as u8 - 1;
        let both = PerSeat::from_fn(2, |seat| seat);
        let other = PerSeat::from_fn(2, Seat::opponent);
        vec![
            Symmetry {
                holes: image_by_cell(&GRID, |(c, r)| (r, c)),
                seats: both,
            },
            Symmetry {
                holes: image_by_cell(&GRID, |(c, r)| (far - c, far - r)),
                seats: other,
            },
            Symmetry {
                holes: image_by_cell(&GRID, |(c, r)| (far - r, far - c)),
                seats: other,
            },
        ]
    }
}

/// The rhombus stands on its tip, a1 at the bottom.
fn point(hole: Hole) -> Point {
    let (column, row) = GRID.cell(hole);
    let (column, row) = (f64::from(column), f64::from(row));
    round_point(&GRID, hole, (column - row) / 2.0, column + row)
}
