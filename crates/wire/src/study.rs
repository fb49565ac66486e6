//! Studies: trees of analysis in chapters, and the edits that change them; `docs/online-protocol.md`
//! explains how they are sent.

use crate::time::Moment;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The colour of a circle or an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "study.ts")]
pub enum ShapeColour {
    /// Green.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

/// A circle around a place, or an arrow from one place to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct StudyShape {
    /// Its colour.
    pub colour: ShapeColour,
    /// The name of the place where it is or begins.
    pub from: String,
    /// Where an arrow ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub to: Option<String>,
}

/// A move of a tree with what is noted about it. A tree is the list of its nodes, each before those that follow
/// it and the main line first; it begins with the root, which has no move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct StudyNode {
    /// How many moves lead to it.
    pub depth: usize,
    /// The move.
    #[serde(default)]
    pub mv: String,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub comment: String,
    /// What is drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<StudyShape>>", optional)]
    pub shapes: Vec<StudyShape>,
}

/// A chapter: one tree of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct StudyChapter {
    /// What it is known by: up to 20 letters and digits, chosen by who adds it.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The game with its options.
    pub game: String,
    /// The position it starts from, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub start: Option<String>,
    /// The tree.
    pub nodes: Vec<StudyNode>,
}

/// What a study consists of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct StudyContent {
    /// What people call it.
    pub title: String,
    /// At least one.
    pub chapters: Vec<StudyChapter>,
}

/// A change of a study. What it is about may be gone when it comes: it changes nothing then. A `path` is the
/// moves that lead to a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub enum StudyEdit {
    /// Calls the study by another name.
    Title {
        /// The name.
        title: String,
    },
    /// Adds a chapter behind the others.
    AddChapter {
        /// The chapter.
        chapter: StudyChapter,
    },
    /// Calls a chapter by another name.
    RenameChapter {
        /// Which.
        chapter: String,
        /// The name.
        title: String,
    },
    /// Moves a chapter to another place.
    MoveChapter {
        /// Which.
        chapter: String,
        /// How many are before it then.
        place: usize,
    },
    /// Deletes a chapter, unless it is the only one.
    RemoveChapter {
        /// Which.
        chapter: String,
    },
    /// Adds those moves of a line that are not there, also where somebody has deleted them meanwhile.
    Line {
        /// In which chapter.
        chapter: String,
        /// The line.
        path: Vec<String>,
    },
    /// Deletes a move and all that follows it.
    Remove {
        /// In which chapter.
        chapter: String,
        /// Which.
        path: Vec<String>,
    },
    /// Moves a variation to another place among those beside it; the first is the main line.
    Place {
        /// In which chapter.
        chapter: String,
        /// Which.
        path: Vec<String>,
        /// How many are before it then.
        place: usize,
    },
    /// Puts another comment in place of the one before.
    Comment {
        /// In which chapter.
        chapter: String,
        /// About which move.
        path: Vec<String>,
        /// What is said; nothing for no comment.
        comment: String,
    },
    /// Draws a shape, in place of one in another colour.
    Draw {
        /// In which chapter.
        chapter: String,
        /// After which move.
        path: Vec<String>,
        /// Where it is or begins.
        from: String,
        /// Where an arrow ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        to: Option<String>,
        /// Its colour; none to take it away.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        colour: Option<ShapeColour>,
    },
}

/// An edit that is written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export_to = "study.ts")]
pub struct LoggedEdit {
    /// Its place among all edits of the study.
    pub version: usize,
    /// What the client that sent it calls it.
    pub id: String,
    /// Whose it was, as long as they have an account.
    pub by: Option<String>,
    /// What it changes.
    pub edit: StudyEdit,
}

/// What a client asks about a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub enum StudyAsk {
    /// Asks for edits after a version, and for all that come from now on.
    WatchStudy {
        /// The version that was read or seen last.
        since: usize,
        /// The secret of a link for editing, if that is where it was read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        key: Option<String>,
    },
    /// Ends that.
    UnwatchStudy {},
    /// Changes it.
    Edit {
        /// How.
        edit: StudyEdit,
        /// What the client calls this edit; sent again, it must be the same.
        id: String,
        /// The secret of a link for editing; its owner needs none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        key: Option<String>,
    },
}

/// What a server says about a study.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[ts(export_to = "study.ts")]
pub enum StudyNews {
    /// What was edited, without a gap after what was told before.
    Edits {
        /// The version after them.
        version: usize,
        /// The edits.
        edits: Vec<LoggedEdit>,
    },
    /// Too much was missed to be told: read the study again.
    Anew {},
    /// What was sent is written down, or changes nothing.
    Edited {
        /// What the client called it.
        id: String,
        /// Its place, or the study's version if it changed nothing.
        version: usize,
        /// Whether it had been done before.
        repeated: bool,
    },
    /// It can't be done.
    NotEdited {
        /// What the client called it.
        id: String,
        /// Why, in a word for programs.
        code: String,
        /// Why, in a sentence for people.
        why: String,
    },
    /// It may or may not be written down: send the same again. Without `id`: watch again.
    Again {
        /// What the client called it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
    },
    /// There is no such study, or not for who asks.
    NoStudy {},
}

/// A study to be made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct NewStudy {
    /// What people call it.
    #[schema(max_length = 80)]
    pub title: String,
    /// Its first chapter.
    pub chapter: StudyChapter,
    /// What the client calls this request: sent again, it is the same study.
    #[schema(max_length = 64)]
    pub id: String,
}

/// A study that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct StudyMade {
    /// What it is known by.
    pub id: String,
}

/// One of one's own studies.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct StudySummary {
    /// What it is known by.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// How many chapters it has.
    pub chapters: usize,
    /// When it was edited last.
    pub changed: Moment,
    /// Whether whoever has the link may read it.
    pub shared: bool,
}

/// A study, for who may read it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct StudyView {
    /// Who made it.
    pub owner: String,
    /// How many edits there were.
    pub version: usize,
    /// Whether whoever has the link may read it.
    pub shared: bool,
    /// Whether there is a link for editing.
    pub has_key: bool,
    /// Whether who asks may edit it.
    pub may_edit: bool,
    /// What it consists of.
    pub content: StudyContent,
}

/// An edit over HTTP, for what is too long for a socket.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct EditRequest {
    /// How the study is changed.
    pub edit: StudyEdit,
    /// What the client calls this edit; sent again, it must be the same.
    #[schema(max_length = 64)]
    pub id: String,
    /// The secret of a link for editing; its owner needs none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub key: Option<String>,
}

/// What came of an edit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct EditReceipt {
    /// Its place, or the study's version if it changed nothing.
    pub version: usize,
    /// Whether it had been done before.
    pub repeated: bool,
}

/// Who may read a study.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "study.ts")]
pub struct ShareStudy {
    /// Whether whoever has the link may, or only its owner and who may edit it.
    pub shared: bool,
}

/// The secret of a link for editing, which is not told again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "study.ts")]
pub struct StudyKey {
    /// The secret.
    pub key: String,
}
