//! Records kept as files, which the site reads and writes too (`web/app/src/lib/record.test.ts`):
//! both write them exactly as they are.

use longjump_games::{read_record, with_game};
use longjump_rules::record::{Record, write_record};
use longjump_rules::{Game, GameAction};
use std::fs;

struct Write<'a>(&'a Record);

impl GameAction for Write<'_> {
    type Output = String;
    fn run<G: Game>(self, game: G) -> String {
        write_record(&game, self.0).expect("what was read")
    }
}

#[test]
fn samples_are_written_as_they_were_read() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");
    let mut samples = 0;
    for file in fs::read_dir(folder).expect("the samples") {
        let path = file.expect("a sample").path();
        let text = fs::read_to_string(&path).expect("text");
        let (spec, record) = read_record(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let again = with_game(&spec, Write(&record)).expect("a game that was read");
        assert_eq!(again, text, "{path:?}");
        samples += 1;
    }
    assert!(samples >= 3, "{samples}");
}
