//! An order without an account whose buyer mistyped their address: the owner puts it right, and nobody else reads of it.

use manetes::audit::{self, Actor};
use manetes::checkout::worker;
use manetes::{alerts, db, mail, orders};
use reqwest::Method;
use serde_json::json;

use crate::guests::{Bought, CREATE, MAIL, bought, wanted};
use crate::support::{Desk, OWNER, Person, Reply, SKU, TRACKING, TestShop};

const WRONG: &str = "nuira@example.com";

impl Person {
    async fn corrects(&self, order: &Bought, email: &str) -> Reply {
        self.act(&order.id, "email", json!({ "email": email })).await
    }
}

impl TestShop {
    /// Pays an order with its key, as its buyer does.
    async fn pays(&self, order: &Bought) {
        let guest = self.visitor();
        let pages =
            json!({ "successUrl": format!("{}/success", self.base), "cancelUrl": format!("{}/cart", self.base) });
        let asked = guest.request(Method::POST, &format!("/api/orders/{}/payment", order.id));
        let opened = guest.send(asked.header("X-Order-Key", &order.key).json(&pages)).await.expect(200).json();
        let page = opened["url"].as_str().unwrap().strip_prefix(&self.base).unwrap().to_owned();
        let click = guest.request(Method::POST, &page).header("content-type", "application/x-www-form-urlencoded");
        guest.send(click.body("action=pay")).await.expect(303);
        worker::reconcile(&self.app, 0).await.unwrap();
    }

    /// Recipient and kind of every mail that waits.
    async fn waiting(&self) -> Vec<(String, String)> {
        let read = |conn: &db::Conn| {
            let mut rows = conn.prepare(
                "SELECT recipient, message ->> 'kind' FROM outbox WHERE state = 'queued' ORDER BY recipient, created_at, rowid",
            )?;
            let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok::<_, db::Error>(rows.collect::<Result<Vec<_>, _>>()?)
        };
        self.app.db.read(read).await.unwrap()
    }

    async fn writes(&self, sql: &'static str) {
        self.app.db.write(move |tx| tx.execute(sql, []).map_err(db::Error::from)).await.unwrap();
    }

    /// On the clock of today, what stands unpaid since the shop's noon is overdue: that is another matter.
    fn assert_mails_and_people_sound(&self) {
        let checked = self.printed("check --invariants");
        for name in ["mails", "people"] {
            assert!(checked.contains(&format!("ok    {name} ")), "{checked}");
        }
    }

    /// How much has been written that an act could write.
    async fn written(&self) -> (i64, String) {
        let sql = "SELECT (SELECT count(*) FROM audit_log) + (SELECT count(*) FROM order_events) + (SELECT count(*) FROM outbox),
                       key_nonce FROM orders WHERE email = ?1";
        self.row(sql, MAIL).await
    }
}

/// The mails that go out now, as they are read.
async fn sent(shop: &TestShop) -> Vec<String> {
    let mails = shop.written_mails().await;
    mails.into_iter().map(|mail| mail.replace("=\r\n", "").replace("=3D", "=")).collect()
}

/// The order with the key that a mail about it carries.
fn opened_by(mail: &str, id: &str) -> Bought {
    let (_, after) = mail.split_once(&format!("/order/{id}?lang=es&key=")).unwrap_or_else(|| panic!("{mail}"));
    Bought { id: id.to_owned(), key: after[..43].to_owned() }
}

fn kinds(mails: &[(String, String)]) -> Vec<(&str, &str)> {
    mails.iter().map(|(to, kind)| (to.as_str(), kind.as_str())).collect()
}

#[tokio::test]
async fn the_link_of_the_mail_to_the_right_address_opens_the_order_and_none_that_went_out_before() {
    let shop = TestShop::demo().await;
    let (admin, order) = (shop.admin().await, shop.bought(WRONG).await);
    assert_eq!(opened_by(&sent(&shop).await[0], &order.id).key, order.key);
    let token = shop.claim_token(&order).await;

    let corrected = admin.corrects(&order, " Nuria@Example.com ").await.expect(200).json();
    assert_eq!((&corrected["email"], &corrected["is_guest"]), (&json!(MAIL), &json!(true)));
    let last = corrected["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["kind"], &last["detail"]), (&json!("email_corrected"), &json!({ "mail": "order_received" })));
    assert_eq!(last["by"], OWNER);

    let visitor = shop.visitor();
    visitor.see(&order).await.refused(404, "not_found");
    let shut = visitor.get(&format!("/order/{}?key={}", order.id, order.key)).await.expect(303);
    assert_eq!(shut.headers["location"], format!("/order/{}?link=lost", order.id));
    let eve = shop.customer(WRONG).await;
    eve.claim(&order.id, &token).await.refused(403, "otp_expired");

    let mails = sent(&shop).await;
    assert!(mails.len() == 1 && mails[0].contains(&format!("To: {MAIL}")), "{mails:?}");
    visitor.see(&opened_by(&mails[0], &order.id)).await.expect(200);
    let nuria = shop.customer(MAIL).await;
    nuria.claim(&order.id, &shop.claim_token(&order).await).await.expect(200);
    shop.assert_mails_and_people_sound();
}

#[tokio::test]
async fn what_waits_goes_to_the_right_address_once_and_what_was_given_up_never_to_the_wrong_one() {
    let shop = TestShop::demo().await;
    let (admin, order) = (shop.admin().await, shop.bought(WRONG).await);
    shop.writes("UPDATE outbox SET state = 'dead', last_error = '550 no such user'").await;
    shop.pays(&order).await;
    assert_eq!(kinds(&shop.waiting().await), [(WRONG, "order_paid")]);

    let corrected = admin.corrects(&order, MAIL).await.expect(200).json();
    assert_eq!(corrected["events"].as_array().unwrap().last().unwrap()["detail"], json!({}), "none was queued");
    assert_eq!(kinds(&shop.waiting().await), [(MAIL, "order_paid")], "and not twice");
    shop.visitor().see(&order).await.refused(404, "not_found");

    // The owner tries again what was given up: all of it, and that mail by its id.
    let now = shop.app.clock.now();
    let retry = move |tx: &db::Tx<'_>| {
        assert_eq!(mail::retry_all(tx, &Actor::System, now)?, 0);
        let id: String = tx.query_row("SELECT id FROM outbox WHERE state = 'dead'", [], |row| row.get(0))?;
        assert!(mail::retry(tx, &Actor::System, &id, now)?);
        Ok::<_, db::Error>(())
    };
    shop.app.db.write(retry).await.unwrap();
    let mails = sent(&shop).await;
    assert_eq!(mails.len(), 2);
    for mail in &mails {
        assert!(mail.contains(&format!("To: {MAIL}")), "{mail}");
        assert_eq!(shop.visitor().see(&opened_by(mail, &order.id)).await.expect(200).json()["status"], "paid");
    }
    assert_eq!(shop.waiting().await, []);
}

#[tokio::test]
async fn an_address_is_corrected_wherever_the_order_stands_and_back_again() {
    let shop = TestShop::demo().await;
    let (admin, order) = (shop.admin().await, shop.bought(WRONG).await);
    shop.pays(&order).await;
    admin.act(&order.id, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    sent(&shop).await;
    for (email, right) in [(MAIL, MAIL), (WRONG, WRONG), ("nuria@example.org", "nuria@example.org")] {
        admin.corrects(&order, email).await.expect(200);
        assert_eq!(kinds(&shop.waiting().await), [(right, "order_shipped")]);
        sent(&shop).await;
    }
    // What comes later goes there, too.
    admin.act(&order.id, "deliver", json!({})).await.expect(200);
    assert_eq!(kinds(&shop.waiting().await), [("nuria@example.org", "order_delivered")]);
    admin.corrects(&order, MAIL).await.expect(200);
    assert_eq!(kinds(&shop.waiting().await), [(MAIL, "order_delivered")]);
    assert_eq!(sent(&shop).await.len(), 0, "it still waits for second thoughts");
    let found = admin.get("/api/admin/orders?q=nuria@example.com").await.expect(200).json();
    assert_eq!(found["count"], 1);
    assert_eq!(admin.get("/api/admin/orders?q=nuira").await.expect(200).json()["count"], 0);
    shop.assert_mails_and_people_sound();
}

#[tokio::test]
async fn the_same_address_changes_nothing() {
    let shop = TestShop::demo().await;
    let (admin, order) = (shop.admin().await, shop.bought(MAIL).await);
    let before = shop.written().await;
    admin.corrects(&order, "NURIA@example.com").await.expect(200);
    assert_eq!(shop.written().await, before);
    shop.visitor().see(&order).await.expect(200);
}

#[tokio::test]
async fn only_the_owner_corrects_an_address_and_only_of_an_order_without_an_account() {
    let shop = TestShop::demo().await;
    let (admin, ana) = (shop.admin().await, shop.customer("ana@example.com").await);
    let order = shop.bought(WRONG).await;
    for email in ["", "nuria", "nuria@example.com, eve@example.com"] {
        admin.corrects(&order, email).await.refused(422, "validation_failed");
    }
    ana.corrects(&order, MAIL).await.refused(403, "forbidden");
    shop.visitor().corrects(&order, MAIL).await.refused(401, "unauthorized");
    let of = |id: &str| Bought { id: id.to_owned(), key: String::new() };
    admin.corrects(&of("none"), MAIL).await.refused(404, "not_found");

    let theirs = of(&shop.pending_order(&ana).await);
    for email in [MAIL, "ana@example.com"] {
        admin.corrects(&theirs, email).await.refused(409, "order_not_guests");
    }
    let claimed = shop.bought(WRONG).await;
    ana.claim(&claimed.id, &shop.claim_token(&claimed).await).await.expect(200);
    admin.corrects(&claimed, MAIL).await.refused(409, "order_not_guests");
    let id = order.id.clone();
    shop.app.db.write(move |tx| orders::anonymise(tx, &id)).await.unwrap();
    admin.corrects(&order, MAIL).await.refused(409, "order_not_guests");
}

#[tokio::test]
async fn who_sends_the_request_of_the_order_again_is_not_given_its_new_key() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    let (admin, guest) = (shop.admin().await, shop.visitor());
    let send = async |email: &str| {
        let request = guest.request(Method::POST, CREATE).header("Idempotency-Key", "0123456789abcdef");
        bought(guest.send(request.json(&wanted(&variant, 1, email))).await)
    };
    let order = send(WRONG).await;
    let right = send(MAIL).await;
    admin.corrects(&order, MAIL).await.expect(200);
    assert_ne!(send(WRONG).await.id, order.id);
    assert_eq!(send(MAIL).await.id, right.id);
}

#[tokio::test]
async fn the_owners_answer_goes_to_the_buyer_and_the_owners_own_mails_stay_the_owners() {
    let shop = TestShop::demo_with_owner().await;
    // The owner tries the shop, with their own address first.
    let (admin, order) = (shop.admin().await, shop.bought(OWNER).await);
    shop.pays(&order).await;
    alerts::tick(&shop.app).await.unwrap();
    admin.corrects(&order, MAIL).await.expect(200);
    let waiting = shop.waiting().await;
    let of_orders = waiting.into_iter().filter(|(_, kind)| kind.starts_with("order")).collect::<Vec<_>>();
    let expected = [(MAIL, "order_received"), (MAIL, "order_paid"), (OWNER, "order_for_owner")];
    assert_eq!(kinds(&of_orders), expected);
    assert_eq!(shop.mails_of("order_for_owner").await[0]["email"], MAIL, "where an answer goes");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_corrects_it_as_the_desk_does_and_the_log_names_nobody() {
    let shop = TestShop::demo().await;
    let (order, desk) = (shop.bought(WRONG).await, Desk::new());
    let run = |line: &str| desk.run(&format!("{line} --data-dir {}", shop.app.data_dir.display()));
    let id = &order.id[..8];
    run(&format!("correct-email {id} nuria")).refused(2, "invalid format");
    assert_eq!(run(&format!("correct-email {id} {MAIL}")).quietly().out, format!("the mails of {id} go to {MAIL}\n"));
    shop.visitor().see(&order).await.refused(404, "not_found");
    assert!(run(&format!("show-order {id}")).quietly().out.contains("email corrected"));
    let subject = order.id.clone();
    let entries = shop.app.db.read(move |conn| audit::of_subject(conn, &subject)).await.unwrap();
    let told: Vec<_> = entries.iter().map(|entry| (entry.act.as_str(), entry.detail.as_str())).collect();
    assert_eq!(told, [("order.email_corrected", "{}")], "its mail waited, and goes there");
    let ana = shop.customer("ana@example.com").await;
    let theirs = shop.pending_order(&ana).await;
    run(&format!("correct-email {} {MAIL}", &theirs[..8])).refused(1, "without an account");
    shop.assert_mails_and_people_sound();
}
