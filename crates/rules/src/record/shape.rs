//! What is drawn on the board for people: circles and arrows.

use std::fmt;

/// A circle around a hole, or an arrow from one hole to another.
///
/// Holes are kept by name: whether a board has them is for whoever draws them.
///
/// ```
/// use longjump_rules::record::{Colour, Shape};
/// let arrow = Shape::read("Re5g7").expect("an arrow");
/// assert_eq!(arrow.colour, Colour::Red);
/// assert_eq!((arrow.from.as_str(), arrow.to.as_deref()), ("e5", Some("g7")));
/// assert_eq!(arrow.to_string(), "Re5g7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Its colour.
    pub colour: Colour,
    /// The hole of a circle, or where an arrow begins.
    pub from: String,
    /// Where an arrow ends.
    pub to: Option<String>,
}

/// The colour of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "colours are what they are called")]
pub enum Colour {
    Green,
    Red,
    Blue,
    Yellow,
}

impl Colour {
    const ALL: [(char, Self); 4] = [
        ('G', Self::Green),
        ('R', Self::Red),
        ('B', Self::Blue),
        ('Y', Self::Yellow),
    ];
}

impl Shape {
    /// Reads a colour's letter and one or two holes.
    pub fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let (_, colour) = *(Colour::ALL.iter()).find(|(known, _)| *known == letter)?;
        let (from, rest) = hole_name(&text[1..])?;
        let to = match rest {
            "" => None,
            _ => Some(hole_name(rest).filter(|(_, rest)| rest.is_empty())?.0),
        };
        Some(Self {
            colour,
            from: from.to_owned(),
            to: to.map(str::to_owned),
        })
    }
}

/// The hole's name that a text begins with, and what follows.
fn hole_name(text: &str) -> Option<(&str, &str)> {
    let row = text.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let digits = row.bytes().take_while(u8::is_ascii_digit).count();
    let well_formed = (1..=2).contains(&digits) && !row.starts_with('0');
    well_formed.then(|| text.split_at(1 + digits))
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = Colour::ALL.iter().find(|(_, known)| *known == self.colour);
        let (letter, _) = letter.expect("every colour has a letter");
        let to = self.to.as_deref().unwrap_or_default();
        write!(f, "{letter}{}{to}", self.from)
    }
}
