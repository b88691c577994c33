//! What a buyer is told of an order that was not sent when they withdraw from it, and that nobody else learns it.

use manetes::lang::Lang;
use manetes::{id, mail};
use serde_json::{Value, json};

use crate::support::{Person, SKU, TestShop};
use crate::withdrawals::{own, send_form};

const ANA: &str = "ana@example.com";

/// The last acknowledgement that was queued, in words.
async fn acknowledged(shop: &TestShop) -> (Value, String) {
    let message = shop.mails_of("withdrawal_received").await.pop().unwrap();
    let shown = mail::text::render(
        &serde_json::from_value(message.clone()).unwrap(),
        Lang::Es,
        &mail::text::Shop { origin: "https://m.example", ..Default::default() },
        &mail::text::Proof::default(),
    );
    (message, shown.text)
}

/// Confirms on the page what was shown there.
async fn confirmed(buyer: &Person, order: &str, contract: &str, more: &[(&str, &str)]) -> Value {
    let token = id::new();
    let fields = [
        ("step", "confirm"),
        ("lang", "es"),
        ("name", "Ana Soler"),
        ("contract", contract),
        ("email", ANA),
        ("order", order),
        ("token", &token),
    ];
    let fields: Vec<_> = fields.into_iter().chain(more.iter().copied()).collect();
    own(&send_form(buyer, &fields, None).await.expect(200))
}

#[tokio::test]
async fn who_proves_whose_it_is_reads_that_the_order_is_cancelled_and_what_comes_back() {
    let shop = TestShop::demo().await;
    let (ana, eva) = (shop.customer(ANA).await, shop.customer("eva@example.com").await);
    let order = shop.paid_order(&ana).await;
    let (total, _): (i64, i64) = shop.row("SELECT total_in_cents, 0 FROM orders WHERE id = ?1", &order).await;
    // Whoever merely names it reads what they would of any other.
    let named = confirmed(&eva, "", &order, &[]).await;
    assert_eq!((&named["receipt"]["unsent"], &named["order"]), (&Value::Null, &Value::Null));
    let (message, text) = acknowledged(&shop).await;
    assert!(message.get("unsent").is_none() && text.contains("No la acepta ni la rechaza"), "{text}");
    assert!(text.contains("Para enviarlos tienes hasta el"), "{text}");

    let done = confirmed(&ana, &order, &order, &[]).await;
    let unsent = &done["receipt"]["unsent"];
    assert_eq!((&unsent["state"], &unsent["order"]), (&json!("cancelled"), &json!(order)), "{done}");
    assert_eq!((&unsent["back_in_cents"], &unsent["is_guest"]), (&json!(total), &json!(false)));
    let (_, text) = acknowledged(&shop).await;
    assert!(text.contains("queda cancelado y no tienes que devolver nada"), "{text}");
    for contradicted in ["No la acepta", "Para enviarlos", "envíalos o entrégalos", "coste directo"] {
        assert!(!text.contains(contradicted), "{contradicted}: {text}");
    }
}

#[tokio::test]
async fn what_was_made_for_its_buyer_is_kept_at_first_and_the_rest_waits_for_a_person() {
    let shop = TestShop::demo().await;
    let ana = shop.customer(ANA).await;
    let (plain, _) = shop.variant(SKU).await;
    let (plate, field): (String, String) = shop
        .row(
            "SELECT v.id, f.id FROM custom_fields f JOIN variants v ON v.product_id = f.product_id
             WHERE f.is_required AND v.deleted_at IS NULL AND ?1 <> '' LIMIT 1",
            "x",
        )
        .await;
    let text = json!([{ "id": field, "value": "Puig" }]);
    let goods = json!([
        { "variant_id": plain, "quantity": 1 },
        { "variant_id": plate, "quantity": 1, "custom_field_values": text },
    ]);
    let order = shop.paid_order_for(&ana, &goods).await;
    let path = format!("/api/orders/{order}");
    let before = ana.get(&path).await.expect(200).json();

    let form = own(&ana.get(&format!("/withdrawal?order={order}")).await.expect(200));
    let of = |variant: &str| {
        let items = form["order"]["items"].as_array().unwrap();
        items.iter().find(|item| item["id"] == variant).unwrap()["chosen"].clone()
    };
    assert_eq!((of(&plain), of(&plate)), (json!(1), json!(0)));
    let kept = format!("item.{plate}");
    let review =
        [("step", "review"), ("lang", "es"), ("name", "Ana"), ("contract", "x"), ("email", ANA), ("order", &order)];
    let price = before["order_items"].as_array().unwrap().iter().find(|item| item["variant_id"] == plain).unwrap()
        ["price_at_purchase_in_cents"]
        .clone();
    for units in ["0", "1"] {
        let fields: Vec<_> = review.into_iter().chain([(&*kept, units)]).collect();
        let shown = own(&send_form(&ana, &fields, None).await.expect(200));
        assert_eq!((&shown["step"], &shown["back_in_cents"]), (&json!("review"), &price), "{shown}");
    }
    let done = confirmed(&ana, &order, &order, &[(&kept, "0")]).await;
    assert_eq!(done["receipt"]["unsent"]["state"], "waits", "{done}");
    let is_delivery_paid = before["shipping_in_cents"] != 0;
    assert_eq!((&done["back_in_cents"], &done["keeps_shipping"]), (&price, &json!(is_delivery_paid)), "{done}");
    let (message, text) = acknowledged(&shop).await;
    assert!(text.contains("no tienes que devolver nada") && !text.contains("Para enviarlos"), "{text}");
    assert_eq!(message["back"], json!({ "amount": price, "keeps_shipping": is_delivery_paid }), "{message}");
    let says_why = "El envío no está incluido";
    assert!(text.contains("Importe del desistimiento") && text.contains(says_why) == is_delivery_paid, "{text}");
    let after = ana.get(&path).await.expect(200).json();
    assert_eq!((&after["withdrawn_in_cents"], &after["keeps_shipping"]), (&price, &json!(is_delivery_paid)));
    for item in after["order_items"].as_array().unwrap() {
        let units = if item["variant_id"] == plain { json!(1) } else { Value::Null };
        assert_eq!(item["withdrawn_quantity"], units, "{item}");
    }
    assert_eq!((&after["withdrawn_at"], &after["status"]), (&json!("2026-11-20T11:00:00.000Z"), &json!("paid")));
    assert!(before.get("withdrawn_at").is_none());
}
