-- What happened on the site on a day of the firm's: numbers, and nothing of anybody.
CREATE TABLE counts (
    day      TEXT NOT NULL CHECK (length(day) = 10),     -- 2026-11-24
    what     TEXT NOT NULL,
    how_many INTEGER NOT NULL CHECK (how_many > 0),
    PRIMARY KEY (day, what)
) STRICT, WITHOUT ROWID;

-- Searches that found nothing, once several people have made them: what was looked for once is never written down.
CREATE TABLE missed_searches (
    text         TEXT PRIMARY KEY CHECK (length(text) BETWEEN 2 AND 60),
    how_many     INTEGER NOT NULL CHECK (how_many > 0),
    first_day    TEXT NOT NULL,
    last_day     TEXT NOT NULL,
    is_dismissed INTEGER NOT NULL DEFAULT 0 CHECK (is_dismissed IN (0, 1))
) STRICT, WITHOUT ROWID;
