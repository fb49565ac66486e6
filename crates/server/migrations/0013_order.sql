-- Who keeps order here.
ALTER TABLE players ADD COLUMN role text CHECK (role IN ('owner', 'moderator'));

-- What is left of a name without what people take for one another.
CREATE FUNCTION likeness_of(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(translate(lower(name), '01i-', 'oll_'), 'rn', 'm')
$$;
ALTER TABLE players ADD COLUMN likeness text GENERATED ALWAYS AS (likeness_of(name)) STORED;
CREATE INDEX players_alike ON players (likeness);

-- What somebody may not do, and until when.
CREATE TABLE measures (
    player bigint NOT NULL REFERENCES players,
    kind text NOT NULL CHECK (kind IN ('closed', 'muted', 'unrated')),
    since timestamptz NOT NULL DEFAULT now(),
    -- None: until it is lifted.
    until timestamptz,
    PRIMARY KEY (player, kind)
);

-- Rating points that were given back to who lost them to somebody who did not play fair, each once.
CREATE TABLE refunds (
    game text NOT NULL REFERENCES games,
    seat smallint NOT NULL,
    player bigint NOT NULL REFERENCES players,
    category text NOT NULL,
    speed text NOT NULL,
    pool text NOT NULL,
    amount double precision NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX refunds_of_player ON refunds (player);

-- Who did what about whom. Numbers of players, not names: these may go.
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    -- None: whoever has the database's password.
    by_player bigint,
    about bigint NOT NULL,
    what text NOT NULL,
    note text NOT NULL
);
CREATE INDEX audit_about ON audit (about, id);
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only added to';
END
$$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
