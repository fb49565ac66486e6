//! `longjump admin`

use crate::online::{database, run};
use clap::{Args, Subcommand, ValueEnum};
use longjump_console::Failure;
use longjump_order::{Deed, OrderError};
use longjump_server::Store;
use longjump_wire::order::{Case, LogLine, Measure, MeasureInForce, Role, Standing};
use longjump_wire::time::Moment;
use serde::Serialize;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  longjump admin reports --config club/join.toml
  longjump admin show Ada --config club/join.toml
  longjump admin bar Ada --days 30 --note 'an engine in 12 of 12 games' --config club/join.toml
  longjump admin close Ada --note 'again' --config club/join.toml
  longjump admin refund Ada --config club/join.toml
  longjump admin role Bob moderator --config club/join.toml

Keeps order in the service that has this database. Everything that is done stands in a log, which the
database lets nobody change. Whom it is about is told on the page of their account, and by e-mail if
they have given an address. Servers notice within half a minute.")]
pub(crate) struct Admin {
    /// The configuration of the server, for its database; the environment goes before it
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// Print JSON, an object a line
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Args, Debug)]
struct About {
    /// The name of the account
    name: String,
    /// Why, for those who read the log
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

#[derive(Args, Debug)]
struct Term {
    #[command(flatten)]
    about: About,
    /// For so many days [default: until it is lifted]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=36500))]
    days: Option<i32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum NewRole {
    /// Keeps order
    Moderator,
    /// Keeps order, and says who else does
    Owner,
    /// Neither
    None,
}

#[derive(Subcommand, Debug)]
enum What {
    /// How somebody stands: role, measures, and what was done about them
    Show {
        /// The name of the account
        name: String,
    },
    /// Warn somebody
    Warn(About),
    /// Let somebody send no set phrases
    Mute(Term),
    /// Let them send phrases again
    Unmute(About),
    /// Let somebody play no rated games
    Bar(Term),
    /// Let them play rated games again
    Unbar(About),
    /// Close an account: it is signed out everywhere, and nobody can sign in
    Close(Term),
    /// Open it again
    Reopen(About),
    /// Give back the rating points that others lost to somebody, each loss once
    Refund {
        #[command(flatten)]
        about: About,
        /// In games of so many days
        #[arg(long, value_name = "N", default_value_t = 90, value_parser = clap::value_parser!(i32).range(1..=36500))]
        days: i32,
    },
    /// Say who keeps order
    Role {
        #[command(flatten)]
        about: About,
        /// What they are from now on
        role: NewRole,
    },
    /// What players told of others, and is still open
    Reports,
    /// Be done with what was told of somebody
    Settle(About),
    /// The log of all that was done
    Log {
        /// How many lines
        #[arg(long, value_name = "N", default_value_t = 50)]
        lines: i64,
    },
}

impl Admin {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let database = database(self.config.as_deref())?;
        let said = run(async {
            let store = Store::connect(&database, 1).await;
            let store = store.map_err(|error| Failure::Input(error.to_string()))?;
            let said = self.what.carry_out(&store).await;
            said.map_err(|error| Failure::Input(error.to_string()))
        })?;
        said.print(out, self.json)
    }
}

/// What there is to say once it is done.
enum Said {
    Done(String),
    Standing(Standing, Vec<LogLine>),
    Log(Vec<LogLine>),
    Cases(Vec<Case>),
}

impl What {
    async fn carry_out(&self, store: &Store) -> Result<Said, OrderError> {
        let pool = store.pool();
        let said = match self {
            Self::Show { name } => {
                let player = longjump_order::find(&pool, name).await?;
                let standing = longjump_order::standing(&pool, player).await?;
                let entries = longjump_order::log(&pool, Some(player), 50).await?;
                return Ok(Said::Standing(standing, entries));
            }
            Self::Log { lines } => {
                return Ok(Said::Log(longjump_order::log(&pool, None, *lines).await?));
            }
            Self::Reports => {
                return Ok(Said::Cases(longjump_order::cases(&pool, None).await?));
            }
            Self::Settle(about) => {
                let deed = about.deed(store).await?;
                let settled = longjump_order::settle(&pool, &deed).await?;
                format!("{settled} reports about {} are settled", about.name)
            }
            Self::Mute(term) => take(store, term, Measure::Muted).await?,
            Self::Bar(term) => take(store, term, Measure::Unrated).await?,
            Self::Close(term) => take(store, term, Measure::Closed).await?,
            Self::Unmute(about) => lift(store, about, Measure::Muted).await?,
            Self::Unbar(about) => lift(store, about, Measure::Unrated).await?,
            Self::Reopen(about) => lift(store, about, Measure::Closed).await?,
            Self::Warn(about) => {
                longjump_order::warn(&pool, &about.deed(store).await?).await?;
                format!("{} is warned", about.name)
            }
            Self::Refund { about, days } => {
                let deed = about.deed(store).await?;
                let done = longjump_order::refund(&pool, &deed, *days).await?;
                let (points, players, games) = (done.points, done.players, done.games);
                format!("{points:.0} points given back to {players} players for {games} games")
            }
            Self::Role { about, role } => {
                let role = match role {
                    NewRole::Moderator => Some(Role::Moderator),
                    NewRole::Owner => Some(Role::Owner),
                    NewRole::None => None,
                };
                longjump_order::set_role(&pool, &about.deed(store).await?, role).await?;
                let word = role.map_or("nothing special", Role::word);
                format!("{} is {word} now", about.name)
            }
        };
        Ok(Said::Done(said))
    }
}

impl About {
    async fn deed(&self, store: &Store) -> Result<Deed<'_>, OrderError> {
        Ok(Deed {
            by: None,
            about: longjump_order::find(&store.pool(), &self.name).await?,
            note: &self.note,
        })
    }
}

async fn take(store: &Store, term: &Term, measure: Measure) -> Result<String, OrderError> {
    let deed = term.about.deed(store).await?;
    longjump_order::take(&store.pool(), &deed, measure, term.days).await?;
    let word = measure.word();
    let until = match term.days {
        Some(days) => format!("for {days} days"),
        None => "until that is lifted".to_owned(),
    };
    Ok(format!("{} is {word} {until}", term.about.name))
}

async fn lift(store: &Store, about: &About, measure: Measure) -> Result<String, OrderError> {
    let deed = about.deed(store).await?;
    let word = measure.word();
    let was = longjump_order::lift(&store.pool(), &deed, measure).await?;
    let more = if was { "no more" } else { "not anyway" };
    Ok(format!("{} is {word} {more}", about.name))
}

impl Said {
    fn print(&self, out: &mut impl Write, is_json: bool) -> Result<(), Failure> {
        match self {
            Self::Done(text) if is_json => writeln!(out, "{}", json!({"done": text}))?,
            Self::Done(text) => writeln!(out, "{text}")?,
            Self::Log(entries) => print_log(out, entries, is_json)?,
            Self::Cases(cases) => print_cases(out, cases, is_json)?,
            Self::Standing(standing, entries) => {
                print_standing(out, standing, is_json)?;
                print_log(out, entries, is_json)?;
            }
        }
        Ok(())
    }
}

fn print_json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value).map_err(std::io::Error::other)?;
    Ok(writeln!(out, "{line}")?)
}

fn print_cases(out: &mut impl Write, cases: &[Case], is_json: bool) -> Result<(), Failure> {
    if cases.is_empty() && !is_json {
        writeln!(out, "nothing is told of anybody")?;
    }
    for case in cases {
        if is_json {
            print_json(out, case)?;
            continue;
        }
        writeln!(out, "{}", case.player)?;
        for report in &case.reports {
            let (kind, day, game) = (report.kind.word(), date(report.at), &report.game);
            let game = game
                .as_deref()
                .map_or(String::new(), |id| format!(", game {id}"));
            writeln!(
                out,
                "  {day} {} says {kind}{game}: {}",
                report.by, report.text
            )?;
        }
    }
    Ok(())
}

fn print_standing(out: &mut impl Write, standing: &Standing, is_json: bool) -> Result<(), Failure> {
    if is_json {
        return print_json(out, standing);
    }
    let role = standing.role.map_or("no role", Role::word);
    let games = standing.rated_games;
    writeln!(out, "{}: {role}, {games} rated games", standing.name)?;
    for MeasureInForce { measure, until } in &standing.measures {
        let until = until.map_or("until that is lifted".to_owned(), |at| {
            format!("until {}", date(at))
        });
        writeln!(out, "{} {until}", measure.word())?;
    }
    Ok(())
}

fn print_log(out: &mut impl Write, entries: &[LogLine], is_json: bool) -> Result<(), Failure> {
    for entry in entries {
        if is_json {
            print_json(out, entry)?;
            continue;
        }
        let by = entry.by.as_deref().unwrap_or("the command line");
        let about = entry.about.as_deref().unwrap_or("?");
        let note = if entry.note.is_empty() {
            String::new()
        } else {
            format!(": {}", entry.note)
        };
        let (day, what) = (date(entry.at), &entry.what);
        writeln!(out, "{day}  {about} {what}, by {by}{note}")?;
    }
    Ok(())
}

/// Such as `2026-11-19 12:00`, in universal time.
fn date(Moment(at): Moment) -> String {
    let at = std::time::UNIX_EPOCH + std::time::Duration::from_millis(at.max(0) as u64);
    let text = humantime::format_rfc3339_seconds(at).to_string();
    text[..16].replace('T', " ")
}
