-- What a won dispute frees of a cancelled order goes back, and how a dispute ended is told apart from its beginning, as are
-- refunds that do not add up from payments that do not. Only the definitions change.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'CHECK (reason IN (''paid_late'', ''paid_twice'', ''cancelled'',',
                       'CHECK (reason IN (''paid_late'', ''paid_twice'', ''cancelled'', ''dispute_won'',')
WHERE type = 'table' AND name = 'refunds';
UPDATE sqlite_schema
SET sql = replace(sql, '''amount_differs'', ''disputed'',',
                       '''amount_differs'', ''refund_differs'', ''dispute_won'', ''dispute_lost'', ''disputed'',')
WHERE type = 'table' AND name = 'orders';
PRAGMA writable_schema = RESET;
