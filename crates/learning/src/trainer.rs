//! Training: epoch after epoch over all positions, until it gets no better.

use crate::adam::rate_at;
use crate::batch::Crew;
use crate::error::LearningError;
use crate::kernel::Kernel;
use crate::lesson::Lesson;
use crate::parameters::{Shape, WIDTHS};
use crate::state::State;
use longjump_dataset::mixed;
use longjump_evaluation::network::{FloatNet, MOVES_PER_UNIT};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// All that decides what is learned from data.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How wide the layer is: one of [`WIDTHS`].
    pub hidden: usize,
    /// How often all positions are gone through at most.
    pub epochs: usize,
    /// How many positions make a step.
    pub batch: usize,
    /// How far the first steps go; the last go a hundredth of it.
    pub rate: f64,
    /// How much of what a position should be worth is from the engine's score; the rest is from
    /// the game's result.
    pub lambda: f64,
    /// What being a move ahead adds to the logarithm of the odds; fitted to the data if it is
    /// not given.
    #[serde(default)]
    pub scale: Option<f64>,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: longjump_evaluation::network::HIDDEN,
            epochs: 30,
            batch: 16_384,
            rate: 4e-3,
            lambda: 0.7,
            scale: None,
            seed: 1,
        }
    }
}

impl Settings {
    /// Looks whether they make sense.
    ///
    /// # Errors
    /// When they don't, with what to give instead.
    pub fn check(&self) -> Result<(), LearningError> {
        let wrong = |reason: String| Err(LearningError::Setting(reason));
        if !WIDTHS.contains(&self.hidden) {
            let widths = WIDTHS.map(|width| width.to_string()).join(", ");
            let hidden = self.hidden;
            return wrong(format!(
                "a layer is not {hidden} wide; give --hidden {widths}"
            ));
        }
        if !(self.rate > 0.0 && self.rate <= 1.0) {
            let rate = self.rate;
            return wrong(format!(
                "nothing is learned at a rate of {rate}; give one above 0 and not above 1, such \
                 as --rate 0.004"
            ));
        }
        if !(0.0..=1.0).contains(&self.lambda) {
            let share = self.lambda;
            return wrong(format!(
                "{share} is no share; give 0 (results alone) to 1 (scores alone), such as \
                 --lambda 0.7"
            ));
        }
        if let Some(scale) = self.scale
            && !(scale > 0.0 && scale <= 10.0)
        {
            return wrong(format!(
                "being a move ahead can't be worth {scale}; give more than 0 and no more than \
                 10, such as --scale 0.2"
            ));
        }
        Ok(())
    }
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLosses {
    /// On the positions learned from, while they were learned from.
    pub learned: f64,
    /// On positions of other games, after it.
    pub checked: f64,
}

/// How far an epoch has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The epoch, from 1.
    pub epoch: usize,
    /// How many of its steps were made.
    pub steps: usize,
    /// How many positions it went through.
    pub positions: usize,
    /// The mean loss on them.
    pub loss: f64,
}

/// Why training is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All epochs are through.
    Epochs,
    /// It got no better for so many epochs.
    Patience,
}

/// A net being trained.
pub struct Trainer<'a> {
    lesson: &'a Lesson,
    settings: Settings,
    patience: usize,
    shape: Shape,
    crew: Crew<'a>,
    state: State,
}

impl<'a> Trainer<'a> {
    /// Begins with a net that knows nothing. Training ends when the loss on positions of other
    /// games has got no less for `patience` epochs.
    ///
    /// # Errors
    /// When the settings make no sense.
    pub fn new(
        lesson: &'a Lesson,
        settings: Settings,
        patience: usize,
        threads: usize,
    ) -> Result<Self, LearningError> {
        settings.check()?;
        let sight = lesson.samples.sight();
        let shape = Shape {
            inputs: sight.inputs(),
            hidden: settings.hidden,
        };
        let kernel = Kernel {
            shape,
            sight,
            steepness: MOVES_PER_UNIT * lesson.scale() as f32,
        };
        let numbers = shape.first_guess(lesson.samples.room(), settings.seed);
        Ok(Self {
            lesson,
            settings,
            patience,
            shape,
            crew: Crew::new(lesson, kernel, threads),
            state: State::new(numbers),
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
        run["game"] = self.lesson.samples.game().into();
        run["positions"] = self.lesson.samples.len().into();
        run["data"] = format!("{:016x}", self.lesson.fingerprint()).into();
        run.to_string()
    }

    /// The losses of all epochs so far.
    pub fn losses(&self) -> &[EpochLosses] {
        &self.state.losses
    }

    /// The epoch, from 1, after which the net was best; none before the first.
    pub fn best_epoch(&self) -> Option<usize> {
        // Of equal ones the first; what is no number is never the best.
        let losses = self.state.losses.iter().map(|losses| losses.checked);
        let numbered = (1..).zip(losses).filter(|(_, loss)| !loss.is_nan());
        let best = numbered.min_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(epoch, _)| epoch)
    }

    /// The best net so far.
    pub fn best(&self) -> FloatNet {
        self.shape.net(&self.state.best)
    }

    /// The mean loss of a net of this shape on positions of other games.
    ///
    /// # Panics
    /// When the net has another shape.
    pub fn check(&self, net: &FloatNet) -> f64 {
        let numbers = Shape::numbers(net);
        assert_eq!(numbers.len(), self.shape.count(), "the shape is the same");
        self.crew.check(&numbers)
    }

    /// How many steps an epoch has.
    pub fn steps_in_epoch(&self) -> usize {
        self.lesson.training.len().div_ceil(self.settings.batch)
    }

    /// Whether training is over.
    pub fn ending(&self) -> Option<Ending> {
        let done = self.state.losses.len();
        let since_best = done - self.best_epoch().unwrap_or(0);
        if done >= self.settings.epochs {
            Some(Ending::Epochs)
        } else {
            (since_best >= self.patience).then_some(Ending::Patience)
        }
    }

    /// Goes through all positions once, telling `heard` after each step. If it says to break
    /// off, all is as it was before the epoch.
    pub fn epoch(
        &mut self,
        heard: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> ControlFlow<(), EpochLosses> {
        let mut state = self.state.clone();
        let epoch = state.losses.len();
        let seed = mixed(self.settings.seed, epoch as u64 + 1);
        let order = self.shuffled(seed);
        let steps = self.steps_in_epoch();
        // Steps of about the same size, not one of what happens to be left.
        let batch = order.len().div_ceil(steps);
        let all_steps = (steps * self.settings.epochs) as u64;
        let mut slope = vec![0.0; self.shape.count()];
        let mut progress = Progress {
            epoch: epoch + 1,
            steps: 0,
            positions: 0,
            loss: 0.0,
        };
        let mut loss = 0.0;
        for batch in order.chunks(batch) {
            let is_mirrored = |number: u32| mixed(seed, number.into()) & 1 == 1;
            loss += self
                .crew
                .learn(&state.numbers, batch, is_mirrored, &mut slope);
            let rate = rate_at(self.settings.rate, state.adam.steps, all_steps);
            state.adam.step(&mut state.numbers, &slope, rate);
            self.shape.clamp(&mut state.numbers);
            progress.steps += 1;
            progress.positions += batch.len();
            progress.loss = loss / progress.positions as f64;
            heard(&progress)?;
        }
        let losses = EpochLosses {
            learned: progress.loss,
            checked: self.crew.check(&state.numbers),
        };
        state.losses.push(losses);
        self.state = state;
        if self.best_epoch() == Some(epoch + 1) {
            self.state.best = self.state.numbers.clone();
        }
        ControlFlow::Continue(losses)
    }

    /// The positions to learn from in an order by chance.
    fn shuffled(&self, seed: u64) -> Vec<u32> {
        let mut order = self.lesson.training.clone();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        order
    }
}
