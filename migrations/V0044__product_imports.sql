-- The product file that is being imported: it is written in many short transactions, and one that was cut off is gone on
-- with from here. At most one at a time.
CREATE TABLE product_import (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    file     BLOB NOT NULL,                              -- deflated
    policy   TEXT NOT NULL CHECK (policy IN ('all_or_nothing', 'row_by_row')),
    actor    TEXT NOT NULL CHECK (json_valid(actor)),
    begun_at INTEGER NOT NULL
) STRICT;

-- Once the whole file was found sound: how far it is written. Without it nothing of the file is.
CREATE TABLE product_import_progress (
    one  INTEGER PRIMARY KEY REFERENCES product_import (one) ON DELETE CASCADE,
    met  TEXT NOT NULL CHECK (json_valid(met)),          -- what was in the shop before
    done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0)    -- steps
) STRICT;
