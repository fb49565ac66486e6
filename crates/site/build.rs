//! Builds anew when the site that goes into the program has changed.

fn main() {
    println!("cargo::rerun-if-changed=../../web/app/dist");
    println!("cargo::rerun-if-changed=../../web/app/compressed");
}
