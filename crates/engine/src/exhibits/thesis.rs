//! Star: the fifteen algorithms of the 1999 thesis.

use super::exhibit::{Exhibit, watch};
use crate::players::{Decision, Player, Request};
use crate::{EngineError, EngineOption, options};
use longjump_evaluation::star::Thesis;
use longjump_games::star::Star;
use longjump_historic::{ALGORITHMS, Algorithm, ThesisTask, thesis};
use longjump_rules::Playthrough;
use longjump_search::SearchInfo;

pub(super) fn exhibits() -> Vec<Exhibit<Star>> {
    let exhibit = |algorithm: &'static Algorithm| {
        let make = move |star: &Star| ThesisPlayer::new(star, algorithm);
        Exhibit::new(
            algorithm.name,
            format!("1999 thesis, {}", algorithm.summary),
            make,
        )
    };
    ALGORITHMS.iter().map(exhibit).collect()
}

struct ThesisPlayer {
    star: Star,
    board: Thesis,
    algorithm: &'static Algorithm,
    task: ThesisTask,
}

const PLY: &str = "ply";
const NODES: &str = "nodes";
const CURVATURE: &str = "curvature";

impl ThesisPlayer {
    fn new(star: &Star, algorithm: &'static Algorithm) -> Self {
        Self {
            star: *star,
            board: Thesis::new(star, Thesis::CURVATURE),
            algorithm,
            task: ThesisTask {
                ply: 4,
                nodes: 300_000,
            },
        }
    }
}

impl Player<Star> for ThesisPlayer {
    fn options(&self) -> Vec<EngineOption> {
        let mut options = vec![
            EngineOption::number(PLY, 1, 7, self.task.ply.into()),
            EngineOption::number(CURVATURE, 0, 100, Thesis::CURVATURE.into()),
        ];
        if self.algorithm.is_bounded() {
            options.push(EngineOption::number(
                NODES,
                100,
                1_000_000_000,
                self.task.nodes,
            ));
        }
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let options = Player::<Star>::options(self);
        let option = options::find(self.algorithm.name, &options, name)?;
        match option.name {
            PLY => self.task.ply = option.read_number(value)? as u32,
            NODES => self.task.nodes = option.read_number(value)?,
            _ => self.board = Thesis::new(&self.star, option.read_number(value)? as u32),
        }
        Ok(())
    }

    fn choose(
        &mut self,
        play: &Playthrough<Star>,
        request: &Request<'_>,
        _: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Decision> {
        let mut watch = watch(request);
        let most = request.limits.depth.unwrap_or(u32::MAX);
        let task = ThesisTask {
            ply: self.task.ply.min(most),
            ..self.task
        };
        let found = thesis(
            play.position(),
            &self.board,
            self.algorithm,
            task,
            &mut watch,
        );
        Some(Decision {
            mv: found.mv?,
            score: None,
            depth: found.ply,
            nodes: watch.nodes(),
        })
    }
}
