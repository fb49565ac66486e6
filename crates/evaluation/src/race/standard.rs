//! The table that everyone uses.

use super::{RaceTable, TableError};
use std::sync::{Arc, OnceLock};

/// The name of the file that has it, for those who have to load it.
pub const FILE: &str = "star7.race";

static TABLE: OnceLock<Arc<RaceTable>> = OnceLock::new();

/// The table of the last seven rows. It is part of the program and unpacked when it is first
/// asked for; in the browser, where it would be most of what has to be loaded, there is none
/// before it is [loaded](load_standard).
pub fn standard() -> Option<Arc<RaceTable>> {
    #[cfg(not(target_arch = "wasm32"))]
    TABLE.get_or_init(packed::unpacked);
    TABLE.get().cloned()
}

/// Loads the table where it is not part of the program; whoever asks afterwards has it. If there
/// is one already, that one stays.
///
/// # Errors
/// When the bytes are no table.
pub fn load_standard(bytes: Vec<u8>) -> Result<(), TableError> {
    let table = RaceTable::read(bytes)?;
    TABLE.get_or_init(|| Arc::new(table));
    Ok(())
}

#[cfg(not(target_arch = "wasm32"))]
mod packed {
    use super::{Arc, RaceTable};

    /// What `longjump tables build star --rows 7` makes, compressed.
    const COMPRESSED: &[u8] = include_bytes!("star7.race.zlib");
    /// How large it is when it is not.
    const LENGTH: usize = 13_123_142;

    pub(super) fn unpacked() -> Arc<RaceTable> {
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(COMPRESSED, LENGTH);
        let bytes = bytes.expect("what was compressed can be unpacked");
        Arc::new(RaceTable::read(bytes).expect("the program's own table"))
    }
}
