-- Moves of different games, each accepted if its game is still at the version it was decided for.
-- Rows are locked in one order, so that two servers never wait for each other. Those that
-- somebody else has locked are left out, and are not among the answers.
WITH input AS (
    SELECT * FROM unnest(
        $1::text[], $2::integer[], $3::integer[], $4::smallint[], $5::text[],
        $6::bigint[], $7::bigint[], $8::bigint[], $9::text[], $10::bigint[],
        $11::smallint[], $12::boolean[], $13::bigint[]
    ) AS i (game, version, ply, seat, mv, spent, forgiven, at, client, remains,
            turn, engine_turn, deadline)
), locked AS (
    SELECT g.id FROM games g JOIN input i ON g.id = i.game
    ORDER BY g.id FOR UPDATE OF g SKIP LOCKED
), moved AS (
    UPDATE games g
    SET version = g.version + 1, ply = i.ply + 1, turn = i.turn,
        engine_turn = i.engine_turn, deadline = i.deadline, updated_at = i.at,
        remaining[i.seat + 1] = i.remains
    FROM input i JOIN locked l ON l.id = i.game
    WHERE g.id = i.game AND g.version = i.version AND g.status = 'playing'
    RETURNING g.id
), written AS (
    INSERT INTO moves (game, ply, version, seat, mv, spent, forgiven, at, client)
    SELECT i.game, i.ply, i.version + 1, i.seat, i.mv, i.spent, i.forgiven, i.at,
           i.client
    FROM input i JOIN moved m ON m.id = i.game
)
SELECT l.id AS "id!", m.id IS NOT NULL AS "moved!" FROM locked l LEFT JOIN moved m ON m.id = l.id
