//! Moves that somebody has decided on before it is their turn: "if they play this, I answer that".

use crate::Board;
use thiserror::Error;

/// The most lines that somebody may keep for one game.
const MOST_LINES: usize = 8;
/// The most moves of a line.
const LONGEST_LINE: usize = 10;

/// Lines that begin with a move of the opponent and end with an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many moves there were before them.
    ply: usize,
    lines: Vec<Vec<String>>,
}

/// What follows from a plan as a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Planned {
    /// The opponent is to move: this is what is left of it.
    Waits(Plan),
    /// Its owner is to move, and has decided on this.
    Answer(String),
    /// Nothing: something else was played, or it is at its end.
    Nothing,
}

/// Why lines make no plan.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// Too many.
    #[error("there may be {MOST_LINES} lines of {LONGEST_LINE} moves")]
    TooMuch,
    /// One that has no answer to its last move.
    #[error("a line ends with a move of one's own")]
    NoAnswer,
    /// Two answers to the same move.
    #[error("two lines answer the same moves in two ways: {0}")]
    TwoAnswers(String),
    /// A move that is against the rules.
    #[error("{0}")]
    Illegal(String),
}

impl Plan {
    /// A plan for a board on which the opponent of its owner is to move.
    ///
    /// # Errors
    /// When the lines make no sense there.
    pub fn new(board: &dyn Board, lines: &[Vec<String>]) -> Result<Self, PlanError> {
        let is_long = |line: &Vec<String>| line.len() > LONGEST_LINE;
        if lines.len() > MOST_LINES || lines.iter().any(is_long) {
            return Err(PlanError::TooMuch);
        }
        let lines = lines.iter().map(|line| read(board, line));
        let mut lines = lines.collect::<Result<Vec<_>, _>>()?;
        lines.sort_unstable();
        lines.dedup();
        for (index, line) in lines.iter().enumerate() {
            for other in &lines[index + 1..] {
                let alike = line.iter().zip(other).take_while(|(a, b)| a == b).count();
                // Where they part it must be for the opponent to choose; where one goes on, too.
                if alike % 2 == 1 {
                    return Err(PlanError::TwoAnswers(line[..alike].join(" ")));
                }
            }
        }
        // What is the beginning of another says nothing more.
        let all = lines.clone();
        lines.retain(|line| {
            !all.iter()
                .any(|other| other.len() > line.len() && other.starts_with(line))
        });
        let ply = board.ply();
        Ok(Self { ply, lines })
    }

    /// A plan as it was kept.
    pub fn kept(ply: usize, lines: Vec<Vec<String>>) -> Self {
        Self { ply, lines }
    }

    /// How many moves there were before it.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Its lines.
    pub fn lines(&self) -> &[Vec<String>] {
        &self.lines
    }

    /// What follows from it once these moves were played, from the first of the game on.
    pub fn after(&self, played: &[String]) -> Planned {
        let Some(since) = played.get(self.ply..) else {
            return Planned::Nothing;
        };
        let mut going_on = self
            .lines
            .iter()
            .filter(|line| line.len() > since.len() && line.starts_with(since))
            .peekable();
        match going_on.peek() {
            None => Planned::Nothing,
            Some(line) if since.len() % 2 == 1 => Planned::Answer(line[since.len()].clone()),
            Some(_) => Planned::Waits(Self {
                ply: played.len(),
                lines: going_on.map(|line| line[since.len()..].to_vec()).collect(),
            }),
        }
    }
}

/// A line with its moves in their usual text.
fn read(board: &dyn Board, line: &[String]) -> Result<Vec<String>, PlanError> {
    if line.is_empty() || line.len() % 2 == 1 {
        return Err(PlanError::NoAnswer);
    }
    let mut board = board.copy();
    let mut moves = Vec::with_capacity(line.len());
    for mv in line {
        let read = board.read(mv).and_then(|read| {
            board.play(&read)?;
            Ok(read)
        });
        moves.push(read.map_err(|error| PlanError::Illegal(error.to_string()))?);
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_board;
    use proptest::prelude::*;

    fn board() -> Box<dyn Board> {
        open_board(&"minicheckers".parse().expect("a game")).expect("a board")
    }

    /// A line in which each choice is one of the legal moves.
    fn line(board: &dyn Board, choices: &[usize]) -> Vec<String> {
        let mut board = board.copy();
        let mut line = Vec::new();
        for choice in choices {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice % moves.len()].clone();
            board.play(&mv).expect("legal");
            line.push(mv);
        }
        line
    }

    #[test]
    fn an_answer_follows_its_move_and_the_rest_waits() {
        let board = board();
        let whole = line(&*board, &[0, 0, 0, 0]);
        let other = line(&*board, &[1, 1]);
        let plan = Plan::new(&*board, &[whole.clone(), other.clone()]).expect("a plan");
        assert_eq!(plan.after(&[]), Planned::Waits(plan.clone()));
        let after = |played: &[String]| plan.after(played);
        assert_eq!(after(&whole[..1]), Planned::Answer(whole[1].clone()));
        assert_eq!(after(&other[..1]), Planned::Answer(other[1].clone()));
        let rest = Plan::kept(2, vec![whole[2..].to_vec()]);
        assert_eq!(after(&whole[..2]), Planned::Waits(rest.clone()));
        assert_eq!(after(&whole), Planned::Nothing, "it is at its end");
        assert_eq!(after(&other), Planned::Nothing);
        assert_eq!(rest.after(&whole[..1]), Planned::Nothing, "taken back");
        let elsewhere = line(&*board, &[2]);
        assert_eq!(after(&elsewhere), Planned::Nothing);
    }

    #[test]
    fn what_makes_no_plan_is_refused() {
        let board = board();
        let refused = |lines: &[Vec<String>]| Plan::new(&*board, lines).expect_err("no plan");
        assert_eq!(refused(&[line(&*board, &[0])]), PlanError::NoAnswer);
        assert_eq!(refused(&[Vec::new()]), PlanError::NoAnswer);
        let nonsense = vec!["a1a1".to_owned(), "x".to_owned()];
        assert!(matches!(refused(&[nonsense]), PlanError::Illegal(_)));
        let (one, two) = (line(&*board, &[0, 0]), line(&*board, &[0, 1]));
        assert!(matches!(
            refused(&[one.clone(), two]),
            PlanError::TwoAnswers(_)
        ));
        assert_eq!(refused(&vec![one.clone(); 9]), PlanError::TooMuch);
        let long = line(&*board, &[0; 12]);
        assert_eq!(refused(&[long]), PlanError::TooMuch);
        // The same twice, and the beginning of another, are no other lines.
        let longer = line(&*board, &[0, 0, 0, 0]);
        let plan = Plan::new(&*board, &[one.clone(), longer.clone(), one]).expect("a plan");
        assert_eq!(plan.lines(), [longer]);
    }

    proptest! {
        /// Whatever is played, a plan answers with a legal move or waits for what is legal.
        #[test]
        fn a_plan_never_leads_to_an_illegal_move(
            lines in proptest::collection::vec(proptest::collection::vec(0..3_usize, 2..9), 0..8),
            played in proptest::collection::vec(0..3_usize, 0..10),
        ) {
            let mut board = board();
            let lines: Vec<_> = lines.iter().map(|choices| line(&*board, choices)).collect();
            let Ok(mut plan) = Plan::new(&*board, &lines) else { return Ok(()) };
            for choice in played {
                match plan.after(&board.played()) {
                    Planned::Answer(mv) => board.play(&mv).expect("legal"),
                    Planned::Waits(rest) => {
                        prop_assert_eq!(rest.after(&board.played()), Planned::Waits(rest.clone()));
                        plan = rest;
                        let moves = line(&*board, &[choice]);
                        for mv in moves {
                            board.play(&mv).expect("legal");
                        }
                    }
                    Planned::Nothing => break,
                }
            }
        }
    }
}
