//! Follows every link of a book. What is linked to and is not there is brought from the
//! repository; what is nowhere is complained about.

use super::api::CHAPTER;
use super::chapters::beside;
use super::files::html_files;
use super::pages::Page;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Follows all links, and fails with all that lead nowhere.
pub(super) fn follow(root: &Path, book: &Path) -> Result<(), String> {
    let found = html_files(book, Path::new("")).map_err(|error| error.to_string())?;
    let mut pages: BTreeMap<PathBuf, Page> = BTreeMap::new();
    let mut to_read = found;
    let mut complaints = Vec::new();
    while let Some(path) = to_read.pop() {
        let html = fs::read_to_string(book.join(&path));
        let page = Page::read(&html.map_err(|error| format!("{}: {error}", path.display()))?);
        for link in page.links.iter().filter(|link| is_ours(link)) {
            // Written only if a crate has something to add.
            if is_of_rustdoc(&path) && link.contains("/trait.impl/") {
                continue;
            }
            match bring(root, book, &path, link) {
                Ok(Some(new)) if is_page(&new) => to_read.push(new),
                Ok(_) => {}
                Err(why) => complaints.push(format!("{}: {link} {why}", path.display())),
            }
        }
        if !is_of_rustdoc(&path) {
            let has = |what: &String| format!("{}: has {what} in it", path.display());
            complaints.extend(page.scripts.iter().map(has));
        }
        pages.insert(path, page);
    }
    complaints.extend(lost_anchors(&pages));
    complaints.sort();
    complaints.dedup();
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!("dead links:\n{}", complaints.join("\n")))
}

fn is_ours(link: &str) -> bool {
    let others = ["http:", "https:", "mailto:", "data:", "javascript:"];
    !others.iter().any(|scheme| link.starts_with(scheme))
}

fn is_page(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "html")
}

/// Whether rustdoc wrote a page. Its scripts understand anchors that are no places, such as
/// `#12-40` for lines, and what is left of scripts in its pages can be done without.
fn is_of_rustdoc(page: &Path) -> bool {
    page.starts_with("api") && page != Path::new(CHAPTER).with_extension("html")
}

/// The file that a link of a page leads to.
fn target(page: &Path, link: &str) -> Option<PathBuf> {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    match path {
        "" => Some(page.to_owned()),
        _ if path.ends_with('/') => beside(page, &format!("{path}index.html")),
        _ => beside(page, path),
    }
}

/// Copies what a link leads to if the book doesn't have it yet, and says what it copied.
fn bring(root: &Path, book: &Path, page: &Path, link: &str) -> Result<Option<PathBuf>, String> {
    let path = target(page, link).ok_or("leads out of the book")?;
    if book.join(&path).is_file() {
        return Ok(None);
    }
    let document = path.with_extension("md");
    if is_page(&path) && root.join(&document).is_file() {
        let document = document.display();
        return Err(format!(
            "is no chapter: docs/README.md does not list {document}"
        ));
    }
    let (from, to) = (root.join(&path), book.join(&path));
    if !from.is_file() {
        return Err("leads to no file".to_owned());
    }
    let copied = fs::create_dir_all(to.parent().unwrap_or(book)).and_then(|()| fs::copy(from, to));
    copied.map_err(|error| format!("can't be copied: {error}"))?;
    Ok(Some(path))
}

/// Links to a place in a page that has no such place.
fn lost_anchors(pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let mut lost = Vec::new();
    for (path, page) in pages.iter().filter(|(path, _)| !is_of_rustdoc(path)) {
        for link in page.links.iter().filter(|link| is_ours(link)) {
            let (Some((_, anchor)), Some(target)) = (link.split_once('#'), target(path, link))
            else {
                continue;
            };
            let there = pages.get(&target);
            let is_lost = |page: &Page| !anchor.is_empty() && !page.anchors.contains(anchor);
            if there.is_some_and(is_lost) {
                let path = path.display();
                lost.push(format!("{path}: {link} names a place that is not there"));
            }
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with a document and a picture beside a book with one page.
    fn complaints(html: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, book) = (folder.path().join("root"), folder.path().join("book"));
        for path in [root.join("docs"), book.join("docs")] {
            fs::create_dir_all(path).expect("a folder");
        }
        fs::write(root.join("docs/other.md"), "# Other").expect("a file");
        fs::write(root.join("picture.png"), "").expect("a file");
        fs::write(book.join("docs/page.html"), html).expect("a file");
        fs::write(book.join("index.html"), "<p id=\"here\">").expect("a file");
        let result = follow(&root, &book);
        let wants_picture = html.contains("picture.png");
        assert_eq!(book.join("picture.png").exists(), wants_picture, "{html}");
        result
    }

    #[test]
    fn what_is_linked_to_is_there_or_is_brought() {
        let good = "<a href=\"../index.html#here\"><img src=\"../picture.png\"><a href=\"#\">\
            <a href=\"https://a.example/b\"><a href=\"../\">";
        assert_eq!(complaints(good), Ok(()));
    }

    #[test]
    fn what_leads_nowhere_is_complained_about() {
        for (html, expect) in [
            ("<a href=\"gone.html\">", "leads to no file"),
            (
                "<a href=\"other.html\">",
                "docs/README.md does not list docs/other.md",
            ),
            (
                "<a href=\"../index.html#gone\">",
                "names a place that is not there",
            ),
            ("<a href=\"#gone\">", "names a place that is not there"),
            ("<a href=\"../../x\">", "leads out of the book"),
            ("<a href=\"/x\">", "leads out of the book"),
            ("<script>1</script>", "has <script> in it"),
        ] {
            let error = complaints(html).expect_err(html);
            assert!(error.contains(expect), "{error}");
        }
    }
}
