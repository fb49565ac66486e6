//! Files that options name: read, written, and what is said when they can't be.

use crate::Failure;
use std::path::Path;

/// The text of a file.
pub fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file)
        .map_err(|error| Failure::Input(format!("can't read {}: {error}", file.display())))
}

/// Writes the file that an option names.
pub fn write(file: &Path, contents: impl AsRef<[u8]>, option: &str) -> Result<(), Failure> {
    std::fs::write(file, contents).map_err(|error| unwritten(file, &error, option))
}

/// Writes a file under another name first: what was there before stays until the new one is whole.
pub fn replace(file: &Path, contents: impl AsRef<[u8]>, option: &str) -> Result<(), Failure> {
    let new = file.with_added_extension("new");
    let written = std::fs::write(&new, contents);
    let written = written.and_then(|()| std::fs::rename(&new, file));
    written.map_err(|error| unwritten(file, &error, option))
}

/// What is said when it can't be written.
pub fn unwritten(file: &Path, error: &std::io::Error, option: &str) -> Failure {
    let file = file.display();
    Failure::Input(format!(
        "can't write to {file}: {error}; give another {option}"
    ))
}

/// Looks whether a file can be written, before anybody has waited for what goes there.
pub fn check(file: Option<&Path>, option: &str) -> Result<(), Failure> {
    let Some(file) = file else {
        return Ok(());
    };
    let was_there = file.exists();
    let opened = std::fs::File::options()
        .append(true)
        .create(true)
        .open(file);
    opened.map_err(|error| unwritten(file, &error, option))?;
    if !was_there {
        std::fs::remove_file(file).map_err(|error| unwritten(file, &error, option))?;
    }
    Ok(())
}
