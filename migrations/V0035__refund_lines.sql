-- What a refund is for: units of lines and a part of the shipping, and whether the goods go back into stock.
ALTER TABLE refunds ADD COLUMN method TEXT NOT NULL DEFAULT 'provider' CHECK (method IN ('provider', 'elsewhere'));
ALTER TABLE refunds ADD COLUMN shipping_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (shipping_in_cents >= 0);
ALTER TABLE refunds ADD COLUMN idempotency_key TEXT;     -- of the request that asked for it
ALTER TABLE refunds ADD COLUMN request_hash BLOB;
CREATE UNIQUE INDEX refunds_by_key ON refunds (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE TABLE refund_lines (
    refund_id       TEXT NOT NULL REFERENCES refunds (id),
    item_id         TEXT NOT NULL REFERENCES order_items (id),
    quantity        INTEGER NOT NULL CHECK (quantity > 0),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents >= 0),
    restock         INTEGER NOT NULL CHECK (restock IN (0, 1)), -- whether the units go back into stock once it is made
    PRIMARY KEY (refund_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX refund_lines_by_item ON refund_lines (item_id);

-- Units of lines whose money is back or on its way back, refund by refund.
CREATE VIEW order_item_returns AS
SELECT l.item_id, r.order_id, l.quantity FROM refund_lines l JOIN refunds r ON r.id = l.refund_id WHERE r.state <> 'failed';

DROP VIEW order_money;
CREATE VIEW order_money AS
SELECT o.id AS order_id, o.total_in_cents AS due_in_cents,
       (SELECT coalesce(sum(a.amount_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id AND a.state = 'paid') AS received_in_cents,
       (SELECT coalesce(sum(a.refunded_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id) AS returned_in_cents,
       (SELECT coalesce(sum(r.amount_in_cents), 0) FROM refunds r
        WHERE r.order_id = o.id AND r.state IN ('queued', 'sent')) AS returning_in_cents,
       (SELECT coalesce(sum(d.amount_in_cents), 0) FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
        WHERE a.order_id = o.id AND d.state = 'lost') AS lost_in_cents,
       (SELECT coalesce(sum(d.amount_in_cents), 0) FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
        WHERE a.order_id = o.id AND d.state = 'open') AS disputed_in_cents,
       EXISTS (SELECT 1 FROM order_item_returns b WHERE b.order_id = o.id)
        AND NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.quantity >
            (SELECT coalesce(sum(b.quantity), 0) FROM order_item_returns b WHERE b.item_id = i.id)) AS is_all_returned
FROM orders o;

-- Goods may go back unit by unit: each refund gives back what it says, once, and takes it again at most once when the
-- provider says later that it failed.
CREATE TABLE movements (
    id         INTEGER PRIMARY KEY,
    variant_id TEXT NOT NULL REFERENCES variants (id),
    delta      INTEGER NOT NULL CHECK (delta <> 0),
    reason     TEXT NOT NULL CHECK (reason IN ('set', 'reserved', 'released', 'returned')),
    order_id   TEXT,                                     -- set for all but 'set'
    refund_id  TEXT,                                     -- set for 'returned'
    at         INTEGER NOT NULL,
    CHECK ((order_id IS NULL) = (reason = 'set')),
    CHECK ((refund_id IS NULL) = (reason <> 'returned'))
) STRICT;
INSERT INTO movements (id, variant_id, delta, reason, order_id, at)
SELECT id, variant_id, delta, reason, order_id, at FROM stock_movements;
DROP TABLE stock_movements;
ALTER TABLE movements RENAME TO stock_movements;
CREATE INDEX stock_movements_by_variant ON stock_movements (variant_id);
-- One reservation and one release per order and variant: stock cannot be given back twice.
CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, variant_id, reason)
    WHERE reason IN ('reserved', 'released');
CREATE UNIQUE INDEX stock_movements_by_refund ON stock_movements (refund_id, variant_id, delta > 0)
    WHERE refund_id IS NOT NULL;
CREATE INDEX stock_movements_by_order ON stock_movements (order_id) WHERE order_id IS NOT NULL;
CREATE TRIGGER stock_movements_are_final BEFORE UPDATE ON stock_movements
BEGIN SELECT RAISE(ABORT, 'stock movements are append-only'); END;
