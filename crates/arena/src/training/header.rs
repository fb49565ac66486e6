//! What the file of a tournament's games begins with.

use super::signature::signature;
use crate::log::Header;
use crate::tournament::Tournament;
use longjump_dataset::TrainingHeader;
use longjump_rules::SpecError;

/// The header for a tournament's games.
///
/// # Errors
/// When there is no such game.
pub fn training_header(tournament: &Tournament) -> Result<TrainingHeader, SpecError> {
    let log = Header::of(tournament);
    let first = log.participants.into_iter().next();
    let (engine, control) = first.map_or_else(Default::default, |participant| {
        (participant.engine, participant.control)
    });
    Ok(TrainingHeader {
        engine,
        control,
        openings: log.openings,
        seed: tournament.seed,
        signature: signature(tournament),
        ..TrainingHeader::for_game(&tournament.game)?
    })
}
