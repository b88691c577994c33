-- Signing in through somebody else: who somebody is there, sign-ins under way, and codes that a program exchanges.

CREATE TABLE identities (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider        TEXT NOT NULL,                       -- its id in the settings, for showing
    issuer          TEXT NOT NULL,                       -- with `subject`, who they are: the id may come to name another
    subject         TEXT NOT NULL,
    email           TEXT NOT NULL,                       -- as the provider said it last
    created_at      INTEGER NOT NULL,
    last_sign_in_at INTEGER NOT NULL,
    UNIQUE (issuer, subject)
) STRICT;
CREATE INDEX identities_by_user ON identities (user_id);

-- Between leaving for a provider and coming back. Only hashes of what the address and the cookie hold; the nonce and the
-- verifier are derived from the server's key and the state.
CREATE TABLE sign_in_flows (
    state       BLOB PRIMARY KEY CHECK (length(state) = 32),
    browser     BLOB NOT NULL CHECK (length(browser) = 32),
    provider    TEXT NOT NULL,
    destination TEXT NOT NULL,                           -- an address of this site
    challenge   BLOB CHECK (length(challenge) = 32),     -- of the program that asked; NULL: the website
    lang        TEXT NOT NULL,
    session_id  TEXT,                                    -- the browser's own, which ends when another begins
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_flows_by_expiry ON sign_in_flows (expires_at);

CREATE TABLE auth_codes (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    challenge  BLOB NOT NULL CHECK (length(challenge) = 32),
    method     TEXT NOT NULL CHECK (method IN ('otp', 'oauth')),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX auth_codes_by_user ON auth_codes (user_id);

-- A session may begin with a provider's word. Its tokens are put aside while the table is made anew: dropping it would
-- take them along.
CREATE TABLE kept_refresh_tokens AS SELECT * FROM refresh_tokens;
CREATE TABLE kept_access_tokens AS SELECT * FROM access_tokens;
CREATE TABLE sessions_v11 (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method       TEXT NOT NULL CHECK (method IN ('password', 'otp', 'oauth')), -- how it was signed in
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,                       -- of the last refresh
    expires_at   INTEGER NOT NULL,                       -- slides with every refresh, up to an absolute end
    user_agent   TEXT NOT NULL DEFAULT '',
    factor_at    INTEGER                                 -- when the second factor was given in it
) STRICT;
INSERT INTO sessions_v11 (rowid, id, user_id, method, created_at, last_seen_at, expires_at, user_agent, factor_at)
SELECT rowid, id, user_id, method, created_at, last_seen_at, expires_at, user_agent, factor_at FROM sessions;
DELETE FROM refresh_tokens;
DELETE FROM access_tokens;
DROP TABLE sessions;
ALTER TABLE sessions_v11 RENAME TO sessions;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
INSERT INTO refresh_tokens SELECT * FROM kept_refresh_tokens;
INSERT INTO access_tokens SELECT * FROM kept_access_tokens;
DROP TABLE kept_refresh_tokens;
DROP TABLE kept_access_tokens;
