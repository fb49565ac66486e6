//! Files as memory.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file's bytes, which the system brings into memory as they are looked at.
#[derive(Debug)]
pub struct Mapped(memmap2::Mmap);

impl Mapped {
    /// Maps a file. Who changes or shortens it while it is mapped breaks whoever looks at
    /// it, so it is for files that are written once, under another name, and then renamed.
    ///
    /// # Errors
    /// When it can't be opened or mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: the mapping is only read, and files that are given here are never
        // changed in place by this program; what others do to them is for their owner to
        // prevent, as with the program's own file.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self(map))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_file_has_its_bytes() {
        let path = std::env::temp_dir().join(format!("longjump-mapped-{}", std::process::id()));
        std::fs::write(&path, b"some bytes").expect("a file");
        let mapped = Mapped::open(&path).expect("it can be mapped");
        assert_eq!(mapped.as_ref(), b"some bytes");
        std::fs::remove_file(&path).expect("it is there");
        assert!(Mapped::open(&path).is_err());
    }
}
