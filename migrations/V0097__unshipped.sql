-- An order that was said to be on its way, and is not, is to be sent again.
DROP TRIGGER orders_status_moves;
CREATE TRIGGER orders_status_moves BEFORE UPDATE OF status ON orders
WHEN OLD.status <> NEW.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('paid', 'cancelled')) OR
    (OLD.status = 'paid'    AND NEW.status IN ('shipped', 'cancelled')) OR
    (OLD.status = 'shipped' AND NEW.status IN ('delivered', 'paid')) OR
    (OLD.status = 'delivered' AND NEW.status = 'shipped'))
BEGIN SELECT RAISE(ABORT, 'illegal order status transition'); END;
