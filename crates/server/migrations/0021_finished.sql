-- Public games that were played to their end, in the order they ended: what the explorer counts, and
-- what the monthly dumps have. `at` is the database's clock, in milliseconds since 1970.
CREATE TABLE finished (
    game text PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    at bigint NOT NULL
);
CREATE INDEX finished_by_time ON finished (at, game);

CREATE FUNCTION note_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO finished (game, at)
    VALUES (NEW.id, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER games_finished AFTER UPDATE OF status ON games FOR EACH ROW
WHEN (NEW.status = 'over' AND OLD.status <> 'over' AND NEW.public AND NEW.ply > 0
      AND NEW.places IS NOT NULL AND NEW.reason <> 'aborted')
EXECUTE FUNCTION note_finished();

-- All that had ended before, and what ends while servers of before are still running.
INSERT INTO finished (game, at)
SELECT id, updated_at FROM games
WHERE status = 'over' AND public AND ply > 0 AND places IS NOT NULL AND reason <> 'aborted'
ON CONFLICT DO NOTHING;
