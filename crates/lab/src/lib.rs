//! The laboratory: each paper's experiments with its own players, beside the figures it printed.
//!
//! Every chapter is a file and goes through engine specs alone. What comes of them is a
//! [`Report`], as data or as a [`page`] that needs nothing but itself.
//!
//! ```no_run
//! use longjump_lab::{Experiment, page};
//! let experiment = Experiment { quick: true, threads: 2, progress: &|step| println!("{step:?}") };
//! let report = experiment.run(|chapter| chapter == "corners")?;
//! std::fs::write("lab.html", page(&report))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chapters;
mod corners;
mod diamond;
mod error;
mod knightthrough;
mod lab;
mod learning;
mod measure;
mod minicheckers;
mod modern;
mod progress;
mod report;
mod thesis;

pub use chapters::{Experiment, chapter_names};
pub use error::LabError;
pub use progress::Progress;
pub use report::{Chapter, Item, Report, Table, page};
