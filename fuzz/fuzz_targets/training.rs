//! A training record that is read is written so that it is read the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_dataset::TrainingReader;
use std::io::Cursor;

fuzz_target!(|input: &[u8]| {
    let Ok(reader) = TrainingReader::new(Cursor::new(input)) else {
        return;
    };
    let header = reader.header().clone();
    for record in reader.flatten() {
        let mut bytes = Vec::new();
        header
            .pack(&record, &mut bytes)
            .expect("what was read fits");
        assert_eq!(bytes.len(), header.record_bytes);
        assert_eq!(header.unpack(&bytes), Ok(record));
    }
});
