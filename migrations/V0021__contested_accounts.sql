-- An account that nobody has confirmed is contested once more than one request was made for it: then nothing that was
-- typed for it comes into force. Who waits for a confirmation now may be contested already, which was not kept.
ALTER TABLE users ADD COLUMN contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1));
UPDATE users SET contested = 1, password_hash = '' WHERE email_confirmed_at IS NULL;

-- A mailed token carries no password any more.
UPDATE mail_tokens SET carried = '{}';
