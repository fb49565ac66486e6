//! The documents as one site, made by mdBook. Everything is put where it is in the repository, so
//! that a link leads to the same file in both; files that are linked to and are no chapters, such
//! as pictures and sources, are copied too. Pages have no scripts in them, only beside them: a
//! server of ours allows no others.

mod api;
mod chapters;
mod files;
mod links;
mod pages;

use crate::command::run_in;
use cargo_metadata::MetadataCommand;
use files::write;
use std::fs;
use std::io;
use std::path::Path;

/// Makes the book in a folder, or in `target/book`, and checks that every link in it leads
/// somewhere.
pub(crate) fn run(folder: Option<&str>, with_api: bool) -> Result<(), String> {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .map_err(|error| error.to_string())?;
    let root = metadata.workspace_root.as_std_path();
    let target = metadata.target_directory.as_std_path();
    let book = match folder {
        Some(folder) => std::path::absolute(folder).map_err(|error| error.to_string())?,
        None => target.join("book"),
    };
    if !is_free(&book) {
        let book = book.display();
        return Err(format!("{book} has something else in it than a book"));
    }
    let source = target.join("book-source");
    let api = with_api.then(|| api::chapter(&metadata));
    prepare(root, &source, api)
        .map_err(|error| format!("the documents can't be copied: {error}"))?;
    let (from, to) = (source.to_string_lossy(), book.to_string_lossy());
    run_in(&from, "mdbook", &["build", "--dest-dir", &to])?;
    pages::move_scripts_out(&book).map_err(|error| format!("{to}: {error}"))?;
    if with_api {
        api::add(&metadata, &book)?;
    }
    links::follow(root, &book)?;
    println!("The book is at {}", book.join("index.html").display());
    Ok(())
}

/// Whether mdBook, which empties the folder it writes to, takes nothing away but an older book.
fn is_free(folder: &Path) -> bool {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    is_empty || folder.join("toc.html").exists()
}

/// Puts together what mdBook reads; the chapter about crates is the last if there is one.
fn prepare(root: &Path, source: &Path, api: Option<String>) -> io::Result<()> {
    if source.exists() {
        fs::remove_dir_all(source)?;
    }
    let read = |path: &str| fs::read_to_string(root.join(path));
    let put = |path: &str, text: String| write(&source.join(path), text);
    let index = read(chapters::INDEX)?;
    for path in chapters::paths(&index) {
        put(&format!("src/{path}"), read(&path)?)?;
    }
    let mut summary = chapters::summary(&index, |path| read(path).unwrap_or_default());
    if let Some(text) = api {
        summary += &format!("\n# You build on it\n\n- [The crates]({})\n", api::CHAPTER);
        put(&format!("src/{}", api::CHAPTER), text)?;
    }
    put("src/SUMMARY.md", summary)?;
    for name in ["book.toml", "book.css"] {
        put(name, read(&format!("docs/book/{name}"))?)?;
    }
    let colours = read("web/theme/theme.css")?;
    let colours = colours.replace(":root[data-theme='dark']", ":root.navy");
    put("colours.css", colours)?;
    put("theme/favicon.svg", read("web/app/public/icon.svg")?)?;
    let fonts = "/* Those of the reader's system. */\n";
    put("theme/fonts/fonts.css", fonts.to_owned())
}
