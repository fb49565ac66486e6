//! Packs: puzzles as pages fetch them, with little that nobody is shown.

use crate::{
    Header, MinerSettings, Proof, Puzzle, PuzzleError, PuzzleFile, Step, Theme, file::VERSION,
};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The form of packs that this program writes and reads, and pages with it.
const FORM: u32 = 1;
/// How hard they are compressed: as much as can be.
const LEVEL: u8 = 10;
/// No pack is larger, unpacked.
const LIMIT: usize = 8 << 20;

/// A pack: JSON, compressed as nets are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pack {
    longjump_pack: u32,
    spec: String,
    settings: MinerSettings,
    puzzles: Vec<Packed>,
}

/// A puzzle: position, rating, themes, the number of its game, its ply, steps. Lists take less room than names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Packed(String, u32, Vec<Theme>, u64, usize, Vec<PackedStep>);

/// A step: answer, its share, the best other move, its share, replies, proof.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct PackedStep(String, f64, String, f64, Vec<String>, Option<Proof>);

impl Pack {
    /// The first puzzles of a file, up to so many.
    pub fn of(file: &PuzzleFile, most: usize) -> Self {
        Self {
            longjump_pack: FORM,
            spec: file.header.spec.clone(),
            settings: file.header.settings,
            puzzles: file.puzzles.iter().take(most).map(Packed::of).collect(),
        }
    }

    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = serde_json::to_vec(self).expect("a pack can be written");
        miniz_oxide::deflate::compress_to_vec_zlib(&text, LEVEL)
    }

    /// Reads one: what it was made of, as far as it is kept, which is nothing of efforts and of games.
    ///
    /// # Errors
    /// When it can't be read or is no pack.
    pub fn read(path: &Path) -> Result<PuzzleFile, PuzzleError> {
        let bytes = std::fs::read(path).map_err(|error| PuzzleError::File {
            path: path.to_owned(),
            error,
        })?;
        let wrong = |reason: String| PuzzleError::Malformed {
            path: path.to_owned(),
            line: 1,
            reason,
        };
        let text = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, LIMIT)
            .map_err(|error| wrong(error.to_string()))?;
        let pack: Self = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        if pack.longjump_pack != FORM {
            return Err(wrong(format!("it is of form {}", pack.longjump_pack)));
        }
        let nodes = pack.settings.nodes * pack.settings.factor;
        Ok(PuzzleFile {
            header: Header {
                longjump_puzzles: VERSION,
                spec: pack.spec,
                settings: pack.settings,
                self_play: None,
                given: None,
            },
            puzzles: pack
                .puzzles
                .into_iter()
                .map(|packed| packed.puzzle(nodes))
                .collect(),
            tallies: Vec::new(),
            length: 0,
        })
    }
}

impl Packed {
    fn of(puzzle: &Puzzle) -> Self {
        let steps = puzzle.steps.iter().cloned().map(|step| {
            PackedStep(
                step.answer,
                step.chance,
                step.second,
                step.second_chance,
                step.replies,
                step.proof,
            )
        });
        Self(
            puzzle.position.clone(),
            puzzle.rating,
            puzzle.themes.clone(),
            puzzle.game,
            puzzle.ply,
            steps.collect(),
        )
    }

    fn puzzle(self, nodes: u64) -> Puzzle {
        let Self(position, rating, themes, game, ply, steps) = self;
        let steps = steps.into_iter().map(|step| {
            let PackedStep(answer, chance, second, second_chance, replies, proof) = step;
            Step {
                answer,
                chance,
                second,
                second_chance,
                proof,
                replies,
            }
        });
        Puzzle {
            position,
            steps: steps.collect(),
            nodes,
            effort: 0,
            rating,
            themes,
            game,
            ply,
        }
    }
}
