//! Killed while orders come in.

use std::collections::BTreeSet;

use super::{Ordered, Ready, let_pass, order};
use crate::support::{Dice, Person, Program};

const SKU: &str = "FON-LAT-40";

/// So many are there after each kill, and so many buyers want them.
const STOCK: &str = "60";
const BUYERS: usize = 8;

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_orders_come_in_it_keeps_every_order_it_confirmed_exactly_once() {
    every_order_is_kept(15).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_a_hundred_times_while_orders_come_in() {
    every_order_is_kept(100).await;
}

async fn every_order_is_kept(kills: u64) {
    let dir = tempfile::tempdir().unwrap();
    let mut program = Program::start(dir.path()).await;
    let buyer = program.customer("ana@example.com").await;
    let variant = program.variant(SKU);
    let mut confirmed: BTreeSet<(String, String)> = BTreeSet::new();
    let (mut dice, mut ready, mut lost) = (Dice::new(1), Ready::default(), 0);
    for round in 0..kills {
        program.command(&["set-stock", SKU, STOCK]);
        let buyers: Vec<_> = (0..BUYERS)
            .map(|n| tokio::spawn(buy_until_the_end(buyer.clone(), variant.clone(), format!("{round}-{n}"))))
            .collect();
        let_pass(&mut dice, 150).await;
        program.kill();
        ready.0.push(program.restart().await);
        for buying in buyers {
            let (done, unanswered) = buying.await.unwrap();
            confirmed.extend(done);
            let Some(key) = unanswered else { continue };
            lost += 1;
            match order(&buyer, &variant, &key).await {
                Ordered::Placed(id) => drop(confirmed.insert((key, id))),
                Ordered::SoldOut => {}
                Ordered::Unanswered => panic!("the program is up again"),
            }
        }
        program.assert_sound();
    }
    let conn = program.database();
    let mut stored = conn.prepare("SELECT idempotency_key, id FROM orders").unwrap();
    let stored: BTreeSet<(String, String)> =
        stored.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    assert_eq!(stored, confirmed);
    assert!(lost > 0, "no kill was in anybody's way");
    ready.report(&format!("{} orders, {lost} of them without an answer at first", stored.len()));
}

/// Every order that was confirmed, with its key, and the key of the last where nobody answered.
async fn buy_until_the_end(buyer: Person, variant: String, name: String) -> (Vec<(String, String)>, Option<String>) {
    let mut done = Vec::new();
    for n in 0.. {
        let key = format!("{name}-{n}");
        match order(&buyer, &variant, &key).await {
            Ordered::Placed(id) => done.push((key, id)),
            Ordered::SoldOut => break,
            Ordered::Unanswered => return (done, Some(key)),
        }
    }
    (done, None)
}
