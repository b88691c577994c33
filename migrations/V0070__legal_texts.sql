-- Each legal text as it was shown, kept when its words change, so that the one a buyer agreed to can be shown years later.
CREATE TABLE legal_texts (
    document TEXT NOT NULL CHECK (length(document) BETWEEN 1 AND 40),
    lang     TEXT NOT NULL,
    version  INTEGER NOT NULL CHECK (version > 0),         -- 1, 2, 3 … of this text in this language
    since    INTEGER NOT NULL,
    words    BLOB NOT NULL CHECK (length(words) = 32),     -- SHA-256 of the text without its markup
    html     TEXT NOT NULL,
    PRIMARY KEY (document, lang, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER catalogue_version_legal_text AFTER INSERT ON legal_texts BEGIN UPDATE catalogue_version SET version = version + 1; END;

-- Of the terms, in the order's language.
ALTER TABLE orders ADD COLUMN terms_version INTEGER CHECK (terms_version > 0);

-- What the law asks of the firm and no program can see: who said that it is done, and when.
CREATE TABLE law_confirmations (
    duty         TEXT PRIMARY KEY CHECK (length(duty) BETWEEN 1 AND 40),
    by_whom      TEXT NOT NULL,
    note         TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
    confirmed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
