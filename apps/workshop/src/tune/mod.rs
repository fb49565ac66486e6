//! `longjump tune`

mod arguments;
mod logistic;
mod output;
mod spsa;
mod winners;

pub use arguments::Tune;

use arguments::Method;
use logistic::Logistic;
use longjump_console::Failure;
use spsa::SpsaRun;
use std::io::Write;
use winners::Winners;

impl Tune {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        self.check_options()?;
        match self.method {
            Method::Spsa => SpsaRun::new(self)?.run(out),
            Method::Logistic => Logistic::new(self)?.run(out),
            Method::WinnersAverage => Winners::new(self).run(out),
        }
    }
}
