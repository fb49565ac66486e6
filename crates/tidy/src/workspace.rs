//! The packages of the workspace and their dependencies, as cargo tells them.

use crate::sources::Sources;
use cargo_metadata::{CargoOpt, DependencyKind, MetadataCommand};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One of our packages.
pub struct Package {
    /// Its name in `Cargo.toml`.
    pub name: String,
    /// Where it stands.
    pub folder: PathBuf,
    /// All packages it depends on, for building.
    pub dependencies: BTreeSet<String>,
    /// The same for its tests.
    pub test_dependencies: BTreeSet<String>,
    /// All that its `Cargo.toml` says.
    pub manifest: cargo_metadata::Package,
}

impl Package {
    /// Its name without what all our names begin with.
    pub fn short_name(&self) -> &str {
        short(&self.name)
    }

    /// Whether others can use it as a library.
    pub fn is_library(&self) -> bool {
        self.folder.join("src/lib.rs").exists()
    }

    /// Its parsed sources, without tests.
    pub fn sources(&self) -> Sources {
        let source = self.folder.join("src");
        let roots = ["lib.rs", "main.rs"].map(|name| source.join(name));
        Sources::parse(roots.iter().filter(|root| root.exists()))
    }
}

/// All packages of the workspace.
pub struct Workspace {
    /// Where the workspace stands.
    pub folder: PathBuf,
    /// In the order of their names.
    pub packages: Vec<Package>,
}

impl Workspace {
    /// Asks cargo.
    ///
    /// # Panics
    ///
    /// If cargo can't be run: nothing can be checked then.
    pub fn load() -> Self {
        let metadata = MetadataCommand::new()
            .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
            .features(CargoOpt::AllFeatures)
            .no_deps()
            .exec()
            .expect("cargo metadata");
        let mut packages: Vec<Package> = metadata.packages.iter().map(package).collect();
        packages.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            folder: metadata.workspace_root.into_std_path_buf(),
            packages,
        }
    }

    /// Every arrow between two of our packages by their short names, those of tests included.
    pub fn arrows(&self) -> BTreeSet<(&str, &str)> {
        let ours: BTreeSet<&String> = self.packages.iter().map(|package| &package.name).collect();
        let mut arrows = BTreeSet::new();
        for package in &self.packages {
            let all = package
                .dependencies
                .iter()
                .chain(&package.test_dependencies);
            for dependency in all.filter(|name| ours.contains(name)) {
                arrows.insert((package.short_name(), short(dependency)));
            }
        }
        arrows
    }

    /// A path as people name it: from the root of the workspace.
    pub fn relative<'a>(&self, path: &'a Path) -> &'a str {
        let path = path.strip_prefix(&self.folder).unwrap_or(path);
        path.to_str().expect("a path in UTF-8")
    }
}

/// All Rust files in a folder and the folders in it.
///
/// # Panics
///
/// If there is no such folder.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn package(package: &cargo_metadata::Package) -> Package {
    let named = |tests: bool| {
        let wanted = move |kind| (kind == DependencyKind::Development) == tests;
        let dependencies = package.dependencies.iter();
        dependencies
            .filter(|dependency| wanted(dependency.kind))
            .map(|dependency| dependency.name.clone())
            .collect()
    };
    let manifest = package.manifest_path.as_std_path();
    Package {
        name: package.name.to_string(),
        folder: manifest.parent().expect("a folder").to_path_buf(),
        dependencies: named(false),
        test_dependencies: named(true),
        manifest: package.clone(),
    }
}

fn short(name: &str) -> &str {
    name.strip_prefix("longjump-").unwrap_or(name)
}
