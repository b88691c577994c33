-- The number people call an order by, running per year of the firm's calendar. Spain is an hour ahead of UTC at the turn
-- of the year, which is all that counts here.
ALTER TABLE orders ADD COLUMN year INTEGER;
ALTER TABLE orders ADD COLUMN number INTEGER;
WITH dated AS (
    SELECT id, created_at, CAST(strftime('%Y', created_at / 1000 + 3600, 'unixepoch') AS INTEGER) AS year FROM orders
), counted AS (
    SELECT id, year, row_number() OVER (PARTITION BY year ORDER BY created_at, id) AS number FROM dated
)
UPDATE orders SET year = counted.year, number = counted.number FROM counted WHERE counted.id = orders.id;
CREATE UNIQUE INDEX orders_by_number ON orders (year, number);

DROP TRIGGER order_search_update;
CREATE TRIGGER order_search_update AFTER UPDATE OF email, name, tracking_number ON orders BEGIN
    UPDATE order_search
    SET words = concat_ws(' ', NEW.id, printf('%d-%04d', NEW.year, NEW.number), NEW.email, NEW.name, NEW.tracking_number,
                          (SELECT group_concat(i.sku, ' ') FROM order_items i WHERE i.order_id = NEW.id))
    WHERE rowid = (SELECT n FROM order_numbers WHERE order_id = NEW.id);
END;
UPDATE orders SET name = name;
