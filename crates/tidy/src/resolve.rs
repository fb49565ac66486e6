//! From a path such as `super::board::Board` to the file that defines what it names.

use crate::sources::{Import, Sources};
use std::collections::BTreeSet;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Module(usize),
    /// Something that is defined in the file of this number.
    Item(usize),
}

/// The files that define what `path` names in a module. Names of other crates, of local
/// variables and of modules themselves have none; a name can have two, as a type and a function
/// may be called the same.
pub(crate) fn defining_files(sources: &Sources, module: usize, path: &[String]) -> BTreeSet<usize> {
    let resolver = Resolver { sources };
    let meanings = resolver.path(module, path, &mut BTreeSet::new());
    let file = |meaning| match meaning {
        Meaning::Item(file) => Some(file),
        Meaning::Module(_) => None,
    };
    meanings.into_iter().filter_map(file).collect()
}

struct Resolver<'a> {
    sources: &'a Sources,
}

/// The questions that are being answered: re-exports may lead back to one of them.
type Asked = BTreeSet<(usize, String)>;

impl Resolver<'_> {
    fn path(&self, module: usize, path: &[String], asked: &mut Asked) -> BTreeSet<Meaning> {
        let mut meanings = BTreeSet::from([Meaning::Module(module)]);
        for (at, segment) in path.iter().enumerate() {
            let mut next = BTreeSet::new();
            for meaning in meanings {
                match meaning {
                    Meaning::Module(module) => next.extend(self.step(module, segment, at, asked)),
                    // A variant or an associated function: where its type is.
                    item @ Meaning::Item(_) => {
                        next.insert(item);
                    }
                }
            }
            meanings = next;
        }
        meanings
    }

    fn step(
        &self,
        module: usize,
        segment: &str,
        at: usize,
        asked: &mut Asked,
    ) -> BTreeSet<Meaning> {
        let this = &self.sources.modules[module];
        let only = |module| BTreeSet::from([Meaning::Module(module)]);
        match segment {
            "crate" | "$crate" if at == 0 => only(self.root(module)),
            "self" => only(module),
            "super" => this.parent.map(only).unwrap_or_default(),
            name => self.name(module, name, asked),
        }
    }

    fn root(&self, module: usize) -> usize {
        let parent = self.sources.modules[module].parent;
        parent.map_or(module, |parent| self.root(parent))
    }

    /// What a name means in a module: a module beneath it, something defined or imported there.
    fn name(&self, module: usize, name: &str, asked: &mut Asked) -> BTreeSet<Meaning> {
        let mut meanings = BTreeSet::new();
        if !asked.insert((module, name.to_owned())) {
            return meanings;
        }
        let this = &self.sources.modules[module];
        meanings.extend(this.children.get(name).copied().map(Meaning::Module));
        if this.names.contains(name) {
            meanings.insert(Meaning::Item(this.file));
        }
        for import in &this.imports {
            meanings.extend(self.imported(module, import, name, asked));
        }
        asked.remove(&(module, name.to_owned()));
        meanings
    }

    fn imported(
        &self,
        module: usize,
        import: &Import,
        name: &str,
        asked: &mut Asked,
    ) -> BTreeSet<Meaning> {
        match &import.name {
            Some(called) if called == name => self.path(module, &import.path, asked),
            Some(_) => BTreeSet::new(),
            None => {
                let all = self.path(module, &import.path, asked);
                let within = |meaning| match meaning {
                    Meaning::Module(module) => self.name(module, name, asked),
                    Meaning::Item(_) => BTreeSet::new(),
                };
                all.into_iter().flat_map(within).collect()
            }
        }
    }
}
