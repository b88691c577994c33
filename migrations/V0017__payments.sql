-- What real providers say besides "paid": refunds that settle later or fail, disputes, and facts of other payments.

-- The provider's id of the money itself, known once there is some: refunds and disputes are spoken of by it.
ALTER TABLE payment_attempts ADD COLUMN payment_ref TEXT;
CREATE INDEX payment_attempts_by_payment ON payment_attempts (provider, payment_ref) WHERE payment_ref IS NOT NULL;

CREATE TABLE facts (
    id              INTEGER PRIMARY KEY,
    provider        TEXT NOT NULL,
    fact_id         TEXT NOT NULL,                       -- the provider's own id of the event
    attempt_id      TEXT REFERENCES payment_attempts (id),
    kind            TEXT NOT NULL CHECK (kind IN ('paid', 'failed', 'expired', 'refund_done', 'refund_failed',
                                                  'disputed', 'dispute_won', 'dispute_lost')),
    session         TEXT,                                -- the provider's session it speaks of
    payment         TEXT,                                -- the provider's payment it speaks of
    reference       TEXT NOT NULL DEFAULT '',            -- our attempt or refund, or the provider's refund or dispute
    amount_in_cents INTEGER NOT NULL,
    currency        TEXT NOT NULL,
    odd             TEXT,                                -- what of it is not as we asked for it
    outcome         TEXT NOT NULL,                       -- what applying it did, or why it did nothing
    raw_sha256      BLOB CHECK (length(raw_sha256) = 32), -- of the bytes it was read from
    received_at     INTEGER NOT NULL,
    UNIQUE (provider, fact_id)
) STRICT;
INSERT INTO facts (id, provider, fact_id, attempt_id, kind, amount_in_cents, currency, outcome, received_at)
SELECT id, provider, fact_id, attempt_id, kind, amount_in_cents, currency, outcome, received_at FROM payment_facts;
DROP TABLE payment_facts;
ALTER TABLE facts RENAME TO payment_facts;
CREATE INDEX payment_facts_waiting ON payment_facts (provider, payment) WHERE attempt_id IS NULL;
CREATE TRIGGER payment_facts_are_final BEFORE UPDATE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;
CREATE TRIGGER payment_facts_stay BEFORE DELETE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;

CREATE TABLE refunds_new (
    id              TEXT PRIMARY KEY,                    -- the idempotency key at the provider; its own id when made there
    order_id        TEXT NOT NULL REFERENCES orders (id),
    attempt_id      TEXT NOT NULL REFERENCES payment_attempts (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    reason          TEXT NOT NULL CHECK (reason IN ('paid_late', 'paid_twice', 'cancelled', 'owner', 'outside')),
    state           TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'done', 'failed')),
    attempts        INTEGER NOT NULL DEFAULT 0,          -- counted before each call
    next_try_at     INTEGER NOT NULL,                    -- of a sent one: when to ask how it stands
    last_error      TEXT,
    created_at      INTEGER NOT NULL,
    done_at         INTEGER
) STRICT;
INSERT INTO refunds_new SELECT * FROM refunds;
DROP TABLE refunds;
ALTER TABLE refunds_new RENAME TO refunds;
CREATE INDEX refunds_due ON refunds (next_try_at) WHERE state IN ('queued', 'sent');
CREATE INDEX refunds_by_attempt ON refunds (attempt_id);

-- A buyer's bank takes a payment back, until the provider has judged; what is open or lost is not ours to give back.
CREATE TABLE disputes (
    provider        TEXT NOT NULL,
    id              TEXT NOT NULL,                       -- the provider's
    attempt_id      TEXT NOT NULL REFERENCES payment_attempts (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    state           TEXT NOT NULL CHECK (state IN ('open', 'won', 'lost')),
    created_at      INTEGER NOT NULL,
    closed_at       INTEGER,
    PRIMARY KEY (provider, id)
) STRICT;
CREATE INDEX disputes_by_attempt ON disputes (attempt_id);

-- An order may need a person for one more reason.
DROP INDEX orders_flagged;
ALTER TABLE orders ADD COLUMN flag TEXT
    CHECK (flag IN ('paid_late', 'paid_twice', 'payment_unknown', 'amount_differs', 'disputed',
                    'refund_failed'));
UPDATE orders SET flag = attention;
ALTER TABLE orders DROP COLUMN attention;
ALTER TABLE orders RENAME COLUMN flag TO attention;
CREATE INDEX orders_flagged ON orders (created_at DESC, id) WHERE attention IS NOT NULL;

-- What Redsys was asked to charge. Its order numbers are short, so its sessions have ids that nobody guesses.
CREATE TABLE redsys_sessions (
    id              TEXT PRIMARY KEY,
    order_number    TEXT NOT NULL UNIQUE,
    reference       TEXT NOT NULL UNIQUE,                -- the shop's attempt id
    amount_in_cents INTEGER NOT NULL,
    currency        TEXT NOT NULL,
    description     TEXT NOT NULL,
    lang            TEXT NOT NULL,
    success_url     TEXT NOT NULL,
    cancel_url      TEXT NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL
) STRICT;

-- Redsys takes no idempotency key: what was sent is written down before, and never sent again.
CREATE TABLE redsys_refunds (
    id              TEXT PRIMARY KEY,                    -- the shop's refund id
    session_id      TEXT NOT NULL REFERENCES redsys_sessions (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    state           TEXT NOT NULL CHECK (state IN ('sent', 'done', 'refused', 'unknown')),
    sent_at         INTEGER NOT NULL,
    told_as         TEXT                                 -- which notification told of it, once one has
) STRICT;
CREATE INDEX redsys_refunds_by_session ON redsys_refunds (session_id);
