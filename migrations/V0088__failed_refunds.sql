-- A return whose refund has failed is open again.
CREATE INDEX refunds_failed ON refunds (order_id) WHERE state = 'failed';
