-- What is kept of the names of accounts that were deleted: whether a name is one of them, so that nobody
-- else takes it.
CREATE TABLE gone_names (
    name_hash bytea PRIMARY KEY,
    gone_at timestamptz NOT NULL DEFAULT now()
);
-- Where somebody's name stands in the logs of games.
CREATE INDEX room_events_of_player ON room_events (((body->'who'->>'player')::bigint))
WHERE body->'who'->>'player' IS NOT NULL;
