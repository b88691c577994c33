-- Beside its issue an invoice may have records that mend one the tax agency found wrong, or that annul it. Each is kept as it
-- is sent.
CREATE TABLE invoice_records_now (
    seq           INTEGER PRIMARY KEY,
    number        TEXT NOT NULL REFERENCES invoices (number),
    kind          TEXT NOT NULL CHECK (kind IN ('issue', 'correction', 'annulment')),
    chain         TEXT NOT NULL CHECK (chain IN ('off', 'test', 'live')),  -- to which agency it goes; each has a chain
    generated_at  TEXT NOT NULL,                         -- on the firm's clocks, with its offset
    previous_hash TEXT,                                  -- NULL for the first of its chain
    hashed        TEXT NOT NULL,                         -- the very text
    hash          TEXT NOT NULL CHECK (length(hash) = 64),
    content       TEXT                                   -- the XML; NULL of those from before this migration
) STRICT;
INSERT INTO invoice_records_now (seq, number, kind, chain, generated_at, previous_hash, hashed, hash)
SELECT seq, number, 'issue', 'off', generated_at, previous_hash, hashed, hash FROM invoice_records;
DROP TABLE invoice_records;
ALTER TABLE invoice_records_now RENAME TO invoice_records;
CREATE UNIQUE INDEX invoice_records_issue ON invoice_records (number) WHERE kind = 'issue';
CREATE INDEX invoice_records_by_number ON invoice_records (number);
CREATE INDEX invoice_records_by_hash ON invoice_records (hash);
CREATE TRIGGER invoice_records_are_final BEFORE UPDATE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER invoice_records_stay BEFORE DELETE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- What the tax agency says of each record that is sent to it.
CREATE TABLE invoice_sendings (
    seq         INTEGER PRIMARY KEY REFERENCES invoice_records (seq),
    state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'accepted_with_errors', 'rejected')),
    tries       INTEGER NOT NULL DEFAULT 0,
    code        TEXT,                                    -- what the agency says of it
    message     TEXT,
    receipt     TEXT,                                    -- what the agency calls the batch by (CSV)
    answered_at INTEGER
) STRICT;
-- An annulment that the agency refuses annuls nothing.
CREATE VIEW invoices_annulled AS
SELECT r.number FROM invoice_records r LEFT JOIN invoice_sendings s ON s.seq = r.seq
WHERE r.kind = 'annulment' AND coalesce(s.state, '') <> 'rejected';
CREATE INDEX invoice_sendings_waiting ON invoice_sendings (seq) WHERE state = 'waiting';
CREATE INDEX invoice_sendings_rejected ON invoice_sendings (seq) WHERE state = 'rejected';
CREATE INDEX invoice_sendings_with_errors ON invoice_sendings (seq) WHERE state = 'accepted_with_errors';
CREATE INDEX invoice_records_annulments ON invoice_records (number) WHERE kind = 'annulment';

-- Where a chain goes on that the shop has only a part of: the last record that the agency has.
CREATE TABLE invoice_heads (
    chain     TEXT NOT NULL CHECK (chain IN ('test', 'live')),
    after_seq INTEGER NOT NULL,                          -- the last record before it that is here; 0 for none
    issuer    TEXT NOT NULL,
    number    TEXT NOT NULL,
    date      TEXT NOT NULL,                             -- 02-01-2027
    hash      TEXT NOT NULL,
    asked_at  INTEGER NOT NULL,
    PRIMARY KEY (chain, after_seq)
) STRICT, WITHOUT ROWID;

-- What the agency has and the shop has lost: nobody here can print them.
CREATE TABLE invoices_lost (
    number    TEXT PRIMARY KEY,
    date      TEXT NOT NULL,                             -- 02-01-2027
    order_id  TEXT,                                      -- of no order that must be here
    total     TEXT NOT NULL,                             -- as the agency writes it
    found_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE invoicing ADD COLUMN mode TEXT NOT NULL DEFAULT 'off' CHECK (mode IN ('off', 'test', 'live'));
-- By whose program and on which installation records are made; NULL until it has served with a mode.
ALTER TABLE invoicing ADD COLUMN producer TEXT CHECK (json_valid(producer));
ALTER TABLE invoicing ADD COLUMN installation TEXT NOT NULL DEFAULT '';
UPDATE invoicing SET installation = lower(hex(randomblob(8)));
-- Why nothing is issued or sent until the agency was asked for the last it has: the program has started, or was put back.
ALTER TABLE invoicing ADD COLUMN hold TEXT CHECK (hold IN ('start', 'restored'));
ALTER TABLE invoicing ADD COLUMN next_sending_at INTEGER;   -- NULL until a first record waits
ALTER TABLE invoicing ADD COLUMN claimed_until INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invoicing ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;  -- in a row
ALTER TABLE invoicing ADD COLUMN failing_since INTEGER;
ALTER TABLE invoicing ADD COLUMN failure TEXT;              -- of the last try
ALTER TABLE invoicing ADD COLUMN faults INTEGER NOT NULL DEFAULT 0;    -- batches in a row that were refused as a whole

-- What was paid to the sandbox is numbered apart from what was sold.
ALTER TABLE invoices ADD COLUMN is_trial INTEGER NOT NULL DEFAULT 0 CHECK (is_trial IN (0, 1));
ALTER TABLE invoices_due ADD COLUMN is_trial INTEGER NOT NULL DEFAULT 0 CHECK (is_trial IN (0, 1));

-- Where the numbers of a year's orders go on since the shop was put back, for it does not know which it gave out.
CREATE TABLE order_numbers_from (
    year   INTEGER PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT;
