-- Files that go with the firm's answers. They arrive before the answer; they lie in quote-photos/ of the data directory, under
-- their ids with the ending of their names.
CREATE TABLE answer_files (
    id         TEXT PRIMARY KEY,                         -- random
    event_id   INTEGER REFERENCES inquiry_events (id) ON DELETE CASCADE,
    position   INTEGER CHECK ((position IS NULL) = (event_id IS NULL)),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 5 AND 64 AND substr(name, -4) IN ('.pdf', '.jpg')),
    bytes      INTEGER NOT NULL CHECK (bytes > 0),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX answer_files_of ON answer_files (event_id, position);
