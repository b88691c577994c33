-- A challenge belongs to the session that asked for it: others ask beside it. Those of before live five minutes.
DROP TABLE factor_challenges;
CREATE TABLE factor_challenges (
    id         TEXT PRIMARY KEY,
    factor_id  TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    tries      INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id, session_id);
CREATE INDEX factor_challenges_by_session ON factor_challenges (session_id);

-- Whether the first second factor of an administrator takes a session begun by mail: their password may be older than
-- the role, and short.
ALTER TABLE admins ADD COLUMN factor_by_mail INTEGER NOT NULL DEFAULT 1 CHECK (factor_by_mail IN (0, 1));
UPDATE admins SET factor_by_mail = 0 WHERE needs_factor = 0;
