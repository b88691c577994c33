-- A record the tax agency has and a restore had lost, made again with its invoice: it stands where it was in the chain, and
-- none here is linked to it.
ALTER TABLE invoice_records ADD COLUMN is_recovered INTEGER NOT NULL DEFAULT 0 CHECK (is_recovered IN (0, 1));

-- What the agency says of a lost record, by which the same invoice is known when its order comes back. NULL of those found
-- before this migration, until the next question.
ALTER TABLE invoices_lost ADD COLUMN chain TEXT CHECK (chain IN ('test', 'live'));
ALTER TABLE invoices_lost ADD COLUMN issuer TEXT;
ALTER TABLE invoices_lost ADD COLUMN hash TEXT;
ALTER TABLE invoices_lost ADD COLUMN previous_hash TEXT;
ALTER TABLE invoices_lost ADD COLUMN generated_at TEXT;
ALTER TABLE invoices_lost ADD COLUMN buyer TEXT;               -- the tax number of who it is made out to
ALTER TABLE invoices_lost ADD COLUMN about TEXT;               -- the invoice it corrects or replaces
ALTER TABLE invoices_lost ADD COLUMN fate TEXT CHECK (fate IN ('accepted', 'accepted_with_errors'));
CREATE INDEX invoices_lost_by_order ON invoices_lost (order_id);

-- For which seller the agency was asked last: another is asked about before anything is issued in its name.
ALTER TABLE invoicing ADD COLUMN asked_for TEXT;

-- Each seller has a chain, and its end. Only the key changes.
CREATE TABLE invoice_heads_more (
    chain     TEXT NOT NULL CHECK (chain IN ('test', 'live')),
    after_seq INTEGER NOT NULL,                          -- the last record before it that is here; 0 for none
    issuer    TEXT NOT NULL,
    number    TEXT NOT NULL,
    date      TEXT NOT NULL,                             -- 02-01-2027
    hash      TEXT NOT NULL,
    asked_at  INTEGER NOT NULL,
    PRIMARY KEY (chain, issuer, after_seq)
) STRICT, WITHOUT ROWID;
INSERT INTO invoice_heads_more SELECT chain, after_seq, issuer, number, date, hash, asked_at FROM invoice_heads;
DROP TABLE invoice_heads;
ALTER TABLE invoice_heads_more RENAME TO invoice_heads;

-- The owner is told by mail when invoices do not reach the agency. Only the definition changes.
CREATE TABLE owner_alerts_more (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails', 'backup', 'drill', 'invoices', 'invoices_wrong')),
    told INTEGER NOT NULL
) STRICT;
INSERT INTO owner_alerts_more (kind, told) SELECT kind, told FROM owner_alerts;
INSERT INTO owner_alerts_more (kind, told) VALUES ('invoices', 0), ('invoices_wrong', 0);
DROP TABLE owner_alerts;
ALTER TABLE owner_alerts_more RENAME TO owner_alerts;
