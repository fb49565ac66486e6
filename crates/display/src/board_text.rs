//! A board for the terminal: each hole by its name, pieces with their seat's letter.

use crate::colours::{COLOURS, colour_slot};
use anstyle::{RgbColor, Style};
use longjump_rules::{Hole, Layout, Point, Seat};
use std::fmt::Write;

/// Characters from one hole to the next.
const STRIDE: f64 = 6.0;

/// Draws the board, one line of text a row of holes, with an arrow before the
/// hole that a move leads to and the piece that moves underlined.
pub fn board_text(
    layout: &Layout,
    seats: usize,
    pieces: &[Option<Seat>],
    mv: Option<(Hole, Hole)>,
) -> String {
    let left = layout.bounds().0;
    let mut rows: Vec<Vec<&Point>> = Vec::new();
    let mut points: Vec<&Point> = layout.points.iter().collect();
    points.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.x.total_cmp(&b.x)));
    for point in points {
        match rows.last_mut() {
            Some(row) if (row[0].y - point.y).abs() < 0.1 => row.push(point),
            _ => rows.push(vec![point]),
        }
    }
    let mut drawing = String::new();
    for row in rows {
        let label = |point: &Point| {
            let (label, style) = label(point, pieces[point.hole.index()], seats);
            match mv {
                Some((_, to)) if to == point.hole => (format!("→{}", point.name), style.bold()),
                Some((from, _)) if from == point.hole => (label, style.underline()),
                _ => (label, style),
            }
        };
        draw_row(&row, left, label, &mut drawing);
        drawing.push('\n');
    }
    drawing
}

fn draw_row(
    row: &[&Point],
    left: f64,
    label: impl Fn(&Point) -> (String, Style),
    drawing: &mut String,
) {
    let mut column = 0;
    for point in row {
        let (label, style) = label(point);
        let width = label.chars().count();
        // A piece's name stands where it stood before the piece came.
        let start = ((point.x - left) * STRIDE).round() as usize + 2 + point.name.len() - width;
        let _ = write!(drawing, "{:1$}{style}{label}{style:#}", "", start - column);
        column = start + width;
    }
}

fn label(point: &Point, piece: Option<Seat>, seats: usize) -> (String, Style) {
    match piece {
        Some(seat) => {
            let (r, g, b) = COLOURS[colour_slot(seat, seats)];
            let colour = Style::new().bold().fg_color(Some(RgbColor(r, g, b).into()));
            (format!("{seat}:{}", point.name), colour)
        }
        None if point.playable => (point.name.clone(), Style::new().dimmed()),
        None => ("-".to_owned(), Style::new().dimmed()),
    }
}
