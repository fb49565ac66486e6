//! The entry of the program.

fn main() -> std::process::ExitCode {
    longjump::main()
}
