-- What a won dispute frees of a cancelled order goes back. Only the definition changes.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = replace(sql, 'CHECK (reason IN (''paid_late'', ''paid_twice'', ''cancelled'',',
                       'CHECK (reason IN (''paid_late'', ''paid_twice'', ''cancelled'', ''dispute_won'',')
WHERE type = 'table' AND name = 'refunds';
PRAGMA writable_schema = RESET;
