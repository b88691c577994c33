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
