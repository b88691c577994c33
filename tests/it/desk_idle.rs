//! The desk closes by itself when nobody asks anything of it (decision 58).

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{OWNER, PASSWORD, Person, TestShop};

const REFRESH: &str = "/api/auth/token?grant_type=refresh_token";

#[tokio::test]
async fn a_desk_that_is_asked_nothing_for_half_an_hour_asks_for_a_sign_in() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    for _ in 0..2 {
        shop.app.clock.advance_seconds(1700);
        admin.get("/api/admin/today").await.expect(200);
    }
    let admin = shop.signed_in(OWNER).await;
    shop.app.clock.advance_seconds(1700);
    admin.get("/api/wishlist").await.expect(200);
    shop.app.clock.advance_seconds(101);
    for path in ["/api/admin/today", "/api/admin/orders", "/api/comments?status=pending"] {
        let refused = admin.get(path).await.refused(403, "reauthentication_needed");
        assert_eq!(refused.json()["desk"], "closed", "{path}");
    }
    let act = admin.post("/api/admin/orders/none/refund", json!({})).await;
    assert_eq!(act.refused(403, "reauthentication_needed").json()["desk"], "closed", "an act is told so, too");
    let picture = admin.request(Method::POST, "/api/admin/pictures").body("x");
    let sent = admin.send(picture).await.refused(403, "reauthentication_needed");
    assert_eq!(sent.json()["desk"], "closed", "what is sent as a file is told so, too");
    admin.get("/api/orders").await.expect(200);
    let again = shop.signed_in(OWNER).await;
    again.get("/api/admin/today").await.expect(200);
    shop.app.clock.advance_seconds(601);
    let act = again.get("/api/admin/orders.csv").await.refused(403, "reauthentication_needed");
    assert_eq!(act.json()["desk"], Value::Null, "an open desk asks for another reason");
    admin.get("/api/admin/today").await.refused(403, "reauthentication_needed");
}

#[tokio::test]
async fn a_page_that_is_left_open_keeps_no_desk_open() {
    let shop = TestShop::empty().await;
    shop.admin().await;
    let credentials = json!({ "email": OWNER, "password": PASSWORD });
    let session = shop.visitor().post("/api/auth/token?grant_type=password", credentials).await.expect(200).json();
    shop.app.clock.advance_seconds(1801);
    let refreshed = shop.visitor().post(REFRESH, json!({ "refresh_token": session["refresh_token"] })).await;
    let token = refreshed.expect(200).json()["access_token"].as_str().unwrap().to_owned();
    let admin = Person { token: Some(token), ..shop.visitor() };
    admin.get("/api/admin/today").await.refused(403, "reauthentication_needed");
}
