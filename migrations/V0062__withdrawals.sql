-- Statements by which buyers withdraw from a contract, word for word. A row never changes and never leaves, but that who
-- it was goes out of it when they are forgotten; what becomes of it stands in its case.
CREATE TABLE withdrawals (
    id           TEXT PRIMARY KEY,
    received_at  INTEGER NOT NULL,
    name         TEXT NOT NULL,
    contract     TEXT NOT NULL,                          -- what says which contract, as it was typed
    email        TEXT NOT NULL,                          -- where the acknowledgement goes; empty once forgotten
    lang         TEXT NOT NULL,
    items        TEXT NOT NULL CHECK (json_valid(items)), -- variant_id, title and quantity of each; none for all of it
    comment      TEXT,
    statement    TEXT NOT NULL,                          -- in the words that were confirmed
    salt         BLOB CHECK (length(salt) = 32),         -- goes with the words, so that the seal says nothing of them
    seal         BLOB NOT NULL CHECK (length(seal) = 32), -- SHA-256 of the salt and the statement; stands in the log too
    order_id     TEXT REFERENCES orders (id),            -- the order it names, whoever wrote it
    proof        TEXT NOT NULL CHECK (proof IN ('session', 'key', 'address', 'none')), -- of its being the buyer's
    marks        TEXT NOT NULL CHECK (json_valid(marks)), -- why a person must look
    request_key  TEXT,
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    erased_at    INTEGER,
    CHECK (order_id IS NOT NULL OR proof = 'none')
) STRICT;
CREATE INDEX withdrawals_by_time ON withdrawals (received_at DESC);
CREATE INDEX withdrawals_by_email ON withdrawals (email, received_at);
CREATE INDEX withdrawals_by_order ON withdrawals (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX withdrawals_by_key ON withdrawals (email, request_key) WHERE request_key IS NOT NULL;
CREATE TRIGGER withdrawals_are_final BEFORE UPDATE ON withdrawals
WHEN OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL OR NEW.id <> OLD.id OR NEW.received_at <> OLD.received_at
    OR NEW.seal <> OLD.seal OR NEW.order_id IS NOT OLD.order_id OR NEW.marks <> OLD.marks OR NEW.proof <> OLD.proof
    OR NEW.email <> '' OR NEW.salt IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'withdrawals are append-only'); END;
CREATE TRIGGER withdrawals_stay BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are append-only'); END;

-- What becomes of goods that a buyer does not keep: of a statement, or of a return that the owner grants without one.
CREATE TABLE return_cases (
    id            TEXT PRIMARY KEY,                      -- of a statement its own
    withdrawal_id TEXT UNIQUE REFERENCES withdrawals (id),
    order_id      TEXT REFERENCES orders (id),           -- whose goods they are; unset while nobody knows
    state         TEXT NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'cancelled', 'goods_back', 'refunded', 'closed')),
    opened_at     INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    CHECK (withdrawal_id IS NOT NULL OR order_id IS NOT NULL)
) STRICT;
CREATE INDEX return_cases_by_state ON return_cases (state, opened_at);
CREATE INDEX return_cases_by_order ON return_cases (order_id) WHERE order_id IS NOT NULL;
