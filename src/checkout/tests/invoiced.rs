//! What is told to whoever invoices, of payments and of money that went back.

use super::paying::shop;
use super::*;
use crate::checkout::fact::Outcome;
use crate::checkout::refund::{self, Why};
use crate::checkout::worker;
use crate::money::Cents;
use crate::payments::FactKind;

async fn paid(shop: &Shop, event: &str) -> String {
    let order = shop.pending_with_page().await;
    shop.pay_at_provider(&shop.session(&order));
    assert_eq!(shop.learn(shop.fact(event, &order, FactKind::Paid)).await, Outcome::OrderPaid);
    order
}

async fn given_back(shop: &Shop, order: &str, amount: Cents) {
    let (order, now) = (order.to_owned(), shop.clock.now());
    shop.write(move |tx| refund::queue(tx, &order, amount, Why::Owner, now));
    assert_eq!(worker::refund_due(&shop.app).await.unwrap(), 1);
}

#[tokio::test]
async fn what_is_paid_for_trial_is_numbered_apart() {
    let shop = shop();
    paid(&shop, "first").await;
    assert_eq!(shop.number_of("SELECT count(*) FROM invoices"), 1);
    assert_eq!(shop.number_of("SELECT count(*) FROM invoices WHERE number LIKE 'XT-%'"), 1);
}

#[tokio::test]
async fn what_was_paid_before_there_were_invoices_is_owed_once_with_what_went_back_since() {
    let shop = shop();
    let order = paid(&shop, "first").await;
    given_back(&shop, &order, Cents(500)).await;
    shop.write(|tx| {
        Ok(tx.execute_batch(
            "DROP TRIGGER invoices_stay; DROP TRIGGER invoice_records_stay; DELETE FROM invoice_records;
             PRAGMA defer_foreign_keys = on; DELETE FROM invoices",
        )?)
    });
    shop.clock.advance_seconds(86_400);
    let now = shop.clock.now();
    shop.write(move |tx| refund::queue(tx, &order, Cents(300), Why::Owner, now));
    let owe = || shop.app.db.write_blocking(move |tx| refund::owe_older_invoices(tx, now)).unwrap();
    assert_eq!(owe(), 1);
    let owed = || {
        let count = |what: &str| shop.number_of(&format!("SELECT count(*) FROM invoices_due WHERE {what}"));
        let before = format!("at <= {}", now.millis() - 86_400_000);
        (count("event = 'sale' AND is_trial"), count("refund ->> 'amount' = 500"), count(&before), count("true"))
    };
    assert_eq!(owed(), (1, 1, 2, 2), "each when it was; what is only asked for has not gone back");
    assert_eq!((owe(), owed()), (0, (1, 1, 2, 2)));
}
