//! A command that starts an external engine.

use std::fmt;
use std::path::PathBuf;

/// A program to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder to start it in, if not this one.
    pub folder: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
}

/// The command, and the options that are set.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command.join(" "))?;
        for (name, value) in &self.options {
            write!(f, " [{name}={value}]")?;
        }
        Ok(())
    }
}
