//! How large studies and their parts may be, so that nobody's keeps the service from others'.

use crate::tree::is_tree;
use longjump_online::{open_board, read_game};
use longjump_wire::study::{StudyChapter, StudyEdit, StudyNode, StudyShape};

/// How many letters a title may have.
const TITLE: usize = 80;
/// The same for a comment.
const COMMENT: usize = 2_000;
/// How many moves may lead to a node.
const DEPTH: usize = 600;
/// How many shapes there may be at a node.
const SHAPES: usize = 32;
/// How many nodes a chapter may have.
pub(crate) const NODES: usize = 2_000;
/// How many bytes the tree of a chapter may have as JSON.
pub(crate) const CHAPTER: usize = 96 * 1024;
/// The same for all chapters of a study.
pub(crate) const STUDY: usize = 512 * 1024;
/// How many chapters a study may have.
pub(crate) const CHAPTERS: usize = 32;

/// Why something is not taken.
type Why = &'static str;

fn must(is_so: bool, why: Why) -> Result<(), Why> {
    if is_so { Ok(()) } else { Err(why) }
}

/// Checks what can be said of an edit without the study.
pub(crate) fn check(edit: &StudyEdit) -> Result<(), Why> {
    match edit {
        StudyEdit::Title { title } => check_title(title),
        StudyEdit::AddChapter { chapter } => check_chapter(chapter),
        StudyEdit::RenameChapter { chapter, title } => {
            check_chapter_id(chapter)?;
            check_title(title)
        }
        StudyEdit::MoveChapter { chapter, .. } | StudyEdit::RemoveChapter { chapter } => {
            check_chapter_id(chapter)
        }
        StudyEdit::Line { chapter, path }
        | StudyEdit::Remove { chapter, path }
        | StudyEdit::Place { chapter, path, .. } => check_node_of(chapter, path),
        StudyEdit::Comment {
            chapter,
            path,
            comment,
        } => {
            check_node_of(chapter, path)?;
            check_comment(comment)
        }
        StudyEdit::Draw {
            chapter,
            path,
            from,
            to,
            ..
        } => {
            check_node_of(chapter, path)?;
            check_ends(from, to.as_deref())
        }
    }
}

fn check_node_of(chapter: &str, path: &[String]) -> Result<(), Why> {
    check_chapter_id(chapter)?;
    check_path(path)
}

fn check_chapter_id(id: &str) -> Result<(), Why> {
    must(
        id.bytes().all(|b| b.is_ascii_alphanumeric()) && (1..=20).contains(&id.len()),
        "the id of a chapter has 1 to 20 letters and digits",
    )
}

/// Checks what a client calls something.
pub(crate) fn check_message_id(id: &str) -> Result<(), Why> {
    must(
        (1..=64).contains(&id.len()) && !id.contains(char::is_control),
        "an id has 1 to 64 characters",
    )
}

/// Checks a title.
pub(crate) fn check_title(title: &str) -> Result<(), Why> {
    let is_plain = !title.contains(char::is_control) && title.trim() == title;
    must(
        is_plain && (1..=TITLE).contains(&title.chars().count()),
        "a title has 1 to 80 letters, in one line",
    )
}

fn check_comment(comment: &str) -> Result<(), Why> {
    let is_plain = !comment.contains(|sign: char| sign.is_control() && sign != '\n');
    must(
        is_plain && comment.chars().count() <= COMMENT,
        "a comment has 2,000 letters at most",
    )
}

fn check_path(path: &[String]) -> Result<(), Why> {
    must(path.len() <= DEPTH, "a line has 600 moves at most")?;
    must(path.iter().all(|mv| is_move(mv)), "a move is like a1b2")
}

/// A letter and one or two digits.
fn is_place(text: &str) -> bool {
    let digits = text.as_bytes().get(1..).unwrap_or_default();
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && (1..=2).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
}

/// Two places, or a pass. Whether it is legal only the game can say, and every page asks it: a node whose move
/// is not is one that can't be gone to.
fn is_move(mv: &str) -> bool {
    let second = mv.char_indices().skip(1);
    let second = second.filter(|(_, sign)| sign.is_ascii_lowercase());
    let second = second.map(|(at, _)| at).next();
    let places = second.and_then(|at| mv.split_at_checked(at));
    mv == "pass" || places.is_some_and(|(from, to)| is_place(from) && is_place(to))
}

fn check_ends(from: &str, to: Option<&str>) -> Result<(), Why> {
    must(
        is_place(from) && to.is_none_or(is_place),
        "a shape is drawn at places like a1",
    )
}

fn check_chapter(chapter: &StudyChapter) -> Result<(), Why> {
    check_title(&chapter.title)?;
    check_chapter_id(&chapter.id)?;
    let spec = read_game(&chapter.game);
    must(
        chapter.game.len() <= 60 && spec.is_ok_and(|spec| open_board(&spec).is_ok()),
        "there is no such game",
    )?;
    let start = chapter.start.as_deref().unwrap_or_default();
    must(
        start.len() <= 500 && !start.contains(char::is_control),
        "a position has 500 letters at most",
    )?;
    check_tree(&chapter.nodes)?;
    chapter.nodes.iter().try_for_each(check_node)
}

fn check_node(node: &StudyNode) -> Result<(), Why> {
    must(node.depth == 0 || is_move(&node.mv), "a move is like a1b2")?;
    check_comment(&node.comment)?;
    let ends = |shape: &StudyShape| check_ends(&shape.from, shape.to.as_deref());
    node.shapes.iter().try_for_each(ends)
}

/// Checks what many edits together have made of a tree.
pub(crate) fn check_tree(nodes: &[StudyNode]) -> Result<(), Why> {
    must(is_tree(nodes), "the nodes are no tree")?;
    must(
        nodes.len() <= NODES,
        "a chapter has 2,000 moves at most; go on in another one",
    )?;
    let is_small = |node: &StudyNode| node.depth <= DEPTH && node.shapes.len() <= SHAPES;
    must(
        nodes.iter().all(is_small),
        "a line has 600 moves at most, and a position 32 shapes",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_by_their_form() {
        for mv in ["a1b2", "j10k9", "q17a1", "pass"] {
            assert!(is_move(mv), "{mv}");
        }
        for mv in [
            "", "a1", "a1b", "a1b2c3", "a111b1", "A1b2", "a1-b2", "ab1", "é1b2", "pas",
        ] {
            assert!(!is_move(mv), "{mv}");
        }
    }
}
