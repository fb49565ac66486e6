//! The whole screen: the board at the left, the facts at the right, messages and
//! keys below.

use crate::board::{self, BoardDrawing};
use crate::ending;
use crate::palette::Palette;
use crate::session::{Player, Session};
use longjump_rules::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Characters for the facts, at least.
const FACTS: u16 = 24;
/// Lines for messages.
const MESSAGES: u16 = 2;
/// Lines for the facts of six seats, at least.
const LOWEST: u16 = 17;

const KEYS: &str = "arrows Tab Enter move  Esc let go  u back  h hint  n new  ? help  q quit";

const HELP: &str = "\
arrows     go from hole to hole
Tab        to the next piece, or its next landing
Enter      pick the piece; land it
Esc        let go, forget what was typed
e5k9       type a move, then Enter
u          take back to your last turn
h          a hint (games for two)
n          new game
q, Ctrl-C  quit; the game is printed then

[ ] here   < > picked   • step   ○ hop
! ! can be taken   * last move   ? hint

h, n and q may also begin a move: they wait
half a second for what follows, or for Enter.";

/// The window that a game needs.
pub(crate) fn needed(session: &Session) -> Size {
    let board = board::smallest(&session.layout);
    let height = board.height.max(LOWEST) + MESSAGES + 1;
    let width = (board.width + 1 + FACTS).max(KEYS.len() as u16);
    Size::new(width, height)
}

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, session: &Session, palette: Palette) {
    let area = frame.area();
    let needed = needed(session);
    if area.width < needed.width || area.height < needed.height {
        let (width, height) = (needed.width, needed.height);
        let text = format!(
            "{} needs a window of {width} by {height} characters; this one has {} by {}. q quits.",
            session.spec, area.width, area.height
        );
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let parts = [
        Constraint::Min(0),
        Constraint::Length(MESSAGES),
        Constraint::Length(1),
    ];
    let [top, messages, keys] = Layout::vertical(parts).areas(area);
    let room = Size::new(top.width - FACTS - 1, top.height);
    let (scale, size) = board::fit(&session.layout, room).expect("it was measured");
    // What the board leaves above and below is shared, but the facts begin at the top.
    let board = Rect {
        y: top.y + (top.height - size.height) / 2,
        width: size.width,
        height: size.height,
        ..top
    };
    let drawing = BoardDrawing {
        session,
        palette,
        scale,
        area: board,
    };
    drawing.draw(frame.buffer_mut());
    let facts = Rect {
        x: board.right() + 1,
        width: top.right() - board.right() - 1,
        ..top
    };
    draw_facts(frame, facts, session, palette);
    let status = Paragraph::new(status(session, palette)).wrap(Wrap { trim: true });
    frame.render_widget(status, messages);
    frame.render_widget(Paragraph::new(KEYS).style(palette.quiet()), keys);
    if session.shows_help {
        draw_help(frame, palette);
    }
}

fn draw_help(frame: &mut Frame, palette: Palette) {
    let lines = HELP.lines().count() as u16;
    let width = HELP.lines().map(|line| line.chars().count()).max();
    let area = frame.area();
    let window = area.centered(
        Constraint::Length(width.unwrap_or(0) as u16 + 4),
        Constraint::Length(lines + 2),
    );
    frame.render_widget(Clear, window);
    let block = Block::bordered().title(" Help: any key goes back ");
    let block = block.padding(ratatui::widgets::Padding::horizontal(1));
    let help = Paragraph::new(HELP).block(block.border_style(palette.accent()));
    frame.render_widget(help, window);
}

/// What is typed, or what there is to say.
fn status(session: &Session, palette: Palette) -> Line<'static> {
    if !session.typed.is_empty() {
        return Line::from(vec![
            Span::from("move: "),
            Span::styled(format!("{}▏", session.typed), palette.accent()),
            Span::styled("  Enter plays it, Esc forgets it", palette.quiet()),
        ]);
    }
    let here = Span::styled(
        format!("[{}] ", session.name_of(session.cursor.hole)),
        palette.accent(),
    );
    let message = match ending::in_words(session) {
        _ if !session.message.is_empty() => session.message.clone(),
        Some(ending) => format!("{ending} n starts a new game."),
        None => what_to_do(session),
    };
    Line::from(vec![here, Span::from(message)])
}

fn what_to_do(session: &Session) -> String {
    let Some(seat) = session.turn() else {
        return String::new();
    };
    match (&session.players[seat.index()], session.picked) {
        (Player::Engine(_), _) => format!("{seat} is thinking…"),
        (Player::Person, Some(from)) => {
            let from = session.name_of(from);
            let ways = match session.ways() {
                (true, true) => "step to • and hop to ○",
                (true, false) => "step to •",
                (false, _) => "hop to ○",
            };
            format!("{from} can {ways}: go there and press Enter")
        }
        (Player::Person, None) if session.can_only_pass() => {
            format!("{seat} can only pass: press Enter")
        }
        (Player::Person, None) if session.is_alone() => {
            format!("your turn ({seat}): pick a piece, or type a move")
        }
        (Player::Person, None) => format!("{seat} to move: pick a piece, or type a move"),
    }
}

/// Seats, moves and figures, one below the other.
fn draw_facts(frame: &mut Frame, area: Rect, session: &Session, palette: Palette) {
    let figures = figures(session, palette);
    let seats = session.seats() as u16;
    let name = name_lines(session, usize::from(area.width));
    let parts = [
        Constraint::Length(name.lines.len() as u16 + 1),
        Constraint::Length(seats + 1),
        Constraint::Min(1),
        Constraint::Length(figures.lines.len() as u16 + 1),
    ];
    let [title, players, moves, below] = Layout::vertical(parts).areas(area);
    frame.render_widget(name, title);
    frame.render_widget(seat_lines(session, palette), players);
    let lines = move_lines(session, usize::from(moves.width));
    let first = lines.len().saturating_sub(usize::from(moves.height));
    frame.render_widget(Text::from_iter(lines.into_iter().skip(first)), moves);
    let below = Rect {
        y: below.y + 1,
        height: below.height - 1,
        ..below
    };
    frame.render_widget(figures, below);
}

/// The game's name and its options, on as many lines as they take.
fn name_lines(session: &Session, width: usize) -> Text<'static> {
    let spec = session.spec.to_string();
    let mut lines: Vec<String> = Vec::new();
    for part in spec.split_inclusive([':', ',']) {
        match lines.last_mut() {
            Some(line) if line.len() + part.len() <= width => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    Text::from_iter(lines).style(bold)
}

/// A line for each seat: its marble, who plays, and its place or whose turn it is.
fn seat_lines(session: &Session, palette: Palette) -> Text<'static> {
    let (turn, setup) = (session.turn(), session.setup());
    let line = |seat: Seat| {
        let arrow = if turn == Some(seat) { "▸ " } else { "  " };
        let marble = match palette {
            Palette::Plain => format!("({seat})"),
            _ => format!(" {seat} "),
        };
        let place = match setup.places[seat] {
            0 => String::new(),
            place => format!(", place {place}"),
        };
        Line::from(vec![
            Span::styled(arrow, palette.accent()),
            Span::styled(marble, palette.piece(seat, session.seats())),
            Span::from(format!(" {}{place}", session.player_name(seat))),
        ])
    };
    Seat::first(session.seats()).map(line).collect()
}

/// The moves, a round after the other, as many beside each other as fit.
fn move_lines(session: &Session, width: usize) -> Vec<String> {
    /// Characters for a round's number, and for a move.
    const NUMBER: usize = 4;
    const MOVE: usize = 7;
    let fitting = ((width - NUMBER) / MOVE).max(1);
    let mut lines: Vec<String> = Vec::new();
    let (mut round, mut beside) = (0, 0);
    let mut previous = None;
    for played in &session.played {
        // The turn has come back to a seat that has moved in this round.
        if previous.is_none_or(|seat| played.seat <= seat) {
            round += 1;
            lines.push(format!("{:<NUMBER$}", format!("{round}.")));
            beside = 0;
        } else if beside == fitting {
            lines.push(" ".repeat(NUMBER));
            beside = 0;
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!("{:<MOVE$}", played.mv));
        }
        beside += 1;
        previous = Some(played.seat);
    }
    lines
}

/// What the last engine found.
fn figures(session: &Session, palette: Palette) -> Text<'static> {
    let Some(figures) = &session.figures else {
        return Text::default();
    };
    let lines = figures.lines();
    if lines.is_empty() {
        return Text::default();
    }
    let head = Line::styled(format!("engine for {}:", figures.seat), palette.quiet());
    let lines = lines.into_iter().map(Line::from);
    std::iter::once(head).chain(lines).collect()
}
