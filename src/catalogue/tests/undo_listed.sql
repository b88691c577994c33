-- Undoes the migration V0083.
DROP TRIGGER displayed_price_variant_insert;
DROP TRIGGER displayed_price_variant_update;
DROP TRIGGER displayed_price_variant_delete;
DROP TRIGGER displayed_price_product_update;
DROP VIEW displayed_prices;
DROP TRIGGER types_in_store_insert;
DROP TRIGGER types_in_store_update;
DROP TRIGGER types_in_store_delete;
DROP TABLE types_in_store;
DROP INDEX products_hidden;
DROP INDEX products_in_store;
CREATE INDEX products_in_store ON products (sort_order, created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_type;
CREATE INDEX products_in_store_by_type ON products (type, sort_order, created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_age;
CREATE INDEX products_in_store_by_age ON products (created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_change;
DROP INDEX products_in_store_by_price;
ALTER TABLE products DROP COLUMN displayed_price_in_cents;

-- Numbers one after the other, and words of each language for every product.
CREATE TEMP TABLE numbered AS
SELECT row_number() OVER (ORDER BY s.id, l.lang) AS n, s.product_id, l.lang, coalesce(r.id, s.id) AS words
FROM product_search_rows s JOIN (SELECT value AS lang FROM json_each('["es","ca","en","fr","ar"]')) l
    LEFT JOIN product_search_rows r ON r.product_id = s.product_id AND r.lang = l.lang
WHERE s.lang = 'es';
CREATE TEMP TABLE worded AS
SELECT n, s.title, s.subtitle, s.type, s.sku, s.body FROM numbered JOIN product_search s ON s.rowid = words;
DROP TRIGGER product_search_rows_of_product;
DROP TABLE product_search_rows;
CREATE TABLE product_search_rows (
    id         INTEGER PRIMARY KEY,                      -- the rowid in product_search
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    lang       TEXT NOT NULL,
    UNIQUE (product_id, lang)
) STRICT;
INSERT INTO product_search_rows (id, product_id, lang) SELECT n, product_id, lang FROM numbered;
DROP TABLE product_search;
CREATE VIRTUAL TABLE product_search USING fts5 (
    title, subtitle, type, sku, body, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);
INSERT INTO product_search (rowid, title, subtitle, type, sku, body) SELECT * FROM worded;
DELETE FROM product_titles;
INSERT INTO product_titles (rowid, title, sku) SELECT n, title, sku FROM worded;
