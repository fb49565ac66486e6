//! The 121 holes of the star and its six points.

use crate::bits::SEAT_SLOTS;
use crate::lattice::{HEXAGONAL, Lattice};
use crate::race::Field;
use longjump_rules::Grid;

/// How many holes there are.
pub(super) const HOLES: usize = 121;
/// How many points the star has.
pub(super) const POINTS: usize = 6;

/// Column and row of the hole in the middle, on a grid of 17 by 17.
const CENTRE: i8 = 8;
/// How far the hexagon in the middle reaches from its centre.
const RADIUS: i8 = 4;

static CELLS: [(u8, u8); HOLES] = cells();
pub(super) static GRID: Grid = Grid::new(&CELLS);

/// A hole by its distances from the centre along the three axes; they add up to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cube {
    pub(super) x: i8,
    pub(super) y: i8,
    pub(super) z: i8,
}

impl Cube {
    pub(super) const fn of_cell(cell: (u8, u8)) -> Self {
        let (x, y) = (cell.0 as i8 - CENTRE, cell.1 as i8 - CENTRE);
        Self { x, y, z: -x - y }
    }

    pub(super) const fn cell(self) -> (u8, u8) {
        ((self.x + CENTRE) as u8, (self.y + CENTRE) as u8)
    }

    /// The two large triangles that the star consists of.
    const fn is_on_board(self) -> bool {
        let Self { x, y, z } = self;
        (x <= RADIUS && y <= RADIUS && z <= RADIUS)
            || (x >= -RADIUS && y >= -RADIUS && z >= -RADIUS)
    }

    /// The point this hole belongs to, clockwise from the bottom; `None` in the hexagon.
    pub(super) const fn point(self) -> Option<usize> {
        let Self { x, y, z } = self;
        if y < -RADIUS {
            Some(0)
        } else if z > RADIUS {
            Some(1)
        } else if x < -RADIUS {
            Some(2)
        } else if y > RADIUS {
            Some(3)
        } else if z < -RADIUS {
            Some(4)
        } else if x > RADIUS {
            Some(5)
        } else {
            None
        }
    }

    /// Turned by a sixth, clockwise.
    pub(super) const fn turned(self) -> Self {
        Self {
            x: -self.z,
            y: -self.x,
            z: -self.y,
        }
    }

    /// Left and right exchanged.
    pub(super) const fn mirrored(self) -> Self {
        Self {
            x: self.z,
            y: self.y,
            z: self.x,
        }
    }
}

const fn cells() -> [(u8, u8); HOLES] {
    let mut cells = [(0, 0); HOLES];
    let mut count = 0;
    let mut row = 0;
    while row <= 2 * CENTRE as u8 {
        let mut column = 0;
        while column <= 2 * CENTRE as u8 {
            if Cube::of_cell((column, row)).is_on_board() {
                cells[count] = (column, row);
                count += 1;
            }
            column += 1;
        }
        row += 1;
    }
    assert!(count == HOLES, "a star has 121 holes");
    cells
}

/// The holes of one point, or of the hexagon, as bits.
pub(super) const fn region(point: Option<usize>) -> u128 {
    let mut holes = 0;
    let mut i = 0;
    while i < HOLES {
        let same = match (Cube::of_cell(CELLS[i]).point(), point) {
            (None, None) => true,
            (Some(a), Some(b)) => a == b,
            _ => false,
        };
        if same {
            holes |= 1 << i;
        }
        i += 1;
    }
    holes
}

const ALL: u128 = (1 << HOLES) - 1;

/// The hexagon with a point and the one opposite.
const fn zone(point: usize) -> u128 {
    region(None) | region(Some(point)) | region(Some(opposite(point)))
}

/// The whole board.
pub(super) static OPEN_LATTICE: Lattice = Lattice::new(&CELLS, ALL, &HEXAGONAL);
/// The three zones between points opposite each other.
static OWN_LATTICES: [Lattice; POINTS / 2] = [
    Lattice::new(&CELLS, zone(0), &HEXAGONAL),
    Lattice::new(&CELLS, zone(1), &HEXAGONAL),
    Lattice::new(&CELLS, zone(2), &HEXAGONAL),
];

/// The points that are homes, for each number of seats from 2 to 6, in turn order.
const HOMES: [&[usize]; 5] = [
    &[0, 3],
    &[0, 2, 4],
    &[0, 1, 3, 4],
    &[0, 1, 2, 3, 4],
    &[0, 1, 2, 3, 4, 5],
];

/// The points that are homes with so many seats, in turn order.
pub(super) const fn homes(seats: usize) -> &'static [usize] {
    HOMES[seats - 2]
}

/// The point opposite.
pub(super) const fn opposite(point: usize) -> usize {
    (point + POINTS / 2) % POINTS
}

/// For each number of seats the field on which marbles land in no foreign point.
static OWN_CORNERS: [Field; 5] = fields(false);
/// For each number of seats the field on which marbles land anywhere.
static OPEN_CORNERS: [Field; 5] = fields(true);

/// The field for so many seats.
pub(super) fn field(seats: usize, open_corners: bool) -> &'static Field {
    let fields = if open_corners {
        &OPEN_CORNERS
    } else {
        &OWN_CORNERS
    };
    &fields[seats - 2]
}

const fn fields(open_corners: bool) -> [Field; 5] {
    [
        field_of(homes(2), open_corners),
        field_of(homes(3), open_corners),
        field_of(homes(4), open_corners),
        field_of(homes(5), open_corners),
        field_of(homes(6), open_corners),
    ]
}

const fn field_of(homes: &[usize], open_corners: bool) -> Field {
    let mut field = Field {
        seats: homes.len() as u8,
        home: [0; SEAT_SLOTS],
        goal: [0; SEAT_SLOTS],
        zone: [ALL; SEAT_SLOTS],
        lattice: [&OPEN_LATTICE; SEAT_SLOTS],
    };
    let mut seat = 0;
    while seat < homes.len() {
        let point = homes[seat];
        field.home[seat] = region(Some(point));
        field.goal[seat] = region(Some(opposite(point)));
        if !open_corners {
            field.zone[seat] = zone(point);
            field.lattice[seat] = &OWN_LATTICES[point % (POINTS / 2)];
        }
        seat += 1;
    }
    field
}
