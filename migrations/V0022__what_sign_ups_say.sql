-- What programs tell of somebody beside the lines of the profile: a JSON object.
ALTER TABLE users ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_type(metadata) = 'object');

-- The id that sign-ups of an address are answered with, the same whether or not it has an account. By a keyed hash of
-- the address; a row goes 30 days after the last sign-up, or when somebody who signed up alone has confirmed the address
-- and the id is their account's: nobody else may know it.
CREATE TABLE sign_up_ids (
    address  BLOB PRIMARY KEY CHECK (length(address) = 32),
    id       TEXT NOT NULL UNIQUE,
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is to become an administrator once they follow the mailed link, which is derived from the server's key and `id`.
CREATE TABLE admin_invitations (
    id         TEXT PRIMARY KEY,
    email      TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- it ends when they are no administrator any more
    invited_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
