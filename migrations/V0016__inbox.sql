-- What became of a request for a quote or of a message: answers, notes, and where it stands.

CREATE TABLE inquiry_events (
    id         INTEGER PRIMARY KEY,
    inquiry_id TEXT NOT NULL,                            -- a row of quote_requests or of contact_messages
    kind       TEXT NOT NULL CHECK (kind IN ('reply', 'note', 'status')),
    author     TEXT NOT NULL,                            -- as the log knows them
    text       TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX inquiry_events_of ON inquiry_events (inquiry_id, id);

-- The mail that began the thread with its sender: answers name it, so that mail programs keep them together.
ALTER TABLE quote_requests ADD COLUMN thread TEXT;
ALTER TABLE contact_messages ADD COLUMN thread TEXT;

CREATE INDEX quote_requests_by_status ON quote_requests (status, created_at);
CREATE INDEX contact_messages_by_status ON contact_messages (status, created_at);
