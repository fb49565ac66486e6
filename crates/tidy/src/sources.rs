//! The modules of a crate, parsed: what each defines and imports. Tests are left out.

use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemMod, UseTree, Visibility};

/// One file of a crate.
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// How many lines it has besides its tests.
    pub lines: usize,
}

/// The files and modules of a crate.
pub struct Sources {
    /// Every file that is compiled without tests.
    pub files: Vec<SourceFile>,
    pub(crate) modules: Vec<Module>,
}

/// A module: a file, or a part of one.
pub(crate) struct Module {
    /// The number of the file it stands in.
    pub(crate) file: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) children: BTreeMap<String, usize>,
    /// The names that are defined here.
    pub(crate) names: BTreeSet<String>,
    pub(crate) imports: Vec<Import>,
    /// All that is not a module and not an import.
    pub(crate) items: Vec<Item>,
}

/// One name of a `use`, or all names of a module.
pub(crate) struct Import {
    pub(crate) path: Vec<String>,
    /// What it is called here; nothing if it stands for all names.
    pub(crate) name: Option<String>,
    /// Whether it only passes the name on to others.
    pub(crate) reexport: bool,
}

impl Sources {
    pub(crate) fn parse<'a>(roots: impl Iterator<Item = &'a PathBuf>) -> Self {
        let mut sources = Self {
            files: Vec::new(),
            modules: Vec::new(),
        };
        for root in roots {
            let folder = root.parent().expect("a folder").to_path_buf();
            sources.add_file(root, &folder, None);
        }
        sources
    }

    /// Reads a file and all beneath it; returns the number of its module.
    fn add_file(&mut self, path: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let text = std::fs::read_to_string(path).expect("a source file");
        let parsed = syn::parse_file(&text)
            .unwrap_or_else(|error| panic!("can't parse {}: {error}", path.display()));
        let tests: usize = parsed.items.iter().map(test_lines).sum();
        self.files.push(SourceFile {
            path: path.to_path_buf(),
            lines: text.lines().count() - tests,
        });
        self.add_module(self.files.len() - 1, parsed.items, folder, parent)
    }

    /// Takes in a module whose children's files are in `folder`.
    fn add_module(
        &mut self,
        file: usize,
        items: Vec<Item>,
        folder: &Path,
        parent: Option<usize>,
    ) -> usize {
        let number = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            children: BTreeMap::new(),
            names: BTreeSet::new(),
            imports: Vec::new(),
            items: Vec::new(),
        });
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            match item {
                Item::Mod(module) => self.add_child(number, module, folder),
                Item::Use(import) => {
                    let reexport = !matches!(import.vis, Visibility::Inherited);
                    let imports = &mut self.modules[number].imports;
                    flatten(&import.tree, Vec::new(), reexport, imports);
                }
                item => {
                    let module = &mut self.modules[number];
                    module.names.extend(defined_name(&item));
                    module.items.push(item);
                }
            }
        }
        number
    }

    fn add_child(&mut self, parent: usize, module: ItemMod, folder: &Path) {
        let name = module.ident.to_string();
        let beneath = folder.join(&name);
        let child = match module.content {
            Some((_, items)) => {
                self.add_module(self.modules[parent].file, items, &beneath, Some(parent))
            }
            None => {
                let beside = folder.join(format!("{name}.rs"));
                let path = if beside.exists() {
                    beside
                } else {
                    beneath.join("mod.rs")
                };
                self.add_file(&path, &beneath, Some(parent))
            }
        };
        self.modules[parent].children.insert(name, child);
    }
}

/// What a crate passes on of other crates whose names begin with `prefix`: the file and the path.
pub fn foreign_reexports<'a>(sources: &'a Sources, prefix: &str) -> Vec<(&'a Path, String)> {
    let mut found = Vec::new();
    for module in &sources.modules {
        let reexports = module.imports.iter().filter(|import| import.reexport);
        for import in reexports.filter(|import| import.path[0].starts_with(prefix)) {
            let path = sources.files[module.file].path.as_path();
            found.push((path, import.path.join("::")));
        }
    }
    found
}

/// Turns `a::{b, c as d}` into the names it brings in.
pub(crate) fn flatten(
    tree: &UseTree,
    mut path: Vec<String>,
    reexport: bool,
    imports: &mut Vec<Import>,
) {
    let import = |path, name| Import {
        path,
        name,
        reexport,
    };
    match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            flatten(&inner.tree, path, reexport, imports);
        }
        UseTree::Name(inner) if inner.ident == "self" => {
            let name = path.last().cloned();
            imports.push(import(path, name));
        }
        UseTree::Name(inner) => {
            path.push(inner.ident.to_string());
            imports.push(import(path, Some(inner.ident.to_string())));
        }
        UseTree::Rename(inner) => {
            if inner.ident != "self" {
                path.push(inner.ident.to_string());
            }
            imports.push(import(path, Some(inner.rename.to_string())));
        }
        UseTree::Glob(_) => imports.push(import(path, None)),
        UseTree::Group(inner) => {
            for tree in &inner.items {
                flatten(tree, path.clone(), reexport, imports);
            }
        }
    }
}

/// Whether something is compiled for tests only.
pub(crate) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let test_only = |tokens: &TokenStream| tokens.to_string() == "test";
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| test_only(&list.tokens))
    })
}

/// How many lines of a file an item takes, if it is there for tests only.
fn test_lines(item: &Item) -> usize {
    if !is_test(attributes(item)) {
        return 0;
    }
    let span = item.span();
    span.end().line - span.start().line + 1
}

pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name that an item brings into its module.
fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
