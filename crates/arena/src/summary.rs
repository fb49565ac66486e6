//! How a tournament stands, in words and as JSON.

use crate::{Cause, Format, Scoreboard, Tournament};
use longjump_games::lasting;
use longjump_statistics::{
    Estimate, SprtDecision, elo_of_score, least_elo, logistic_elo, normalised_elo, superiority,
};
use longjump_wire::report::Report;
use serde_json::{Value, json};
use std::fmt::Write;

const CONFIDENCE: f64 = 0.95;

/// How a tournament stands, line by line.
pub fn standing(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    match tournament.schedule.format {
        Format::Match => match_standing(tournament, scoreboard),
        _ => table(tournament, scoreboard),
    }
}

/// What came of a tournament.
pub fn text(tournament: &Tournament, scoreboard: &Scoreboard, seconds: f64) -> String {
    let mut text = standing(tournament, scoreboard);
    let games = scoreboard.games();
    if games > 0 {
        let plies = scoreboard.plies() as f64 / games as f64;
        let time = time(seconds);
        writeln!(text, "{games} games, {plies:.1} plies each, {time}").expect("a string");
    }
    if let Some(factor) = tournament.time_factor {
        writeln!(
            text,
            "times were multiplied by {factor:.2} for this machine"
        )
        .expect("a string");
    }
    text
}

fn match_standing(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let names = [
        &tournament.participants[0].name,
        &tournament.participants[1].name,
    ];
    let mut text = format!("{} against {}\n", names[0], names[1]);
    let scores = scoreboard.scores();
    let percent = 100.0 * scores.mean();
    if tournament.schedule.seats == 2 {
        let [won, drawn, lost] = scoreboard.wins_draws_losses();
        writeln!(
            text,
            "{won} won, {drawn} drawn, {lost} lost: {percent:.1} %"
        )
    } else {
        let games = scoreboard.games();
        let first = first_places(tournament, scoreboard, 0);
        writeln!(text, "{percent:.1} % of the points in {games} games{first}")
    }
    .expect("a string");
    text += &elo_line(scoreboard);
    text += &test_line(tournament, scoreboard);
    text + &causes_line(tournament, scoreboard)
}

fn elo_line(scoreboard: &Scoreboard) -> String {
    let scores = scoreboard.scores();
    let Some(elo) = logistic_elo(scores, CONFIDENCE) else {
        let even = elo_of_score(scores.mean()) == 0.0;
        return match least_elo(scores, CONFIDENCE) {
            _ if scores.blocks() == 0 => String::new(),
            _ if even => "Elo +0, and all blocks alike so far\n".to_owned(),
            Some(least) => least_elo_line(least),
            None => "all blocks alike so far: too early to say how far apart they are\n".to_owned(),
        };
    };
    let sure = superiority(scores).unwrap_or(0.5);
    format!(
        "Elo {}, {:.1} % sure to be stronger\n",
        estimate(elo),
        100.0 * sure
    )
}

/// For who won every game, or none.
fn least_elo_line(least: f64) -> String {
    let (result, side) = match least.is_sign_positive() {
        true => ("won", "above"),
        false => ("lost", "below"),
    };
    let sure = 100.0 * CONFIDENCE;
    format!("every game {result}: Elo {side} {least:+.1}, {sure:.0} % sure\n")
}

fn test_line(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let (Some((test, llr, verdict)), Some(settings)) = (scoreboard.test(), tournament.test) else {
        return String::new();
    };
    let (lower, upper) = (test.lower(), test.upper());
    let model = if settings.normalised {
        "normalised Elo"
    } else {
        "Elo"
    };
    let conclusion = match verdict {
        SprtDecision::AcceptH0 => format!(": {model} {} accepted", settings.elo0),
        SprtDecision::AcceptH1 => format!(": {model} {} accepted", settings.elo1),
        SprtDecision::Continue => format!(" for {model} {} and {}", settings.elo0, settings.elo1),
    };
    format!("LLR {llr:.2} between {lower:.2} and {upper:.2}{conclusion}\n")
}

/// How games ended that were not decided on the board, and whose fault it was.
fn causes_line(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let unusual = scoreboard
        .causes()
        .iter()
        .filter(|(cause, _)| **cause != Cause::Result);
    let causes: Vec<String> = unusual
        .map(|(cause, games)| format!("{cause} {games}"))
        .collect();
    let faults = tournament.participants.iter().zip(scoreboard.faults());
    let faults: Vec<String> = faults
        .filter(|&(_, &faults)| faults > 0)
        .map(|(participant, faults)| format!("{} {faults}", participant.name))
        .collect();
    let mut text = String::new();
    if !causes.is_empty() {
        writeln!(text, "ended by {}", causes.join(", ")).expect("a string");
    }
    if !faults.is_empty() {
        writeln!(text, "faults: {}", faults.join(", ")).expect("a string");
    }
    text
}

/// Everybody's points, most first.
fn table(tournament: &Tournament, scoreboard: &Scoreboard) -> String {
    let mut order: Vec<usize> = (0..tournament.participants.len()).collect();
    let share = |player: usize| {
        let (points, games) = scoreboard.points()[player];
        points / games.max(1) as f64
    };
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let width = tournament
        .participants
        .iter()
        .map(|one| one.name.chars().count());
    let width = width.max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:width$} {:>8} {:>7} {:>7}\n",
        "player", "points", "games", "share"
    );
    for player in order {
        let (points, games) = scoreboard.points()[player];
        let name = &tournament.participants[player].name;
        let percent = 100.0 * share(player);
        writeln!(
            text,
            "{name:width$} {points:>8.1} {games:>7} {percent:>5.1} %{}",
            first_places(tournament, scoreboard, player)
        )
        .expect("a string");
    }
    text + &causes_line(tournament, scoreboard)
}

/// How often a participant came first, where that is not all there is to win.
fn first_places(tournament: &Tournament, scoreboard: &Scoreboard, player: usize) -> String {
    let first = scoreboard.first_places(player, CONFIDENCE);
    match first.filter(|_| tournament.schedule.seats > 2) {
        Some(Estimate { low, value, high }) => format!(
            "   first {:.1} % ({:.1} to {:.1})",
            100.0 * value,
            100.0 * low,
            100.0 * high
        ),
        None => String::new(),
    }
}

/// The same for scripts.
pub fn json(tournament: &Tournament, scoreboard: &Scoreboard, seconds: f64) -> Value {
    let players: Vec<Value> = tournament
        .participants
        .iter()
        .zip(scoreboard.points())
        .zip(scoreboard.faults())
        .enumerate()
        .map(|(player, ((participant, &(points, games)), faults))| {
            json!({
                "first_places": scoreboard.first_places(player, CONFIDENCE),
                "name": participant.name,
                "engine": participant.engine(),
                "control": participant.control.to_string(),
                "points": points,
                "games": games,
                "faults": faults,
            })
        })
        .collect();
    let causes = scoreboard.causes().iter();
    let causes: serde_json::Map<String, Value> = causes
        .map(|(cause, games)| (cause.to_string(), json!(games)))
        .collect();
    let endings = scoreboard.endings();
    let mut report = json!({
        "game": lasting(&tournament.game).to_string(),
        "players": players,
        "games": scoreboard.games(),
        "is_over": scoreboard.is_over(),
        "causes": causes,
        "endings": endings,
        "plies_per_game": scoreboard.plies() as f64 / scoreboard.games().max(1) as f64,
        "seconds": seconds,
    });
    if tournament.schedule.format == Format::Match {
        let scores = scoreboard.scores();
        let [won, drawn, lost] = scoreboard.wins_draws_losses();
        report["won"] = json!(won);
        report["drawn"] = json!(drawn);
        report["lost"] = json!(lost);
        report["score"] = json!(scores.mean());
        report["blocks"] = json!(scores.counts());
        report["elo"] = json!(logistic_elo(scores, CONFIDENCE));
        report["least_elo"] = json!(least_elo(scores, CONFIDENCE));
        report["normalised_elo"] = json!(normalised_elo(scores, CONFIDENCE));
        report["superiority"] = json!(superiority(scores));
    }
    if let Some((test, llr, verdict)) = scoreboard.test() {
        report["test"] = json!({
            "settings": tournament.test,
            "llr": llr,
            "lower": test.lower(),
            "upper": test.upper(),
            "verdict": match verdict {
                SprtDecision::AcceptH0 => "H0",
                SprtDecision::AcceptH1 => "H1",
                SprtDecision::Continue => "open",
            },
        });
    }
    report
}

fn estimate(Estimate { low, value, high }: Estimate) -> String {
    format!("{value:+.1} ({low:+.1} to {high:+.1})")
}

/// A tournament's players as a list in Markdown, best first.
pub fn rating_list(report: &Report) -> String {
    let mut text = format!(
        "\n## {}\n\n{} games.\n\n| | player | Elo | 95 % | points | games |\n\
         |---:|---|---:|---|---:|---:|\n",
        report.game, report.games_played
    );
    for (place, player) in (1..).zip(&report.players) {
        let (elo, interval) = player.rating.map_or_else(Default::default, |elo| {
            let interval = format!("{:+.0} to {:+.0}", elo.low, elo.high);
            (format!("{:+.0}", elo.value), interval)
        });
        let percent = 100.0 * player.points / player.games.max(1) as f64;
        writeln!(
            text,
            "| {place} | {} | {elo} | {interval} | {percent:.0} % | {} |",
            player.name, player.games
        )
        .expect("a string");
    }
    text
}

/// A time for people.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{seconds:.1} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole / 60 % 60),
    }
}
