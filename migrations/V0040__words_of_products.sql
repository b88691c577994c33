-- Every word that has stood in a product's texts, for finding what somebody meant who mistyped it. Words stay when their
-- products go: what is proposed is looked up first.
CREATE TABLE product_words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE product_terms USING fts5vocab (product_search, row);
INSERT INTO product_words SELECT term FROM product_terms WHERE length(term) BETWEEN 4 AND 40;
DROP TABLE product_terms;
