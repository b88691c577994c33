-- The way back to an address that an account had: a link that is mailed there when another takes its place. It outlives
-- all that was mailed before, which ends then.
CREATE TABLE former_addresses (
    id         TEXT PRIMARY KEY,                         -- random; what is mailed is derived from it
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL CHECK (email = lower(email)),
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of what is mailed
    left_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > left_at)
) STRICT;
CREATE INDEX former_addresses_by_user ON former_addresses (user_id);
