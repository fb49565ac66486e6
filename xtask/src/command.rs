//! Other programs, run where everybody sees what is run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

/// Runs a program in a folder; it is an error when the program says that it failed.
pub(crate) fn run_in(folder: &str, program: &str, arguments: &[&str]) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    println!("== {line}");
    let status = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path_with_tools())
        .status()
        .map_err(|error| format!("can't run {program}: {error}; bash .ci/tools installs it"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{line}` failed"))
    }
}

/// Where `.ci/tools` installs, before everything else.
pub(crate) fn path_with_tools() -> OsString {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    let tools = cache.or_else(home).map(|cache| cache.join("longjump/bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = tools.into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}
