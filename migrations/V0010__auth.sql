-- The rest of the auth service: what a mailed token carries, codes, the second factor, and whose role needs one.

-- A token brings into force what was typed when it was asked for, so somebody else's later request changes nothing for
-- whoever follows an earlier mail. Several sign-ups of one address may wait side by side; all else has one live token.
CREATE TABLE mail_tokens_v10 (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose    TEXT NOT NULL CHECK (purpose IN ('signup', 'recovery', 'email_change', 'magiclink', 'reauthentication')),
    email      TEXT NOT NULL CHECK (email = lower(email)), -- where it is mailed to, and what it proves to be theirs
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    carried    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(carried)),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO mail_tokens_v10 (id, user_id, purpose, email, hash, carried, created_at, expires_at)
SELECT t.id, t.user_id, t.purpose, u.email, t.hash,
       json_object('password_hash', u.password_hash, 'lang', u.lang,
                   'profile', json_object('name', p.name, 'address', p.address, 'city', p.city,
                                          'postal_code', p.postal_code, 'country', p.country)),
       t.created_at, t.expires_at
FROM mail_tokens t JOIN users u ON u.id = t.user_id JOIN profiles p ON p.id = t.user_id
WHERE t.used_at IS NULL;
DROP TABLE mail_tokens;
ALTER TABLE mail_tokens_v10 RENAME TO mail_tokens;
CREATE UNIQUE INDEX mail_tokens_one_live ON mail_tokens (user_id, purpose) WHERE purpose <> 'signup';
CREATE INDEX mail_tokens_by_email ON mail_tokens (email);
CREATE INDEX mail_tokens_by_user ON mail_tokens (user_id);

-- When mailed codes were tried, by a keyed hash of the address; for unknown addresses too, as in account_mails.
CREATE TABLE code_tries (
    address BLOB NOT NULL CHECK (length(address) = 32),
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX code_tries_by_address ON code_tries (address, at);

-- Second factors. A secret is derived from the server's key and `id`, so none rests here. One that is not verified is
-- an enrolment that was begun.
CREATE TABLE factors (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    friendly_name TEXT NOT NULL DEFAULT '',
    verified_at   INTEGER,
    last_step     INTEGER NOT NULL DEFAULT 0,            -- of the last code accepted: none works twice
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX factors_by_user ON factors (user_id);

CREATE TABLE factor_challenges (
    id         TEXT PRIMARY KEY,
    factor_id  TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
    tries      INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id);

-- For whoever lost the second factor: ten at a time, each works once. Keyed hashes.
CREATE TABLE recovery_codes (
    hash    BLOB PRIMARY KEY CHECK (length(hash) = 32),
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

-- When the second factor was given in a session.
ALTER TABLE sessions ADD COLUMN factor_at INTEGER;

-- Administrators need a second factor; only the one that a demo creates does not.
ALTER TABLE admins ADD COLUMN needs_factor INTEGER NOT NULL DEFAULT 1 CHECK (needs_factor IN (0, 1));
UPDATE admins SET needs_factor = 0 WHERE user_id IN (SELECT id FROM users WHERE email = 'admin@manetes.example');
