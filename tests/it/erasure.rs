//! People who are erased by the firm, single letters that are deleted, and what goes by itself after its time.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use manetes::checkout::worker;
use manetes::clock::Timestamp;
use manetes::db::{self, Db};
use manetes::email::EmailAddress;
use manetes::privacy::{self, retention, tombstones};
use manetes::settings::Settings;
use manetes::{accounts, alerts, invariants};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{NOON, Person, Program, TRACKING, TestShop};

const EMAIL: &str = "nuria@example.com";
const OF_NURIA: &[&str] = &["nuria@", "carrer major", "la vecina", "la puerta"];

impl TestShop {
    /// Runs a command on the shop's data; its exit code and what it said.
    fn run(&self, words: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        let done = command.args(words).arg("--data-dir").arg(&self.app.data_dir).output().unwrap();
        (done.status.code(), String::from_utf8([done.stdout, done.stderr].concat()).unwrap())
    }

    async fn set(&self, key: &'static str, value: &'static str) {
        let now = self.app.clock.now();
        let set = self.app.db.write(move |tx| Settings::set(tx, key, value, now));
        set.await.unwrap();
    }

    async fn execute(&self, sql: &'static str) {
        self.app.db.write(move |tx| tx.execute_batch(sql).map_err(db::Error::from)).await.unwrap();
    }

    async fn number_of(&self, sql: &'static str) -> i64 {
        let read = move |conn: &db::Conn| conn.query_row(sql, [], |row| row.get(0)).map_err(db::Error::from);
        self.app.db.read(read).await.unwrap()
    }

    fn retain(&self) {
        retention::round(&self.app.db, &self.app.data_dir, self.app.clock.now()).unwrap();
    }

    async fn is_sound(&self) -> bool {
        let now = self.app.clock.now();
        let found = self.app.db.read(move |conn| invariants::check(conn, now)).await.unwrap();
        found.iter().all(|finding| finding.broken == 0)
    }
}

/// Somebody asks for a quote and writes a message.
async fn write_to(visitor: &Person, email: &str) {
    let form = json!({
        "name": "Núria Puig", "email": email, "phone": "600 111 222", "message": "La puerta no cierra.", "lang": "fr",
    });
    visitor.post("/api/functions/send-budget-request", form).await.expect(202);
    let form = json!({ "name": "Núria Puig", "email": email, "message": "Carrer Major 1, urgent" });
    visitor.post("/api/functions/send-contact-message", form).await.expect(202);
}

/// The first of a list of the inbox.
async fn first(admin: &Person, kind: &str) -> String {
    let list = admin.get(&format!("/api/admin/{kind}")).await.expect(200).json();
    list[kind][0]["id"].as_str().unwrap().to_owned()
}

/// Somebody with everything a shop may know of a customer; their order has arrived, and a bank disputes it.
async fn customer_with_a_past(shop: &TestShop, admin: &Person) -> (Person, String) {
    let nuria = shop.customer(EMAIL).await;
    nuria.patch(&format!("/api/profiles/{}", nuria.user_id), crate::support::address()).await.expect(200);
    write_to(&nuria, EMAIL).await;
    let (product, _): (String, i64) = shop.row("SELECT product_id, 0 FROM variants WHERE sku = ?1", "FON-LAT-40").await;
    nuria.post("/api/comments", json!({ "item_id": product, "content": "Abre la vecina" })).await.expect(201);
    let order = shop.paid_order(&nuria).await;
    admin.act(&order, "note", json!({ "text": "Abre la vecina" })).await.expect(200);
    alerts::tick(&shop.app).await.unwrap();
    shop.execute(
        "INSERT INTO order_events (order_id, kind, detail, at) SELECT id, 'attention', '{\"why\":\"disputed\"}', 1 FROM orders;
         UPDATE orders SET attention = 'disputed'",
    )
    .await;
    alerts::tick(&shop.app).await.unwrap();
    let message = first(admin, "messages").await;
    admin.post(&format!("/api/admin/messages/{message}/note"), json!({ "text": "Abre la vecina" })).await.expect(200);
    (nuria, order)
}

#[tokio::test]
async fn somebody_with_an_account_is_erased_by_the_owner() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    let (nuria, order) = customer_with_a_past(&shop, &admin).await;
    let path = format!("/api/admin/customers/{}", nuria.user_id);
    let erase = format!("{path}/erase");
    assert_eq!(admin.get(&format!("{path}/erasure")).await.expect(200).json()["open_orders"], 1);
    admin.post(&erase, json!({})).await.refused(409, "orders_open");
    admin.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    admin.act(&order, "deliver", json!({})).await.expect(200);

    let preview = admin.get(&format!("{path}/erasure")).await.expect(200).json();
    let mails = shop.holding(OF_NURIA).await.iter().filter(|(table, _)| table == "outbox").count();
    assert!(mails > 8, "the mails to her, and those to the owner about her");
    for (what, count) in
        [("orders", 1), ("open_orders", 0), ("comments", 1), ("quotes", 1), ("messages", 1), ("kept_years", 6)]
    {
        assert_eq!(preview[what], count, "{what}");
    }
    assert_eq!((&preview["email"], &preview["has_account"]), (&json!(EMAIL), &json!(true)));
    admin.post(&erase, json!({})).await.expect(204);

    let left = shop.holding(OF_NURIA).await;
    assert!(
        left.iter().all(|(table, text)| table == "outbox" && (text == EMAIL || text.contains("\"erased\""))),
        "{left:?}"
    );
    let about_order = "SELECT count(*) FROM outbox WHERE json_extract(message, '$.order_id') IS NOT NULL";
    assert_eq!(shop.number_of(about_order).await, 0, "alerts about her order, too");
    let (total, city): (i64, String) = shop.row("SELECT total_in_cents, city FROM orders WHERE id = ?1", &order).await;
    assert!(total > 0 && city == "Abrera", "what the tax office asks for");
    admin.get(&format!("/api/admin/orders/{order}")).await.expect(200);
    admin.post(&erase, json!({})).await.refused(404, "not_found");
    let log = admin.get("/api/admin/log?act=person.erased").await.expect(200).json();
    assert_eq!((&log["count"], &log["entries"][0]["detail"]["orders"]), (&json!(1), &json!(1)));

    let list = shop.app.data_dir.join("erased.log");
    assert_eq!(std::fs::metadata(&list).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!std::fs::read_to_string(&list).unwrap().contains("nuria"));
    assert!(shop.is_sound().await);
    // The mail that tells her is forgotten when it has gone out.
    shop.retain();
    let farewells = "SELECT count(*) FROM outbox WHERE json_extract(message, '$.notice.what') = 'erased'";
    assert_eq!(shop.number_of(farewells).await, 1, "it has not gone out");
    shop.execute("UPDATE outbox SET state = 'sent', sent_at = 1").await;
    shop.retain();
    assert_eq!(shop.holding(OF_NURIA).await, []);
}

#[tokio::test]
async fn somebody_who_only_wrote_is_erased_and_nobody_else_is() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    let visitor = shop.visitor();
    let photo = visitor.request(Method::POST, "/api/functions/quote-photos").header("content-type", "image/png");
    let photo =
        visitor.send(photo.body(std::fs::read("frontend/public/icon-192.png").unwrap())).await.expect(201).json();
    let form = json!({ "name": "Núria", "email": EMAIL, "message": "La puerta", "photos": [photo["photo"]] });
    visitor.post("/api/functions/send-budget-request", form).await.expect(202);
    write_to(&visitor, EMAIL).await;
    write_to(&visitor, "eva@example.com").await;
    let photos = || std::fs::read_dir(shop.app.data_dir.join("quote-photos")).unwrap().count();
    assert_eq!(photos(), 1);
    let people = admin.get("/api/admin/customers?q=nuria@").await.expect(200).json();
    let id = people["customers"][0]["id"].as_str().unwrap();
    let preview = admin.get(&format!("/api/admin/customers/{id}/erasure")).await.expect(200).json();
    assert_eq!(
        (&preview["has_account"], &preview["quotes"], &preview["messages"]),
        (&json!(false), &json!(2), &json!(1))
    );
    admin.post(&format!("/api/admin/customers/{id}/erase"), json!({ "tell": false })).await.expect(204);
    assert_eq!(shop.holding(&["nuria@"]).await, []);
    assert_eq!(photos(), 0, "the file is gone with its row");
    let evas = shop.holding(&["eva@example.com"]).await;
    assert_eq!(evas.len(), 7, "her letters, two mails about each, and herself among the people: {evas:?}");
    assert_eq!(admin.get("/api/admin/customers").await.json()["count"], 1);
}

#[tokio::test]
async fn what_was_offered_to_somebody_who_never_had_an_account_goes_with_them() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    write_to(&shop.visitor(), EMAIL).await;
    for email in [EMAIL, "eva@example.com"] {
        admin.post("/api/admin/people", json!({ "email": email })).await.expect(201);
    }
    let people = admin.get("/api/admin/customers?q=nuria@").await.expect(200).json();
    let id = people["customers"][0]["id"].as_str().unwrap();
    admin.post(&format!("/api/admin/customers/{id}/erase"), json!({ "tell": false })).await.expect(204);
    assert_eq!(shop.number_of("SELECT count(*) FROM admin_invitations WHERE email = 'eva@example.com'").await, 1);
    assert_eq!(shop.number_of("SELECT count(*) FROM admin_invitations").await, 1);
}

#[tokio::test]
async fn whoever_administers_the_shop_is_not_erased() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let other = shop.another_admin("eva@example.com").await;
    let path = format!("/api/admin/customers/{}/erase", other.user_id);
    admin.post(&path, json!({})).await.refused(409, "is_administrator");
    other.post("/api/my-data/erase", Value::Null).await.refused(409, "is_administrator");
    let (code, said) = shop.run(&["erase-person", "eva@example.com", "--yes"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("administrator"), "{said}");
}

#[tokio::test]
async fn one_letter_is_deleted_and_the_others_stay() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    write_to(&shop.visitor(), EMAIL).await;
    let mails = "SELECT count(*) FROM outbox";
    for (kind, act, left) in [("quotes", "quote.deleted", 2), ("messages", "message.deleted", 0)] {
        let path = format!("/api/admin/{kind}/{}", first(&admin, kind).await);
        admin.post(&format!("{path}/reply"), json!({ "text": "La puerta, mañana" })).await.expect(200);
        let delete = || admin.send(admin.request(Method::DELETE, &path));
        delete().await.expect(204);
        delete().await.refused(404, "not_found");
        admin.get(&path).await.refused(404, "not_found");
        assert_eq!(shop.number_of(mails).await, left, "{kind}: the mails about it, and no other");
        assert_eq!(admin.get(&format!("/api/admin/log?act={act}")).await.json()["count"], 1);
    }
    assert_eq!(shop.holding(OF_NURIA).await, []);
}

#[tokio::test]
async fn no_mail_about_a_letter_is_left_once_it_is_deleted_whatever_it_calls_it_by() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    write_to(&shop.visitor(), EMAIL).await;
    let path = format!("/api/admin/quotes/{}", first(&admin, "quotes").await);
    admin.post(&format!("{path}/reply"), json!({ "text": "La puerta, mañana" })).await.expect(200);
    // From before there were numbers, and from before the sender had this address.
    let id = path.rsplit('/').next().unwrap().to_owned();
    let older = "UPDATE outbox SET message = json_set(message, '$.number', substr(?1, 1, 8))
                 WHERE message ->> 'kind' IN ('quote_received', 'quote_for_owner')";
    let set = move |tx: &db::Tx<'_>| {
        tx.execute(older, [id])?;
        tx.execute("UPDATE outbox SET recipient = 'antes@example.com' WHERE message ->> 'kind' = 'answer'", [])?;
        Ok::<_, db::Error>(())
    };
    shop.app.db.write(set).await.unwrap();
    admin.post(&format!("{path}/status"), json!({ "status": "closed" })).await.expect(200);
    admin.post(&format!("{path}/rating"), json!({})).await.expect(200);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox").await, 6);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox WHERE message ->> 'kind' LIKE 'message_%'").await, 2);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox").await, 2, "none about it is left");

    // A complaint's are found by its key, and the reminders of its day by its page.
    let form = json!({ "kind": "complaint", "name": "Núria", "email": EMAIL, "message": "La puerta llegó rota." });
    shop.visitor().post("/api/functions/send-contact-message", form).await.expect(202);
    let due = "INSERT INTO outbox (id, recipient, lang, message, next_try_at, created_at)
               SELECT 'due', 'jefa@example.com', 'es', json_object('kind', 'complaint_due', 'id', message_id, 'key', 'R', 'due',
                   '05/12/2026', 'is_overdue', 0), 0, 0 FROM complaints";
    shop.execute(due).await;
    let list = admin.get("/api/admin/messages?kind=complaint").await.expect(200).json();
    let path = format!("/api/admin/messages/{}", list["messages"][0]["id"].as_str().unwrap());
    admin.post(&format!("{path}/reply"), json!({ "text": "La puerta, mañana" })).await.expect(200);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox").await, 6);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(shop.number_of("SELECT count(*) FROM outbox").await, 2);
}

#[tokio::test]
async fn the_command_line_says_what_goes_and_erases_when_it_is_told_to() {
    let shop = TestShop::demo().await;
    write_to(&shop.visitor(), EMAIL).await;
    let (code, said) = shop.run(&["erase-person", "NURIA@example.com"]);
    assert_eq!(code, Some(2), "nobody is there to say yes");
    assert!(said.contains("requests 1, messages 1") && said.contains("--yes"), "{said}");
    assert_ne!(shop.holding(OF_NURIA).await, []);
    let (code, said) = shop.run(&["erase-person", EMAIL, "--yes", "--no-mail"]);
    assert_eq!((code, said.ends_with("erased\n")), (Some(0), true), "{said}");
    assert_eq!(shop.holding(OF_NURIA).await, []);
    let (code, said) = shop.run(&["erase-person", EMAIL, "--yes"]);
    assert_eq!((code, said.contains("nothing is known")), (Some(1), true), "{said}");
}

#[tokio::test]
async fn whoever_was_erased_is_erased_again_when_an_older_copy_brings_them_back() {
    let shop = TestShop::demo_with_owner().await;
    let admin = shop.admin().await;
    let (nuria, order) = customer_with_a_past(&shop, &admin).await;
    admin.act(&order, "refund", json!({})).await.expect(200);
    worker::refund_due(&shop.app).await.unwrap();
    write_to(&shop.visitor(), "eva@example.com").await;
    let copy = shop.app.data_dir.join("older.sqlite");
    let path = copy.to_string_lossy().into_owned();
    rusqlite::Connection::open(shop.app.data_dir.join("manetes.sqlite"))
        .unwrap()
        .execute("VACUUM INTO ?1", [path])
        .unwrap();
    // What was given back whole waits for nothing, though it was never sent.
    admin.post(&format!("/api/admin/customers/{}/erase", nuria.user_id), json!({})).await.expect(204);

    let back = Db::open(&copy).unwrap();
    let known = |db: &Db, email: &'static str| {
        let address = EmailAddress::parse(email).unwrap();
        let traces = db.read_blocking(|conn| privacy::traces(conn, &address)).unwrap();
        (traces.has_account, traces.quotes, traces.messages, traces.mails > 0)
    };
    assert_eq!(known(&back, EMAIL), (true, 1, 1, true));
    assert_eq!(tombstones::settle(&back, &shop.app.data_dir).unwrap(), 1);
    assert_eq!(known(&back, EMAIL), (false, 0, 0, false));
    assert_eq!(known(&back, "eva@example.com"), (false, 1, 1, true));
    let email: String = back
        .read_blocking(|conn| conn.query_row("SELECT email FROM orders", [], |row| row.get(0)).map_err(db::Error::from))
        .unwrap();
    assert_eq!(email, "");
    assert_eq!(tombstones::settle(&back, &shop.app.data_dir).unwrap(), 0);

    // Who comes back of their own will is welcome.
    shop.app.clock.advance_seconds(1);
    write_to(&shop.visitor(), EMAIL).await;
    assert_eq!(tombstones::settle(&shop.app.db, &shop.app.data_dir).unwrap(), 0);
    assert_eq!(known(&shop.app.db, EMAIL), (false, 1, 1, true));
    assert!(shop.is_sound().await);
}

#[tokio::test]
async fn whoever_had_another_address_in_an_older_copy_is_erased_there_too() {
    let shop = TestShop::demo_with_owner().await;
    let (admin, nuria) = (shop.admin().await, shop.customer(EMAIL).await);
    let copy = shop.app.data_dir.join("older.sqlite");
    let path = copy.to_string_lossy().into_owned();
    let file = rusqlite::Connection::open(shop.app.data_dir.join("manetes.sqlite")).unwrap();
    file.execute("VACUUM INTO ?1", [path]).unwrap();
    shop.execute("UPDATE users SET email = 'puig@example.com' WHERE email = 'nuria@example.com'").await;
    admin.post(&format!("/api/admin/customers/{}/erase", nuria.user_id), json!({})).await.expect(204);
    let back = Db::open(&copy).unwrap();
    let is_there = || {
        let address = EmailAddress::parse(EMAIL).unwrap();
        back.read_blocking(|conn| privacy::traces(conn, &address)).unwrap().has_account
    };
    assert!(is_there());
    assert_eq!(tombstones::settle(&back, &shop.app.data_dir).unwrap(), 1);
    assert!(!is_there());
}

#[tokio::test]
async fn the_program_erases_again_when_it_starts_on_an_older_copy() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    write_to(&program.visitor(), EMAIL).await;
    let written = || -> i64 {
        program.database().query_row("SELECT count(*) FROM contact_messages", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(written(), 1);
    let (file, copy) = (dir.path().join("manetes.sqlite"), dir.path().join("older"));
    program.database().execute("VACUUM INTO ?1", [copy.to_string_lossy()]).unwrap();
    program.command(&["erase-person", EMAIL, "--yes"]);
    assert_eq!(written(), 0);
    program.kill();
    for log in ["manetes.sqlite-wal", "manetes.sqlite-shm"].map(|name| dir.path().join(name)) {
        drop(std::fs::remove_file(log));
    }
    std::fs::copy(&copy, &file).unwrap();
    program.restart().await;
    let written: i64 =
        program.database().query_row("SELECT count(*) FROM contact_messages", [], |row| row.get(0)).unwrap();
    assert_eq!(written, 0);
    program.assert_sound();
}

/// `days` before the shop's noon.
fn ago(days: i64) -> Timestamp {
    NOON.plus_days(-days)
}

#[tokio::test]
async fn letters_go_so_many_months_after_the_last_word_about_them() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    for email in ["old@example.com", "spoken@example.com", "young@example.com"] {
        write_to(&shop.visitor(), email).await;
    }
    let dated = |email: &'static str, days: i64| {
        let at = ago(days);
        shop.app.db.write(move |tx| {
            for table in ["quote_requests", "contact_messages"] {
                tx.execute(&format!("UPDATE {table} SET created_at = ?2 WHERE email = ?1"), (email, at))?;
            }
            Ok::<_, db::Error>(())
        })
    };
    dated("old@example.com", 731).await.unwrap();
    dated("spoken@example.com", 731).await.unwrap();
    dated("young@example.com", 729).await.unwrap();
    let people = admin.get("/api/admin/quotes?q=spoken").await.json();
    let spoken = people["quotes"][0]["id"].as_str().unwrap().to_owned();
    admin.post(&format!("/api/admin/quotes/{spoken}/note"), json!({ "text": "Llamó ayer" })).await.expect(200);
    let there = async || {
        let quotes = admin.get("/api/admin/quotes").await.json()["count"].as_i64().unwrap();
        (quotes, admin.get("/api/admin/messages").await.json()["count"].as_i64().unwrap())
    };
    shop.retain();
    assert_eq!(there().await, (2, 1), "of one a word was said");
    shop.set("retention.inquiries", "1").await;
    shop.retain();
    assert_eq!(there().await, (1, 0));
    assert_eq!(
        admin.get(&format!("/api/admin/quotes/{spoken}")).await.json()["quote"]["events"][0]["text"],
        "Llamó ayer"
    );
}

#[tokio::test]
async fn dead_mails_unconfirmed_accounts_and_names_on_old_orders_go_after_their_time() {
    let shop = TestShop::demo().await;
    let nuria = shop.customer(EMAIL).await;
    nuria.patch(&format!("/api/profiles/{}", nuria.user_id), crate::support::address()).await.expect(200);
    let order = shop.pending_order(&nuria).await;
    nuria.post("/api/functions/cancel-order", json!({ "order_id": order })).await.expect(200);
    shop.visitor().post("/api/auth/signup", json!({ "email": "eva@example.com", "password": "una clau sota" })).await;
    shop.execute("UPDATE outbox SET state = 'dead'").await;
    let dated = |sql: &'static str, days: i64| {
        let at = ago(days);
        shop.app.db.write(move |tx| tx.execute(sql, [at]).map_err(db::Error::from))
    };
    let purge_accounts = async || {
        let now = shop.app.clock.now();
        shop.app.db.write(move |tx| accounts::purge(tx, now)).await.unwrap();
    };
    for (days, (mails, accounts, who)) in
        [(29, (true, 2, "Núria Puig")), (31, (false, 1, "Núria Puig")), (6 * 366 + 1, (false, 1, "-"))]
    {
        dated("UPDATE outbox SET created_at = ?1", days).await.unwrap();
        dated("UPDATE users SET updated_at = ?1", days).await.unwrap();
        dated("UPDATE orders SET updated_at = ?1", days).await.unwrap();
        shop.retain();
        purge_accounts().await;
        assert_eq!(shop.number_of("SELECT count(*) FROM outbox").await > 0, mails, "{days} days");
        assert_eq!(shop.number_of("SELECT count(*) FROM users").await, accounts, "{days} days");
        let (is, _): (String, i64) = shop.row("SELECT name, 0 FROM orders WHERE id = ?1", &order).await;
        assert_eq!(is, who, "{days} days");
    }
    assert!(shop.is_sound().await);
}

#[tokio::test]
async fn the_privacy_page_says_how_long_in_every_language() {
    let shop = TestShop::empty().await;
    shop.set("retention.inquiries", "11").await;
    shop.set("retention.unconfirmed_accounts", "12").await;
    shop.set("retention.dead_mails", "2").await;
    for (lang, words) in [
        ("es", ["11 meses", "12 días", "2 días", "6 años"]),
        ("ca", ["11 mesos", "12 dies", "2 dies", "6 anys"]),
        ("en", ["11 months", "12 days", "2 days", "6 years"]),
        ("fr", ["11 mois", "12 jours", "2 jours", "6 ans"]),
        ("ar", ["11 شهرًا", "12 يومًا", "يومان", "6 سنوات"]),
    ] {
        let page = shop.visitor().get(&format!("/privacy-policy?lang={lang}")).await.expect(200).text;
        for word in words {
            assert!(page.contains(word), "{lang}: {word}");
        }
    }
}
