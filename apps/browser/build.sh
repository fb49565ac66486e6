#!/usr/bin/env bash
# Builds rules and engines for the browser into web/engine: WebAssembly with the
# JavaScript and TypeScript around it, nets and the table of distances. With rustup's
# wasm32-unknown-unknown where that target is installed; else with Debian's rustc-web
# and its sources.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
# Apart from the native folder: another compiler may write here.
folder=${CARGO_TARGET_DIR:-target}/browser
build=(build --quiet --profile browser --locked --package longjump-browser --target "$target" --target-dir "$folder")

if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    cargo "${build[@]}"
else
    if ! command -v wasm-ld-19 >/dev/null || [ ! -x /usr/bin/cargo ]; then
        apt-get update -qq
        apt-get install -y -qq rustc-web cargo-web rust-web-src lld-19
    fi
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-19 \
        /usr/bin/cargo "${build[@]}" -Zbuild-std=std,panic_abort
fi
cargo run --quiet --locked --package longjump-bindgen -- \
    "$folder/$target/browser/longjump_browser.wasm" web/engine
# Too large to be part of the WebAssembly: pages fetch them when they have time.
cp crates/evaluation/src/race/star7.race.zlib crates/evaluation/src/network/*.net.zlib web/engine/
