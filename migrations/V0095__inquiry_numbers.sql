-- The number people call a request for a quote or a message by, running per kind and year of the firm's calendar, as
-- orders have: it can be dictated. Spain is an hour ahead of UTC at the turn of the year, which is all that counts here. A
-- complaint has a key instead.
ALTER TABLE quote_requests ADD COLUMN year INTEGER;
ALTER TABLE quote_requests ADD COLUMN number INTEGER;
ALTER TABLE contact_messages ADD COLUMN year INTEGER;
ALTER TABLE contact_messages ADD COLUMN number INTEGER;
WITH dated AS (
    SELECT id, created_at, CAST(strftime('%Y', created_at / 1000 + 3600, 'unixepoch') AS INTEGER) AS year
    FROM quote_requests
), counted AS (
    SELECT id, year, row_number() OVER (PARTITION BY year ORDER BY created_at, id) AS number FROM dated
)
UPDATE quote_requests SET year = counted.year, number = counted.number FROM counted WHERE counted.id = quote_requests.id;
WITH dated AS (
    SELECT id, created_at, CAST(strftime('%Y', created_at / 1000 + 3600, 'unixepoch') AS INTEGER) AS year
    FROM contact_messages
    WHERE id NOT IN (SELECT message_id FROM complaints WHERE message_id IS NOT NULL)
), counted AS (
    SELECT id, year, row_number() OVER (PARTITION BY year ORDER BY created_at, id) AS number FROM dated
)
UPDATE contact_messages SET year = counted.year, number = counted.number FROM counted
WHERE counted.id = contact_messages.id;
CREATE UNIQUE INDEX quote_requests_by_number ON quote_requests (year, number);
CREATE UNIQUE INDEX contact_messages_by_number ON contact_messages (year, number);

-- The last that was given: what was deleted or erased gives its number to nobody else.
CREATE TABLE inquiry_numbers (
    kind TEXT NOT NULL CHECK (kind IN ('quote', 'message', 'complaint')),
    year INTEGER NOT NULL CHECK (year BETWEEN 1970 AND 9999),
    last INTEGER NOT NULL CHECK (last > 0),
    PRIMARY KEY (kind, year)
) STRICT, WITHOUT ROWID;
INSERT INTO inquiry_numbers SELECT 'quote', year, max(number) FROM quote_requests GROUP BY year;
INSERT INTO inquiry_numbers SELECT 'message', year, max(number) FROM contact_messages WHERE year IS NOT NULL GROUP BY year;
-- After a restore or a rollback others may have been given and lost: numbers begin apart from those, as orders' do.
INSERT INTO inquiry_numbers
SELECT kind, year, number
FROM order_numbers_from, (SELECT 'quote' AS kind UNION ALL SELECT 'message' UNION ALL SELECT 'complaint') WHERE number > 0
ON CONFLICT (kind, year) DO UPDATE SET last = max(last, excluded.last);
