//! What a study is after an edit.

use crate::tree;
use longjump_wire::study::{StudyContent, StudyEdit, StudyNode};

/// Changes a study as an edit says, as far as what it is about is there.
pub fn apply(content: &mut StudyContent, edit: &StudyEdit) {
    let chapters = &mut content.chapters;
    let position = |id: &str| chapters.iter().position(|chapter| chapter.id == id);
    match edit {
        StudyEdit::Title { title } => title.clone_into(&mut content.title),
        StudyEdit::AddChapter { chapter } => {
            if position(&chapter.id).is_none() {
                chapters.push(chapter.clone());
            }
        }
        StudyEdit::RenameChapter { chapter, title } => {
            if let Some(at) = position(chapter) {
                title.clone_into(&mut chapters[at].title);
            }
        }
        StudyEdit::MoveChapter { chapter, place } => {
            if let Some(at) = position(chapter) {
                let moved = chapters.remove(at);
                chapters.insert(chapters.len().min(*place), moved);
            }
        }
        StudyEdit::RemoveChapter { chapter } => {
            if chapters.len() > 1 {
                chapters.retain(|other| other.id != *chapter);
            }
        }
        StudyEdit::Line { chapter, .. }
        | StudyEdit::Remove { chapter, .. }
        | StudyEdit::Place { chapter, .. }
        | StudyEdit::Comment { chapter, .. }
        | StudyEdit::Draw { chapter, .. } => {
            if let Some(at) = position(chapter) {
                change(&mut chapters[at].nodes, edit);
            }
        }
    }
}

/// Changes the tree that an edit is about.
fn change(nodes: &mut Vec<StudyNode>, edit: &StudyEdit) {
    match edit {
        StudyEdit::Line { path, .. } => tree::add_line(nodes, path),
        StudyEdit::Remove { path, .. } => tree::remove(nodes, path),
        StudyEdit::Place { path, place, .. } => tree::put(nodes, path, *place),
        StudyEdit::Comment { path, comment, .. } => tree::comment(nodes, path, comment),
        StudyEdit::Draw {
            path,
            from,
            to,
            colour,
            ..
        } => tree::draw(nodes, path, from, to.as_deref(), *colour),
        _ => {}
    }
}

/// The chapter whose tree an edit changes.
pub(crate) fn chapter_of(edit: &StudyEdit) -> Option<&str> {
    match edit {
        StudyEdit::Line { chapter, .. }
        | StudyEdit::Remove { chapter, .. }
        | StudyEdit::Place { chapter, .. }
        | StudyEdit::Comment { chapter, .. }
        | StudyEdit::Draw { chapter, .. } => Some(chapter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::check;
    use crate::tree::is_tree;
    use fastrand::Rng;
    use longjump_wire::study::{ShapeColour, StudyChapter, StudyShape};
    use serde::{Deserialize, Serialize};
    use std::path::Path;

    /// What the site's function is held against, too.
    const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/edits.json");

    /// An edit and what a study is after it and all before it.
    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Step {
        edit: StudyEdit,
        after: StudyContent,
    }

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Vectors {
        start: StudyContent,
        steps: Vec<Step>,
    }

    const MOVES: [&str; 4] = ["a1b2", "b2c3", "c3d4", "j10k9"];
    const COLOURS: [ShapeColour; 4] = [
        ShapeColour::Green,
        ShapeColour::Red,
        ShapeColour::Blue,
        ShapeColour::Yellow,
    ];

    fn one<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
        &of[rng.usize(..of.len())]
    }

    /// Few moves and short lines, so that edits meet.
    fn path(rng: &mut Rng) -> Vec<String> {
        let length = rng.usize(..5);
        let moves = (0..length).map(|_| (*one(rng, &MOVES)).to_owned());
        moves.collect()
    }

    fn chapter(id: &str) -> StudyChapter {
        let root = StudyNode {
            depth: 0,
            mv: String::new(),
            comment: String::new(),
            shapes: Vec::new(),
        };
        let first = StudyNode {
            depth: 1,
            mv: "a1b2".to_owned(),
            comment: "Both \"sides\"\nof 跳棋 – hopp".to_owned(),
            shapes: vec![StudyShape {
                colour: ShapeColour::Red,
                from: "a1".to_owned(),
                to: Some("b2".to_owned()),
            }],
        };
        StudyChapter {
            id: id.to_owned(),
            title: format!("Chapter {id}"),
            game: "star".to_owned(),
            start: None,
            nodes: vec![root, first],
        }
    }

    fn random_edit(rng: &mut Rng) -> StudyEdit {
        let chapter_id = (*one(rng, &["1", "2", "3"])).to_owned();
        let title = format!("Title {}", rng.u8(..9));
        match rng.usize(..16) {
            0 => StudyEdit::Title { title },
            1 => StudyEdit::AddChapter {
                chapter: chapter(&chapter_id),
            },
            2 => StudyEdit::RenameChapter {
                chapter: chapter_id,
                title,
            },
            3 => StudyEdit::MoveChapter {
                chapter: chapter_id,
                place: rng.usize(..4),
            },
            4 => StudyEdit::RemoveChapter {
                chapter: chapter_id,
            },
            5 | 6 => StudyEdit::Remove {
                chapter: chapter_id,
                path: path(rng),
            },
            7 | 8 => StudyEdit::Place {
                chapter: chapter_id,
                path: path(rng),
                place: rng.usize(..4),
            },
            9 | 10 => StudyEdit::Comment {
                chapter: chapter_id,
                path: path(rng),
                comment: (*one(rng, &["", "Good.", "Why?"])).to_owned(),
            },
            11 | 12 => StudyEdit::Draw {
                chapter: chapter_id,
                path: path(rng),
                from: (*one(rng, &["a1", "b2"])).to_owned(),
                to: rng.bool().then(|| "c3".to_owned()),
                colour: rng.bool().then(|| *one(rng, &COLOURS)),
            },
            _ => StudyEdit::Line {
                chapter: chapter_id,
                path: path(rng),
            },
        }
    }

    fn start() -> StudyContent {
        StudyContent {
            title: "Study".to_owned(),
            chapters: vec![chapter("1")],
        }
    }

    fn vectors() -> Vectors {
        let mut rng = Rng::with_seed(29);
        let mut content = start();
        let steps = (0..250).map(|_| {
            let edit = random_edit(&mut rng);
            apply(&mut content, &edit);
            let after = content.clone();
            Step { edit, after }
        });
        Vectors {
            steps: steps.collect(),
            start: start(),
        }
    }

    #[test]
    fn the_kept_vectors_are_current() {
        let should = serde_json::to_string(&vectors()).expect("JSON") + "\n";
        if std::env::var_os("LONGJUMP_WRITE").is_some() {
            std::fs::create_dir_all(Path::new(KEPT).parent().expect("a folder")).expect("made");
            std::fs::write(KEPT, should).expect("a file");
            return;
        }
        let kept = std::fs::read_to_string(KEPT).unwrap_or_default();
        assert!(
            kept == should,
            "crates/studies/tests/edits.json is old; LONGJUMP_WRITE=1 cargo test -p longjump-studies writes it anew"
        );
    }

    #[test]
    fn whatever_is_edited_trees_stay_trees_and_an_edit_twice_is_one() {
        let mut changed = 0;
        for seed in 0..40 {
            let mut rng = Rng::with_seed(seed);
            let mut content = start();
            for _ in 0..250 {
                let edit = random_edit(&mut rng);
                assert_eq!(check(&edit), Ok(()), "{edit:?}");
                let before = content.clone();
                apply(&mut content, &edit);
                changed += usize::from(content != before);
                let once = content.clone();
                apply(&mut content, &edit);
                assert_eq!(content, once, "{edit:?}");
                assert!(!content.chapters.is_empty());
                for chapter in &content.chapters {
                    assert!(is_tree(&chapter.nodes), "{edit:?}: {:?}", chapter.nodes);
                }
            }
        }
        assert!(changed > 2_000, "most edits meet something: {changed}");
    }

    #[test]
    fn a_line_brings_back_what_somebody_has_deleted_meanwhile() {
        let mut content = start();
        let line = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_owned()).collect();
        let chapter = || "1".to_owned();
        for edit in [
            StudyEdit::Remove {
                chapter: chapter(),
                path: line(&["a1b2"]),
            },
            StudyEdit::Line {
                chapter: chapter(),
                path: line(&["a1b2", "b2c3"]),
            },
        ] {
            apply(&mut content, &edit);
        }
        let moves = content.chapters[0].nodes.iter().map(|node| &*node.mv);
        assert_eq!(moves.collect::<Vec<_>>(), ["", "a1b2", "b2c3"]);
        assert_eq!(
            content.chapters[0].nodes[1].comment, "",
            "but not its words"
        );
    }

    #[test]
    fn a_tree_of_any_depth_is_edited() {
        let mut content = start();
        let moves: Vec<String> = (0..3_000).map(|ply| format!("a1b{}", ply % 99)).collect();
        let edit = StudyEdit::Line {
            chapter: "1".to_owned(),
            path: moves,
        };
        apply(&mut content, &edit);
        assert_eq!(content.chapters[0].nodes.len(), 3_002);
        assert!(
            check(&edit).is_err(),
            "though no client may make it so deep"
        );
    }
}
