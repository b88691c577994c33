-- A payment provider is a folder of the program and no list in the schema. As with the limit on prices, only the
-- definition changes, so it is written there.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'provider        TEXT NOT NULL CHECK (provider IN (''sandbox'', ''stripe'', ''redsys'')),',
                       'provider        TEXT NOT NULL,')
WHERE type = 'table' AND name = 'payment_attempts';
PRAGMA writable_schema = RESET;
