//! The network's delay, as the server measures it.

use axum::body::Bytes;
use longjump_wire::time::Span;
use std::collections::VecDeque;
use std::time::Instant;

/// How many measurements count.
const REMEMBERED: usize = 4;
/// How many questions may stay without an answer.
const UNANSWERED: u32 = 3;

/// Times from a question of ours to its answer. Browsers answer by themselves, and the best of
/// the last few counts, so that a client that stalls gains little; the clocks of a game see to
/// the rest.
#[derive(Default)]
pub struct Lag {
    asked: Option<(u64, Instant)>,
    number: u64,
    unanswered: u32,
    measured: VecDeque<Span>,
}

impl Lag {
    /// A question for the client.
    pub fn ask(&mut self) -> Bytes {
        self.number += 1;
        self.unanswered += 1;
        self.asked = Some((self.number, Instant::now()));
        Bytes::copy_from_slice(&self.number.to_be_bytes())
    }

    /// Its answer.
    pub fn answered(&mut self, payload: &[u8]) {
        let Some((number, asked)) = self.asked else {
            return;
        };
        if payload == number.to_be_bytes() {
            self.asked = None;
            self.unanswered = 0;
            self.measured
                .push_back(Span(asked.elapsed().as_millis() as u64));
            if self.measured.len() > REMEMBERED {
                self.measured.pop_front();
            }
        }
    }

    /// The delay to reckon with.
    pub fn usual(&self) -> Span {
        self.measured.iter().min().copied().unwrap_or_default()
    }

    /// Whether nobody answers any more.
    pub fn is_dead(&self) -> bool {
        self.unanswered >= UNANSWERED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_to_our_last_question_count() {
        let mut lag = Lag::default();
        let first = lag.ask();
        let second = lag.ask();
        lag.answered(&first);
        lag.answered(b"something else");
        assert!(lag.measured.is_empty());
        lag.answered(&second);
        lag.answered(&second);
        assert_eq!(lag.measured.len(), 1);
        assert_eq!(lag.usual(), lag.measured[0]);
    }

    #[test]
    fn who_never_answers_is_gone() {
        let mut lag = Lag::default();
        for _ in 0..UNANSWERED {
            assert!(!lag.is_dead());
            lag.ask();
        }
        assert!(lag.is_dead());
    }
}
