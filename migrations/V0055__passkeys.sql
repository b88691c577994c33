-- Keys in people's devices that open an account by themselves; of each the public half.
CREATE TABLE passkeys (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,                         -- what its owner calls it
    domain        TEXT NOT NULL,                         -- the site's name it was made for; under another it opens nothing
    credential_id BLOB NOT NULL UNIQUE,
    credential    TEXT NOT NULL CHECK (json_valid(credential)), -- public key, counter and flags
    created_at    INTEGER NOT NULL,
    last_used_at  INTEGER,
    doubted_at    INTEGER                                -- when it counted backwards, as a copy would: it opens nothing since
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- A session may begin with a passkey. What hangs on sessions is put aside while the table is made anew: dropping it
-- would take it along.
CREATE TABLE kept_refresh_tokens AS SELECT * FROM refresh_tokens;
CREATE TABLE kept_access_tokens AS SELECT * FROM access_tokens;
CREATE TABLE kept_challenges AS SELECT * FROM factor_challenges;
CREATE TABLE sessions_v55 (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method       TEXT NOT NULL CHECK (method IN ('password', 'otp', 'oauth', 'webauthn')), -- how it was signed in
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,                       -- of the last refresh
    expires_at   INTEGER NOT NULL,                       -- slides with every refresh, up to an absolute end
    user_agent   TEXT NOT NULL DEFAULT '',
    factor_at    INTEGER,                                -- when the second factor was given in it
    by_code      INTEGER NOT NULL DEFAULT 0 CHECK (by_code IN (0, 1)), -- whether a recovery code stood for it
    passkey_id   TEXT                                    -- which one it began with, perhaps removed since
) STRICT;
INSERT INTO sessions_v55 (rowid, id, user_id, method, created_at, last_seen_at, expires_at, user_agent, factor_at)
SELECT rowid, id, user_id, method, created_at, last_seen_at, expires_at, user_agent, factor_at FROM sessions;
DELETE FROM refresh_tokens;
DELETE FROM access_tokens;
DELETE FROM factor_challenges;
DROP TABLE sessions;
ALTER TABLE sessions_v55 RENAME TO sessions;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;
INSERT INTO refresh_tokens SELECT * FROM kept_refresh_tokens;
INSERT INTO access_tokens SELECT * FROM kept_access_tokens;
INSERT INTO factor_challenges SELECT * FROM kept_challenges;
DROP TABLE kept_refresh_tokens;
DROP TABLE kept_access_tokens;
DROP TABLE kept_challenges;
