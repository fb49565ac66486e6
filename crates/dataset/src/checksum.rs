//! Whether bytes are still those that were written.

/// A sum that follows from all bytes and their order: FNV-1a over words of eight bytes. Parts
/// are added one after the other, the last word of each filled with nothing.
///
/// ```
/// use longjump_dataset::Checksum;
/// let mut sum = Checksum::default();
/// assert_eq!(sum.value(), 0xcbf2_9ce4_8422_2325);
/// sum.add(b"a");
/// assert_eq!(sum.value(), 0xaf63_dc4c_8601_ec8c);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    /// Adds a part.
    pub fn add(&mut self, bytes: &[u8]) {
        let word = |part: &[u8]| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(word)
        };
        for part in bytes.chunks(8) {
            self.0 = (self.0 ^ word(part)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// The sum of some bytes alone.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut sum = Self::default();
        sum.add(bytes);
        sum.value()
    }

    /// The sum of all parts.
    pub fn value(self) -> u64 {
        self.0
    }
}
