-- When a game that nobody watches is looked at next: no clock of it can be up before, and no open
-- room is given up before. A move never brings that nearer, so moves leave it alone and needn't
-- touch its index; whoever looks too early puts it off.
ALTER TABLE games ADD COLUMN look_at bigint NOT NULL DEFAULT 0;
UPDATE games SET look_at = least(deadline, updated_at + (SELECT min(left_) FROM unnest(remaining) left_))
WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX games_due ON games (look_at) WHERE status <> 'over';
-- Games in which one of our engines is to move, to be found again if its job was lost.
CREATE INDEX games_of_engines ON games (id) WHERE engine_turn AND status = 'playing';

-- The open rooms in which somebody waits, and when they were last seen: what the lobby shows.
-- Servers note that every few seconds, so nothing is lost when a crash empties the table.
CREATE UNLOGGED TABLE waiting (
    game text PRIMARY KEY,
    seen_at bigint NOT NULL
);

-- What is added to the clock of the database's machine, in milliseconds, so that the time servers
-- go by does not jump when that clock does, or when another machine takes over.
CREATE TABLE clock (
    shift bigint NOT NULL
);
INSERT INTO clock VALUES (0);
