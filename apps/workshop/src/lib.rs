//! The commands of `longjump` that make engines stronger: games of an engine against itself, training
//! data, nets, tuned numbers, tables of exact distances and opening books.

#![expect(
    missing_docs,
    reason = "clap would print comments on the arguments; each module names its command"
)]

pub mod book;
pub mod data;
pub mod selfplay;
pub mod tables;
pub mod train;
pub mod tune;
