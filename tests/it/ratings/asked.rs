//! Who is asked, and that it happens once.

use super::*;

#[tokio::test]
async fn a_week_after_it_was_delivered_one_mail_asks_for_stars_and_never_another() {
    let it = Delivered::to_account().await;
    it.after_days(6).await;
    assert_eq!(it.asked().await, 0, "it is too early");
    it.after_days(1).await;
    assert_eq!(it.asked().await, 1);
    for _ in 0..3 {
        it.after_days(5).await;
    }
    assert_eq!(it.asked().await, 1, "once is all");
    is_sound(&it.shop).await;
}

#[tokio::test]
async fn nobody_is_asked_of_what_was_delivered_long_ago_given_back_or_while_the_owner_does_not_want_it() {
    let old = Delivered::to_account().await;
    old.after_days(24).await;
    assert_eq!(old.asked().await, 0, "the program was not there for weeks, or is new");

    let it = Delivered::to_account().await;
    let admin = it.shop.another_admin("otra@example.com").await;
    let change = |value: &str| {
        admin.request(Method::PATCH, "/api/admin/settings").json(&json!({ "values": { "ratings.ask": value } }))
    };
    admin.send(change("false")).await.expect(200);
    it.after_days(8).await;
    assert_eq!(it.asked().await, 0);
    let admin = it.shop.another_admin("tercera@example.com").await;
    it.shop
        .app
        .db
        .write(|tx| {
            manetes::settings::Settings::set(tx, "ratings.ask", "true", manetes::clock::Timestamp::from_millis(0))
        })
        .await
        .unwrap();
    admin.act(&it.order, "refund", json!({})).await.expect(200);
    it.after_days(1).await;
    assert_eq!(it.asked().await, 0, "nothing of it was kept");
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
}

#[tokio::test]
async fn who_wanted_a_quote_is_asked_once_it_is_closed_and_the_stars_stay_when_the_request_goes() {
    let it = Delivered::to_guest().await;
    let form = json!({
        "name": "www.example.com", "email": "omar@example.com", "message": "La puerta no cierra.", "lang": "fr"
    });
    it.shop.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let (quote, _): (String, i64) =
        it.shop.row("SELECT id, 0 FROM quote_requests WHERE email = ?1", "omar@example.com").await;
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/admin/quotes/{quote}/rating");
    admin.post(&path, json!({})).await.refused(422, "validation_failed");
    admin.post(&format!("/api/admin/quotes/{quote}/status"), json!({ "status": "closed" })).await.expect(200);
    assert_eq!(admin.get(&path).await.expect(200).json()["asked_at"], Value::Null);
    for _ in 0..2 {
        admin.post(&path, json!({})).await.expect(200);
    }
    let asked: Vec<_> = it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_firm").collect();
    assert_eq!((asked.len(), asked[0].1.as_str()), (1, "fr"));
    assert_eq!(asked[0].2["name"], "", "what anybody typed as a name carries no link to others");
    let key = it.shop.app.order_keys.rating_key(Rated::Quote, &quote);
    for stars in ["2", "4"] {
        send(&it.shop, &format!("/rate/{quote}"), &key, &[("stars.firm", stars)]).await.expect(303);
    }
    let rating = async || it.shop.visitor().get("/api/site").await.expect(200).json()["rating"].clone();
    assert_eq!(rating().await, json!({ "average": 4.0, "count": 1 }));
    assert_eq!(admin.get(&path).await.expect(200).json()["stars"], 4);
    let landing = it.shop.visitor().get("/").await.expect(200).text;
    assert!(!landing.contains("aggregateRating"), "a firm does not mark up its own stars");
    admin.send(admin.request(Method::DELETE, &format!("/api/admin/quotes/{quote}"))).await.expect(204);
    assert_eq!(rating().await["count"], 1, "who could delete them could choose which count");
    send(&it.shop, &format!("/rate/{quote}"), &key, &[("stars.firm", "1")]).await.expect(410);
}

#[tokio::test]
async fn a_product_that_is_gone_is_not_asked_about() {
    let it = Delivered::to_account().await;
    it.execute("UPDATE products SET deleted_at = 1").await;
    it.after_days(8).await;
    assert_eq!(it.asked().await, 0);
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
}

#[tokio::test]
async fn a_shop_that_was_put_back_asks_nobody_whom_the_lost_one_asked() {
    let it = Delivered::to_account().await;
    let (clock, db) = (&it.shop.app.clock, &it.shop.app.db);
    clock.advance_seconds(5 * DAY);
    let known_until = clock.now();
    clock.advance_seconds(5 * DAY);
    let now = clock.now();
    db.write(move |tx| manetes::backup::settle::settle(tx, known_until, now)).await.unwrap();
    it.after_days(0).await;
    it.after_days(1).await;
    assert_eq!(it.asked().await, 0, "the shop that is lost has asked");
    is_sound(&it.shop).await;

    let early = Delivered::to_account().await;
    let (clock, db) = (&early.shop.app.clock, &early.shop.app.db);
    let known_until = clock.now();
    clock.advance_seconds(3 * DAY);
    let now = clock.now();
    db.write(move |tx| manetes::backup::settle::settle(tx, known_until, now)).await.unwrap();
    early.after_days(5).await;
    assert_eq!(early.asked().await, 1, "nobody has asked yet");
}

#[tokio::test]
async fn an_order_that_cannot_be_asked_about_stops_no_other() {
    let it = Delivered::to_account().await;
    let second = it.shop.paid_order(&it.sign_in_ana().await).await;
    let admin = it.shop.another_admin("otra@example.com").await;
    admin.act(&second, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
    admin.act(&second, "deliver", json!({})).await.expect(200);
    it.shop.app.clock.advance_seconds(8 * DAY);
    let broken = format!(
        "CREATE TRIGGER broken BEFORE INSERT ON order_events WHEN NEW.order_id = '{}' BEGIN SELECT RAISE(ABORT, 'no'); END",
        it.order
    );
    it.shop.app.db.write(move |tx| tx.execute_batch(&broken).map_err(db::Error::from)).await.unwrap();
    assert!(ask::tick(&it.shop.app.db, it.shop.app.clock.now()).await.is_err());
    let asked: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_order").collect();
    let [(_, _, message)] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(message["order_id"], json!(second));
}

#[tokio::test]
async fn nobody_is_asked_about_a_request_that_was_closed_long_ago() {
    let it = TestShop::demo().await;
    let form = json!({ "name": "Omar", "email": "omar@example.com", "message": "La puerta no cierra.", "lang": "fr" });
    it.visitor().post("/api/functions/send-budget-request", form).await.expect(202);
    let (quote, _): (String, i64) =
        it.row("SELECT id, 0 FROM quote_requests WHERE email = ?1", "omar@example.com").await;
    let admin = it.admin().await;
    admin.post(&format!("/api/admin/quotes/{quote}/status"), json!({ "status": "closed" })).await.expect(200);
    it.app.clock.advance_seconds(30 * DAY);
    let admin = it.another_admin("otra@example.com").await;
    let path = format!("/api/admin/quotes/{quote}/rating");
    admin.post(&path, json!({})).await.refused(422, "validation_failed");
    assert_eq!(admin.get(&path).await.expect(200).json()["asked_at"], Value::Null);
}

#[tokio::test]
async fn the_mail_lists_what_stars_can_be_given_to() {
    let it = Delivered::to_guest_who_wants(&[SKU, "HER-TAL-18V"]).await;
    it.execute(
        "UPDATE products SET deleted_at = 1 WHERE id = (SELECT product_id FROM variants WHERE sku = 'HER-TAL-18V')",
    )
    .await;
    it.after_days(8).await;
    let of_kept =
        "SELECT i.product_title, 0 FROM order_items i JOIN variants v ON v.product_id = i.product_id WHERE v.sku = ?1";
    let (kept, _): (String, i64) = it.shop.row(of_kept, SKU).await;
    let asked: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "rate_order").collect();
    let [(_, _, message)] = &asked[..] else { panic!("{asked:?}") };
    let lines = message["lines"].as_array().unwrap();
    assert!(lines.len() == 1 && lines[0]["title"].as_str().unwrap().starts_with(&kept), "{lines:?}");
}
