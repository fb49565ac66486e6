//! The table that comes with the program.

use super::RaceTable;
use std::sync::Arc;

/// The table of the last seven rows, unpacked when it is first asked for; none in the
/// browser, where it would be most of what has to be loaded.
pub fn standard() -> Option<Arc<RaceTable>> {
    #[cfg(not(target_arch = "wasm32"))]
    return packed::unpacked();
    #[cfg(target_arch = "wasm32")]
    return None;
}

#[cfg(not(target_arch = "wasm32"))]
mod packed {
    use super::{Arc, RaceTable};
    use std::sync::OnceLock;

    /// What `longjump tables build star --rows 7` makes, compressed.
    const COMPRESSED: &[u8] = include_bytes!("star7.race.zlib");
    /// How large it is when it is not.
    const LENGTH: usize = 13_123_142;

    pub(super) fn unpacked() -> Option<Arc<RaceTable>> {
        static TABLE: OnceLock<Option<Arc<RaceTable>>> = OnceLock::new();
        let unpack = || {
            let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(COMPRESSED, LENGTH);
            RaceTable::read(bytes.ok()?).ok().map(Arc::new)
        };
        TABLE.get_or_init(unpack).clone()
    }
}
