//! The rules of the house: what the tests hold the source tree against.

/// Every crate and app with those of ours it uses, for building or for tests, from the ground up.
/// The names are those of `Cargo.toml` without `longjump-`. What is new here is explained in
/// `ARCHITECTURE.md`, whose picture is drawn from this list: `cargo run -p longjump-tidy`.
pub const ARROWS: &[(&str, &[&str])] = &[
    ("memory", &[]),
    ("rules", &[]),
    ("games", &["rules"]),
    ("search", &["memory", "rules"]),
    ("historic", &["rules", "search"]),
    ("dataset", &["games", "rules"]),
    (
        "evaluation",
        &["dataset", "games", "historic", "rules", "search"],
    ),
    ("display", &["rules", "search"]),
    (
        "engine",
        &["evaluation", "games", "historic", "rules", "search"],
    ),
    ("benchmarks", &["engine", "games", "rules"]),
    ("wire", &["rules"]),
    ("tidy", &["wire"]),
    ("statistics", &[]),
    (
        "arena",
        &["dataset", "engine", "games", "rules", "statistics", "wire"],
    ),
    (
        "tuning",
        &["arena", "dataset", "engine", "rules", "statistics"],
    ),
    ("learning", &["dataset", "evaluation", "games", "rules"]),
    (
        "lab",
        &[
            "arena",
            "dataset",
            "display",
            "engine",
            "evaluation",
            "learning",
            "rules",
            "statistics",
        ],
    ),
    ("puzzles", &["arena", "dataset", "engine", "games", "rules"]),
    ("terminal", &["display", "engine", "games", "rules"]),
    ("online", &["games", "rules", "wire"]),
    ("explorer", &["games", "rules", "wire"]),
    ("client", &["wire"]),
    ("backing", &[]),
    ("bus", &["wire"]),
    ("config", &["bus"]),
    ("archive", &[]),
    ("door", &["wire"]),
    ("notices", &["bus", "wire"]),
    ("order", &["notices", "online", "wire"]),
    ("accounts", &["bus", "door", "notices", "order", "wire"]),
    ("moderation", &["accounts", "online", "order", "wire"]),
    ("days", &["accounts", "online", "rules", "wire"]),
    ("following", &["accounts", "online", "wire"]),
    ("ratings", &["online", "rules", "wire"]),
    ("solving", &["accounts", "online", "wire"]),
    ("studies", &["accounts", "bus", "online", "order", "wire"]),
    ("tournaments", &["wire"]),
    (
        "contests",
        &[
            "accounts",
            "online",
            "order",
            "rules",
            "tournaments",
            "wire",
        ],
    ),
    (
        "exploration",
        &["accounts", "explorer", "online", "rules", "wire"],
    ),
    (
        "server",
        &[
            "accounts",
            "archive",
            "backing",
            "bus",
            "config",
            "contests",
            "days",
            "door",
            "exploration",
            "explorer",
            "following",
            "moderation",
            "notices",
            "online",
            "order",
            "ratings",
            "rules",
            "solving",
            "studies",
            "wire",
        ],
    ),
    (
        "testbed",
        &[
            "backing",
            "bus",
            "client",
            "config",
            "contests",
            "exploration",
            "moderation",
            "online",
            "order",
            "server",
            "studies",
            "tournaments",
            "wire",
        ],
    ),
    (
        "load",
        &[
            "backing",
            "client",
            "contests",
            "online",
            "rules",
            "server",
            "testbed",
            "tournaments",
            "wire",
        ],
    ),
    ("site", &[]),
    (
        "console",
        &[
            "arena", "dataset", "engine", "lab", "learning", "rules", "site", "terminal", "tuning",
        ],
    ),
    (
        "workshop",
        &[
            "arena",
            "console",
            "dataset",
            "display",
            "engine",
            "evaluation",
            "learning",
            "memory",
            "rules",
            "tuning",
        ],
    ),
    (
        "longjump",
        &[
            "arena",
            "backing",
            "benchmarks",
            "bus",
            "client",
            "config",
            "console",
            "dataset",
            "display",
            "engine",
            "evaluation",
            "exploration",
            "explorer",
            "games",
            "lab",
            "moderation",
            "online",
            "order",
            "puzzles",
            "rules",
            "server",
            "site",
            "statistics",
            "terminal",
            "testbed",
            "tuning",
            "wire",
            "workshop",
        ],
    ),
    (
        "browser",
        &["engine", "evaluation", "games", "rules", "wire"],
    ),
    (
        "python",
        &[
            "arena",
            "dataset",
            "display",
            "engine",
            "games",
            "memory",
            "rules",
            "statistics",
        ],
    ),
    (
        "fuzz",
        &["dataset", "engine", "evaluation", "games", "rules", "wire"],
    ),
];

/// Names of other crates of ours that a crate passes on, because its own functions take or return
/// them: whoever calls those has to name them. What else a crate wants of another it depends on.
pub const REEXPORTS: &[(&str, &[&str])] = &[(
    "crates/engine/src/lib.rs",
    &[
        "longjump_search::Allowance",
        "longjump_search::Clock",
        "longjump_search::Control",
        "longjump_search::Limits",
        "longjump_search::NoClock",
        "longjump_search::Outlook",
        "longjump_search::Score",
        "longjump_search::SearchParameters",
        "longjump_search::Value",
    ],
)];

/// The crates that programs outside of this repository may depend on. What they use of ours is
/// among them.
pub const PUBLISHED: &[&str] = &[
    "arena",
    "dataset",
    "engine",
    "evaluation",
    "games",
    "historic",
    "memory",
    "rules",
    "search",
    "statistics",
    "wire",
];

/// The crates at the bottom and what they may use of others' work: nothing that has a clock,
/// randomness, threads, input or output, or serialisation.
pub const BOTTOM: &[&str] = &["longjump-rules", "longjump-games"];
/// See [`BOTTOM`].
pub const ALLOWED_AT_THE_BOTTOM: &[&str] = &["thiserror"];
/// The parts of the standard library that have one of these.
pub const BANNED_AT_THE_BOTTOM: &[&str] = &["time", "thread", "io", "fs", "net", "process", "env"];

/// How many lines a file may have.
pub const LONGEST_FILE: usize = 600;
/// How many lines the files of a crate or app may have together, without tests.
pub const LARGEST_CRATE: usize = 6_000;
