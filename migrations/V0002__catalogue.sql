-- Products and what belongs to them. Money is integer cents, weight grams, a tax rate basis points (2100 = 21 %).

CREATE TABLE products (
    id                     TEXT PRIMARY KEY,
    slug                   TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 200),
    title                  TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
    subtitle               TEXT,
    ribbon_text            TEXT,
    description            TEXT NOT NULL DEFAULT '',     -- HTML, cleaned on write and on read
    type                   TEXT NOT NULL DEFAULT '',
    status                 TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'draft', 'archived')),
    is_hidden              INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
    purchasable            INTEGER NOT NULL DEFAULT 1 CHECK (purchasable IN (0, 1)),
    sort_order             INTEGER NOT NULL DEFAULT 0,
    site_product_selection TEXT,
    tax_rate_bp            INTEGER NOT NULL DEFAULT 2100 CHECK (tax_rate_bp BETWEEN 0 AND 10000),
    metadata               TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
    created_at             INTEGER NOT NULL,
    updated_at             INTEGER NOT NULL,
    deleted_at             INTEGER
) STRICT;
-- The store's own order; the condition is the one every public list uses, word for word.
CREATE INDEX products_in_store ON products (sort_order, created_at, id)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_in_store_by_type ON products (type, sort_order, created_at, id)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE TABLE product_images (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL CHECK (position >= 0),
    url        TEXT NOT NULL CHECK (length(url) > 0),    -- a path of this site, never a foreign address
    type       TEXT NOT NULL DEFAULT 'image',
    alt        TEXT NOT NULL DEFAULT '',
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE product_options (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL CHECK (position >= 0),
    title      TEXT NOT NULL CHECK (length(title) > 0),
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE variants (
    id                    TEXT PRIMARY KEY,
    product_id            TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position              INTEGER NOT NULL CHECK (position >= 0),
    title                 TEXT NOT NULL,
    sku                   TEXT CHECK (length(sku) > 0),  -- unique among those that are not deleted
    image_url             TEXT,
    price_in_cents        INTEGER NOT NULL CHECK (price_in_cents BETWEEN 0 AND 1000000),
    sale_price_in_cents   INTEGER CHECK (sale_price_in_cents BETWEEN 0 AND price_in_cents),
    -- What may be shown struck through while the sale lasts: the lowest price of the 30 days before it.
    before_price_in_cents INTEGER CHECK (before_price_in_cents >= 0),
    manage_inventory      INTEGER NOT NULL DEFAULT 1 CHECK (manage_inventory IN (0, 1)),
    inventory_quantity    INTEGER NOT NULL DEFAULT 0 CHECK (inventory_quantity >= 0),
    weight_grams          INTEGER CHECK (weight_grams >= 0),
    deleted_at            INTEGER,                       -- kept, because orders point at it
    CHECK ((sale_price_in_cents IS NULL) = (before_price_in_cents IS NULL))
) STRICT;
CREATE INDEX variants_by_product ON variants (product_id, position);
CREATE UNIQUE INDEX variants_by_sku ON variants (sku) WHERE deleted_at IS NULL;

CREATE TABLE option_values (
    id         TEXT PRIMARY KEY,
    option_id  TEXT NOT NULL REFERENCES product_options (id) ON DELETE CASCADE,
    variant_id TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    value      TEXT NOT NULL CHECK (length(value) > 0),
    UNIQUE (option_id, variant_id)
) STRICT;
CREATE INDEX option_values_by_variant ON option_values (variant_id);

-- Every change of a stock number, so that the sum of the movements is the stock.
CREATE TABLE stock_movements (
    id         INTEGER PRIMARY KEY,
    variant_id TEXT NOT NULL REFERENCES variants (id),
    delta      INTEGER NOT NULL CHECK (delta <> 0),
    reason     TEXT NOT NULL CHECK (reason IN ('set', 'reserved', 'released')),
    order_id   TEXT,                                     -- set for 'reserved' and 'released'
    at         INTEGER NOT NULL,
    CHECK ((order_id IS NULL) = (reason = 'set'))
) STRICT;
CREATE INDEX stock_movements_by_variant ON stock_movements (variant_id);
-- One reservation and one release per order and variant: stock cannot be given back twice.
CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, variant_id, reason) WHERE order_id IS NOT NULL;
CREATE TRIGGER stock_movements_are_final BEFORE UPDATE ON stock_movements
BEGIN SELECT RAISE(ABORT, 'stock movements are append-only'); END;

CREATE TABLE price_history (
    id                  INTEGER PRIMARY KEY,
    variant_id          TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    price_in_cents      INTEGER NOT NULL CHECK (price_in_cents >= 0),
    sale_price_in_cents INTEGER CHECK (sale_price_in_cents >= 0),
    at                  INTEGER NOT NULL                 -- in force from this moment
) STRICT;
CREATE INDEX price_history_by_variant ON price_history (variant_id, at);

CREATE TABLE collections (
    id         TEXT PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE,
    title      TEXT NOT NULL CHECK (length(title) > 0),
    image_url  TEXT,
    metadata   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;

CREATE TABLE product_collections (
    product_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (product_id, collection_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_collections_by_collection ON product_collections (collection_id);

CREATE TABLE product_info (
    id          TEXT PRIMARY KEY,
    product_id  TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    title       TEXT NOT NULL,
    description TEXT NOT NULL,                           -- HTML, cleaned like a description
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE custom_fields (
    id          TEXT PRIMARY KEY,
    product_id  TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    title       TEXT NOT NULL CHECK (length(title) > 0),
    is_required INTEGER NOT NULL CHECK (is_required IN (0, 1)),
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE related_products (
    id            TEXT PRIMARY KEY,
    product_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL CHECK (position >= 0),
    section_title TEXT NOT NULL,
    related_type  TEXT NOT NULL DEFAULT 'product' CHECK (related_type IN ('product')),
    related_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    UNIQUE (product_id, position)
) STRICT;
CREATE INDEX related_products_by_related ON related_products (related_id);

-- Texts of a product or a collection in a language other than Spanish. `path` names the text:
-- 'title', 'subtitle', 'ribbon_text', 'description', 'type', 'option/<id>', 'value/<Spanish value>', 'variant/<id>',
-- 'info/<id>/title', 'info/<id>/description', 'field/<id>', 'section/<Spanish title>', 'image/<id>'.
CREATE TABLE product_texts (
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    lang       TEXT NOT NULL CHECK (lang <> 'es'),
    path       TEXT NOT NULL,
    text       TEXT NOT NULL,
    PRIMARY KEY (product_id, lang, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE collection_texts (
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    lang          TEXT NOT NULL CHECK (lang <> 'es'),
    title         TEXT NOT NULL,
    PRIMARY KEY (collection_id, lang)
) STRICT, WITHOUT ROWID;

-- Full-text search, one row per product and language, accents ignored. Written by the catalogue with the product.
CREATE TABLE product_search_rows (
    id         INTEGER PRIMARY KEY,                      -- the rowid in product_search
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    lang       TEXT NOT NULL,
    UNIQUE (product_id, lang)
) STRICT;
CREATE VIRTUAL TABLE product_search USING fts5 (
    title, subtitle, type, sku, body, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);

-- Goes up with every write that can change a catalogue page; rendered pages are keyed by it.
CREATE TABLE catalogue_version (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL
) STRICT;
INSERT INTO catalogue_version VALUES (1, 1);

CREATE TRIGGER catalogue_version_product_insert AFTER INSERT ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_product_update AFTER UPDATE ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_product_delete AFTER DELETE ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_variant_insert AFTER INSERT ON variants BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_variant_update AFTER UPDATE ON variants BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_variant_delete AFTER DELETE ON variants BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_text_insert AFTER INSERT ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_text_update AFTER UPDATE ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_text_delete AFTER DELETE ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_settings_insert AFTER INSERT ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_settings_update AFTER UPDATE ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_settings_delete AFTER DELETE ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;
