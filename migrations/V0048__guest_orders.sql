-- An order may be of somebody without an account: it has no user, and what opens it is derived from this nonce and from a
-- key that is not in the database. Without a nonce no key opens it: it was claimed, or who it is about was forgotten.
ALTER TABLE orders ADD COLUMN key_nonce TEXT CHECK (key_nonce IS NULL OR user_id IS NULL);

-- Only the definition changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'user_id             TEXT NOT NULL REFERENCES users', 'user_id             TEXT REFERENCES users')
WHERE type = 'table' AND name = 'orders';
PRAGMA writable_schema = RESET;

-- The same key with the same request is the same order, of a guest by their address for mail.
CREATE UNIQUE INDEX orders_by_guest_key ON orders (email, idempotency_key)
    WHERE user_id IS NULL AND idempotency_key IS NOT NULL;
CREATE INDEX orders_of_guests ON orders (email, created_at) WHERE user_id IS NULL;
