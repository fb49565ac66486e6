//! What the file of an event's games begins with.

use super::signature::signature;
use crate::event::Event;
use crate::log::Header;
use longjump_dataset::TrainingHeader;
use longjump_rules::SpecError;

/// The header for an event's games.
///
/// # Errors
/// When there is no such game.
pub fn training_header(event: &Event) -> Result<TrainingHeader, SpecError> {
    let log = Header::of(event);
    let first = log.contenders.into_iter().next();
    let (engine, control) = first.map_or_else(Default::default, |contender| {
        (contender.engine, contender.control)
    });
    Ok(TrainingHeader {
        engine,
        control,
        openings: log.openings,
        seed: event.seed,
        signature: signature(event),
        ..TrainingHeader::for_game(&event.game)?
    })
}
