//! A net that is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use longjump_dataset::Checksum;
use longjump_evaluation::network::Net;

// The checksum at a file's end is added here: no fuzzer would guess it.
fuzz_target!(|input: &[u8]| {
    let mut file = input.to_vec();
    file.extend(Checksum::of(input).to_le_bytes());
    if let Ok(net) = Net::read(&file) {
        assert_eq!(net.to_bytes(), file);
    }
});
