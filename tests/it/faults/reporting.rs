//! Killed between payment, number, sending and answer, and put back from copies of chance moments: each invoice is at the tax
//! agency once, and nothing forks.

use std::time::Duration;

use super::payments::{begin, pay, until_paid};
use super::{Ready, let_pass};
use crate::reporting::Reporting;
use crate::support::agency::Fault;
use crate::support::{Dice, SKU};

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_it_reports_each_invoice_is_at_the_agency_once() {
    each_invoice_is_told_once(6).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn killed_a_hundred_times_while_it_reports() {
    each_invoice_is_told_once(100).await;
}

async fn each_invoice_is_told_once(kills: u64) {
    let mut shop = Reporting::start().await;
    shop.agency.wait_seconds(1);
    let variant = shop.program.variant(SKU);
    let sql = "SELECT value FROM secrets WHERE name = 'sandbox'";
    let key: Vec<u8> = shop.program.database().query_row(sql, [], |row| row.get(0)).unwrap();
    let (mut dice, mut ready) = (Dice::new(39), Ready::default());
    shop.agency.always(Some(Fault::AnswerAfter(Duration::from_millis(15))));
    for round in 0..kills {
        let mut payments = Vec::new();
        for n in 0..3 {
            payments.push(begin(&shop.program, &shop.ana, &variant, &format!("{round}-{n}")).await);
        }
        shop.program.database().execute("UPDATE invoicing SET next_sending_at = 1", []).unwrap();
        if dice.roll(4) == 0 {
            shop.agency.next(Fault::LoseAnswer);
        }
        let paying: Vec<_> =
            payments.iter().map(|payment| tokio::spawn(pay(shop.ana.clone(), payment.clone(), key.clone()))).collect();
        let sending = tokio::spawn(Reporting::sends(&shop.agency, &shop.data()));
        let_pass(&mut dice, 120).await;
        shop.program.kill();
        for paying in paying {
            paying.await.unwrap();
        }
        // Beside the server or without it: whether it could makes no difference.
        sending.await.unwrap();
        ready.0.push(shop.program.restart().await);
        for payment in &payments {
            assert!(pay(shop.ana.clone(), payment.clone(), key.clone()).await, "the program is up again");
            until_paid(&shop.ana, &payment.order).await;
        }
        shop.program.assert_sound();
        assert_eq!(shop.agency.forks(), Vec::<String>::new(), "round {round}");
    }
    shop.agency.always(None);
    assert!(shop.send().await);
    assert_eq!(shop.list().len() as u64, kills * 3);
    shop.assert_told();
    ready.report(&format!("{} invoices reported in {} batches", kills * 3, shop.agency.batches().len()));
}

#[tokio::test(flavor = "multi_thread")]
async fn put_back_from_copies_of_chance_moments_nothing_forks() {
    nothing_forks(3).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn put_back_twenty_times_while_it_reports() {
    nothing_forks(20).await;
}

async fn nothing_forks(times: u64) {
    let (mut shop, mut dice) = (Reporting::start().await, Dice::new(16));
    shop.agency.wait_seconds(1);
    for round in 0..times {
        let copy = shop.dir.path().join(format!("copy-{round}.tar"));
        for part in 0..2 {
            for _ in 0..dice.roll(3) {
                shop.buy().await;
            }
            if dice.roll(3) > 0 {
                assert!(shop.send().await, "{round}");
            }
            if part == 0 {
                shop.program.command(&["backup", copy.to_str().unwrap()]);
            }
        }
        shop.program.kill();
        shop.program.command(&["restore", copy.to_str().unwrap()]);
        shop.program.restart().await;
        shop.ana = shop.program.signed_in("ana@example.com").await;
        shop.buy().await;
        assert!(shop.send().await, "{round}");
        assert_eq!(shop.agency.forks(), Vec::<String>::new(), "{round}");
        shop.program.assert_sound();
    }
    let numbers: Vec<_> = shop.agency.accepted().into_iter().map(|record| record.number).collect();
    let once: std::collections::BTreeSet<_> = numbers.iter().collect();
    assert_eq!(once.len(), numbers.len(), "no number was given twice");
    assert!(shop.list().iter().all(|invoice| numbers.contains(&invoice["number"].as_str().unwrap().to_owned())));
}
