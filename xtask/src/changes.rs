//! Which files changed, and which packages they belong to.

use cargo_metadata::{Metadata, Package};
use std::collections::BTreeSet;
use std::process::Command;

/// What has to be checked.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Packages of the workspace with changed files.
    pub(crate) packages: BTreeSet<String>,
    /// Whether anything of the site changed.
    pub(crate) web: bool,
    /// Whether a document changed, or anything else that only tests of the whole tree read.
    pub(crate) documents: bool,
    /// Whether something changed that every package is compiled with.
    pub(crate) everything: bool,
}

/// The files that differ from a revision, those that git doesn't know yet included.
pub(crate) fn changed_files(root: &str, revision: &str) -> Result<Vec<String>, String> {
    let mut files = lines_of(root, &["diff", "--name-only", revision])?;
    files.extend(lines_of(
        root,
        &["ls-files", "--others", "--exclude-standard"],
    )?);
    Ok(files)
}

fn lines_of(root: &str, arguments: &[&str]) -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("can't run git: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("git {}: {}", arguments.join(" "), reason.trim()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().map(str::to_owned).collect())
}

impl Changes {
    /// Sorts changed files by what they are part of.
    pub(crate) fn of(files: &[String], metadata: &Metadata) -> Self {
        let folders: Vec<(String, &Package)> = metadata
            .packages
            .iter()
            .map(|package| (folder(package, metadata), package))
            .collect();
        let mut changes = Self::default();
        for file in files {
            let owner = folders
                .iter()
                .filter(|(folder, _)| file.starts_with(folder.as_str()))
                .max_by_key(|(folder, _)| folder.len());
            if let Some((_, package)) = owner {
                changes.packages.insert(package.name.to_string());
            } else if file.starts_with("web/") {
                changes.web = true;
            } else if file == "Cargo.toml" || file.starts_with(".cargo/") {
                changes.everything = true;
            } else {
                changes.documents = true;
            }
        }
        changes
    }
}

/// A package's folder below the root, as in `crates/search/`.
fn folder(package: &Package, metadata: &Metadata) -> String {
    let folder = package.manifest_path.parent().expect("a manifest's folder");
    let below = folder
        .strip_prefix(&metadata.workspace_root)
        .unwrap_or(folder);
    format!("{below}/")
}

#[cfg(test)]
mod tests {
    use super::Changes;
    use cargo_metadata::MetadataCommand;

    fn changes(files: &[&str]) -> Changes {
        let metadata = MetadataCommand::new().no_deps().exec().expect("metadata");
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        Changes::of(&files, &metadata)
    }

    #[test]
    fn files_belong_to_the_innermost_package() {
        let found = changes(&[
            "crates/search/src/score.rs",
            "apps/browser/bindgen/src/main.rs",
        ]);
        let names: Vec<&str> = found.packages.iter().map(String::as_str).collect();
        assert_eq!(names, ["longjump-bindgen", "longjump-search"]);
        assert!(!found.web && !found.documents && !found.everything);
    }

    #[test]
    fn the_rest_is_site_documents_or_settings() {
        assert!(changes(&["web/app/src/App.svelte"]).web);
        assert!(changes(&["docs/search.md"]).documents);
        assert!(changes(&["Cargo.toml"]).everything);
        assert_eq!(changes(&[]), Changes::default());
    }
}
