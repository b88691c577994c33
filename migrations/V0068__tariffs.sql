-- What is asked for services (Llei 22/2010, art. 251-3.1): every saved state of the one table with its date, so that it is known
-- which prices were published when. The newest is in force; nothing of an older one is changed or leaves.
CREATE TABLE tariffs (
    version  INTEGER PRIMARY KEY CHECK (version >= 1),
    saved_at INTEGER NOT NULL,
    prices   TEXT NOT NULL CHECK (json_valid(prices))    -- null where nothing is published any more
) STRICT;
CREATE TRIGGER tariffs_are_final BEFORE UPDATE ON tariffs
BEGIN SELECT RAISE(ABORT, 'what was published is not changed'); END;
CREATE TRIGGER tariffs_stay BEFORE DELETE ON tariffs
BEGIN SELECT RAISE(ABORT, 'what was published stays'); END;

CREATE TRIGGER catalogue_version_tariff_insert AFTER INSERT ON tariffs BEGIN UPDATE catalogue_version SET version = version + 1; END;
