-- Trees of analysis in chapters, shared by link.
CREATE TABLE studies (
    id text PRIMARY KEY,
    owner bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    -- What the client that made it called that, to know it again when it comes twice.
    client text NOT NULL,
    title text NOT NULL,
    -- Whether whoever has the link may read it.
    shared boolean NOT NULL DEFAULT true,
    -- What is kept of the secret in the link for those who may edit it, too.
    key_hash bytea,
    version integer NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The hour of the last edit, and how many there were in it.
    hour timestamptz NOT NULL DEFAULT now(),
    edits integer NOT NULL DEFAULT 0,
    UNIQUE (owner, client)
);

CREATE TABLE study_chapters (
    study text NOT NULL REFERENCES studies ON DELETE CASCADE,
    id text NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    game text NOT NULL,
    start text,
    -- The nodes of the tree, each before those that follow it, and how many bytes they are.
    nodes jsonb NOT NULL,
    size integer NOT NULL,
    PRIMARY KEY (study, id)
);

-- What came to that, for who comes back and for what is sent twice.
CREATE TABLE study_edits (
    study text NOT NULL REFERENCES studies ON DELETE CASCADE,
    version integer NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    -- Nobody once their account is deleted.
    player bigint REFERENCES players ON DELETE SET NULL,
    -- What the client that sent it calls it.
    client text NOT NULL,
    edit jsonb NOT NULL,
    PRIMARY KEY (study, version),
    UNIQUE (study, player, client)
);
CREATE INDEX study_edits_of_player ON study_edits (player) WHERE player IS NOT NULL;
CREATE INDEX study_edits_by_age ON study_edits (at);
