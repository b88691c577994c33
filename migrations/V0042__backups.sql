-- When the shop was last copied, when a copy was last restored to see that it can be, and what went wrong since.
CREATE TABLE upkeep (
    kind         TEXT PRIMARY KEY CHECK (kind IN ('backup', 'drill')),
    wanted_since INTEGER,                                -- since when the server is to do it by itself
    succeeded_at INTEGER,
    took_ms      INTEGER CHECK (took_ms >= 0),
    failed_at    INTEGER,                                -- since the last success
    error        TEXT
) STRICT;
INSERT INTO upkeep (kind) VALUES ('backup'), ('drill');

-- A mail that a backup still had queued may have gone out since: it waits for the owner's word. Of a dead one: the owner
-- has said that it stays so.
ALTER TABLE outbox ADD COLUMN is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1));

-- The owner is told by mail when one of them is overdue. Only the definition changes.
CREATE TABLE owner_alerts_more (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails', 'backup', 'drill')),
    told INTEGER NOT NULL
) STRICT;
INSERT INTO owner_alerts_more (kind, told) SELECT kind, told FROM owner_alerts;
INSERT INTO owner_alerts_more (kind, told) VALUES ('backup', 0), ('drill', 0);
DROP TABLE owner_alerts;
ALTER TABLE owner_alerts_more RENAME TO owner_alerts;
