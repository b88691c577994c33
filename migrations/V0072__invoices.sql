-- Invoices as they were issued. Nothing of them ever changes.
CREATE TABLE invoices (
    number    TEXT PRIMARY KEY,                          -- T-2026-000001
    series    TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 20),
    year      INTEGER NOT NULL,                          -- of its date on the firm's calendar
    place     INTEGER NOT NULL CHECK (place > 0),        -- 1, 2, 3 … in that series and year, without a gap
    type      TEXT NOT NULL CHECK (type IN ('F1', 'F2', 'F3', 'R1', 'R5')),
    order_id  TEXT NOT NULL REFERENCES orders (id),
    refund_id TEXT REFERENCES refunds (id),              -- what an invoice that corrects is about
    corrects  TEXT REFERENCES invoices (number),
    replaces  TEXT REFERENCES invoices (number),
    issued_at INTEGER NOT NULL,
    sold_at   INTEGER NOT NULL,                          -- when the money came, or went
    lang      TEXT NOT NULL,
    seller    TEXT NOT NULL CHECK (json_valid(seller)),
    buyer     TEXT CHECK (json_valid(buyer)),
    lines     TEXT NOT NULL CHECK (json_valid(lines)),
    shares    TEXT NOT NULL CHECK (json_valid(shares)),  -- by rate of tax: rate_bp, gross and tax in cents
    total_in_cents INTEGER NOT NULL,
    tax_in_cents   INTEGER NOT NULL,
    UNIQUE (series, year, place),
    CHECK ((type IN ('R1', 'R5')) = (corrects IS NOT NULL)),
    CHECK ((type = 'F3') = (replaces IS NOT NULL)),
    CHECK ((type IN ('F2', 'R5')) = (buyer IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX invoices_by_order ON invoices (order_id, issued_at);
CREATE INDEX invoices_by_refund ON invoices (refund_id) WHERE refund_id IS NOT NULL;
CREATE TRIGGER invoices_are_final BEFORE UPDATE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;
CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;

-- The record of each invoice, chained by its hash to the one before.
CREATE TABLE invoice_records (
    seq           INTEGER PRIMARY KEY,
    number        TEXT NOT NULL UNIQUE REFERENCES invoices (number),
    generated_at  TEXT NOT NULL,                         -- on the firm's clocks, with its offset
    previous_hash TEXT,                                  -- NULL for the first
    hashed        TEXT NOT NULL,                         -- the very text
    hash          TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;
CREATE TRIGGER invoice_records_are_final BEFORE UPDATE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER invoice_records_stay BEFORE DELETE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

-- What is to be invoiced, in the order it happened; a row goes when its invoice is there.
CREATE TABLE invoices_due (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    event    TEXT NOT NULL CHECK (event IN ('sale', 'refund', 'refund_undone', 'full')),
    refund   TEXT CHECK (json_valid(refund)),            -- of a refund: what it was for
    at       INTEGER NOT NULL,
    CHECK ((event IN ('refund', 'refund_undone')) = (refund IS NOT NULL))
) STRICT;
CREATE INDEX invoices_due_by_order ON invoices_due (order_id);

-- To whom the invoices of an order are made out, where its buyer has said so.
CREATE TABLE invoice_buyers (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    buyer    TEXT NOT NULL CHECK (json_valid(buyer))
) STRICT, WITHOUT ROWID;

-- With who bought goes to whom it would be invoiced; what was invoiced stays as the law wants it.
CREATE TRIGGER invoice_buyers_go AFTER UPDATE OF name ON orders WHEN NEW.name = '-' BEGIN
    DELETE FROM invoice_buyers WHERE order_id = NEW.id AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = NEW.id);
END;

CREATE TRIGGER invoice_buyers_go_later AFTER DELETE ON invoices_due
WHEN (SELECT name FROM orders WHERE id = OLD.order_id) = '-' BEGIN
    DELETE FROM invoice_buyers WHERE order_id = OLD.order_id
        AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = OLD.order_id);
END;

-- Since when orders are invoiced by themselves, and what is added to the names of series since the shop was put back.
CREATE TABLE invoicing (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    since    INTEGER NOT NULL,
    branch   TEXT NOT NULL DEFAULT ''
) STRICT;
-- A shop that has sold before may be rolled back to before there were invoices and come here again: other numbers then.
INSERT INTO invoicing (only_row, since, branch)
SELECT 1, iif(EXISTS (SELECT 1 FROM orders WHERE paid_at IS NOT NULL), CAST(unixepoch('subsec') * 1000 AS INTEGER), 0),
    iif(EXISTS (SELECT 1 FROM orders WHERE paid_at IS NOT NULL), printf('%X', unixepoch() - 1767225600), '');
