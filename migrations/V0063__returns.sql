-- What came back of an order's goods, and what happened in the case.
CREATE TABLE return_lines (
    case_id       TEXT NOT NULL REFERENCES return_cases (id),
    item_id       TEXT NOT NULL REFERENCES order_items (id),
    quantity      INTEGER NOT NULL CHECK (quantity > 0),
    restock       INTEGER NOT NULL CHECK (restock IN (0, 1)), -- whether the units can be sold again
    loss_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (loss_in_cents >= 0), -- of value, which the buyer answers for
    note          TEXT,                                  -- what that loss is
    PRIMARY KEY (case_id, item_id),
    CHECK (loss_in_cents = 0 OR note IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX return_lines_by_item ON return_lines (item_id);

CREATE TABLE return_events (
    id      INTEGER PRIMARY KEY,
    case_id TEXT NOT NULL REFERENCES return_cases (id),
    kind    TEXT NOT NULL,
    by_whom TEXT NOT NULL,                               -- as the log knows them
    note    TEXT,                                        -- forgotten with the buyer
    at      INTEGER NOT NULL
) STRICT;
CREATE INDEX return_events_by_case ON return_events (case_id, id);
