//! Files of the book.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file, and the folders above it.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, contents)
}

/// All pages below a folder of the book, in their order.
pub(super) fn html_files(book: &Path, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(book.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            found.extend(html_files(book, &path)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
