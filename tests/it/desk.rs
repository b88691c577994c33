//! The owner's desk: what an administrator sees and does over HTTP.

use manetes::audit::Actor;
use manetes::settings::Settings;
use serde_json::{Value, json};

use crate::support::{OWNER, Person, TestShop};

impl TestShop {
    /// Writes an entry into the log, as the administrator at an address of the network.
    async fn set_phone(&self, admin: &Person, phone: &'static str) {
        let now = self.app.clock.now();
        let from = Some("203.0.113.9".parse().unwrap());
        let actor = Actor::Admin { id: admin.user_id.clone(), email: OWNER.to_owned(), from };
        let set = self.app.db.write(move |tx| Settings::set(tx, &actor, "company.phone", phone, now)).await;
        set.unwrap();
    }
}

#[tokio::test]
async fn the_log_tells_an_administrator_who_did_what_when_and_from_where() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    shop.set_phone(&admin, "+34931234567").await;
    let log = admin.get("/api/admin/log?act=setting").await.expect(200).json();
    assert_eq!((&log["count"], &log["offset"], &log["limit"]), (&json!(1), &json!(0), &json!(50)));
    assert_eq!(
        log["entries"][0],
        json!({
            "seq": 2,
            "at": "2026-11-20T11:00:00.000Z",
            "actor": { "kind": "admin", "id": admin.user_id, "label": OWNER, "from": "203.0.113.9" },
            "act": "setting.changed",
            "subject": "company.phone",
            "detail": { "before": "+34600000000", "after": "+34931234567" },
        })
    );
    let granted = admin.get("/api/admin/log?q=GRANTED&limit=1").await.expect(200).json();
    assert_eq!(
        granted["entries"][0]["actor"],
        json!({ "kind": "system", "id": "", "label": "manetes", "from": Value::Null })
    );
    assert_eq!(admin.get("/api/admin/log?offset=1&limit=1").await.json()["entries"][0]["seq"], 1);
    admin.get("/api/admin/log?limit=201").await.refused(400, "bad_request");
    shop.visitor().get("/api/admin/log").await.refused(401, "unauthorized");
    shop.customer("ana@example.com").await.get("/api/admin/log").await.refused(403, "forbidden");
}
