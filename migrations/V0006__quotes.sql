-- What people write to the firm from the site: requests for a quote, and messages.

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
) STRICT;
CREATE INDEX quote_requests_newest ON quote_requests (created_at);

CREATE TABLE contact_messages (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    email      TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    message    TEXT NOT NULL CHECK (length(message) BETWEEN 1 AND 4000),
    lang       TEXT NOT NULL,
    status     TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered', 'closed')),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_messages_newest ON contact_messages (created_at);
