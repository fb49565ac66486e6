//! What training tells about itself while it runs.

/// The mean losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLosses {
    /// On the training set, while it was learned from.
    pub training: f64,
    /// On the validation set, after the epoch.
    pub validation: f64,
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
pub enum StopReason {
    /// All epochs are done.
    Epochs,
    /// The validation loss got no better for too many epochs.
    Patience,
}
