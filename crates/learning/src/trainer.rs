//! Training: epoch after epoch over the training set, until the validation loss gets no better.

use crate::adam::cosine_rate;
use crate::batch::BatchProcessor;
use crate::dataset::Dataset;
use crate::error::{LearningError, SettingError};
use crate::kernel::Kernel;
use crate::parameters::Shape;
use crate::progress::{EpochLosses, Progress, StopReason};
use crate::settings::Settings;
use crate::state::State;
use longjump_dataset::mixed;
use longjump_evaluation::network::{FloatNet, MOVES_PER_UNIT};
use std::ops::ControlFlow;

/// A net being trained.
pub struct Trainer<'a> {
    dataset: &'a Dataset,
    settings: Settings,
    patience: usize,
    shape: Shape,
    batches: BatchProcessor<'a>,
    state: State,
}

impl<'a> Trainer<'a> {
    /// Begins with a net that knows nothing. Training ends when the validation loss has got no
    /// less for `patience` epochs.
    ///
    /// # Errors
    /// When the settings make no sense.
    pub fn new(
        dataset: &'a Dataset,
        settings: Settings,
        patience: usize,
        threads: usize,
    ) -> Result<Self, SettingError> {
        settings.check()?;
        let perspectives = dataset.samples.perspectives();
        let shape = Shape {
            features: perspectives.features(),
            hidden: settings.hidden,
            phases: dataset.samples.phases(),
        };
        let kernel = Kernel {
            shape,
            perspectives,
            logit_scale: MOVES_PER_UNIT * dataset.scale() as f32,
        };
        let parameters = shape.initial(dataset.samples.room(), settings.seed);
        Ok(Self {
            dataset,
            settings,
            patience,
            shape,
            batches: BatchProcessor::new(dataset, kernel, threads),
            state: State::new(parameters),
        })
    }

    /// Goes on where the training that saved this state was.
    ///
    /// # Errors
    /// When it is no such state, or was of other data or settings.
    pub fn resume(&mut self, saved: &[u8]) -> Result<(), LearningError> {
        let run = self.run();
        self.state = State::read(saved, &run, self.shape.count())?;
        Ok(())
    }

    /// What [`resume`](Self::resume) needs to go on from here.
    pub fn save(&self) -> Vec<u8> {
        self.state.write(&self.run())
    }

    /// What a state belongs to, as a line of JSON.
    fn run(&self) -> String {
        let mut run = serde_json::to_value(&self.settings).expect("settings can be written");
        run["game"] = self.dataset.samples.game().into();
        run["positions"] = self.dataset.samples.len().into();
        run["data"] = format!("{:016x}", self.dataset.fingerprint()).into();
        run.to_string()
    }

    /// The losses of all epochs so far.
    pub fn losses(&self) -> &[EpochLosses] {
        &self.state.losses
    }

    /// The epoch, from 1, after which the net was best; none before the first.
    pub fn best_epoch(&self) -> Option<usize> {
        // Of equal ones the first; what is no number is never the best.
        let losses = self.state.losses.iter().map(|losses| losses.validation);
        let numbered = (1..).zip(losses).filter(|(_, loss)| !loss.is_nan());
        let best = numbered.min_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(epoch, _)| epoch)
    }

    /// The best net so far.
    pub fn best(&self) -> FloatNet {
        self.shape.net(&self.state.best)
    }

    /// The mean loss of a net of this shape on the validation set.
    ///
    /// # Panics
    /// When the net has another shape.
    pub fn validation_loss(&self, net: &FloatNet) -> f64 {
        let parameters = Shape::parameters(net);
        assert_eq!(
            parameters.len(),
            self.shape.count(),
            "the shape is the same"
        );
        self.batches.validation_loss(&parameters)
    }

    /// How many steps an epoch has.
    pub fn steps_in_epoch(&self) -> usize {
        self.dataset.training.len().div_ceil(self.settings.batch)
    }

    /// Why training is over, if it is.
    pub fn stop_reason(&self) -> Option<StopReason> {
        let done = self.state.losses.len();
        let since_best = done - self.best_epoch().unwrap_or(0);
        if done >= self.settings.epochs {
            Some(StopReason::Epochs)
        } else {
            (since_best >= self.patience).then_some(StopReason::Patience)
        }
    }

    /// Goes through the training set once, calling `on_progress` after each step. If that says to
    /// break off, all is as it was before the epoch.
    pub fn epoch(
        &mut self,
        on_progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> ControlFlow<(), EpochLosses> {
        let mut state = self.state.clone();
        let epoch = state.losses.len();
        let seed = mixed(self.settings.seed, epoch as u64 + 1);
        let order = self.shuffled(seed);
        let steps = self.steps_in_epoch();
        // Batches of about the same size, not one of what happens to be left.
        let batch_size = order.len().div_ceil(steps);
        let all_steps = (steps * self.settings.epochs) as u64;
        let mut gradient = vec![0.0; self.shape.count()];
        let mut progress = Progress {
            epoch: epoch + 1,
            steps: 0,
            positions: 0,
            loss: 0.0,
        };
        let mut loss = 0.0;
        for batch in order.chunks(batch_size) {
            let is_mirrored = |number: u32| mixed(seed, number.into()) & 1 == 1;
            loss += self
                .batches
                .gradient(&state.parameters, batch, is_mirrored, &mut gradient);
            let rate = cosine_rate(self.settings.rate, state.adam.steps, all_steps);
            state.adam.step(&mut state.parameters, &gradient, rate);
            self.shape.clamp(&mut state.parameters);
            progress.steps += 1;
            progress.positions += batch.len();
            progress.loss = loss / progress.positions as f64;
            on_progress(&progress)?;
        }
        let losses = EpochLosses {
            training: progress.loss,
            validation: self.batches.validation_loss(&state.parameters),
        };
        state.losses.push(losses);
        self.state = state;
        if self.best_epoch() == Some(epoch + 1) {
            self.state.best = self.state.parameters.clone();
        }
        ControlFlow::Continue(losses)
    }

    /// The training set in random order.
    fn shuffled(&self, seed: u64) -> Vec<u32> {
        let mut order = self.dataset.training.clone();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        order
    }
}
