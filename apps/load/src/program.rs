//! Which program servers run.

use crate::error::LoadError;
use std::path::PathBuf;

/// The one given, or `longjump` beside this one.
pub(crate) fn find(given: Option<&PathBuf>) -> Result<PathBuf, LoadError> {
    match given {
        Some(path) => Ok(path.clone()),
        None => Ok(std::env::current_exe()?.with_file_name("longjump")),
    }
}
