//! The owner's telephone: told at once of orders and requests, on a topic or a webhook of the owner's.

use std::sync::{Arc, Mutex};

use manetes::pager::Pager;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::support::{Person, TestShop};

/// A server that writes down what it is told, and answers with a status: 0 hangs up without an answer.
#[derive(Clone)]
struct Telephone {
    address: String,
    told: Arc<Mutex<Vec<(String, Value)>>>,
    status: Arc<Mutex<u16>>,
}

impl Telephone {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let telephone = Self { address, told: Arc::default(), status: Arc::new(Mutex::new(200)) };
        let theirs = telephone.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = Vec::new();
                let (path, call) = loop {
                    if stream.read_buf(&mut request).await.unwrap() == 0 {
                        break (String::new(), Value::Null);
                    }
                    let text = String::from_utf8_lossy(&request);
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    if let Ok(call) = serde_json::from_str(body) {
                        break (head.split(' ').nth(1).unwrap().to_owned(), call);
                    }
                };
                theirs.told.lock().unwrap().push((path, call));
                let status = *theirs.status.lock().unwrap();
                if status > 0 {
                    let answer = format!("HTTP/1.1 {status} -\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                    stream.write_all(answer.as_bytes()).await.unwrap();
                }
            }
        });
        telephone
    }

    fn answer(&self, status: u16) {
        *self.status.lock().unwrap() = status;
    }

    /// What it was told since it was last asked.
    fn told(&self) -> Vec<(String, Value)> {
        std::mem::take(&mut *self.told.lock().unwrap())
    }
}

async fn set(admin: &Person, ntfy: &str, webhook: &str) {
    let values = json!({ "values": { "alerts.ntfy": ntfy, "alerts.webhook": webhook } });
    admin.patch("/api/admin/settings", values).await.expect(200);
}

/// Makes every call that is due.
async fn ring(shop: &TestShop) {
    let pager = Pager::new(shop.app.config.base_url.clone());
    while pager.step(&shop.app.db, &shop.app.health, shop.app.clock.now()).await.unwrap() {}
}

async fn request(shop: &TestShop, name: &str) {
    let email = format!("{}@example.com", name.to_lowercase());
    let body = json!({ "name": name, "email": email, "message": "La puerta no abre.", "service": "locksmith", "town": "Abrera",
        "consent": true });
    shop.visitor().post("/api/functions/send-budget-request", body).await.expect(202);
}

fn waiting(shop: &TestShop) -> i64 {
    let count = |conn: &manetes::db::Conn| {
        Ok::<_, manetes::db::Error>(conn.query_row("SELECT count(*) FROM owner_calls", [], |row| row.get(0))?)
    };
    shop.app.db.read_blocking(count).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_hears_of_a_request_and_of_an_order_at_once_and_nobody_of_who_it_was() {
    let (shop, phone) = (TestShop::demo_with_owner().await, Telephone::start().await);
    let admin = shop.admin().await;
    set(&admin, &format!("{}/a-secret", phone.address), &format!("{}/hook?key=1", phone.address)).await;
    request(&shop, "Remedios").await;
    ring(&shop).await;
    let told = phone.told();
    let [(root, ntfy), (hook, webhook)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((root.as_str(), &ntfy["topic"], &ntfy["priority"]), ("/", &json!("a-secret"), &json!(5)));
    assert_eq!((hook.as_str(), &webhook["urgency"]), ("/hook?key=1", &json!("high")));
    assert_eq!(webhook["text"], "Cerrajería", "{webhook}");
    let page = webhook["url"].as_str().unwrap();
    assert!(page.starts_with(&shop.app.config.base_url.origin()) && page.contains("/admin/inbox/quotes/"), "{page}");
    assert_eq!(ntfy["click"], webhook["url"]);

    let ana = shop.customer("ana@example.com").await;
    let order = shop.paid_order(&ana).await;
    manetes::alerts::tick(&shop.app).await.unwrap();
    ring(&shop).await;
    let told = phone.told();
    let page = format!("{}/admin/orders/{order}", shop.app.config.base_url.origin());
    let of_order = told.iter().filter(|(_, call)| call["url"] == page.as_str() || call["click"] == page.as_str());
    assert_eq!(of_order.count(), 2, "{told:?}");
    for secret in ["Remedios", "remedios@", "puerta", "Abrera", "ana@example.com"] {
        assert!(!format!("{told:?} {ntfy} {webhook}").contains(secret), "{secret} is nobody else's to know");
    }
    assert_eq!(waiting(&shop), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nobody_answers_calls_wait_their_time_and_the_desk_says_so() {
    let (shop, phone) = (TestShop::demo_with_owner().await, Telephone::start().await);
    let admin = shop.admin().await;
    set(&admin, "", &phone.address).await;
    for status in [0, 500, 404] {
        phone.answer(status);
        request(&shop, "Pere").await;
        ring(&shop).await;
        assert_eq!(phone.told().len(), 1, "one is tried for all, and then they rest");
        shop.app.clock.advance_seconds(120);
    }
    let today = admin.get("/api/admin/today").await.expect(200).json();
    assert_eq!(today["troubles"][0]["name"], "webhook", "{today}");
    assert!(!today.to_string().contains(&phone.address), "the address is a secret");
    phone.answer(204);
    ring(&shop).await;
    assert_eq!((phone.told().len(), waiting(&shop)), (3, 0));
    let today = admin.get("/api/admin/today").await.expect(200).json();
    assert_eq!(today["troubles"], json!([]));

    // A day later nobody wants to be woken by it.
    phone.answer(500);
    request(&shop, "Pere").await;
    ring(&shop).await;
    shop.app.clock.advance_seconds(25 * 3600);
    ring(&shop).await;
    assert_eq!(waiting(&shop), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_way_is_tried_from_the_desk_and_is_an_address_that_nobody_reads_on_the_way() {
    let (shop, phone) = (TestShop::demo_with_owner().await, Telephone::start().await);
    let admin = shop.admin().await;
    let tried = admin.post("/api/admin/alerts/test", json!({})).await.expect(200).json();
    assert_eq!(tried["tried"], json!([]));
    set(&admin, &format!("{}/topic", phone.address), "").await;
    let tried = admin.post("/api/admin/alerts/test", json!({})).await.expect(200).json();
    assert_eq!((&tried["tried"], phone.told().len()), (&json!([{ "way": "ntfy" }]), 1));
    phone.answer(403);
    let tried = admin.post("/api/admin/alerts/test", json!({})).await.expect(200).json();
    assert_eq!(tried["tried"][0]["error"], "it answers 403 Forbidden");
    for (key, value) in [
        ("alerts.ntfy", "https://ntfy.sh"),
        ("alerts.ntfy", "https://ntfy.sh/a/b"),
        ("alerts.webhook", "http://hooks.example.com/x"),
        ("alerts.webhook", "file:///etc/passwd"),
    ] {
        admin.patch("/api/admin/settings", json!({ "values": { key: value } })).await.refused(422, "validation_failed");
    }
    // Without one, nothing waits for ever.
    set(&admin, "", "").await;
    request(&shop, "Pere").await;
    assert_eq!(waiting(&shop), 0);
}
