-- What the desk needs to find, fulfil and give back orders, and to tell the owner what happens.

-- Words about an event: a note, why an alarm is over, why money goes back. They speak of people, so unlike the event
-- they can be forgotten.
CREATE TABLE order_notes (
    event_id INTEGER PRIMARY KEY REFERENCES order_events (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    text     TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000)
) STRICT;
CREATE INDEX order_notes_by_order ON order_notes (order_id);

-- Orders by the words people look for: id, address for mail, name, tracking number, SKUs. A rowid of `orders` is not
-- kept by VACUUM, hence a number of their own; it grows with time, so the newest are found first.
CREATE TABLE order_numbers (
    n        INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id)
) STRICT;
CREATE VIRTUAL TABLE order_search USING fts5 (words, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');
-- What is forgotten leaves the index at once.
INSERT INTO order_search (order_search, rank) VALUES ('secure-delete', 1);
INSERT INTO order_numbers (order_id) SELECT id FROM orders ORDER BY created_at, id DESC;
INSERT INTO order_search (rowid, words)
SELECT n.n, concat_ws(' ', o.id, o.email, o.name, o.tracking_number,
                      (SELECT group_concat(i.sku, ' ') FROM order_items i WHERE i.order_id = o.id))
FROM orders o JOIN order_numbers n ON n.order_id = o.id;

CREATE TRIGGER order_search_update AFTER UPDATE OF email, name, tracking_number ON orders BEGIN
    UPDATE order_search
    SET words = concat_ws(' ', NEW.id, NEW.email, NEW.name, NEW.tracking_number,
                          (SELECT group_concat(i.sku, ' ') FROM order_items i WHERE i.order_id = NEW.id))
    WHERE rowid = (SELECT n FROM order_numbers WHERE order_id = NEW.id);
END;

CREATE INDEX orders_by_time ON orders (created_at DESC, id);
DROP INDEX orders_by_status;
CREATE INDEX orders_by_status ON orders (status, created_at DESC, id);
CREATE INDEX users_by_time ON users (created_at DESC, id);
CREATE INDEX orders_flagged ON orders (created_at DESC, id) WHERE attention IS NOT NULL;
CREATE INDEX orders_by_payment ON orders (paid_at, status, total_in_cents) WHERE paid_at IS NOT NULL;
CREATE INDEX refunds_by_attempt ON refunds (attempt_id);
CREATE INDEX variants_by_stock ON variants (inventory_quantity) WHERE manage_inventory AND deleted_at IS NULL;
CREATE INDEX quote_requests_new ON quote_requests (id) WHERE status = 'new';
CREATE INDEX contact_messages_new ON contact_messages (id) WHERE status = 'new';
CREATE INDEX quote_requests_by_email ON quote_requests (email);
CREATE INDEX contact_messages_by_email ON contact_messages (email);
CREATE INDEX outbox_by_order ON outbox (json_extract(message, '$.order_id'))
    WHERE json_extract(message, '$.order_id') IS NOT NULL;
CREATE INDEX outbox_dead ON outbox (created_at) WHERE state = 'dead';

-- Whether the owner knows that a mail will not go out.
ALTER TABLE outbox ADD COLUMN owner_told INTEGER NOT NULL DEFAULT 0 CHECK (owner_told IN (0, 1));

-- How far the owner has been told: up to which order event, and when of mails that will not go out.
CREATE TABLE owner_alerts (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails')),
    told INTEGER NOT NULL
) STRICT;
INSERT INTO owner_alerts VALUES
    ('order_events', (SELECT coalesce(max(id), 0) FROM order_events)),
    ('dead_mails', 0);

-- Variants whose low stock the owner knows of; they leave when there is more again.
CREATE TABLE low_stock_told (
    variant_id TEXT PRIMARY KEY REFERENCES variants (id) ON DELETE CASCADE
) STRICT;
