//! An engine for a worker.

use crate::to_ts;
use crate::types::{Decided, ThinkLimits, ThoughtReport, Verdict};
use longjump_engine::{Clock, Control, EngineSpec, Limits, Thought, build};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// Whoever wants to hear how a search goes.
    #[wasm_bindgen(typescript_type = "(report: ThoughtReport) => void")]
    pub type Listener;

    #[wasm_bindgen(method, catch)]
    fn call(this: &Listener, receiver: &JsValue, report: JsValue) -> Result<JsValue, JsValue>;

    /// Tells whether a search is still wanted.
    #[wasm_bindgen(typescript_type = "() => boolean")]
    pub type IsWanted;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn ask(this: &IsWanted, receiver: &JsValue) -> Result<JsValue, JsValue>;
}

/// How often a search asks whether it is still wanted, in milliseconds: asking
/// takes about one.
const ASK_EVERY: f64 = 20.0;

/// The browser's clock; there is no other one here. Nothing else runs in a
/// worker while it searches, so looking at the clock is also the occasion to ask
/// whether to go on.
struct PageClock<'a> {
    start: f64,
    /// When it was asked last; bits of a number, as searches share their clock.
    asked: AtomicU64,
    is_wanted: &'a IsWanted,
    control: &'a Control,
}

impl Clock for PageClock<'_> {
    fn elapsed(&self) -> Duration {
        let time = now();
        if time - f64::from_bits(self.asked.load(Relaxed)) > ASK_EVERY {
            self.asked.store(time.to_bits(), Relaxed);
            let answer = self.is_wanted.ask(&JsValue::NULL);
            if answer.is_ok_and(|wanted| wanted.is_falsy()) {
                self.control.stop();
            }
        }
        Duration::from_secs_f64((time - self.start).max(0.0) / 1000.0)
    }
}

/// An engine that chooses moves.
#[wasm_bindgen]
pub struct Engine {
    engine: Box<dyn longjump_engine::Engine>,
}

#[wasm_bindgen]
impl Engine {
    /// The engine of a spec such as `star/default:level=3`.
    ///
    /// # Errors
    /// When there is no such engine.
    #[wasm_bindgen(constructor)]
    pub fn new(spec: &str) -> Result<Engine, JsError> {
        Ok(Self {
            engine: build(&spec.parse::<EngineSpec>()?.stored())?,
        })
    }

    /// Chooses a move in a game that began at a position and went on with these
    /// moves, as long as it is wanted.
    ///
    /// # Errors
    /// When the position or a move is wrong.
    pub fn think(
        &mut self,
        start: Option<String>,
        moves: Vec<String>,
        limits: Ts<ThinkLimits>,
        listener: &Listener,
        is_wanted: &IsWanted,
    ) -> Result<Ts<Decided>, JsError> {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.engine.table().set_up(start.as_deref(), &moves)?;
        let control = Control::default();
        let began = now();
        let clock = PageClock {
            start: began,
            asked: AtomicU64::new(began.to_bits()),
            is_wanted,
            control: &control,
        };
        let mut tell = |thought: &Thought| {
            if let Ok(report) = to_ts(&ThoughtReport::from(thought)) {
                // Nobody may be listening any more; the search goes on all the same.
                let _ = listener.call(&JsValue::NULL, report.into());
            }
        };
        let limits = read(&limits.to_rust()?);
        let choice = self.engine.choose(&limits, &clock, &control, &mut tell);
        to_ts(&Decided {
            verdict: choice
                .as_ref()
                .and_then(|choice| choice.score)
                .map(Verdict::of),
            depth: choice.as_ref().map_or(0, |choice| choice.depth),
            nodes: choice.as_ref().map_or(0.0, |choice| choice.nodes as f64),
            mv: choice.map(|choice| choice.mv),
            milliseconds: now() - began,
        })
    }
}

fn read(limits: &ThinkLimits) -> Limits {
    Limits {
        depth: limits.depth,
        nodes: limits.nodes.map(|nodes| nodes as u64),
        end: limits
            .milliseconds
            .map(|time| Duration::from_secs_f64(time.max(0.0) / 1000.0)),
        aim: None,
    }
}
