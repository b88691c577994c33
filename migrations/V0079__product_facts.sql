-- What is told of a product one by one, its maker's papers, the colours of its option values, whether the firm fits it, and
-- what is in its box. So far fitting was offered with every product.
ALTER TABLE products ADD COLUMN fitting TEXT NOT NULL DEFAULT 'offered' CHECK (fitting IN ('none', 'offered', 'only'));
ALTER TABLE products ADD COLUMN in_the_box TEXT;

CREATE TABLE product_attributes (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id),
    position   INTEGER NOT NULL,
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,                            -- in Spanish, with the unit of a number
    UNIQUE (product_id, position),
    UNIQUE (product_id, name)
) STRICT;

CREATE TABLE product_documents (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id),
    position   INTEGER NOT NULL,
    url        TEXT NOT NULL,                            -- /documents/<hash>-<bytes>/<name>.pdf
    title      TEXT NOT NULL,
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE product_swatches (
    product_id TEXT NOT NULL REFERENCES products (id),
    value      TEXT NOT NULL,                            -- of an option, in Spanish
    colour     TEXT NOT NULL CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    PRIMARY KEY (product_id, value)
) STRICT;

-- The files of such papers, beside those of pictures.
CREATE TABLE documents (
    name         TEXT PRIMARY KEY,                       -- of what it holds, and its size: <hash>-<bytes>
    bytes        INTEGER NOT NULL CHECK (bytes > 0),
    unused_since INTEGER                                 -- null while a product has it
) STRICT;
