//! Draws the picture of the crates in `ARCHITECTURE.md` from the list of allowed arrows.

use longjump_tidy::{Workspace, rewrite};

fn main() -> std::io::Result<()> {
    rewrite(&Workspace::load().folder)
}
