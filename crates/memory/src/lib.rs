#![doc = include_str!("../README.md")]

#[cfg(not(target_arch = "wasm32"))]
mod mapped;

#[cfg(not(target_arch = "wasm32"))]
pub use mapped::Mapped;
use std::mem::MaybeUninit;

/// Asks the processor to fetch the memory of `item`, all lines of it, while other work goes on.
/// Nothing is read, and nothing changes but the time that a later access takes.
/// On processors other than x86-64 it does nothing.
///
/// ```
/// let table = vec![0u64; 1000];
/// longjump_memory::prefetch(&table[500]);
/// ```
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = std::ptr::from_ref(item).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(LINE) {
            // SAFETY: a prefetch has no effect on memory or registers and can't
            // fault, whatever the address; this one even lies within `item`.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line * LINE)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// What processors fetch at once, in bytes.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Asks the system to keep memory that is about to be filled in large pages, so
/// that the processor finds any place in it sooner. If the system doesn't, or is
/// not Linux, nothing changes.
///
/// ```
/// let mut table: Vec<u64> = Vec::with_capacity(1 << 20);
/// longjump_memory::prefer_large_pages(table.spare_capacity_mut());
/// table.resize(1 << 20, 0);
/// ```
pub fn prefer_large_pages<T>(room: &mut [MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
    {
        // The whole pages in it.
        let range = room.as_mut_ptr_range();
        let start = (range.start as usize).next_multiple_of(PAGE);
        let end = range.end as usize / PAGE * PAGE;
        if start < end {
            // SAFETY: these pages lie within `room`, which nobody else has, and
            // the advice leaves what is in them as it was.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = room;
}

/// The least that advice can be given for. Larger pages than this one are rare
/// and only make the system refuse.
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;
