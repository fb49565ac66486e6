//! The nets that everyone uses.

use super::error::NetError;
use super::net::Net;
use std::sync::{Arc, Mutex, PoisonError};

/// The nets there are: what each is for, and the name of its file.
const FILES: &[(&str, &str)] = &[
    ("star", "star.net"),
    ("star-open", "star-open.net"),
    ("star-super", "star-super.net"),
    ("star with more than two seats", "star-many.net"),
    ("corners", "corners.net"),
    ("corners-race", "corners-race.net"),
    ("diamond", "diamond.net"),
    ("knightthrough", "knightthrough.net"),
];

static NETS: Mutex<Vec<Arc<Net>>> = Mutex::new(Vec::new());

/// The net for a game's usual rules, if there is one. Nets are part of the program and unpacked
/// when they are first asked for; in the browser there is none before it is
/// [loaded](load_standard).
pub fn standard(game: &str) -> Option<Arc<Net>> {
    #[cfg_attr(
        target_arch = "wasm32",
        expect(unused_mut, reason = "nothing is unpacked there")
    )]
    let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = nets.iter().find(|net| net.about().game == game).cloned();
    #[cfg(not(target_arch = "wasm32"))]
    let known = known.or_else(|| {
        let net = Arc::new(packed::unpacked(game)?);
        nets.push(net.clone());
        Some(net)
    });
    known
}

/// The name of the file with the net for a game's usual rules, for those who have to load it.
pub fn file_of(game: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(known, _)| *known == game);
    found.map(|(_, file)| *file)
}

/// The files of the nets that are part of the program, with a checksum each (Adler-32).
#[cfg(not(target_arch = "wasm32"))]
pub fn packed() -> impl Iterator<Item = (&'static str, u32)> {
    let checksums = packed::COMPRESSED.iter().map(|(_, compressed)| {
        // What was compressed ends with it.
        let end = compressed.last_chunk().expect("a checksum at the end");
        u32::from_be_bytes(*end)
    });
    FILES.iter().map(|(_, file)| *file).zip(checksums)
}

/// Loads a net where it is not part of the program; whoever asks afterwards has it. If there
/// is one for the same game already, that one stays.
///
/// # Errors
/// When the bytes are no net.
pub fn load_standard(bytes: &[u8]) -> Result<(), NetError> {
    let net = Net::read(bytes)?;
    if standard(&net.about().game).is_none() {
        let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
        nets.push(Arc::new(net));
    }
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
mod packed {
    use super::Net;

    /// Each game's, compressed. `docs/learning.md` says how they were made.
    pub(super) const COMPRESSED: &[(&str, &[u8])] = &[
        ("star", include_bytes!("star.net.zlib")),
        ("star-open", include_bytes!("star-open.net.zlib")),
        ("star-super", include_bytes!("star-super.net.zlib")),
        (
            "star with more than two seats",
            include_bytes!("star-many.net.zlib"),
        ),
        ("corners", include_bytes!("corners.net.zlib")),
        ("corners-race", include_bytes!("corners-race.net.zlib")),
        ("diamond", include_bytes!("diamond.net.zlib")),
        ("knightthrough", include_bytes!("knightthrough.net.zlib")),
    ];
    /// No net is larger.
    const LIMIT: usize = 1 << 20;

    #[test]
    fn every_net_has_a_file_name() {
        let games: Vec<&str> = COMPRESSED.iter().map(|(game, _)| *game).collect();
        let named: Vec<&str> = super::FILES.iter().map(|(game, _)| *game).collect();
        assert_eq!(named, games);
    }

    pub(super) fn unpacked(game: &str) -> Option<Net> {
        let (_, compressed) = COMPRESSED.iter().find(|(name, _)| *name == game)?;
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(compressed, LIMIT);
        let bytes = bytes.expect("what was compressed can be unpacked");
        Some(Net::read(&bytes).expect("the program's own net"))
    }
}
