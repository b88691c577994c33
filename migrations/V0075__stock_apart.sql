-- What buyers do is counted apart from everything else that pages show: in a rush it happens several hundred times a second, and
-- pages may be late with it by a moment (decision 40). What the owner does raises `version` as ever, the stock they count too.
ALTER TABLE catalogue_version ADD COLUMN stock INTEGER NOT NULL DEFAULT 1;

-- Every column but the number in stock.
DROP TRIGGER catalogue_version_variant_update;
CREATE TRIGGER catalogue_version_variant_update AFTER UPDATE OF id, product_id, position, title, sku, image_url, price_in_cents,
    sale_price_in_cents, before_price_in_cents, manage_inventory, weight_grams, deleted_at, announced_sale_in_cents, sale_starts_at,
    sale_ends_at, sale_changes_at, content, gtin ON variants
BEGIN UPDATE catalogue_version SET version = version + 1; END;
CREATE TRIGGER catalogue_version_stock AFTER UPDATE OF inventory_quantity ON variants
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;
-- Why it changed stands beside it: what an order takes and gives back is the buyer's, unless the owner cancels it.
CREATE TRIGGER catalogue_version_stock_by_owner AFTER INSERT ON stock_movements
WHEN new.reason <> 'reserved'
 AND (new.reason <> 'released' OR (SELECT cancellation_reason FROM orders WHERE id = new.order_id) IS 'owner')
BEGIN UPDATE catalogue_version SET version = version + 1; END;

-- Who paid, and who says that an order is theirs, are buyers. Money is given back by the owner, and taken back by banks: seldom.
DROP TRIGGER catalogue_version_buyer_paid;
CREATE TRIGGER catalogue_version_buyer_paid AFTER UPDATE OF state ON payment_attempts
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;
CREATE TRIGGER catalogue_version_buyer_refunded AFTER UPDATE OF refunded_in_cents ON payment_attempts
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;
DROP TRIGGER catalogue_version_buyer_claimed;
CREATE TRIGGER catalogue_version_buyer_claimed AFTER UPDATE OF user_id ON orders
WHEN EXISTS (SELECT 1 FROM comments WHERE user_id = new.user_id AND status = 'approved')
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;
