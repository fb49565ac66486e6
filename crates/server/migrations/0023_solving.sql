-- How people do at puzzles. A puzzle is named as pages name it, within its pack; the puzzles themselves are files.
CREATE TABLE puzzle_ratings (
    pack text NOT NULL,
    puzzle text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    -- How many have tried it.
    tries integer NOT NULL,
    PRIMARY KEY (pack, puzzle)
);

CREATE TABLE solver_ratings (
    player bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    pack text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    -- How many they have tried.
    tries integer NOT NULL,
    PRIMARY KEY (player, pack)
);

-- The first time that somebody tried a puzzle: it counts once.
CREATE TABLE puzzle_tries (
    player bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    pack text NOT NULL,
    puzzle text NOT NULL,
    solved boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (player, pack, puzzle)
);
