-- Moves that players of games by days have decided on before it is their turn.
CREATE TABLE plans (
    game text NOT NULL REFERENCES games ON DELETE CASCADE,
    seat smallint NOT NULL,
    -- How many moves there were before the first of each line.
    ply integer NOT NULL,
    -- Lists of moves, each from one of the opponent to an answer.
    lines jsonb NOT NULL,
    -- The version of the game with what was not looked at yet.
    due integer,
    PRIMARY KEY (game, seat)
);
CREATE INDEX plans_due ON plans (game) WHERE due IS NOT NULL;
