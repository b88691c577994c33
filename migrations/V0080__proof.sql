-- What shows that the firm is real, as its owner gave it: one sheet.
CREATE TABLE proof (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    saved_at INTEGER NOT NULL,
    sheet    TEXT NOT NULL CHECK (json_valid(sheet))
) STRICT;
CREATE TRIGGER catalogue_version_proof_insert AFTER INSERT ON proof BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_proof_update AFTER UPDATE ON proof BEGIN UPDATE catalogue_version SET version = version + 1; END;
