//! Tests of the repository itself; see `tests/`.
