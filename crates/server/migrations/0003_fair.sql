-- When each server last noted who is connected to it. While one that should have has not, nobody
-- can be said to have left.
CREATE TABLE servers (
    name text PRIMARY KEY,
    noted_at bigint NOT NULL
);

-- How often a name was tried to sign in with, by the minute, at all servers together.
CREATE TABLE sign_in_tries (
    name_key text NOT NULL,
    minute integer NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (name_key, minute)
);

-- What its opener calls a game, to know the request again when it comes twice.
ALTER TABLE games ADD COLUMN client text;
CREATE UNIQUE INDEX games_of_client ON games (created_by, client) WHERE client IS NOT NULL;
CREATE INDEX games_open_by ON games (created_by) WHERE status = 'open';
CREATE INDEX players_of_owner ON players (owner) WHERE owner IS NOT NULL;

-- Times in which no server could write; no clock is charged for them.
CREATE TABLE outages (
    began bigint PRIMARY KEY,
    ended bigint NOT NULL
);

CREATE INDEX rating_changes_of_player ON rating_changes (player);
