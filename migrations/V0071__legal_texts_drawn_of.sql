-- SHA-256 of what a text was last drawn from, so that a start draws only what may read differently; NULL while unknown.
ALTER TABLE legal_texts ADD COLUMN drawn_of BLOB CHECK (length(drawn_of) = 32);
