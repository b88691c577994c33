-- Orders are found by what they are called, by who bought them, by a telephone, whose digits count alone, and by what was
-- bought, as it was called then and as the shop calls it.
CREATE VIEW order_words AS
SELECT n.n, o.id AS order_id,
       concat_ws(' ', o.id, printf('%d-%04d', o.year, o.number), o.email, o.name, o.tracking_number,
                 replace(replace(replace(replace(replace(replace(replace(o.phone, ' ', ''), '+', ''), '-', ''), '.', ''), '/', ''),
                                 '(', ''), ')', ''),
                 (SELECT group_concat(concat_ws(' ', i.sku, i.product_title, nullif(i.variant_title, i.product_title),
                                             nullif(p.title, i.product_title)), ' ')
                  FROM order_items i LEFT JOIN products p ON p.id = i.product_id WHERE i.order_id = o.id)) AS words
FROM orders o JOIN order_numbers n ON n.order_id = o.id;

DROP TRIGGER order_search_update;
CREATE TRIGGER order_search_update AFTER UPDATE OF email, name, phone, tracking_number ON orders BEGIN
    UPDATE order_search SET words = (SELECT words FROM order_words WHERE order_id = NEW.id)
    WHERE rowid = (SELECT n FROM order_numbers WHERE order_id = NEW.id);
END;
UPDATE order_search SET words = (SELECT w.words FROM order_words w WHERE w.n = order_search.rowid)
WHERE rowid IN (SELECT n FROM order_numbers);
