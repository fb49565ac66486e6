//! Writes the JavaScript and TypeScript around the browser's WebAssembly.
//!
//! The same as the `wasm-bindgen` command, as a library: so its version is the
//! one that `Cargo.lock` fixes for both sides, and nothing has to be installed.

use std::path::Path;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = &arguments[..] else {
        anyhow::bail!("usage: longjump-bindgen INPUT.wasm OUTPUT_FOLDER");
    };
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(Path::new(input))
        .out_name("longjump")
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(output)
}
