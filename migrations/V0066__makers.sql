-- Who makes what is sold, and who answers for it in the Union where its maker is elsewhere, as Regulation (EU) 2023/988,
-- art. 19, wants it told with each offer: written once for all products of a maker.
CREATE TABLE makers (
    slug          TEXT PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 200),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    address       TEXT NOT NULL DEFAULT '',               -- where it gets post
    contact       TEXT NOT NULL DEFAULT '',               -- an address for mail or of a page
    is_outside_eu INTEGER NOT NULL DEFAULT 0 CHECK (is_outside_eu IN (0, 1)),
    eu_name       TEXT NOT NULL DEFAULT '',               -- the responsible person
    eu_address    TEXT NOT NULL DEFAULT '',
    eu_contact    TEXT NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE products ADD COLUMN maker TEXT REFERENCES makers (slug);
ALTER TABLE products ADD COLUMN model TEXT CHECK (length(model) BETWEEN 1 AND 200);
ALTER TABLE products ADD COLUMN warnings TEXT CHECK (length(warnings) BETWEEN 1 AND 4000);
CREATE INDEX products_by_maker ON products (maker) WHERE maker IS NOT NULL;

CREATE TRIGGER catalogue_version_maker_update AFTER UPDATE ON makers BEGIN UPDATE catalogue_version SET version = version + 1; END;
