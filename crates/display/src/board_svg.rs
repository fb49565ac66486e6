//! A board as a picture.

use crate::colours::{COLOURS, colour_slot};
use longjump_rules::{Camp, Hole, Layout, Point, Seat, Surface};
use std::fmt::Write;

/// Units of the picture from one hole to the next.
const STRIDE: f64 = 40.0;
const MARGIN: f64 = 40.0;

const PAGE: &str = "#f5f2ec";
const WOOD: &str = "#e3c9a0";
const WOOD_DARK: &str = "#c9a878";
const LINE: &str = "#8a6d4b";
const HOLE: &str = "#b8935f";

/// Draws the board with its pieces.
pub fn board_svg(layout: &Layout, seats: usize, pieces: &[Option<Seat>]) -> String {
    let (left, bottom, right, top) = layout.bounds();
    let place = |hole: Hole| {
        let point = &layout.points[hole.index()];
        (
            MARGIN + (point.x - left) * STRIDE,
            MARGIN + (top - point.y) * STRIDE,
        )
    };
    let width = 2.0 * MARGIN + (right - left) * STRIDE;
    let height = 2.0 * MARGIN + (top - bottom) * STRIDE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <title>Longjump board</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{PAGE}\"/>\n"
    );
    for &(a, b) in &layout.lines {
        let ((x1, y1), (x2, y2)) = (place(a), place(b));
        let _ = writeln!(
            svg,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{LINE}\" stroke-width=\"1.5\"/>"
        );
    }
    for point in &layout.points {
        let (x, y) = place(point.hole);
        draw_place(&mut svg, layout, seats, point, (x, y));
        if let Some(seat) = pieces[point.hole.index()] {
            draw_piece(&mut svg, seat, seats, &point.name, (x, y));
        }
    }
    svg.push_str("</svg>");
    svg
}

fn draw_place(svg: &mut String, layout: &Layout, seats: usize, point: &Point, (x, y): (f64, f64)) {
    let name = &point.name;
    let _ = match layout.surface {
        Surface::Holes => {
            let camp = layout
                .camps
                .iter()
                .find(|camp| camp.holes.contains(&point.hole));
            let tint = camp
                .and_then(|camp| tint(camp, seats))
                .unwrap_or_else(|| HOLE.to_owned());
            writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{tint}\" stroke=\"{LINE}\"><title>{name}</title></circle>"
            )
        }
        Surface::Squares => {
            let (side, corner_x, corner_y) = (STRIDE, x - STRIDE / 2.0, y - STRIDE / 2.0);
            let fill = if point.dark { WOOD_DARK } else { WOOD };
            writeln!(
                svg,
                "<rect x=\"{corner_x:.1}\" y=\"{corner_y:.1}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\"><title>{name}</title></rect>"
            )
        }
    };
}

/// Camps are tinted in the colour of the seat that starts there.
fn tint(camp: &Camp, seats: usize) -> Option<String> {
    let (r, g, b) = COLOURS[colour_slot(camp.home_of?, seats)];
    let towards_wood = |part: u8, wood: u8| (u16::from(part) + 2 * u16::from(wood)) / 3;
    let [r, g, b] = [
        towards_wood(r, 0xe3),
        towards_wood(g, 0xc9),
        towards_wood(b, 0xa0),
    ];
    Some(format!("#{r:02x}{g:02x}{b:02x}"))
}

/// A marble with a mark of its own, so that colour is not the only sign.
fn draw_piece(svg: &mut String, seat: Seat, seats: usize, name: &str, (x, y): (f64, f64)) {
    let slot = colour_slot(seat, seats);
    let (r, g, b) = COLOURS[slot];
    let mark = [
        "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0",
        "M0 -5L5 4H-5Z",
        "M-4 -4H4V4H-4Z",
        "M-4 -4L4 4M4 -4L-4 4",
        "M0 -5V5M-5 0H5",
        "M-5 0H5",
    ][slot];
    let is_light = matches!(slot, 1 | 2);
    let ink = if is_light { "#22201c" } else { "#fff" };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x:.1} {y:.1})\"><title>seat {seat} in {name}</title>\
         <circle r=\"15\" fill=\"#{r:02x}{g:02x}{b:02x}\" stroke=\"#22201c\" stroke-opacity=\"0.35\"/>\
         <circle cx=\"-4\" cy=\"-6\" r=\"4.5\" fill=\"#fff\" fill-opacity=\"0.35\"/>\
         <path d=\"{mark}\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"0.9\" stroke-width=\"2\"/></g>"
    );
}
