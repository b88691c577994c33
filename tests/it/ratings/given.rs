//! What the link opens, and what becomes of stars and words.

use super::*;

#[tokio::test]
async fn the_link_goes_into_a_cookie_for_its_page_and_opens_nothing_else() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    let (visitor, key) = (it.shop.visitor(), it.key());
    let opened = visitor.get(&format!("{}?lang=fr&key={key}", it.path())).await.expect(303);
    assert_eq!(opened.headers["location"], format!("{}?lang=fr", it.path()));
    assert_eq!(opened.headers["cache-control"], "no-store");
    let cookie = opened.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with(&format!("manetes-rate={key}; Path={}; ", it.path())), "{cookie}");
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    let page = it.open().await.expect(200);
    assert!(page.text.contains("type=\"radio\"") && !page.text.contains(&key));
    assert!(page.headers["cache-control"].to_str().unwrap().contains("private"));
    // It is no key of the order.
    let order = visitor.request(Method::GET, &format!("/api/orders/{}", it.order)).header("X-Order-Key", &key);
    visitor.send(order).await.refused(404, "not_found");
    // Without it, with another's or a made-up one nothing is said of the order.
    let other = it.shop.app.order_keys.rating_key(Rated::Order, "another");
    let of_quote = it.shop.app.order_keys.rating_key(Rated::Quote, &it.order);
    for wrong in ["x", other.as_str(), of_quote.as_str()] {
        let refused = visitor.get(&format!("{}?key={wrong}", it.path())).await.expect(303);
        assert_eq!(refused.headers.get("set-cookie").is_some(), wrong == of_quote);
        let request = visitor.request(Method::GET, &it.path()).header("cookie", format!("manetes-rate={wrong}"));
        let page = visitor.send(request).await;
        assert!(!page.text.contains("type=\"radio\"") || wrong == of_quote, "{wrong}");
        send(&it.shop, &it.path(), "x", &[("stars.x", "1")]).await.expect(403);
    }
    assert_eq!(it.rating().await, Value::Null);
}

#[tokio::test]
async fn stars_count_at_once_and_words_wait_and_sent_twice_they_are_one_of_each() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    for _ in 0..2 {
        let sent = it.give("2", "Gotea un poco").await.expect(303);
        assert_eq!(sent.headers["location"], format!("{}?sent=1", it.path()));
    }
    assert_eq!(it.rating().await, json!({ "average": 2.0, "count": 1 }));
    let [comment] = &it.comments().await[..] else { panic!("not one comment") };
    assert_eq!(
        (&comment["content"], &comment["author"], &comment["stars"], &comment["status"], &comment["user_id"]),
        (&json!("Gotea un poco"), &json!("Núria P."), &json!(2), &json!("pending"), &Value::Null)
    );
    let shown = format!("/api/comments?item_id={}", it.product);
    let public = it.shop.visitor().get(&shown).await.expect(200);
    assert!(!public.text.contains("Gotea"), "words wait");
    let page = it.shop.visitor().get(&format!("/product/{}", it.product)).await.expect(200).text;
    assert!(page.contains("\"aggregateRating\"") && page.contains("\"ratingCount\":1"));

    // An owner can keep the words off the page, and not the stars.
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/comments/{}", comment["id"].as_str().unwrap());
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    assert_eq!(it.rating().await["count"], 1);
    // Changed, they are counted anew, and other words wait again.
    it.give("5", "Apretado, ya no").await.expect(303);
    assert_eq!(it.rating().await, json!({ "average": 5.0, "count": 1 }));
    is_sound(&it.shop).await;
}

#[tokio::test]
async fn what_is_wrong_with_the_form_comes_back_with_what_was_typed_and_stores_nothing() {
    let it = Delivered::to_account().await;
    it.after_days(8).await;
    let of_text = format!("text.{}", it.product);
    let page = it.send(&[(&of_text, "Sin estrellas")]).await.expect(422).text;
    assert!(page.contains("Sin estrellas") && page.contains("role=\"alert\""));
    it.give("6", "").await.expect(422);
    it.give("5", &"x".repeat(2001)).await.expect(422);
    it.send(&[("stars.another", "5")]).await.expect(422);
    assert_eq!(it.rating().await, Value::Null);
    it.shop.app.clock.advance_seconds(22 * DAY);
    it.give("5", "").await.expect(410);
    assert!(it.open().await.expect(200).text.contains("\"state\":\"over\""));
}

#[tokio::test]
async fn a_page_without_stars_tells_search_engines_of_none() {
    let it = Delivered::to_account().await;
    let page = it.shop.visitor().get(&format!("/product/{}", it.product)).await.expect(200).text;
    assert!(!page.contains("aggregateRating"));
    it.after_days(8).await;
    it.give("4", "").await.expect(303);
    let feed = it.shop.visitor().get("/feeds/google-es.xml").await.expect(200).text;
    assert!(!feed.contains("rating"));
}

#[tokio::test]
async fn an_account_finds_the_page_from_its_order_and_nobody_else_does() {
    let it = Delivered::to_account().await;
    let path = format!("/api/orders/{}/rating", it.order);
    let eve = it.shop.customer("eve@example.com").await;
    eve.get(&path).await.refused(404, "not_found");
    it.shop.visitor().get(&path).await.refused(401, "unauthorized");
    let ana = it.sign_in_ana().await;
    let url = ana.get(&path).await.expect(200).json()["url"].as_str().unwrap().to_owned();
    assert_eq!(url, format!("{}?key={}", it.path(), it.key()));
    it.shop.app.clock.advance_seconds(31 * DAY);
    let ana = it.sign_in_ana().await;
    assert_eq!(ana.get(&path).await.expect(200).json()["url"], Value::Null);
}

#[tokio::test]
async fn the_firms_answer_stands_below_a_shown_comment_and_its_writer_is_told_once() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("3", "Justo").await.expect(303);
    let id = it.comments().await[0]["id"].as_str().unwrap().to_owned();
    let admin = it.shop.another_admin("una@example.com").await;
    let path = format!("/api/comments/{id}/reply");
    let answer = |text: &str| admin.send(admin.request(Method::PUT, &path).json(&json!({ "text": text })));
    answer("Gracias").await.refused(422, "validation_failed");
    admin.patch(&format!("/api/comments/{id}"), json!({ "status": "approved" })).await.expect(200);
    it.shop
        .visitor()
        .send(it.shop.visitor().request(Method::PUT, &path).json(&json!({ "text": "x" })))
        .await
        .refused(401, "unauthorized");
    answer("  ").await.refused(422, "validation_failed");
    for text in ["Gracias", "Gracias", "Gracias, Núria"] {
        answer(text).await.expect(200);
    }
    let list = it.shop.visitor().get(&format!("/api/comments?item_id={}", it.product)).await.expect(200).json();
    assert_eq!(list["comments"][0]["reply"], "Gracias, Núria");
    assert_eq!(list["comments"][0].get("order_id"), None);
    admin.send(admin.request(Method::DELETE, &path)).await.expect(204);
    answer("De nuevo").await.expect(200);
    let told: Vec<_> =
        it.shop.queued_mails().await.into_iter().filter(|mail| mail.2["kind"] == "comment_replied").collect();
    let [(recipient, _, message)] = &told[..] else { panic!("{told:?}") };
    assert_eq!((recipient.as_str(), &message["text"]), (MAIL, &json!("Gracias")));
}

#[tokio::test]
async fn whoever_is_forgotten_takes_their_words_along_and_leaves_the_stars() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("1", "Muy malo").await.expect(303);
    let now = it.shop.app.clock.now();
    let email = manetes::email::EmailAddress::parse(MAIL).unwrap();
    let found = it
        .shop
        .app
        .db
        .read({
            let email = email.clone();
            move |conn| privacy::traces(conn, &email)
        })
        .await
        .unwrap();
    assert_eq!(found.comments, 1);
    let erase = move |tx: &db::Tx<'_>| privacy::erase(tx, privacy::Asked::Themselves, &email, now);
    drop(it.shop.app.db.write(erase).await.unwrap());
    assert!(it.comments().await.is_empty());
    assert!(it.shop.holding(&["muy malo", "núria p."]).await.is_empty());
    assert_eq!(it.rating().await, json!({ "average": 1.0, "count": 1 }));
    assert!(it.open().await.expect(200).text.contains("\"state\":\"gone\""));
    it.give("5", "").await.expect(410);
}

#[tokio::test]
async fn a_guests_words_are_the_accounts_that_claims_the_order_and_come_with_its_data() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    it.give("4", "Bien").await.expect(303);
    let nuria = it.shop.customer(MAIL).await;
    let data = nuria.get("/api/my-data").await.expect(200).json();
    assert_eq!((&data["comments"][0]["content"], &data["ratings"][0]["stars"]), (&json!("Bien"), &json!(4)));
    let (nonce, _): (String, i64) = it.shop.row("SELECT key_nonce, 0 FROM orders WHERE id = ?1", &it.order).await;
    let token = it.shop.app.order_keys.claim_token(&it.order, &nonce, it.shop.app.clock.now());
    nuria.post(&format!("/api/orders/{}/claim", it.order), json!({ "token": token })).await.expect(200);
    assert_eq!(it.comments().await[0]["user_id"], json!(nuria.user_id));
    it.give("3", "Bien, sin más").await.expect(303);
    assert_eq!(it.rating().await["average"], 3.0);
}

#[tokio::test]
async fn other_words_or_another_name_are_another_comment_that_nobody_has_approved_or_answered() {
    let it = Delivered::to_guest().await;
    it.after_days(8).await;
    let admin = it.shop.another_admin("una@example.com").await;
    let (of_stars, of_text) = (format!("stars.{}", it.product), format!("text.{}", it.product));
    let approved = json!({ "status": "approved" });
    let mut before = String::new();
    for (text, signed) in
        [("Va bien", "Núria"), ("Compren en otra tienda", "Núria"), ("Compren en otra tienda", "El jefe")]
    {
        for stars in ["5", "4"] {
            let form = [(&*of_stars, stars), (&*of_text, text), ("signed", signed), ("lang", "es")];
            it.send(&form).await.expect(303);
        }
        let [comment] = &it.comments_seen_by(&admin).await[..] else { panic!("not one comment") };
        let id = comment["id"].as_str().unwrap().to_owned();
        assert_eq!(
            (&comment["status"], &comment["reply"], &comment["author"]),
            (&json!("pending"), &Value::Null, &json!(signed))
        );
        // Whoever still has the one before on the screen publishes nothing that they have not read.
        assert_ne!(id, before);
        if !before.is_empty() {
            admin.patch(&format!("/api/comments/{before}"), approved.clone()).await.refused(404, "not_found");
        }
        admin.patch(&format!("/api/comments/{id}"), approved.clone()).await.expect(200);
        let path = format!("/api/comments/{id}/reply");
        admin.send(admin.request(Method::PUT, &path).json(&json!({ "text": "Gracias" }))).await.expect(200);
        // The same again, with other stars, stays as it is.
        it.send(&[(&of_stars, "3"), (&of_text, text), ("signed", signed), ("lang", "es")]).await.expect(303);
        let kept = &it.comments_seen_by(&admin).await[0];
        assert_eq!((&kept["id"], &kept["status"], &kept["reply"]), (&json!(id), &json!("approved"), &json!("Gracias")));
        before = id;
    }
}
