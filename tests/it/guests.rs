//! Buying without an account: what opens such an order, and what does not.

use manetes::checkout::caps::MAX_PENDING;
use manetes::db;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Person, Reply, SKU, TestShop, address};

pub const CREATE: &str = "/api/functions/create-order-and-send-email";
const PAY: &str = "/api/store/store_manetes/checkout";
pub const MAIL: &str = "nuria@example.com";

/// An order of somebody without an account, and its key.
pub struct Bought {
    pub id: String,
    pub key: String,
}

pub fn wanted(variant: &str, quantity: i64, email: &str) -> Value {
    json!({ "email": email, "shipping_address": address(), "items": [{ "variant_id": variant, "quantity": quantity }] })
}

pub fn bought(reply: Reply) -> Bought {
    let answer = reply.expect(201).json();
    let text = |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{name}: {answer}")).to_owned();
    Bought { id: text("orderId"), key: text("orderKey") }
}

impl TestShop {
    pub async fn bought(&self, email: &str) -> Bought {
        let (variant, _) = self.variant(SKU).await;
        bought(self.visitor().post(CREATE, wanted(&variant, 1, email)).await)
    }

    /// The token that a mail about an order carries which is queued now.
    pub async fn claim_token(&self, order: &Bought) -> String {
        let (nonce, _): (Option<String>, i64) =
            self.row("SELECT key_nonce, 0 FROM orders WHERE id = ?1", &order.id).await;
        self.app.order_keys.claim_token(&order.id, &nonce.unwrap(), self.app.clock.now())
    }

    pub async fn mails_of(&self, kind: &str) -> Vec<Value> {
        let mails = self.queued_mails().await.into_iter().map(|(_, _, message)| message);
        mails.filter(|message| message["kind"] == kind).collect()
    }
}

impl Person {
    pub async fn see(&self, order: &Bought) -> Reply {
        let request = self.request(Method::GET, &format!("/api/orders/{}", order.id));
        self.send(request.header("X-Order-Key", &order.key)).await
    }

    pub async fn claim(&self, id: &str, token: &str) -> Reply {
        self.post(&format!("/api/orders/{id}/claim"), json!({ "token": token })).await
    }

    /// Orders as a guest of another network.
    pub async fn order_from(&self, network: &str, body: &Value) -> Reply {
        self.send(self.request(Method::POST, CREATE).header("X-Forwarded-For", network).json(body)).await
    }
}

#[tokio::test]
async fn somebody_without_an_account_buys_and_pays_with_the_key_of_the_order() {
    let shop = TestShop::demo().await;
    let (variant, stock) = shop.variant(SKU).await;
    let guest = shop.visitor();
    let order = bought(guest.post(CREATE, wanted(&variant, 2, " Nuria@Example.com ")).await);
    assert_eq!(shop.variant(SKU).await.1, stock - 2);
    let seen = guest.see(&order).await.expect(200).json();
    assert_eq!((&seen["status"], &seen["user_id"], &seen["payable"]), (&json!("pending"), &Value::Null, &json!(true)));
    let by_query = guest.get(&format!("/api/orders/{}?key={}", order.id, order.key)).await.expect(200).json();
    assert_eq!(by_query, seen);
    let (email, user): (String, Option<String>) =
        shop.row("SELECT email, user_id FROM orders WHERE id = ?1", &order.id).await;
    assert_eq!((email.as_str(), user), (MAIL, None));

    let asked = json!({
        "items": [{ "variant_id": variant, "quantity": 2 }], "order_id": order.id, "order_key": order.key,
        "successUrl": format!("{}/success?order_id={}", shop.base, order.id),
        "cancelUrl": format!("{}/order/{}", shop.base, order.id),
    });
    let url = guest.post(PAY, asked).await.expect(200).json()["url"].as_str().unwrap().to_owned();
    let page = url.strip_prefix(&shop.base).unwrap();
    let click = guest.request(Method::POST, page).header("content-type", "application/x-www-form-urlencoded");
    guest.send(click.body("action=pay")).await.expect(303);
    manetes::checkout::worker::reconcile(&shop.app, 0).await.unwrap();
    assert_eq!(guest.see(&order).await.expect(200).json()["status"], "paid");
    assert_eq!((shop.mails_of("order_received").await.len(), shop.mails_of("order_paid").await.len()), (1, 1));
}

#[tokio::test]
async fn an_anonymous_order_without_an_address_for_mail_is_answered_as_ever() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    let visitor = shop.visitor();
    let mut body = wanted(&variant, 1, MAIL);
    body.as_object_mut().unwrap().remove("email");
    for body in [body.clone(), json!({}), json!([]), json!({ "email": null }), json!({ "order_key": "x" })] {
        visitor.post(CREATE, body.clone()).await.refused(401, "unauthorized");
    }
    let raw = visitor.request(Method::POST, CREATE).header("content-type", "application/json").body("{");
    visitor.send(raw).await.refused(401, "unauthorized");
    for path in [PAY, "/api/functions/cancel-order", "/api/orders/x/payment", "/api/orders/x/cancel"] {
        visitor.post(path, json!({})).await.refused(401, "unauthorized");
    }
    visitor.get("/api/orders/x").await.refused(401, "unauthorized");
    // Whoever has a session gets what they always got.
    let ana = shop.customer("ana@example.com").await;
    assert_eq!(ana.post(CREATE, body).await.expect(201).json().as_object().unwrap().len(), 1);
    ana.post(CREATE, wanted(&variant, 1, MAIL)).await.refused(422, "validation_failed");
    ana.post(CREATE, wanted(&variant, 1, "ana@example.com")).await.expect(201);
    visitor.post(CREATE, wanted(&variant, 1, "nobody")).await.refused(422, "validation_failed");
    let mut theirs = wanted(&variant, 1, MAIL);
    theirs["user_id"] = json!(ana.user_id);
    visitor.post(CREATE, theirs).await.refused(401, "unauthorized");
    assert_eq!(ana.get("/api/orders").await.expect(200).json()["count"], 2);
}

#[tokio::test]
async fn a_key_opens_its_own_order_and_nothing_else() {
    let shop = TestShop::demo().await;
    let (one, other) = (shop.bought(MAIL).await, shop.bought("eve@example.com").await);
    let ana = shop.customer("ana@example.com").await;
    let of_account = shop.pending_order(&ana).await;
    let (guest, eve) = (shop.visitor(), shop.customer("eve2@example.com").await);
    for id in [&other.id, &of_account, "none"] {
        let wrong = Bought { id: (*id).to_owned(), key: one.key.clone() };
        for person in [&guest, &eve] {
            person.see(&wrong).await.refused(404, "not_found");
            let path = format!("/api/orders/{id}?key={}", one.key);
            person.get(&path).await.refused(404, "not_found");
            for act in ["cancel", "payment"] {
                let pages = json!({ "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/cart", shop.base) });
                let body = if act == "cancel" { json!({}) } else { pages };
                let request = person.request(Method::POST, &format!("/api/orders/{id}/{act}"));
                person.send(request.header("X-Order-Key", &one.key).json(&body)).await.refused(404, "not_found");
            }
            let body = json!({ "order_id": id, "order_key": one.key });
            person.post("/api/functions/cancel-order", body).await.refused(404, "not_found");
        }
    }
    // It is no session.
    for path in ["/api/orders", "/api/my-data", &format!("/api/profiles/{}", ana.user_id)] {
        let request = guest.request(Method::GET, path).header("X-Order-Key", &one.key);
        guest.send(request).await.refused(401, "unauthorized");
    }
    // Nobody's session is a key.
    eve.get(&format!("/api/orders/{}", one.id)).await.refused(404, "not_found");
    for key in ["", "x", &one.key[1..], &one.id] {
        let wrong = Bought { id: one.id.clone(), key: key.to_owned() };
        guest.see(&wrong).await.refused(404, "not_found");
    }
    guest.see(&one).await.expect(200);
}

#[tokio::test]
async fn the_same_request_twice_is_one_order_with_one_key_and_no_short_one_is_taken() {
    let shop = TestShop::demo().await;
    let (variant, stock) = shop.variant(SKU).await;
    let guest = shop.visitor();
    let send = async |body: &Value, key: &str| {
        guest.send(guest.request(Method::POST, CREATE).header("Idempotency-Key", key).json(body)).await
    };
    let body = wanted(&variant, 1, MAIL);
    let (first, again) = (send(&body, "0123456789abcdef").await, send(&body, "0123456789abcdef").await);
    assert_eq!(first.expect(201).json(), again.expect(201).json());
    assert_eq!(shop.variant(SKU).await.1, stock - 1);
    send(&wanted(&variant, 2, MAIL), "0123456789abcdef").await.refused(422, "idempotency_key_reused");
    send(&body, "1").await.refused(422, "validation_failed");
    // Another's key is another's.
    send(&wanted(&variant, 1, "eve@example.com"), "0123456789abcdef").await.expect(201);
}

#[tokio::test]
async fn the_page_takes_the_key_into_a_cookie_for_that_order_alone() {
    let shop = TestShop::demo().await;
    let order = shop.bought(MAIL).await;
    let guest = shop.visitor();
    let opened = guest.get(&format!("/order/{}?lang=fr&key={}", order.id, order.key)).await.expect(303);
    assert_eq!(opened.headers["location"], format!("/order/{}?lang=fr&guest=1", order.id));
    assert_eq!(opened.headers["cache-control"], "no-store");
    assert!(["no-referrer", "same-origin"].contains(&opened.headers["referrer-policy"].to_str().unwrap()));
    let cookie = opened.headers["set-cookie"].to_str().unwrap().to_owned();
    let expected = format!("manetes-order={}; Path=/api/orders/{}; ", order.key, order.id);
    assert!(cookie.starts_with(&expected) && cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(!opened.text.contains(&order.key));
    let kept = cookie.split(';').next().unwrap();
    let request = guest.request(Method::GET, &format!("/api/orders/{}", order.id)).header("cookie", kept);
    guest.send(request).await.expect(200);
    // The page itself is the same for everybody.
    let page = guest.get(&format!("/order/{}", order.id)).await.expect(200);
    assert!(!page.text.contains(&order.key) && page.headers.get("set-cookie").is_none());
    // A wrong one leaves the address as well, and opens nothing.
    for (id, key) in [(order.id.as_str(), "wrong"), ("none", order.key.as_str())] {
        let refused = guest.get(&format!("/order/{id}?key={key}")).await.expect(303);
        assert_eq!(refused.headers["location"], format!("/order/{id}?link=lost"));
        assert!(refused.headers.get("set-cookie").is_none());
    }
    // A browser never has the key in a script.
    let (variant, _) = shop.variant(SKU).await;
    let browser = guest.request(Method::POST, CREATE).header("X-Session-Transport", "cookie");
    let placed = guest.send(browser.json(&wanted(&variant, 1, "eve@example.com"))).await.expect(201);
    let id = placed.json()["orderId"].as_str().unwrap().to_owned();
    assert_eq!(placed.json().as_object().unwrap().len(), 1);
    assert!(placed.headers["set-cookie"].to_str().unwrap().contains(&format!("Path=/api/orders/{id};")));
}

#[tokio::test]
async fn a_cookie_pays_again_and_cancels_from_this_site_alone() {
    let shop = TestShop::demo().await;
    let (order, stock) = (shop.bought(MAIL).await, shop.variant(SKU).await.1);
    let guest = shop.visitor();
    let send = async |act: &str, origin: &str| {
        let pages =
            json!({ "successUrl": format!("{}/success", shop.base), "cancelUrl": format!("{}/order/x", shop.base) });
        let body = if act == "cancel" { json!({}) } else { pages };
        let request = guest.request(Method::POST, &format!("/api/orders/{}/{act}", order.id));
        let request = request.header("cookie", format!("manetes-order={}", order.key)).header("origin", origin);
        guest.send(request.json(&body)).await
    };
    for act in ["payment", "cancel"] {
        send(act, "https://evil.example").await.refused(403, "cross_site_request");
    }
    let first = send("payment", &shop.base).await.expect(200).json();
    assert_eq!(send("payment", &shop.base).await.expect(200).json(), first, "the page that is open");
    assert_eq!(send("cancel", &shop.base).await.expect(200).json()["status"], "cancelled");
    assert_eq!(shop.variant(SKU).await.1, stock + 1);
}

#[tokio::test]
async fn a_guest_holds_no_more_than_an_account_by_mail_by_street_and_by_network() {
    let shop = TestShop::demo_with_limits().await;
    let (variant, _) = shop.variant(SKU).await;
    shop.set_stock(&variant, 1000).await;
    let guest = shop.visitor();
    let at = |n: usize, mail: &str, street: &str| {
        let mut body = wanted(&variant, 1, mail);
        body["shipping_address"]["address"] = json!(street);
        (format!("198.51.{n}.1"), body)
    };
    // Each is counted alone: the others are new every time.
    for (what, orders) in [
        ("mail", (0..=3).map(|n| at(n, MAIL, &format!("Carrer {n}"))).collect::<Vec<_>>()),
        ("street", (10..=13).map(|n| at(n, &format!("a{n}@example.com"), "Carrer Nou 1")).collect()),
        (
            "network",
            (20..=23)
                .map(|n| ("203.0.113.7".to_owned(), at(n, &format!("a{n}@example.com"), &format!("Plaça {n}")).1))
                .collect(),
        ),
        (
            "line",
            (30..=33)
                .map(|n| (format!("2001:db8:5:{n}::1"), at(n, &format!("a{n}@example.com"), &format!("Rambla {n}")).1))
                .collect(),
        ),
    ] {
        let (last, first) = orders.split_last().unwrap();
        assert_eq!(i64::try_from(first.len()).unwrap(), MAX_PENDING);
        for (network, body) in first {
            guest.order_from(network, body).await.expect(201);
        }
        let refused = guest.order_from(&last.0, &last.1).await;
        assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "too_many_open_orders"), "{what}");
    }
    // Who has an account is not counted with them, nor they with whoever has one.
    let nuria = shop.customer(MAIL).await;
    nuria.order(&variant, 1).await.expect(201);
}

#[tokio::test]
async fn guests_whose_networks_a_proxy_hides_do_not_count_as_one() {
    let shop = TestShop::demo_behind_an_unknown_proxy().await;
    let (variant, _) = shop.variant(SKU).await;
    for n in 0..=MAX_PENDING {
        let mut body = wanted(&variant, 1, &format!("guest{n}@example.com"));
        body["shipping_address"]["address"] = json!(format!("Carrer {n}"));
        shop.visitor().order_from("203.0.113.7", &body).await.expect(201);
    }
}

#[tokio::test]
async fn half_a_session_buys_like_nobody_and_never_for_its_account() {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant(SKU).await;
    let half = shop.customer(MAIL).await;
    half.post("/api/auth/factors", json!({ "factor_type": "totp" })).await.expect(200);
    let verify =
        |tx: &db::Tx<'_>| tx.execute("UPDATE factors SET verified_at = created_at", []).map_err(db::Error::from);
    shop.app.db.write(verify).await.unwrap();
    let mut body = wanted(&variant, 1, MAIL);
    let order = bought(half.post(CREATE, body.clone()).await);
    assert_eq!(half.see(&order).await.expect(200).json()["user_id"], Value::Null);
    body.as_object_mut().unwrap().remove("email");
    half.post(CREATE, body).await.refused(403, "insufficient_aal");
}

#[tokio::test]
async fn a_guest_who_holds_some_takes_no_more_than_a_fair_share_of_the_rest() {
    let shop = TestShop::demo_with_limits().await;
    let (variant, _) = shop.variant(SKU).await;
    shop.set_stock(&variant, 20).await;
    let guest = shop.visitor();
    let from = |n: usize| (format!("198.51.100.{n}"), format!("Carrer {n}"));
    for (n, mail, quantity, status) in [(1, MAIL, 10, 201), (2, MAIL, 1, 429), (3, "eve@example.com", 2, 201)] {
        let (network, street) = from(n * 40);
        let mut body = wanted(&variant, quantity, mail);
        body["shipping_address"]["address"] = json!(street);
        guest.order_from(&network, &body).await.expect(status);
    }
    assert_eq!(shop.variant(SKU).await.1, 8);
}

#[tokio::test]
async fn nobody_is_flooded_with_mails_about_orders_that_others_place_for_them() {
    let shop = TestShop::demo().await;
    for _ in 0..8 {
        shop.bought(MAIL).await;
    }
    assert_eq!(shop.mails_of("order_received").await.len(), 3);
    let link = |id: &str| format!("/api/orders/{id}/link");
    let order = shop.bought("eve@example.com").await;
    let visitor = shop.visitor();
    for _ in 0..6 {
        visitor.post(&link(&order.id), json!({})).await.expect(202);
        shop.app.clock.advance_seconds(61);
    }
    assert_eq!(shop.mails_of("order_link").await.len(), 3, "of a day");
}

#[tokio::test]
async fn no_answer_tells_whether_an_address_has_an_account_or_an_order_exists() {
    let shop = TestShop::demo().await;
    let known = shop.customer("known@example.com").await;
    let theirs = shop.pending_order(&known).await;
    let (variant, _) = shop.variant(SKU).await;
    let visitor = shop.visitor();
    let shape = |reply: Reply| {
        let mut names: Vec<_> = reply.headers.keys().map(|name| name.as_str().to_owned()).collect();
        names.sort_unstable();
        let keys: Vec<_> = reply.json().as_object().map(|o| o.keys().cloned().collect()).unwrap_or_default();
        (reply.status, names, keys, reply.text.len())
    };
    shop.set_stock(&variant, 10_000).await;
    for _ in 0..500 {
        let has = visitor.post(CREATE, wanted(&variant, 1, "known@example.com")).await;
        let has_not = visitor.post(CREATE, wanted(&variant, 1, "other@example.com")).await;
        assert_eq!(shape(has), shape(has_not));
    }
    assert_eq!(known.get("/api/orders").await.expect(200).json()["count"], 1, "what others typed is not theirs");
    let order = shop.bought(MAIL).await;
    let answers: Vec<_> = [order.id.as_str(), &theirs, "none"].map(|id| format!("/api/orders/{id}/link")).into();
    let mut shapes = Vec::new();
    for path in answers {
        shapes.push(shape(visitor.post(&path, json!({})).await.expect(202)));
    }
    assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]), "{shapes:?}");
    let claims = [order.id.as_str(), &theirs, "none"];
    let eve = shop.customer("eve@example.com").await;
    for id in claims {
        eve.claim(id, "1.x").await.refused(403, "otp_expired");
    }
}

#[tokio::test]
async fn only_what_a_mail_carried_makes_an_order_an_accounts() {
    let shop = TestShop::demo().await;
    let (order, other) = (shop.bought(MAIL).await, shop.bought(MAIL).await);
    let (nuria, eve) = (shop.customer(MAIL).await, shop.customer("eve@example.com").await);
    let (token, of_other) = (shop.claim_token(&order).await, shop.claim_token(&other).await);
    shop.visitor().claim(&order.id, &token).await.refused(401, "unauthorized");
    // The same address is no proof, nor is the key.
    for person in [&nuria, &eve] {
        for wrong in ["", "x", &order.key, &of_other, &token[..token.len() - 1], &format!("9{token}")] {
            person.claim(&order.id, wrong).await.refused(403, "otp_expired");
        }
        assert_eq!(person.get("/api/orders").await.expect(200).json()["count"], 0);
    }
    let claimed = nuria.claim(&order.id, &token).await.expect(200).json();
    assert_eq!(claimed["user_id"], nuria.user_id);
    nuria.claim(&order.id, &token).await.expect(200);
    assert_eq!(nuria.get("/api/orders").await.expect(200).json()["count"], 1);
    // Used: by nobody else, and the key is worth nothing.
    eve.claim(&order.id, &token).await.refused(403, "otp_expired");
    shop.visitor().see(&order).await.refused(404, "not_found");
    let opened = shop.visitor().get(&format!("/order/{}?key={}", order.id, order.key)).await.expect(303);
    assert!(opened.headers.get("set-cookie").is_none());
    // Too old.
    shop.app.clock.advance_seconds(7 * 86_400);
    let back = shop.customer("back@example.com").await;
    back.claim(&other.id, &of_other).await.refused(403, "otp_expired");
    let new = shop.claim_token(&other).await;
    back.claim(&other.id, &new).await.expect(200);
}

#[tokio::test]
async fn somebodys_data_holds_what_they_bought_with_their_address_before_they_had_an_account() {
    let shop = TestShop::demo().await;
    let order = shop.bought(MAIL).await;
    shop.bought("eve@example.com").await;
    let nuria = shop.customer(MAIL).await;
    let data = nuria.get("/api/my-data").await.expect(200).json();
    let ids: Vec<_> = data["orders"].as_array().unwrap().iter().map(|order| order["id"].clone()).collect();
    assert_eq!(ids, [json!(order.id)]);
}

#[tokio::test]
async fn the_desk_handles_an_order_without_an_account_like_any_other() {
    let shop = TestShop::demo().await;
    let (admin, order) = (shop.admin().await, shop.bought(MAIL).await);
    let list = admin.get("/api/admin/orders?q=nuria").await.expect(200).json();
    assert_eq!(list["orders"][0]["id"], order.id);
    let detail = admin.get(&format!("/api/admin/orders/{}", order.id)).await.expect(200).json();
    assert_eq!((&detail["user_id"], &detail["email"]), (&Value::Null, &json!(MAIL)));
    admin.act(&order.id, "resend-mail", json!({})).await;
    admin.act(&order.id, "cancel", json!({})).await.expect(200);
    assert_eq!(shop.visitor().see(&order).await.expect(200).json()["status"], "cancelled");
    assert_eq!(shop.mails_of("order_cancelled").await[0]["key_nonce"].as_str().map(str::len), Some(36));
}
