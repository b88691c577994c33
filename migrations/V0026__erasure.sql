-- Who was erased, by a keyed hash of their address for mail, so that they are known when an older copy of this file
-- brings them back. The same stands in erased.log beside this file, which no copy of it takes away.
CREATE TABLE tombstones (
    address   BLOB NOT NULL CHECK (length(address) = 32),
    erased_at INTEGER NOT NULL,
    PRIMARY KEY (address, erased_at)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER tombstones_are_final BEFORE UPDATE ON tombstones
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;
CREATE TRIGGER tombstones_stay BEFORE DELETE ON tombstones
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;
