-- Units go on sale and off it again as often as their return is corrected; and those that came back do though no refund is
-- for them, because the buyer's bank took the money.
DROP INDEX stock_movements_by_refund;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'CHECK (reason IN (''set'', ''reserved'', ''released'', ''returned''))',
                       'CHECK (reason IN (''set'', ''reserved'', ''released'', ''returned'', ''came_back''))')
WHERE type = 'table' AND name = 'stock_movements';
PRAGMA writable_schema = RESET;
