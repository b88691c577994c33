//! Who may do what: every operation of the API description × everybody who may ask.

use std::collections::BTreeMap;

use manetes::db;
use manetes::http::openapi;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::{Person, Reply, TestShop};

/// What an operation asks of whoever asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// Nothing.
    Nothing,
    /// A session, even if its second factor is still to come.
    Session,
    /// A session with the second factor, where there is one.
    Customer,
    /// The same, begun in the last ten minutes.
    Fresh,
    /// A customer's session, of somebody who has the administrator's role and the second factor it asks for.
    Admin,
    /// The same, begun in the last ten minutes.
    FreshAdmin,
}

impl Asks {
    fn is_of_the_desk(self) -> bool {
        matches!(self, Admin | FreshAdmin)
    }
}

/// What everybody orders.
const SKU: &str = "FON-LAT-40";

use Asks::{Admin, Customer, Fresh, FreshAdmin, Nothing, Session};

/// Every operation there is. One that is missing here, or here and nowhere else, fails the test.
const OPERATIONS: &[(&str, Asks)] = &[
    ("enrol_factor", Fresh),
    ("remove_factor", Fresh),
    ("challenge_factor", Session),
    ("verify_factor", Session),
    ("list_passkeys", Customer),
    ("begin_passkey", Fresh),
    ("add_passkey", Fresh),
    ("rename_passkey", Customer),
    ("remove_passkey", Fresh),
    // They judge what the passkey signed.
    ("begin_passkey_sign_in", Nothing),
    ("sign_in_with_passkey", Nothing),
    ("get_auth_health", Nothing),
    ("suggest", Nothing),
    ("count", Nothing),
    ("get_legal_text", Nothing),
    ("request_stock", Nothing),
    ("confirm_stock_requests", Nothing),
    ("get_dispatch", Nothing),
    // It judges the tokens of a session itself: one that has ended is no reason to keep its cookies.
    ("sign_out", Nothing),
    ("mail_magic_link", Nothing),
    ("mail_sign_in", Nothing),
    ("reauthenticate", Customer),
    ("recover", Nothing),
    ("count_recovery_codes", Customer),
    ("make_recovery_codes", Fresh),
    ("resend", Nothing),
    ("get_session", Nothing),
    ("list_sessions", Customer),
    ("end_session", Customer),
    ("get_auth_settings", Nothing),
    ("authorize", Nothing),
    // It judges the state and what the provider says.
    ("authorize_callback", Nothing),
    ("sign_in_with_sso", Nothing),
    ("remove_identity", Fresh),
    ("link_identity", Customer),
    ("sign_up", Nothing),
    ("create_session", Nothing),
    ("get_user", Session),
    ("update_user", Customer),
    ("verify", Nothing),
    ("verify_by_link", Nothing),
    ("payment_webhook", Nothing),
    ("cancel_order", Customer),
    // Of an order without an account whoever brings its key, see the tests of guests; so too with those of one order.
    ("cancel_own_order", Customer),
    ("pay_order", Customer),
    ("get_order_rating", Customer),
    ("get_wishlist", Customer),
    ("change_wishlist", Customer),
    ("get_quote_rating", Admin),
    ("ask_quote_rating", Admin),
    ("reply_to_comment", Admin),
    ("remove_comment_reply", Admin),
    ("claim_order", Customer),
    // It mails to the order's own address, whoever asks.
    ("mail_order_link", Nothing),
    ("list_payment_means", Nothing),
    ("check_payment", Nothing),
    ("create_order", Customer),
    ("send_budget_request", Nothing),
    ("send_contact_message", Nothing),
    ("send_quote_photo", Nothing),
    // Everybody may withdraw; an order's key is judged by itself.
    ("declare_withdrawal", Nothing),
    ("open_withdrawal", Nothing),
    ("list_withdrawals", Admin),
    ("get_withdrawal", Admin),
    ("get_withdrawal_acknowledgement", Admin),
    ("list_returns", Admin),
    ("list_invoices", Admin),
    ("get_desk_invoice_pdf", Admin),
    ("correct_invoice", Admin),
    ("annul_invoice", FreshAdmin),
    ("look_at_invoice_for_buyer", Admin),
    ("make_invoice_for_buyer", Admin),
    ("get_invoice_books", Admin),
    ("list_quarter_invoices", Admin),
    ("export_invoices", FreshAdmin),
    ("export_invoice_papers", FreshAdmin),
    ("get_return", Admin),
    ("grant_return", Admin),
    ("assign_return", Admin),
    ("cancel_returned_order", FreshAdmin),
    ("take_goods_back", Admin),
    ("refund_return", FreshAdmin),
    ("take_out_of_order", FreshAdmin),
    ("close_return", Admin),
    ("export_my_data", Fresh),
    ("get_my_file", Fresh),
    ("erase_my_data", Fresh),
    ("get_today", Admin),
    ("get_law", Admin),
    ("confirm_duty", Admin),
    ("take_back_duty", Admin),
    ("list_customers", Admin),
    ("get_customer", Admin),
    ("preview_erasure", Admin),
    ("erase_customer", FreshAdmin),
    ("list_log", Admin),
    ("get_visits", Admin),
    ("dismiss_search", Admin),
    // Of one product; all of them are for administrators, see the comments' own tests.
    ("list_comments", Nothing),
    ("post_comment", Customer),
    ("get_comment_permission", Customer),
    ("moderate_comment", Admin),
    ("delete_comment", Admin),
    ("moderate_comments", Admin),
    ("list_all_orders", Admin),
    ("get_any_order", Admin),
    ("get_packing_slip", Admin),
    ("get_packing_slips", Admin),
    ("export_orders", FreshAdmin),
    ("ship_order", Admin),
    ("unship_order", Admin),
    ("correct_tracking", Admin),
    ("deliver_order", Admin),
    ("undeliver_order", Admin),
    // A paid one asks for a fresh sign-in; see the tests of the desk.
    ("cancel_any_order", Admin),
    ("refund_order", FreshAdmin),
    ("resend_order_mail", Admin),
    ("correct_order_email", Admin),
    ("note_order", Admin),
    ("clear_order_attention", Admin),
    ("list_orders", Customer),
    ("get_order", Customer),
    ("list_order_invoices", Customer),
    ("look_at_order_invoice", Customer),
    ("make_order_invoice", Customer),
    ("get_invoice_pdf", Customer),
    ("get_order_invoice_pdf", Customer),
    ("list_profiles", Nothing),
    ("get_profile", Customer),
    ("update_profile", Customer),
    ("get_proof", Nothing),
    ("save_proof", Admin),
    ("get_tariff", Nothing),
    ("get_price_now", Nothing),
    ("get_desk_tariff", Admin),
    ("save_tariff", Admin),
    ("list_tariffs", Admin),
    ("get_tariff_version", Admin),
    ("get_site", Nothing),
    ("get_site_texts", Nothing),
    ("list_cards", Nothing),
    ("checkout", Customer),
    ("list_collections", Nothing),
    // Hidden products are for administrators; see the last test.
    ("list_products", Nothing),
    ("get_product", Nothing),
    ("list_related_products", Nothing),
    ("get_store_settings", Nothing),
    ("list_variants", Nothing),
    ("list_desk_products", Admin),
    ("create_product", Admin),
    ("get_desk_product", Admin),
    ("change_product", Admin),
    ("delete_product", Admin),
    ("restore_product", Admin),
    ("preview_product", Admin),
    ("list_makers", Admin),
    ("create_maker", Admin),
    ("change_maker", Admin),
    ("delete_maker", Admin),
    ("assign_maker", Admin),
    ("list_desk_variants", Admin),
    ("change_variants", Admin),
    ("set_sales", Admin),
    ("set_status_of_products", Admin),
    ("import_products", FreshAdmin),
    ("get_import", Admin),
    ("list_imports", Admin),
    ("get_past_import", Admin),
    ("undo_import", FreshAdmin),
    ("export_products", FreshAdmin),
    ("send_picture", Admin),
    ("send_document", Admin),
    ("list_quotes", Admin),
    ("get_quote", Admin),
    ("get_quote_photo", Admin),
    ("send_answer_file", Admin),
    ("get_answer_file", Admin),
    ("reply_to_quote", Admin),
    ("note_quote", Admin),
    ("set_quote_status", Admin),
    ("delete_quote", Admin),
    ("list_messages", Admin),
    ("get_message", Admin),
    ("reply_to_message", Admin),
    ("note_message", Admin),
    ("set_message_status", Admin),
    ("delete_message", Admin),
    ("list_people", Admin),
    ("grant_admin", FreshAdmin),
    ("revoke_admin", FreshAdmin),
    ("withdraw_invitation", FreshAdmin),
    ("list_mails", Admin),
    ("retry_mail", Admin),
    ("retry_mails", Admin),
    ("send_held_mails", Admin),
    ("drop_held_mails", Admin),
    ("list_settings", Admin),
    ("try_alerts", Admin),
    ("list_site_texts", Admin),
    ("list_site_pictures", Admin),
    ("replace_site_picture", Admin),
    ("put_back_site_picture", Admin),
    ("change_settings", Admin),
    // It judges the provider's signature.
];

/// An operation of the description.
struct Operation {
    id: String,
    method: Method,
    path: String,
}

fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(&openapi::description()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods): (&String, &Value)| {
        let methods = methods.as_object().unwrap().clone();
        let path = path.clone();
        methods.into_iter().map(move |(method, operation)| Operation {
            id: operation["operationId"].as_str().expect("every operation has a name").to_owned(),
            method: method.to_uppercase().parse().unwrap(),
            path: path.clone(),
        })
    };
    paths.iter().flat_map(of_path).collect()
}

fn asks(id: &str) -> Asks {
    let found = OPERATIONS.iter().find(|(name, _)| *name == id);
    found.unwrap_or_else(|| panic!("{id} is not classified: say in OPERATIONS what it asks of whoever asks")).1
}

/// Somebody's things, by the path that names them.
struct Things {
    order: String,
    session: String,
    factor: String,
}

impl Operation {
    /// The path with a person's own ids in it.
    fn path_to(&self, of: &Person, things: &Things) -> String {
        let id = match self.path.split('/').nth(2).unwrap_or_default() {
            "orders" => &things.order,
            "profiles" => &of.user_id,
            "admin" if self.path.contains("/orders/") => &things.order,
            "auth" if self.path.contains("/sessions/") => &things.session,
            "auth" => &things.factor,
            _ => "none",
        };
        let path = self.path.replace("{store_id}", "store_manetes").replace("{id}", id);
        if ["list_comments", "get_comment_permission"].contains(&self.id.as_str()) {
            format!("{path}?item_id=none")
        } else {
            path
        }
    }

    async fn ask(&self, person: &Person, path: &str) -> Reply {
        self.send(person, person.request(self.method.clone(), path)).await
    }

    /// Asks as a browser does, whose cookies hold the session.
    async fn ask_by_cookie(&self, person: &Person, path: &str) -> Reply {
        let visitor = Person { token: None, ..person.clone() };
        let cookie = format!("manetes-access={}", person.token.as_deref().unwrap_or_default());
        let request = visitor.request(self.method.clone(), path).header("cookie", cookie);
        self.send(&visitor, request.header("sec-fetch-site", "same-origin").header("x-session-transport", "cookie"))
            .await
    }

    async fn send(&self, person: &Person, request: RequestBuilder) -> Reply {
        // Where a path names somebody's thing, the body is not what is refused.
        let body = match self.id.as_str() {
            "verify_factor" => json!({ "challenge_id": "none", "code": "none" }),
            "pay_order" => {
                json!({ "successUrl": format!("{}/success", person.base), "cancelUrl": format!("{}/cart", person.base) })
            }
            "make_order_invoice" | "make_invoice_for_buyer" | "look_at_order_invoice" | "look_at_invoice_for_buyer" => {
                json!({
                    "name": "Ana", "nif": "12345678Z", "address": "C. Major, 1", "city": "Abrera", "postal_code": "08630",
                    "country": "ES",
                })
            }
            "rename_passkey" => json!({ "name": "Phone" }),
            "claim_order" => json!({ "token": "none" }),
            _ => json!({}),
        };
        match self.method {
            Method::GET | Method::DELETE => person.send(request).await,
            _ => person.send(request.json(&body)).await,
        }
    }
}

impl TestShop {
    /// Somebody with an order, a session and a factor that was begun.
    async fn owner(&self, email: &str) -> (Person, Things) {
        let person = self.customer(email).await;
        let (bulb, _) = self.variant(SKU).await;
        let order = person.order(&bulb, 1).await.expect(201).json()["orderId"].as_str().unwrap().to_owned();
        let sessions = person.get("/api/auth/sessions").await.expect(200).json();
        let session = sessions["sessions"][0]["id"].as_str().unwrap().to_owned();
        let begun = person.post("/api/auth/factors", json!({ "factor_type": "totp" })).await.expect(200).json();
        let factor = begun["id"].as_str().unwrap().to_owned();
        (person, Things { order, session, factor })
    }

    /// Changes rows behind the curtain.
    async fn change(&self, sql: &'static str, value: &str) {
        let value = value.to_owned();
        self.app.db.write(move |tx| tx.execute(sql, [value]).map_err(db::Error::from)).await.unwrap();
    }
}

#[test]
fn every_operation_is_classified_and_every_class_is_of_an_operation() {
    let described: BTreeMap<_, _> = operations().into_iter().map(|o| (o.id.clone(), o)).collect();
    for id in described.keys() {
        asks(id);
    }
    let gone: Vec<_> = OPERATIONS.iter().filter(|(id, _)| !described.contains_key(*id)).collect();
    assert!(gone.is_empty(), "{gone:?}");
}

#[tokio::test]
async fn whoever_may_not_is_refused_before_anything_is_read() {
    let shop = TestShop::demo().await;
    shop.set_stock(&shop.variant(SKU).await.0, 1000).await;
    for (n, operation) in operations().into_iter().enumerate() {
        let (id, asks) = (operation.id.as_str(), asks(&operation.id));
        let (owner, things) = shop.owner(&format!("ana{n}@example.com")).await;
        let path = operation.path_to(&owner, &things);
        let dead = Person { token: Some(String::from("a.b.c")), ..owner.clone() };
        for nobody in [shop.visitor(), dead] {
            let answer = operation.ask(&nobody, &path).await;
            match asks {
                Nothing => assert_ne!(answer.code(), "unauthorized", "{id}: {}", answer.text),
                Session | Customer | Fresh | Admin | FreshAdmin => {
                    assert_eq!(answer.code(), "unauthorized", "{id}: {}", answer.text);
                }
            }
        }
        if asks.is_of_the_desk() {
            // Not even of one's own things.
            operation.ask(&owner, &path).await.refused(403, "forbidden");
        } else if asks != Nothing && operation.path.contains("{id}") {
            let other = shop.customer(&format!("eva{n}@example.com")).await;
            let answer = operation.ask(&other, &path).await;
            // Whether there is such an order a wrong link does not say either.
            let expected = if id == "claim_order" { 403 } else { 404 };
            assert_eq!(answer.status.as_u16(), expected, "{id} of somebody else: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn nobody_keeps_what_somebody_signed_in_was_answered() {
    let shop = TestShop::demo().await;
    shop.set_stock(&shop.variant(SKU).await.0, 10_000).await;
    let (mut answered, mut admins) = (0, 0);
    for (n, operation) in operations().into_iter().enumerate() {
        let id = operation.id.as_str();
        for by_cookie in [false, true] {
            let (owner, things) = shop.owner(&format!("ana{n}{by_cookie}@example.com")).await;
            admins += 1;
            let admin = shop.another_admin(&format!("jefa{admins}@example.com")).await;
            let path = operation.path_to(&owner, &things);
            for person in [&owner, &admin] {
                let answer = if by_cookie {
                    operation.ask_by_cookie(person, &path).await
                } else {
                    operation.ask(person, &path).await
                };
                let kept = answer.headers.get("cache-control").map(|value| value.to_str().unwrap());
                assert_eq!(kept, Some("no-store"), "{id}: {} {}", answer.status, answer.text);
                answered += u32::from(answer.status.is_success());
            }
        }
    }
    assert!(answered > 100, "{answered} were answered, the others refused");
}

#[tokio::test]
async fn half_a_session_and_an_old_one_are_worth_less() {
    let shop = TestShop::demo().await;
    shop.set_stock(&shop.variant(SKU).await.0, 1000).await;
    for (n, operation) in operations().into_iter().enumerate() {
        let (id, asks) = (operation.id.as_str(), asks(&operation.id));
        let (half, things) = shop.owner(&format!("ana{n}@example.com")).await;
        let path = operation.path_to(&half, &things);
        shop.change("UPDATE factors SET verified_at = created_at WHERE id = ?1", &things.factor).await;
        let answer = operation.ask(&half, &path).await;
        match asks {
            Nothing | Session => assert_ne!(answer.code(), "insufficient_aal", "{id}"),
            Customer | Fresh | Admin | FreshAdmin => {
                assert_eq!(answer.code(), "insufficient_aal", "{id}: {}", answer.text);
            }
        }

        let (old, things) = shop.owner(&format!("eva{n}@example.com")).await;
        let path = operation.path_to(&old, &things);
        shop.change("UPDATE sessions SET created_at = created_at - 600000 WHERE id = ?1", &things.session).await;
        let answer = operation.ask(&old, &path).await;
        assert_eq!(answer.code() == "reauthentication_needed", asks == Fresh, "{id}: {}", answer.text);
        assert_ne!(answer.code(), "unauthorized", "{id}");
    }
}

const FACTOR: &str =
    "INSERT INTO factors (id, user_id, verified_at, created_at, updated_at) VALUES ('factor', ?1, 1, 1, 1)";

#[tokio::test]
async fn the_desk_is_for_administrators_with_their_second_factor() {
    let shop = TestShop::demo().await;
    let (_, things) = shop.owner("ana@example.com").await;
    let admin = shop.admin().await;
    for operation in operations().into_iter().filter(|operation| asks(&operation.id).is_of_the_desk()) {
        let id = operation.id.as_str();
        let path = operation.path_to(&admin, &things);
        let code = async || operation.ask(&admin, &path).await.code();
        let refusals = ["unauthorized", "forbidden", "insufficient_aal", "reauthentication_needed"];
        assert!(!refusals.contains(&code().await.as_str()), "{id}");
        shop.change("UPDATE admins SET needs_factor = 1 WHERE user_id = ?1", &admin.user_id).await;
        assert_eq!(code().await, "insufficient_aal", "{id}");
        shop.change(FACTOR, &admin.user_id).await;
        shop.change("UPDATE sessions SET factor_at = created_at WHERE user_id = ?1", &admin.user_id).await;
        assert!(!refusals.contains(&code().await.as_str()), "{id}");
        shop.change("UPDATE sessions SET created_at = created_at - 600000 WHERE user_id = ?1", &admin.user_id).await;
        assert_eq!(code().await == "reauthentication_needed", asks(id) == FreshAdmin, "{id}");
        shop.change(
            "UPDATE sessions SET created_at = created_at + 600000, factor_at = NULL WHERE user_id = ?1",
            &admin.user_id,
        )
        .await;
        shop.change("DELETE FROM factors WHERE user_id = ?1", &admin.user_id).await;
        shop.change("UPDATE admins SET needs_factor = 0 WHERE user_id = ?1", &admin.user_id).await;
    }
}

#[tokio::test]
async fn an_administrator_without_the_second_factor_is_an_ordinary_customer() {
    let shop = TestShop::demo().await;
    let admin = shop.admin().await;
    let hidden =
        async |person: &Person| person.get("/api/store/store_manetes/products?is_hidden=true").await.status.as_u16();
    assert_eq!(hidden(&admin).await, 200);
    assert_eq!(hidden(&shop.customer("ana@example.com").await).await, 403);
    shop.change("UPDATE admins SET needs_factor = 1 WHERE user_id = ?1", &admin.user_id).await;
    assert_eq!(hidden(&admin).await, 403);
    shop.change(FACTOR, &admin.user_id).await;
    shop.change("UPDATE sessions SET factor_at = created_at WHERE user_id = ?1", &admin.user_id).await;
    assert_eq!(hidden(&admin).await, 200);
    shop.change("DELETE FROM factors WHERE user_id = ?1", &admin.user_id).await;
    assert_eq!(hidden(&admin).await, 403, "what was given is no factor any more");
}
