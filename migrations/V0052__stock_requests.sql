-- Who asked to be told when a variant can be had again. The row goes when the one mail it is for is queued.
CREATE TABLE stock_requests (
    id           TEXT PRIMARY KEY,
    variant_id   TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    email        TEXT NOT NULL,
    address      BLOB NOT NULL CHECK (length(address) = 32), -- of `email`, see stock_questions
    lang         TEXT NOT NULL,
    confirmed_at INTEGER,                                -- null until whoever reads the mailbox has said so
    created_at   INTEGER NOT NULL,
    UNIQUE (variant_id, email)
) STRICT;
CREATE INDEX stock_requests_by_address ON stock_requests (address);

-- An address that was asked whether it wants such mails and has not answered: it is not asked again. A keyed hash stands
-- for it, so that it can be kept after the requests are forgotten.
CREATE TABLE stock_questions (
    address  BLOB PRIMARY KEY CHECK (length(address) = 32),
    token    BLOB NOT NULL UNIQUE CHECK (length(token) = 32), -- hash of what was mailed
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
