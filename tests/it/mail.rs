//! Mail on its way out, to a server that answers as it likes.

use std::net::SocketAddr;

use manetes::mail::outbox::{self, Mailer, tick};
use manetes::mail::transport::Transport;
use serde_json::json;

use crate::support::{ANYWHERE, PASSWORD, TestShop, mail_server};

fn mailer(server: SocketAddr) -> Mailer {
    let transport = Transport::new(Some(&format!("smtp://{server}")), "unused".into()).unwrap();
    Mailer { transport, from: "Manetes <no-reply@example.com>".parse().unwrap() }
}

/// A shop with one mail waiting, to ana@example.com.
async fn shop_with_mail() -> TestShop {
    let shop = TestShop::empty().await;
    let ana = json!({ "email": "ana@example.com", "password": PASSWORD, "data": { "name": "Ana", "lang": "ar" } });
    shop.visitor().post("/api/auth/signup", ana).await.expect(200);
    shop
}

impl TestShop {
    /// The id of Ana's mail and what became of it.
    async fn mail(&self) -> (String, String) {
        self.row("SELECT id, state FROM outbox WHERE recipient = ?1", "ana@example.com").await
    }
}

#[tokio::test]
async fn a_mail_waits_while_the_server_is_away_and_goes_out_once_when_it_is_back() {
    let shop = shop_with_mail().await;
    let away = std::net::TcpListener::bind(ANYWHERE).unwrap().local_addr().unwrap();
    let mailer = mailer(away);
    assert_eq!(tick(&shop.app, &mailer).await.unwrap(), 1);
    assert_eq!(tick(&shop.app, &mailer).await.unwrap(), 0, "not again at once");
    let (id, state) = shop.mail().await;
    assert_eq!(state, "queued");

    let (_, taken) = mail_server(away, "250 ok").await;
    shop.app.clock.advance_seconds(61);
    assert_eq!(tick(&shop.app, &mailer).await.unwrap(), 1);
    shop.app.clock.advance_seconds(24 * 3600);
    assert_eq!(tick(&shop.app, &mailer).await.unwrap(), 0);
    assert_eq!(shop.mail().await.1, "sent");
    let taken = taken.lock().unwrap();
    assert_eq!(taken.len(), 1);
    let head = taken[0].split("\n\n").next().unwrap();
    assert!(head.contains(&format!("Message-ID: <{id}@example.com>")), "{head}");
    assert!(head.contains("Reply-To: hola@manetes.example"), "{head}");
    assert!(taken[0].is_ascii() && taken[0].lines().all(|line| line.len() < 998));
}

#[tokio::test]
async fn only_a_refusal_of_the_mail_itself_is_for_good() {
    for (answer, state) in [
        ("550 5.1.1 nobody of that name", "dead"),
        ("450 4.2.1 busy", "queued"),
        ("530 5.7.0 sign in first", "queued"),
        ("535 5.7.8 wrong password", "queued"),
    ] {
        let shop = shop_with_mail().await;
        let (server, taken) = mail_server(ANYWHERE, answer).await;
        tick(&shop.app, &mailer(server)).await.unwrap();
        assert_eq!(shop.mail().await.1, state, "{answer}");
        assert!(taken.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_mail_whose_sending_cannot_be_noted_is_not_sent_over_and_over() {
    let shop = shop_with_mail().await;
    let full = "CREATE TRIGGER full BEFORE UPDATE OF state ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END";
    shop.app.db.write(move |tx| tx.execute_batch(full).map_err(manetes::db::Error::from)).await.unwrap();
    let (server, taken) = mail_server(ANYWHERE, "250 ok").await;
    let mailer = mailer(server);
    assert!(tick(&shop.app, &mailer).await.is_err());
    assert_eq!(tick(&shop.app, &mailer).await.unwrap(), 0);
    assert_eq!(taken.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn mails_that_went_out_long_ago_are_forgotten_and_those_that_wait_are_not() {
    let shop = shop_with_mail().await;
    let left = async |days: i64| -> i64 {
        let later = shop.app.clock.now().plus_days(days);
        shop.app.db.write(move |tx| outbox::purge(tx, later)).await.unwrap();
        shop.row::<i64, i64>("SELECT count(*), 0 FROM outbox WHERE recipient = ?1", "ana@example.com").await.0
    };
    assert_eq!(left(31).await, 1, "it waits");
    let (server, _) = mail_server(ANYWHERE, "250 ok").await;
    tick(&shop.app, &mailer(server)).await.unwrap();
    assert_eq!(left(29).await, 1);
    assert_eq!(left(31).await, 0);
}
