//! The API's document is kept as `docs/openapi.json`, so that a change of the API shows, and as
//! `docs/http-api.md` for people.

use serde_json::Value;
use std::path::Path;

const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
const COMMAND: &str = "LONGJUMP_WRITE=1 cargo test -p longjump-server document";
const INTRODUCTION: &str = "# The HTTP API

Every request that [the API's document](openapi.json) describes, as handlers in `crates/server` and types in
`crates/wire` say it; a server has the same document at `/api/openapi.json`. Bodies are JSON, and those of
errors are a [Problem](#problem). [online-protocol.md](online-protocol.md) says who may ask, describes streams
and sockets, and what to keep in mind.
";

#[test]
fn the_kept_document_is_current() {
    let document = super::described().document;
    let text = document.to_pretty_json().expect("JSON") + "\n";
    let page = page(&serde_json::from_str(&text).expect("JSON"));
    for (name, should) in [("openapi.json", text), ("http-api.md", page)] {
        let path = Path::new(DOCUMENTS).join(name);
        if std::env::var_os("LONGJUMP_WRITE").is_some() {
            std::fs::write(path, should).expect("a file");
            continue;
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            kept == should,
            "docs/{name} is old; {COMMAND} writes it anew"
        );
    }
}

/// The document for people.
fn page(document: &Value) -> String {
    let mut page = INTRODUCTION.to_owned();
    page += "\n## Requests\n\n| request | what it does | takes | answers |\n|---|---|---|---|\n";
    for (path, methods) in fields(&document["paths"]) {
        for (method, operation) in fields(methods) {
            let request = format!("`{} {path}`", method.to_uppercase());
            let (what, takes, answers) = (text(operation), takes(operation), answers(operation));
            page += &format!("| {request} | {what} | {takes} | {answers} |\n");
        }
    }
    page += "\n## Types\n";
    for (name, schema) in fields(&document["components"]["schemas"]) {
        page += &format!("\n### {name}\n\n{}\n", text(schema));
        page += &parts(schema);
    }
    page
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// What is said of something, in one line that fits into a table: the first paragraph. Of what may
/// be null it is said beside that.
fn text(of: &Value) -> String {
    let said = |of: &Value| {
        let said = of["summary"].as_str().or(of["description"].as_str());
        said.map(str::to_owned)
    };
    let text = said(of).or_else(|| list(&of["oneOf"]).find_map(said));
    let text = text.unwrap_or_default().replace('|', "\\|");
    let first = text.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a request carries: its body, and what is asked for in its address.
fn takes(operation: &Value) -> String {
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = body.is_object().then(|| kind(body));
    let asked = list(&operation["parameters"]).filter(|parameter| parameter["in"] == "query");
    let asked = asked.map(|parameter| {
        let name = parameter["name"].as_str().expect("a name");
        format!("`?{name}=`: {}", kind(&parameter["schema"]))
    });
    body.into_iter().chain(asked).collect::<Vec<_>>().join(", ")
}

fn answers(operation: &Value) -> String {
    let answers = fields(&operation["responses"]).map(|(status, answer)| {
        let content = fields(&answer["content"]).next();
        match content {
            Some((_, content)) if status == "200" => kind(&content["schema"]),
            _ => status.clone(),
        }
    });
    answers.collect::<Vec<_>>().join(", ")
}

/// What a type consists of.
fn parts(schema: &Value) -> String {
    if schema["allOf"].is_array() {
        let part = |part: &Value| match part["$ref"].as_str() {
            Some(_) => format!("\nAll of {}, and:\n", kind(part)),
            None => parts(part),
        };
        return list(&schema["allOf"]).map(part).collect();
    }
    if schema["properties"].is_object() {
        let mut table = "\n| field | type | meaning |\n|---|---|---|\n".to_owned();
        for (name, field) in fields(&schema["properties"]) {
            let is_needed = list(&schema["required"]).any(|other| other == name);
            let optional = if is_needed { "" } else { ", may be left out" };
            let (kind, text) = (kind(field), text(field));
            table += &format!("| `{name}` | {kind}{optional} | {text} |\n");
        }
        return table;
    }
    let variants: Vec<&Value> = list(&schema["oneOf"]).collect();
    if variants.is_empty() {
        return format!("\nJSON: {}.\n", kind(schema));
    }
    let mut table = "\n| one of | meaning |\n|---|---|\n".to_owned();
    for variant in variants {
        table += &format!("| {} | {} |\n", kind(variant), text(variant));
    }
    table
}

/// A type in a few words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    let joined = |parts: Vec<String>, word: &str| parts.join(word);
    for (which, word) in [("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")] {
        if schema[which].is_array() {
            return joined(list(&schema[which]).map(kind).collect(), word);
        }
    }
    if schema["enum"].is_array() {
        let values = list(&schema["enum"]).map(|value| format!("`{value}`"));
        return joined(values.collect(), " or ");
    }
    if schema["type"].is_array() {
        let alone = |name: &Value| {
            let mut alone = schema.clone();
            alone["type"] = name.clone();
            kind(&alone)
        };
        return joined(list(&schema["type"]).map(alone).collect(), " or ");
    }
    match schema["type"].as_str() {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some("object") if schema["properties"].is_object() => {
            let fields = fields(&schema["properties"]);
            let fields = fields.map(|(name, field)| format!("`{name}`: {}", kind(field)));
            joined(fields.collect(), ", ")
        }
        Some("object") => "object".to_owned(),
        Some("string") => "text".to_owned(),
        Some("integer") => "whole number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some(other) => other.to_owned(),
        None => "anything".to_owned(),
    }
}
