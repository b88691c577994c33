-- An index for each thing that pages, the desk and the jobs ask for again and again; a test reads the plans of them all.

-- What an index holds beside its order is what its condition asks of a product: without it each row would be read once more.
DROP INDEX products_in_store;
CREATE INDEX products_in_store ON products (sort_order, created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
DROP INDEX products_in_store_by_type;
CREATE INDEX products_in_store_by_type ON products (type, sort_order, created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_in_store_by_age ON products (created_at, id, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;
CREATE INDEX products_by_change ON products (updated_at DESC, id, maker, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL;
CREATE INDEX products_in_order ON products (sort_order, created_at, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX variants_by_product;
CREATE INDEX variants_by_product ON variants (product_id, position, deleted_at);
CREATE INDEX variants_on_endless_sale ON variants (product_id)
    WHERE sale_price_in_cents IS NOT NULL AND sale_ends_at IS NULL AND deleted_at IS NULL;
CREATE INDEX stock_requests_by_email ON stock_requests (email, created_at);

CREATE INDEX payment_facts_by_attempt ON payment_facts (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX return_cases_by_time ON return_cases (opened_at DESC, id);
CREATE INDEX invoices_by_issue ON invoices (is_trial, issued_at);

CREATE INDEX outbox_by_time ON outbox (created_at DESC, id);
DROP INDEX outbox_dead;
CREATE INDEX outbox_by_state ON outbox (state, created_at DESC, id);
CREATE INDEX audit_log_by_act ON audit_log (act, seq);
