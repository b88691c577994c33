-- Who did what at the desk and on the command line, when and from where; append-only. The hash of a row covers the row
-- and the hash of the one before it, so that a row which was changed, taken out or slipped in is found. An administrator
-- is named by their address, since they answer for what they did; a customer only by their id, which their erasure
-- leaves without a meaning.

CREATE TABLE audit_log (
    seq         INTEGER PRIMARY KEY CHECK (seq > 0),     -- 1, 2, 3 … without a gap
    at          INTEGER NOT NULL,
    actor_kind  TEXT NOT NULL CHECK (actor_kind IN ('admin', 'command_line', 'system')),
    actor_id    TEXT NOT NULL,                           -- of the account; of the user of the machine; empty
    actor_label TEXT NOT NULL,                           -- as people know them
    address     TEXT,                                    -- of the network, for what came over it
    act         TEXT NOT NULL CHECK (act GLOB '?*.?*'),  -- such as order.shipped
    subject     TEXT NOT NULL,                           -- the id of what it was done to
    detail      TEXT NOT NULL CHECK (json_valid(detail)),
    prev_hash   BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash        BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);
CREATE TRIGGER audit_log_is_final BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
