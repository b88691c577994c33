-- What the store's lists and searches sort by and count stands in indexes: none of it is computed of variants, translations or
-- all products when somebody asks. Triggers keep it true, but for what comes of texts, which the program writes.

-- What a product costs in lists.
ALTER TABLE products ADD COLUMN displayed_price_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (displayed_price_in_cents >= 0);
CREATE VIEW displayed_prices AS
SELECT p.id AS product_id, coalesce(
    CASE WHEN coalesce(p.site_product_selection, 'lowest_price_first') = 'lowest_price_first'
         THEN (SELECT min(coalesce(v.sale_price_in_cents, v.price_in_cents)) FROM variants v
               WHERE v.product_id = p.id AND v.deleted_at IS NULL)
         ELSE (SELECT coalesce(v.sale_price_in_cents, v.price_in_cents) FROM variants v
               WHERE v.product_id = p.id AND v.deleted_at IS NULL ORDER BY v.position, v.id LIMIT 1) END, 0) AS price_in_cents
FROM products p;
UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id);

CREATE TRIGGER displayed_price_variant_insert AFTER INSERT ON variants
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = new.product_id
      AND displayed_price_in_cents <> (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id);
END;
CREATE TRIGGER displayed_price_variant_update
AFTER UPDATE OF id, product_id, position, price_in_cents, sale_price_in_cents, deleted_at ON variants
WHEN (old.id, old.product_id, old.position, old.price_in_cents, old.sale_price_in_cents, old.deleted_at)
    IS NOT (new.id, new.product_id, new.position, new.price_in_cents, new.sale_price_in_cents, new.deleted_at)
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id IN (old.product_id, new.product_id)
      AND displayed_price_in_cents <> (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id);
END;
CREATE TRIGGER displayed_price_variant_delete AFTER DELETE ON variants
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = old.product_id;
END;
CREATE TRIGGER displayed_price_product_update AFTER UPDATE OF site_product_selection ON products
WHEN old.site_product_selection IS NOT new.site_product_selection
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = new.id;
END;

-- How many products of a type are in the store; those without one are of the type ''.
CREATE TABLE types_in_store (
    type     TEXT PRIMARY KEY,
    products INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO types_in_store (type, products)
SELECT type, count(*) FROM products WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0 GROUP BY type;

CREATE TRIGGER types_in_store_insert AFTER INSERT ON products
WHEN new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
BEGIN
    INSERT INTO types_in_store (type, products) VALUES (new.type, 1) ON CONFLICT (type) DO UPDATE SET products = products + 1;
END;
CREATE TRIGGER types_in_store_update AFTER UPDATE OF type, status, is_hidden, deleted_at ON products
WHEN (old.type, old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0)
    IS NOT (new.type, new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0)
BEGIN
    UPDATE types_in_store SET products = products - 1
    WHERE type = old.type AND old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0;
    DELETE FROM types_in_store WHERE type = old.type AND products = 0;
    INSERT INTO types_in_store (type, products)
    SELECT new.type, 1 WHERE new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
    ON CONFLICT (type) DO UPDATE SET products = products + 1;
END;
CREATE TRIGGER types_in_store_delete AFTER DELETE ON products
WHEN old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0
BEGIN
    UPDATE types_in_store SET products = products - 1 WHERE type = old.type;
    DELETE FROM types_in_store WHERE type = old.type AND products = 0;
END;

-- What is written of products in a language lies together, so that a search reads no other's: the letters of its code are the
-- upper part of the rows' numbers. A product that is not translated has no row there: its readers find it by the Spanish one.
-- With each row stands what a search counts and sorts by, and a list by title.
ALTER TABLE product_search_rows ADD COLUMN translated TEXT NOT NULL DEFAULT '';  -- of a Spanish one: the others, ',ca,fr,'
ALTER TABLE product_search_rows ADD COLUMN title_key TEXT NOT NULL DEFAULT '';   -- the title without case and accents
ALTER TABLE product_search_rows ADD COLUMN type_text TEXT;                       -- the translation of the type
ALTER TABLE product_search_rows ADD COLUMN type TEXT NOT NULL DEFAULT '';        -- of the product, as what follows
ALTER TABLE product_search_rows ADD COLUMN sort_order INTEGER NOT NULL DEFAULT 0;
ALTER TABLE product_search_rows ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE product_search_rows ADD COLUMN is_in_store INTEGER NOT NULL DEFAULT 0 CHECK (is_in_store IN (0, 1));
DELETE FROM product_search_rows WHERE lang <> 'es' AND NOT EXISTS (
    SELECT 1 FROM product_texts t WHERE t.product_id = product_search_rows.product_id AND t.lang = product_search_rows.lang);
UPDATE product_search_rows
SET id = ((unicode(lang) * 256 + unicode(substr(lang, 2))) << 40) + product_search_rows.id,
    translated = iif(lang = 'es', coalesce(
        (SELECT ',' || group_concat(o.lang, ',') || ',' FROM product_search_rows o
         WHERE o.product_id = product_search_rows.product_id AND o.lang <> 'es'), ''), ''),
    title_key = folded(coalesce((SELECT t.text FROM product_texts t WHERE t.product_id = product_search_rows.product_id
                                   AND t.lang = product_search_rows.lang AND t.path = 'title'), p.title)),
    type_text = (SELECT t.text FROM product_texts t WHERE t.product_id = product_search_rows.product_id
                   AND t.lang = product_search_rows.lang AND t.path = 'type'),
    type = p.type, sort_order = p.sort_order, created_at = p.created_at,
    is_in_store = p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0
FROM products p WHERE p.id = product_search_rows.product_id;

ALTER TABLE product_search RENAME TO product_search_before;
CREATE VIRTUAL TABLE product_search USING fts5 (
    title, subtitle, type, sku, body, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3'
);
INSERT INTO product_search (rowid, title, subtitle, type, sku, body)
SELECT r.id, s.title, s.subtitle, s.type, s.sku, s.body
FROM product_search_rows r JOIN product_search_before s ON s.rowid = r.id & ((1 << 40) - 1)
ORDER BY r.id;
DROP TABLE product_search_before;
DELETE FROM product_titles;
INSERT INTO product_titles (rowid, title, sku) SELECT rowid, title, sku FROM product_search;

CREATE TRIGGER product_search_rows_of_product AFTER UPDATE OF type, sort_order, created_at, status, is_hidden, deleted_at ON products
WHEN (old.type, old.sort_order, old.created_at, old.status, old.is_hidden, old.deleted_at)
    IS NOT (new.type, new.sort_order, new.created_at, new.status, new.is_hidden, new.deleted_at)
BEGIN
    UPDATE product_search_rows
    SET type = new.type, sort_order = new.sort_order, created_at = new.created_at,
        is_in_store = new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
    WHERE product_id = new.id;
END;

CREATE INDEX product_search_rows_by_title
    ON product_search_rows (lang, title_key, product_id, type, translated, is_in_store) WHERE is_in_store = 1;
CREATE INDEX product_search_rows_of_types
    ON product_search_rows (lang, type, sort_order, created_at, product_id, type_text, is_in_store)
    WHERE is_in_store = 1 AND type_text IS NOT NULL;

-- What an index holds beside its order is what its lists ask of a product.
DROP INDEX products_in_store;
CREATE INDEX products_in_store
    ON products (sort_order, created_at, id, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_type;
CREATE INDEX products_in_store_by_type
    ON products (type, sort_order, created_at, id, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_age;
CREATE INDEX products_in_store_by_age
    ON products (created_at, id, type, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_in_store_by_change
    ON products (updated_at, id, type, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_in_store_by_price ON products (displayed_price_in_cents, id, type, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_hidden ON products (sort_order, created_at, id, type, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND is_hidden = 1;
