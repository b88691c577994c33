-- A statement of withdrawal goes along when its sender has another address for mail: what it says stays, to the letter.
DROP TRIGGER withdrawals_are_final;
CREATE TRIGGER withdrawals_are_final BEFORE UPDATE ON withdrawals
WHEN OLD.erased_at IS NOT NULL
    OR (NEW.id, NEW.received_at, NEW.seal, NEW.order_id, NEW.marks, NEW.proof)
        IS NOT (OLD.id, OLD.received_at, OLD.seal, OLD.order_id, OLD.marks, OLD.proof)
    OR NOT iif(NEW.erased_at IS NULL,
        NEW.email <> '' AND OLD.email <> ''
            AND (NEW.name, NEW.contract, NEW.lang, NEW.items, NEW.comment, NEW.statement, NEW.salt, NEW.request_key, NEW.request_hash)
                IS (OLD.name, OLD.contract, OLD.lang, OLD.items, OLD.comment, OLD.statement, OLD.salt, OLD.request_key, OLD.request_hash),
        NEW.email = '' AND NEW.salt IS NULL)
BEGIN SELECT RAISE(ABORT, 'withdrawals are append-only'); END;

-- Whoever withdrew from a contract is somebody the shop knows, too.
DROP VIEW people_sent;
CREATE VIEW people_sent AS
SELECT email, created_at, 0 AS kind, id, name FROM orders WHERE user_id IS NULL AND email <> ''
UNION ALL
SELECT email, created_at, 1, id, name FROM quote_requests
UNION ALL
SELECT email, created_at, 2, id, name FROM contact_messages
UNION ALL
SELECT email, received_at, 3, id, name FROM withdrawals WHERE email <> '';
INSERT INTO people_changed SELECT DISTINCT email FROM withdrawals WHERE email <> '';
CREATE TRIGGER people_withdrawal_insert AFTER INSERT ON withdrawals BEGIN INSERT INTO people_changed VALUES (NEW.email); END;
CREATE TRIGGER people_withdrawal_update AFTER UPDATE OF email, name ON withdrawals BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;
