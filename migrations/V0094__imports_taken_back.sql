-- What imports changed, for a week, so that one can be taken back.
CREATE TABLE imports (
    id      TEXT PRIMARY KEY,                            -- random
    at      INTEGER NOT NULL,                            -- when it began
    format  TEXT NOT NULL CHECK (format IN ('manetes', 'shopify', 'woocommerce')),
    created INTEGER NOT NULL CHECK (created >= 0),       -- products
    changed INTEGER NOT NULL CHECK (changed >= 0),
    bytes   INTEGER NOT NULL DEFAULT 0,                  -- of what is kept
    state   TEXT NOT NULL DEFAULT 'kept' CHECK (state IN ('kept', 'too_large', 'undoing', 'undone')),
    actor   TEXT CHECK (json_valid(actor)),              -- who takes it back, while that goes on
    CHECK ((state = 'undoing') = (actor IS NOT NULL))
) STRICT;
CREATE INDEX imports_by_at ON imports (at);

CREATE TABLE import_changes (
    id         INTEGER PRIMARY KEY,                      -- in the order they were made
    import_id  TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    before     BLOB,                                     -- our own CSV, deflated; NULL: it was not there
    slug       TEXT,                                     -- what it was called by before
    was_at     INTEGER,                                  -- its revision before: updated_at
    is_at      INTEGER NOT NULL,                         -- its revision after
    stock      TEXT NOT NULL CHECK (json_valid(stock)),  -- by how many units it was moved, by variant
    moved      INTEGER NOT NULL,                         -- the newest of stock_movements then
    outcome    TEXT CHECK (outcome IN ('back', 'back_but_stock', 'binned', 'changed', 'ordered', 'gone', 'refused')),
    UNIQUE (import_id, product_id)
) STRICT;
CREATE INDEX import_changes_by_product ON import_changes (product_id);
CREATE INDEX import_changes_by_slug ON import_changes (import_id, slug);
CREATE INDEX import_changes_open ON import_changes (import_id, id) WHERE outcome IS NULL;

-- NULL: it was begun before imports could be taken back.
ALTER TABLE product_import ADD COLUMN id TEXT;
