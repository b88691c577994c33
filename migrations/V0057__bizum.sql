-- Whether a payment page takes Bizum and nothing else, as its buyer asked.
ALTER TABLE payment_attempts ADD COLUMN is_bizum INTEGER NOT NULL DEFAULT 0 CHECK (is_bizum IN (0, 1));
