-- Messages that complain. Each has a key that can be dictated, and a day by which it is answered (TRLGDCU art. 21.3). A row
-- stays when its message is forgotten, so that no key is given twice and it can be told how many were answered in time; what
-- was written goes.
CREATE TABLE complaints (
    year            INTEGER NOT NULL CHECK (year BETWEEN 1970 AND 9999),
    number          INTEGER NOT NULL CHECK (number > 0),
    message_id      TEXT UNIQUE REFERENCES contact_messages (id) ON DELETE SET NULL,
    order_text      TEXT CHECK (length(order_text) BETWEEN 1 AND 100), -- the order it is about, as it was typed
    received_at     INTEGER NOT NULL,
    due_at          INTEGER NOT NULL CHECK (due_at > received_at),     -- the first moment that is too late
    ended           TEXT CHECK (ended IN ('answer', 'otherwise', 'unanswered')),
    ended_at        INTEGER CHECK ((ended_at IS NULL) = (ended IS NULL)),
    warned_at       INTEGER,                             -- when the owner was told that few days are left: once
    overdue_told_at INTEGER,                             -- when they were told that none is: once
    PRIMARY KEY (year, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX complaints_open ON complaints (due_at) WHERE ended IS NULL;

-- Pages say beside a comment whether whoever wrote it bought the product: what becomes of their orders' money changes that.
CREATE TRIGGER catalogue_version_buyer_paid AFTER UPDATE OF state, refunded_in_cents ON payment_attempts
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_buyer_refund_insert AFTER INSERT ON refunds
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_buyer_refund_update AFTER UPDATE OF state ON refunds
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_buyer_dispute AFTER UPDATE OF state ON disputes
WHEN EXISTS (SELECT 1 FROM payment_attempts a JOIN orders o ON o.id = a.order_id
             JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE a.id = new.attempt_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_buyer_claimed AFTER UPDATE OF user_id ON orders
WHEN EXISTS (SELECT 1 FROM comments WHERE user_id = new.user_id AND status = 'approved')
BEGIN UPDATE catalogue_version SET version = version + 1; END;
