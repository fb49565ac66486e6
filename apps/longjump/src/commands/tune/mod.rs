//! `longjump tune`

mod arguments;
mod logistic;
mod output;
mod spsa;
mod winners;

pub(crate) use arguments::Tune;

use crate::Failure;
use arguments::Method;
use logistic::Logistic;
use longjump_tuning::TuningError;
use spsa::SpsaRun;
use std::io::Write;
use winners::Winners;

impl Tune {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        self.check_options()?;
        match self.method {
            Method::Spsa => SpsaRun::new(self)?.run(out),
            Method::Logistic => Logistic::new(self)?.run(out),
            Method::WinnersAverage => Winners::new(self).run(out),
        }
    }
}

impl From<TuningError> for Failure {
    fn from(error: TuningError) -> Self {
        match error {
            TuningError::Engine(error) => error.into(),
            TuningError::Tournament(error) => error.into(),
            TuningError::Log(error) => error.into(),
            error => Self::Input(error.to_string()),
        }
    }
}
