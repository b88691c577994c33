-- A unit may cost up to 1,000,000.00. Only the limit in the table's definition changes and no row with it, so it is
-- written there, as SQLite's documentation has it for changes of constraints: a table made anew would take along, by
-- ON DELETE CASCADE, what points at its rows.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'CHECK (price_in_cents BETWEEN 0 AND 1000000)', 'CHECK (price_in_cents BETWEEN 0 AND 100000000)')
WHERE type = 'table' AND name = 'variants';
PRAGMA writable_schema = RESET;

-- A sale is below the price and above nothing: what was announced otherwise is no sale. Whatever is given away costs 0.
UPDATE variants
SET sale_price_in_cents = NULL, before_price_in_cents = NULL, announced_sale_in_cents = NULL,
    sale_starts_at = NULL, sale_ends_at = NULL, sale_changes_at = NULL
WHERE announced_sale_in_cents IN (0, price_in_cents);
