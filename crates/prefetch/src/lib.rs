//! The only unsafe code of Longjump, in a crate of its own.

/// Asks the processor to fetch the memory of `item` while other work goes on.
/// Nothing is read, and nothing changes but the time that a later access takes.
/// On processors other than x86-64 it does nothing.
///
/// ```
/// let table = vec![0u64; 1000];
/// longjump_prefetch::prefetch(&table[500]);
/// ```
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect on memory or registers and can't
        // fault, whatever the address; this one is even valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}
