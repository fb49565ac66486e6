//! A board as data, which is all that a picture of it needs.

use longjump_rules::{Layout, Surface};
use serde::Serialize;
use ts_rs::TS;

/// A board as data.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "layout.ts")]
pub struct BoardLayout {
    /// Whether places are squares; else they are round holes.
    pub squares: bool,
    /// Every place, by number.
    pub points: Vec<BoardPoint>,
    /// Pairs of neighbours to join by a line.
    pub lines: Vec<(usize, usize)>,
    /// Homes and goals.
    pub camps: Vec<BoardCamp>,
}

/// A place of the board.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "layout.ts")]
pub struct BoardPoint {
    /// Its name in notation.
    pub name: String,
    /// To the right, in distances between neighbours.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// On squares: whether it is a dark one.
    pub dark: bool,
    /// Whether a piece can ever stand here.
    pub playable: bool,
}

/// A part of the board that belongs together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "layout.ts")]
pub struct BoardCamp {
    /// Its places.
    pub holes: Vec<usize>,
    /// The seat that starts here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number | undefined")]
    pub home_of: Option<usize>,
    /// The seat that wants to get here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number | undefined")]
    pub goal_of: Option<usize>,
}

/// Coordinates have four digits: more can't be seen, and JSON would be twice as long.
impl From<Layout> for BoardLayout {
    fn from(layout: Layout) -> Self {
        let rounded = |number: f64| (number * 1e4).round() / 1e4;
        let points = layout.points.into_iter().map(|point| BoardPoint {
            name: point.name,
            x: rounded(point.x),
            y: rounded(point.y),
            dark: point.dark,
            playable: point.playable,
        });
        let camps = layout.camps.into_iter().map(|camp| BoardCamp {
            holes: camp.holes.iter().map(|hole| hole.index()).collect(),
            home_of: camp.home_of.map(|seat| seat.index()),
            goal_of: camp.goal_of.map(|seat| seat.index()),
        });
        let lines = layout.lines.iter();
        Self {
            squares: layout.surface == Surface::Squares,
            points: points.collect(),
            lines: lines.map(|(a, b)| (a.index(), b.index())).collect(),
            camps: camps.collect(),
        }
    }
}
