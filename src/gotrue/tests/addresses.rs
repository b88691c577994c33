//! What an account's other address does to what stood under the one before.

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
    assert_eq!(found, (1, 1, 1, 2));
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
