-- People, their profiles, sessions and the single-use tokens mailed to them. Only hashes of tokens rest here.

CREATE TABLE users (
    id                 TEXT PRIMARY KEY,
    email              TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash      TEXT NOT NULL,                    -- argon2id, PHC string
    email_confirmed_at INTEGER,
    lang               TEXT NOT NULL DEFAULT 'es',       -- of the mails to this person
    created_at         INTEGER NOT NULL,
    updated_at         INTEGER NOT NULL,
    last_sign_in_at    INTEGER
) STRICT;

CREATE TABLE profiles (
    id          TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL DEFAULT '',
    address     TEXT NOT NULL DEFAULT '',
    city        TEXT NOT NULL DEFAULT '',
    postal_code TEXT NOT NULL DEFAULT '',
    country     TEXT NOT NULL DEFAULT '',
    updated_at  INTEGER NOT NULL
) STRICT;

-- The role stands apart from the profile, so that nothing which writes a profile can write a role.
CREATE TABLE admins (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    granted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method       TEXT NOT NULL CHECK (method IN ('password', 'otp')), -- how it was signed in; otp is a mailed link
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,                       -- of the last refresh
    expires_at   INTEGER NOT NULL,                       -- slides with every refresh, up to an absolute end
    user_agent   TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Used ones stay until their session ends: showing one again is how theft is noticed. One live per session.
CREATE TABLE refresh_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    used_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE UNIQUE INDEX refresh_tokens_one_live ON refresh_tokens (session_id) WHERE used_at IS NULL;

CREATE TABLE access_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX access_tokens_by_session ON access_tokens (session_id);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

-- The mailed token is derived from the server's key and `id`; its hash is what verifies it. One live per purpose.
CREATE TABLE mail_tokens (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose    TEXT NOT NULL CHECK (purpose IN ('signup', 'recovery', 'email_change', 'magiclink')),
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
) STRICT;
CREATE UNIQUE INDEX mail_tokens_one_live ON mail_tokens (user_id, purpose) WHERE used_at IS NULL;

-- When mails were asked for, by a keyed hash of the address, so that nobody can be flooded. Rows live for a day, and
-- are written for unknown addresses too: how long an answer takes tells nothing.
CREATE TABLE account_mails (
    address BLOB NOT NULL CHECK (length(address) = 32),
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX account_mails_by_address ON account_mails (address, at);
