-- Whether a guest has opened a game is asked before they are deleted, and by Postgres again.
CREATE INDEX games_by_opener ON games (created_by);
