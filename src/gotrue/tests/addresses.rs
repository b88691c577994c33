//! What an account's other address does to what stood under the one before, and the way back.

use serde_json::{Value, json};

use super::http::{Answer, COOKIE, PASSWORD};
use crate::accounts::tests::{House, address};
use crate::db::{self, Conn};
use crate::mail::{self, Message};
use crate::privacy::{self, Asked};
use crate::secrets::hmac_sha256;

const OLD: &str = "ana@example.com";
const NEW: &str = "nueva@example.com";

impl House {
    /// Asks for another address and follows the link that is mailed there.
    async fn move_to(&self, session: &Answer, email: &str) {
        self.app.clock.advance_seconds(61);
        let asked = self.put_user(session, json!({ "email": email, "current_password": PASSWORD })).await;
        assert_eq!(asked.status, 200, "{}", asked.body);
        let verify = json!({ "type": "email_change", "email": email, "token": self.mailed_code() });
        let confirmed = self.post("/auth/verify", &[COOKIE], verify).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    }

    /// What the link carries that the last word to an address it had before leads back with.
    fn way_back(&self, to: &str) -> Option<String> {
        let word = self
            .mails()
            .into_iter()
            .find(|(recipient, message)| recipient == to && message["notice"]["what"] == "email_changed");
        word.unwrap().1["notice"]["way_back"].as_str().map(|id| self.app.secrets.mailed_token(id))
    }

    /// Follows that link, as a program does.
    async fn go_back(&self, to: &str, token: &str) -> Answer {
        self.post("/auth/verify", &[], json!({ "type": "recovery", "email": to, "token_hash": token })).await
    }

    async fn execute(&self, sql: String) {
        self.app.db.write(move |tx| tx.execute_batch(&sql).map_err(db::Error::from)).await.unwrap();
    }

    /// Every value of the first column.
    async fn column(&self, sql: &'static str) -> Vec<String> {
        let read = move |conn: &Conn| {
            let mut statement = conn.prepare(sql)?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok::<_, db::Error>(rows.collect::<Result<_, _>>()?)
        };
        self.app.db.read(read).await.unwrap()
    }

    /// Ana's order, one that she bought without her account, and all she wrote and waits for.
    async fn past_of(&self, ana: &str) {
        let key = hmac_sha256(&self.app.secrets.mail, format!("stock-request:{OLD}").as_bytes());
        let (key, now) = (crate::text::hex(&key), self.now().millis());
        let order = |id: &str, user: &str, number: i64| {
            format!(
                "INSERT INTO orders (id, user_id, email, lang, status, name, address, city, postal_code, country,
                     items_in_cents, shipping_in_cents, total_in_cents, tax_in_cents, created_at, updated_at, expires_at,
                     paid_at, year, number)
                 VALUES ('{id}', {user}, '{OLD}', 'es', 'delivered', 'Ana', 'Carrer Major 1', 'Abrera', '08630', 'España',
                     1, 0, 1, 0, 0, 0, 0, 1, 2026, {number});"
            )
        };
        let waits = |id: &str, variant: &str, email: &str, confirmed: &str| {
            format!(
                "INSERT INTO stock_requests VALUES ('{id}', '{variant}', '{email}', x'{key}', 'es', {confirmed}, {now});"
            )
        };
        let sql = [
            order("own", &format!("'{ana}'"), 1),
            order("guest", "NULL", 2),
            String::from(
                "INSERT INTO products (id, slug, title, created_at, updated_at) VALUES ('p', 'p', 'Llave', 0, 0);
                 INSERT INTO variants (id, product_id, position, title, price_in_cents)
                 VALUES ('v', 'p', 0, '', 100), ('w', 'p', 1, '', 100);",
            ),
            waits("1", "v", OLD, "1"),
            waits("2", "w", OLD, "1"),
            waits("3", "w", NEW, "NULL"),
            format!(
                "INSERT INTO contact_messages (id, name, email, message, lang, created_at)
                 VALUES ('m', 'Ana', '{OLD}', 'Hola', 'es', 0);
                 INSERT INTO quote_requests (id, name, email, message, lang, created_at)
                 VALUES ('q', 'Ana', '{OLD}', 'Hola', 'es', 0);
                 INSERT INTO withdrawals (id, received_at, name, contract, email, lang, items, statement, salt, seal, proof, marks,
                     request_hash)
                 VALUES ('d', 0, 'Ana', 'lo de ayer', '{OLD}', 'es', '[]', 'Desisto', zeroblob(32), zeroblob(32), 'none', '[]',
                     zeroblob(32));
                 INSERT INTO return_cases (id, withdrawal_id, opened_at, updated_at) VALUES ('d', 'd', 0, 0);
                 INSERT INTO outbox (id, recipient, lang, message, state, next_try_at, created_at) VALUES
                 ('o', '{OLD}', 'es', '{{\"kind\":\"order_shipped\",\"order_id\":\"own\"}}', 'queued', 0, 0),
                 ('g', '{OLD}', 'es', '{{\"kind\":\"order_shipped\",\"order_id\":\"guest\"}}', 'queued', 0, 0),
                 ('s', '{OLD}', 'es', '{{\"kind\":\"message_received\",\"name\":\"\",\"number\":\"m\"}}', 'sent', 0, 0);"
            ),
        ];
        self.execute(sql.concat()).await;
        let (now, title) = (self.now(), String::from("Llave"));
        let back = Message::BackInStock { title, product_id: String::from("p"), variant_id: String::from("v") };
        self.app.db.write(move |tx| mail::enqueue(tx, OLD, crate::lang::Lang::Es, &back, now)).await.unwrap();
    }
}

#[tokio::test]
async fn what_stood_under_an_address_follows_the_account() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.past_of(&ana).await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, NEW).await;

    assert_eq!(house.column("SELECT email FROM orders WHERE id = 'own'").await, [NEW]);
    assert_eq!(house.column("SELECT email FROM orders WHERE id = 'guest'").await, [OLD], "nobody has taken that one");
    let mails = house.column("SELECT id || ' ' || recipient FROM outbox WHERE state = 'queued' ORDER BY rowid").await;
    assert_eq!(mails[..2], [format!("o {NEW}"), format!("g {OLD}")]);
    assert!(mails[2].ends_with(NEW), "it can be had again");
    assert_eq!(house.kinds()[0], format!("{OLD} email_changed"), "the last word goes to the address before");
    let waiting = "SELECT variant_id || ' ' || email || ' ' || confirmed_at FROM stock_requests ORDER BY 1";
    assert_eq!(house.column(waiting).await, [format!("v {NEW} 1"), format!("w {NEW} 1")]);
    assert_eq!(
        house.column("SELECT count(DISTINCT address) || '' FROM stock_requests WHERE variant_id = 'v'").await,
        ["1"]
    );

    let now = house.now();
    let known = house.app.db.read(move |conn| privacy::export(conn, &ana, now)).await.unwrap();
    let found = (known.orders.len(), known.quote_requests.len(), known.messages.len(), known.stock_requests.len());
    assert_eq!((found, known.withdrawals.len()), ((1, 1, 1, 2), 1));

    // Nothing else of a statement becomes another, and it does not lose its sender but for good.
    for change in [
        "statement = 'Me lo quedo'",
        "name = 'Eva'",
        "email = ''",
        "received_at = 1",
        "salt = NULL",
        "seal = randomblob(32)",
    ] {
        let sql = format!("UPDATE withdrawals SET {change} WHERE id = 'd'");
        let changed = house.app.db.write(move |tx| tx.execute_batch(&sql).map_err(db::Error::from)).await;
        assert!(changed.is_err_and(|error| error.to_string().contains("append-only")), "{change}");
    }
}

#[tokio::test]
async fn whoever_changed_their_address_is_erased_under_both() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.past_of(&ana).await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, "otra@example.com").await;
    house.move_to(&session, NEW).await;
    house.execute(String::from("DELETE FROM orders WHERE id = 'guest'; DELETE FROM outbox WHERE id = 'g'")).await;
    let now = house.now();
    let erased = house.app.db.write(move |tx| privacy::erase(tx, Asked::Themselves, &address(NEW), now)).await;
    drop(erased.unwrap());
    let left: Vec<Value> =
        house.mails().into_iter().map(|(to, message)| json!([to, message["notice"]["what"]])).collect();
    assert_eq!(left, [json!([NEW, "erased"])], "the last word");
    let with_addresses = "SELECT email FROM stock_requests UNION ALL SELECT email FROM contact_messages
        UNION ALL SELECT email FROM quote_requests UNION ALL SELECT email FROM orders WHERE email <> ''";
    assert_eq!(house.column(with_addresses).await, Vec::<String>::new());
}

#[tokio::test]
async fn whoever_reads_the_mailbox_before_has_the_account_back_and_nobody_else() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    house.past_of(&ana).await;
    let [old, new] = [-2, 0].map(|days| house.now().plus_days(days).millis());
    let ways_in = |id: &str, at: i64| {
        format!(
            "INSERT INTO factors (id, user_id, verified_at, created_at, updated_at) VALUES ('{id}', '{ana}', {at}, {old}, 0);
             INSERT INTO identities VALUES ('{id}', '{ana}', 'p', 'i', '{id}', '', {at}, 0);
             INSERT INTO passkeys (id, user_id, name, domain, credential_id, credential, created_at)
             VALUES ('{id}', '{ana}', '', '', x'{}', '{{}}', {at});",
            crate::text::hex(id.as_bytes())
        )
    };
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, NEW).await;
    house.execute([ways_in("hers", old), ways_in("theirs", new)].concat()).await;
    let link = house.way_back(OLD).unwrap();
    assert_eq!(house.go_back(NEW, &link).await.code(), (403, "otp_expired"), "the page shows whose it is");

    let back = house.go_back(OLD, &link).await;
    assert_eq!((back.status.as_u16(), &back.body["user"]["email"]), (200, &json!(OLD)), "{}", back.body);
    assert_eq!(house.user(&session).await.code(), (403, "session_not_found"));
    assert_eq!(house.sign_in(&[], PASSWORD).await.code(), (400, "invalid_credentials"));
    assert_eq!(house.go_back(OLD, &link).await.code(), (403, "otp_expired"), "once");
    assert_eq!((&house.kinds()[0], house.way_back(NEW)), (&format!("{NEW} email_changed"), None));
    assert_eq!(house.column("SELECT email FROM orders WHERE id = 'own'").await, [OLD]);
    let left = "SELECT id FROM factors UNION ALL SELECT id FROM identities UNION ALL SELECT id FROM passkeys";
    assert_eq!(house.column(left).await, ["hers"; 3]);

    house.execute(String::from("DELETE FROM factors")).await;
    house.app.clock.advance_seconds(61);
    house.ask("/auth/recover", OLD).await;
    let verify = json!({ "type": "recovery", "token_hash": house.mailed_token() });
    let session = house.post("/auth/verify", &[], verify).await;
    assert_eq!(house.put_user(&session, json!({ "password": "cinco perros pardos" })).await.status, 200);
}

#[tokio::test]
async fn after_two_changes_each_mailbox_goes_back_to_its_own_address_and_the_older_one_wins() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, "otra@example.com").await;
    house.move_to(&session, NEW).await;
    let [first, second] = [OLD, "otra@example.com"].map(|to| house.way_back(to).unwrap());
    let back = house.go_back("otra@example.com", &second).await;
    assert_eq!(back.body["user"]["email"], "otra@example.com", "{}", back.body);
    assert_eq!(house.go_back(OLD, &first).await.body["user"]["email"], OLD);
    assert_eq!(house.go_back("otra@example.com", &second).await.code(), (403, "otp_expired"));
}

#[tokio::test]
async fn an_address_that_is_changed_back_leaves_no_way_to_the_other() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, NEW).await;
    let first = house.way_back(OLD).unwrap();
    house.move_to(&session, OLD).await;
    assert_eq!(house.way_back(NEW), None);
    assert_eq!(house.go_back(OLD, &first).await.code(), (403, "otp_expired"), "it is there already");
    assert_eq!(house.count("former_addresses"), 0);
}

#[tokio::test]
async fn a_way_back_waits_for_its_address_and_ends_with_its_time_and_with_the_account() {
    let house = House::open(&[]);
    let ana = house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, NEW).await;
    let link = house.way_back(OLD).unwrap();
    house.someone(OLD).await;
    assert_eq!(house.go_back(OLD, &link).await.code(), (422, "validation_failed"));
    assert_eq!(house.user(&session).await.body["email"], NEW, "nothing is lost");
    // Whoever asked for an account there and never confirmed it gives way.
    house.execute(format!("UPDATE users SET email_confirmed_at = NULL WHERE email = '{OLD}'")).await;
    let back = house.go_back(OLD, &link).await;
    assert_eq!((&back.body["user"]["email"], &back.body["user"]["id"]), (&json!(OLD), &json!(ana)));

    for (email, late) in [("dos@example.com", true), ("tres@example.com", false)] {
        house.someone(email).await;
        let credentials = json!({ "email": email, "password": PASSWORD });
        let session = house.post("/auth/token?grant_type=password", &[], credentials).await;
        let other = format!("x{email}");
        house.move_to(&session, &other).await;
        let link = house.way_back(email).unwrap();
        if late {
            house.app.clock.advance_seconds(7 * 86_400);
        } else {
            let now = house.now();
            let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, Asked::Themselves, &address(&other), now);
            drop(house.app.db.write(erase).await.unwrap());
        }
        assert_eq!(house.go_back(email, &link).await.code(), (403, "otp_expired"), "{email}");
    }
    let now = house.now();
    house.app.db.write(move |tx| crate::accounts::purge(tx, now)).await.unwrap();
    assert_eq!(house.count("former_addresses"), 0);
}

/// Who was erased left their address free: whoever has it next is nobody who came back.
#[tokio::test]
async fn an_account_that_takes_the_address_of_somebody_erased_stays() {
    let house = House::open(&[]);
    house.ana().await;
    house.someone(NEW).await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.app.clock.advance_seconds(60);
    let now = house.now();
    let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, Asked::Themselves, &address(NEW), now);
    drop(house.app.db.write(erase).await.unwrap());
    house.move_to(&session, NEW).await;
    let (app, now) = (house.app.clone(), house.now());
    let round = move || privacy::retention::round(&app.db, &app.data_dir, now);
    tokio::task::spawn_blocking(round).await.unwrap().unwrap();
    assert_eq!(house.user(&session).await.body["email"], NEW);
}

#[tokio::test]
async fn whoever_forgot_that_the_address_changed_is_mailed_the_way_back_to_it() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, "otra@example.com").await;
    house.move_to(&session, NEW).await;
    house.execute(String::from("DELETE FROM outbox")).await;
    house.ask("/auth/recover", OLD).await;
    let (to, word) = house.mails().remove(0);
    assert_eq!((to.as_str(), &word["notice"]["email"]), (OLD, &json!(NEW)));
    let link = house.way_back(OLD).unwrap();
    assert_eq!(house.go_back(OLD, &link).await.body["user"]["email"], OLD);
    house.execute(String::from("DELETE FROM outbox")).await;
    for nobodys in ["otra@example.com", NEW] {
        house.ask("/auth/recover", nobodys).await;
    }
    assert_eq!(house.mails(), [], "there is no way back to them");
}

#[tokio::test]
async fn whoever_signs_up_at_a_former_address_without_reading_it_stands_in_nobodys_way_back() {
    let house = House::open(&[]);
    house.ana().await;
    let session = house.sign_in(&[], PASSWORD).await;
    house.move_to(&session, NEW).await;
    house.post("/auth/signup", &[], json!({ "email": OLD, "password": "una altra clau" })).await;
    house.execute(String::from("DELETE FROM outbox")).await;
    house.app.clock.advance_seconds(61);
    house.ask("/auth/recover", OLD).await;
    let link = house.way_back(OLD).unwrap();
    assert_eq!(house.go_back(OLD, &link).await.body["user"]["email"], OLD);
}
