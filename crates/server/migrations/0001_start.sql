-- Times that rooms reckon with are milliseconds since 1970, as in the code.

CREATE TABLE players (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- The name in small letters: two that differ only there are one.
    name_key text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('guest', 'account', 'bot')),
    password text,
    owner bigint REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- What is kept of a token, a person's or a bot's, can't be used to sign in.
CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    kind text NOT NULL CHECK (kind IN ('cookie', 'bot')),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player);

CREATE TABLE games (
    id text PRIMARY KEY,
    game text NOT NULL,
    control text NOT NULL,
    rated boolean NOT NULL,
    -- Listed in the lobby; others are found by their link.
    public boolean NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'playing', 'over')),
    version integer NOT NULL,
    ply integer NOT NULL,
    turn smallint,
    -- One of the service's engines is to move.
    engine_turn boolean NOT NULL DEFAULT false,
    remaining bigint[] NOT NULL,
    -- When the clock that runs is up for certain.
    deadline bigint,
    updated_at bigint NOT NULL,
    reason text,
    places smallint[],
    next_game text,
    created_by bigint REFERENCES players,
    created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
-- No column that a move changes is in an index, so that moves needn't touch one.
CREATE INDEX games_going_on ON games (id) WHERE status = 'playing';
CREATE INDEX games_open ON games (created_at) WHERE status = 'open';

CREATE TABLE seats (
    game text NOT NULL REFERENCES games,
    seat smallint NOT NULL,
    -- Whoever plays it for the ratings, and for the list of their games.
    player bigint REFERENCES players,
    -- The engine that sits there.
    level smallint,
    seen_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_of_player ON seats (player, game);

CREATE TABLE moves (
    game text NOT NULL REFERENCES games,
    ply integer NOT NULL,
    version integer NOT NULL,
    seat smallint NOT NULL,
    mv text NOT NULL,
    spent bigint NOT NULL,
    forgiven bigint NOT NULL,
    at bigint NOT NULL,
    -- Who sent it, and what they call it, to know it again when it comes twice.
    client text,
    PRIMARY KEY (game, ply)
);

-- Moves that were played and taken back: part of the log, not of the game.
CREATE TABLE taken_back (
    LIKE moves,
    PRIMARY KEY (game, version)
);

-- Whatever happened that was no move.
CREATE TABLE room_events (
    game text NOT NULL REFERENCES games,
    version integer NOT NULL,
    at bigint NOT NULL,
    body jsonb NOT NULL,
    client text,
    PRIMARY KEY (game, version)
);

CREATE TABLE ratings (
    player bigint NOT NULL REFERENCES players,
    -- The game, and with more than two seats their number.
    category text NOT NULL,
    speed text NOT NULL,
    -- Games with a bot in them count apart.
    pool text NOT NULL CHECK (pool IN ('people', 'bots')),
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games integer NOT NULL,
    PRIMARY KEY (player, category, speed, pool)
);

CREATE TABLE rating_changes (
    game text NOT NULL REFERENCES games,
    seat smallint NOT NULL,
    player bigint NOT NULL REFERENCES players,
    before double precision NOT NULL,
    after double precision NOT NULL,
    PRIMARY KEY (game, seat)
);

-- Those who want to be paired; `found` is the game they were paired for.
CREATE TABLE seeks (
    player bigint PRIMARY KEY REFERENCES players,
    game text NOT NULL,
    control text NOT NULL,
    rated boolean NOT NULL,
    rating double precision NOT NULL,
    since bigint NOT NULL,
    seen_at bigint NOT NULL,
    found text
);
CREATE INDEX seeks_alike ON seeks (game, control, rated) WHERE found IS NULL;
