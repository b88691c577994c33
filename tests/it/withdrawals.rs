//! Withdrawing from a contract: each row of Directive 2011/83 art. 11a, and what the shop does by itself.

use std::fs;
use std::time::Instant;

use manetes::lang::Lang;
use manetes::settings::{Error as NotSet, Settings};
use manetes::{db, invariants, privacy};
use reqwest::Method;
use serde_json::{Value, json};

use crate::guests::{Bought, MAIL};
use crate::support::{OWNER, Person, Program, Reply, SKU, TRACKING, TestShop, until};

const PATH: &str = "/api/withdrawals";
const ANA: &str = "ana@example.com";
const DAY: i64 = 86_400;
/// The button that confirms, alone, in each language (art. 11a(3)); the Arabic one has the Spanish beside it.
const CONFIRM: [(&str, &str); Lang::ALL.len()] = [
    ("es", "Confirmar desistimiento"),
    ("ca", "Confirmar el desistiment"),
    ("en", "Confirm withdrawal"),
    ("fr", "Confirmer la rétractation"),
    ("ar", "تأكيد العدول (Confirmar desistimiento)"),
];
const HERE: [(&str, &str); Lang::ALL.len()] = [
    ("es", "Desistir del contrato aquí"),
    ("ca", "Desistir del contracte aquí"),
    ("en", "Withdraw from contract here"),
    ("fr", "Renoncer au contrat ici"),
    ("ar", "العدول عن العقد هنا (Desistir del contrato aquí)"),
];

/// What a reader sees of markup.
fn words_of(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words)).collect()
}

fn statement(contract: &str, email: &str) -> Value {
    json!({ "name": "Ana Soler", "contract": contract, "email": email })
}

impl TestShop {
    /// The number of an order, as people call it.
    async fn called(&self, order: &str) -> String {
        let (year, place): (i64, i64) = self.row("SELECT year, number FROM orders WHERE id = ?1", order).await;
        format!("{year}-{place:04}")
    }

    /// Marks and proof of a statement.
    async fn judged(&self, id: &str) -> (Value, String) {
        self.row("SELECT marks, proof FROM withdrawals WHERE id = ?1", id).await
    }

    async fn count_withdrawals(&self) -> i64 {
        self.row::<i64, i64>("SELECT count(*), 0 FROM withdrawals WHERE ?1 = ''", "").await.0
    }

    async fn delivered_order(&self, buyer: &Person) -> String {
        let order = self.paid_order(buyer).await;
        let admin = self.another_admin("jefa@example.com").await;
        admin.act(&order, "ship", json!({ "tracking_number": TRACKING })).await.expect(200);
        admin.act(&order, "deliver", json!({})).await.expect(200);
        order
    }
}

fn id_of(reply: &Reply) -> String {
    reply.json()["id"].as_str().unwrap().to_owned()
}

pub async fn send_form(person: &Person, fields: &[(&str, &str)], cookie: Option<&str>) -> Reply {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let mut request = person.request(Method::POST, "/withdrawal");
    if let Some(cookie) = cookie {
        request = request.header("cookie", cookie);
    }
    person.send(request.header("content-type", "application/x-www-form-urlencoded").body(body)).await
}

/// What the page holds for its reader alone.
pub fn own(reply: &Reply) -> Value {
    let (_, json) = reply.text.split_once("\"withdrawal\":{").unwrap_or_else(|| panic!("{}", reply.text));
    let json = format!("{{{json}");
    serde_json::Deserializer::from_str(&json).into_iter::<Value>().next().unwrap().unwrap()
}

/// The statement in the acknowledgement that was queued last.
async fn receipts(shop: &TestShop) -> Vec<Value> {
    shop.mails_of("withdrawal_received").await
}

#[tokio::test]
async fn art_11a_1_every_page_the_order_and_its_mails_lead_to_the_function_under_its_own_name() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for (lang, label) in HERE {
        for path in ["/", "/store", "/cart", "/contact", "/terms-and-conditions", "/withdrawal", "/no-such-page"] {
            let page = visitor.get(&format!("{path}?lang={lang}")).await.text;
            let (_, footer) = page.split_once("<footer").unwrap();
            assert!(footer.contains("href=\"/withdrawal\"") && words_of(footer).contains(label), "{path} {lang}");
        }
    }
    let order = shop.delivered_order(&shop.customer(ANA).await).await;
    for kind in ["order_paid", "order_shipped", "order_delivered"] {
        let message = shop.mails_of(kind).await.remove(0);
        let shown = manetes::mail::text::render(
            &serde_json::from_value(message).unwrap(),
            manetes::lang::Lang::Fr,
            &manetes::mail::text::Shop { origin: "https://m.example", ..Default::default() },
            &manetes::mail::text::Proof { order_key: String::from("KEY"), ..Default::default() },
        );
        let way = format!("https://m.example/withdrawal?order={order}&lang=fr&key=KEY");
        assert!(shown.text.contains("Renoncer au contrat ici") && shown.text.contains(&way), "{kind}: {}", shown.text);
    }
}

#[tokio::test]
async fn art_11a_2_three_fields_are_enough_without_an_account_a_script_or_a_reason() {
    let shop = TestShop::demo().await;
    let page = shop.visitor().get("/withdrawal").await.expect(200);
    assert!(page.headers["cache-control"].to_str().unwrap().contains("max-age") || !page.text.contains("private"));
    let form = page.text.split("<form").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(form.contains("method=\"post\"") && form.contains("action=\"/withdrawal?lang=es#withdraw\""), "{form}");
    let required: Vec<_> = form
        .split("<input")
        .skip(1)
        .map(|input| input.split('>').next().unwrap())
        .filter(|input| input.contains("required"))
        .collect();
    assert_eq!(required.len(), 3, "{required:?}");
    for wanted in ["name=\"name\"", "name=\"contract\"", "name=\"email\""] {
        assert!(required.iter().any(|input| input.contains(wanted)), "{wanted}");
    }
    assert!(!form.to_lowercase().contains("captcha"));
    for (body, field) in [
        (json!({ "name": "", "contract": "c", "email": ANA }), "name"),
        (json!({ "name": "n", "contract": " ", "email": ANA }), "contract"),
        (json!({ "name": "n", "contract": "c", "email": "ana" }), "email"),
    ] {
        let refused = shop.visitor().post(PATH, body).await.refused(422, "validation_failed");
        assert_eq!(refused.json()["field"], field);
    }
    shop.visitor().post(PATH, statement("lo que compré ayer", ANA)).await.expect(201);
}

#[tokio::test]
async fn art_11a_3_the_second_step_says_it_in_words_and_its_button_only_confirms() {
    let shop = TestShop::demo().await;
    for (lang, label) in CONFIRM {
        let fields =
            [("step", "review"), ("lang", lang), ("name", "Ana <b>"), ("contract", "2031-0007"), ("email", ANA)];
        let page = send_form(&shop.visitor(), &fields, None).await.expect(200);
        let form = page.text.split("<form").nth(1).unwrap().split("</form>").next().unwrap();
        let buttons: Vec<_> = form.split("<button").skip(1).collect();
        assert_eq!(buttons.len(), 1, "{lang}");
        let text = buttons[0].split_once('>').unwrap().1.split("</button>").next().unwrap();
        assert_eq!(text, label);
        let own = own(&page);
        let said = own["statement"].to_string();
        assert!(said.contains("2031-0007") && said.contains("Ana <b>") && said.contains(ANA), "{said}");
        assert!(!page.text.contains("Ana <b>") || page.text.contains("Ana &lt;b&gt;"));
    }
    assert_eq!(shop.count_withdrawals().await, 0, "nothing is stored before it is confirmed");
}

#[tokio::test]
async fn the_form_without_scripts_stores_one_statement_however_often_it_is_sent() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let fields = |step, token| {
        [("step", step), ("lang", "fr"), ("name", "Ana"), ("contract", "ma commande"), ("email", ANA), ("token", token)]
    };
    let review = own(&send_form(&visitor, &fields("review", ""), None).await.expect(200));
    let token = review["token"].as_str().unwrap();
    let first = own(&send_form(&visitor, &fields("confirm", token), None).await.expect(200));
    let again = own(&send_form(&visitor, &fields("confirm", token), None).await.expect(200));
    assert_eq!(first["step"], "done");
    assert_eq!((&first["receipt"], &first["statement"]), (&again["receipt"], &again["statement"]));
    assert_eq!(first["statement"], review["statement"], "what was confirmed is what was stored");
    assert_eq!((shop.count_withdrawals().await, receipts(&shop).await.len()), (1, 1));
    let wrong = send_form(&visitor, &[("step", "confirm"), ("name", "Ana"), ("email", "x")], None).await.expect(422);
    assert_eq!((&own(&wrong)["step"], &own(&wrong)["name"]), (&json!("form"), &json!("Ana")));
}

#[tokio::test]
async fn art_11a_4_the_acknowledgement_repeats_the_statement_with_date_and_time_and_accepts_nothing() {
    let shop = TestShop::demo_with_owner().await;
    set(&shop, "company.address", "Carrer Major, 1, 08630 Abrera").await;
    let body = json!({
        "name": "Ana Soler", "contract": "pedido 2026-0099", "email": ANA, "comment": "http://spam.example",
        "items": [{ "variant_id": shop.variant(SKU).await.0, "quantity": 2 }],
    });
    let request = shop.visitor().request(Method::POST, PATH).header("accept-language", "en").json(&body);
    let stored = shop.visitor().send(request).await.expect(201);
    assert_eq!(stored.json()["received_at"], "2026-11-20T11:00:00.000Z");
    assert_eq!(stored.json().as_object().unwrap().len(), 2);
    let (to, lang, message) =
        shop.queued_mails().await.into_iter().find(|(_, _, m)| m["kind"] == "withdrawal_received").unwrap();
    assert_eq!((to.as_str(), lang.as_str()), (ANA, "en"));
    let words =
        (shop.row::<String, i64>("SELECT statement, 0 FROM withdrawals WHERE id = ?1", &id_of(&stored)).await).0;
    let shown = rendered(&message, manetes::lang::Lang::En);
    for said in [
        &stored.json()["id"].as_str().unwrap()[..8],
        "20/11/2026 12:00:00 (UTC+01:00)",
        "Ana Soler",
        "pedido 2026-0099",
        "2 × ",
        &words,
        "Carrer Major, 1",
        "04/12/2026",
        "neither accepts nor rejects",
        "direct cost of returning",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert!(!shown.contains("spam.example"), "what else was written is mailed to nobody but the owner");
    let (_, _, owners) = shop
        .queued_mails()
        .await
        .into_iter()
        .find(|(to, _, m)| to == OWNER && m["kind"] == "withdrawal_for_owner")
        .unwrap();
    assert!(rendered(&owners, manetes::lang::Lang::Es).contains("spam.example"));
}

fn rendered(message: &Value, lang: manetes::lang::Lang) -> String {
    let shop = manetes::mail::text::Shop { origin: "https://m.example", ..Default::default() };
    let message = serde_json::from_value(message.clone()).unwrap();
    manetes::mail::text::render(&message, lang, &shop, &manetes::mail::text::Proof::default()).text
}

async fn set(shop: &TestShop, key: &'static str, value: &'static str) {
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await.unwrap_or_else(|e: NotSet| panic!("{e}"));
}

#[tokio::test]
async fn art_11a_5_the_last_second_of_day_14_is_in_time_and_the_next_is_taken_and_marked() {
    // Delivered on Friday the 20th of November 2026: day 14 is Friday the 4th of December, 24 hours of it.
    let shop = TestShop::demo().await;
    let ana = shop.customer(ANA).await;
    let order = shop.delivered_order(&ana).await;
    let last_second = 14 * DAY + 12 * 3600 - 1;
    shop.app.clock.advance_seconds(last_second);
    let ana = shop.visitor();
    let in_time = ana.post(PATH, statement(&order, ANA)).await.expect(201);
    shop.app.clock.advance_seconds(1);
    let late = ana.post(PATH, statement(&format!("pedido {order}"), ANA)).await.expect(201);
    assert_eq!(shop.judged(&id_of(&in_time)).await, (json!(["unproven"]), String::from("address")));
    assert_eq!(shop.judged(&id_of(&late)).await, (json!(["unproven", "late"]), String::from("address")));
    // A holiday on day 14 moves the end past the weekend.
    set(&shop, "hours.holidays", "04-12-2026 Puente").await;
    shop.app.clock.advance_seconds(3 * DAY - 1);
    let moved = ana.post(PATH, statement(&order, ANA)).await.expect(201);
    assert_eq!(shop.judged(&id_of(&moved)).await.0, json!(["unproven"]));
}

#[tokio::test]
async fn a_known_and_an_unknown_order_are_answered_alike() {
    let shop = TestShop::demo().await;
    let order = shop.delivered_order(&shop.customer(ANA).await).await;
    let number = shop.called(&order).await;
    let visitor = shop.visitor();
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    for n in 0..40 {
        for (contract, times) in [(number.as_str(), &mut known), ("2026-9999", &mut unknown)] {
            let begun = Instant::now();
            let answer = visitor.post(PATH, statement(contract, &format!("x{n}@example.com"))).await.expect(201);
            times.push(begun.elapsed());
            let body = answer.json();
            assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "received_at"]);
            assert_eq!(answer.text.len(), 86, "{}", answer.text);
        }
    }
    let stranger = receipts(&shop).await;
    let without = |message: &Value| {
        let mut message = message.clone();
        for member in ["id", "number", "contract", "statement"] {
            message.as_object_mut().unwrap().remove(member);
        }
        message
    };
    // The mail to whoever typed an address says nothing of the order either.
    let (one, other) = (without(&stranger[0]), without(&stranger[1]));
    assert_eq!(one, other);
    known.sort();
    unknown.sort();
    eprintln!("median known {:?}, unknown {:?}", known[20], unknown[20]);
}

#[tokio::test]
async fn nothing_that_is_a_statement_is_refused_and_a_person_is_told_what_to_look_at() {
    let shop = TestShop::demo_with_owner().await;
    let ana = shop.customer(ANA).await;
    let order = shop.delivered_order(&ana).await;
    let number = shop.called(&order).await;
    let (variant, _) = shop.variant(SKU).await;
    let visitor = shop.visitor();
    let of = |contract: &str, email: &str, items: Value| {
        let mut body = statement(contract, email);
        body["items"] = items;
        body
    };
    for (body, marks, proof) in [
        (of("una nevera", ANA, json!([])), json!(["unmatched"]), "none"),
        (of(&format!("Pedido {number} del martes"), "x@example.com", json!([])), json!(["unproven"]), "none"),
        (of(&order[..8], ANA, json!([])), json!(["unproven"]), "address"),
        (
            of(&number, ANA, json!([{ "variant_id": variant, "quantity": 2 }])),
            json!(["unproven", "other_goods"]),
            "address",
        ),
        (
            of(&number, ANA, json!([{ "variant_id": "no-such", "quantity": 1 }])),
            json!(["unproven", "other_goods"]),
            "address",
        ),
    ] {
        let stored = visitor.post(PATH, body).await.expect(201);
        assert_eq!(shop.judged(&id_of(&stored)).await, (marks, proof.to_owned()));
    }
    let events: (i64, i64) =
        shop.row("SELECT count(*), 0 FROM order_events WHERE order_id = ?1 AND kind = 'withdrawal'", &order).await;
    assert_eq!(events.0, 3, "only statements of the buyer's address are the order's");
    let told = shop.mails_of("withdrawal_for_owner").await;
    assert_eq!(told.len(), 5);
    let list = shop.admin().await.get("/api/admin/withdrawals?state=received").await.expect(200).json();
    assert_eq!((&list["count"], list["withdrawals"].as_array().unwrap().len()), (&json!(5), 5));
    let mut listed = list["withdrawals"].as_array().unwrap().iter();
    let one = listed.find(|made| made["order_number"] == json!(number)).unwrap();
    assert_eq!((&one["order_number"], &one["refund_due"]), (&json!(number), &json!("2026-12-04")));
    assert_eq!(one["period_ends_at"], "2026-12-04T23:00:00.000Z");
    assert_eq!(
        shop.app.db.read(|conn| invariants::broken_whenever(conn, shop_now())).await.unwrap(),
        Vec::<&str>::new()
    );
}

fn shop_now() -> manetes::clock::Timestamp {
    crate::support::NOON
}

#[tokio::test]
async fn an_order_not_sent_yet_is_cancelled_and_given_back_only_for_who_proves_whose_it_is() {
    let shop = TestShop::demo().await;
    let ana = shop.customer(ANA).await;
    let (_, stock) = shop.variant(SKU).await;
    let order = shop.paid_order(&ana).await;
    // The address proves nothing, and another's session or key does not either.
    let stranger = shop.customer("eva@example.com").await;
    let other = shop.bought(MAIL).await;
    let mut with_key = statement(&order, ANA);
    with_key["key"] = other.key.clone().into();
    shop.visitor().post(PATH, statement(&order, ANA)).await.expect(201);
    stranger.post(PATH, statement(&order, "eva@example.com")).await.expect(201);
    shop.visitor().post(PATH, with_key).await.expect(201);
    let status = async |order: &str| {
        shop.row::<String, Option<String>>("SELECT status, cancellation_reason FROM orders WHERE id = ?1", order).await
    };
    assert_eq!(status(&order).await, (String::from("paid"), None));

    let stored = ana.post(PATH, statement(&order, ANA)).await.expect(201);
    assert_eq!(status(&order).await, (String::from("cancelled"), Some(String::from("buyer"))));
    let refund: (i64, String) =
        shop.row("SELECT amount_in_cents, reason FROM refunds WHERE order_id = ?1", &order).await;
    let total: (i64, i64) = shop.row("SELECT total_in_cents, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!(refund, (total.0, String::from("cancelled")));
    assert_eq!(shop.variant(SKU).await.1, stock - 1, "but for the other's");
    let case: (String, i64) = shop.row("SELECT state, 0 FROM return_cases WHERE id = ?1", &id_of(&stored)).await;
    assert_eq!(case.0, "cancelled");
    let told = shop.mails_of("order_cancelled").await;
    assert_eq!((told.len(), &told[0]["by_buyer"]), (1, &json!(true)));

    // Its key does, also of an order that nobody has paid.
    let mut by_key = statement(&other.id, "quien.sea@example.com");
    by_key["key"] = other.key.into();
    shop.visitor().post(PATH, by_key).await.expect(201);
    assert_eq!(status(&other.id).await.0, "cancelled");
    assert_eq!(shop.variant(SKU).await.1, stock);
    // A part of it waits for a person.
    assert_eq!(
        shop.app.db.read(|conn| invariants::broken_whenever(conn, shop_now())).await.unwrap(),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn the_same_statement_sent_twice_is_one_and_a_key_is_for_one_statement() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let post = async |key: Option<&str>, contract: &str| {
        let request = visitor.request(Method::POST, PATH).json(&statement(contract, ANA));
        visitor.send(if let Some(key) = key { request.header("Idempotency-Key", key) } else { request }).await
    };
    let first = post(Some("k-1"), "a").await.expect(201);
    assert_eq!(post(Some("k-1"), "a").await.expect(201).text, first.text);
    post(Some("k-1"), "b").await.refused(422, "idempotency_key_reused");
    assert_eq!(post(None, "c").await.expect(201).text, post(None, "c").await.expect(201).text);
    assert_eq!(shop.count_withdrawals().await, 2);
    shop.app.clock.advance_seconds(61);
    post(None, "c").await.expect(201);
    assert_eq!((shop.count_withdrawals().await, receipts(&shop).await.len()), (3, 3));
}

#[tokio::test]
async fn a_signed_in_buyer_finds_the_order_filled_in_and_confirms_with_two_clicks() {
    let shop = TestShop::demo().await;
    let ana = shop.customer(ANA).await;
    let first = shop.paid_order(&ana).await;
    shop.app.clock.advance_seconds(60);
    let order = shop.paid_order(&ana).await;
    let page = ana.get("/withdrawal").await.expect(200);
    assert_eq!(page.headers["cache-control"], "private, no-cache");
    let filled = own(&page);
    assert_eq!((&filled["order"]["id"], &filled["email"]), (&json!(order), &json!(ANA)));
    assert_eq!((&filled["name"], &filled["others"][0]["id"]), (&json!("Núria Puig"), &json!(first)));
    let text = |name: &str| filled[name].as_str().unwrap().to_owned();
    let (name, contract) = (text("name"), text("contract"));
    let fields = |step, token| {
        let order: &str = &order;
        [
            ("step", step),
            ("lang", "es"),
            ("name", &*name),
            ("contract", &*contract),
            ("email", ANA),
            ("order", order),
            ("token", token),
        ]
    };
    let review = own(&send_form(&ana, &fields("review", ""), None).await.expect(200));
    let token = review["token"].as_str().unwrap().to_owned();
    assert_eq!(own(&send_form(&ana, &fields("confirm", &token), None).await.expect(200))["step"], "done");
    let status: (String, i64) = shop.row("SELECT status, 0 FROM orders WHERE id = ?1", &order).await;
    assert_eq!(status.0, "cancelled");
    // Another's order is not shown.
    let eva = shop.customer("eva@example.com").await;
    assert_eq!(own(&eva.get(&format!("/withdrawal?order={first}")).await.expect(200))["order"], Value::Null);
}

#[tokio::test]
async fn the_link_of_a_guests_mail_opens_the_order_and_leaves_its_key_in_no_address() {
    let shop = TestShop::demo().await;
    let order = shop.bought(MAIL).await;
    let visitor = shop.visitor();
    let Bought { id, key } = &order;
    let to_page = visitor.get(&format!("/withdrawal?order={id}&lang=fr&key={key}")).await.expect(303);
    assert_eq!(to_page.headers["location"], format!("/withdrawal?order={id}&lang=fr"));
    let cookie = to_page.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("Path=/withdrawal;") && cookie.contains("HttpOnly"), "{cookie}");
    // From the order's page, whose cookie travels with its own requests alone.
    let way = visitor.request(Method::GET, &format!("/api/orders/{id}/withdrawal"));
    let way = visitor.send(way.header("cookie", format!("manetes-order={key}"))).await.expect(303);
    assert_eq!(way.headers["location"], format!("/withdrawal?order={id}"));
    assert_eq!(way.headers["set-cookie"].to_str().unwrap(), cookie);
    let kept = cookie.split(';').next().unwrap();
    let open = visitor.request(Method::GET, &format!("/withdrawal?order={id}")).header("cookie", kept);
    let filled = own(&visitor.send(open).await.expect(200));
    assert_eq!((&filled["order"]["id"], &filled["email"]), (&json!(id), &json!(MAIL)));
    // A wrong key opens nothing, and the page is there all the same.
    let wrong = visitor.get(&format!("/withdrawal?order={id}&key=AAAA")).await.expect(303);
    assert!(!wrong.headers.contains_key("set-cookie"));
    assert_eq!(own(&visitor.get(&format!("/withdrawal?order={id}")).await.expect(200))["order"], Value::Null);
}

#[tokio::test]
async fn only_a_hard_cap_answers_429_and_says_how_else_the_firm_is_reached() {
    let shop = TestShop::demo_with_limits().await;
    let from = async |n: u32, email: &str| {
        let visitor = shop.visitor();
        let request = visitor.request(Method::POST, PATH).header("X-Forwarded-For", format!("203.0.113.{n}"));
        visitor.send(request.json(&statement(&format!("contrato {n}"), email))).await
    };
    for n in 0..20 {
        from(n, ANA).await.expect(201);
    }
    let refused = from(20, ANA).await.refused(429, "over_request_rate_limit").json();
    assert!(refused["email"].as_str().unwrap().contains('@') && refused["phone"].as_str().unwrap().starts_with('+'));
    from(21, "eva@example.com").await.expect(201);
    // Three acknowledgements go out at once; a flood of them waits, and each is sent.
    let due: (i64, i64) =
        shop.row("SELECT sum(next_try_at = created_at), count(*) FROM outbox WHERE recipient = ?1", ANA).await;
    assert_eq!(due, (3, 20));
}

#[tokio::test]
async fn what_somebody_declared_is_given_out_and_forgotten_with_them_while_its_seal_stays() {
    let shop = TestShop::demo().await;
    let ana = shop.customer(ANA).await;
    let order = shop.delivered_order(&ana).await;
    let stored = ana.post(PATH, statement(&order, ANA)).await.expect(201);
    let known = ana.get("/api/my-data").await.expect(200).json();
    assert_eq!(known["withdrawals"][0]["id"], stored.json()["id"]);
    let changed =
        shop.app.db.write(|tx| tx.execute("UPDATE withdrawals SET contract = 'x'", []).map_err(db::Error::from));
    assert!(changed.await.unwrap_err().to_string().contains("append-only"));
    let gone = shop.app.db.write(|tx| tx.execute("DELETE FROM withdrawals", []).map_err(db::Error::from));
    assert!(gone.await.unwrap_err().to_string().contains("append-only"));
    // While it waits, its buyer must be reached, and what they withdrew from be known.
    ana.post("/api/my-data/erase", json!({})).await.refused(409, "orders_open");
    let close = format!("/api/admin/returns/{}/close", id_of(&stored));
    shop.admin().await.post(&close, json!({})).await.expect(200);
    ana.post("/api/my-data/erase", json!({})).await.expect(204);
    assert_eq!(shop.holding(&["ana soler"]).await, Vec::new());
    let (seal, email): (Vec<u8>, String) =
        shop.row("SELECT seal, email FROM withdrawals WHERE id = ?1", &id_of(&stored)).await;
    assert_eq!((seal.len(), email.as_str()), (32, ""));
    assert_eq!(
        shop.app.db.read(|conn| invariants::broken_whenever(conn, shop_now())).await.unwrap(),
        Vec::<&str>::new()
    );
}

#[tokio::test]
async fn a_statement_without_an_order_is_forgotten_after_the_years_that_orders_are_kept() {
    let shop = TestShop::empty().await;
    shop.visitor().post(PATH, statement("una nevera", ANA)).await.expect(201);
    let round = async || {
        let (app, now) = (shop.app.clone(), shop.app.clock.now());
        let round = move || privacy::retention::round(&app.db, &app.data_dir, now);
        tokio::task::spawn_blocking(round).await.unwrap().unwrap();
        shop.row::<i64, i64>("SELECT count(*), 0 FROM withdrawals WHERE email = ?1", ANA).await.0
    };
    let days = shop.app.db.read(Settings::load).await.unwrap().retention.orders_days();
    shop.app.clock.advance_seconds(days * DAY);
    assert_eq!(round().await, 1);
    shop.app.clock.advance_seconds(DAY);
    assert_eq!(round().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_right_after_the_answer_it_still_mails_the_acknowledgement() {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let stored = program.visitor().post(PATH, statement("mi pedido", ANA)).await.expect(201);
    program.kill();
    program.restart().await;
    let number = stored.json()["id"].as_str().unwrap()[..8].to_owned();
    let is_sent = async || {
        let mails = fs::read_dir(dir.path().join("mail")).into_iter().flatten().flatten();
        let mut texts = mails.filter_map(|mail| fs::read_to_string(mail.path()).ok());
        texts.any(|text| text.contains(ANA) && text.contains(&number))
    };
    until("the acknowledgement is mailed", is_sent).await;
    let listed = program.command(&["list-withdrawals", "--json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!((&listed[0]["id"], &listed[0]["contract"]), (&stored.json()["id"], &json!("mi pedido")));
    assert!(program.command(&["list-withdrawals"]).contains(&number));
    let shown = program.command(&["show-withdrawal", &number]);
    assert!(shown.contains("desisto de mi contrato") && shown.contains("unmatched"), "{shown}");
    program.assert_sound();
}

#[tokio::test]
async fn what_was_refunded_is_not_offered_again_and_the_rest_is_the_whole_contract() {
    let shop = TestShop::demo().await;
    let (admin, ana) = (shop.admin().await, shop.customer(ANA).await);
    let order = shop.paid_order_of(&ana, 3).await;
    let known = admin.get(&format!("/api/admin/orders/{order}")).await.expect(200).json();
    let units =
        |quantity: i64| json!({ "lines": [{ "item_id": known["order_items"][0]["id"], "quantity": quantity }] });
    let page = format!("/withdrawal?order={order}");
    admin.act(&order, "refund", units(1)).await.expect(200);
    let offered = own(&ana.get(&page).await.expect(200));
    let line = &offered["order"]["items"][0];
    assert_eq!((&line["left"], &line["chosen"]), (&json!(2), &json!(2)), "{offered}");
    let fields = [
        ("step", "review"),
        ("lang", "es"),
        ("name", "Núria Puig"),
        ("email", ANA),
        ("contract", "x"),
        ("order", &order),
    ];
    let one = format!("item.{}", line["id"].as_str().unwrap());
    let said = |more: Option<(&str, &str)>| {
        let fields: Vec<_> =
            fields.into_iter().chain(more).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let ana = &ana;
        async move {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            own(&send_form(ana, &fields, None).await)
        }
    };
    let names_goods = |page: &Value| page["statement"].to_string().contains("× ");
    assert!(names_goods(&said(Some((&one, "1"))).await), "one of the two that are left");
    let more = said(Some((&one, "3"))).await;
    assert!(!names_goods(&more) && more["step"] == "review", "no more than are left, which is all of it: {more}");
    assert_eq!(said(Some((&one, "0"))).await["problem"]["field"], "items");
    admin.act(&order, "refund", units(2)).await.expect(200);
    let nothing = own(&ana.get(&page).await.expect(200));
    assert_eq!((&nothing["order"]["id"], &nothing["order"]["items"]), (&json!(order), &json!([])));
    assert_eq!(said(None).await["step"], "review", "what is a statement is taken all the same");
    assert_eq!(
        own(&ana.get("/withdrawal").await.expect(200))["order"],
        Value::Null,
        "nor is it the order that is meant"
    );
}
