//! Batches of positions, worked on by several threads.

use crate::dataset::Dataset;
use crate::kernel::{Example, Kernel};
use std::sync::{Mutex, PoisonError};

/// Into how many micro-batches a batch is cut. Each adds up its own gradient, and those are added
/// in their order, so sums are the same whichever thread worked on which.
const MICRO_BATCHES: usize = 16;
/// How many positions of the validation set make a task for a thread.
const VALIDATION_CHUNK: usize = 4096;

/// Computes gradients and losses over many positions on several threads.
pub(crate) struct BatchProcessor<'a> {
    dataset: &'a Dataset,
    kernel: Kernel,
    threads: usize,
    /// Kept for the next batch, so that their memory is.
    micro_batches: Vec<MicroBatch>,
}

/// What a part of a batch comes to.
#[derive(Clone)]
struct MicroBatch {
    gradient: Vec<f32>,
    loss: f64,
}

impl<'a> BatchProcessor<'a> {
    pub(crate) fn new(dataset: &'a Dataset, kernel: Kernel, threads: usize) -> Self {
        let micro_batch = MicroBatch {
            gradient: vec![0.0; kernel.shape.count()],
            loss: 0.0,
        };
        Self {
            dataset,
            kernel,
            threads,
            micro_batches: vec![micro_batch; MICRO_BATCHES],
        }
    }

    /// Puts the mean gradient over a batch into `gradient`, and returns the sum of its losses.
    pub(crate) fn gradient(
        &mut self,
        parameters: &[f32],
        batch: &[u32],
        is_mirrored: impl Fn(u32) -> bool + Sync,
        gradient: &mut [f32],
    ) -> f64 {
        let size = batch.len().div_ceil(MICRO_BATCHES);
        let (dataset, kernel) = (self.dataset, &self.kernel);
        let tasks = self.micro_batches.iter_mut().zip(batch.chunks(size));
        let used = tasks.len();
        in_parallel(self.threads, tasks, |(micro_batch, positions)| {
            micro_batch.gradient.fill(0.0);
            micro_batch.loss = 0.0;
            for &position in positions {
                let example = example(dataset, position, is_mirrored(position));
                micro_batch.loss +=
                    kernel.add_gradient(parameters, &example, &mut micro_batch.gradient);
            }
        });
        let micro_batches = &self.micro_batches[..used];
        gradient.fill(0.0);
        for micro_batch in micro_batches {
            for (sum, part) in gradient.iter_mut().zip(&micro_batch.gradient) {
                *sum += part;
            }
        }
        let each = 1.0 / batch.len() as f32;
        gradient.iter_mut().for_each(|sum| *sum *= each);
        micro_batches.iter().map(|part| part.loss).sum()
    }

    /// The mean loss on the validation set.
    pub(crate) fn validation_loss(&self, parameters: &[f32]) -> f64 {
        let (dataset, kernel) = (self.dataset, &self.kernel);
        let chunks: Vec<&[u32]> = dataset.validation.chunks(VALIDATION_CHUNK).collect();
        let mut losses = vec![0.0; chunks.len()];
        in_parallel(
            self.threads,
            losses.iter_mut().zip(chunks),
            |(loss, positions)| {
                let each = positions.iter().map(|&position| {
                    let example = example(dataset, position, false);
                    kernel.loss(parameters, &example)
                });
                *loss = each.sum();
            },
        );
        losses.iter().sum::<f64>() / dataset.validation.len() as f64
    }
}

fn example(dataset: &Dataset, position: u32, is_mirrored: bool) -> Example<'_> {
    let position = position as usize;
    Example {
        features: dataset.samples.features(position),
        phase: dataset.samples.labels()[position].phase.into(),
        is_mirrored,
        target: dataset.targets[position],
    }
}

/// Does each task on whichever thread is free.
fn in_parallel<T: Send>(
    threads: usize,
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    if threads <= 1 {
        tasks.for_each(work);
        return;
    }
    let tasks = Mutex::new(tasks);
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(task) = next() {
                    work(task);
                }
            });
        }
    });
}
