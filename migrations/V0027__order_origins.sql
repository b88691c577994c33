-- From where an order came, for a day: keyed hashes that nobody can read, to see that the same ones hold goods again and
-- again without paying.
CREATE TABLE order_origins (
    order_id  TEXT PRIMARY KEY REFERENCES orders (id),
    address   BLOB NOT NULL CHECK (length(address) = 32),
    network   BLOB CHECK (length(network) = 32),              -- NULL: unknown
    placed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX order_origins_by_address ON order_origins (address);
CREATE INDEX order_origins_by_network ON order_origins (network);
CREATE INDEX order_origins_by_time ON order_origins (placed_at);
