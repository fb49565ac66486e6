-- How somebody wants to be told that it is their turn. Who has said nothing is told nothing.
CREATE TABLE wishes (
    player bigint PRIMARY KEY REFERENCES players,
    -- Letters about turns: none, one a day at most, or one for each turn.
    letters text NOT NULL DEFAULT 'none' CHECK (letters IN ('none', 'daily', 'each')),
    -- Minutes after midnight in their time zone, between which nothing is sent.
    quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
    zone text NOT NULL DEFAULT 'UTC',
    -- Stands in letters: whoever has it can end them without signing in.
    key text NOT NULL UNIQUE,
    -- When the last digest went out.
    digest_at timestamptz,
    CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- Browsers that show what is sent to them.
CREATE TABLE devices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    -- Who signs out there, or is signed out, is told nothing there any more.
    session bytea NOT NULL REFERENCES sessions ON DELETE CASCADE,
    -- Where a push service takes what is for this browser, and what it is encrypted for.
    endpoint text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    auth bytea NOT NULL,
    language text NOT NULL,
    browser text,
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX devices_of_player ON devices (player);
CREATE INDEX devices_of_session ON devices (session);

-- The next moment that is not between two minutes of the day. In a time zone that is not known any more
-- nothing is quiet: a move must never fail because of this.
CREATE FUNCTION after_quiet(moment timestamptz, quiet_from smallint, quiet_to smallint, zone text)
RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
    here timestamp;
    minute integer;
    ends timestamp;
BEGIN
    IF quiet_from IS NULL OR quiet_from = quiet_to THEN
        RETURN moment;
    END IF;
    here := moment AT TIME ZONE zone;
    minute := extract(hour FROM here) * 60 + extract(minute FROM here);
    ends := date_trunc('day', here) + quiet_to * interval '1 minute';
    IF quiet_from < quiet_to THEN
        RETURN CASE WHEN minute >= quiet_from AND minute < quiet_to THEN ends AT TIME ZONE zone ELSE moment END;
    END IF;
    RETURN CASE
        WHEN minute < quiet_to THEN ends AT TIME ZONE zone
        WHEN minute >= quiet_from THEN (ends + interval '1 day') AT TIME ZONE zone
        ELSE moment
    END;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN moment;
END
$$;

-- Beside letters that are written when they become due there is what is written when it is sent: word
-- of a turn to a browser or in a letter, and the digest of all turns.
ALTER TABLE notices ADD COLUMN kind text NOT NULL DEFAULT 'letter'
    CHECK (kind IN ('letter', 'push', 'turn', 'digest'));
ALTER TABLE notices ALTER COLUMN letter DROP NOT NULL;
ALTER TABLE notices ADD COLUMN device bigint REFERENCES devices ON DELETE CASCADE;
ALTER TABLE notices ADD COLUMN game text REFERENCES games ON DELETE CASCADE;
ALTER TABLE notices ADD COLUMN ply integer;
-- A turn has come since this digest was begun.
ALTER TABLE notices ADD COLUMN again boolean NOT NULL DEFAULT false;
ALTER TABLE notices ADD CHECK ((kind = 'letter') = (letter IS NOT NULL));
ALTER TABLE notices ADD CHECK ((kind = 'push') = (device IS NOT NULL));
ALTER TABLE notices ADD CHECK ((kind IN ('push', 'turn')) = (game IS NOT NULL AND ply IS NOT NULL));
-- Nobody has two digests.
CREATE UNIQUE INDEX notices_digests ON notices (player) WHERE kind = 'digest';
CREATE INDEX notices_of_device ON notices (device) WHERE device IS NOT NULL;
CREATE INDEX notices_of_game ON notices (game) WHERE game IS NOT NULL;
