-- What is kept of the codes that somebody has printed; one that was used is gone.
CREATE TABLE recovery_codes (
    player bigint NOT NULL REFERENCES players,
    code_hash bytea NOT NULL,
    PRIMARY KEY (player, code_hash)
);
