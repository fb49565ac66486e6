//! What all states of one game share: its board, its numbers of actions, and how the board looks from
//! each seat.

use longjump_rules::{Game, GameSpec, Hole, Layout, Move};

/// A game with its options chosen, as far as numbers for Python need it.
pub(crate) struct Rulebook {
    /// The game and the options that differ from the defaults.
    pub(crate) spec: String,
    pub(crate) seats: usize,
    pub(crate) layout: Layout,
    /// The grid that planes are: rows from the bottom, columns from the left.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The place of each hole in a plane.
    pub(crate) cells: Vec<usize>,
    pub(crate) views: Vec<View>,
    /// The holes that the first seat wants to get to.
    pub(crate) goal: Vec<Hole>,
    /// The numbers of actions on the board as it is.
    numbers: Numbers,
}

/// The board as a seat sees it: turned so that its own home is where the first seat's is.
pub(crate) struct View {
    /// Where each hole is then.
    pub(crate) turned: Vec<Hole>,
    /// The way back.
    pub(crate) back: Vec<Hole>,
    /// The numbers of actions from here.
    numbers: Numbers,
}

/// What the two holes of a move add to the number of its action: where from, times the number of holes, plus
/// where to.
pub(crate) struct Numbers {
    from: [u16; Hole::LIMIT],
    to: [u16; Hole::LIMIT],
}

impl Numbers {
    fn new(holes: &[Hole]) -> Self {
        let (mut from, mut to) = ([0; Hole::LIMIT], [0; Hole::LIMIT]);
        for (hole, image) in holes.iter().enumerate() {
            from[hole] = (image.index() * holes.len()) as u16;
            to[hole] = image.index() as u16;
        }
        Self { from, to }
    }

    /// The number of a move that is no pass.
    #[inline(always)]
    fn of(&self, mv: Move) -> u16 {
        const MASK: usize = Hole::LIMIT - 1;
        self.from[mv.from().index() & MASK] + self.to[mv.to().index() & MASK]
    }
}

/// What is to be done now is passing, and nothing else: an action of its own, the same from every side.
pub(crate) fn is_pass(legal: &[Move], hopping: Option<Hole>) -> bool {
    legal == [Move::PASS] && hopping.is_none()
}

/// The holes of a move through one of a view's lists.
pub(crate) fn through(holes: &[Hole], mv: Move) -> Move {
    Move::new(holes[mv.from().index()], holes[mv.to().index()])
}

impl Rulebook {
    pub(crate) fn of<G: Game>(game: &G) -> Self {
        let layout = game.layout();
        let grid = game.grid();
        let cells: Vec<(usize, usize)> = grid
            .holes()
            .map(|hole| grid.cell(hole))
            .map(|(column, row)| (column.into(), row.into()))
            .collect();
        let extent = |side: fn(&(usize, usize)) -> usize| {
            cells.iter().map(side).max().map_or(0, |most| most + 1)
        };
        let (columns, rows) = (extent(|cell| cell.0), extent(|cell| cell.1));
        let goal = layout
            .camps
            .iter()
            .find(|camp| camp.goal_of.is_some_and(|seat| seat.index() == 0));
        Self {
            spec: GameSpec::new(G::NAME, game.settings()).to_string(),
            seats: game.seats(),
            rows,
            columns,
            cells: cells
                .iter()
                .map(|(column, row)| row * columns + column)
                .collect(),
            views: (0..game.seats()).map(|seat| view(&layout, seat)).collect(),
            goal: goal.map_or_else(Vec::new, |camp| camp.holes.clone()),
            numbers: Numbers::new(&grid.holes().collect::<Vec<_>>()),
            layout,
        }
    }

    pub(crate) fn holes(&self) -> usize {
        self.cells.len()
    }

    /// How many numbers of actions there are.
    pub(crate) fn actions(&self) -> usize {
        self.holes() * self.holes()
    }

    /// The numbers of all that is legal, on the board as it is or as a seat sees it.
    #[inline]
    pub(crate) fn numbers_of<'a>(
        &'a self,
        legal: &'a [Move],
        hopping: Option<Hole>,
        own_side: Option<usize>,
    ) -> impl ExactSizeIterator<Item = u16> + 'a {
        let numbers = own_side.map_or(&self.numbers, |seat| &self.views[seat].numbers);
        let is_pass = is_pass(legal, hopping);
        let number = move |&mv: &Move| if is_pass { 0 } else { numbers.of(mv) };
        legal.iter().map(number)
    }

    /// The move that a number stands for, if it is one of this board's.
    pub(crate) fn mv(&self, action: u16) -> Option<Move> {
        // Dividing 32 bits takes half as long as dividing 64.
        let (action, holes) = (action as u32, self.holes() as u32);
        let (from, to) = (action / holes, action % holes);
        (from < holes).then(|| Move::between(from, to))
    }
}

/// Turns the board about its middle until a seat's home is where the first seat's is.
fn view(layout: &Layout, seat: usize) -> View {
    let points: Vec<(f64, f64)> = layout
        .points
        .iter()
        .map(|point| (point.x, point.y))
        .collect();
    let middle = mean(&points);
    let direction = |seat: usize| {
        let camp = layout
            .camps
            .iter()
            .find(|camp| camp.home_of.is_some_and(|home| home.index() == seat));
        let holes = camp.map_or(&[][..], |camp| &camp.holes);
        let (x, y) = mean(
            &holes
                .iter()
                .map(|hole| points[hole.index()])
                .collect::<Vec<_>>(),
        );
        (y - middle.1).atan2(x - middle.0)
    };
    let (sine, cosine) = (direction(0) - direction(seat)).sin_cos();
    let image = |&(x, y): &(f64, f64)| {
        let (x, y) = (x - middle.0, y - middle.1);
        let (x, y) = (
            x * cosine - y * sine + middle.0,
            x * sine + y * cosine + middle.1,
        );
        let at = points
            .iter()
            .position(|point| (point.0 - x).hypot(point.1 - y) < 0.1);
        Hole::new(at.expect("a board looks alike from every seat"))
    };
    let turned: Vec<Hole> = points.iter().map(image).collect();
    let mut back = turned.clone();
    for (hole, image) in turned.iter().enumerate() {
        back[image.index()] = Hole::new(hole);
    }
    View {
        numbers: Numbers::new(&turned),
        turned,
        back,
    }
}

fn mean(points: &[(f64, f64)]) -> (f64, f64) {
    let count = points.len().max(1) as f64;
    let sum = points
        .iter()
        .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / count, sum.1 / count)
}
