-- What the whole site needs: settings the owner edits, and secrets made at first start.

CREATE TABLE settings (
    key        TEXT PRIMARY KEY,
    value      TEXT NOT NULL CHECK (json_valid(value)),
    updated_at INTEGER NOT NULL                          -- Unix milliseconds, as every *_at
) STRICT;

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) >= 32)
) STRICT;
