-- A shop that was put back has forgotten payments, its providers have not: what was paid since is asked for, page by page.
CREATE TABLE payment_searches (
    provider     TEXT PRIMARY KEY,
    since        INTEGER NOT NULL,                       -- what was paid before, the shop knows
    begun_at     INTEGER NOT NULL,                       -- when it was put back
    cursor       TEXT,                                   -- how far the list was read, in the provider's words; its beginning
    is_unsettled INTEGER NOT NULL DEFAULT 0 CHECK (is_unsettled IN (0, 1)), -- whether this reading met a payment that may come yet
    failures     INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- in a row
    last_error   TEXT,
    next_try_at  INTEGER NOT NULL,
    ended_at     INTEGER,
    is_by_hand   INTEGER NOT NULL DEFAULT 0 CHECK (is_by_hand IN (0, 1)) -- the provider has no list: a person must look
) STRICT;

-- An order that came back needs a person: it may have been sent before it was forgotten. Only the definition changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'CHECK (attention IN (''paid_late''', 'CHECK (attention IN (''recovered'', ''paid_late''')
WHERE type = 'table' AND name = 'orders';
PRAGMA writable_schema = RESET;
