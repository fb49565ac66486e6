-- What the owner of an account is shown of a session; one that an older server has begun doesn't
-- say in which browser.
ALTER TABLE sessions ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sessions ADD COLUMN browser text;
-- When whoever has it last proved who they are: what can't be undone asks for that again.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;

-- What happened to an account, for its owner to see.
CREATE TABLE account_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    at timestamptz NOT NULL DEFAULT now(),
    what text NOT NULL,
    browser text
);
CREATE INDEX account_events_of_player ON account_events (player, id);
CREATE INDEX account_events_by_age ON account_events (at);
