//! Which documents are chapters, and in which order: the index has them by reader.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// The list of all documents; a test of `crates/tidy` says when one is missing from it.
pub(super) const INDEX: &str = "docs/README.md";
/// What comes first, before any part.
const FIRST: [&str; 2] = ["README.md", INDEX];

/// The chapters, from the root of the repository.
pub(super) fn paths(index: &str) -> Vec<String> {
    let mut seen = BTreeSet::from(FIRST.map(str::to_owned));
    let listed = index.lines().filter_map(listed);
    let listed = listed.filter(|path| seen.insert(path.clone()));
    FIRST.map(str::to_owned).into_iter().chain(listed).collect()
}

/// The list as mdBook reads it, with the titles that documents give themselves.
pub(super) fn summary(index: &str, text_of: impl Fn(&str) -> String) -> String {
    let link = |path: &str| {
        let text = text_of(path);
        let first = text.lines().next().unwrap_or_default();
        format!("[{}]({path})\n", first.trim_start_matches("# "))
    };
    let mut summary = format!("# Summary\n\n{}\n", FIRST.map(link).join("\n"));
    let mut left = paths(index);
    for line in index.lines() {
        if let Some(part) = line.strip_prefix("## ") {
            summary += &format!("\n# {part}\n\n");
        } else if let Some(path) = listed(line)
            && let Some(at) = left.iter().position(|other| *other == path)
        {
            summary += &format!("- {}", link(&left.remove(at)));
        }
    }
    summary
}

/// The document that a line of the index is about.
fn listed(line: &str) -> Option<String> {
    let (_, target) = line.strip_prefix("- [")?.split_once("](")?;
    let (target, _) = target.split_once(')')?;
    let (target, _) = target.split_once('#').unwrap_or((target, ""));
    let path = beside(Path::new(INDEX), target)?;
    Some(path.to_string_lossy().into_owned())
}

/// Where a link in a file leads, both from the root; nowhere if that is outside of it.
pub(super) fn beside(file: &Path, target: &str) -> Option<PathBuf> {
    let mut path = file.parent()?.to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir if path.pop() => {}
            _ => return None,
        }
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Documents\n\nSee [the guide](guide.md).\n\n## You play\n\n\
        - [guide.md](guide.md#first): the first game\n- [rules.md](rules.md): the rules\n\n\
        ## You help\n\n- [guide.md](guide.md): again\n- [../HELP.md](../HELP.md): how\n";

    #[test]
    fn every_document_is_a_chapter_once() {
        let expect = [
            "README.md",
            "docs/README.md",
            "docs/guide.md",
            "docs/rules.md",
            "HELP.md",
        ];
        assert_eq!(paths(TEXT), expect);
    }

    #[test]
    fn chapters_are_grouped_by_reader_and_named_as_they_name_themselves() {
        let summary = summary(TEXT, |path| format!("# About {path}\n\nText.\n"));
        let expect = "# Summary\n\n\
            [About README.md](README.md)\n\n[About docs/README.md](docs/README.md)\n\n\n\
            # You play\n\n\
            - [About docs/guide.md](docs/guide.md)\n- [About docs/rules.md](docs/rules.md)\n\n\
            # You help\n\n- [About HELP.md](HELP.md)\n";
        assert_eq!(summary, expect);
    }

    #[test]
    fn links_lead_on_from_their_file_and_not_out_of_the_repository() {
        let lead = |target| beside(Path::new("docs/lab/a.md"), target);
        assert_eq!(lead("b.md"), Some(PathBuf::from("docs/lab/b.md")));
        assert_eq!(lead("../../x/./y"), Some(PathBuf::from("x/y")));
        assert_eq!(lead("../../../x"), None);
        assert_eq!(lead("/x"), None);
    }
}
