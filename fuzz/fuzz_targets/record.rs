//! A record that is read is the same after being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_games::{read_record, with_game};
use longjump_rules::record::{Record, write_record};
use longjump_rules::{Game, GameAction};

struct Write<'a>(&'a Record);

impl GameAction for Write<'_> {
    type Output = String;
    fn run<G: Game>(self, game: G) -> String {
        write_record(&game, self.0).expect("a start that was read")
    }
}

fuzz_target!(|text: &str| {
    let Ok((spec, record)) = read_record(text) else {
        return;
    };
    let text = with_game(&spec, Write(&record)).expect("a game that was read");
    let (_, again) = read_record(&text).expect("our own text");
    assert_eq!(again, record);
});
