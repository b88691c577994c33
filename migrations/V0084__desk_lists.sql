-- What the desk's lists would count, sort or merge again and again is kept beside the rows it follows from, by triggers in the
-- transaction of the write itself. `check --invariants` compares each with what it follows from.

-- Beginnings of words of five and seven letters have an index of their own, too; those of four and six are read from the next
-- longer one. Any other is put together of all the words that begin so.
DROP TRIGGER order_search_update;
ALTER TABLE order_search RENAME TO order_search_before;
CREATE VIRTUAL TABLE order_search USING fts5 (words, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 5 7');
-- Words that are replaced, as those of an erased person, leave nothing behind in the index.
INSERT INTO order_search (order_search, rank) VALUES ('secure-delete', 1);
INSERT INTO order_search (rowid, words) SELECT rowid, words FROM order_search_before ORDER BY rowid;
DROP TABLE order_search_before;
CREATE TRIGGER order_search_update AFTER UPDATE OF email, name, tracking_number ON orders BEGIN
    UPDATE order_search
    SET words = concat_ws(' ', NEW.id, printf('%d-%04d', NEW.year, NEW.number), NEW.email, NEW.name, NEW.tracking_number,
                          (SELECT group_concat(i.sku, ' ') FROM order_items i WHERE i.order_id = NEW.id))
    WHERE rowid = (SELECT n FROM order_numbers WHERE order_id = NEW.id);
END;

-- How many orders of a status were placed on a day: a list's total, and where a deep page of it begins.
CREATE TABLE orders_per_day (
    day      INTEGER NOT NULL,                           -- since 1970, in UTC
    status   TEXT NOT NULL,
    how_many INTEGER NOT NULL CHECK (how_many >= 0),
    PRIMARY KEY (day, status)
) STRICT, WITHOUT ROWID;
INSERT INTO orders_per_day SELECT created_at / 86400000, status, count(*) FROM orders GROUP BY 1, 2;
CREATE TRIGGER orders_per_day_placed AFTER INSERT ON orders BEGIN
    INSERT INTO orders_per_day VALUES (NEW.created_at / 86400000, NEW.status, 1)
    ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;
CREATE TRIGGER orders_per_day_moved AFTER UPDATE OF status ON orders BEGIN
    UPDATE orders_per_day SET how_many = how_many - 1 WHERE day = OLD.created_at / 86400000 AND status = OLD.status;
    INSERT INTO orders_per_day VALUES (NEW.created_at / 86400000, NEW.status, 1)
    ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;

-- How many entries of the log there are of each act, and where those of a kind of act stand.
CREATE TABLE audit_acts (
    act      TEXT PRIMARY KEY,
    how_many INTEGER NOT NULL CHECK (how_many > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO audit_acts SELECT act, count(*) FROM audit_log GROUP BY act;
CREATE TRIGGER audit_acts_follow AFTER INSERT ON audit_log BEGIN
    INSERT INTO audit_acts VALUES (NEW.act, 1) ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;
CREATE INDEX audit_log_by_kind ON audit_log (substr(act, 1, instr(act, '.') - 1), seq);

-- What people sent without an account. Of two things of one moment the later kind counts as the last.
CREATE VIEW people_sent AS
SELECT email, created_at, 0 AS kind, id, name FROM orders WHERE user_id IS NULL AND email <> ''
UNION ALL
SELECT email, created_at, 1, id, name FROM quote_requests
UNION ALL
SELECT email, created_at, 2, id, name FROM contact_messages;

-- Everybody the shop knows: people with an account, those that were erased left out, for they are an empty shell for their
-- orders; and people who wrote or bought without one, by what they sent last.
CREATE VIEW people_known AS
SELECT u.email, u.id, 1 AS has_account, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id) AS is_admin, p.name, p.city,
       u.created_at
FROM users u JOIN profiles p ON p.id = u.id
WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'
UNION ALL
SELECT latest.email, latest.id, 0, 0, latest.name, '', latest.created_at
FROM (SELECT *, row_number() OVER (PARTITION BY email ORDER BY created_at DESC, kind DESC, id DESC) AS place
      FROM people_sent) latest
WHERE latest.place = 1
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = latest.email AND u.email_confirmed_at IS NOT NULL);

-- The same, kept.
CREATE TABLE people (
    email       TEXT PRIMARY KEY,
    id          TEXT NOT NULL,                           -- of the account, or of what they sent last
    has_account INTEGER NOT NULL CHECK (has_account IN (0, 1)),
    is_admin    INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
    name        TEXT NOT NULL,
    city        TEXT NOT NULL,
    created_at  INTEGER NOT NULL                         -- when they signed up, or wrote last
) STRICT, WITHOUT ROWID;
INSERT INTO people SELECT * FROM people_known ORDER BY email;
CREATE INDEX people_by_time ON people (created_at DESC, id, name, is_admin) WHERE NOT is_admin;

-- An address told to this view is looked at anew.
CREATE VIEW people_changed AS SELECT email FROM people;
CREATE TRIGGER people_follow INSTEAD OF INSERT ON people_changed BEGIN
    DELETE FROM people WHERE email = NEW.email;
    INSERT INTO people SELECT * FROM people_known WHERE email = NEW.email;
END;

CREATE TRIGGER people_user_insert AFTER INSERT ON users BEGIN INSERT INTO people_changed VALUES (NEW.email); END;
CREATE TRIGGER people_user_update AFTER UPDATE OF email, email_confirmed_at, created_at ON users BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;
CREATE TRIGGER people_user_delete AFTER DELETE ON users BEGIN INSERT INTO people_changed VALUES (OLD.email); END;
CREATE TRIGGER people_profile_insert AFTER INSERT ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.id;
END;
CREATE TRIGGER people_profile_update AFTER UPDATE OF name, city ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.id;
END;
CREATE TRIGGER people_profile_delete AFTER DELETE ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = OLD.id;
END;
CREATE TRIGGER people_admin_insert AFTER INSERT ON admins BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.user_id;
END;
CREATE TRIGGER people_admin_delete AFTER DELETE ON admins BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = OLD.user_id;
END;
CREATE TRIGGER people_order_insert AFTER INSERT ON orders WHEN NEW.user_id IS NULL BEGIN
    INSERT INTO people_changed VALUES (NEW.email);
END;
CREATE TRIGGER people_order_update AFTER UPDATE OF user_id, email, name ON orders
WHEN OLD.user_id IS NULL OR NEW.user_id IS NULL BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;
CREATE TRIGGER people_quote_insert AFTER INSERT ON quote_requests BEGIN INSERT INTO people_changed VALUES (NEW.email); END;
CREATE TRIGGER people_quote_update AFTER UPDATE OF email, name, created_at ON quote_requests BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;
CREATE TRIGGER people_quote_delete AFTER DELETE ON quote_requests BEGIN INSERT INTO people_changed VALUES (OLD.email); END;
CREATE TRIGGER people_message_insert AFTER INSERT ON contact_messages BEGIN INSERT INTO people_changed VALUES (NEW.email); END;
CREATE TRIGGER people_message_update AFTER UPDATE OF email, name, created_at ON contact_messages BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;
CREATE TRIGGER people_message_delete AFTER DELETE ON contact_messages BEGIN INSERT INTO people_changed VALUES (OLD.email); END;
