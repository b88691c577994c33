-- What came in for each order and what of it went back, for the rule that tells what became of its money.

CREATE INDEX refunds_by_order ON refunds (order_id);

CREATE VIEW order_money AS
SELECT o.id AS order_id, o.total_in_cents AS due_in_cents,
       (SELECT coalesce(sum(a.amount_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id AND a.state = 'paid') AS received_in_cents,
       (SELECT coalesce(sum(a.refunded_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id) AS returned_in_cents,
       (SELECT coalesce(sum(r.amount_in_cents), 0) FROM refunds r
        WHERE r.order_id = o.id AND r.state IN ('queued', 'sent')) AS returning_in_cents,
       (SELECT coalesce(sum(d.amount_in_cents), 0) FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
        WHERE a.order_id = o.id AND d.state = 'lost') AS lost_in_cents
FROM orders o;

-- The few orders of which any money is back or on its way back.
CREATE VIEW orders_with_returns AS
SELECT order_id FROM refunds WHERE state <> 'failed'
UNION
SELECT a.order_id FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id WHERE d.state = 'lost';
