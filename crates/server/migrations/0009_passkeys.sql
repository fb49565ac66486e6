-- What authenticators call somebody: chance, so that it tells nobody anything.
ALTER TABLE players ADD COLUMN passkey_user bytea UNIQUE;

-- Keys that somebody signs in with; what is kept of one proves nothing to others.
CREATE TABLE passkeys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    credential bytea NOT NULL UNIQUE,
    -- As COSE has it, and by which of its algorithms.
    public_key bytea NOT NULL,
    algorithm integer NOT NULL,
    -- How often it has signed; always 0 for one that is kept on several devices.
    counter bigint NOT NULL,
    name text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);
CREATE INDEX passkeys_of_player ON passkeys (player);

-- Challenges that were given out and not yet answered; an answer takes its challenge away.
CREATE TABLE passkey_challenges (
    -- What is kept of the cookie of the browser that it was given to.
    token_hash bytea PRIMARY KEY,
    purpose text NOT NULL CHECK (purpose IN ('sign_up', 'sign_in', 'add', 'prove')),
    -- Whose passkey is to answer, where that is known.
    player bigint REFERENCES players,
    -- What the answer is held against.
    state jsonb NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_age ON passkey_challenges (expires_at);
