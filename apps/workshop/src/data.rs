//! `longjump data`

use clap::{Args, Subcommand};
use longjump_console::training::{open, open_all, wrong};
use longjump_console::{Failure, files};
use longjump_dataset::TrainingError;
use longjump_learning::LearningError;
use longjump_learning::data::{Info, Mix, Picked, check, pick};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump data info star.ljt
  longjump data check one.ljt two.ljt
  longjump data sample star.ljt -n 5 --seed 7
  longjump data mix one.ljt two.ljt --out star.ljt

Files are those of 'longjump selfplay', and what they are for is 'longjump train'.")]
pub struct Data {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Tell what is in files
    Info(InfoArguments),
    /// Look whether files are whole and every record can be what it says
    Check(CheckArguments),
    /// Print random positions of a file
    Sample(SampleArguments),
    /// Make one file of several, in which no position is twice, in random order
    Mix(MixArguments),
}

#[derive(Args, Debug)]
struct InfoArguments {
    /// Files of training data
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct CheckArguments {
    /// Files of training data
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct SampleArguments {
    /// A file of training data
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many positions
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 10)]
    count: usize,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct MixArguments {
    /// Files of training data of one game. Of positions that are the same, turned or mirrored,
    /// the first is kept: name the file that you trust most first
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Where the positions go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where the random numbers start
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Data {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.action {
            Action::Info(info) => info.run(out),
            Action::Check(check) => check.run(out),
            Action::Sample(sample) => sample.run(out),
            Action::Mix(mix) => mix.run(out),
        }
    }
}

fn paths(files: &[PathBuf]) -> impl Iterator<Item = &Path> {
    files.iter().map(PathBuf::as_path)
}

impl InfoArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (opened, mut bar) = open_all(paths(&self.files))?;
        let mut infos = Vec::new();
        for (file, reader) in opened {
            let records = reader.records();
            let info = Info::of(reader, &mut bar.on_progress());
            let info = info.map_err(|error| wrong(file, error.into()))?;
            infos.push((file, info));
            bar.next_file(records);
        }
        bar.finish();
        if self.json {
            let file = |(file, info): &(&Path, Info)| {
                let mut value = serde_json::to_value(info).expect("figures can be written");
                value["file"] = file.display().to_string().into();
                value
            };
            let files: Vec<_> = infos.iter().map(file).collect();
            writeln!(out, "{}", json!({ "files": files }))?;
            return Ok(());
        }
        for (number, (file, info)) in infos.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            write!(out, "{}\n{info}", file.display())?;
        }
        Ok(())
    }
}

impl CheckArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (opened, mut bar) = open_all(paths(&self.files))?;
        let mut checked = Vec::new();
        for (file, reader) in opened {
            let records = reader.records();
            let found = check(reader, &mut bar.on_progress());
            checked.push((file, found.map_err(|error| wrong(file, error))?));
            bar.next_file(records);
        }
        bar.finish();
        if self.json {
            let files = checked.iter().map(|(file, found)| {
                json!({
                    "file": file.display().to_string(),
                    "positions": found.records,
                    "checksum": found.has_checksum,
                })
            });
            let files: Vec<_> = files.collect();
            writeln!(out, "{}", json!({ "files": files }))?;
            return Ok(());
        }
        for (file, found) in checked {
            let sum = match found.has_checksum {
                true => "the checksum fits",
                false => "it is of version 1, which has no checksum",
            };
            let (file, records) = (file.display(), found.records);
            writeln!(out, "{file}: {records} positions, all right; {sum}")?;
        }
        Ok(())
    }
}

impl SampleArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let picked = pick(open(&self.file)?, self.count, self.seed);
        let picked = picked.map_err(|error| wrong(&self.file, error))?;
        if self.json {
            writeln!(out, "{}", json!({ "positions": picked }))?;
            return Ok(());
        }
        for position in &picked {
            let Picked {
                record,
                game,
                moves,
                result,
                ..
            } = position;
            let score = position
                .score
                .map_or("no score".to_owned(), longjump_display::numbers::outlook);
            writeln!(out, "{}", position.position)?;
            writeln!(
                out,
                "  record {record}, game {game} after {moves} moves: {score}; it got {result}"
            )?;
        }
        Ok(())
    }
}

impl MixArguments {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        files::check(Some(&self.out), "--out")?;
        let (opened, mut bar) = open_all(paths(&self.files))?;
        let mut mix = None;
        for (file, reader) in opened {
            let records = reader.records();
            let added = match mix {
                Some(mix) => Ok(mix),
                None => Mix::like(reader.header()),
            };
            let added = added.and_then(|mut mix| {
                mix.add(reader, &mut bar.on_progress())?;
                Ok(mix)
            });
            mix = Some(added.map_err(|error| wrong(file, error))?);
            bar.next_file(records);
        }
        bar.finish();
        let mix = mix.expect("there is a file at least");
        // All is in memory, so a file may be mixed into itself.
        let unwritten = |error: std::io::Error| files::unwritten(&self.out, &error, "--out");
        let file = File::create(&self.out).map_err(unwritten)?;
        let mixed = mix.write(self.seed, BufWriter::new(file));
        let mixed = mixed.map_err(|error| match error {
            LearningError::Training(TrainingError::Io(error)) => unwritten(error),
            error => wrong(&self.out, error),
        })?;
        let left_out = mixed.read - mixed.written;
        let file = self.out.display();
        if self.json {
            let report = json!({
                "read": mixed.read,
                "left_out": left_out,
                "positions": mixed.written,
                "games": mixed.games,
                "seed": self.seed,
                "file": file.to_string(),
            });
            writeln!(out, "{report}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{} positions of {} games; {left_out} of {} left out, as they were there already",
            mixed.written, mixed.games, mixed.read
        )?;
        writeln!(out, "written to {file}")?;
        Ok(())
    }
}
