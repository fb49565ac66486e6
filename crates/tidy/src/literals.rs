//! The texts in a crate's sources that may reach people.

use crate::sources::Sources;
use proc_macro2::{TokenStream, TokenTree};
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, LitStr, Macro, Meta};

/// A string in the code.
pub struct Literal<'a> {
    /// The file it is in.
    pub file: &'a Path,
    /// What it says.
    pub text: String,
}

/// All strings of a crate but those of tests and documentation.
pub fn literals(sources: &Sources) -> Vec<Literal<'_>> {
    let mut literals = Vec::new();
    for module in &sources.modules {
        let mut texts = Texts::default();
        for item in &module.items {
            texts.visit_item(item);
        }
        let file = sources.files[module.file].path.as_path();
        let literal = |text| Literal { file, text };
        literals.extend(texts.found.into_iter().map(literal));
    }
    literals
}

#[derive(Default)]
struct Texts {
    found: Vec<String>,
}

impl Texts {
    fn add_tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Literal(literal) => {
                    let text = syn::parse_str::<LitStr>(&literal.to_string());
                    self.found.extend(text.ok().map(|text| text.value()));
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Texts {
    fn visit_lit_str(&mut self, literal: &'ast LitStr) {
        self.found.push(literal.value());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.add_tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("doc") {
            return;
        }
        if let Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone());
        }
        visit::visit_attribute(self, attribute);
    }
}
