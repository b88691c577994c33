//! A shop in which everything has happened is sound; whatever is broken in it is found and named.

use super::*;
use crate::audit::Actor;
use crate::checkout::fact::apply_fact;
use crate::checkout::refund::Method;
use crate::checkout::tests::{Shop, request};
use crate::checkout::{payment, worker};
use crate::config::Limits;
use crate::email::EmailAddress;
use crate::fulfilment::{self, GiveBack, Kind, Units, What};
use crate::lang::Lang;
use crate::money::Cents;
use crate::orders::{self, Asker, Order, Parcel};
use crate::payments::{FactKind, forged};
use crate::privacy::{self, Asked};
use crate::withdrawals::{self, Declaration, Sender, Typed};

type Act = fn(&db::Tx<'_>, &Actor, &str, Timestamp) -> Result<Order, fulfilment::Error>;

fn parcel(number: &str) -> Parcel {
    Parcel::new(None, number.parse().ok(), &[]).unwrap()
}

impl Shop {
    async fn ordered(&self, user: &str) -> String {
        let order = self.place_with(request(user, &[("a", 2), ("made to measure", 1)]), Limits::Relaxed).await;
        order.unwrap().order_id
    }

    async fn ordered_and_paid(&self, user: &str) -> String {
        let order = self.ordered(user).await;
        self.start(user, &order).await.unwrap();
        self.pay_at_provider(&self.session(&order));
        worker::reconcile(&self.app, 0).await.unwrap();
        order
    }

    fn owner_does(&self, order: &str, act: Act) {
        let (order, now) = (order.to_owned(), self.clock.now());
        let owner = Actor::CommandLine { id: String::from("0"), user: String::from("root") };
        self.app.db.write_blocking(move |tx| act(tx, &owner, &order, now)).unwrap();
    }

    fn broken(&self) -> Vec<Finding> {
        let now = self.clock.now();
        let mut findings = self.read(|conn| check(conn, now));
        findings.retain(|finding| finding.broken > 0);
        findings
    }
}

/// Orders in every state, by every way there is into it.
async fn shop_that_has_lived() -> Shop {
    let shop = Shop::new();
    shop.sell("a", 50);
    shop.sell("made to measure", 0);
    shop.write(|tx| Ok(tx.execute_batch("UPDATE variants SET manage_inventory = 0 WHERE id = 'made to measure'")?));
    let expires = shop.ordered("u1").await;
    shop.start("u1", &expires).await.unwrap();
    shop.clock.advance_seconds(46 * 60);
    worker::expire_due(&shop.app).await.unwrap();

    shop.ordered("u2").await;
    let given_up = shop.ordered("u3").await;
    payment::cancel(&shop.app, &Asker::account("u3"), &given_up).await.unwrap();
    shop.ordered_and_paid("u4").await;
    let delivered = shop.ordered_and_paid("u5").await;
    shop.owner_does(&delivered, |tx, owner, id, now| {
        fulfilment::ship(tx, owner, id, &parcel("PQ4E8X0700012340108001A"), false, now)
    });
    shop.owner_does(&delivered, |tx, owner, id, now| {
        fulfilment::correct_tracking(tx, owner, id, &parcel("PQ4E8X0700012340108002B"), now)
    });
    shop.owner_does(&delivered, fulfilment::deliver);
    shop.owner_does(&delivered, |tx, owner, id, now| {
        fulfilment::refund(tx, owner, id, &GiveBack::of(What::Amount(Cents(500))), now)
    });
    shop.owner_does(&delivered, |tx, owner, id, now| {
        let item_id = orders::find(tx, id)?.unwrap().items[0].id.clone();
        let units = Units { item_id, quantity: 1, restock: Some(true), loss: Cents::ZERO };
        fulfilment::refund(tx, owner, id, &GiveBack::of(What::Goods(vec![units], Cents::ZERO)), now)
    });
    let by_hand = shop.ordered_and_paid("u10").await;
    shop.owner_does(&by_hand, |tx, owner, id, now| {
        let reason = Some(String::from("en mano"));
        let wanted = GiveBack { method: Method::Elsewhere, reason, ..GiveBack::of(What::Rest) };
        fulfilment::refund(tx, owner, id, &wanted, now)
    });
    shop.clock.advance_seconds(61);
    shop.owner_does(&delivered, |tx, owner, id, now| fulfilment::resend(tx, owner, id, Some(Kind::OrderPaid), now));
    let out_of_stock = shop.ordered_and_paid("u6").await;
    shop.owner_does(&out_of_stock, |tx, owner, id, now| fulfilment::cancel(tx, owner, id, true, now));
    let lost = shop.ordered_and_paid("u7").await;
    shop.owner_does(&lost, |tx, owner, id, now| fulfilment::cancel(tx, owner, id, false, now));

    let late = shop.ordered("u8").await;
    shop.start("u8", &late).await.unwrap();
    shop.owner_does(&late, |tx, owner, id, now| fulfilment::cancel(tx, owner, id, true, now));
    shop.pay_at_provider(&shop.session(&late));
    worker::close_unwanted(&shop.app).await.unwrap();
    let disputed = shop.ordered_and_paid("u9").await;
    for (kind, id) in [(FactKind::Disputed, "one"), (FactKind::DisputeWon, "two")] {
        let (session, now) = (shop.session(&disputed), shop.clock.now());
        let fact = forged::fact(id, &session, "dp_1", kind, Cents(500), "EUR");
        shop.write(move |tx| apply_fact(tx, &fact, now).map(drop));
    }
    shop.write(|tx| {
        let sql = "INSERT INTO contact_messages (id, name, email, message, lang, created_at)
                   VALUES ('m', 'Eva', 'eva@example.com', 'Hola', 'es', 1)";
        Ok(tx.execute(sql, []).map(drop)?)
    });
    let (eva, now) = (EmailAddress::parse("eva@example.com").unwrap(), shop.clock.now());
    let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, Asked::Themselves, &eva, now);
    drop(shop.app.db.write_blocking(erase).unwrap());
    worker::refund_due(&shop.app).await.unwrap();
    withdraw(&shop, "u5", &delivered);
    withdraw(&shop, "u11", "nobody's");
    shop.start("u2", &shop.ordered("u2").await).await.unwrap();
    shop
}

fn withdraw(shop: &Shop, user: &str, contract: &str) {
    let sender = Sender { user_id: Some(user.to_owned()), key: None, request_key: None };
    let (name, email) = (String::from("Núria"), String::from("nuria@example.com"));
    let typed = Typed { name, email, contract: contract.to_owned(), ..Typed::default() };
    let (declared, now) = (Declaration::parse(&typed, Lang::Es).unwrap(), shop.clock.now());
    drop(shop.app.db.write_blocking(move |tx| withdrawals::declare(tx, &sender, &declared, None, now)).unwrap());
}

/// What somebody with a shell could do to the file, and the invariant that notices.
const BREAKS: [(&str, &str); 57] = [
    ("totals", "UPDATE orders SET total_in_cents = total_in_cents + 1 WHERE status = 'paid'"),
    ("totals", "UPDATE orders SET tax_in_cents = 0 WHERE status = 'paid'"),
    ("totals", "UPDATE order_items SET price_in_cents = 1 WHERE variant_id = 'made to measure'"),
    ("totals", "DELETE FROM order_items WHERE order_id = (SELECT id FROM orders WHERE status = 'pending' LIMIT 1)"),
    ("status", "UPDATE orders SET status = 'shipped' WHERE status = 'paid'"),
    ("status", "UPDATE orders SET status = 'paid', paid_at = 1 WHERE status = 'pending'"),
    ("status", "UPDATE orders SET paid_at = NULL WHERE status = 'cancelled'"),
    ("status", "DELETE FROM order_events WHERE kind = 'placed'"),
    ("status", "INSERT INTO order_events (order_id, kind, at) SELECT id, 'paid', 1 FROM orders WHERE status = 'paid'"),
    ("paid orders", "UPDATE orders SET paid_at = 1 WHERE status = 'pending'"),
    ("paid orders", "DELETE FROM payment_facts WHERE kind = 'paid'"),
    ("paid orders", "UPDATE payment_facts SET amount_in_cents = 1 WHERE outcome = 'order_paid'"),
    ("paid orders", "UPDATE payment_facts SET kind = 'expired' WHERE outcome = 'order_paid'"),
    ("payments", "UPDATE payment_attempts SET state = 'paid' WHERE state = 'open'"),
    ("payments", "UPDATE payment_attempts SET state = 'failed' WHERE state = 'paid'"),
    ("payments", "DELETE FROM refunds WHERE reason = 'paid_late'"),
    ("payments", "UPDATE payment_facts SET currency = 'JPY'"),
    ("refunds", "UPDATE payment_attempts SET refunded_in_cents = 1 WHERE state = 'paid'"),
    ("refunds", "UPDATE refunds SET amount_in_cents = 100000 WHERE state = 'done'"),
    ("refunds", "UPDATE refunds SET order_id = (SELECT id FROM orders WHERE status = 'pending')"),
    ("refunds", "UPDATE refunds SET reason = 'outside' WHERE reason = 'owner'"),
    ("disputes", "UPDATE disputes SET state = 'lost'"),
    ("disputes", "UPDATE disputes SET closed_at = NULL"),
    ("stock", "UPDATE variants SET inventory_quantity = inventory_quantity - 1 WHERE id = 'a'"),
    ("stock", "UPDATE variants SET inventory_quantity = -1 WHERE id = 'a'"),
    ("reservations", "DELETE FROM stock_movements WHERE reason = 'reserved'"),
    ("reservations", "DELETE FROM stock_movements WHERE reason = 'released'"),
    ("reservations", "UPDATE order_items SET quantity = 3 WHERE variant_id = 'a'"),
    (
        "reservations",
        "INSERT INTO stock_movements (variant_id, delta, reason, order_id, at)
                      SELECT 'a', 2, 'released', id, 1 FROM orders WHERE status = 'paid'",
    ),
    ("reservations", "DELETE FROM stock_movements WHERE reason = 'returned'"),
    ("reservations", "UPDATE stock_movements SET refund_id = 'not ' || refund_id WHERE reason = 'returned'"),
    ("returned goods", "UPDATE refund_lines SET quantity = 99"),
    ("returned goods", "UPDATE refunds SET shipping_in_cents = 100000"),
    ("holds", "UPDATE orders SET expires_at = 1 WHERE status = 'pending'"),
    ("mails", "DELETE FROM outbox WHERE message ->> 'kind' = 'order_paid'"),
    (
        "mails",
        "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at)
               SELECT 'again ' || id, recipient, lang, message, 1, 1 FROM outbox WHERE message ->> 'kind' = 'order_shipped'",
    ),
    (
        "erasures",
        "INSERT INTO contact_messages (id, name, email, message, lang, created_at)
               VALUES ('back', 'Eva', 'eva@example.com', 'Hola', 'es', 1)",
    ),
    ("invoices", "INSERT INTO invoices_due (order_id, event, at) SELECT id, 'sale', 1 FROM orders LIMIT 1"),
    ("invoice numbers", "UPDATE invoices SET place = place + 10 WHERE place = 1"),
    ("invoiced money", "PRAGMA defer_foreign_keys = on; DELETE FROM invoices WHERE type = 'R5'"),
    ("invoiced money", "UPDATE invoices SET tax_in_cents = tax_in_cents + 1"),
    ("invoice records", "UPDATE invoice_records SET hashed = replace(hashed, 'F2', 'F1')"),
    ("invoice records", "UPDATE invoice_records SET previous_hash = NULL"),
    ("withdrawals", "DELETE FROM return_cases"),
    ("withdrawals", "UPDATE withdrawals SET seal = zeroblob(32)"),
    ("withdrawals", "DELETE FROM order_events WHERE kind = 'withdrawal'"),
    ("people", "UPDATE profiles SET name = 'Eva' WHERE id = 'u1'"),
    ("people", "DELETE FROM people WHERE id = 'u2'"),
    (
        "people",
        "INSERT INTO quote_requests (id, name, email, message, lang, created_at)
               VALUES ('new', 'Pau', 'pau@example.com', 'Hola', 'es', 1)",
    ),
    ("orders per day", "UPDATE orders SET status = 'shipped' WHERE status = 'paid'"),
    ("orders per day", "UPDATE orders_per_day SET how_many = how_many + 1"),
    ("acts of the log", "UPDATE audit_acts SET how_many = how_many + 1"),
    ("lists", "UPDATE products SET displayed_price_in_cents = displayed_price_in_cents + 1 WHERE id = 'a'"),
    ("lists", "UPDATE products SET type = 'Grifos' WHERE id = 'a'"),
    ("lists", "DELETE FROM types_in_store"),
    ("references", "PRAGMA defer_foreign_keys = on; UPDATE order_items SET variant_id = 'gone'"),
    ("log", "UPDATE audit_log SET act = 'order.lost' WHERE seq = 2"),
];

#[tokio::test]
async fn a_shop_that_has_lived_is_sound() {
    let shop = shop_that_has_lived().await;
    assert_eq!(shop.broken(), []);
    let states = shop.read(|conn| {
        let sql = "SELECT count(DISTINCT status) + (SELECT count(DISTINCT state) FROM payment_attempts) FROM orders";
        Ok(conn.query_row(sql, [], |row| row.get::<_, i64>(0))?)
    });
    assert_eq!(states, 4 + 3, "it has not lived: {states}");
    let now = shop.clock.now();
    let idle = shop.read(|conn| check(conn, now)).into_iter().filter(|finding| finding.looked_at == 0);
    assert_eq!(idle.map(|finding| finding.name).collect::<Vec<_>>(), [""; 0], "nothing is asked of nothing");
}

#[tokio::test]
async fn whatever_is_broken_is_found_and_named() {
    let shop = shop_that_has_lived().await;
    let now = shop.clock.now();
    let guards = shop.read(|conn| {
        let mut rows = conn.prepare("SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'")?;
        Ok(rows.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?)
    });
    let guards = guards.join(";");
    for (name, sql) in BREAKS {
        let (guards, (sent, found)) = (guards.clone(), std::sync::mpsc::channel());
        let undone: db::Result<()> = shop.app.db.write_blocking(move |tx| {
            tx.execute_batch(&format!("{guards}; PRAGMA ignore_check_constraints = on; {sql}"))?;
            assert!(tx.changes() > 0, "{sql}");
            sent.send(check(tx, now)?).unwrap();
            Err(db::Error::Busy)
        });
        assert!(matches!(undone, Err(db::Error::Busy)), "{sql}: {undone:?}");
        let findings = found.recv().unwrap();
        let finding = findings.iter().find(|finding| finding.name == name).unwrap();
        assert!(finding.broken > 0 && !finding.ids.is_empty(), "{sql}: {finding:?}");
        assert_eq!(finding.ids.len(), finding.broken.min(NAMED), "{sql}");
    }
    let sound = shop.read(|conn| check(conn, now)).into_iter().all(|finding| finding.broken == 0);
    assert!(sound, "each was undone");
    let named: std::collections::BTreeSet<_> = BREAKS.iter().map(|(name, _)| *name).collect();
    let all = shop.read(|conn| check(conn, now));
    let unbroken: Vec<_> = all.iter().map(|finding| finding.name).filter(|name| !named.contains(name)).collect();
    assert_eq!(unbroken, ["file"], "broken in a test of its own");
}

#[test]
fn a_damaged_file_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.sqlite");
    drop(db::Db::open(&path).unwrap());
    let conn = rusqlite::Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA ignore_check_constraints = on; INSERT INTO settings VALUES ('x', 'no JSON', 1)")
        .unwrap();
    drop(conn);
    let findings = db::look(&path, |conn| check(conn, Timestamp::from_millis(1))).unwrap();
    let broken: Vec<_> = findings.iter().filter(|finding| finding.broken > 0).collect();
    assert_eq!(broken.iter().map(|finding| finding.name).collect::<Vec<_>>(), ["file"]);
    assert!(broken[0].ids[0].contains("settings"), "{broken:?}");
}
