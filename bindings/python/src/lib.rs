//! The games, engines and arena for Python. `python/longjump/__init__.pyi` has what people see of it.

mod arena;
mod batch;
mod engine;
mod errors;
mod hops;
mod interrupt;
mod numbers;
mod observation;
mod opponent;
mod play;
mod positions;
mod records;
mod rulebook;
mod slots;
mod state;
mod state_methods;

use longjump_games::visit_games;
use longjump_rules::{Game, GameVisitor};
use pyo3::prelude::*;

/// For each game its name, what it is, and the specs that show its options.
#[pyfunction]
fn games() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    struct Names(Vec<(&'static str, &'static str, Vec<&'static str>)>);
    impl GameVisitor for Names {
        fn visit<G: Game>(&mut self) {
            self.0.push((G::NAME, G::SUMMARY, G::SAMPLES.to_vec()));
        }
    }
    let mut names = Names(Vec::new());
    visit_games(&mut names);
    names.0
}

/// Whether the processor has all instructions that the level x86-64-v3 names.
#[pyfunction]
fn is_x86_64_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("cmpxchg16b")
            && has!("f16c")
            && has!("fma")
            && has!("lzcnt")
            && has!("movbe")
            && has!("popcnt")
            && has!("sse4.2")
            && has!("xsave")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[pymodule]
mod _longjump {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arena::{play_match, rate};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::engine::{Engine, Line};
    #[pymodule_export]
    use crate::positions::positions_seen;
    #[pymodule_export]
    use crate::records::{book, race, read_record, write_record};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::{games, is_x86_64_v3};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
