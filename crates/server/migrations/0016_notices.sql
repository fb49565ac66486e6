-- Letters and words to browsers are looked for by themselves: a hundred thousand of one that wait don't
-- keep the other waiting.
CREATE INDEX notices_by_way ON notices ((kind = 'push'), next_at);
DROP INDEX notices_by_time;
-- From now on `begun` is how often one was taken to be sent, and `failed` after how many of these it was
-- certainly not sent: what was only taken counts as that. The difference is how often it was sent without
-- anybody knowing what became of it, as before.
