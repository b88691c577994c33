-- A sale may begin and end by the clock. `sale_price_in_cents` stays what is asked now; beside it stands the sale as it
-- was announced, and when the clock changes what is asked: the beginning of one to come, or the end of one that is on.
ALTER TABLE variants ADD COLUMN announced_sale_in_cents INTEGER
    CHECK (announced_sale_in_cents BETWEEN 0 AND price_in_cents);
ALTER TABLE variants ADD COLUMN sale_starts_at INTEGER
    CHECK (sale_starts_at IS NULL OR announced_sale_in_cents IS NOT NULL);
ALTER TABLE variants ADD COLUMN sale_ends_at INTEGER
    CHECK (sale_ends_at IS NULL OR announced_sale_in_cents IS NOT NULL AND sale_ends_at > coalesce(sale_starts_at, 0));
ALTER TABLE variants ADD COLUMN sale_changes_at INTEGER
    CHECK (sale_changes_at IN (sale_starts_at, sale_ends_at));
UPDATE variants SET announced_sale_in_cents = sale_price_in_cents WHERE sale_price_in_cents IS NOT NULL;
CREATE INDEX variants_by_sale_change ON variants (sale_changes_at) WHERE sale_changes_at IS NOT NULL;
