-- The products somebody with an account wants to remember. Whoever has none keeps them in the browser.
CREATE TABLE wishes (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    added_at   INTEGER NOT NULL,
    PRIMARY KEY (user_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX wishes_by_product ON wishes (product_id);
