-- A record the tax agency has and a restore had lost, made again with its invoice: it stands where it was in the chain, and
-- none here is linked to it.
ALTER TABLE invoice_records ADD COLUMN is_recovered INTEGER NOT NULL DEFAULT 0 CHECK (is_recovered IN (0, 1));

-- What the agency says of a lost record, by which the same invoice is known when its order comes back. NULL of those found
-- before this migration, which the next question fills in.
ALTER TABLE invoices_lost ADD COLUMN chain TEXT CHECK (chain IN ('test', 'live'));
ALTER TABLE invoices_lost ADD COLUMN issuer TEXT;
ALTER TABLE invoices_lost ADD COLUMN hash TEXT;
ALTER TABLE invoices_lost ADD COLUMN previous_hash TEXT;
ALTER TABLE invoices_lost ADD COLUMN generated_at TEXT;
ALTER TABLE invoices_lost ADD COLUMN fate TEXT CHECK (fate IN ('accepted', 'accepted_with_errors'));
CREATE INDEX invoices_lost_by_order ON invoices_lost (order_id);

-- The owner is told by mail when invoices do not reach the agency. Only the definition changes.
CREATE TABLE owner_alerts_more (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails', 'backup', 'drill', 'invoices')),
    told INTEGER NOT NULL
) STRICT;
INSERT INTO owner_alerts_more (kind, told) SELECT kind, told FROM owner_alerts;
INSERT INTO owner_alerts_more (kind, told) VALUES ('invoices', 0);
DROP TABLE owner_alerts;
ALTER TABLE owner_alerts_more RENAME TO owner_alerts;
