-- Stars that buyers gave what was delivered to them: one row for each order and product. What they wrote with them is a
-- comment. They say of nobody who it was, beyond the order, and stay when that has forgotten its buyer.
CREATE TABLE ratings (
    order_id   TEXT NOT NULL REFERENCES orders (id),
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    stars      INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_product ON ratings (product_id, stars);
CREATE TRIGGER catalogue_version_rating_insert AFTER INSERT ON ratings BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_rating_update AFTER UPDATE OF stars ON ratings WHEN old.stars <> new.stars
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_rating_delete AFTER DELETE ON ratings BEGIN UPDATE catalogue_version SET version = version + 1; END;

-- Which orders are to be asked for stars.
CREATE INDEX order_events_delivered ON order_events (at) WHERE kind = 'delivered';

-- A comment may be of an order, and then of somebody without an account. Under it may stand the firm's answer.
ALTER TABLE comments ADD COLUMN order_id TEXT REFERENCES orders (id);
ALTER TABLE comments ADD COLUMN signed TEXT CHECK (length(signed) BETWEEN 1 AND 60); -- the name it is shown with, without an account
ALTER TABLE comments ADD COLUMN reply TEXT CHECK (length(reply) BETWEEN 1 AND 2000);
ALTER TABLE comments ADD COLUMN replied_at INTEGER CHECK ((replied_at IS NULL) = (reply IS NULL));
ALTER TABLE comments ADD COLUMN reply_told_at INTEGER;   -- when whoever wrote it was told of an answer: once

-- Only the definition changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'user_id    TEXT NOT NULL REFERENCES users', 'user_id    TEXT REFERENCES users')
WHERE type = 'table' AND name = 'comments';
PRAGMA writable_schema = RESET;

CREATE UNIQUE INDEX comments_of_orders ON comments (order_id, item_id) WHERE order_id IS NOT NULL;
