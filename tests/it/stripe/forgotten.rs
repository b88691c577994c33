//! A shop that was put back, and a Stripe that knows what was paid since.

use std::path::PathBuf;
use std::time::Duration;

use manetes::alerts;
use manetes::backup::settle::settle;
use manetes::checkout::{search, worker};
use manetes::clock::{Clock, Timestamp};
use manetes::db;
use manetes::privacy::{retention, tombstones};
use rusqlite::Connection;
use rusqlite::backup::Backup;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{PRICE, SKU, Sale, session_of};
use crate::support::stripe::{Fault, KEY, WEBHOOK_SECRET};
use crate::support::{Desk, Person, Program, Stripe, TestShop, address, until};

const HOUR: i64 = 60 * 60;

/// A shop as it stood at a moment.
struct Copy {
    dir: TempDir,
    at: Timestamp,
}

impl Copy {
    fn of(shop: &TestShop) -> Self {
        let dir = tempfile::tempdir().unwrap();
        db::copy_quietly(&shop.app.data_dir.join("manetes.sqlite"), &dir.path().join("copy.sqlite")).unwrap();
        Self { dir, at: shop.app.clock.now() }
    }

    fn file(&self) -> PathBuf {
        self.dir.path().join("copy.sqlite")
    }

    /// The shop is again what it was then, and settled as after a restore.
    async fn put_back(&self, shop: &TestShop) {
        let mut live = Connection::open(shop.app.data_dir.join("manetes.sqlite")).unwrap();
        let copy = Connection::open(self.file()).unwrap();
        Backup::new(&copy, &mut live).unwrap().run_to_completion(1000, Duration::ZERO, None).unwrap();
        drop(live);
        let (known_until, now) = (self.at, shop.app.clock.now());
        shop.app.db.write(move |tx| settle(tx, known_until, now)).await.unwrap();
    }
}

/// The payments job, some hours later, so that whatever waits is due.
async fn search_later(shop: &TestShop) {
    shop.app.clock.advance_seconds(2 * HOUR);
    search::round(&shop.app).await.unwrap();
}

async fn count(shop: &TestShop, sql: &'static str) -> i64 {
    shop.app.db.read(move |conn| Ok::<_, db::Error>(conn.query_row(sql, [], |row| row.get(0))?)).await.unwrap()
}

/// How an order stands: its status, what it needs somebody for, and what came in and went back.
async fn stands(sale: &Sale, order: &str) -> Value {
    let books = sale.books(order).await;
    json!([books["order"], books["attention"], books["attempts"], books["refunds"]])
}

fn paid() -> Value {
    json!(["paid", "recovered", [["paid", 0, 1]], []])
}

fn returned(state: &str) -> Value {
    let back = if state == "done" { PRICE } else { 0 };
    json!(["cancelled", "paid_late", [["paid", back, 1]], [[PRICE, "paid_late", state]]])
}

#[tokio::test]
async fn what_was_paid_since_the_copy_becomes_an_order_again_once_however_often_it_is_told_and_restored() {
    let sale = Sale::new().await;
    let known = sale.order().await;
    let copy = Copy::of(&sale.shop);
    // Of one the copy knows the order and not the page, of the others nothing, and of Eva not even that she exists.
    let session = sale.session(&known).await;
    sale.stripe.pay(&session);
    sale.notify(&sale.stripe.last_event()).await.expect(200);
    let (forgotten, _) = sale.paid().await;
    let (unpaid, page) = sale.opened().await;
    let eva = Sale { buyer: sale.shop.customer("eva@example.com").await, ..sale };
    let (of_eva, _) = eva.paid().await;
    let sale = eva;
    let number = "SELECT year || '-' || number, 0 FROM orders WHERE id = ?1";
    let (before, _): (String, i64) = sale.shop.row(number, &of_eva).await;
    let (stock, _): (i64, i64) =
        sale.shop.row("SELECT inventory_quantity, 0 FROM variants WHERE id = ?1", &sale.variant).await;

    for time in 0..2 {
        copy.put_back(&sale.shop).await;
        assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders").await, 1);
        // At the second time Stripe tells it first.
        let told = || async {
            for event in sale.stripe.events() {
                sale.notify(&event).await.expect(200);
            }
        };
        if time == 1 {
            told().await;
        }
        worker::tick(&sale.shop.app).await.unwrap();
        for order in [&known, &forgotten, &of_eva] {
            assert_eq!(stands(&sale, order).await, paid(), "{order}, time {time}");
        }
        told().await;
        search_later(&sale.shop).await;
        assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders").await, 3, "nobody paid {unpaid}");
        assert_eq!(sale.stripe.sessions()[&page]["status"], "expired");
        let (after, _): (String, i64) = sale.shop.row(number, &of_eva).await;
        assert_eq!(after, before, "its buyer knows it by that");
        let (left, _): (i64, i64) =
            sale.shop.row("SELECT inventory_quantity, 0 FROM variants WHERE id = ?1", &sale.variant).await;
        assert_eq!(left, stock + 1, "all but that of the order nobody paid");
        assert_eq!(
            count(&sale.shop, "SELECT count(*) FROM payment_searches WHERE ended_at IS NULL").await,
            1,
            "redsys"
        );
        sale.make_refunds().await;
        assert_eq!(sale.stripe.refunds().len(), 0);
        sale.assert_sound();
    }
    // Whoever bought can get at it: a mail sets a password for the account that came back.
    let (email, user): (String, String) = sale
        .shop
        .row("SELECT u.email, u.id FROM users u JOIN orders o ON o.user_id = u.id WHERE o.id = ?1", &of_eva)
        .await;
    assert_eq!((email.as_str(), user), ("eva@example.com", sale.buyer.user_id.clone()));
    // And the owner is told.
    alerts::tick(&sale.shop.app).await.unwrap();
    let owner = sale.admin().await;
    let order = owner.get(&format!("/api/admin/orders/{of_eva}")).await.expect(200).json();
    assert_eq!(order["attention"], "recovered", "{order}");
    let log = "SELECT count(*) FROM audit_log WHERE act = 'order.recovered'";
    assert_eq!(count(&sale.shop, log).await, 2, "those that were written down again");
}

#[tokio::test]
async fn an_order_the_copy_knows_is_not_ended_before_the_list_was_read() {
    let sale = Sale::new().await;
    let order = sale.order().await;
    let copy = Copy::of(&sale.shop);
    let session = sale.session(&order).await;
    sale.stripe.pay(&session);
    // Its time is over long before the shop is put back.
    sale.shop.app.clock.advance_seconds(2 * HOUR);
    copy.put_back(&sale.shop).await;
    worker::tick(&sale.shop.app).await.unwrap();
    assert_eq!(stands(&sale, &order).await, paid());
    sale.make_refunds().await;
    assert_eq!(sale.stripe.refunds().len(), 0);
}

#[tokio::test]
async fn a_page_that_was_being_opened_when_the_shop_was_copied_is_known_by_its_payment() {
    let sale = Sale::new().await;
    let (paid_for, unpaid) = (sale.order().await, sale.order().await);
    let (session, open) = (sale.session(&paid_for).await, sale.session(&unpaid).await);
    let copy = Copy::of(&sale.shop);
    let opening = "UPDATE payment_attempts SET state = 'created', provider_ref = NULL, url = NULL";
    assert_eq!(Connection::open(copy.file()).unwrap().execute(opening, []).unwrap(), 2);
    sale.stripe.pay(&session);
    sale.shop.app.clock.advance_seconds(HOUR / 2);
    copy.put_back(&sale.shop).await;
    worker::tick(&sale.shop.app).await.unwrap();
    assert_eq!(stands(&sale, &paid_for).await, paid());
    assert_eq!(sale.stripe.sessions()[&open]["status"], "expired", "nobody can pay it any more");
}

#[tokio::test]
async fn a_page_that_was_being_opened_is_known_by_its_payment_though_it_was_given_up_before_that_is_heard_of() {
    for (given_up, is_told) in [("paid anew", true), ("paid anew", false), ("by its buyer", true), ("by us", false)] {
        let sale = Sale::new().await;
        let (order, session) = sale.opened().await;
        let copy = Copy::of(&sale.shop);
        let opening = "UPDATE payment_attempts SET state = 'created', provider_ref = NULL, url = NULL";
        assert_eq!(Connection::open(copy.file()).unwrap().execute(opening, []).unwrap(), 1);
        copy.put_back(&sale.shop).await;
        let sale = Sale { buyer: sale.shop.signed_in("ana@example.com").await, ..sale };
        sale.shop.app.clock.advance_seconds(61);
        match given_up {
            "paid anew" => drop(sale.session(&order).await),
            "by its buyer" => {
                let path = format!("/api/orders/{order}/cancel");
                sale.buyer.post(&path, json!({})).await.expect(200);
            }
            _ => {
                sale.admin().await.act(&order, "cancel", json!({})).await.expect(200);
            }
        }
        sale.stripe.pay(&session);
        for _ in 0..2 {
            if is_told {
                sale.notify(&sale.stripe.last_event()).await.expect(200);
            }
            worker::tick(&sale.shop.app).await.unwrap();
        }
        let paid_anew = json!(["paid", "recovered", [["paid", 0, 1], ["expired", 0, 0]], []]);
        let expected = if given_up == "paid anew" { paid_anew } else { returned("done") };
        assert_eq!(stands(&sale, &order).await, expected, "{given_up}, {is_told}");
        sale.assert_sound();
    }
}

#[tokio::test]
async fn an_order_comes_back_to_no_account_whose_mailbox_nobody_has_proved() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let eva = Sale { buyer: sale.shop.customer("eva@example.com").await, ..sale };
    let (order, _) = eva.paid().await;
    copy.put_back(&eva.shop).await;
    let body =
        json!({ "email": "eva@example.com", "password": "the password of a stranger", "data": { "name": "Eva" } });
    eva.shop.visitor().post("/api/auth/signup", body).await.expect(200);
    worker::tick(&eva.shop.app).await.unwrap();
    assert_eq!(stands(&eva, &order).await, paid());
    let account =
        "SELECT u.password_hash, u.email_confirmed_at IS NOT NULL FROM users u JOIN orders o ON o.user_id = u.id
        WHERE o.id = ?1";
    let (password, is_confirmed): (String, bool) = eva.shop.row(account, &order).await;
    assert_eq!((password.as_str(), is_confirmed), ("", true));
}

#[tokio::test]
async fn a_payment_whose_order_cannot_be_sold_again_goes_back_once() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (order, session) = sale.paid().await;
    // What was sold came into the shop after the copy.
    sale.stripe.rewrite(&session, &sale.variant, "a-variant-of-later");
    for time in 0..3 {
        copy.put_back(&sale.shop).await;
        if time == 1 {
            sale.notify(&sale.stripe.last_event()).await.expect(200);
        }
        search_later(&sale.shop).await;
        let state = if time == 0 { "queued" } else { "done" };
        if time == 0 {
            assert_eq!(stands(&sale, &order).await, returned(state));
        }
        for event in sale.stripe.events() {
            sale.notify(&event).await.expect(200);
        }
        sale.make_refunds().await;
        sale.make_refunds().await;
        assert_eq!(sale.stripe.refunds().len(), 1, "once, time {time}");
        let books = sale.books(&order).await;
        assert_eq!((&books["order"], &books["attempts"][0]), (&json!("cancelled"), &json!(["paid", PRICE, 1])));
        sale.assert_sound();
    }
}

#[tokio::test]
async fn money_that_went_back_in_stripes_panel_is_known_to_be_back() {
    let sale = Sale::new().await;
    let (known, known_session) = sale.paid().await;
    let copy = Copy::of(&sale.shop);
    let (order, session) = sale.paid().await;
    for session in [&known_session, &session] {
        sale.stripe.refund_in_panel(session, PRICE);
        sale.notify(&sale.stripe.events().into_iter().rev().nth(1).unwrap()).await.expect(200);
    }
    copy.put_back(&sale.shop).await;
    search_later(&sale.shop).await;
    let back = |attention: Value| json!(["paid", attention, [["paid", PRICE, 1]], [[PRICE, "outside", "done"]]]);
    assert_eq!(stands(&sale, &order).await, back(json!("recovered")));
    assert_eq!(stands(&sale, &known).await, back(Value::Null), "one that the copy knows, too");
    sale.make_refunds().await;
    assert_eq!(sale.stripe.refunds().len(), 2);
    sale.assert_sound();
}

#[tokio::test]
async fn sessions_of_another_site_of_the_account_are_left_alone() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (_, open) = sale.opened().await;
    let (_, paid) = sale.paid().await;
    let event = sale.stripe.last_event();
    for session in [&open, &paid] {
        sale.stripe.rewrite(session, &sale.shop.base, "https://another.example");
    }
    sale.stripe.refund_in_panel(&paid, PRICE);
    let mut told = event.clone();
    told["data"]["object"] = sale.stripe.sessions()[&paid].clone();
    copy.put_back(&sale.shop).await;
    sale.notify(&told).await.expect(200);
    search_later(&sale.shop).await;
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders").await, 0);
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM payment_facts").await, 1, "what was told is kept");
    assert_eq!(sale.stripe.posted(&format!("checkout/sessions/{open}/expire")), 0);
    assert_eq!(sale.stripe.refunds().len(), 1);
    sale.assert_sound();
}

#[tokio::test]
async fn a_list_that_is_cut_off_late_or_broken_is_read_on_from_where_it_was() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (order, session) = sale.paid().await;
    sale.stripe.multiply(&session, &order, 249);
    copy.put_back(&sale.shop).await;
    let asked_before = sale.stripe.asked().len();
    for fault in [Fault::Status(429, &[]), Fault::BreakOff, Fault::Garbage, Fault::Status(500, &[]), Fault::LoseAnswer]
    {
        sale.stripe.fail_once(fault);
        search_later(&sale.shop).await;
        assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders").await, 0);
        assert_eq!(count(&sale.shop, "SELECT count(*) FROM payment_searches WHERE last_error IS NOT NULL").await, 1);
    }
    // The second page is late: the first is not read again.
    let pages = || {
        let asked = sale.stripe.asked();
        let lists = asked[asked_before..].iter().filter(|asked| asked.path == "/v1/checkout/sessions");
        lists.map(|asked| asked.field("starting_after").map(str::to_owned)).collect::<Vec<_>>()
    };
    let cut = "UPDATE payment_searches SET next_try_at = next_try_at + 1";
    sale.shop.app.db.write(move |tx| Ok::<_, db::Error>(tx.execute(cut, [])?)).await.unwrap();
    sale.shop.app.clock.advance_seconds(2 * HOUR);
    let searched = tokio::spawn({
        let app = sale.shop.app.clone();
        async move { search::round(&app).await }
    });
    until("the second page is asked for", async || pages().last().is_some_and(Option::is_some)).await;
    searched.abort();
    drop(searched.await);
    for _ in 0..3 {
        search_later(&sale.shop).await;
    }
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders WHERE status = 'paid'").await, 250);
    let numbers = "SELECT count(DISTINCT year || '-' || number) FROM orders";
    assert_eq!(count(&sale.shop, numbers).await, 250, "each has a number of its own");
    let mut places: Vec<_> = pages().into_iter().flatten().collect();
    places.dedup();
    assert_eq!(places, ["cs_test_0150", "cs_test_0050"]);
    assert_eq!(pages().iter().filter(|place| place.is_none()).count(), 6, "five were refused");
    sale.assert_sound();
}

#[tokio::test]
async fn goods_that_are_not_there_any_more_do_not_keep_an_order_from_coming_back() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (order, _) = sale.paid().await;
    copy.put_back(&sale.shop).await;
    sale.shop.set_stock(&sale.variant, 0).await;
    search_later(&sale.shop).await;
    assert_eq!(stands(&sale, &order).await, paid());
    let (taken, lines): (i64, i64) =
        sale.shop.row("SELECT sum(stock_managed), count(*) FROM order_items WHERE order_id = ?1", &order).await;
    assert_eq!((taken, lines), (0, 1));
    sale.assert_sound();
}

#[tokio::test]
async fn a_payment_the_bank_has_not_answered_is_asked_for_until_it_has() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (order, session) = sale.opened().await;
    sale.stripe.agree(&session);
    copy.put_back(&sale.shop).await;
    search_later(&sale.shop).await;
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM orders").await, 0);
    sale.stripe.settle(&session, true);
    search_later(&sale.shop).await;
    assert_eq!(stands(&sale, &order).await, paid());
    search_later(&sale.shop).await;
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM payment_searches WHERE ended_at IS NOT NULL").await, 2);
}

#[tokio::test]
async fn somebody_who_was_erased_since_stays_erased_when_their_payment_comes_back() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let (order, _) = sale.paid().await;
    let owner = sale.admin().await;
    owner.act(&order, "ship", json!({ "carrier": "own_van" })).await.expect(200);
    owner.act(&order, "deliver", json!({})).await.expect(200);
    sale.shop.app.clock.advance_seconds(1);
    let erase = format!("/api/admin/customers/{}/erase", sale.buyer.user_id);
    owner.post(&erase, json!({ "tell": false })).await.expect(204);
    copy.put_back(&sale.shop).await;
    let (db, dir) = (sale.shop.app.db.clone(), sale.shop.app.data_dir.clone());
    tombstones::settle(&db, &dir).unwrap();
    search_later(&sale.shop).await;
    retention::round(&db, &dir, sale.shop.app.clock.now()).unwrap();
    let (name, email): (String, String) = sale.shop.row("SELECT name, email FROM orders WHERE id = ?1", &order).await;
    assert_eq!((name.as_str(), email.as_str()), ("-", ""));
    assert_eq!(count(&sale.shop, "SELECT count(*) FROM users WHERE email = 'ana@example.com'").await, 0);
    sale.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_by_command_and_killed_while_it_reads_the_list_the_program_finds_what_was_paid() {
    let (stripe, desk) = (Stripe::start(Clock::system()).await, Desk::new());
    let options = [
        String::from("--payments=stripe"),
        format!("--stripe-secret-key={KEY}"),
        format!("--stripe-webhook-secret={WEBHOOK_SECRET}"),
        format!("--stripe-api-base={}", stripe.base),
    ];
    let mut program = Program::start_with(&desk.data(), &options).await;
    let (ana, variant) = (program.customer("ana@example.com").await, program.variant(SKU));
    desk.run("backup shop.tar.zst").expect_success();
    let order = ana.order(&variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    let session = page(&program, &ana, &variant, &order).await;
    stripe.pay(&session);
    program.kill();
    desk.run("restore shop.tar.zst").expect_success();
    assert_eq!(orders(&program), 0);
    stripe.fail(Some(Fault::Hang));
    program.restart().await;
    let is_asked = || stripe.asked().iter().any(|asked| asked.field("created[gte]").is_some());
    until("the list is asked for", async || is_asked()).await;
    program.kill();
    stripe.fail(None);
    program.restart().await;
    until("the order is there again", async || orders(&program) == 1).await;
    let shown = desk.run(&format!("show-order {order}")).quietly().out;
    assert!(shown.contains("attention     recovered"), "{shown}");
    program.assert_sound();
}

#[tokio::test]
async fn an_order_without_an_account_comes_back_with_the_key_its_buyer_has() {
    let sale = Sale::new().await;
    let copy = Copy::of(&sale.shop);
    let guest = sale.shop.visitor();
    let items = json!([{ "variant_id": sale.variant, "quantity": 1 }]);
    let wanted = json!({ "email": "nuria@example.com", "shipping_address": address(), "items": items });
    let placed = guest.post("/api/functions/create-order-and-send-email", wanted).await.expect(201).json();
    let (order, key) = (placed["orderId"].as_str().unwrap(), placed["orderKey"].as_str().unwrap());
    let start = json!({
        "items": items, "order_id": order, "order_key": key, "successUrl": format!("{}/success", sale.shop.base),
        "cancelUrl": format!("{}/order/{order}", sale.shop.base),
    });
    let opened = guest.post("/api/store/store_manetes/checkout", start).await.expect(200).json();
    sale.stripe.pay(&session_of(&opened["url"]));
    copy.put_back(&sale.shop).await;
    let see = || guest.request(reqwest::Method::GET, &format!("/api/orders/{order}")).header("X-Order-Key", key);
    guest.send(see()).await.refused(404, "not_found");
    worker::tick(&sale.shop.app).await.unwrap();
    let seen = guest.send(see()).await.expect(200).json();
    assert_eq!((&seen["status"], &seen["user_id"]), (&json!("paid"), &Value::Null));
}

async fn page(program: &Program, buyer: &Person, variant: &str, order: &str) -> String {
    let start = json!({
        "items": [{ "variant_id": variant, "quantity": 1 }], "order_id": order, "locale": "es",
        "successUrl": format!("{}/success", program.base), "cancelUrl": format!("{}/cart", program.base),
    });
    session_of(&buyer.post("/api/store/store_manetes/checkout", start).await.expect(200).json()["url"])
}

fn orders(program: &Program) -> i64 {
    program.database().query_row("SELECT count(*) FROM orders WHERE status = 'paid'", [], |row| row.get(0)).unwrap()
}
