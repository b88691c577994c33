-- A mail that is being sent. What a program that ended has left so is taken up at the next start.

ALTER TABLE outbox ADD COLUMN is_claimed INTEGER NOT NULL DEFAULT 0 CHECK (is_claimed IN (0, 1));
CREATE INDEX outbox_claimed ON outbox (id) WHERE is_claimed;
