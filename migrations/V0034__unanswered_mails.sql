-- How often a mail was handed over whole and no answer came: it may have arrived as often.

ALTER TABLE outbox ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered >= 0);
