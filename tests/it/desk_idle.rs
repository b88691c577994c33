//! The desk closes by itself when nobody asks anything of it (decision 58).

use reqwest::Method;
use serde_json::json;

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
        admin.get(path).await.refused(403, "reauthentication_needed");
    }
    let picture = admin.request(Method::POST, "/api/admin/pictures").body("x");
    admin.send(picture).await.refused(403, "reauthentication_needed");
    admin.get("/api/orders").await.expect(200);
    let again = shop.signed_in(OWNER).await;
    again.get("/api/admin/today").await.expect(200);
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
