//! A workspace that has all crates of the program twice, so that one file can be built which is fast
//! on processors since 2013 and runs on all: the second of each is compiled for the former
//! (`dist/compiler`), and the entry in `dist/program` chooses.

use cargo_metadata::{Metadata, MetadataCommand, Package};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The end of the name of each package that is there a second time, and the folder they are in.
const SECOND: &str = "v3";
/// What needs to be compiled for a processor: these, and whatever uses one of them. What is generic in
/// other crates is compiled where it is used.
const FAST: [&str; 3] = ["longjump-games", "longjump-memory", "longjump-search"];
/// Use them too, but wait for people or for the disk and not for themselves: they and what stands on them alone are there
/// once.
const SERVICE: [&str; 2] = ["longjump-explorer", "longjump-online"];
/// The package of the entry.
const ENTRY: &str = "longjump-program";
/// The program.
const PROGRAM: &str = "longjump";

/// Makes the workspace in an empty folder.
pub(crate) fn run(folder: &str) -> Result<(), String> {
    let metadata = MetadataCommand::new().no_deps().exec();
    let metadata = metadata.map_err(|error| error.to_string())?;
    Twice::of(&metadata)?.write(Path::new(folder))
}

struct Twice<'a> {
    root: &'a Path,
    /// The packages that the program is made of.
    packages: Vec<&'a Package>,
    /// Those of them that are there twice.
    doubled: BTreeSet<&'a str>,
}

impl<'a> Twice<'a> {
    fn of(metadata: &'a Metadata) -> Result<Self, String> {
        let find = |name: &str| metadata.packages.iter().find(|it| it.name == name);
        let program = find(PROGRAM).ok_or("there is no program")?;
        let mut packages = vec![program];
        let mut next = 0;
        while let Some(&package) = packages.get(next) {
            for used in package.dependencies.iter().filter_map(|it| find(&it.name)) {
                if !packages.iter().any(|known| known.name == used.name) {
                    packages.push(used);
                }
            }
            next += 1;
        }
        let mut doubled: BTreeSet<&str> = FAST.into();
        loop {
            let uses_one =
                |it: &Package| it.dependencies.iter().any(|it| doubled.contains(&*it.name));
            let is_new = |name: &str| !SERVICE.contains(&name) && !doubled.contains(name);
            let more: Vec<&str> = packages
                .iter()
                .filter(|it| uses_one(it) && is_new(&it.name))
                .map(|it| it.name.as_str())
                .collect();
            if more.is_empty() {
                break;
            }
            doubled.extend(more);
        }
        Ok(Self {
            root: metadata.workspace_root.as_std_path(),
            packages,
            doubled,
        })
    }

    fn write(&self, folder: &Path) -> Result<(), String> {
        let mut members = vec!["program".to_owned()];
        for package in &self.packages {
            let below = self.folder_of(package);
            let source = self.root.join(&below);
            link_all(&source, &folder.join(&below), &[])?;
            members.push(below.clone());
            if self.doubled.contains(package.name.as_str()) {
                let second = format!("{SECOND}/{below}");
                link_all(&source, &folder.join(&second), &["Cargo.toml"])?;
                let manifest = read(&source.join("Cargo.toml"))?;
                let manifest = self.second_manifest(&manifest, package);
                write(&folder.join(&second).join("Cargo.toml"), &manifest)?;
                members.push(second);
            }
        }
        link_all(
            &self.root.join("dist/program"),
            &folder.join("program"),
            &[],
        )?;
        // What the site's crate puts into the program.
        link(&self.root.join("web"), &folder.join("web"))?;
        let manifest = with_members(&read(&self.root.join("Cargo.toml"))?, &members)?;
        let manifest = self.with_second_profiles(&manifest);
        write(&folder.join("Cargo.toml"), &manifest)?;
        // Cargo adds what is there twice, with the versions that are written there for the first.
        let lock = read(&self.root.join("Cargo.lock"))?;
        write(&folder.join("Cargo.lock"), &lock)
    }

    /// A package's folder below the root.
    fn folder_of(&self, package: &Package) -> String {
        let folder = package.manifest_path.parent().expect("a manifest's folder");
        let below = folder.strip_prefix(self.root).unwrap_or(folder);
        below.to_string()
    }

    /// The manifest of a package that is there a second time: its library has the same name, so that
    /// the sources are the same.
    fn second_manifest(&self, manifest: &str, package: &Package) -> String {
        let name = package.name.as_str();
        let is_name = |line: &str| line == format!("name = \"{name}\"");
        let lines = manifest.lines().map(|line| match line {
            line if is_name(line) => format!("name = \"{name}-{SECOND}\"\nautobins = false"),
            line => self.second_dependency(line),
        });
        let library = name.replace('-', "_");
        let lines: Vec<String> = lines.collect();
        format!("{}\n\n[lib]\nname = \"{library}\"\n", lines.join("\n"))
    }

    /// A line of such a manifest: what it uses is the second one, if there is one, and where it is now.
    fn second_dependency(&self, line: &str) -> String {
        let end = line.find([' ', '.']).unwrap_or(line.len());
        let (name, rest) = line.split_at(end);
        let Some(used) = self.packages.iter().find(|it| it.name == name) else {
            return line.to_owned();
        };
        let below = self.folder_of(used);
        let path = rest.split_once("path = \"").map(|(_, path)| path);
        let path = path
            .and_then(|path| path.split_once('"'))
            .map(|(path, _)| path);
        match (self.doubled.contains(name), path) {
            (true, None) => {
                format!("{name} = {{ package = \"{name}-{SECOND}\", path = \"../../{below}\" }}")
            }
            (true, Some(path)) => line.replace(
                &format!("path = \"{path}\""),
                &format!("package = \"{name}-{SECOND}\", path = \"../../{below}\""),
            ),
            (false, None) => line.to_owned(),
            (false, Some(path)) => line.replace(
                &format!("path = \"{path}\""),
                &format!("path = \"../../../{below}\""),
            ),
        }
    }

    /// The root's manifest, where what is said of packages in the profile of releases is said of those
    /// that are there a second time too.
    fn with_second_profiles(&self, manifest: &str) -> String {
        // The entry must not take what is compiled for new processors from its neighbour, as packages
        // may that are optimised for size. It is what is linked at last, in place of the program, which
        // is there twice and can be small.
        let of_the_program = format!("[profile.dist.package.{PROGRAM}]\nopt-level = 3\n");
        let manifest = manifest.replace(&of_the_program, "");
        let mut text = format!("{manifest}\n[profile.dist.package.{ENTRY}]\nopt-level = 3\n");
        for name in &self.doubled {
            let title = format!("[profile.dist.package.{name}]\n");
            if let Some((_, rest)) = manifest.split_once(&title) {
                let settings = rest.split('[').next().unwrap_or_default().trim();
                text += &format!("\n[profile.dist.package.{name}-{SECOND}]\n{settings}\n");
            }
        }
        text
    }
}

/// The root's manifest, with other members and without what only its own are for.
fn with_members(manifest: &str, members: &[String]) -> Result<String, String> {
    let (_, rest) = manifest
        .split_once("[workspace.package]")
        .ok_or("the root's manifest has no [workspace.package]")?;
    let members: Vec<String> = members.iter().map(|it| format!("{it:?}")).collect();
    let members = members.join(", ");
    Ok(format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[workspace.package]{rest}"
    ))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// A folder of links to all that is in another.
fn link_all(source: &Path, folder: &Path, without: &[&str]) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(source).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if !without.iter().any(|it| name == **it) {
            link(&source.join(&name), &folder.join(&name))?;
        }
    }
    Ok(())
}

fn link(source: &Path, name: &Path) -> Result<(), String> {
    let made = std::os::unix::fs::symlink(source, name);
    made.map_err(|error| format!("{}: {error}", name.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_searches_is_there_twice_and_the_service_once() {
        let metadata = MetadataCommand::new().no_deps().exec().expect("metadata");
        let twice = Twice::of(&metadata).expect("a program");
        for name in [
            "longjump-games",
            "longjump-engine",
            "longjump-arena",
            PROGRAM,
        ] {
            assert!(twice.doubled.contains(name), "{name}");
        }
        for name in [
            "longjump-rules",
            "longjump-explorer",
            "longjump-online",
            "longjump-server",
            "longjump-site",
        ] {
            assert!(!twice.doubled.contains(name), "{name}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        twice.write(folder.path()).expect("written");
        let manifest =
            read(&folder.path().join("v3/crates/engine/Cargo.toml")).expect("a manifest");
        assert!(manifest.contains("name = \"longjump-engine-v3\""));
        assert!(
            manifest.contains("package = \"longjump-games-v3\", path = \"../../crates/games\"")
        );
        assert!(manifest.contains("longjump-rules.workspace = true"));
        let arena = read(&folder.path().join("v3/crates/arena/Cargo.toml")).expect("a manifest");
        assert!(arena.contains("path = \"../../../crates/wire\", default-features = false"));
        assert!(manifest.contains("[lib]\nname = \"longjump_engine\""));
        let root = read(&folder.path().join("Cargo.toml")).expect("a manifest");
        assert!(root.contains("[profile.dist.package.longjump-engine-v3]\nopt-level = 3"));
        assert!(!root.contains("[profile.dist.package.longjump]"));
    }
}
