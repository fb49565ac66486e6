#!/usr/bin/env bash
# Builds rules and engines for the browser into web/engine/pkg: WebAssembly with the
# JavaScript and TypeScript around it, nets and the table of distances. With --compile-only the
# first part, which takes longest, is made and left for a later run.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
# rust-toolchain.toml names the target, but rustup may have been told to install nothing by itself.
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    command -v rustup >/dev/null ||
        { echo "Rust's target $target is missing: install it beside your compiler" >&2; exit 1; }
    rustup target add "$target"
fi
cargo build --quiet --profile browser --locked --package longjump-browser --target "$target"
[ "${1:-}" != --compile-only ] || exit 0
cargo run --quiet --locked --package longjump-bindgen -- \
    "${CARGO_TARGET_DIR:-target}/$target/browser/longjump_browser.wasm" web/engine/pkg
# Too large to be part of the WebAssembly: pages fetch them when they have time.
cp crates/evaluation/src/race/star7.race.zlib crates/evaluation/src/network/*.net.zlib web/engine/pkg/
