//! Colours, as many as the terminal has.

use longjump_display::{COLOURS, colour_slot};
use longjump_rules::Seat;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Palette {
    /// Any colour.
    Full,
    /// The 256 that nearly every terminal has.
    Indexed,
    /// None: letters and signs must do.
    Plain,
}

/// Ink on light marbles, and on wood.
const DARK_INK: (u8, u8, u8) = (0x22, 0x20, 0x1c);
const LIGHT_INK: (u8, u8, u8) = (0xff, 0xff, 0xff);
const ACCENT: (u8, u8, u8) = (0x46, 0xc5, 0xa5);
/// With the index that looks most like it: the nearest ones are greenish.
const LIGHT_WOOD: ((u8, u8, u8), u8) = ((0xe3, 0xc9, 0xa0), 223);
const DARK_WOOD: ((u8, u8, u8), u8) = ((0xc9, 0xa8, 0x78), 180);

impl Palette {
    /// What the environment says: no colours with `NO_COLOR`, all of them where
    /// `COLORTERM` promises them.
    pub(crate) fn from_environment() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        if is_set("NO_COLOR") {
            return Self::Plain;
        }
        match std::env::var("COLORTERM").as_deref() {
            Ok("truecolor" | "24bit") => Self::Full,
            _ => Self::Indexed,
        }
    }

    fn colour(self, (r, g, b): (u8, u8, u8)) -> Color {
        match self {
            Self::Full => Color::Rgb(r, g, b),
            Self::Indexed => Color::Indexed(nearest_index(r, g, b)),
            Self::Plain => Color::Reset,
        }
    }

    /// A marble: filled with its seat's colour.
    pub(crate) fn piece(self, seat: Seat, seats: usize) -> Style {
        let slot = colour_slot(seat, seats);
        let ink = if matches!(slot, 1 | 2) {
            DARK_INK
        } else {
            LIGHT_INK
        };
        let style = Style::new().add_modifier(Modifier::BOLD);
        style.bg(self.colour(COLOURS[slot])).fg(self.colour(ink))
    }

    /// An empty hole in a seat's camp.
    pub(crate) fn camp(self, seat: Seat, seats: usize) -> Style {
        Style::new().fg(self.colour(COLOURS[colour_slot(seat, seats)]))
    }

    /// A square without a piece.
    pub(crate) fn square(self, is_dark: bool) -> Style {
        let (wood, index) = if is_dark { DARK_WOOD } else { LIGHT_WOOD };
        let wood = match self {
            Self::Indexed => Color::Indexed(index),
            _ => self.colour(wood),
        };
        Style::new().bg(wood).fg(self.colour(DARK_INK))
    }

    /// What is to be noticed.
    pub(crate) fn accent(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        style.fg(self.colour(ACCENT))
    }

    /// What is there if one looks for it.
    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

/// The nearest colour of the cube of six by six by six that follows the first sixteen.
fn nearest_index(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |part: u8| {
        let distance = |&index: &u8| STEPS[usize::from(index)].abs_diff(part);
        (0..6).min_by_key(distance).unwrap_or(0)
    };
    16 + 36 * nearest(r) + 6 * nearest(g) + nearest(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn six_seats_have_six_colours_in_every_palette() {
        for palette in [Palette::Full, Palette::Indexed] {
            let colours = Seat::first(6).map(|seat| palette.piece(seat, 6).bg);
            let different: BTreeSet<String> = colours.map(|colour| format!("{colour:?}")).collect();
            assert_eq!(different.len(), 6);
        }
    }
}
