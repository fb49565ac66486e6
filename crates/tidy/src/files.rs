//! Which file of a crate uses what another one defines.
//!
//! An arrow leads from a file to the one that defines what it names: in a `use`, or in a path
//! anywhere in its code. A `mod` is no use, nor is a re-export: both only say where a name is to
//! be found. Methods are not followed, as that would take the types of everything.

use crate::resolve::defining_files;
use crate::sources::{Import, Module, Sources, flatten, is_test};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, ItemUse, Macro, Path};

/// A file that uses another one.
pub struct FileArrow {
    /// Who uses.
    pub from: PathBuf,
    /// What is used.
    pub to: PathBuf,
    /// By which names.
    pub names: BTreeSet<String>,
}

/// All arrows between files of a crate.
pub fn file_arrows(sources: &Sources) -> Vec<FileArrow> {
    let mut arrows: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
    for (number, module) in sources.modules.iter().enumerate() {
        for path in used_paths(module) {
            for file in defining_files(sources, number, &path) {
                if file != module.file {
                    let names = arrows.entry((module.file, file)).or_default();
                    names.insert(path.join("::"));
                }
            }
        }
    }
    let path = |file: usize| sources.files[file].path.clone();
    let arrow = |((from, to), names)| FileArrow {
        from: path(from),
        to: path(to),
        names,
    };
    arrows.into_iter().map(arrow).collect()
}

/// Every path that a module's own code names.
fn used_paths(module: &Module) -> BTreeSet<Vec<String>> {
    let mut paths = Paths::default();
    let uses = module.imports.iter().filter(|import| !import.reexport);
    paths.add_imports(uses);
    for item in &module.items {
        paths.visit_item(item);
    }
    paths.found
}

#[derive(Default)]
struct Paths {
    found: BTreeSet<Vec<String>>,
}

impl Paths {
    fn add_imports<'a>(&mut self, imports: impl Iterator<Item = &'a Import>) {
        self.found.extend(imports.map(|import| import.path.clone()));
    }

    /// Looks for paths in what a macro is given, which need not be Rust.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.found.insert(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                other => {
                    self.found.insert(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.found.insert(path);
        self.found.remove(&Vec::new());
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(crate::sources::attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let for_tests = matches!(item, ImplItem::Fn(function) if is_test(&function.attrs));
        if !for_tests {
            visit::visit_impl_item(self, item);
        }
    }

    /// A `use` inside a function.
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut imports = Vec::new();
        flatten(&item.tree, Vec::new(), false, &mut imports);
        self.add_imports(imports.iter());
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names = path.segments.iter();
        self.found
            .insert(names.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.visit_path(&call.path);
        self.add_tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}
