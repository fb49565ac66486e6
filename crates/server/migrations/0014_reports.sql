-- What players tell of others, for those who keep order.
CREATE TABLE reports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    by_player bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    about bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    game text REFERENCES games ON DELETE SET NULL,
    kind text NOT NULL CHECK (kind IN ('engine', 'stalling', 'conduct', 'name', 'other')),
    text text NOT NULL,
    -- When somebody who keeps order was done with it.
    settled_at timestamptz
);
-- Who tells the same twice is heard once.
CREATE UNIQUE INDEX reports_open ON reports (about, by_player, coalesce(game, '')) WHERE settled_at IS NULL;
CREATE INDEX reports_by ON reports (by_player, at);
CREATE INDEX reports_settled ON reports (settled_at) WHERE settled_at IS NOT NULL;

-- From where somebody came in the last days: a keyed hash of network and browser, which says nothing but
-- who came from the same place.
CREATE TABLE places (
    player bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    place bytea NOT NULL,
    seen date NOT NULL DEFAULT current_date,
    PRIMARY KEY (player, place)
);
CREATE INDEX places_shared ON places (place);
CREATE INDEX places_by_age ON places (seen);
ALTER TABLE sessions ADD COLUMN place bytea;
