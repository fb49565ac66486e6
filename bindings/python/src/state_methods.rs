//! What Python can ask of a state.

use crate::errors::{said, wrong};
use crate::hops::Hops;
use crate::numbers::int_list;
use crate::positions;
use crate::state::{ActionSpace, State, returns};
use longjump_display::board_svg;
use longjump_games::stored;
use longjump_rules::{Hole, Move, Seat, Standings};
use numpy::{PyArray1, PyArray3, PyArrayMethods, ToPyArray};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyList, PyTuple, PyType};
use std::hash::{DefaultHasher, Hash, Hasher};

#[pymethods]
impl State {
    /// A game at its start, or at a position given as text.
    #[new]
    #[pyo3(signature = (spec, position = None, *, actions = "turns", own_side = false))]
    fn new(spec: &str, position: Option<&str>, actions: &str, own_side: bool) -> PyResult<Self> {
        Self::open(spec, position, ActionSpace::read(actions)?, own_side)
    }

    /// The game and those of its options that are not the usual ones.
    #[getter]
    fn spec(&self) -> &str {
        &self.rulebook.spec
    }

    /// How many seats take part.
    #[getter]
    fn seats(&self) -> usize {
        self.rulebook.seats
    }

    /// How many numbers of actions there are: 0 to this, not included.
    #[getter]
    fn num_actions(&self) -> usize {
        self.rulebook.actions()
    }

    /// What an action is: 'turns' or 'hops'.
    #[getter]
    fn actions(&self) -> &'static str {
        self.space.name()
    }

    /// Whether actions are counted from the mover's own side of the board, as observations are.
    #[getter]
    fn own_side(&self) -> bool {
        self.own_side
    }

    /// The seat to move, from 0; None once the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.play.standings().is_none().then(|| self.play.turn())
    }

    /// The whole turns played, as text.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.turns_played()
    }

    /// The names of the holes, in the order of their numbers.
    #[getter]
    fn holes(&self) -> Vec<String> {
        let points = self.rulebook.layout.points.iter();
        points.map(|point| point.name.clone()).collect()
    }

    /// For each hole the seat whose piece is in it, or -1.
    fn board<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let pieces = self.play.setup().pieces;
        let seat = |piece: &Option<Seat>| piece.map_or(-1, |seat| seat.index() as i8);
        pieces.iter().map(seat).collect::<Vec<_>>().to_pyarray(py)
    }

    /// The numbers of all legal actions; none once the game is over.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.legal();
        int_list(py, self.numbers())
    }

    /// Whether an action is legal now.
    fn is_legal(&mut self, action: i64) -> bool {
        self.legal_move(action).is_some()
    }

    /// For each number of an action whether it is legal now. Written into `out` if it is given.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let length = self.rulebook.actions();
        let mask = out.unwrap_or_else(|| PyArray1::zeros(py, length, false));
        let mut values = mask
            .try_readwrite()
            .map_err(|error| wrong(format!("the mask can't be written: {error}")))?;
        let slice = values
            .as_slice_mut()
            .map_err(|_| wrong("a mask must be contiguous".to_owned()))?;
        if slice.len() != length {
            return Err(wrong(format!(
                "a mask of {} has {length} elements, not {}",
                self.rulebook.spec,
                slice.len()
            )));
        }
        slice.fill(false);
        self.legal();
        for number in self.numbers() {
            slice[usize::from(number)] = true;
        }
        drop(values);
        Ok(mask)
    }

    /// Plays an action: its number, or its text.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = self.read(action)?;
        self.go(mv);
        positions::count(1);
        Ok(())
    }

    /// Takes back the last action, if there is one; whether there was.
    fn undo(&mut self) -> bool {
        self.step_back()
    }

    /// A copy that goes its own way.
    #[pyo3(name = "clone")]
    fn py_clone(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.play.standings().is_some()
    }

    /// For each seat a number from 1 (first alone) to -1 (last alone), 0 in sum; zeros while the game
    /// goes on.
    fn returns(&self) -> Vec<f64> {
        match self.play.standings() {
            Some(standings) => returns(&standings),
            None => vec![0.0; self.rulebook.seats],
        }
    }

    /// The place of each seat, 1 being the first and equal places being ties; None while the game goes on.
    fn standings(&self) -> Option<Vec<u32>> {
        self.play.standings().map(places)
    }

    /// The place of each seat if everybody stopped here: those who have none yet share what is left.
    fn standings_so_far(&self) -> Vec<u32> {
        places(self.play.standings_so_far())
    }

    /// Why the game is over, such as 'goal-filled'; None while it goes on.
    fn ending(&self) -> Option<&'static str> {
        self.play.ending().map(|ending| ending.name())
    }

    /// What a seat sees, the one to move unless another is named, with its own home where the first
    /// seat's is.
    ///
    /// 'planes' is an array of bytes (planes, rows, columns): the pieces of each seat, oneself first and
    /// then in turn order; the holes of the board; one's own goal; the piece in the middle of its hops.
    /// 'flat' is a vector of floats: pieces and hops as in the planes, without cells that are no holes,
    /// then places, then plies.
    #[pyo3(signature = (kind = "planes", seat = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let (setup, hopping) = (self.play.setup(), self.hopping());
        match kind {
            "planes" => {
                let planes = PyArray3::<u8>::zeros(py, self.rulebook.planes_shape(), false);
                let mut values = planes.readwrite();
                self.rulebook.write_planes(
                    &setup,
                    hopping,
                    seat,
                    values
                        .as_slice_mut()
                        .map_err(|error| wrong(error.to_string()))?,
                );
                drop(values);
                Ok(planes.into_any())
            }
            "flat" => {
                let mut flat = vec![0.0; self.rulebook.flat_length()];
                self.rulebook.write_flat(&setup, hopping, seat, &mut flat);
                Ok(flat.to_pyarray(py).into_any())
            }
            _ => Err(wrong(format!(
                "an observation is 'planes' or 'flat', not '{kind}'"
            ))),
        }
    }

    /// A legal action as text.
    fn action_to_text(&mut self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.read(action)?;
        Ok(self.words(mv))
    }

    /// The number of a legal action given as text.
    fn text_to_action(&mut self, text: &str) -> PyResult<u16> {
        let mv = self.action_of(text)?;
        Ok(self.number(mv))
    }

    /// The hops, staying included, that a legal whole turn given as text consists of: texts again.
    fn hops_of(&mut self, turn: &str) -> PyResult<Vec<String>> {
        let legal = self.play.legal_moves();
        let mv = legal
            .into_iter()
            .find(|&mv| self.play.move_text(mv) == turn);
        let mv = mv.ok_or_else(|| {
            wrong(format!(
                "'{turn}' is no legal turn here; ask a state of actions='turns' for them"
            ))
        })?;
        let text = |(at, hop): (usize, &Move)| {
            if at > 0 && hop.from() == hop.to() {
                "stay".to_owned()
            } else {
                self.play.move_text(*hop)
            }
        };
        Ok(Hops::of_turn(&*self.play, mv)
            .iter()
            .enumerate()
            .map(text)
            .collect())
    }

    /// The position as text.
    fn to_text(&self) -> String {
        self.play.text()
    }

    /// A game of these rules that begins at a position given as text.
    #[classmethod]
    #[pyo3(signature = (spec, text, *, actions = "turns", own_side = false))]
    fn from_text(
        _class: &Bound<'_, PyType>,
        spec: &str,
        text: &str,
        actions: &str,
        own_side: bool,
    ) -> PyResult<Self> {
        Self::new(spec, Some(text), actions, own_side)
    }

    /// A picture of the board. Notebooks show it by themselves.
    fn svg(&self) -> String {
        board_svg(
            &self.rulebook.layout,
            self.rulebook.seats,
            &self.play.setup().pieces,
        )
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("State({:?}, {:?})", self.rulebook.spec, self.play.text())
    }

    /// The same game, position and hops of the turn; how it came about does not matter.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.borrow();
            self.identity() == other.identity() && self.play.text() == other.play.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let moves: Vec<u16> = self.play.played().into_iter().map(Move::bits).collect();
        let hops: Vec<usize> = self.hops.as_ref().map_or_else(Vec::new, |hops| {
            hops.taken().iter().map(|hole| hole.index()).collect()
        });
        let parts = (
            &self.rulebook.spec,
            &self.start,
            self.space.name(),
            self.own_side,
            moves,
            hops,
        );
        (restore, parts.into_bound_py_any(py)?).into_pyobject(py)
    }

    /// What pickling writes, read back.
    #[staticmethod]
    fn _restore(
        spec: &str,
        start: Option<&str>,
        actions: &str,
        own_side: bool,
        moves: Vec<u16>,
        hops: Vec<usize>,
    ) -> PyResult<Self> {
        let spec = stored(&spec.parse().map_err(said)?).to_string();
        let mut state = Self::new(&spec, start, actions, own_side)?;
        let broken = || wrong("this is no pickled state".to_owned());
        for mv in moves.into_iter().map(Move::from_bits) {
            if !state.play.legal_moves().contains(&mv) {
                return Err(broken());
            }
            state.play.play(mv);
        }
        if !hops.is_empty() {
            let count = state.rulebook.holes();
            let holes = hops
                .into_iter()
                .map(|hole| (hole < count).then(|| Hole::new(hole)))
                .collect::<Option<Vec<_>>>();
            let hops = holes.and_then(|holes| Hops::after(&*state.play, holes));
            state.hops = Some(hops.ok_or_else(broken)?);
        }
        Ok(state)
    }
}

fn places(standings: Standings) -> Vec<u32> {
    standings
        .places()
        .iter()
        .map(|(_, place)| place.into())
        .collect()
}
