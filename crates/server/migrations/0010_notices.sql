-- Where the owner of an account can be written to, shown to be theirs.
CREATE TABLE addresses (
    player bigint PRIMARY KEY REFERENCES players,
    email text NOT NULL,
    language text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX addresses_by_email ON addresses (lower(email));
-- What is kept of the keys in letters: whoever has one reads what is sent to that address.
CREATE TABLE letter_keys (
    key_hash bytea PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    what text NOT NULL CHECK (what IN ('confirm', 'recover', 'used')),
    email text NOT NULL,
    language text NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX letter_keys_by_email ON letter_keys (lower(email));
CREATE INDEX letter_keys_of_player ON letter_keys (player);
CREATE INDEX letter_keys_by_age ON letter_keys (made_at);
-- What people are told outside of the site, until it is sent.
CREATE TABLE notices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    letter jsonb NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    -- When it is due; while somebody has it, when another one may take it.
    next_at timestamptz NOT NULL DEFAULT now(),
    -- How often it was begun, and how often that failed for certain.
    begun integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0
);
CREATE INDEX notices_by_time ON notices (next_at);
CREATE INDEX notices_of_player ON notices (player);
