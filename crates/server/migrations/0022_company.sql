-- Whom accounts want to hear of: when they are here, and what they play.
CREATE TABLE follows (
    follower bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    followed bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    since timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (follower, followed)
);
CREATE INDEX follows_of ON follows (followed);

-- How many watch a game at a server and don't play it. Nothing is lost with it: servers note it every few seconds.
CREATE UNLOGGED TABLE spectators (
    server text NOT NULL,
    game text NOT NULL,
    count integer NOT NULL,
    noted_at bigint NOT NULL,
    PRIMARY KEY (server, game)
);
CREATE INDEX spectators_of ON spectators (game);
