//! What is in the pages of a book.

use super::files::html_files;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// A page, as far as links go.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// What `#…` may refer to.
    pub(super) anchors: BTreeSet<String>,
    /// Where it links to and what it shows, as written.
    pub(super) links: Vec<String>,
    /// What a server that allows no scripts in pages would break.
    pub(super) scripts: Vec<String>,
}

impl Page {
    pub(super) fn read(html: &str) -> Self {
        let mut page = Self::default();
        let mut rest = html;
        while let Some((tag, after)) = next_tag(rest) {
            rest = after;
            page.add(&tag);
            // No tag begins there.
            if matches!(tag.name, "script" | "style") {
                let end = rest.find(&format!("</{}", tag.name));
                rest = &rest[end.unwrap_or(rest.len())..];
            }
        }
        page
    }

    fn add(&mut self, tag: &Tag<'_>) {
        for &(name, value) in &tag.attributes {
            let value = value.replace("&amp;", "&");
            match name {
                "id" => _ = self.anchors.insert(value),
                "href" | "src" => self.links.push(value),
                _ if name.starts_with("on") => self.scripts.push(name.to_owned()),
                _ => {}
            }
        }
        let has = |name: &str| tag.attributes.iter().any(|(other, _)| *other == name);
        // What has a type is data.
        if tag.name == "script" && !has("src") && !has("type") {
            self.scripts.push("<script>".to_owned());
        }
    }
}

struct Tag<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
}

/// The next tag that opens something, and what comes after it.
fn next_tag(html: &str) -> Option<(Tag<'_>, &str)> {
    let mut rest = html;
    loop {
        rest = &rest[rest.find('<')? + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->")?.1;
        } else if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            break;
        }
    }
    let (name, mut rest) = split_before(rest, |c| c.is_whitespace() || matches!(c, '/' | '>'));
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((Tag { name, attributes }, after));
        }
        let (name, after) = split_before(rest, |c| c.is_whitespace() || matches!(c, '=' | '>'));
        let after = after.trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            attributes.push((name, ""));
            rest = after;
            if rest.is_empty() {
                return None;
            }
            continue;
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value[1..].split_once(quote)?,
            None => split_before(value, |c| c.is_whitespace() || c == '>'),
        };
        attributes.push((name, value));
        rest = after;
    }
}

fn split_before(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// Makes a file of every script that is in a page, and lets the page load it from there.
pub(super) fn move_scripts_out(book: &Path) -> io::Result<()> {
    let mut scripts: Vec<String> = Vec::new();
    for path in html_files(book, Path::new(""))? {
        let html = fs::read_to_string(book.join(&path))?;
        let up = "../".repeat(path.components().count() - 1);
        let moved = with_scripts(&html, |script| {
            let known = scripts.iter().position(|other| other == script);
            let number = known.unwrap_or_else(|| {
                scripts.push(script.to_owned());
                scripts.len() - 1
            });
            format!("{up}script-{number}.js")
        });
        fs::write(book.join(&path), moved)?;
    }
    for (number, script) in scripts.iter().enumerate() {
        fs::write(book.join(format!("script-{number}.js")), script)?;
    }
    Ok(())
}

/// The page with its scripts by the addresses that they are given.
fn with_scripts(html: &str, mut address: impl FnMut(&str) -> String) -> String {
    let mut parts = html.split("<script>");
    let mut moved = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (script, rest) = part.split_once("</script>").unwrap_or((part, ""));
        moved += &format!("<script src=\"{}\"></script>{rest}", address(script));
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_for_links_and_anchors_and_nothing_else() {
        let page = Page::read(
            "<!DOCTYPE html><!-- <a href=\"no\"> --><h1 id=top class=x>1 &lt; 2 <3</h1>\
             <a href=\"a.html?x=1&amp;y=2#z\" hidden>a</a><img alt='\"' src='b.png'/>\
             <script>if (1 <a) href=\"no\"</script><script type=\"application/json\">1</script>\
             <style>a > b</style><script src=c.js></script><p onclick=\"x\">",
        );
        let anchors = BTreeSet::from(["top".to_owned()]);
        let links = ["a.html?x=1&y=2#z", "b.png", "c.js"].map(str::to_owned);
        let scripts = ["<script>", "onclick"].map(str::to_owned);
        let (links, scripts) = (links.to_vec(), scripts.to_vec());
        let expect = Page {
            anchors,
            links,
            scripts,
        };
        assert_eq!(page, expect);
    }

    #[test]
    fn what_is_cut_off_is_no_tag() {
        for html in ["", "<", "<a", "<a href=\"x", "<a b", "<a href=", "<!-- <a>"] {
            assert_eq!(Page::read(html), Page::default(), "{html}");
        }
    }

    #[test]
    fn scripts_move_out_of_pages_in_their_order() {
        let html = "<p><script>let a;</script>b<script src=\"c.js\"></script><script>d</script>";
        let mut seen = Vec::new();
        let moved = with_scripts(html, |script| {
            seen.push(script.to_owned());
            format!("{}.js", seen.len())
        });
        assert_eq!(seen, ["let a;", "d"]);
        let expect = "<p><script src=\"1.js\"></script>b<script src=\"c.js\"></script>\
            <script src=\"2.js\"></script>";
        assert_eq!(moved, expect);
    }
}
