-- What the owner's telephone is still to be told, by an ntfy topic or a webhook. Nothing in it is about anybody.
CREATE TABLE owner_calls (
    id          INTEGER PRIMARY KEY,
    way         TEXT NOT NULL CHECK (way IN ('ntfy', 'webhook')),
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    path        TEXT NOT NULL,                           -- of the desk's page
    urgency     TEXT NOT NULL CHECK (urgency IN ('low', 'usual', 'high')),
    attempts    INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    created_at  INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL
) STRICT;
