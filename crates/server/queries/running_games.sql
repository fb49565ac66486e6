-- Public games in which somebody was seen since $1, of the $2 that began last; the newest first. If $3 is
-- given, of that game alone.
WITH newest AS (
    SELECT id, game, control, rated, created_at FROM games
    WHERE status = 'playing' AND public AND control NOT LIKE '%d'
      AND split_part(game, ':', 1) = coalesce($3, split_part(game, ':', 1))
    ORDER BY created_at DESC LIMIT $2
)
SELECT g.id, g.game, g.control, g.rated,
       array_agg(coalesce(p.name, 'level ' || s.level) ORDER BY s.seat) AS "players!"
FROM newest g JOIN seats s ON s.game = g.id LEFT JOIN players p ON p.id = s.player
GROUP BY g.id, g.game, g.control, g.rated, g.created_at
HAVING max(s.seen_at) FILTER (WHERE s.player IS NOT NULL) > $1
ORDER BY g.created_at DESC
