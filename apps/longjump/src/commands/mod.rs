//! One file a command.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod engines;
pub(crate) mod fairplay;
pub(crate) mod games;
pub(crate) mod lab;
pub(crate) mod levels;
pub(crate) mod llr;
pub(crate) mod manual;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playouts;
pub(crate) mod ratings;
pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solo;
pub(crate) mod solve;
pub(crate) mod tournament;
pub(crate) mod ugi;
pub(crate) mod worker;
