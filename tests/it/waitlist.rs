//! Who is told that something can be had again: once, if they asked for it and said yes, and never again.

use manetes::catalogue;
use manetes::db::{self, Conn};
use manetes::email::EmailAddress;
use manetes::privacy::{self, retention};
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

const SKU: &str = "FON-LAT-40";
const EMAIL: &str = "nuria@example.com";

struct Waiting {
    shop: TestShop,
    variant: String,
}

impl Waiting {
    /// A shop in which one thing is sold out.
    async fn open() -> Self {
        let shop = TestShop::demo().await;
        let variant = shop.variant(SKU).await.0;
        shop.set_stock(&variant, 0).await;
        Self { shop, variant }
    }

    async fn ask(&self, who: &Person, email: &str) -> Reply {
        let wish = json!({ "variant_id": self.variant, "email": email, "lang": "fr" });
        who.post("/api/store/store_manetes/stock-requests", wish).await
    }

    async fn confirm(&self, token: &str) -> Reply {
        let path = "/api/store/store_manetes/stock-requests/confirm";
        self.shop.visitor().post(path, json!({ "token": token })).await
    }

    /// Recipient and message of the mails of this kind, the first first.
    async fn mails(&self, kind: &'static str) -> Vec<(String, Value)> {
        let read = move |conn: &Conn| {
            let sql = "SELECT recipient, message FROM outbox WHERE json_extract(message, '$.kind') = ?1 ORDER BY rowid";
            let mut statement = conn.prepare(sql).map_err(db::Error::from)?;
            let rows = statement.query_map([kind], |row| Ok((row.get(0)?, row.get(1)?))).map_err(db::Error::from)?;
            rows.collect::<Result<Vec<_>, _>>().map_err(db::Error::from)
        };
        self.shop.app.db.read(read).await.unwrap()
    }

    /// What the link of the latest question carries.
    async fn token(&self) -> String {
        let questions = self.mails("stock_question").await;
        self.shop.app.secrets.mailed_token(questions.last().unwrap().1["token_id"].as_str().unwrap())
    }

    async fn number_of(&self, sql: &'static str) -> i64 {
        let read = move |conn: &Conn| conn.query_row(sql, [], |row| row.get(0)).map_err(db::Error::from);
        self.shop.app.db.read(read).await.unwrap()
    }

    /// Changes rows behind the curtain.
    async fn alter(&self, sql: &'static str, value: &str) {
        let value = value.to_owned();
        self.shop.app.db.write(move |tx| tx.execute(sql, [value]).map_err(db::Error::from)).await.unwrap();
    }

    async fn waiting(&self) -> i64 {
        self.number_of("SELECT count(*) FROM stock_requests").await
    }
}

#[tokio::test]
async fn who_asked_and_said_yes_gets_one_mail_and_is_forgotten() {
    let it = Waiting::open().await;
    let visitor = it.shop.visitor();
    assert_eq!(it.ask(&visitor, EMAIL).await.expect(202).json()["state"], "asked");
    it.shop.set_stock(&it.variant, 2).await;
    assert!(it.mails("back_in_stock").await.is_empty(), "nobody has said yes");
    it.shop.set_stock(&it.variant, 0).await;

    assert_eq!(it.confirm(&it.token().await).await.expect(200).json()["count"], 1);
    it.shop.set_stock(&it.variant, 3).await;
    let told = it.mails("back_in_stock").await;
    let [(recipient, message)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((recipient.as_str(), &message["variant_id"]), (EMAIL, &json!(it.variant)));
    assert_eq!(it.waiting().await, 0);
    for quantity in [0, 5, 6] {
        it.shop.set_stock(&it.variant, quantity).await;
    }
    assert_eq!(it.mails("back_in_stock").await.len(), 1, "that was all");
    it.confirm(&it.token().await).await.refused(403, "otp_expired");
}

#[tokio::test]
async fn nobody_can_make_the_shop_write_to_somebody_else_more_than_once() {
    let it = Waiting::open().await;
    let other = it.shop.variant("CER-CIL-3030").await.0;
    it.shop.set_stock(&other, 0).await;
    for _ in 0..3 {
        for variant in [&it.variant, &other] {
            let wish = json!({ "variant_id": variant, "email": EMAIL });
            let answer = it.shop.visitor().post("/api/store/store_manetes/stock-requests", wish).await.expect(202);
            assert_eq!(answer.json()["state"], "asked", "whatever is known of the address");
        }
    }
    assert_eq!(it.mails("stock_question").await.len(), 1);
    // Forgotten requests free nobody to ask again.
    it.shop.app.clock.advance_seconds(8 * 86_400);
    retention::round(&it.shop.app.db, &it.shop.app.data_dir, it.shop.app.clock.now()).unwrap();
    assert_eq!(it.waiting().await, 0);
    it.ask(&it.shop.visitor(), EMAIL).await.expect(202);
    assert_eq!(it.mails("stock_question").await.len(), 1);
    // One yes holds for all that was asked for meanwhile.
    assert_eq!(it.confirm(&it.token().await).await.expect(200).json()["count"], 1);
}

#[tokio::test]
async fn a_session_proves_the_address_and_no_other_is_taken() {
    let it = Waiting::open().await;
    let customer = it.shop.customer("ana@example.com").await;
    assert_eq!(it.ask(&customer, EMAIL).await.expect(202).json()["state"], "noted");
    assert!(it.mails("stock_question").await.is_empty());
    it.shop.set_stock(&it.variant, 1).await;
    assert_eq!(it.mails("back_in_stock").await[0].0, "ana@example.com");
}

#[tokio::test]
async fn what_strangers_typed_takes_no_place_of_whose_address_it_is_and_a_full_list_says_so() {
    let it = Waiting::open().await;
    let (ana, other) = (it.shop.customer("ana@example.com").await, it.shop.variant("CER-CIL-3030").await.0);
    it.shop.set_stock(&other, 0).await;
    let typed = json!({ "variant_id": other, "email": "ana@example.com" });
    it.shop.visitor().post("/api/store/store_manetes/stock-requests", typed).await.expect(202);
    let variant = it.variant.clone();
    it.alter(
        "INSERT INTO stock_requests SELECT v.id, v.id, r.email, r.address, r.lang, NULL, r.created_at
              FROM variants v, stock_requests r WHERE v.id NOT IN (?1, r.variant_id) LIMIT 19",
        &variant,
    )
    .await;
    assert_eq!(it.waiting().await, 20);

    assert_eq!(it.ask(&ana, "").await.expect(202).json()["state"], "noted");
    let confirmed = "SELECT count(*) FROM stock_requests WHERE confirmed_at IS NOT NULL";
    assert_eq!(it.number_of(confirmed).await, 1);
    it.alter("UPDATE stock_requests SET confirmed_at = 1 WHERE variant_id <> ?1", &variant).await;
    assert_eq!(it.ask(&ana, "").await.expect(202).json()["state"], "noted", "that one is");
    it.alter("DELETE FROM stock_requests WHERE variant_id = ?1", &variant).await;
    it.ask(&ana, "").await.refused(422, "too_many_waited_for");
    let stranger = it.ask(&it.shop.visitor(), "ana@example.com").await;
    assert_eq!(stranger.expect(202).json()["state"], "asked", "which tells nothing of the address");
}

#[tokio::test]
async fn what_an_order_gives_back_is_told_of_too() {
    let it = Waiting::open().await;
    it.shop.set_stock(&it.variant, 1).await;
    let buyer = it.shop.customer("buyer@example.com").await;
    let order = buyer.order(&it.variant, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
    it.ask(&it.shop.customer("ana@example.com").await, "").await.expect(202);
    let path = "/api/functions/cancel-order";
    buyer.post(path, json!({ "order_id": order })).await;
    assert_eq!(it.mails("back_in_stock").await.len(), 1);
}

#[tokio::test]
async fn what_can_be_had_is_not_waited_for_and_what_is_unknown_is_not_found() {
    let it = Waiting::open().await;
    it.shop.set_stock(&it.variant, 1).await;
    let visitor = it.shop.visitor();
    assert_eq!(it.ask(&visitor, EMAIL).await.expect(202).json()["state"], "in_stock");
    it.ask(&visitor, "nobody").await.refused(422, "validation_failed");
    let unknown = json!({ "variant_id": "none", "email": EMAIL });
    visitor.post("/api/store/store_manetes/stock-requests", unknown).await.refused(404, "not_found");
    assert_eq!(it.waiting().await, 0);
}

#[tokio::test]
async fn who_is_erased_waits_for_nothing_and_what_is_kept_is_theirs_to_take_along() {
    let it = Waiting::open().await;
    let customer = it.shop.customer("ana@example.com").await;
    it.ask(&customer, "").await.expect(202);
    let own = it.shop.app.db.read(|conn| catalogue::waitlist::of_address(conn, "ana@example.com")).await.unwrap();
    assert_eq!((own.len(), own[0].is_confirmed), (1, true));
    it.ask(&it.shop.visitor(), EMAIL).await.expect(202);
    let now = it.shop.app.clock.now();
    for email in ["ana@example.com", EMAIL] {
        let email = EmailAddress::parse(email).unwrap();
        let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, privacy::Asked::Themselves, &email, now);
        it.shop.app.db.write(erase).await.unwrap().finish(&it.shop.app.db, &it.shop.app.data_dir, now);
    }
    assert_eq!(it.waiting().await, 0);
    assert_eq!(it.number_of("SELECT count(*) FROM stock_questions").await, 0);
    it.shop.set_stock(&it.variant, 4).await;
    assert!(it.mails("back_in_stock").await.is_empty());
}
