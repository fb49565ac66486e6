//! Every command of `longjump` that a document names exists, with all its options. (Those that
//! stand in blocks without a prompt are run too, by `cli.rs`.)

use assert_cmd::Command;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Options of other programs that documents name by themselves.
const OTHERS_OPTIONS: &[&str] = &["--all", "--no-capture"];

fn help(command: &[&str]) -> String {
    let mut longjump = Command::cargo_bin("longjump").expect("our own binary");
    let output = longjump.args(command).arg("--help").output().expect("help");
    String::from_utf8(output.stdout).expect("text")
}

/// What the help of each command says, by the words of the command. The empty one is `longjump`
/// itself.
#[derive(Default)]
struct Commands(BTreeMap<Vec<String>, String>);

impl Commands {
    fn read() -> Self {
        let mut commands = Self::default();
        commands.read_below(&[]);
        commands
    }

    fn read_below(&mut self, words: &[&str]) {
        let help = help(words);
        let list = help.split("\nCommands:\n").nth(1).unwrap_or_default();
        let list = list.split("\n\n").next().unwrap_or_default();
        for name in list
            .lines()
            .filter_map(|line| line.split_whitespace().next())
        {
            // Lines of a longer explanation begin further to the right.
            let is_command = list.contains(&format!("  {name} ")) && name != "help";
            if is_command {
                self.read_below(&[words, &[name]].concat());
            }
        }
        let words = words.iter().map(|&word| word.to_owned()).collect();
        self.0.insert(words, help);
    }

    /// What is wrong with a command line without its first word.
    fn complaints(&self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut command: Vec<String> = Vec::new();
        for &word in &words {
            let longer = [&command[..], &[word.to_owned()]].concat();
            if !self.0.contains_key(&longer) {
                break;
            }
            command = longer;
        }
        if command.is_empty() {
            let first = words.first().copied().unwrap_or_default();
            let is_command = first.starts_with(|c: char| c.is_ascii_lowercase());
            let lost = is_command.then(|| format!("there is no command 'longjump {first}'"));
            return lost.into_iter().collect();
        }
        let options = words.iter().filter(|word| word.starts_with("--"));
        let lost = options.filter(|option| !has_option(&self.0[&command], option));
        lost.map(|option| format!("'longjump {}' has no {option}", command.join(" ")))
            .collect()
    }
}

fn has_option(help: &str, option: &str) -> bool {
    let option = option.split('=').next().unwrap_or_default();
    let option = option.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let mut words = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.any(|word| word == option)
}

/// The code of a document: spans within sentences, and lines of blocks.
fn code(text: &str) -> Vec<String> {
    let mut code = Vec::new();
    let mut is_in_block = false;
    let mut block = String::new();
    for event in Parser::new_ext(text, pulldown_cmark::Options::ENABLE_TABLES) {
        match event {
            Event::Code(span) => code.push(span.into_string()),
            Event::Start(Tag::CodeBlock(_)) => is_in_block = true,
            Event::Text(text) if is_in_block => block.push_str(&text),
            Event::End(TagEnd::CodeBlock) => {
                is_in_block = false;
                let whole = std::mem::take(&mut block).replace("\\\n", " ");
                code.extend(whole.lines().map(str::to_owned));
            }
            _ => {}
        }
    }
    code
}

/// The command lines of `longjump` in a piece of code, each without its first word.
fn command_lines(code: &str) -> impl Iterator<Item = &str> {
    let parts = code
        .split(['|', ';', '#', '>'])
        .flat_map(|part| part.split("&&"));
    parts.filter_map(|part| {
        let part = part.trim().trim_start_matches("$ ");
        let rest = part.strip_prefix("longjump")?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
    })
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn commands_and_options_in_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ]
    .map(|name| root.join(name))
    .into();
    documents(&root.join("docs"), &mut paths);

    let commands = Commands::read();
    let all_help: String = commands.0.values().map(String::as_str).collect();
    let mut seen = 0;
    let mut complaints = BTreeSet::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a document");
        let name = path.strip_prefix(&root).expect("inside").display();
        for code in code(&text) {
            for line in command_lines(&code) {
                let found = commands.complaints(line);
                complaints.extend(found.iter().map(|what| format!("{name}: {what}")));
                seen += 1;
            }
            let is_alone = code.starts_with("--") && !OTHERS_OPTIONS.contains(&code.as_str());
            let option = code.split_whitespace().next().unwrap_or_default();
            if is_alone && !has_option(&all_help, option) {
                complaints.insert(format!("{name}: no command has {option}"));
            }
        }
    }
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    assert!(seen > 100, "the documents show commands");
}
