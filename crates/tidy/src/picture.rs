//! The part of `ARCHITECTURE.md` that is made from the list of arrows.

use crate::policy::ARROWS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- begin of what `cargo run -p longjump-tidy` writes -->\n";
const END: &str = "<!-- end of what `cargo run -p longjump-tidy` writes -->\n";

/// Whether the picture in `ARCHITECTURE.md` is that of the list.
///
/// # Errors
///
/// If the file can't be read, or has no place for the picture.
pub fn is_current(workspace: &Path) -> io::Result<bool> {
    let text = std::fs::read_to_string(document(workspace))?;
    Ok(redrawn(&text)? == text)
}

/// Draws the picture in `ARCHITECTURE.md` anew.
///
/// # Errors
///
/// If the file can't be read or written, or has no place for the picture.
pub fn rewrite(workspace: &Path) -> io::Result<()> {
    let text = std::fs::read_to_string(document(workspace))?;
    std::fs::write(document(workspace), redrawn(&text)?)
}

fn document(workspace: &Path) -> PathBuf {
    workspace.join("ARCHITECTURE.md")
}

fn redrawn(text: &str) -> io::Result<String> {
    let between = text
        .split_once(BEGIN)
        .and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let Some((before, after)) = between else {
        let message = format!("ARCHITECTURE.md has no lines {BEGIN} and {END}");
        return Err(io::Error::other(message));
    };
    Ok(format!("{before}{BEGIN}\n{}\n{END}{after}", section()))
}

/// The picture, and a line for each crate. Arrows that follow from others are left out of the
/// picture, which would be a tangle with them.
fn section() -> String {
    let mut text = String::from("```mermaid\ngraph BT\n");
    let needed: BTreeMap<&str, BTreeSet<&str>> = ARROWS
        .iter()
        .map(|&(name, uses)| (name, uses.iter().copied().collect()))
        .collect();
    for &(name, uses) in ARROWS {
        for used in uses {
            let others = uses.iter().filter(|other| *other != used);
            let implied = others
                .into_iter()
                .any(|other| reaches(&needed, other, used));
            if !implied {
                writeln!(text, "    {name} --> {used}").expect("a string takes it");
            }
        }
    }
    text.push_str("```\n\n| crate | uses |\n|---|---|\n");
    for (name, uses) in ARROWS {
        let uses = if uses.is_empty() {
            "none of ours".to_owned()
        } else {
            uses.join(", ")
        };
        writeln!(text, "| {name} | {uses} |").expect("a string takes it");
    }
    text
}

fn reaches(needed: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let next = needed.get(from).into_iter().flatten();
    next.into_iter()
        .any(|&next| next == to || reaches(needed, next, to))
}
