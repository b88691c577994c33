-- Stars for the firm, asked of who wanted a quote once the work was done. The row stays when the request is forgotten: who
-- could delete it could choose which stars count. It says nothing of who it was.
CREATE TABLE firm_ratings (
    quote_id TEXT PRIMARY KEY,
    asked_at INTEGER NOT NULL,
    stars    INTEGER CHECK (stars BETWEEN 1 AND 5),
    rated_at INTEGER CHECK ((rated_at IS NULL) = (stars IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER catalogue_version_firm_rating AFTER UPDATE OF stars ON firm_ratings WHEN old.stars IS NOT new.stars
BEGIN UPDATE catalogue_version SET version = version + 1; END;
