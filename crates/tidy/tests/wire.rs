//! The TypeScript of the wire, which is kept in `web/wire/src`, is that of the types; the document
//! of the protocol has every message, action and event, and fuzzing begins with each message.
//! `LONGJUMP_WRITE=1 cargo test -p longjump-tidy --test wire` writes it anew.

use longjump_wire::{
    account, explorer, following, notice, order, passkey, report, rest, socket, solving, study,
    tournament,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use ts_rs::{Config, ExportError, TS};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/wire/src");
const COMMAND: &str = "LONGJUMP_WRITE=1 cargo test -p longjump-tidy --test wire";

/// Writes a type, and all that it contains.
type Export = fn(&Config) -> Result<(), ExportError>;

/// What is written: these types, and all that they contain. A type that no other contains needs
/// a line here.
const TYPES: &[Export] = &[
    <socket::ClientMessage as TS>::export_all,
    <socket::ServerMessage as TS>::export_all,
    <rest::Problem as TS>::export_all,
    <rest::CreateGame as TS>::export_all,
    <rest::GameCreated as TS>::export_all,
    <rest::MoveRequest as TS>::export_all,
    <rest::ActionRequest as TS>::export_all,
    <rest::Accepted as TS>::export_all,
    <rest::LegalMoves as TS>::export_all,
    <rest::OpenGame as TS>::export_all,
    <rest::Lobby as TS>::export_all,
    <rest::SeatRating as TS>::export_all,
    <rest::GameSummary as TS>::export_all,
    <rest::GamesPage as TS>::export_all,
    <rest::LiveGames as TS>::export_all,
    <rest::Seek as TS>::export_all,
    <rest::SeekStatus as TS>::export_all,
    <rest::PublicPlayer as TS>::export_all,
    <rest::WhoAmI as TS>::export_all,
    <rest::Credentials as TS>::export_all,
    <rest::CreateBot as TS>::export_all,
    <rest::BotToken as TS>::export_all,
    <rest::Profile as TS>::export_all,
    <rest::Lines as TS>::export_all,
    <rest::Turn as TS>::export_all,
    <account::AccountView as TS>::export_all,
    <account::ChangePassword as TS>::export_all,
    <account::DeleteAccount as TS>::export_all,
    <account::VacationView as TS>::export_all,
    <account::TakenVacation as TS>::export_all,
    <account::TakeVacation as TS>::export_all,
    <account::Proof as TS>::export_all,
    <account::RecoveryCodes as TS>::export_all,
    <account::Recover as TS>::export_all,
    <account::NewAddress as TS>::export_all,
    <account::LetterKey as TS>::export_all,
    <account::AddressConfirmed as TS>::export_all,
    <account::Forgotten as TS>::export_all,
    <account::RecoverByLetter as TS>::export_all,
    <following::Followed as TS>::export_all,
    <following::Played as TS>::export_all,
    <following::Against as TS>::export_all,
    <notice::NewDevice as TS>::export_all,
    <notice::PushMessage as TS>::export_all,
    <order::NewReport as TS>::export_all,
    <order::Case as TS>::export_all,
    <order::PlayerFile as TS>::export_all,
    <order::NewDeed as TS>::export_all,
    <order::GamePaces as TS>::export_all,
    <explorer::Exploring as TS>::export_all,
    <explorer::Explored as TS>::export_all,
    <passkey::PasskeyWanted as TS>::export_all,
    <passkey::PasskeyChallenge as TS>::export_all,
    <passkey::NewAccount as TS>::export_all,
    <passkey::PasskeyMade as TS>::export_all,
    <passkey::PasskeySigned as TS>::export_all,
    <passkey::PasskeyName as TS>::export_all,
    <report::Report as TS>::export_all,
    <solving::Solver as TS>::export_all,
    <solving::PuzzleTries as TS>::export_all,
    <solving::SolverRating as TS>::export_all,
    <study::NewStudy as TS>::export_all,
    <study::StudyMade as TS>::export_all,
    <study::StudySummary as TS>::export_all,
    <study::StudyView as TS>::export_all,
    <study::EditRequest as TS>::export_all,
    <study::EditReceipt as TS>::export_all,
    <study::ShareStudy as TS>::export_all,
    <study::StudyKey as TS>::export_all,
    <tournament::NewTournament as TS>::export_all,
    <tournament::TournamentDeed as TS>::export_all,
    <tournament::TournamentLine as TS>::export_all,
    <tournament::TournamentView as TS>::export_all,
    <tournament::RoundWanted as TS>::export_all,
];

/// The files as they should be, by name.
fn written() -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    // JSON has one kind of number, and none of ours is beyond what it can tell apart.
    let config = Config::new()
        .with_out_dir(folder.path())
        .with_large_int("number")
        .with_import_extension(Some("js"));
    for export in TYPES {
        export(&config).expect("a type that can be written");
    }
    files(folder.path())
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let read = |entry: Result<fs::DirEntry, std::io::Error>| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a text");
        (name.into_owned(), text)
    };
    entries.map(read).collect()
}

#[test]
fn the_typescript_is_current() {
    let should = written();
    if std::env::var_os("LONGJUMP_WRITE").is_some() {
        for name in files(Path::new(KEPT)).into_keys() {
            fs::remove_file(Path::new(KEPT).join(name)).expect("an old file");
        }
        for (name, text) in should {
            fs::write(Path::new(KEPT).join(name), text).expect("a new file");
        }
        return;
    }
    let is = files(Path::new(KEPT));
    let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&is), names(&should), "write it anew: {COMMAND}");
    for (name, text) in &should {
        assert!(
            is[name] == *text,
            "web/wire/src/{name} is not what crates/wire says; write it anew: {COMMAND}"
        );
    }
}

/// The values that a field of this name has in TypeScript: `"t": "ping"`.
fn tags<'a>(typescript: &'a str, field: &str) -> Vec<&'a str> {
    let begins = format!("\"{field}\": \"");
    let tags = typescript.split(begins.as_str()).skip(1);
    tags.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_document_of_the_protocol_has_every_message() {
    let document = include_str!("../../../docs/online-protocol.md");
    let is = files(Path::new(KEPT));
    for (file, field) in [
        ("socket.ts", "t"),
        ("socket.ts", "kind"),
        ("room.ts", "type"),
        ("study.ts", "kind"),
    ] {
        let tags = tags(&is[file], field);
        assert!(tags.len() > 5, "{file} has values of {field}");
        for tag in tags {
            let shown = format!("\"{field}\":\"{tag}\"");
            let named = format!("`{tag}`");
            assert!(
                document.contains(&shown) || field != "t" && document.contains(&named),
                "docs/online-protocol.md says nothing of {shown}"
            );
        }
    }
}

/// What kind of message a seed is.
fn tag_of_seed(name: &str, seed: &str) -> String {
    let from_client = serde_json::from_str::<socket::ClientMessage>(seed).map(serde_json::to_value);
    let from_server = serde_json::from_str::<socket::ServerMessage>(seed).map(serde_json::to_value);
    let read = from_client.or(from_server);
    let message = read.unwrap_or_else(|error| panic!("fuzz/corpus/socket/{name}: {error}"));
    let message = message.expect("a message can be written");
    message["t"].as_str().expect("a tag").to_owned()
}

#[test]
fn fuzzing_begins_with_every_message() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/socket");
    let seeds = files(Path::new(folder));
    let seeds = seeds.iter().map(|(name, seed)| tag_of_seed(name, seed));
    let seeds: BTreeSet<String> = seeds.collect();
    for tag in tags(&files(Path::new(KEPT))["socket.ts"], "t") {
        assert!(seeds.contains(tag), "fuzz/corpus/socket has no {tag}");
    }
}
