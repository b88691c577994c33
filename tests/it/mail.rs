//! The outbox: what waits, what goes out, what is forgotten.

use std::path::Path;

use manetes::db;
use manetes::mail::outbox::{self, Mailer};
use manetes::mail::transport::Transport;

use crate::support::TestShop;

/// A shop that owes one mail.
async fn shop_with_an_order() -> TestShop {
    let shop = TestShop::demo().await;
    let (variant, _) = shop.variant("CER-PLA-LAT").await;
    shop.customer("ana@example.com").await.order(&variant, 1).await.expect(201);
    shop
}

fn mailer(dir: &Path) -> Mailer {
    Mailer {
        transport: Transport::new(None, dir.to_owned()).unwrap(),
        from: "Manetes <shop@example.com>".parse().unwrap(),
    }
}

fn written(dir: &Path) -> usize {
    std::fs::read_dir(dir).into_iter().flatten().count()
}

impl TestShop {
    async fn sql(&self, sql: &'static str) {
        self.app.db.write(move |tx| tx.execute_batch(sql).map_err(db::Error::from)).await.unwrap();
    }
}

#[tokio::test]
async fn while_nothing_can_be_written_down_no_mail_goes_out_twice() {
    let shop = shop_with_an_order().await;
    let dir = tempfile::tempdir().unwrap();
    shop.sql("CREATE TRIGGER full BEFORE UPDATE ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END").await;
    for _ in 0..3 {
        assert!(outbox::tick(&shop.app, &mailer(dir.path())).await.is_err());
        assert_eq!(written(dir.path()), 0);
    }
    shop.sql("DROP TRIGGER full").await;
    assert_eq!(outbox::tick(&shop.app, &mailer(dir.path())).await.unwrap(), 1);
    assert_eq!(outbox::tick(&shop.app, &mailer(dir.path())).await.unwrap(), 0);
    assert_eq!(written(dir.path()), 1);
}

#[tokio::test]
async fn mails_that_went_out_long_ago_are_forgotten_and_those_that_wait_are_not() {
    let shop = shop_with_an_order().await;
    let dir = tempfile::tempdir().unwrap();
    let left = async |days: i64| -> (i64, i64) {
        let later = shop.app.clock.now().plus_days(days);
        shop.app.db.write(move |tx| outbox::purge(tx, later)).await.unwrap();
        shop.row("SELECT count(*), 0 FROM outbox WHERE ?1 = ''", "").await
    };
    assert_eq!(left(31).await.0, 1, "it waits");
    outbox::tick(&shop.app, &mailer(dir.path())).await.unwrap();
    assert_eq!(left(29).await.0, 1);
    assert_eq!(left(31).await.0, 0);
}
