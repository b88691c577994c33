//! What is kept for the desk's lists beside the rows it follows from: after whatever was written, the lists are those that a
//! look at every row gives.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use manetes::audit::{self, Actor, Filter};
use manetes::clock::Timestamp;
use manetes::db::{self, Conn, Db, Tx};
use manetes::desk;
use manetes::invariants;
use manetes::orders::desk::Wanted;
use manetes::orders::{self, Refunded, Status};
use manetes::page::Page;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;
use strum::VariantArray as _;

use crate::support::NOON;

const KEPT: [&str; 3] = ["people", "orders per day", "acts of the log"];
const ALL: Page = Page { offset: 0, limit: -1 };
/// A bit more than half a day, so that some things are of one moment and others of days apart.
const STEP: i64 = 50_000_000;

/// Something that is written: which, and what it is about. What a constraint refuses does not happen.
type Act = (usize, usize, usize);

const ACTS: [&str; 26] = [
    "INSERT INTO users (id, email, password_hash, created_at, updated_at) VALUES (:who, :address, '', :now, :now);
     INSERT INTO profiles (id, updated_at) VALUES (:who, :now)",
    "INSERT INTO users (id, email, password_hash, email_confirmed_at, created_at, updated_at)
         VALUES (:who, :address, '', 1, :now, :now);
     INSERT INTO profiles (id, name, updated_at) VALUES (:who, 'Ana', :now)",
    "UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, :now) WHERE id = :who",
    "UPDATE users SET email = :address WHERE id = :who",
    "UPDATE profiles SET name = :address, city = 'Abrera' WHERE id = :who",
    "DELETE FROM users WHERE id = :who",
    "DELETE FROM admins WHERE user_id = :who; UPDATE users SET email = :who || '@erased.invalid' WHERE id = :who;
     UPDATE profiles SET name = '', city = '' WHERE id = :who;
     UPDATE orders SET email = '', name = '-', key_nonce = NULL WHERE user_id = :who OR email = :address;
     DELETE FROM quote_requests WHERE email = :address; DELETE FROM contact_messages WHERE email = :address",
    "INSERT INTO admins (user_id, granted_at) VALUES (:who, :now)",
    "DELETE FROM admins WHERE user_id = :who",
    "INSERT INTO orders (id, user_id, email, ORDER) SELECT :new, :who, :address, VALUES",
    "INSERT INTO orders (id, email, key_nonce, ORDER) SELECT :new, :address, 'n', VALUES",
    "INSERT INTO orders (id, email, key_nonce, ORDER) SELECT :new, :address, 'n', VALUES",
    "UPDATE orders SET user_id = :who, key_nonce = NULL WHERE id = :old AND key_nonce IS NOT NULL",
    "UPDATE orders SET email = '', name = '-', key_nonce = NULL WHERE id = :old",
    "UPDATE orders SET status = 'cancelled', cancellation_reason = 'owner' WHERE id = :old",
    "UPDATE orders SET paid_at = coalesce(paid_at, :now),
         status = CASE status WHEN 'pending' THEN 'paid' WHEN 'paid' THEN 'shipped' ELSE 'delivered' END WHERE status <> 'cancelled' AND id <= :old",
    "INSERT INTO payment_attempts (id, order_id, provider, amount_in_cents, currency, state, refunded_in_cents, created_at,
         expires_at) SELECT 'a' || :new, id, 'sandbox', total_in_cents, 'EUR', 'paid', :n * 500, 0, 0
     FROM orders WHERE id = :old;
     INSERT INTO refunds (id, order_id, attempt_id, amount_in_cents, reason, state, next_try_at, created_at)
     SELECT 'r' || :new, order_id, id, 500, 'owner', 'done', 0, 0 FROM payment_attempts
     WHERE order_id = :old AND refunded_in_cents > 0 LIMIT 1",
    "INSERT INTO quote_requests (id, name, email, message, lang, created_at) VALUES (:new, :who, :address, 'm', 'es', :now)",
    "INSERT INTO contact_messages (id, name, email, message, lang, created_at) VALUES (:new, :who, :address, 'm', 'es', :now)",
    "DELETE FROM quote_requests WHERE id = :old; DELETE FROM contact_messages WHERE id = :old",
    "UPDATE quote_requests SET email = :address, name = :who WHERE id = :old;
     UPDATE contact_messages SET email = :address, name = :who WHERE id = :old",
    "LOG",
    "UPDATE orders SET email = :address WHERE id = :old AND key_nonce IS NOT NULL",
    "INSERT INTO withdrawals (id, received_at, name, contract, email, lang, items, statement, salt, seal, proof, marks, request_hash)
     VALUES (:new, :now, :who, 'c', :address, 'es', '[]', 's', zeroblob(32), zeroblob(32), 'none', '[]', zeroblob(32))",
    "UPDATE withdrawals SET email = :address WHERE id = :old",
    "UPDATE withdrawals SET name = '-', email = '', salt = NULL, erased_at = :now WHERE id = :old",
];

/// Several may come at one moment.
fn happen(tx: &Tx<'_>, (what, one, other): Act, n: usize) {
    let now = NOON.millis() + STEP * i64::try_from(n / 3).unwrap();
    let (who, address) = (format!("u{one}"), format!("p{other}@example.com"));
    if ACTS[what] == "LOG" {
        let act = ["order.shipped", "order.delivered", "orders.moved", "product.changed"][other];
        return audit::record(tx, &Actor::System, act, &who, &json!({}), Timestamp::from_millis(now)).unwrap();
    }
    let named = "year, number, lang, name, address, city, postal_code, country, items_in_cents, shipping_in_cents, total_in_cents,
        tax_in_cents, created_at, updated_at, expires_at";
    let values = ":now / 31536000000, :n + 1, 'es', :who, 'c', 'c', '08630', 'ES', 1000, 0, 1000, 0, :now, :now, :now";
    let sql = ACTS[what]
        .replace("ORDER", named)
        .replace("VALUES", if ACTS[what].contains("SELECT :new") { values } else { "VALUES" });
    let old = format!("n{:03}", (one * 4 + other) % n.max(1));
    let filled = [
        (":who", format!("'{who}'")),
        (":address", format!("'{address}'")),
        (":now", now.to_string()),
        (":new", format!("'n{n:03}'")),
        (":old", format!("'{old}'")),
        (":n", if what == 16 { other % 3 } else { n }.to_string()),
    ];
    let sql = filled.into_iter().fold(sql, |sql, (name, value)| sql.replace(name, &value));
    tx.execute_batch("SAVEPOINT act").unwrap();
    let end = if tx.execute_batch(&sql).is_ok() { "RELEASE act" } else { "ROLLBACK TO act; RELEASE act" };
    tx.execute_batch(end).unwrap();
}

/// One column or more of each row, as text.
fn rows<const N: usize>(conn: &Conn, sql: &str) -> Vec<[String; N]> {
    let mut rows = conn.prepare(sql).unwrap();
    let read = |row: &rusqlite::Row<'_>| {
        let mut all = [const { String::new() }; N];
        for (at, one) in all.iter_mut().enumerate() {
            *one = row.get(at)?;
        }
        Ok(all)
    };
    rows.query_map([], read).unwrap().map(Result::unwrap).collect()
}

/// Everybody by their address: since when, who they are, and what they are called.
fn everybody(conn: &Conn) -> Vec<[String; 3]> {
    let mut people = BTreeMap::<String, (String, String, String)>::new();
    let guests = "orders WHERE user_id IS NULL AND email <> ''";
    let senders = "withdrawals WHERE email <> ''";
    for (sent, at) in [
        (guests, "created_at"),
        ("quote_requests", "created_at"),
        ("contact_messages", "created_at"),
        (senders, "received_at"),
    ] {
        let sql = format!("SELECT email, id, printf('%015d', {at}), name FROM {sent} ORDER BY {at}, id");
        for [email, id, at, name] in rows(conn, &sql) {
            let last = people.entry(email).or_default();
            if last.0 <= at {
                *last = (at, id, name);
            }
        }
    }
    let sql = "SELECT email, u.id, printf('%015d', created_at), name, EXISTS (SELECT 1 FROM admins a WHERE user_id = u.id) || ''
        FROM users u JOIN profiles p USING (id) WHERE email_confirmed_at IS NOT NULL";
    for [email, id, at, name, is_admin] in rows(conn, sql) {
        people.remove(&email);
        if is_admin == "0" && !email.ends_with("@erased.invalid") {
            people.insert(email, (at, id, name));
        }
    }
    let mut people: Vec<_> = people.into_iter().map(|(email, (at, id, name))| (at, id, [email, name])).collect();
    people.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    people.into_iter().map(|(_, id, [email, name])| [email, id, name]).collect()
}

/// Every page of a list is the part of it that its place says, and its total is how many there are.
fn assert_pages<T: PartialEq + std::fmt::Debug + Clone>(whole: &[T], list: impl Fn(Page) -> (i64, Vec<T>)) {
    let limit = 2;
    for offset in 0..=whole.len() + 1 {
        let (count, page) = list(Page { offset: i64::try_from(offset).unwrap(), limit });
        let expected: Vec<T> = whole.iter().skip(offset).take(2).cloned().collect();
        assert_eq!((count, page), (i64::try_from(whole.len()).unwrap(), expected), "from {offset}");
    }
}

fn assert_people(conn: &Conn) -> usize {
    let everybody = everybody(conn);
    let list = |q: Option<&str>, page| {
        let (count, page) = desk::customers(conn, q, page).unwrap();
        (count, page.into_iter().map(|person| [person.email, person.id, person.name]).collect::<Vec<_>>())
    };
    assert_pages(&everybody, |page| list(None, page));
    let is_found = |[email, _, name]: &&[String; 3]| email.contains("p1@") || name.contains("p1@");
    let found: Vec<_> = everybody.iter().filter(is_found).cloned().collect();
    assert_pages(&found, |page| list(Some("P1@"), page));
    assert_eq!(list(None, ALL).1, everybody);
    everybody.len()
}

fn assert_orders(conn: &Conn) -> HashSet<Status> {
    let mut there = orders::list(conn, None).unwrap();
    there.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.id.cmp(&b.id)));
    for status in std::iter::once(None).chain(Status::VARIANTS.iter().copied().map(Some)) {
        for refund in [None, Some(Refunded::No), Some(Refunded::Partly), Some(Refunded::Wholly)] {
            let fits = there.iter().filter(|order| status.is_none_or(|status| order.status == status));
            let fits = fits.filter(|order| refund.is_none_or(|refund| order.money.refund_state() == refund));
            let fits: Vec<_> = fits.map(|order| order.id.clone()).collect();
            let wanted = Wanted { status, refund, ..Wanted::default() };
            assert_pages(&fits, |page| {
                let (count, page) = orders::desk::search(conn, &wanted, page).unwrap();
                (count, page.into_iter().map(|order| order.id).collect())
            });
        }
    }
    there.into_iter().map(|order| order.status).collect()
}

fn assert_log(conn: &Conn) {
    let all = rows::<2>(conn, "SELECT seq || '', act FROM audit_log ORDER BY seq DESC");
    for act in [None, Some("order"), Some("orders"), Some("order.shipped"), Some("order."), Some("none")] {
        let fits = |had: &str| act.is_none_or(|act| had == act || had.starts_with(&format!("{act}.")));
        let entries: Vec<_> = all.iter().filter(|[_, had]| fits(had)).map(|[seq, _]| seq.clone()).collect();
        let filter = Filter { act: act.map(str::to_owned), q: None };
        assert_pages(&entries, |page| {
            let (count, page) = audit::list(conn, &filter, page.offset, page.limit).unwrap();
            (count, page.into_iter().map(|entry| entry.seq.to_string()).collect())
        });
    }
}

fn broken(conn: &Conn) -> Vec<&'static str> {
    let findings = invariants::check_shop(conn, NOON).unwrap().into_iter();
    findings.filter(|finding| KEPT.contains(&finding.name) && finding.broken > 0).map(|finding| finding.name).collect()
}

#[test]
fn whatever_is_written_what_is_kept_for_the_lists_is_what_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    let lived = |tx: &Tx<'_>| {
        tx.execute_batch("SAVEPOINT life").unwrap();
        let config = Config { cases: 150, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let lives = proptest::collection::vec((0..ACTS.len(), 0..4_usize, 0..4_usize), 10..60);
        let seen = RefCell::new((0, HashSet::new()));
        let outcome = runner.run(&lives, |acts| {
            tx.execute_batch("ROLLBACK TO life").unwrap();
            for (n, act) in acts.into_iter().enumerate() {
                happen(tx, act, n);
                assert_eq!(broken(tx), [""; 0], "after {}", ACTS[act.0]);
            }
            assert_log(tx);
            let (people, statuses) = &mut *seen.borrow_mut();
            *people += assert_people(tx);
            statuses.extend(assert_orders(tx));
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
        let (people, statuses) = seen.into_inner();
        assert!(people > 150 && statuses.len() == Status::VARIANTS.len(), "{people} people, {statuses:?}");
        Ok::<_, db::Error>(())
    };
    db.write_blocking(lived).unwrap();
}

#[test]
fn a_trigger_that_is_missing_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::open(&dir.path().join("t.sqlite")).unwrap();
    let kept = "SELECT name FROM sqlite_schema WHERE type = 'trigger'
        AND (name GLOB 'people_*' OR name GLOB 'orders_per_day_*' OR name GLOB 'audit_acts_*')";
    let triggers = db.read_blocking(|conn| Ok::<_, db::Error>(rows::<1>(conn, kept))).unwrap();
    assert!(triggers.len() > 15, "{triggers:?}");
    // Each act after those that it needs.
    let lives: [&[Act]; 10] = [
        &[(1, 0, 0), (4, 0, 1), (7, 0, 0), (8, 0, 0), (3, 0, 2), (5, 0, 0)],
        &[(0, 1, 1), (2, 1, 1)],
        &[(10, 0, 0), (13, 0, 0)],
        &[(10, 0, 0), (15, 0, 0), (21, 0, 0)],
        &[(17, 0, 0), (20, 0, 1)],
        &[(17, 0, 0), (19, 0, 0)],
        &[(18, 0, 0), (20, 0, 1)],
        &[(18, 0, 0), (19, 0, 0)],
        &[(1, 0, 0), (10, 0, 1), (12, 0, 1)],
        &[(23, 0, 0), (24, 0, 1)],
    ];
    // An account comes with its profile, and goes with it; without the last of these nothing can be written at all.
    let no_difference = ["people_user_insert", "people_profile_delete", "people_follow"];
    for [trigger] in triggers {
        let dropped = format!("SAVEPOINT life; DROP TRIGGER {trigger}");
        let is_noticed = move |tx: &Tx<'_>| {
            let notices = lives.iter().any(|acts| {
                tx.execute_batch(&dropped).unwrap();
                let noticed = acts.iter().enumerate().any(|(n, act)| {
                    happen(tx, *act, n);
                    !broken(tx).is_empty()
                });
                tx.execute_batch("ROLLBACK TO life; RELEASE life").unwrap();
                noticed
            });
            Ok::<_, db::Error>(notices)
        };
        let is_noticed = db.write_blocking(is_noticed).unwrap();
        assert_ne!(is_noticed, no_difference.contains(&trigger.as_str()), "without {trigger}");
    }
}
