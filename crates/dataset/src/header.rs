//! What a file begins with.

use longjump_games::{lasting, with_game};
use longjump_rules::{Game, GameAction, GameSpec, SpecError};
use serde::{Deserialize, Serialize};

/// The version of the format that this program writes. Files of version 1, which have neither a
/// checksum nor a signature, are read too.
pub const VERSION: u32 = 2;

/// The first line of a file: its format, and where its games are from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainingHeader {
    /// The version of the format, [`VERSION`].
    pub longjump_training: u32,
    /// The game's spec.
    pub game: String,
    /// How many seats it has.
    pub seats: usize,
    /// How many holes its board has.
    pub holes: usize,
    /// For how many pieces a record has room.
    pub pieces: usize,
    /// How large a record is.
    pub record_bytes: usize,
    /// Who played.
    pub engine: String,
    /// How long it thought, as in `nodes=2000`.
    pub control: String,
    /// What games began with.
    pub openings: String,
    /// Where random numbers came from.
    pub seed: u64,
    /// The program that wrote it.
    pub program: String,
    /// What the engine did on a few fixed positions, as a number: the same for engines that play
    /// the same. None in files that were mixed, and where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<u64>,
}

impl TrainingHeader {
    /// The header of a file of this game, in which nobody has played yet.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn for_game(game: &GameSpec) -> Result<Self, SpecError> {
        let board = Board::of(game)?;
        let mut header = Self {
            longjump_training: VERSION,
            game: lasting(game).to_string(),
            seats: board.seats,
            holes: board.holes,
            pieces: board.pieces,
            record_bytes: 0,
            engine: String::new(),
            control: String::new(),
            openings: String::new(),
            seed: 0,
            program: concat!("longjump ", env!("CARGO_PKG_VERSION")).to_owned(),
            signature: None,
        };
        header.record_bytes = header.record_size();
        Ok(header)
    }

    /// How many bits tell a seat.
    pub(crate) fn seat_bits(&self) -> usize {
        (self.seats - 1).max(1).ilog2() as usize + 1
    }

    /// How many bytes tell which holes have pieces.
    pub(crate) fn hole_bytes(&self) -> usize {
        self.holes.div_ceil(8)
    }

    /// How many bytes tell whose they are.
    pub(crate) fn owner_bytes(&self) -> usize {
        (self.pieces * self.seat_bits()).div_ceil(8)
    }

    /// How many bytes a record takes: the pieces, the turn, two places of each seat, and ply,
    /// moves, score and game.
    pub(crate) fn record_size(&self) -> usize {
        self.hole_bytes() + self.owner_bytes() + 1 + self.seats + 2 + 2 + 2 + 4
    }
}

/// How large a game is.
pub(crate) struct Board {
    pub(crate) seats: usize,
    pub(crate) holes: usize,
    pieces: usize,
}

impl Board {
    pub(crate) fn of(game: &GameSpec) -> Result<Self, SpecError> {
        struct Measure;
        impl GameAction for Measure {
            type Output = Board;
            fn run<G: Game>(self, game: G) -> Board {
                let start = game.setup_of(&game.start());
                Board {
                    seats: game.seats(),
                    holes: start.pieces.len(),
                    // In no game pieces come in, so the start has the most.
                    pieces: start.pieces.iter().flatten().count(),
                }
            }
        }
        with_game(game, Measure)
    }
}
