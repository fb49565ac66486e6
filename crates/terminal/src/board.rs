//! The board on a grid of characters, as large as the window allows.

use crate::palette::Palette;
use crate::session::{Landing, Session};
use longjump_rules::{Hole, Layout, Point, Seat, Surface};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::style::{Modifier, Style};

/// Characters for the names at the left of the rows.
const LABEL: u16 = 4;

/// Characters from one hole to the next across, and lines from one row to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scale {
    across: u16,
    down: u16,
}

/// The scales of a surface, the largest first.
fn scales(surface: Surface) -> [Scale; 3] {
    let sizes = match surface {
        Surface::Holes => [(8, 3), (6, 2), (4, 1)],
        Surface::Squares => [(7, 3), (5, 2), (3, 1)],
    };
    sizes.map(|(across, down)| Scale { across, down })
}

/// The room a board takes.
fn size_at(layout: &Layout, scale: Scale) -> Size {
    let (left, _, right, _) = layout.bounds();
    let width = ((right - left) * f64::from(scale.across)).round() as u16;
    let rows = rows(layout).len() as u16;
    match layout.surface {
        Surface::Holes => Size::new(LABEL + width + 3, (rows - 1) * scale.down + 1),
        // The columns' letters are below.
        Surface::Squares => Size::new(LABEL + width + scale.across, rows * scale.down + 1),
    }
}

/// The room a board takes at least.
pub(crate) fn smallest(layout: &Layout) -> Size {
    size_at(layout, scales(layout.surface)[2])
}

/// The largest scale whose board fits.
pub(crate) fn fit(layout: &Layout, room: Size) -> Option<(Scale, Size)> {
    let scales = scales(layout.surface).into_iter();
    let mut sized = scales.map(|scale| (scale, size_at(layout, scale)));
    sized.find(|(_, size)| size.width <= room.width && size.height <= room.height)
}

/// The heights of the rows of holes, from the top.
fn rows(layout: &Layout) -> Vec<f64> {
    let mut heights: Vec<f64> = layout.points.iter().map(|point| point.y).collect();
    heights.sort_by(|a, b| b.total_cmp(a));
    heights.dedup_by(|a, b| (*a - *b).abs() < 0.1);
    heights
}

/// Draws boards at one place and scale.
pub(crate) struct BoardDrawing<'a> {
    pub(crate) session: &'a Session,
    pub(crate) palette: Palette,
    pub(crate) scale: Scale,
    pub(crate) area: Rect,
}

impl BoardDrawing<'_> {
    pub(crate) fn draw(&self, buffer: &mut Buffer) {
        let layout = &self.session.layout;
        let pieces = self.session.setup().pieces;
        if layout.surface == Surface::Holes && self.scale.down > 1 {
            self.draw_lines(buffer);
        }
        for point in &layout.points {
            let look = self.look(point, pieces[point.hole.index()]);
            let place = self.place(point);
            if layout.surface == Surface::Squares {
                buffer.set_style(self.square(place), self.palette.square(point.dark));
            }
            let text: String = look.text.iter().collect();
            buffer.set_string(place.x - 1, place.y, text, look.style);
        }
        self.draw_names(buffer);
    }

    /// The middle of a hole on the screen.
    fn place(&self, point: &Point) -> Position {
        let layout = &self.session.layout;
        let across = ((point.x - layout.bounds().0) * f64::from(self.scale.across)).round() as u16;
        let rows = rows(layout);
        let row = rows.iter().position(|y| (y - point.y).abs() < 0.1);
        let down = row.unwrap_or(0) as u16 * self.scale.down;
        let (right, below) = match layout.surface {
            Surface::Holes => (1, 0),
            Surface::Squares => (self.scale.across / 2, self.scale.down / 2),
        };
        let x = self.area.x + LABEL + across + right;
        Position::new(x, self.area.y + down + below)
    }

    /// The square around a place.
    fn square(&self, place: Position) -> Rect {
        let Scale { across, down } = self.scale;
        Rect::new(place.x - across / 2, place.y - down / 2, across, down)
    }

    /// The lines between rows of holes, where there is room for them.
    fn draw_lines(&self, buffer: &mut Buffer) {
        let points = &self.session.layout.points;
        for &(a, b) in &self.session.layout.lines {
            let [a, b] = [a, b].map(|hole| self.place(&points[hole.index()]));
            let (top, bottom) = if a.y < b.y { (a, b) } else { (b, a) };
            if top.y == bottom.y {
                continue;
            }
            let leans_left = top.x > bottom.x;
            let sign = if leans_left { "╱" } else { "╲" };
            let height = bottom.y - top.y;
            for line in 1..height {
                let shift = (top.x.abs_diff(bottom.x) * line + height / 2) / height;
                let x = if leans_left {
                    top.x - shift
                } else {
                    top.x + shift
                };
                buffer.set_string(x, top.y + line, sign, self.palette.quiet());
            }
        }
    }

    /// Each row's first hole by name, or on squares the letters and numbers.
    fn draw_names(&self, buffer: &mut Buffer) {
        let layout = &self.session.layout;
        let style = self.palette.quiet();
        let mut previous: Option<f64> = None;
        let mut points: Vec<&Point> = layout.points.iter().collect();
        points.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
        for point in points {
            let place = self.place(point);
            if previous.is_none_or(|y| (y - point.y).abs() > 0.1) {
                let name = match layout.surface {
                    Surface::Holes => point.name.as_str(),
                    Surface::Squares => &point.name[1..],
                };
                let before = match layout.surface {
                    Surface::Holes => 2,
                    Surface::Squares => self.scale.across / 2 + 1,
                };
                let x = place.x.saturating_sub(before + name.len() as u16);
                buffer.set_string(x, place.y, name, style);
            }
            previous = Some(point.y);
            if layout.surface == Surface::Squares && point.y == layout.bounds().1 {
                let below = self.square(place).bottom();
                buffer.set_string(place.x, below, &point.name[..1], style);
            }
        }
    }

    /// How a hole looks with what is in it.
    fn look(&self, point: &Point, piece: Option<Seat>) -> Look {
        let session = self.session;
        let hole = point.hole;
        // What has happened since the person's own last move.
        let mut recent = session.played.iter().rev().take(session.seats() - 1);
        let marks = Marks {
            is_here: session.cursor.hole == hole,
            is_picked: session.picked == Some(hole),
            landing: session.landing(hole),
            is_hinted: session
                .hint
                .is_some_and(|(from, to)| hole == from || hole == to),
            is_touched: recent.any(|played| match piece {
                Some(_) => played.route.last() == Some(&hole),
                None => played.route.contains(&hole),
            }),
        };
        match piece {
            Some(seat) => {
                let plain = if self.palette == Palette::Plain {
                    ['(', ')']
                } else {
                    [' ', ' ']
                };
                let [left, right] = marks.around_piece().unwrap_or(plain);
                Look {
                    text: [left, seat.letter(), right],
                    style: self.palette.piece(seat, session.seats()),
                }
            }
            None => {
                let plain = if point.playable && !self.is_seen() {
                    '·'
                } else {
                    ' '
                };
                let sign = marks.in_empty_hole();
                let [left, right] = if marks.is_here {
                    ['[', ']']
                } else {
                    [' ', ' ']
                };
                Look {
                    text: [left, sign.unwrap_or(plain), right],
                    style: self.empty_style(point, marks.is_here || sign.is_some()),
                }
            }
        }
    }

    fn empty_style(&self, point: &Point, is_notable: bool) -> Style {
        if self.session.layout.surface == Surface::Squares {
            let style = self.palette.square(point.dark);
            let bold = style.add_modifier(Modifier::BOLD);
            return if is_notable { bold } else { style };
        }
        match (is_notable, self.camp_of(point.hole)) {
            (true, _) => self.palette.accent(),
            (false, Some(seat)) => self.palette.camp(seat, self.session.seats()),
            (false, None) => self.palette.quiet(),
        }
    }

    /// Whether a hole is seen without a sign: a coloured square is.
    fn is_seen(&self) -> bool {
        let is_square = self.session.layout.surface == Surface::Squares;
        is_square && self.palette != Palette::Plain
    }

    /// The seat whose camp a hole is in: who starts there, or else who wants to get there.
    fn camp_of(&self, hole: Hole) -> Option<Seat> {
        let mut camps = self.session.layout.camps.iter();
        let camp = camps.find(|camp| camp.holes.contains(&hole))?;
        camp.home_of.or(camp.goal_of)
    }
}

/// Three characters that show a hole.
struct Look {
    text: [char; 3],
    style: Style,
}

/// What there is to know about a hole besides what is in it.
struct Marks {
    is_here: bool,
    is_picked: bool,
    landing: Option<Landing>,
    is_hinted: bool,
    is_touched: bool,
}

impl Marks {
    /// The signs at both sides of a piece.
    fn around_piece(&self) -> Option<[char; 2]> {
        let marks = [
            (self.is_here, ['[', ']']),
            (self.is_picked, ['<', '>']),
            (self.landing.is_some(), ['!', '!']),
            (self.is_hinted, ['?', '?']),
            (self.is_touched, ['*', '*']),
        ];
        let mut marks = marks.into_iter().filter(|(is_so, _)| *is_so);
        marks.next().map(|(_, signs)| signs)
    }

    /// The sign in a hole without a piece.
    fn in_empty_hole(&self) -> Option<char> {
        match self.landing {
            Some(Landing::Step) => Some('•'),
            Some(Landing::Hop) => Some('○'),
            None if self.is_hinted => Some('?'),
            None if self.is_touched => Some('*'),
            None => None,
        }
    }
}
