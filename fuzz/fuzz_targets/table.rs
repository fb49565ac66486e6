//! A table of distances that is read knows the distance of every placement.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_evaluation::race::{RaceTable, placement};

fuzz_target!(|input: &[u8]| {
    let Ok(table) = RaceTable::read(input.to_vec()) else {
        return;
    };
    let area = table.area();
    for (rank, &distance) in (0..).zip(table.distances()) {
        let pieces = placement(rank, area.pieces());
        assert_eq!(table.distance(pieces), Some(distance));
    }
    assert_eq!(area.placements(), table.distances().len() as u64);
});
