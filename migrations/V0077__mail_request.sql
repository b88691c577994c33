-- The request that caused a mail, as the program's lines name it: from the answer to whoever asked to the mail itself.
ALTER TABLE outbox ADD COLUMN request_id TEXT CHECK (length(request_id) BETWEEN 8 AND 64);
