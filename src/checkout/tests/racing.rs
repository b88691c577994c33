//! Everything at once: buyers, their payments, notifications, the clock and the workers in random interleavings,
//! judged by a model of a few lines. Each seed is a story of its own; a failure names it.

use super::*;
use crate::checkout::{fact, worker};
use crate::money::Cents;
use crate::orders::Status;
use crate::payments::{FactKind, forged};

const STORIES: u64 = 150;
const ROUNDS: usize = 12;
const STOCK: i64 = 3;

/// A small deterministic generator (xorshift64*).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % sides
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_oversold_and_no_payment_goes_unnoticed_in_any_interleaving() {
    let shop = Shop::new();
    for seed in 1..=STORIES {
        let variant = format!("v{seed}");
        shop.sell(&variant, STOCK);
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for _ in 0..ROUNDS {
            let (a, b, c) = (dice.roll(1 << 30), dice.roll(1 << 30), dice.roll(1 << 30));
            tokio::join!(act(&shop, &variant, a), act(&shop, &variant, b), act(&shop, &variant, c));
            check_stock(&shop, &variant, seed);
        }
        settle(&shop).await;
        check_stock(&shop, &variant, seed);
        check_money(&shop, &variant, seed);
    }
}

/// One thing that somebody or something does; refusals are part of life.
async fn act(shop: &Shop, variant: &str, roll: u64) {
    let mut dice = Dice(roll + 1);
    let user = format!("u{}", dice.roll(5));
    let order = pick(
        shop,
        &mut dice,
        "SELECT id FROM orders WHERE ?1 = (SELECT variant_id FROM order_items WHERE order_id = orders.id)",
        variant,
    );
    let owner = order.as_ref().and_then(|id| shop.order(id).user_id).unwrap_or_default();
    match (dice.roll(10), order) {
        (0 | 1, _) => drop(shop.place_with(request(&user, &[(variant, 1)]), Limits::Relaxed).await),
        (2 | 3, Some(order)) => drop(shop.start(&owner, &order).await),
        (4 | 5, Some(order)) => click_pay(shop, &mut dice, &order).await,
        (6, Some(order)) => drop(payment::cancel(&shop.app, &Asker::account(&owner), &order).await),
        (7, _) => hear(shop, &mut dice).await,
        (8, _) => {
            shop.clock.advance_seconds(i64::try_from(dice.roll(40 * 60)).unwrap());
            worker::expire_due(&shop.app).await.unwrap();
        }
        (9, _) => {
            worker::reconcile(&shop.app, 0).await.unwrap();
            worker::refund_due(&shop.app).await.unwrap();
        }
        _ => {}
    }
}

async fn click_pay(shop: &Shop, dice: &mut Dice, order: &str) {
    let sql =
        "SELECT id FROM sandbox_sessions WHERE reference IN (SELECT id FROM payment_attempts WHERE order_id = ?1)";
    if let Some(session) = pick(shop, dice, sql, order) {
        forged::click_pay(&shop.app.payments, &session).await;
    }
}

/// Any notification ever made arrives, perhaps again, perhaps long before or after others.
async fn hear(shop: &Shop, dice: &mut Dice) {
    let Some(body) = pick(shop, dice, "SELECT body FROM sandbox_notifications WHERE ?1 <> ''", "any") else { return };
    let event: serde_json::Value = serde_json::from_str(&body).unwrap();
    let (text, data) = (|value: &serde_json::Value| value.as_str().unwrap().to_owned(), &event["data"]);
    let kind = if event["type"] == "session.paid" { FactKind::Paid } else { FactKind::Expired };
    let amount = Cents(data["amount"].as_i64().unwrap());
    let (session, reference) = (text(&data["session_id"]), text(&data["reference"]));
    let fact = forged::fact(&text(&event["id"]), &session, &reference, kind, amount, &text(&data["currency"]));
    fact::apply_event(&shop.app, fact).await.unwrap();
}

fn pick(shop: &Shop, dice: &mut Dice, sql: &str, parameter: &str) -> Option<String> {
    let found: Vec<String> = shop.read(|conn| {
        let mut statement = conn.prepare(sql)?;
        let rows = statement.query_map([parameter], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    });
    let at = dice.roll(u64::try_from(found.len().max(1)).unwrap());
    found.into_iter().nth(usize::try_from(at).unwrap())
}

/// Time passes and the workers do all they have to.
async fn settle(shop: &Shop) {
    shop.clock.advance_seconds(46 * 60);
    worker::reconcile(&shop.app, 0).await.unwrap();
    worker::expire_due(&shop.app).await.unwrap();
    worker::reconcile(&shop.app, 0).await.unwrap();
    // A refund that could not be made waits for its next try, of which the last comes after hours.
    for _ in 0..3 {
        shop.clock.advance_seconds(7 * 3600);
        worker::refund_due(&shop.app).await.unwrap();
    }
}

fn check_stock(shop: &Shop, variant: &str, seed: u64) {
    let held = shop.number_of(&format!(
        "SELECT count(*) FROM order_items i JOIN orders o ON o.id = i.order_id
         WHERE i.variant_id = '{variant}' AND o.status <> 'cancelled'"
    ));
    let moved =
        shop.number_of(&format!("SELECT coalesce(sum(delta), 0) FROM stock_movements WHERE variant_id = '{variant}'"));
    assert_eq!(shop.stock(variant), STOCK - held, "story {seed}: what is held is missing, and nothing else");
    assert_eq!(moved, STOCK - held, "story {seed}: the movements tell the same");
}

/// At the end the provider holds exactly the price of every paid order and nothing of any other.
fn check_money(shop: &Shop, variant: &str, seed: u64) {
    let orders = shop.read(|conn| {
        let sql = "SELECT order_id FROM order_items WHERE variant_id = ?1";
        let ids: Vec<String> = conn.prepare(sql)?.query_map([variant], |row| row.get(0))?.collect::<Result<_, _>>()?;
        ids.iter().map(|id| Ok(orders::find(conn, id)?.unwrap())).collect::<db::Result<Vec<_>>>()
    });
    for order in orders {
        let id = &order.id;
        let kept = shop.number_of(&format!(
            "SELECT coalesce(sum(s.amount_in_cents - (SELECT coalesce(sum(r.amount_in_cents), 0)
                 FROM sandbox_refunds r WHERE r.session_id = s.id)), 0)
             FROM sandbox_sessions s JOIN payment_attempts a ON a.id = s.reference
             WHERE a.order_id = '{id}' AND s.status = 'paid'"
        ));
        let mails = shop.number_of(&format!(
            "SELECT count(*) FROM outbox WHERE message ->> 'kind' = 'order_paid' AND message ->> 'order_id' = '{id}'"
        ));
        let expected = match order.status {
            Status::Paid => (order.total.0, 1),
            Status::Cancelled => (0, 0),
            other => panic!("story {seed}: {id} is still {other}"),
        };
        assert_eq!((kept, mails), expected, "story {seed}: {id} is {}", order.status);
    }
    let open = shop.number_of("SELECT count(*) FROM payment_attempts WHERE state IN ('created', 'open')");
    assert_eq!(open, 0, "story {seed}: no page is left open");
}
