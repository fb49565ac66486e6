-- Tournaments. Times are milliseconds since 1970, and rounds count from 1.
CREATE TABLE tournaments (
    id text PRIMARY KEY,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('arena', 'swiss', 'round_robin', 'tables')),
    -- For tables without the number of seats.
    game text NOT NULL,
    control text NOT NULL,
    rated boolean NOT NULL,
    -- Listed; others are found by their link.
    public boolean NOT NULL,
    -- How many rounds, or how often everybody meets everybody.
    rounds smallint NOT NULL,
    table_size smallint NOT NULL,
    minutes integer,
    -- Seconds between two rounds.
    rest integer NOT NULL,
    most integer NOT NULL,
    -- Where chance begins.
    seed bigint NOT NULL,
    status text NOT NULL DEFAULT 'announced'
        CHECK (status IN ('announced', 'running', 'paused', 'over', 'cancelled')),
    -- Rises with every change, so that whoever has seen one needn't read it all again.
    version integer NOT NULL DEFAULT 1,
    -- The last round that was paired.
    round integer NOT NULL DEFAULT 0,
    -- Whether `next_at` is that of the next round.
    rested boolean NOT NULL DEFAULT true,
    starts_at bigint NOT NULL,
    next_at bigint NOT NULL,
    ends_at bigint,
    organiser bigint REFERENCES players ON DELETE SET NULL,
    -- What its organiser's client calls it, to know it again when it is sent twice.
    client text,
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tournaments_of_client ON tournaments (organiser, client);
CREATE INDEX tournaments_going_on ON tournaments (starts_at) WHERE status IN ('announced', 'running', 'paused');
CREATE INDEX tournaments_over ON tournaments (starts_at) WHERE status IN ('over', 'cancelled');

-- Who ever entered, by numbers from 0 in the order in which they did.
CREATE TABLE entrants (
    tournament text NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    number integer NOT NULL,
    player bigint REFERENCES players ON DELETE SET NULL,
    -- They take part no more, or not for now.
    is_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tournament, number),
    UNIQUE (tournament, player)
);
CREATE INDEX entrants_of_player ON entrants (player);

-- What a round was paired from, besides the tables before: so it can be paired again, to the same tables.
CREATE TABLE tournament_rounds (
    tournament text NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    round integer NOT NULL,
    -- Who took part, and who of them was to be paired.
    field integer[] NOT NULL,
    present integer[] NOT NULL,
    paired_at bigint NOT NULL,
    PRIMARY KEY (tournament, round)
);

CREATE TABLE tournament_tables (
    tournament text NOT NULL REFERENCES tournaments ON DELETE CASCADE,
    round integer NOT NULL,
    number integer NOT NULL,
    -- Numbers of entrants, by seat; one alone has a bye.
    players integer[] NOT NULL,
    -- None for a bye. It may not be opened yet: any server does that, once.
    game text,
    is_opened boolean NOT NULL DEFAULT false,
    -- How it ended: a place for each seat, or the seat of whoever was not there.
    places smallint[],
    absent smallint,
    -- How many rounds were paired when that was noted; later ones know of it.
    settled_in integer,
    PRIMARY KEY (tournament, round, number)
);
CREATE UNIQUE INDEX tournament_tables_of_game ON tournament_tables (game);
CREATE INDEX tournament_tables_going_on ON tournament_tables (tournament) WHERE settled_in IS NULL;
