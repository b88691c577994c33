-- What all migrations together make; a test writes it (README.md).

CREATE TABLE access_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE account_mails (
    address BLOB NOT NULL CHECK (length(address) = 32),
    at      INTEGER NOT NULL
) STRICT;

CREATE TABLE admin_invitations (
    id         TEXT PRIMARY KEY,
    email      TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- it ends when they are no administrator any more
    invited_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE admins (
    user_id    TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    granted_at INTEGER NOT NULL
, needs_factor INTEGER NOT NULL DEFAULT 1 CHECK (needs_factor IN (0, 1)), factor_by_mail INTEGER NOT NULL DEFAULT 1 CHECK (factor_by_mail IN (0, 1))) STRICT;

CREATE TABLE answer_files (
    id         TEXT PRIMARY KEY,                         -- random
    event_id   INTEGER REFERENCES inquiry_events (id) ON DELETE CASCADE,
    position   INTEGER CHECK ((position IS NULL) = (event_id IS NULL)),
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 5 AND 64 AND substr(name, -4) IN ('.pdf', '.jpg')),
    bytes      INTEGER NOT NULL CHECK (bytes > 0),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE audit_acts (
    act      TEXT PRIMARY KEY,
    how_many INTEGER NOT NULL CHECK (how_many > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
    seq         INTEGER PRIMARY KEY CHECK (seq > 0),     -- 1, 2, 3 … without a gap
    at          INTEGER NOT NULL,
    actor_kind  TEXT NOT NULL CHECK (actor_kind IN ('admin', 'command_line', 'system')),
    actor_id    TEXT NOT NULL,                           -- of the account; of the user of the machine; empty
    actor_label TEXT NOT NULL,                           -- as people know them
    address     TEXT,                                    -- of the network, for what came over it
    act         TEXT NOT NULL CHECK (act GLOB '?*.?*'),  -- such as order.shipped
    subject     TEXT NOT NULL,                           -- the id of what it was done to
    detail      TEXT NOT NULL CHECK (json_valid(detail)),
    prev_hash   BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash        BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;

CREATE TABLE auth_codes (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    challenge  BLOB NOT NULL CHECK (length(challenge) = 32),
    method     TEXT NOT NULL CHECK (method IN ('otp', 'oauth')),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE catalogue_version (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL
, stock INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE TABLE code_tries (
    address BLOB NOT NULL CHECK (length(address) = 32),
    at      INTEGER NOT NULL
) STRICT;

CREATE TABLE collection_texts (
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    lang          TEXT NOT NULL CHECK (lang <> 'es'),
    title         TEXT NOT NULL,
    PRIMARY KEY (collection_id, lang)
) STRICT, WITHOUT ROWID;

CREATE TABLE collections (
    id         TEXT PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE,
    title      TEXT NOT NULL CHECK (length(title) > 0),
    image_url  TEXT,
    metadata   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;

CREATE TABLE comments (
    id         TEXT PRIMARY KEY,
    item_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    user_id    TEXT REFERENCES users (id) ON DELETE CASCADE,
    content    TEXT NOT NULL CHECK (length(content) BETWEEN 1 AND 2000),
    status     TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
    reason     TEXT CHECK (length(reason) BETWEEN 1 AND 500),       -- why it was rejected, for administrators
    created_at INTEGER NOT NULL,
    decided_at INTEGER, order_id TEXT REFERENCES orders (id), signed TEXT CHECK (length(signed) BETWEEN 1 AND 60), reply TEXT CHECK (length(reply) BETWEEN 1 AND 2000), replied_at INTEGER CHECK ((replied_at IS NULL) = (reply IS NULL)), reply_told_at INTEGER,                                             -- when it was approved or rejected
    CHECK ((decided_at IS NULL) = (status = 'pending')),
    CHECK (reason IS NULL OR status = 'rejected')
) STRICT;

CREATE TABLE complaints (
    year            INTEGER NOT NULL CHECK (year BETWEEN 1970 AND 9999),
    number          INTEGER NOT NULL CHECK (number > 0),
    message_id      TEXT UNIQUE REFERENCES contact_messages (id) ON DELETE SET NULL,
    order_text      TEXT CHECK (length(order_text) BETWEEN 1 AND 100), -- the order it is about, as it was typed
    received_at     INTEGER NOT NULL,
    due_at          INTEGER NOT NULL CHECK (due_at > received_at),     -- the first moment that is too late
    ended           TEXT CHECK (ended IN ('answer', 'otherwise', 'unanswered')),
    ended_at        INTEGER CHECK ((ended_at IS NULL) = (ended IS NULL)),
    warned_at       INTEGER,                             -- when the owner was told that few days are left: once
    overdue_told_at INTEGER,                             -- when they were told that none is: once
    PRIMARY KEY (year, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE contact_messages (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    email      TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    message    TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
    lang       TEXT NOT NULL,
    status     TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered', 'closed')),
    created_at INTEGER NOT NULL
, thread TEXT, year INTEGER, number INTEGER) STRICT;

CREATE TABLE counts (
    day      TEXT NOT NULL CHECK (length(day) = 10),     -- 2026-11-24
    what     TEXT NOT NULL,
    how_many INTEGER NOT NULL CHECK (how_many > 0),
    PRIMARY KEY (day, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE custom_fields (
    id          TEXT PRIMARY KEY,
    product_id  TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    title       TEXT NOT NULL CHECK (length(title) > 0),
    is_required INTEGER NOT NULL CHECK (is_required IN (0, 1)), max_length INTEGER NOT NULL DEFAULT 200 CHECK (max_length BETWEEN 1 AND 200),
    UNIQUE (product_id, position)
) STRICT;

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

CREATE TABLE documents (
    name         TEXT PRIMARY KEY,                       -- of what it holds, and its size: <hash>-<bytes>
    bytes        INTEGER NOT NULL CHECK (bytes > 0),
    unused_since INTEGER                                 -- null while a product has it
) STRICT;

CREATE TABLE factor_challenges (
    id         TEXT PRIMARY KEY,
    factor_id  TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    tries      INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE factors (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    friendly_name TEXT NOT NULL DEFAULT '',
    verified_at   INTEGER,
    last_step     INTEGER NOT NULL DEFAULT 0,            -- of the last code accepted: none works twice
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE firm_ratings (
    quote_id TEXT PRIMARY KEY,
    asked_at INTEGER NOT NULL,
    stars    INTEGER CHECK (stars BETWEEN 1 AND 5),
    rated_at INTEGER CHECK ((rated_at IS NULL) = (stars IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE former_addresses (
    id         TEXT PRIMARY KEY,                         -- random; what is mailed is derived from it
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL CHECK (email = lower(email)),
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of what is mailed
    left_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > left_at)
) STRICT;

CREATE TABLE identities (
    id              TEXT PRIMARY KEY,
    user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider        TEXT NOT NULL,                       -- its id in the settings, for showing
    issuer          TEXT NOT NULL,                       -- with `subject`, who they are: the id may come to name another
    subject         TEXT NOT NULL,
    email           TEXT NOT NULL,                       -- as the provider said it last
    created_at      INTEGER NOT NULL,
    last_sign_in_at INTEGER NOT NULL,
    UNIQUE (issuer, subject)
) STRICT;

CREATE TABLE import_changes (
    id         INTEGER PRIMARY KEY,                      -- in the order they were made
    import_id  TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    before     BLOB,                                     -- our own CSV, deflated; NULL: it was not there
    slug       TEXT,                                     -- what it was called by before
    was_at     INTEGER,                                  -- its revision before: updated_at
    is_at      INTEGER NOT NULL,                         -- its revision after
    stock      TEXT NOT NULL CHECK (json_valid(stock)),  -- by how many units it was moved, by variant
    moved      INTEGER NOT NULL,                         -- the newest of stock_movements then
    outcome    TEXT CHECK (outcome IN ('back', 'back_but_stock', 'binned', 'changed', 'ordered', 'gone', 'refused')),
    UNIQUE (import_id, product_id)
) STRICT;

CREATE TABLE imports (
    id      TEXT PRIMARY KEY,                            -- random
    at      INTEGER NOT NULL,                            -- when it began
    format  TEXT NOT NULL CHECK (format IN ('manetes', 'shopify', 'woocommerce')),
    created INTEGER NOT NULL CHECK (created >= 0),       -- products
    changed INTEGER NOT NULL CHECK (changed >= 0),
    bytes   INTEGER NOT NULL DEFAULT 0,                  -- of what is kept
    state   TEXT NOT NULL DEFAULT 'kept' CHECK (state IN ('kept', 'too_large', 'undoing', 'undone')),
    actor   TEXT CHECK (json_valid(actor)),              -- who takes it back, while that goes on
    CHECK ((state = 'undoing') = (actor IS NOT NULL))
) STRICT;

CREATE TABLE inquiry_events (
    id         INTEGER PRIMARY KEY,
    inquiry_id TEXT NOT NULL,                            -- a row of quote_requests or of contact_messages
    kind       TEXT NOT NULL CHECK (kind IN ('reply', 'note', 'status')),
    author     TEXT NOT NULL,                            -- as the log knows them
    text       TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    at         INTEGER NOT NULL
) STRICT;

CREATE TABLE inquiry_numbers (
    kind TEXT NOT NULL CHECK (kind IN ('quote', 'message', 'complaint')),
    year INTEGER NOT NULL CHECK (year BETWEEN 1970 AND 9999),
    last INTEGER NOT NULL CHECK (last > 0),
    PRIMARY KEY (kind, year)
) STRICT, WITHOUT ROWID;

CREATE TABLE invoice_buyers (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    buyer    TEXT NOT NULL CHECK (json_valid(buyer))
) STRICT, WITHOUT ROWID;

CREATE TABLE "invoice_heads" (
    chain     TEXT NOT NULL CHECK (chain IN ('test', 'live')),
    after_seq INTEGER NOT NULL,                          -- the last record before it that is here; 0 for none
    issuer    TEXT NOT NULL,
    number    TEXT NOT NULL,
    date      TEXT NOT NULL,                             -- 02-01-2027
    hash      TEXT NOT NULL,
    asked_at  INTEGER NOT NULL,
    PRIMARY KEY (chain, issuer, after_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE "invoice_records" (
    seq           INTEGER PRIMARY KEY,
    number        TEXT NOT NULL REFERENCES invoices (number),
    kind          TEXT NOT NULL CHECK (kind IN ('issue', 'correction', 'annulment')),
    chain         TEXT NOT NULL CHECK (chain IN ('off', 'test', 'live')),  -- to which agency it goes; each has a chain
    generated_at  TEXT NOT NULL,                         -- on the firm's clocks, with its offset
    previous_hash TEXT,                                  -- NULL for the first of its chain
    hashed        TEXT NOT NULL,                         -- the very text
    hash          TEXT NOT NULL CHECK (length(hash) = 64),
    content       TEXT                                   -- the XML; NULL of those from before this migration
, is_recovered INTEGER NOT NULL DEFAULT 0 CHECK (is_recovered IN (0, 1))) STRICT;

CREATE TABLE invoice_sendings (
    seq         INTEGER PRIMARY KEY REFERENCES invoice_records (seq),
    state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'accepted_with_errors', 'rejected')),
    tries       INTEGER NOT NULL DEFAULT 0,
    code        TEXT,                                    -- what the agency says of it
    message     TEXT,
    receipt     TEXT,                                    -- what the agency calls the batch by (CSV)
    answered_at INTEGER
) STRICT;

CREATE TABLE invoices (
    number    TEXT PRIMARY KEY,                          -- T-2026-000001
    series    TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 20),
    year      INTEGER NOT NULL,                          -- of its date on the firm's calendar
    place     INTEGER NOT NULL CHECK (place > 0),        -- 1, 2, 3 … in that series and year, without a gap
    type      TEXT NOT NULL CHECK (type IN ('F1', 'F2', 'F3', 'R1', 'R5')),
    order_id  TEXT NOT NULL REFERENCES orders (id),
    refund_id TEXT REFERENCES refunds (id),              -- what an invoice that corrects is about
    corrects  TEXT REFERENCES invoices (number),
    replaces  TEXT REFERENCES invoices (number),
    issued_at INTEGER NOT NULL,
    sold_at   INTEGER NOT NULL,                          -- when the money came, or went
    lang      TEXT NOT NULL,
    seller    TEXT NOT NULL CHECK (json_valid(seller)),
    buyer     TEXT CHECK (json_valid(buyer)),
    lines     TEXT NOT NULL CHECK (json_valid(lines)),
    shares    TEXT NOT NULL CHECK (json_valid(shares)),  -- by rate of tax: rate_bp, gross and tax in cents
    total_in_cents INTEGER NOT NULL,
    tax_in_cents   INTEGER NOT NULL, is_trial INTEGER NOT NULL DEFAULT 0 CHECK (is_trial IN (0, 1)),
    UNIQUE (series, year, place),
    CHECK ((type IN ('R1', 'R5')) = (corrects IS NOT NULL)),
    CHECK ((type = 'F3') = (replaces IS NOT NULL)),
    CHECK ((type IN ('F2', 'R5')) = (buyer IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE invoices_due (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES orders (id),
    event    TEXT NOT NULL CHECK (event IN ('sale', 'refund', 'refund_undone', 'full')),
    refund   TEXT CHECK (json_valid(refund)),            -- of a refund: what it was for
    at       INTEGER NOT NULL, is_trial INTEGER NOT NULL DEFAULT 0 CHECK (is_trial IN (0, 1)),
    CHECK ((event IN ('refund', 'refund_undone')) = (refund IS NOT NULL))
) STRICT;

CREATE TABLE invoices_lost (
    number    TEXT PRIMARY KEY,
    date      TEXT NOT NULL,                             -- 02-01-2027
    order_id  TEXT,                                      -- of no order that must be here
    total     TEXT NOT NULL,                             -- as the agency writes it
    found_at  INTEGER NOT NULL
, chain TEXT CHECK (chain IN ('test', 'live')), issuer TEXT, hash TEXT, previous_hash TEXT, generated_at TEXT, buyer TEXT, about TEXT, fate TEXT CHECK (fate IN ('accepted', 'accepted_with_errors'))) STRICT, WITHOUT ROWID;

CREATE TABLE invoicing (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    since    INTEGER NOT NULL,
    branch   TEXT NOT NULL DEFAULT ''
, mode TEXT NOT NULL DEFAULT 'off' CHECK (mode IN ('off', 'test', 'live')), producer TEXT CHECK (json_valid(producer)), installation TEXT NOT NULL DEFAULT '', hold TEXT CHECK (hold IN ('start', 'restored')), next_sending_at INTEGER, claimed_until INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, failing_since INTEGER, failure TEXT, faults INTEGER NOT NULL DEFAULT 0, asked_for TEXT) STRICT;

CREATE TABLE law_confirmations (
    duty         TEXT PRIMARY KEY CHECK (length(duty) BETWEEN 1 AND 40),
    by_whom      TEXT NOT NULL,
    note         TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
    confirmed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE legal_texts (
    document TEXT NOT NULL CHECK (length(document) BETWEEN 1 AND 40),
    lang     TEXT NOT NULL,
    version  INTEGER NOT NULL CHECK (version > 0),         -- 1, 2, 3 … of this text in this language
    since    INTEGER NOT NULL,
    words    BLOB NOT NULL CHECK (length(words) = 32),     -- SHA-256 of the text without its markup
    html     TEXT NOT NULL, drawn_of BLOB CHECK (length(drawn_of) = 32),
    PRIMARY KEY (document, lang, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE low_stock_told (
    variant_id TEXT PRIMARY KEY REFERENCES variants (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE "mail_tokens" (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose    TEXT NOT NULL CHECK (purpose IN ('signup', 'recovery', 'email_change', 'magiclink', 'reauthentication')),
    email      TEXT NOT NULL CHECK (email = lower(email)), -- where it is mailed to, and what it proves to be theirs
    hash       BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    carried    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(carried)),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE makers (
    slug          TEXT PRIMARY KEY CHECK (length(slug) BETWEEN 1 AND 200),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    address       TEXT NOT NULL DEFAULT '',               -- where it gets post
    contact       TEXT NOT NULL DEFAULT '',               -- an address for mail or of a page
    is_outside_eu INTEGER NOT NULL DEFAULT 0 CHECK (is_outside_eu IN (0, 1)),
    eu_name       TEXT NOT NULL DEFAULT '',               -- the responsible person
    eu_address    TEXT NOT NULL DEFAULT '',
    eu_contact    TEXT NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE media (
    name         TEXT PRIMARY KEY,                       -- of what it shows, and its size: <hash>-<width>x<height>
    bytes        INTEGER NOT NULL CHECK (bytes >= 0),    -- of all its files
    avif         TEXT NOT NULL DEFAULT 'wanted' CHECK (avif IN ('wanted', 'made', 'failed')),
    unused_since INTEGER                                 -- null while something shows it
, avif_attempts INTEGER NOT NULL DEFAULT 0 CHECK (avif_attempts >= 0)) STRICT;

CREATE TABLE missed_searches (
    text         TEXT PRIMARY KEY CHECK (length(text) BETWEEN 2 AND 60),
    how_many     INTEGER NOT NULL CHECK (how_many > 0),
    first_day    TEXT NOT NULL,
    last_day     TEXT NOT NULL,
    is_dismissed INTEGER NOT NULL DEFAULT 0 CHECK (is_dismissed IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE option_values (
    id         TEXT PRIMARY KEY,
    option_id  TEXT NOT NULL REFERENCES product_options (id) ON DELETE CASCADE,
    variant_id TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    value      TEXT NOT NULL CHECK (length(value) > 0),
    UNIQUE (option_id, variant_id)
) STRICT;

CREATE TABLE order_events (
    id       INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind     TEXT NOT NULL,
    detail   TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail)),
    at       INTEGER NOT NULL
) STRICT;

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
    custom_field_values     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(custom_field_values)), making_days INTEGER CHECK (making_days > 0),
    UNIQUE (order_id, position)
) STRICT;

CREATE TABLE order_notes (
    event_id INTEGER PRIMARY KEY REFERENCES order_events (id),
    order_id TEXT NOT NULL REFERENCES orders (id),
    text     TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000)
) STRICT;

CREATE TABLE order_numbers (
    n        INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id)
) STRICT;

CREATE TABLE order_numbers_from (
    year   INTEGER PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT;

CREATE TABLE order_origins (
    order_id  TEXT PRIMARY KEY REFERENCES orders (id),
    address   BLOB NOT NULL CHECK (length(address) = 32),
    network   BLOB CHECK (length(network) = 32),              -- NULL: unknown
    placed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE order_search USING fts5 (words, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 5 7');

CREATE TABLE orders (
    id                  TEXT PRIMARY KEY,
    user_id             TEXT REFERENCES users (id),
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
    idempotency_key     TEXT,
    request_hash        BLOB,                            -- of the request the key was first used with
    created_at          INTEGER NOT NULL,
    updated_at          INTEGER NOT NULL,
    expires_at          INTEGER NOT NULL,                -- a pending order holds its stock until then
    paid_at             INTEGER, attention TEXT
    CHECK (attention IN ('recovered', 'paid_late', 'paid_twice', 'payment_unknown', 'amount_differs', 'refund_differs', 'dispute_won', 'dispute_lost', 'disputed',
                    'refund_failed')), year INTEGER, number INTEGER, carrier TEXT CHECK (carrier IN ('correos', 'seur', 'mrw', 'gls', 'own_van', 'pick_up')), phone TEXT NOT NULL DEFAULT '', key_nonce TEXT CHECK (key_nonce IS NULL OR user_id IS NULL), terms_version INTEGER CHECK (terms_version > 0),
    CHECK ((status = 'cancelled') = (cancellation_reason IS NOT NULL)),
    CHECK (status NOT IN ('paid', 'shipped', 'delivered') OR paid_at IS NOT NULL),
    UNIQUE (user_id, idempotency_key)
) STRICT;

CREATE TABLE orders_per_day (
    day      INTEGER NOT NULL,                           -- since 1970, in UTC
    status   TEXT NOT NULL,
    how_many INTEGER NOT NULL CHECK (how_many >= 0),
    PRIMARY KEY (day, status)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id           TEXT PRIMARY KEY,                       -- also the local part of the Message-ID
    recipient    TEXT NOT NULL,
    lang         TEXT NOT NULL,
    message      TEXT NOT NULL CHECK (json_valid(message)),
    state        TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'dead')),
    attempts     INTEGER NOT NULL DEFAULT 0,
    next_try_at  INTEGER NOT NULL,
    last_error   TEXT,
    created_at   INTEGER NOT NULL,
    sent_at      INTEGER
, owner_told INTEGER NOT NULL DEFAULT 0 CHECK (owner_told IN (0, 1)), is_claimed INTEGER NOT NULL DEFAULT 0 CHECK (is_claimed IN (0, 1)), unanswered INTEGER NOT NULL DEFAULT 0 CHECK (unanswered >= 0), is_held INTEGER NOT NULL DEFAULT 0 CHECK (is_held IN (0, 1)), request_id TEXT CHECK (length(request_id) BETWEEN 8 AND 64)) STRICT;

CREATE TABLE "owner_alerts" (
    kind TEXT PRIMARY KEY CHECK (kind IN ('order_events', 'dead_mails', 'backup', 'drill', 'invoices', 'invoices_wrong', 'certificate')),
    told INTEGER NOT NULL
) STRICT;

CREATE TABLE owner_calls (
    id          INTEGER PRIMARY KEY,
    way         TEXT NOT NULL CHECK (way IN ('ntfy', 'webhook')),
    title       TEXT NOT NULL,
    text        TEXT NOT NULL,
    path        TEXT NOT NULL,                           -- of the desk's page
    urgency     TEXT NOT NULL CHECK (urgency IN ('low', 'usual', 'high')),
    attempts    INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    created_at  INTEGER NOT NULL,
    next_try_at INTEGER NOT NULL
) STRICT;

CREATE TABLE passkeys (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,                         -- what its owner calls it
    domain        TEXT NOT NULL,                         -- the site's name it was made for; under another it opens nothing
    credential_id BLOB NOT NULL UNIQUE,
    credential    TEXT NOT NULL CHECK (json_valid(credential)), -- public key, counter and flags
    created_at    INTEGER NOT NULL,
    last_used_at  INTEGER,
    doubted_at    INTEGER                                -- when it counted backwards, as a copy would: it opens nothing since
) STRICT;

CREATE TABLE payment_attempts (
    id              TEXT PRIMARY KEY,
    order_id        TEXT NOT NULL REFERENCES orders (id),
    provider        TEXT NOT NULL,
    provider_ref    TEXT,                                -- the provider's session; unset until it answered
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    currency        TEXT NOT NULL CHECK (currency = 'EUR'),
    state           TEXT NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'open', 'paid', 'failed', 'expired')),
    refunded_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (refunded_in_cents BETWEEN 0 AND amount_in_cents),
    url             TEXT,                                -- the hosted page, while open
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL, payment_ref TEXT, is_bizum INTEGER NOT NULL DEFAULT 0 CHECK (is_bizum IN (0, 1)),
    UNIQUE (provider, provider_ref)
) STRICT;

CREATE TABLE "payment_facts" (
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

CREATE TABLE payment_searches (
    provider     TEXT PRIMARY KEY,
    since        INTEGER NOT NULL,                       -- what was paid before, the shop knows
    begun_at     INTEGER NOT NULL,                       -- when it was put back
    cursor       TEXT,                                   -- how far the list was read, in the provider's words; its beginning
    is_unsettled INTEGER NOT NULL DEFAULT 0 CHECK (is_unsettled IN (0, 1)), -- whether this reading met a payment that may come yet
    failures     INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0), -- in a row
    last_error   TEXT,
    next_try_at  INTEGER NOT NULL,
    ended_at     INTEGER,
    is_by_hand   INTEGER NOT NULL DEFAULT 0 CHECK (is_by_hand IN (0, 1)) -- the provider has no list: a person must look
) STRICT;

CREATE TABLE people (
    email       TEXT PRIMARY KEY,
    id          TEXT NOT NULL,                           -- of the account, or of what they sent last
    has_account INTEGER NOT NULL CHECK (has_account IN (0, 1)),
    is_admin    INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
    name        TEXT NOT NULL,
    city        TEXT NOT NULL,
    created_at  INTEGER NOT NULL                         -- when they signed up, or wrote last
) STRICT, WITHOUT ROWID;

CREATE TABLE price_history (
    id                  INTEGER PRIMARY KEY,
    variant_id          TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    price_in_cents      INTEGER NOT NULL CHECK (price_in_cents >= 0),
    sale_price_in_cents INTEGER CHECK (sale_price_in_cents >= 0),
    at                  INTEGER NOT NULL                 -- in force from this moment
) STRICT;

CREATE TABLE product_attributes (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id),
    position   INTEGER NOT NULL,
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,                            -- in Spanish, with the unit of a number
    UNIQUE (product_id, position),
    UNIQUE (product_id, name)
) STRICT;

CREATE TABLE product_collections (
    product_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (product_id, collection_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_documents (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id),
    position   INTEGER NOT NULL,
    url        TEXT NOT NULL,                            -- /documents/<hash>-<bytes>/<name>.pdf
    title      TEXT NOT NULL,
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE product_images (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL CHECK (position >= 0),
    url        TEXT NOT NULL CHECK (length(url) > 0),    -- a path of this site, never a foreign address
    type       TEXT NOT NULL DEFAULT 'image',
    alt        TEXT NOT NULL DEFAULT '',
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE product_import (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    file     BLOB NOT NULL,                              -- deflated
    policy   TEXT NOT NULL CHECK (policy IN ('all_or_nothing', 'row_by_row')),
    actor    TEXT NOT NULL CHECK (json_valid(actor)),
    begun_at INTEGER NOT NULL
, id TEXT) STRICT;

CREATE TABLE product_import_progress (
    one  INTEGER PRIMARY KEY REFERENCES product_import (one) ON DELETE CASCADE,
    met  TEXT NOT NULL CHECK (json_valid(met)),          -- what was in the shop before
    done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0)    -- steps
) STRICT;

CREATE TABLE product_info (
    id          TEXT PRIMARY KEY,
    product_id  TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL CHECK (position >= 0),
    title       TEXT NOT NULL,
    description TEXT NOT NULL,                           -- HTML, cleaned like a description
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE product_options (
    id         TEXT PRIMARY KEY,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL CHECK (position >= 0),
    title      TEXT NOT NULL CHECK (length(title) > 0),
    UNIQUE (product_id, position)
) STRICT;

CREATE VIRTUAL TABLE product_search USING fts5 (
    title, subtitle, type, sku, body, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3'
);

CREATE TABLE product_search_rows (
    id         INTEGER PRIMARY KEY,                      -- the rowid in product_search
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    lang       TEXT NOT NULL, translated TEXT NOT NULL DEFAULT '', title_key TEXT NOT NULL DEFAULT '', type_text TEXT, type TEXT NOT NULL DEFAULT '', sort_order INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL DEFAULT 0, is_in_store INTEGER NOT NULL DEFAULT 0 CHECK (is_in_store IN (0, 1)),
    UNIQUE (product_id, lang)
) STRICT;

CREATE TABLE product_swatches (
    product_id TEXT NOT NULL REFERENCES products (id),
    value      TEXT NOT NULL,                            -- of an option, in Spanish
    colour     TEXT NOT NULL CHECK (colour GLOB '#[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
    PRIMARY KEY (product_id, value)
) STRICT;

CREATE TABLE product_texts (
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    lang       TEXT NOT NULL CHECK (lang <> 'es'),
    path       TEXT NOT NULL,
    text       TEXT NOT NULL, source BLOB,
    PRIMARY KEY (product_id, lang, path)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE product_titles USING fts5 (
    title, sku, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
);

CREATE TABLE product_word_grams (
    gram    TEXT NOT NULL,
    letters INTEGER NOT NULL,                            -- of the whole word
    word    TEXT NOT NULL,
    PRIMARY KEY (gram, letters, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE products (
    id                     TEXT PRIMARY KEY,
    slug                   TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 200),
    title                  TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
    subtitle               TEXT,
    ribbon_text            TEXT,
    description            TEXT NOT NULL DEFAULT '',     -- HTML, cleaned on write and on read
    type                   TEXT NOT NULL DEFAULT '',
    status                 TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('published', 'draft', 'archived')),
    is_hidden              INTEGER NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
    purchasable            INTEGER NOT NULL DEFAULT 1 CHECK (purchasable IN (0, 1)),
    sort_order             INTEGER NOT NULL DEFAULT 0,
    site_product_selection TEXT,
    tax_rate_bp            INTEGER NOT NULL DEFAULT 2100 CHECK (tax_rate_bp BETWEEN 0 AND 10000),
    metadata               TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
    created_at             INTEGER NOT NULL,
    updated_at             INTEGER NOT NULL,
    deleted_at             INTEGER
, brand TEXT CHECK (length(brand) BETWEEN 1 AND 100), maker TEXT REFERENCES makers (slug), model TEXT CHECK (length(model) BETWEEN 1 AND 200), warnings TEXT CHECK (length(warnings) BETWEEN 1 AND 4000), guarantee_months INTEGER CHECK (guarantee_months BETWEEN 30 AND 1200 AND guarantee_months % 6 = 0), guarantee_producer TEXT CHECK (length(guarantee_producer) BETWEEN 1 AND 200), guarantee_model TEXT CHECK (length(guarantee_model) BETWEEN 1 AND 200), fitting TEXT NOT NULL DEFAULT 'offered' CHECK (fitting IN ('none', 'offered', 'only')), in_the_box TEXT, displayed_price_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (displayed_price_in_cents >= 0)) STRICT;

CREATE TABLE profiles (
    id          TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    name        TEXT NOT NULL DEFAULT '',
    address     TEXT NOT NULL DEFAULT '',
    city        TEXT NOT NULL DEFAULT '',
    postal_code TEXT NOT NULL DEFAULT '',
    country     TEXT NOT NULL DEFAULT '',
    updated_at  INTEGER NOT NULL
, phone TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE program (
    one     INTEGER PRIMARY KEY CHECK (one = 1),
    version TEXT NOT NULL
) STRICT;

CREATE TABLE proof (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    saved_at INTEGER NOT NULL,
    sheet    TEXT NOT NULL CHECK (json_valid(sheet))
) STRICT;

CREATE TABLE quote_photos (
    id         TEXT PRIMARY KEY,                         -- random: who knows it may claim it, once
    quote_id   TEXT REFERENCES quote_requests (id) ON DELETE CASCADE,
    position   INTEGER CHECK ((position IS NULL) = (quote_id IS NULL)),
    bytes      INTEGER NOT NULL CHECK (bytes > 0),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE quote_requests (
    id               TEXT PRIMARY KEY,
    name             TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    email            TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    phone            TEXT CHECK (length(phone) BETWEEN 6 AND 30),
    message          TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
    service          TEXT,                               -- a key of quotes::Service
    town_or_postcode TEXT CHECK (length(town_or_postcode) BETWEEN 1 AND 100),
    wanted_when      TEXT CHECK (length(wanted_when) BETWEEN 1 AND 100),
    lang             TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered', 'closed')),
    created_at       INTEGER NOT NULL,
    consent_at       INTEGER                             -- when the sender agreed to the privacy policy
, thread TEXT, year INTEGER, number INTEGER) STRICT;

CREATE TABLE ratings (
    order_id   TEXT NOT NULL REFERENCES orders (id),
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    stars      INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, product_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE recovery_codes (
    hash    BLOB PRIMARY KEY CHECK (length(hash) = 32),
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE redsys_refunds (
    id              TEXT PRIMARY KEY,                    -- the shop's refund id
    session_id      TEXT NOT NULL REFERENCES redsys_sessions (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    state           TEXT NOT NULL CHECK (state IN ('sent', 'done', 'refused', 'unknown')),
    sent_at         INTEGER NOT NULL,
    told_as         TEXT                                 -- which notification told of it, once one has
) STRICT;

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

CREATE TABLE refresh_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    used_at    INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE refund_lines (
    refund_id       TEXT NOT NULL REFERENCES refunds (id),
    item_id         TEXT NOT NULL REFERENCES order_items (id),
    quantity        INTEGER NOT NULL CHECK (quantity > 0),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents >= 0),
    restock         INTEGER NOT NULL CHECK (restock IN (0, 1)), restocked INTEGER CHECK (restocked BETWEEN 0 AND quantity), -- whether the units go back into stock once it is made
    PRIMARY KEY (refund_id, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE "refunds" (
    id              TEXT PRIMARY KEY,                    -- the idempotency key at the provider; its own id when made there
    order_id        TEXT NOT NULL REFERENCES orders (id),
    attempt_id      TEXT NOT NULL REFERENCES payment_attempts (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    reason          TEXT NOT NULL CHECK (reason IN ('paid_late', 'paid_twice', 'cancelled', 'dispute_won', 'owner', 'outside')),
    state           TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'done', 'failed')),
    attempts        INTEGER NOT NULL DEFAULT 0,          -- counted before each call
    next_try_at     INTEGER NOT NULL,                    -- of a sent one: when to ask how it stands
    last_error      TEXT,
    created_at      INTEGER NOT NULL,
    done_at         INTEGER
, method TEXT NOT NULL DEFAULT 'provider' CHECK (method IN ('provider', 'elsewhere')), shipping_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (shipping_in_cents >= 0), idempotency_key TEXT, request_hash BLOB) STRICT;

CREATE TABLE related_products (
    id            TEXT PRIMARY KEY,
    product_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position      INTEGER NOT NULL CHECK (position >= 0),
    section_title TEXT NOT NULL,
    related_type  TEXT NOT NULL DEFAULT 'product' CHECK (related_type IN ('product')),
    related_id    TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    UNIQUE (product_id, position)
) STRICT;

CREATE TABLE return_cases (
    id            TEXT PRIMARY KEY,                      -- of a statement its own
    withdrawal_id TEXT UNIQUE REFERENCES withdrawals (id),
    order_id      TEXT REFERENCES orders (id),           -- whose goods they are; unset while nobody knows
    state         TEXT NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'cancelled', 'goods_back', 'refunded', 'closed')),
    opened_at     INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    CHECK (withdrawal_id IS NOT NULL OR order_id IS NOT NULL)
) STRICT;

CREATE TABLE return_events (
    id      INTEGER PRIMARY KEY,
    case_id TEXT NOT NULL REFERENCES return_cases (id),
    kind    TEXT NOT NULL,
    by_whom TEXT NOT NULL,                               -- as the log knows them
    note    TEXT,                                        -- forgotten with the buyer
    at      INTEGER NOT NULL
) STRICT;

CREATE TABLE return_lines (
    case_id       TEXT NOT NULL REFERENCES return_cases (id),
    item_id       TEXT NOT NULL REFERENCES order_items (id),
    quantity      INTEGER NOT NULL CHECK (quantity > 0),
    restock       INTEGER NOT NULL CHECK (restock IN (0, 1)), -- whether the units can be sold again
    loss_in_cents INTEGER NOT NULL DEFAULT 0 CHECK (loss_in_cents >= 0), -- of value, which the buyer answers for
    note          TEXT,                                  -- what that loss is
    PRIMARY KEY (case_id, item_id),
    CHECK (loss_in_cents = 0 OR note IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE sandbox_notifications (
    id          TEXT PRIMARY KEY,
    body        TEXT NOT NULL,
    attempts    INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL,
    delivered_at INTEGER
) STRICT;

CREATE TABLE sandbox_refunds (
    id              TEXT PRIMARY KEY,
    session_id      TEXT NOT NULL REFERENCES sandbox_sessions (id),
    amount_in_cents INTEGER NOT NULL CHECK (amount_in_cents > 0),
    created_at      INTEGER NOT NULL
) STRICT;

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

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL CHECK (length(value) >= 32)
) STRICT;

CREATE TABLE "sessions" (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    method       TEXT NOT NULL CHECK (method IN ('password', 'otp', 'oauth', 'webauthn')), -- how it was signed in
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,                       -- of the last refresh
    expires_at   INTEGER NOT NULL,                       -- slides with every refresh, up to an absolute end
    user_agent   TEXT NOT NULL DEFAULT '',
    factor_at    INTEGER,                                -- when the second factor was given in it
    by_code      INTEGER NOT NULL DEFAULT 0 CHECK (by_code IN (0, 1)), -- whether a recovery code stood for it
    passkey_id   TEXT                                    -- which one it began with, perhaps removed since
) STRICT;

CREATE TABLE settings (
    key        TEXT PRIMARY KEY,
    value      TEXT NOT NULL CHECK (json_valid(value)),
    updated_at INTEGER NOT NULL                          -- Unix milliseconds, as every *_at
) STRICT;

CREATE TABLE sign_in_flows (
    state       BLOB PRIMARY KEY CHECK (length(state) = 32),
    browser     BLOB NOT NULL CHECK (length(browser) = 32),
    provider    TEXT NOT NULL,
    destination TEXT NOT NULL,                           -- an address of this site
    challenge   BLOB CHECK (length(challenge) = 32),     -- of the program that asked; NULL: the website
    lang        TEXT NOT NULL,
    session_id  TEXT,                                    -- the browser's own, which ends when another begins
    expires_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_up_ids (
    address  BLOB PRIMARY KEY CHECK (length(address) = 32),
    id       TEXT NOT NULL UNIQUE,
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE "stock_movements" (
    id         INTEGER PRIMARY KEY,
    variant_id TEXT NOT NULL REFERENCES variants (id),
    delta      INTEGER NOT NULL CHECK (delta <> 0),
    reason     TEXT NOT NULL CHECK (reason IN ('set', 'reserved', 'released', 'returned', 'came_back')),
    order_id   TEXT,                                     -- set for all but 'set'
    refund_id  TEXT,                                     -- set for 'returned'
    at         INTEGER NOT NULL,
    CHECK ((order_id IS NULL) = (reason = 'set')),
    CHECK ((refund_id IS NULL) = (reason <> 'returned'))
) STRICT;

CREATE TABLE stock_questions (
    address  BLOB PRIMARY KEY CHECK (length(address) = 32),
    token    BLOB NOT NULL UNIQUE CHECK (length(token) = 32), -- hash of what was mailed
    asked_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE stock_requests (
    id           TEXT PRIMARY KEY,
    variant_id   TEXT NOT NULL REFERENCES variants (id) ON DELETE CASCADE,
    email        TEXT NOT NULL,
    address      BLOB NOT NULL CHECK (length(address) = 32), -- of `email`, see stock_questions
    lang         TEXT NOT NULL,
    confirmed_at INTEGER,                                -- null until whoever reads the mailbox has said so
    created_at   INTEGER NOT NULL,
    UNIQUE (variant_id, email)
) STRICT;

CREATE TABLE tariffs (
    version  INTEGER PRIMARY KEY CHECK (version >= 1),
    saved_at INTEGER NOT NULL,
    prices   TEXT NOT NULL CHECK (json_valid(prices))    -- null where nothing is published any more
) STRICT;

CREATE TABLE tombstones (
    address   BLOB NOT NULL CHECK (length(address) = 32),
    erased_at INTEGER NOT NULL,
    PRIMARY KEY (address, erased_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE types_in_store (
    type     TEXT PRIMARY KEY,
    products INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE upkeep (
    kind         TEXT PRIMARY KEY CHECK (kind IN ('backup', 'drill')),
    wanted_since INTEGER,                                -- since when the server is to do it by itself
    succeeded_at INTEGER,
    took_ms      INTEGER CHECK (took_ms >= 0),
    failed_at    INTEGER,                                -- since the last success
    error        TEXT
) STRICT;

CREATE TABLE users (
    id                 TEXT PRIMARY KEY,
    email              TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash      TEXT NOT NULL,                    -- argon2id, PHC string
    email_confirmed_at INTEGER,
    lang               TEXT NOT NULL DEFAULT 'es',       -- of the mails to this person
    created_at         INTEGER NOT NULL,
    updated_at         INTEGER NOT NULL,
    last_sign_in_at    INTEGER
, contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)), metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_type(metadata) = 'object'), address_since INTEGER) STRICT;

CREATE TABLE variants (
    id                    TEXT PRIMARY KEY,
    product_id            TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    position              INTEGER NOT NULL CHECK (position >= 0),
    title                 TEXT NOT NULL,
    sku                   TEXT CHECK (length(sku) > 0),  -- unique among those that are not deleted
    image_url             TEXT,
    price_in_cents        INTEGER NOT NULL CHECK (price_in_cents BETWEEN 0 AND 100000000),
    sale_price_in_cents   INTEGER CHECK (sale_price_in_cents BETWEEN 0 AND price_in_cents),
    -- What may be shown struck through while the sale lasts: the lowest price of the 30 days before it.
    before_price_in_cents INTEGER CHECK (before_price_in_cents >= 0),
    manage_inventory      INTEGER NOT NULL DEFAULT 1 CHECK (manage_inventory IN (0, 1)),
    inventory_quantity    INTEGER NOT NULL DEFAULT 0 CHECK (inventory_quantity >= 0),
    weight_grams          INTEGER CHECK (weight_grams >= 0),
    deleted_at            INTEGER, announced_sale_in_cents INTEGER
    CHECK (announced_sale_in_cents BETWEEN 0 AND price_in_cents), sale_starts_at INTEGER
    CHECK (sale_starts_at IS NULL OR announced_sale_in_cents IS NOT NULL), sale_ends_at INTEGER
    CHECK (sale_ends_at IS NULL OR announced_sale_in_cents IS NOT NULL AND sale_ends_at > coalesce(sale_starts_at, 0)), sale_changes_at INTEGER
    CHECK (sale_changes_at IN (sale_starts_at, sale_ends_at)), content TEXT CHECK (content GLOB '[0-9]* [a-z]*'), gtin TEXT CHECK (length(gtin) IN (8, 12, 13, 14) AND gtin NOT GLOB '*[^0-9]*'),                       -- kept, because orders point at it
    CHECK ((sale_price_in_cents IS NULL) = (before_price_in_cents IS NULL))
) STRICT;

CREATE TABLE wishes (
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    product_id TEXT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
    added_at   INTEGER NOT NULL,
    PRIMARY KEY (user_id, product_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE withdrawals (
    id           TEXT PRIMARY KEY,
    received_at  INTEGER NOT NULL,
    name         TEXT NOT NULL,
    contract     TEXT NOT NULL,                          -- what says which contract, as it was typed
    email        TEXT NOT NULL,                          -- where the acknowledgement goes; empty once forgotten
    lang         TEXT NOT NULL,
    items        TEXT NOT NULL CHECK (json_valid(items)), -- variant_id, title and quantity of each; none for all of it
    comment      TEXT,
    statement    TEXT NOT NULL,                          -- in the words that were confirmed
    salt         BLOB CHECK (length(salt) = 32),         -- goes with the words, so that the seal says nothing of them
    seal         BLOB NOT NULL CHECK (length(seal) = 32), -- SHA-256 of the salt and the statement; stands in the log too
    order_id     TEXT REFERENCES orders (id),            -- the order it names, whoever wrote it
    proof        TEXT NOT NULL CHECK (proof IN ('session', 'key', 'address', 'none')), -- of its being the buyer's
    marks        TEXT NOT NULL CHECK (json_valid(marks)), -- why a person must look
    request_key  TEXT,
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    erased_at    INTEGER,
    CHECK (order_id IS NOT NULL OR proof = 'none')
) STRICT;

CREATE VIEW displayed_prices AS
SELECT p.id AS product_id, coalesce(
    CASE WHEN coalesce(p.site_product_selection, 'lowest_price_first') = 'lowest_price_first'
         THEN (SELECT min(coalesce(v.sale_price_in_cents, v.price_in_cents)) FROM variants v
               WHERE v.product_id = p.id AND v.deleted_at IS NULL)
         ELSE (SELECT coalesce(v.sale_price_in_cents, v.price_in_cents) FROM variants v
               WHERE v.product_id = p.id AND v.deleted_at IS NULL ORDER BY v.position, v.id LIMIT 1) END, 0) AS price_in_cents
FROM products p;

CREATE VIEW invoices_annulled AS
SELECT r.number FROM invoice_records r LEFT JOIN invoice_sendings s ON s.seq = r.seq
WHERE r.kind = 'annulment' AND coalesce(s.state, '') <> 'rejected';

CREATE VIEW order_item_returns AS
SELECT l.item_id, r.order_id, l.quantity FROM refund_lines l JOIN refunds r ON r.id = l.refund_id WHERE r.state <> 'failed';

CREATE VIEW order_money AS
SELECT o.id AS order_id, o.total_in_cents AS due_in_cents,
       (SELECT coalesce(sum(a.amount_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id AND a.state = 'paid') AS received_in_cents,
       (SELECT coalesce(sum(a.refunded_in_cents), 0) FROM payment_attempts a
        WHERE a.order_id = o.id) AS returned_in_cents,
       (SELECT coalesce(sum(r.amount_in_cents), 0) FROM refunds r
        WHERE r.order_id = o.id AND r.state IN ('queued', 'sent')) AS returning_in_cents,
       (SELECT coalesce(sum(d.amount_in_cents), 0) FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
        WHERE a.order_id = o.id AND d.state = 'lost') AS lost_in_cents,
       (SELECT coalesce(sum(d.amount_in_cents), 0) FROM payment_attempts a JOIN disputes d ON d.attempt_id = a.id
        WHERE a.order_id = o.id AND d.state = 'open') AS disputed_in_cents,
       EXISTS (SELECT 1 FROM order_item_returns b WHERE b.order_id = o.id)
        AND NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.quantity >
            (SELECT coalesce(sum(b.quantity), 0) FROM order_item_returns b WHERE b.item_id = i.id)) AS is_all_returned
FROM orders o;

CREATE VIEW order_words AS
SELECT n.n, o.id AS order_id,
       concat_ws(' ', o.id, printf('%d-%04d', o.year, o.number), o.email, o.name, o.tracking_number,
                 replace(replace(replace(replace(replace(replace(replace(o.phone, ' ', ''), '+', ''), '-', ''), '.', ''), '/', ''),
                                 '(', ''), ')', ''),
                 (SELECT group_concat(concat_ws(' ', i.sku, i.product_title, nullif(i.variant_title, i.product_title),
                                             nullif(p.title, i.product_title)), ' ')
                  FROM order_items i LEFT JOIN products p ON p.id = i.product_id WHERE i.order_id = o.id)) AS words
FROM orders o JOIN order_numbers n ON n.order_id = o.id;

CREATE VIEW orders_with_returns AS
SELECT order_id FROM refunds WHERE state <> 'failed'
UNION
SELECT a.order_id FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id WHERE d.state = 'lost';

CREATE VIEW people_changed AS SELECT email FROM people;

CREATE VIEW people_known AS
SELECT u.email, u.id, 1 AS has_account, EXISTS (SELECT 1 FROM admins a WHERE a.user_id = u.id) AS is_admin, p.name, p.city,
       u.created_at
FROM users u JOIN profiles p ON p.id = u.id
WHERE u.email_confirmed_at IS NOT NULL AND u.email NOT LIKE '%@erased.invalid'
UNION ALL
SELECT latest.email, latest.id, 0, 0, latest.name, '', latest.created_at
FROM (SELECT *, row_number() OVER (PARTITION BY email ORDER BY created_at DESC, kind DESC, id DESC) AS place
      FROM people_sent) latest
WHERE latest.place = 1
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.email = latest.email AND u.email_confirmed_at IS NOT NULL);

CREATE VIEW people_sent AS
SELECT email, created_at, 0 AS kind, id, name FROM orders WHERE user_id IS NULL AND email <> ''
UNION ALL
SELECT email, created_at, 1, id, name FROM quote_requests
UNION ALL
SELECT email, created_at, 2, id, name FROM contact_messages
UNION ALL
SELECT email, received_at, 3, id, name FROM withdrawals WHERE email <> '';

CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);

CREATE INDEX access_tokens_by_session ON access_tokens (session_id);

CREATE INDEX account_mails_by_address ON account_mails (address, at);

CREATE INDEX answer_files_of ON answer_files (event_id, position);

CREATE INDEX audit_log_by_act ON audit_log (act, seq);

CREATE INDEX audit_log_by_kind ON audit_log (substr(act, 1, instr(act, '.') - 1), seq);

CREATE INDEX audit_log_by_subject ON audit_log (subject, seq);

CREATE INDEX auth_codes_by_user ON auth_codes (user_id);

CREATE INDEX code_tries_by_address ON code_tries (address, at);

CREATE INDEX comments_approved_of_item ON comments (item_id, created_at) WHERE status = 'approved';

CREATE INDEX comments_by_status ON comments (status, created_at);

CREATE INDEX comments_by_time ON comments (created_at);

CREATE INDEX comments_by_user ON comments (user_id, created_at);

CREATE UNIQUE INDEX comments_of_orders ON comments (order_id, item_id) WHERE order_id IS NOT NULL;

CREATE INDEX complaints_open ON complaints (due_at) WHERE ended IS NULL;

CREATE INDEX contact_messages_by_email ON contact_messages (email);

CREATE UNIQUE INDEX contact_messages_by_number ON contact_messages (year, number);

CREATE INDEX contact_messages_by_status ON contact_messages (status, created_at);

CREATE INDEX contact_messages_new ON contact_messages (id) WHERE status = 'new';

CREATE INDEX contact_messages_newest ON contact_messages (created_at);

CREATE INDEX disputes_by_attempt ON disputes (attempt_id);

CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id, session_id);

CREATE INDEX factor_challenges_by_session ON factor_challenges (session_id);

CREATE INDEX factors_by_user ON factors (user_id);

CREATE INDEX former_addresses_by_user ON former_addresses (user_id);

CREATE INDEX identities_by_user ON identities (user_id);

CREATE INDEX import_changes_by_product ON import_changes (product_id);

CREATE INDEX import_changes_by_slug ON import_changes (import_id, slug);

CREATE INDEX import_changes_open ON import_changes (import_id, id) WHERE outcome IS NULL;

CREATE INDEX imports_by_at ON imports (at);

CREATE INDEX inquiry_events_of ON inquiry_events (inquiry_id, id);

CREATE INDEX invoice_records_annulments ON invoice_records (number) WHERE kind = 'annulment';

CREATE INDEX invoice_records_by_hash ON invoice_records (hash);

CREATE INDEX invoice_records_by_number ON invoice_records (number);

CREATE UNIQUE INDEX invoice_records_issue ON invoice_records (number) WHERE kind = 'issue';

CREATE INDEX invoice_records_issued ON invoice_records (seq) WHERE kind = 'issue';

CREATE INDEX invoice_sendings_rejected ON invoice_sendings (seq) WHERE state = 'rejected';

CREATE INDEX invoice_sendings_waiting ON invoice_sendings (seq) WHERE state = 'waiting';

CREATE INDEX invoice_sendings_with_errors ON invoice_sendings (seq) WHERE state = 'accepted_with_errors';

CREATE INDEX invoices_by_issue ON invoices (is_trial, issued_at);

CREATE INDEX invoices_by_order ON invoices (order_id, issued_at);

CREATE INDEX invoices_by_refund ON invoices (refund_id) WHERE refund_id IS NOT NULL;

CREATE INDEX invoices_due_by_order ON invoices_due (order_id);

CREATE INDEX invoices_lost_by_order ON invoices_lost (order_id);

CREATE INDEX mail_tokens_by_email ON mail_tokens (email);

CREATE INDEX mail_tokens_by_user ON mail_tokens (user_id);

CREATE UNIQUE INDEX mail_tokens_one_live ON mail_tokens (user_id, purpose) WHERE purpose <> 'signup';

CREATE INDEX media_wanted ON media (name) WHERE avif = 'wanted';

CREATE INDEX option_values_by_variant ON option_values (variant_id);

CREATE INDEX order_events_by_order ON order_events (order_id, id);

CREATE INDEX order_events_delivered ON order_events (at) WHERE kind = 'delivered';

CREATE INDEX order_items_by_variant ON order_items (variant_id);

CREATE INDEX order_notes_by_order ON order_notes (order_id);

CREATE INDEX order_origins_by_address ON order_origins (address);

CREATE INDEX order_origins_by_network ON order_origins (network);

CREATE INDEX order_origins_by_time ON order_origins (placed_at);

CREATE UNIQUE INDEX orders_by_guest_key ON orders (email, idempotency_key)
    WHERE user_id IS NULL AND idempotency_key IS NOT NULL;

CREATE UNIQUE INDEX orders_by_number ON orders (year, number);

CREATE INDEX orders_by_payment ON orders (paid_at, status, total_in_cents) WHERE paid_at IS NOT NULL;

CREATE INDEX orders_by_status ON orders (status, created_at DESC, id);

CREATE INDEX orders_by_time ON orders (created_at DESC, id);

CREATE INDEX orders_by_user ON orders (user_id, created_at DESC);

CREATE INDEX orders_flagged ON orders (created_at DESC, id) WHERE attention IS NOT NULL;

CREATE INDEX orders_of_guests ON orders (email, created_at) WHERE user_id IS NULL;

CREATE INDEX orders_pending ON orders (expires_at) WHERE status = 'pending';

CREATE INDEX outbox_by_order ON outbox (json_extract(message, '$.order_id'))
    WHERE json_extract(message, '$.order_id') IS NOT NULL;

CREATE INDEX outbox_by_state ON outbox (state, created_at DESC, id);

CREATE INDEX outbox_by_time ON outbox (created_at DESC, id);

CREATE INDEX outbox_claimed ON outbox (id) WHERE is_claimed;

CREATE INDEX outbox_due ON outbox (next_try_at) WHERE state = 'queued';

CREATE INDEX passkeys_by_user ON passkeys (user_id);

CREATE INDEX payment_attempts_by_order ON payment_attempts (order_id);

CREATE INDEX payment_attempts_by_payment ON payment_attempts (provider, payment_ref) WHERE payment_ref IS NOT NULL;

CREATE INDEX payment_attempts_open ON payment_attempts (expires_at) WHERE state IN ('created', 'open');

CREATE INDEX payment_facts_by_attempt ON payment_facts (attempt_id) WHERE attempt_id IS NOT NULL;

CREATE INDEX payment_facts_waiting ON payment_facts (provider, payment) WHERE attempt_id IS NULL;

CREATE INDEX people_by_time ON people (created_at DESC, id, name, is_admin) WHERE NOT is_admin;

CREATE INDEX price_history_by_variant ON price_history (variant_id, at);

CREATE INDEX product_collections_by_collection ON product_collections (collection_id);

CREATE INDEX product_search_rows_by_title
    ON product_search_rows (lang, title_key, product_id, type, translated, is_in_store) WHERE is_in_store = 1;

CREATE INDEX product_search_rows_of_types
    ON product_search_rows (lang, type, sort_order, created_at, product_id, type_text, is_in_store)
    WHERE is_in_store = 1 AND type_text IS NOT NULL;

CREATE INDEX products_by_change ON products (updated_at DESC, id, maker, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL;

CREATE INDEX products_by_maker ON products (maker) WHERE maker IS NOT NULL;

CREATE INDEX products_hidden ON products (sort_order, created_at, id, type, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND is_hidden = 1;

CREATE INDEX products_in_order ON products (sort_order, created_at, id, deleted_at) WHERE deleted_at IS NULL;

CREATE INDEX products_in_store
    ON products (sort_order, created_at, id, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE INDEX products_in_store_by_age
    ON products (created_at, id, type, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE INDEX products_in_store_by_change
    ON products (updated_at, id, type, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE INDEX products_in_store_by_price ON products (displayed_price_in_cents, id, type, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE INDEX products_in_store_by_type
    ON products (type, sort_order, created_at, id, displayed_price_in_cents, status, is_hidden, deleted_at)
    WHERE deleted_at IS NULL AND status = 'published' AND is_hidden = 0;

CREATE INDEX quote_photos_of ON quote_photos (quote_id, position);

CREATE INDEX quote_requests_by_email ON quote_requests (email);

CREATE UNIQUE INDEX quote_requests_by_number ON quote_requests (year, number);

CREATE INDEX quote_requests_by_status ON quote_requests (status, created_at);

CREATE INDEX quote_requests_new ON quote_requests (id) WHERE status = 'new';

CREATE INDEX quote_requests_newest ON quote_requests (created_at);

CREATE INDEX ratings_by_product ON ratings (product_id, stars);

CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

CREATE INDEX redsys_refunds_by_session ON redsys_refunds (session_id);

CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE UNIQUE INDEX refresh_tokens_one_live ON refresh_tokens (session_id) WHERE used_at IS NULL;

CREATE INDEX refund_lines_by_item ON refund_lines (item_id);

CREATE INDEX refunds_by_attempt ON refunds (attempt_id);

CREATE UNIQUE INDEX refunds_by_key ON refunds (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

CREATE INDEX refunds_by_order ON refunds (order_id);

CREATE INDEX refunds_due ON refunds (next_try_at) WHERE state IN ('queued', 'sent');

CREATE INDEX refunds_failed ON refunds (order_id) WHERE state = 'failed';

CREATE INDEX related_products_by_related ON related_products (related_id);

CREATE INDEX return_cases_by_order ON return_cases (order_id) WHERE order_id IS NOT NULL;

CREATE INDEX return_cases_by_state ON return_cases (state, opened_at);

CREATE INDEX return_cases_by_time ON return_cases (opened_at DESC, id);

CREATE INDEX return_events_by_case ON return_events (case_id, id);

CREATE INDEX return_lines_by_item ON return_lines (item_id);

CREATE INDEX sandbox_notifications_due ON sandbox_notifications (next_try_at) WHERE delivered_at IS NULL;

CREATE INDEX sandbox_sessions_open ON sandbox_sessions (expires_at) WHERE status = 'open';

CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE INDEX sessions_by_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;

CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE INDEX sign_in_flows_by_expiry ON sign_in_flows (expires_at);

CREATE INDEX stock_movements_by_order ON stock_movements (order_id) WHERE order_id IS NOT NULL;

CREATE INDEX stock_movements_by_variant ON stock_movements (variant_id);

CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, variant_id, reason)
    WHERE reason IN ('reserved', 'released');

CREATE INDEX stock_requests_by_address ON stock_requests (address);

CREATE INDEX stock_requests_by_email ON stock_requests (email, created_at);

CREATE INDEX users_by_time ON users (created_at DESC, id);

CREATE INDEX variants_by_product ON variants (product_id, position, deleted_at);

CREATE INDEX variants_by_sale_change ON variants (sale_changes_at) WHERE sale_changes_at IS NOT NULL;

CREATE UNIQUE INDEX variants_by_sku ON variants (sku) WHERE deleted_at IS NULL;

CREATE INDEX variants_by_stock ON variants (inventory_quantity) WHERE manage_inventory AND deleted_at IS NULL;

CREATE INDEX variants_on_endless_sale ON variants (product_id)
    WHERE sale_price_in_cents IS NOT NULL AND sale_ends_at IS NULL AND deleted_at IS NULL;

CREATE INDEX wishes_by_product ON wishes (product_id);

CREATE INDEX withdrawals_by_email ON withdrawals (email, received_at);

CREATE UNIQUE INDEX withdrawals_by_key ON withdrawals (email, request_key) WHERE request_key IS NOT NULL;

CREATE INDEX withdrawals_by_order ON withdrawals (order_id) WHERE order_id IS NOT NULL;

CREATE INDEX withdrawals_by_time ON withdrawals (received_at DESC);

CREATE TRIGGER people_admin_delete AFTER DELETE ON admins BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = OLD.user_id;
END;

CREATE TRIGGER people_admin_insert AFTER INSERT ON admins BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.user_id;
END;

CREATE TRIGGER audit_acts_follow AFTER INSERT ON audit_log BEGIN
    INSERT INTO audit_acts VALUES (NEW.act, 1) ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;

CREATE TRIGGER audit_log_is_final BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TRIGGER catalogue_version_comment_delete AFTER DELETE ON comments WHEN old.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_comment_insert AFTER INSERT ON comments WHEN new.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_comment_update AFTER UPDATE ON comments WHEN old.status = 'approved' OR new.status = 'approved' BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER people_message_delete AFTER DELETE ON contact_messages BEGIN INSERT INTO people_changed VALUES (OLD.email); END;

CREATE TRIGGER people_message_insert AFTER INSERT ON contact_messages BEGIN INSERT INTO people_changed VALUES (NEW.email); END;

CREATE TRIGGER people_message_update AFTER UPDATE OF email, name, created_at ON contact_messages BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;

CREATE TRIGGER catalogue_version_buyer_dispute AFTER UPDATE OF state ON disputes
WHEN EXISTS (SELECT 1 FROM payment_attempts a JOIN orders o ON o.id = a.order_id
             JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE a.id = new.attempt_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_firm_rating AFTER UPDATE OF stars ON firm_ratings WHEN old.stars IS NOT new.stars
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER invoice_records_are_final BEFORE UPDATE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER invoice_records_stay BEFORE DELETE ON invoice_records BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;

CREATE TRIGGER invoices_are_final BEFORE UPDATE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;

CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are append-only'); END;

CREATE TRIGGER invoice_buyers_go_later AFTER DELETE ON invoices_due
WHEN (SELECT name FROM orders WHERE id = OLD.order_id) = '-' BEGIN
    DELETE FROM invoice_buyers WHERE order_id = OLD.order_id
        AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = OLD.order_id);
END;

CREATE TRIGGER catalogue_version_legal_text AFTER INSERT ON legal_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_maker_update AFTER UPDATE ON makers BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER order_events_are_final BEFORE UPDATE ON order_events
BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;

CREATE TRIGGER order_events_stay BEFORE DELETE ON order_events
BEGIN SELECT RAISE(ABORT, 'order events are append-only'); END;

CREATE TRIGGER catalogue_version_buyer_claimed AFTER UPDATE OF user_id ON orders
WHEN EXISTS (SELECT 1 FROM comments WHERE user_id = new.user_id AND status = 'approved')
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;

CREATE TRIGGER invoice_buyers_go AFTER UPDATE OF name ON orders WHEN NEW.name = '-' BEGIN
    DELETE FROM invoice_buyers WHERE order_id = NEW.id AND NOT EXISTS (SELECT 1 FROM invoices_due d WHERE d.order_id = NEW.id);
END;

CREATE TRIGGER order_search_update AFTER UPDATE OF email, name, phone, tracking_number ON orders BEGIN
    UPDATE order_search SET words = (SELECT words FROM order_words WHERE order_id = NEW.id)
    WHERE rowid = (SELECT n FROM order_numbers WHERE order_id = NEW.id);
END;

CREATE TRIGGER orders_per_day_moved AFTER UPDATE OF status ON orders BEGIN
    UPDATE orders_per_day SET how_many = how_many - 1 WHERE day = OLD.created_at / 86400000 AND status = OLD.status;
    INSERT INTO orders_per_day VALUES (NEW.created_at / 86400000, NEW.status, 1)
    ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;

CREATE TRIGGER orders_per_day_placed AFTER INSERT ON orders BEGIN
    INSERT INTO orders_per_day VALUES (NEW.created_at / 86400000, NEW.status, 1)
    ON CONFLICT DO UPDATE SET how_many = how_many + 1;
END;

CREATE TRIGGER orders_status_moves BEFORE UPDATE OF status ON orders
WHEN OLD.status <> NEW.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('paid', 'cancelled')) OR
    (OLD.status = 'paid'    AND NEW.status IN ('shipped', 'cancelled')) OR
    (OLD.status = 'shipped' AND NEW.status IN ('delivered', 'paid')) OR
    (OLD.status = 'delivered' AND NEW.status = 'shipped'))
BEGIN SELECT RAISE(ABORT, 'illegal order status transition'); END;

CREATE TRIGGER people_order_insert AFTER INSERT ON orders WHEN NEW.user_id IS NULL BEGIN
    INSERT INTO people_changed VALUES (NEW.email);
END;

CREATE TRIGGER people_order_update AFTER UPDATE OF user_id, email, name ON orders
WHEN OLD.user_id IS NULL OR NEW.user_id IS NULL BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;

CREATE TRIGGER catalogue_version_buyer_paid AFTER UPDATE OF state ON payment_attempts
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;

CREATE TRIGGER catalogue_version_buyer_refunded AFTER UPDATE OF refunded_in_cents ON payment_attempts
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER payment_facts_are_final BEFORE UPDATE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;

CREATE TRIGGER payment_facts_stay BEFORE DELETE ON payment_facts
BEGIN SELECT RAISE(ABORT, 'payment facts are append-only'); END;

CREATE TRIGGER people_follow INSTEAD OF INSERT ON people_changed BEGIN
    DELETE FROM people WHERE email = NEW.email;
    INSERT INTO people SELECT * FROM people_known WHERE email = NEW.email;
END;

CREATE TRIGGER catalogue_version_text_delete AFTER DELETE ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_text_insert AFTER INSERT ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_text_update AFTER UPDATE ON product_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_product_delete AFTER DELETE ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_product_insert AFTER INSERT ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_product_update AFTER UPDATE ON products BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER displayed_price_product_update AFTER UPDATE OF site_product_selection ON products
WHEN old.site_product_selection IS NOT new.site_product_selection
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = new.id;
END;

CREATE TRIGGER product_search_rows_of_product AFTER UPDATE OF type, sort_order, created_at, status, is_hidden, deleted_at ON products
WHEN (old.type, old.sort_order, old.created_at, old.status, old.is_hidden, old.deleted_at)
    IS NOT (new.type, new.sort_order, new.created_at, new.status, new.is_hidden, new.deleted_at)
BEGIN
    UPDATE product_search_rows
    SET type = new.type, sort_order = new.sort_order, created_at = new.created_at,
        is_in_store = new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
    WHERE product_id = new.id;
END;

CREATE TRIGGER types_in_store_delete AFTER DELETE ON products
WHEN old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0
BEGIN
    UPDATE types_in_store SET products = products - 1 WHERE type = old.type;
    DELETE FROM types_in_store WHERE type = old.type AND products = 0;
END;

CREATE TRIGGER types_in_store_insert AFTER INSERT ON products
WHEN new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
BEGIN
    INSERT INTO types_in_store (type, products) VALUES (new.type, 1) ON CONFLICT (type) DO UPDATE SET products = products + 1;
END;

CREATE TRIGGER types_in_store_update AFTER UPDATE OF type, status, is_hidden, deleted_at ON products
WHEN (old.type, old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0)
    IS NOT (new.type, new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0)
BEGIN
    UPDATE types_in_store SET products = products - 1
    WHERE type = old.type AND old.deleted_at IS NULL AND old.status = 'published' AND old.is_hidden = 0;
    DELETE FROM types_in_store WHERE type = old.type AND products = 0;
    INSERT INTO types_in_store (type, products)
    SELECT new.type, 1 WHERE new.deleted_at IS NULL AND new.status = 'published' AND new.is_hidden = 0
    ON CONFLICT (type) DO UPDATE SET products = products + 1;
END;

CREATE TRIGGER catalogue_version_author_update AFTER UPDATE OF name ON profiles
WHEN old.name <> new.name AND EXISTS (SELECT 1 FROM comments WHERE user_id = new.id AND status = 'approved')
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER people_profile_delete AFTER DELETE ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = OLD.id;
END;

CREATE TRIGGER people_profile_insert AFTER INSERT ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.id;
END;

CREATE TRIGGER people_profile_update AFTER UPDATE OF name, city ON profiles BEGIN
    INSERT INTO people_changed SELECT email FROM users WHERE id = NEW.id;
END;

CREATE TRIGGER catalogue_version_proof_insert AFTER INSERT ON proof BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_proof_update AFTER UPDATE ON proof BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER people_quote_delete AFTER DELETE ON quote_requests BEGIN INSERT INTO people_changed VALUES (OLD.email); END;

CREATE TRIGGER people_quote_insert AFTER INSERT ON quote_requests BEGIN INSERT INTO people_changed VALUES (NEW.email); END;

CREATE TRIGGER people_quote_update AFTER UPDATE OF email, name, created_at ON quote_requests BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;

CREATE TRIGGER catalogue_version_rating_delete AFTER DELETE ON ratings BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_rating_insert AFTER INSERT ON ratings BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_rating_update AFTER UPDATE OF stars ON ratings WHEN old.stars <> new.stars
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_buyer_refund_insert AFTER INSERT ON refunds
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_buyer_refund_update AFTER UPDATE OF state ON refunds
WHEN EXISTS (SELECT 1 FROM orders o JOIN comments c ON (c.user_id = o.user_id OR c.order_id = o.id) AND c.status = 'approved' WHERE o.id = new.order_id)
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_settings_delete AFTER DELETE ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_settings_insert AFTER INSERT ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_settings_update AFTER UPDATE ON settings BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_stock_by_owner AFTER INSERT ON stock_movements
WHEN new.reason <> 'reserved'
 AND (new.reason <> 'released' OR (SELECT cancellation_reason FROM orders WHERE id = new.order_id) IS 'owner')
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER stock_movements_are_final BEFORE UPDATE ON stock_movements
BEGIN SELECT RAISE(ABORT, 'stock movements are append-only'); END;

CREATE TRIGGER catalogue_version_tariff_insert AFTER INSERT ON tariffs BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER tariffs_are_final BEFORE UPDATE ON tariffs
BEGIN SELECT RAISE(ABORT, 'what was published is not changed'); END;

CREATE TRIGGER tariffs_stay BEFORE DELETE ON tariffs
BEGIN SELECT RAISE(ABORT, 'what was published stays'); END;

CREATE TRIGGER tombstones_are_final BEFORE UPDATE ON tombstones
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;

CREATE TRIGGER tombstones_stay BEFORE DELETE ON tombstones
BEGIN SELECT RAISE(ABORT, 'tombstones are append-only'); END;

CREATE TRIGGER people_user_delete AFTER DELETE ON users BEGIN INSERT INTO people_changed VALUES (OLD.email); END;

CREATE TRIGGER people_user_insert AFTER INSERT ON users BEGIN INSERT INTO people_changed VALUES (NEW.email); END;

CREATE TRIGGER people_user_update AFTER UPDATE OF email, email_confirmed_at, created_at ON users BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;

CREATE TRIGGER catalogue_version_stock AFTER UPDATE OF inventory_quantity ON variants
BEGIN UPDATE catalogue_version SET stock = stock + 1; END;

CREATE TRIGGER catalogue_version_variant_delete AFTER DELETE ON variants BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_variant_insert AFTER INSERT ON variants BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER catalogue_version_variant_update AFTER UPDATE OF id, product_id, position, title, sku, image_url, price_in_cents,
    sale_price_in_cents, before_price_in_cents, manage_inventory, weight_grams, deleted_at, announced_sale_in_cents, sale_starts_at,
    sale_ends_at, sale_changes_at, content, gtin ON variants
BEGIN UPDATE catalogue_version SET version = version + 1; END;

CREATE TRIGGER displayed_price_variant_delete AFTER DELETE ON variants
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = old.product_id;
END;

CREATE TRIGGER displayed_price_variant_insert AFTER INSERT ON variants
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id = new.product_id
      AND displayed_price_in_cents <> (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id);
END;

CREATE TRIGGER displayed_price_variant_update
AFTER UPDATE OF id, product_id, position, price_in_cents, sale_price_in_cents, deleted_at ON variants
WHEN (old.id, old.product_id, old.position, old.price_in_cents, old.sale_price_in_cents, old.deleted_at)
    IS NOT (new.id, new.product_id, new.position, new.price_in_cents, new.sale_price_in_cents, new.deleted_at)
BEGIN
    UPDATE products SET displayed_price_in_cents = (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id)
    WHERE id IN (old.product_id, new.product_id)
      AND displayed_price_in_cents <> (SELECT d.price_in_cents FROM displayed_prices d WHERE d.product_id = products.id);
END;

CREATE TRIGGER people_withdrawal_insert AFTER INSERT ON withdrawals BEGIN INSERT INTO people_changed VALUES (NEW.email); END;

CREATE TRIGGER people_withdrawal_update AFTER UPDATE OF email, name ON withdrawals BEGIN
    INSERT INTO people_changed VALUES (OLD.email), (NEW.email);
END;

CREATE TRIGGER withdrawals_are_final BEFORE UPDATE ON withdrawals
WHEN OLD.erased_at IS NOT NULL
    OR (NEW.id, NEW.received_at, NEW.seal, NEW.order_id, NEW.marks, NEW.proof)
        IS NOT (OLD.id, OLD.received_at, OLD.seal, OLD.order_id, OLD.marks, OLD.proof)
    OR NOT iif(NEW.erased_at IS NULL,
        NEW.email <> '' AND OLD.email <> ''
            AND (NEW.name, NEW.contract, NEW.lang, NEW.items, NEW.comment, NEW.statement, NEW.salt, NEW.request_key, NEW.request_hash)
                IS (OLD.name, OLD.contract, OLD.lang, OLD.items, OLD.comment, OLD.statement, OLD.salt, OLD.request_key, OLD.request_hash),
        NEW.email = '' AND NEW.salt IS NULL)
BEGIN SELECT RAISE(ABORT, 'withdrawals are append-only'); END;

CREATE TRIGGER withdrawals_stay BEFORE DELETE ON withdrawals
BEGIN SELECT RAISE(ABORT, 'withdrawals are append-only'); END;
