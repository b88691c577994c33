//! A database of every version there has been, with a shop in it, becomes one of today's and loses nothing.

use rusqlite::Connection;

use crate::clock::Timestamp;
use crate::db::migrate::{embedded, known};
use crate::db::{self, Copy, Db};
use crate::{invariants, upgrade};

const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_000);

/// What a shop of each version holds: statements, and the versions they are of (the last excluded).
const SHOP: [(i32, i32, &str); 24] = [
    (1, i32::MAX, "INSERT INTO settings VALUES ('company.brand', '\"Ferreteria\"', 0)"),
    (
        2,
        i32::MAX,
        "INSERT INTO products (id, slug, title, created_at, updated_at) VALUES ('p', 'p', 'Candado', 0, 0);
         INSERT INTO product_images (id, product_id, position, url) VALUES ('i', 'p', 0, '/media/own/i');
         INSERT INTO product_texts (product_id, lang, path, text) VALUES ('p', 'en', 'title', 'Padlock');
         INSERT INTO variants (id, product_id, position, title, sku, price_in_cents, inventory_quantity)
         VALUES ('v', 'p', 0, '', 'CAN-1', 1000, 5);
         INSERT INTO price_history (variant_id, price_in_cents, at) VALUES ('v', 1000, 0);
         INSERT INTO stock_movements (variant_id, delta, reason, at) VALUES ('v', 5, 'set', 0)",
    ),
    (
        3,
        i32::MAX,
        "INSERT INTO users (id, email, password_hash, email_confirmed_at, created_at, updated_at)
         VALUES ('u', 'u@example.com', 'hash', 0, 0, 0), ('new', 'new@example.com', 'hash', NULL, 0, 0);
         INSERT INTO profiles (id, name, address, city, postal_code, country, updated_at)
         VALUES ('u', 'Núria', 'Carrer Major 1', 'Abrera', '08630', 'ES', 0), ('new', '', '', '', '', '', 0);
         INSERT INTO admins (user_id, granted_at) VALUES ('u', 0);
         INSERT INTO sessions (id, user_id, method, created_at, last_seen_at, expires_at)
         VALUES ('s', 'u', 'password', 0, 0, 9000000000000);
         INSERT INTO refresh_tokens (hash, session_id) VALUES (zeroblob(32), 's');
         INSERT INTO access_tokens (hash, session_id, expires_at) VALUES (zeroblob(32), 's', 9000000000000)",
    ),
    (
        3,
        10,
        "INSERT INTO mail_tokens (id, user_id, purpose, hash, created_at, expires_at)
         VALUES ('t', 'new', 'signup', zeroblob(32), 0, 9000000000000)",
    ),
    (
        4,
        i32::MAX,
        "INSERT INTO orders (id, user_id, email, lang, status, name, address, city, postal_code, country, items_in_cents,
             shipping_in_cents, total_in_cents, tax_in_cents, created_at, updated_at, expires_at, paid_at)
         VALUES ('o', 'u', 'u@example.com', 'ca', 'paid', 'Núria', 'Carrer Major 1', 'Abrera', '08630', 'ES', 2000, 495, 2495,
             347, 0, 0, 0, 0);
         INSERT INTO order_items (id, order_id, position, product_id, variant_id, product_title, variant_title, quantity,
             price_in_cents, tax_rate_bp, stock_managed)
         VALUES ('oi', 'o', 0, 'p', 'v', 'Candado', '', 2, 1000, 2100, 1);
         INSERT INTO stock_movements (variant_id, delta, reason, order_id, at) VALUES ('v', -2, 'reserved', 'o', 0);
         UPDATE variants SET inventory_quantity = 3;
         INSERT INTO order_events (order_id, kind, at) VALUES ('o', 'placed', 0), ('o', 'paid', 0);
         INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount_in_cents, currency, state,
             refunded_in_cents, created_at, expires_at)
         VALUES ('a', 'o', 'sandbox', 'session', 2495, 'EUR', 'paid', 100, 0, 0);
         INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, amount_in_cents, currency, outcome, received_at)
         VALUES ('sandbox', 'f', 'a', 'paid', 2495, 'EUR', 'order_paid', 0);
         INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, state, next_try_at, created_at, done_at)
         VALUES ('r', 'o', 'a', 100, 'owner', 'done', 0, 0, 0)",
    ),
    (
        5,
        i32::MAX,
        "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at)
         VALUES ('m', 'u@example.com', 'es', '{\"kind\":\"order_received\",\"order_id\":\"o\"}', 0, 0)",
    ),
    (
        6,
        i32::MAX,
        "INSERT INTO quote_requests (id, name, email, message, lang, created_at)
         VALUES ('q', 'Omar', 'omar@example.com', 'Una puerta', 'ar', 0);
         INSERT INTO contact_messages (id, name, email, message, lang, created_at)
         VALUES ('c', 'Omar', 'omar@example.com', 'Hola', 'es', 0)",
    ),
    (8, i32::MAX, "INSERT INTO quote_photos (id, quote_id, position, bytes, created_at) VALUES ('ph', 'q', 0, 1, 0)"),
    (
        10,
        i32::MAX,
        "INSERT INTO mail_tokens (id, user_id, purpose, email, hash, created_at, expires_at)
         VALUES ('t', 'new', 'signup', 'new@example.com', zeroblob(32), 0, 9000000000000);
         INSERT INTO factors (id, user_id, verified_at, created_at, updated_at) VALUES ('fa', 'u', 0, 0, 0);
         INSERT INTO recovery_codes (hash, user_id) VALUES (zeroblob(32), 'u')",
    ),
    (10, 33, "INSERT INTO factor_challenges (id, factor_id, expires_at) VALUES ('ch', 'fa', 0)"),
    (33, i32::MAX, "INSERT INTO factor_challenges (id, factor_id, session_id, expires_at) VALUES ('ch', 'fa', 's', 0)"),
    (
        11,
        i32::MAX,
        "INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_at, last_sign_in_at)
         VALUES ('id', 'u', 'acme', 'https://acme.example', '1', 'u@example.com', 0, 0)",
    ),
    (
        13,
        i32::MAX,
        "INSERT INTO comments (id, item_id, user_id, content, status, created_at, decided_at)
         VALUES ('co', 'p', 'u', 'Va bien', 'approved', 0, 0)",
    ),
    (
        14,
        i32::MAX,
        "INSERT INTO order_notes (event_id, order_id, text) SELECT max(id), 'o', 'Llamar antes' FROM order_events;
         INSERT INTO order_numbers (order_id) VALUES ('o');
         INSERT INTO order_search (rowid, words) VALUES (1, 'o')",
    ),
    (16, i32::MAX, "INSERT INTO inquiry_events (inquiry_id, kind, author, text, at) VALUES ('q', 'note', 'u', 'Sí', 0)"),
    (
        90,
        i32::MAX,
        "INSERT INTO answer_files (id, event_id, position, name, bytes, created_at)
         SELECT 'af', max(id), 0, 'presupuesto.pdf', 1, 0 FROM inquiry_events",
    ),
    (
        17,
        i32::MAX,
        "INSERT INTO disputes (provider, id, attempt_id, amount_in_cents, state, created_at)
         VALUES ('sandbox', 'd', 'a', 1, 'open', 0);
         INSERT INTO payment_facts (provider, fact_id, attempt_id, kind, reference, amount_in_cents, currency, outcome,
             received_at)
         VALUES ('sandbox', 'fd', 'a', 'disputed', 'd', 1, 'EUR', 'disputed', 0)",
    ),
    (20, i32::MAX, "INSERT INTO media (name, bytes) VALUES ('own', 1)"),
    (27, i32::MAX, "INSERT INTO order_origins (order_id, address, placed_at) VALUES ('o', zeroblob(32), 0)"),
    (28, i32::MAX, "UPDATE orders SET year = 1970, number = 1"),
    (
        95,
        i32::MAX,
        "UPDATE quote_requests SET year = 1970, number = 1; UPDATE contact_messages SET year = 1970, number = 1",
    ),
    (40, i32::MAX, "INSERT INTO product_words VALUES ('grifería')"),
    (51, i32::MAX, "INSERT INTO product_word_grams VALUES ('ria', 8, 'grifería')"),
    (72, i32::MAX, "INSERT INTO invoices_due (order_id, event, at) VALUES ('o', 'sale', 0)"),
];

/// What is there afterwards, whichever of these versions (and later ones) the shop was of.
const KEPT: [(i32, &str, &str); 16] = [
    (1, "SELECT value FROM settings WHERE key = 'company.brand'", "\"Ferreteria\""),
    (
        2,
        "SELECT title || ' ' || group_concat(t.text) FROM products JOIN product_texts t ON product_id = id",
        "Candado Padlock",
    ),
    (2, "SELECT sku || ' ' || price_in_cents FROM variants", "CAN-1 1000"),
    (3, "SELECT group_concat(email) FROM (SELECT email FROM users ORDER BY id)", "new@example.com,u@example.com"),
    (3, "SELECT name || ' ' || city FROM profiles WHERE id = 'u'", "Núria Abrera"),
    (
        3,
        "SELECT user_id FROM sessions JOIN refresh_tokens r ON r.session_id = id JOIN access_tokens USING (session_id)",
        "u",
    ),
    (3, "SELECT email FROM mail_tokens WHERE purpose = 'signup'", "new@example.com"),
    (4, "SELECT year || '-' || number || ' ' || status || ' ' || total_in_cents FROM orders", "1970-1 paid 2495"),
    (4, "SELECT product_title || ' ' || quantity FROM order_items", "Candado 2"),
    (4, "SELECT state || ' ' || amount_in_cents FROM refunds", "done 100"),
    (4, "SELECT n.n || ' ' || (s.rowid = n.n) FROM order_numbers n JOIN order_search s WHERE order_id = 'o'", "1 1"),
    (5, "SELECT recipient || ' ' || state FROM outbox", "u@example.com queued"),
    (
        6,
        "SELECT q.message || ' ' || c.message FROM quote_requests q JOIN contact_messages c USING (email)",
        "Una puerta Hola",
    ),
    (
        6,
        "SELECT q.year || '-' || q.number || ' ' || c.year || '-' || c.number FROM quote_requests q, contact_messages c",
        "1970-1 1970-1",
    ),
    (11, "SELECT subject FROM identities", "1"),
    (40, "SELECT word || letters FROM product_word_grams WHERE gram = 'ria'", "grifería8"),
];

/// Makes a database of a version, filled as that version was.
fn shop_of(version: i32, path: &std::path::Path) {
    let mut conn = Connection::open(path).unwrap();
    crate::db::connect::set_up(&conn).unwrap();
    embedded::migrations::runner().set_target(refinery::Target::Version(version)).run(&mut conn).unwrap();
    for (_, _, rows) in SHOP.iter().filter(|(from, before, _)| (*from..*before).contains(&version)) {
        conn.execute_batch(rows).unwrap_or_else(|error| panic!("version {version}: {error}: {rows}"));
    }
}

#[test]
fn a_shop_of_every_version_becomes_one_of_todays_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    for version in known() {
        let path = dir.path().join(format!("v{version}.sqlite"));
        shop_of(version, &path);
        let db = Db::open(&path).unwrap_or_else(|error| panic!("version {version}: {error}"));
        for (_, sql, expected) in KEPT.iter().filter(|(from, ..)| *from <= version) {
            let found = db
                .read_blocking(|conn| conn.query_row(sql, [], |row| row.get::<_, String>(0)).map_err(db::Error::from));
            assert_eq!(
                found.unwrap_or_else(|error| panic!("version {version}: {error}: {sql}")),
                *expected,
                "version {version}: {sql}"
            );
        }
        let findings = db.read_blocking(|conn| invariants::check(conn, NOW)).unwrap();
        let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).collect();
        assert!(broken.is_empty(), "version {version}: {broken:?}");
    }
}

#[test]
fn what_a_copy_of_any_version_still_had_to_do_waits_when_it_is_put_back() {
    let dir = tempfile::tempdir().unwrap();
    for version in known().into_iter().filter(|version| (5..db::latest_version()).contains(version)) {
        let path = dir.path().join(format!("v{version}.sqlite"));
        shop_of(version, &path);
        let conn = Connection::open(&path).unwrap();
        let queued = "INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, next_try_at, created_at)
            VALUES ('rq', 'o', 'a', 50, 'owner', 0, 7)";
        conn.execute(queued, []).unwrap();
        let at_redsys = "UPDATE payment_attempts SET provider = 'redsys', provider_ref = 'rs';
            INSERT INTO redsys_sessions (id, order_number, reference, amount_in_cents, currency, description, lang,
                success_url, cancel_url, created_at, expires_at) VALUES ('rs', '0001', 'a', 2495, 'EUR', '', 'es', '', '', 0, 0)";
        if version >= 17 {
            conn.execute_batch(at_redsys).unwrap();
        }
        drop(conn);
        drop(Db::open(&path).unwrap());

        let copy = Copy::of(&path).unwrap().unwrap();
        let waiting = upgrade::settle(&copy, NOW).unwrap_or_else(|error| panic!("version {version}: {error}"));
        assert_eq!((waiting.mails, waiting.are_held, waiting.refunds), (1, version >= 42, 1), "version {version}");
        // Cut off before it is in its place, it is done again.
        upgrade::settle(&copy, NOW).unwrap();
        copy.put_back(&path, NOW).unwrap();
        let conn = Connection::open(&path).unwrap();
        let text = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(text("SELECT state || attempts FROM refunds WHERE id = 'rq'"), "queued1", "version {version}");
        let mail = if version >= 42 { "SELECT state || is_held FROM outbox" } else { "SELECT state FROM outbox" };
        assert_eq!(text(mail), if version >= 42 { "queued1" } else { "dead" }, "version {version}");
        if version >= 17 {
            assert_eq!(text("SELECT id || state || sent_at FROM redsys_refunds"), "rqsent7", "version {version}");
        }
    }
}
