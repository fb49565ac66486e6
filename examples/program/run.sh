#!/usr/bin/env bash
# Builds the program beside this script as somebody would who has never seen this repository: from
# the packages of the crates, in a folder far from here, for any processor. Runs it and looks at
# what it prints.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$root/dist/crates" "$work/crates"
patches=()
for crate in "$work"/crates/*.crate; do
    tar -xzf "$crate" -C "$work/crates"
    folder=${crate%.crate} name=$(basename "${crate%-*}")
    patches+=(--config "patch.crates-io.$name.path=\"$folder\"")
done

# The compiler, and the versions of what others wrote, are those of our own tests.
cp -r "$root/examples/program" "$root/rust-toolchain.toml" "$root/Cargo.lock" "$work/"
mv "$work/Cargo.lock" "$work/rust-toolchain.toml" "$work/program/"
cd "$work/program"
unset RUSTFLAGS CARGO_BUILD_BUILD_DIR CARGO_TARGET_DIR
cargo run --quiet --release "${patches[@]}" | tee "$work/output"

expect() {
    local least=$1 pattern=$2 found
    found=$(grep -cE "$pattern" "$work/output" || true)
    [ "$found" -ge "$least" ] || { echo "error: '$pattern' $found times, not $least" >&2; exit 1; }
}
expect 20 '^move [0-9]+ by [ab]: ([a-h][1-8]){2}$'
expect 1 '^corners/default:hash=4 against corners/random:seed=7: places 1-2$'
expect 3 '^depth 6 line [123]: [+-][0-9]+\.[0-9]{2}( [a-q0-9]+){6}'
expect 1 '^depth [0-9]+ line 1: win in 1 a3b1$'
expect 1 '^best: a3b1$'
expect 1 '^minicheckers/default:hash=4 scores (0\.[6-9][0-9]|1\.00) of 1 against minicheckers/greedy$'
