-- How long a page was hidden or behind another while its player was to move, as it says itself:
-- something for a person to look at when somebody plays like an engine.
CREATE TABLE away_times (
    game text NOT NULL REFERENCES games,
    ply integer NOT NULL,
    seat smallint NOT NULL,
    ms bigint NOT NULL,
    PRIMARY KEY (game, ply)
);
