-- What each server saw when it noted that: who has a socket or a stream, and the games whose first
-- player is one of them, so that a game is counted once.
ALTER TABLE servers ADD COLUMN people integer NOT NULL DEFAULT 0;
ALTER TABLE servers ADD COLUMN games integer NOT NULL DEFAULT 0;
-- Games to watch, by when they were opened. With days for a move there is little to see.
CREATE INDEX games_to_watch ON games (created_at)
WHERE status = 'playing' AND public AND control NOT LIKE '%d';
