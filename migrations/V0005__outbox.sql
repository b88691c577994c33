-- Mail is a row before it is a message. `message` is plain data; texts are made when it is sent.

CREATE TABLE outbox (
    id           TEXT PRIMARY KEY,                       -- also the local part of the Message-ID
    recipient    TEXT NOT NULL,
    lang         TEXT NOT NULL,
    message      TEXT NOT NULL CHECK (json_valid(message)),
    state        TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'dead')),
    attempts     INTEGER NOT NULL DEFAULT 0,
    next_try_at  INTEGER NOT NULL,
    last_error   TEXT,
    created_at   INTEGER NOT NULL,
    sent_at      INTEGER
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE state = 'queued';
