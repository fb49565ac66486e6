//! What a document names: its headings, links and code.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A document of the repository, taken apart.
pub(crate) struct Document {
    /// The path from the root of the repository.
    pub(crate) path: PathBuf,
    /// What `#…` may refer to, as GitHub names it.
    pub(crate) anchors: BTreeSet<String>,
    /// Targets of links and pictures, as they are written.
    pub(crate) links: Vec<String>,
    /// Code within a sentence.
    pub(crate) spans: Vec<String>,
    /// Lines that a reader types: those of console blocks that begin with `$`, those of
    /// console blocks without any `$`, and those of indented blocks.
    pub(crate) commands: Vec<String>,
}

impl Document {
    pub(crate) fn read(root: &Path, path: &Path) -> Self {
        let text = std::fs::read_to_string(root.join(path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut document = Self {
            path: path.to_owned(),
            anchors: BTreeSet::new(),
            links: Vec::new(),
            spans: Vec::new(),
            commands: Vec::new(),
        };
        document.take_apart(&text);
        document
    }

    /// Every word of its code, without the brackets and commas around it.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let code = self.spans.iter().chain(&self.commands);
        code.flat_map(|code| words(code))
    }

    fn take_apart(&mut self, text: &str) {
        let mut heading: Option<String> = None;
        let mut block: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    self.add_anchor(&heading.take().unwrap_or_default());
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    block = shows_commands(&kind).then(String::new);
                }
                Event::End(TagEnd::CodeBlock) => {
                    self.add_commands(&block.take().unwrap_or_default());
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    self.links.push(dest_url.into_string());
                }
                Event::Html(html) | Event::InlineHtml(html) => self.add_html_links(&html),
                Event::Code(code) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&code);
                    }
                    self.spans.push(code.into_string());
                }
                Event::Text(text) => {
                    if let Some(part) = heading.as_mut().or(block.as_mut()) {
                        part.push_str(&text);
                    }
                }
                _ => {}
            }
        }
    }

    /// A heading's name: small letters, hyphens for spaces, and a number if it is there already.
    fn add_anchor(&mut self, heading: &str) {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let name: String = heading.to_lowercase().chars().filter(kept).collect();
        let name = name.replace(' ', "-");
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !self.anchors.contains(name));
        self.anchors.extend(free);
    }

    fn add_html_links(&mut self, html: &str) {
        for attribute in ["src=\"", "href=\""] {
            for rest in html.split(attribute).skip(1) {
                let target = rest.split('"').next().unwrap_or_default();
                self.links.push(target.to_owned());
            }
        }
    }

    fn add_commands(&mut self, block: &str) {
        // A command may go on in the next line.
        let block = block.replace("\\\n", " ");
        let has_prompt = block.lines().any(|line| line.starts_with("$ "));
        let typed = block.lines().filter_map(|line| {
            let typed = line.strip_prefix("$ ");
            if has_prompt { typed } else { Some(line) }
        });
        self.commands.extend(typed.map(str::to_owned));
    }
}

pub(crate) fn words(code: &str) -> impl Iterator<Item = &str> {
    let around = |c: char| matches!(c, '(' | ')' | '"' | '\'' | ',' | ';');
    code.split_whitespace()
        .map(move |word| word.trim_matches(around))
}

fn shows_commands(kind: &CodeBlockKind<'_>) -> bool {
    match kind {
        CodeBlockKind::Indented => true,
        CodeBlockKind::Fenced(language) => matches!(&**language, "console" | "sh" | "bash"),
    }
}
