//! The puzzles there are: those of the packs that pages fetch.

use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;

/// No pack is larger, unpacked.
const LIMIT: usize = 8 << 20;

/// The packs by their names, as files of the site have them.
macro_rules! packs {
    ($($name:literal),*) => {
        [$((
            $name,
            include_bytes!(concat!("../../../web/app/src/packs/", $name, ".puzzles.zlib")).as_slice(),
        )),*]
    };
}

#[derive(Deserialize)]
struct Pack {
    spec: String,
    /// Position, first rating, and what solvers alone need.
    puzzles: Vec<(String, f64, IgnoredAny, IgnoredAny, IgnoredAny, IgnoredAny)>,
}

/// The puzzles of each pack with their first ratings, by name.
pub(crate) type Packs = HashMap<&'static str, HashMap<String, f64>>;

pub(crate) fn packs() -> Packs {
    let packs = packs!(
        "star",
        "knightthrough",
        "diamond",
        "minicheckers",
        "corners",
        "star-3"
    );
    let read = |(name, bytes): (&'static str, &[u8])| {
        let text = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, LIMIT);
        let text = text.expect("a pack that comes with the program");
        let Pack { spec, puzzles } =
            serde_json::from_slice(&text).expect("a pack that comes with the program");
        let puzzles = puzzles
            .into_iter()
            .map(|(position, rating, ..)| (id_of(&format!("{spec} {position}")), rating));
        (name, puzzles.collect())
    };
    packs.into_iter().map(read).collect()
}

/// What pages call a puzzle (`idOf` in `puzzle.ts`): FNV-1a with 32 bits, to the base of 36.
fn id_of(text: &str) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in text.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(hash % 36, 36).unwrap_or('0'));
        hash /= 36;
        if hash == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pack_is_read_and_its_puzzles_have_names_of_their_own() {
        let packs = packs();
        assert_eq!(packs.len(), 6);
        assert!(packs["star"].len() >= 1_000);
        // No two of a pack are called the same, or one of them could not be told of.
        assert_eq!(packs["minicheckers"].len(), 200);
        for puzzles in packs.values() {
            assert!(
                puzzles
                    .values()
                    .all(|rating| (400.0..4_000.0).contains(rating))
            );
        }
    }

    #[test]
    fn puzzles_are_called_as_pages_call_them() {
        // `idOf` of the same texts (`web/app/src/lib/puzzles/choice.test.ts`).
        assert_eq!(id_of(""), "ztntfp");
        assert_eq!(id_of("day 20000"), "1j7jvz3");
    }
}
