-- Vacations, during which clocks of games by days stand. Times are milliseconds since 1970.
CREATE TABLE vacations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player bigint NOT NULL REFERENCES players,
    began bigint NOT NULL,
    until bigint NOT NULL,
    -- How many days of the year it takes.
    days smallint NOT NULL CHECK (days BETWEEN 1 AND 21),
    -- How often there was something that games had to be told, and up to which of these they were.
    news integer NOT NULL DEFAULT 1,
    told integer NOT NULL DEFAULT 0
);
CREATE INDEX vacations_of_player ON vacations (player, began);
CREATE INDEX vacations_by_end ON vacations (until);
CREATE INDEX vacations_untold ON vacations (id) WHERE told < news;
