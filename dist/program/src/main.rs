//! The entry of a program that has what searches and learns twice: for every x86-64 processor, and for
//! those since 2013, which have more instructions. Nothing but this chooses.

use std::arch::is_x86_feature_detected as has;
use std::process::ExitCode;

fn main() -> ExitCode {
    if is_x86_64_v3() {
        longjump_v3::main()
    } else {
        longjump::main()
    }
}

/// Whether the processor and the system have all that the level x86-64-v3 names.
fn is_x86_64_v3() -> bool {
    has!("avx")
        && has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("cmpxchg16b")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe")
        && has!("popcnt")
        && has!("sse4.2")
        && has!("xsave")
}
