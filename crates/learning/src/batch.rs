//! Many positions at once, on several threads.

use crate::kernel::{Given, Kernel};
use crate::lesson::Lesson;
use std::sync::{Mutex, PoisonError};

/// Into how many parts a batch goes. Each part's slope is added up by itself and the parts in
/// their order, so sums are the same whoever worked on which part.
const PARTS: usize = 16;
/// How many positions are checked at once.
const CHECKED_AT_ONCE: usize = 4096;

/// Goes through positions on several threads.
pub(crate) struct Crew<'a> {
    lesson: &'a Lesson,
    kernel: Kernel,
    threads: usize,
    /// The slopes of the parts, kept for the next batch.
    parts: Vec<Part>,
}

/// A part of a batch.
#[derive(Clone)]
struct Part {
    slope: Vec<f32>,
    loss: f64,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(lesson: &'a Lesson, kernel: Kernel, threads: usize) -> Self {
        let part = Part {
            slope: vec![0.0; kernel.shape.count()],
            loss: 0.0,
        };
        Self {
            lesson,
            kernel,
            threads,
            parts: vec![part; PARTS],
        }
    }

    /// Puts the mean slope over some positions into `slope`, and returns the sum of their
    /// losses.
    pub(crate) fn learn(
        &mut self,
        net: &[f32],
        batch: &[u32],
        is_mirrored: impl Fn(u32) -> bool + Sync,
        slope: &mut [f32],
    ) -> f64 {
        let size = batch.len().div_ceil(PARTS);
        let (lesson, kernel) = (self.lesson, &self.kernel);
        let jobs = self.parts.iter_mut().zip(batch.chunks(size));
        let used = jobs.len();
        share_out(self.threads, jobs, |(part, numbers)| {
            part.slope.fill(0.0);
            part.loss = 0.0;
            for &number in numbers {
                let given = given(lesson, number, is_mirrored(number));
                part.loss += kernel.learn(net, &given, &mut part.slope);
            }
        });
        let parts = &self.parts[..used];
        slope.fill(0.0);
        for part in parts {
            for (sum, part) in slope.iter_mut().zip(&part.slope) {
                *sum += part;
            }
        }
        let each = 1.0 / batch.len() as f32;
        slope.iter_mut().for_each(|sum| *sum *= each);
        parts.iter().map(|part| part.loss).sum()
    }

    /// The mean loss on positions that were not learned from.
    pub(crate) fn check(&self, net: &[f32]) -> f64 {
        let (lesson, kernel) = (self.lesson, &self.kernel);
        let chunks: Vec<&[u32]> = lesson.validation.chunks(CHECKED_AT_ONCE).collect();
        let mut losses = vec![0.0; chunks.len()];
        share_out(
            self.threads,
            losses.iter_mut().zip(chunks),
            |(loss, numbers)| {
                let each = numbers.iter().map(|&number| {
                    let given = given(lesson, number, false);
                    kernel.loss(net, &given)
                });
                *loss = each.sum();
            },
        );
        losses.iter().sum::<f64>() / lesson.validation.len() as f64
    }
}

fn given(lesson: &Lesson, number: u32, is_mirrored: bool) -> Given<'_> {
    let number = number as usize;
    Given {
        inputs: lesson.samples.inputs(number),
        is_mirrored,
        target: lesson.targets[number],
    }
}

/// Does each job on whichever thread is free.
fn share_out<T: Send>(
    threads: usize,
    jobs: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        jobs.for_each(work);
        return;
    }
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = next() {
                    work(job);
                }
            });
        }
    });
}
