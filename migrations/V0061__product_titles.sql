-- What products are called, apart from all that is told of them: a suggestion is looked for at each letter that is typed,
-- and whole texts of a full shop take too long. The rows are those of product_search.
CREATE VIRTUAL TABLE product_titles USING fts5 (
    title, sku, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);
INSERT INTO product_titles (rowid, title, sku) SELECT rowid, title, sku FROM product_search;
