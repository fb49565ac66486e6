//! The features of nets: every piece on the board, from the perspective of the side that looks.

use super::phases::Phases;
use longjump_rules::{Game, Hole, Seat, Symmetry};

/// A feature set: how a net sees the boards of a game.
pub trait Viewing: Sized {
    /// The features of this game; none if it has none.
    fn new<G: Game>(game: &G) -> Option<Self>;

    /// How many features there are.
    fn features(&self) -> usize;
}

/// Options that change how pieces move, and so what is good: with these values a net of its own
/// is needed, whose name has this word. Others change little of that.
const OWN_NETS: [(&str, &str, &str); 2] =
    [("corners", "open", "open"), ("hops", "symmetric", "super")];

/// What the nets for a game are for, in words: those for two seats and those for more differ.
pub fn kind_of<G: Game>(game: &G) -> String {
    if game.seats() > 2 {
        return format!("{} with more than two seats", G::NAME);
    }
    let settings = game.settings();
    let is_set = |option, value| settings.get(option) == Some(value);
    let words = OWN_NETS
        .iter()
        .filter(|&&(option, value, _)| is_set(option, value));
    words.fold(game.kind().to_owned(), |kind, (_, _, word)| {
        format!("{kind}-{word}")
    })
}

/// The features of a game for two: whose a piece is, and where, on the board of whoever looks.
#[derive(Clone, Debug)]
pub struct Views {
    /// For each viewer and each owner the feature of each hole.
    features: [[[u16; Hole::LIMIT]; 2]; 2],
    holes: usize,
    mirrored: Vec<u16>,
    phases: Phases,
}

impl Viewing for Views {
    /// None if the game is not for two sides that see the same board.
    fn new<G: Game>(game: &G) -> Option<Self> {
        if game.seats() != 2 {
            return None;
        }
        let symmetries = game.symmetries();
        let holes = game.layout().points.len();
        let find = |seat: usize| {
            let is_it = |symmetry: &&Symmetry| symmetry.seats[Seat::FIRST].index() == seat;
            symmetries.iter().find(is_it).map(|found| &found.holes)
        };
        let (mirror, turn) = (find(0)?, find(1)?);
        let feature = |owner: usize, hole: Hole| (owner * holes + hole.index()) as u16;
        let mut features = [[[0; Hole::LIMIT]; 2]; 2];
        for hole in (0..holes).map(Hole::new) {
            for owner in [0, 1] {
                features[0][owner][hole.index()] = feature(owner, hole);
                features[1][owner][hole.index()] = feature(owner ^ 1, turn[hole.index()]);
            }
        }
        let by_feature = |feature_of: &dyn Fn(usize, usize) -> u16| {
            let places = (0..2).flat_map(|owner| (0..holes).map(move |hole| (owner, hole)));
            places
                .map(|(owner, hole)| feature_of(owner, hole))
                .collect()
        };
        Some(Self {
            mirrored: by_feature(&|owner, hole| feature(owner, mirror[hole])),
            phases: Phases::new(game),
            features,
            holes,
        })
    }

    fn features(&self) -> usize {
        2 * self.holes
    }
}

impl Views {
    /// How far games have come.
    #[inline]
    pub fn phases(&self) -> &Phases {
        &self.phases
    }

    /// The feature of a piece, as one side sees it.
    #[inline]
    pub fn feature(&self, viewer: Seat, owner: Seat, hole: Hole) -> u16 {
        self.features[viewer.index() & 1][owner.index() & 1][hole.index() & 127]
    }

    /// The same piece on a board that left and right are exchanged on.
    pub fn mirrored(&self, feature: u16) -> u16 {
        self.mirrored[usize::from(feature)]
    }

    /// The same piece as the other side sees it.
    pub fn seen_by_other(&self, feature: u16) -> u16 {
        let feature = usize::from(feature);
        // What the first seat sees is its board as it is.
        self.features[1][feature / self.holes][feature % self.holes]
    }
}
