-- Orders copy what they sold: prices, titles and tax rates stay as they were on the day. Money is integer cents.

CREATE TABLE orders (
    id                  TEXT PRIMARY KEY,
    user_id             TEXT NOT NULL REFERENCES users (id),
    email               TEXT NOT NULL,
    lang                TEXT NOT NULL,                   -- frozen: mails and documents of this order use it
    status              TEXT NOT NULL DEFAULT 'pending'
                        CHECK (status IN ('pending', 'paid', 'shipped', 'delivered', 'cancelled')),
    name                TEXT NOT NULL CHECK (length(name) > 0),
    address             TEXT NOT NULL CHECK (length(address) > 0),
    city                TEXT NOT NULL CHECK (length(city) > 0),
    postal_code         TEXT NOT NULL CHECK (length(postal_code) = 5),
    country             TEXT NOT NULL CHECK (length(country) > 0),
    items_in_cents      INTEGER NOT NULL CHECK (items_in_cents >= 0),
    shipping_in_cents   INTEGER NOT NULL CHECK (shipping_in_cents >= 0),
    total_in_cents      INTEGER NOT NULL CHECK (total_in_cents = items_in_cents + shipping_in_cents),
    tax_in_cents        INTEGER NOT NULL CHECK (tax_in_cents BETWEEN 0 AND total_in_cents), -- contained in the total
    currency            TEXT NOT NULL DEFAULT 'EUR' CHECK (currency = 'EUR'),
    tracking_number     TEXT,
    cancellation_reason TEXT CHECK (cancellation_reason IN ('buyer', 'owner', 'expired')),
    attention           TEXT CHECK (attention IN ('paid_late', 'paid_twice', 'amount_differs', 'refund_failed')), -- needs a person
    idempotency_key     TEXT,
    request_hash        BLOB,                            -- of the request the key was first used with
    created_at          INTEGER NOT NULL,
    updated_at          INTEGER NOT NULL,
    expires_at          INTEGER NOT NULL,                -- a pending order holds its stock until then
    paid_at             INTEGER,
    CHECK ((status = 'cancelled') = (cancellation_reason IS NOT NULL)),
    CHECK (status NOT IN ('paid', 'shipped', 'delivered') OR paid_at IS NOT NULL),
    UNIQUE (user_id, idempotency_key)
) STRICT;
CREATE INDEX orders_by_user ON orders (user_id, created_at DESC);
CREATE INDEX orders_by_status ON orders (status, created_at DESC);
CREATE INDEX orders_pending ON orders (expires_at) WHERE status = 'pending';

-- The second guard behind orders/status.rs: the database itself refuses an illegal transition.
CREATE TRIGGER orders_status_moves BEFORE UPDATE OF status ON orders
WHEN OLD.status <> NEW.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('paid', 'cancelled')) OR
    (OLD.status = 'paid'    AND NEW.status IN ('shipped', 'cancelled')) OR
    (OLD.status = 'shipped' AND NEW.status = 'delivered'))
BEGIN SELECT RAISE(ABORT, 'illegal order status transition'); END;

CREATE TABLE order_items (
    id                      TEXT PRIMARY KEY,
    order_id                TEXT NOT NULL REFERENCES orders (id),
    position                INTEGER NOT NULL,
    product_id              TEXT NOT NULL,
    variant_id              TEXT NOT NULL REFERENCES variants (id),
    product_title           TEXT NOT NULL,
    variant_title           TEXT NOT NULL,
    sku                     TEXT,
    image_url               TEXT,
    quantity                INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    price_in_cents          INTEGER NOT NULL CHECK (price_in_cents >= 0), -- for one, with tax
    tax_rate_bp             INTEGER NOT NULL CHECK (tax_rate_bp BETWEEN 0 AND 10000),
    stock_managed           INTEGER NOT NULL CHECK (stock_managed IN (0, 1)), -- whether it took stock
    custom_field_values     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(custom_field_values)),
    UNIQUE (order_id, position)
) STRICT;
CREATE INDEX order_items_by_variant ON order_items (variant_id);

-- What happened to an order, in order; never changed.
CREATE TABLE order_events (
    id       INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind     TEXT NOT NULL,
    detail   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail)),
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX order_events_by_order ON order_events (order_id, id);
CREATE TRIGGER order_events_are_final BEFORE UPDATE ON order_events
BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;
CREATE TRIGGER order_events_stay BEFORE DELETE ON order_events
BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;

CREATE TABLE payment_attempts (
    id              TEXT PRIMARY KEY,
    order_id        TEXT NOT NULL REFERENCES orders (id),
    provider        TEXT NOT NULL CHECK (provider IN ('sandbox', 'stripe', 'redsys')),
    provider_ref    TEXT,                                -- the provider's session; unset until it answered
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    currency        TEXT NOT NULL CHECK (currency = 'EUR'),
    state           TEXT NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'open', 'paid', 'failed', 'expired')),
    refunded_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (refunded_in_cents BETWEEN 0 AND amount_in_cents),
    url             TEXT,                                -- the hosted page, while open
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    UNIQUE (provider, provider_ref)
) STRICT;
CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id);
CREATE INDEX payment_attempts_open ON payment_attempts (expires_at) WHERE state IN ('created', 'open');

-- What a provider has told us and was verified; append-only.
CREATE TABLE payment_facts (
    id              INTEGER PRIMARY KEY,
    provider        TEXT NOT NULL,
    fact_id         TEXT NOT NULL,                       -- the provider's own id of the event
    attempt_id      TEXT REFERENCES payment_attempts (id),
    kind            TEXT NOT NULL CHECK (kind IN ('paid', 'failed', 'expired')),
    amount_in_cents INTEGER NOT NULL,
    currency        TEXT NOT NULL,
    outcome         TEXT NOT NULL,                       -- what applying it did, or why it did nothing
    received_at     INTEGER NOT NULL,
    UNIQUE (provider, fact_id)
) STRICT;
CREATE TRIGGER payment_facts_are_final BEFORE UPDATE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;
CREATE TRIGGER payment_facts_stay BEFORE DELETE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;

CREATE TABLE refunds (
    id              TEXT PRIMARY KEY,                    -- also the idempotency key at the provider
    order_id        TEXT NOT NULL REFERENCES orders (id),
    attempt_id      TEXT NOT NULL REFERENCES payment_attempts (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    reason          TEXT NOT NULL,
    state           TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'done', 'failed')),
    attempts        INTEGER NOT NULL DEFAULT 0,
    next_try_at     INTEGER NOT NULL,
    last_error      TEXT,
    created_at      INTEGER NOT NULL,
    done_at         INTEGER
) STRICT;
CREATE INDEX refunds_queued ON refunds (next_try_at) WHERE state = 'queued';

-- The sandbox provider's own books; nothing of the shop reads them but through the provider.
CREATE TABLE sandbox_sessions (
    id              TEXT PRIMARY KEY,
    reference       TEXT NOT NULL UNIQUE,                -- the shop's attempt id
    amount_in_cents INTEGER NOT NULL,
    currency        TEXT NOT NULL,
    description     TEXT NOT NULL,
    lang            TEXT NOT NULL,
    success_url     TEXT NOT NULL,
    cancel_url      TEXT NOT NULL,
    status          TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'expired')),
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_sessions_open ON sandbox_sessions (expires_at) WHERE status = 'open';

CREATE TABLE sandbox_refunds (
    id              TEXT PRIMARY KEY,
    session_id      TEXT NOT NULL REFERENCES sandbox_sessions (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    created_at      INTEGER NOT NULL
) STRICT;

CREATE TABLE sandbox_notifications (
    id          TEXT PRIMARY KEY,
    body        TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL,
    delivered_at INTEGER
) STRICT;
CREATE INDEX sandbox_notifications_due ON sandbox_notifications (next_try_at) WHERE delivered_at IS NULL;
