//! A developer's commands. `cargo xtask quick` checks what changed, in a minute or two;
//! `.ci/run` checks everything. `cargo xtask book` makes one site of the documents.

mod book;
mod changes;
mod command;
mod quick;
mod twice;

use std::process::ExitCode;

const HELP: &str = "\
A developer's commands.

  cargo xtask quick              format, lints and tests of what is not committed yet
  cargo xtask quick --since REV  the same for everything that changed since REV, as in --since main
  cargo xtask twice FOLDER       a workspace that has the program's crates twice, for dist/build
  cargo xtask book [FOLDER]      the documents as one site that can be searched [default: target/book]
  cargo xtask book FOLDER --api  the same, and what rustdoc says of our crates

`bash .ci/run` checks everything, `bash .ci/run --all` also what takes long.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["quick"] => quick::run("HEAD"),
        ["quick", "--since", revision] => quick::run(revision),
        ["twice", folder] => twice::run(folder),
        ["book"] => book::run(None, false),
        ["book", folder] if !folder.starts_with('-') => book::run(Some(folder), false),
        ["book", folder, "--api"] => book::run(Some(folder), true),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => Err(format!("unknown: {}\n\n{HELP}", arguments.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
