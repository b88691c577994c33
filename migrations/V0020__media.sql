-- Pictures of products that somebody handed in, so that it can be told which are shown, what they take, and which AVIF
-- files are still to be made. The files are in media/ of the data directory; one without a row gets it at the next look.

CREATE TABLE media (
    name         TEXT PRIMARY KEY,                       -- of what it shows, and its size: <hash>-<width>x<height>
    bytes        INTEGER NOT NULL CHECK (bytes >= 0),    -- of all its files
    avif         TEXT NOT NULL DEFAULT 'wanted' CHECK (avif IN ('wanted', 'made', 'failed')),
    unused_since INTEGER                                 -- null while something shows it
) STRICT;
CREATE INDEX media_wanted ON media (name) WHERE avif = 'wanted';
