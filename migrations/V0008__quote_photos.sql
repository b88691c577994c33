-- Photos that go with a request for a quote. They arrive before it; the files are in quote-photos/ of the data directory.

CREATE TABLE quote_photos (
    id         TEXT PRIMARY KEY,                         -- random: who knows it may claim it, once
    quote_id   TEXT REFERENCES quote_requests (id) ON DELETE CASCADE,
    position   INTEGER CHECK ((position IS NULL) = (quote_id IS NULL)),
    bytes      INTEGER NOT NULL CHECK (bytes > 0),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX quote_photos_of ON quote_photos (quote_id, position);
