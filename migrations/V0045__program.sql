-- The version of the program that served last: what a copy from before a migration is to be started with.
CREATE TABLE program (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version TEXT NOT NULL
) STRICT;
