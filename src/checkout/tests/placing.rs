//! Placing orders.

use std::sync::Arc;

use super::*;
use crate::cart;
use crate::checkout::caps::{MAX_PENDING, MAX_PER_HOUR};
use crate::checkout::{HOLD_SECONDS, holds, shipping, worker};
use crate::email::EmailAddress;
use crate::money::Cents;
use crate::orders::Status;

#[tokio::test]
async fn an_order_has_the_servers_prices_and_holds_its_stock() {
    let shop = Shop::new();
    shop.sell("a", 10);
    shop.write(|tx| {
        tx.execute_batch(
            "UPDATE variants SET sale_price_in_cents = 1500, before_price_in_cents = 2000 WHERE id = 'a';
             INSERT INTO product_texts (product_id, lang, path, text) VALUES ('a', 'en', 'title', 'Wrench')",
        )?;
        Ok(())
    });
    let mut asked = request("u1", &[("a", 2), ("a", 1)]);
    asked.lang = Some(Lang::En);
    asked.expected_total = Some(Cents(4995));
    let order = shop.order(&shop.place(asked.clone()).await.unwrap().order_id);
    assert_eq!(
        (order.status, order.total, order.items_total, order.shipping),
        (Status::Pending, Cents(4995), Cents(4500), Cents(495))
    );
    assert_eq!(order.tax, Cents(781 + 86));
    assert_eq!((order.items.len(), order.items[0].quantity), (1, 3));
    assert_eq!(order.items[0].product_title, "Wrench");
    assert_eq!(order.shipping_address, address("", ""));
    assert_eq!(order.expires_at, START.plus_seconds(45 * 60));
    assert!(holds(&order, &asked.lines) && !holds(&order, &request("", &[("a", 2)]).lines));
    assert_eq!((shop.stock("a"), shop.mails("order_received")), (7, 1));
    assert_eq!(shop.read(|conn| orders::events(conn, &order.id))[0].kind, "placed");
}

#[tokio::test]
async fn what_cannot_be_bought_is_refused_and_leaves_nothing_behind() {
    let shop = Shop::new();
    for id in ["a", "hidden", "draft", "deleted", "shown", "plate", "free"] {
        shop.sell(id, 5);
    }
    shop.write(|tx| {
        tx.execute_batch(
            "UPDATE products SET is_hidden = 1 WHERE id = 'hidden';
             UPDATE products SET status = 'draft' WHERE id = 'draft';
             UPDATE variants SET deleted_at = 1 WHERE id = 'deleted';
             UPDATE products SET purchasable = 0 WHERE id = 'shown';
             UPDATE variants SET price_in_cents = 0 WHERE id = 'free';
             UPDATE users SET email_confirmed_at = NULL WHERE id = 'u9';
             INSERT INTO custom_fields VALUES ('text', 'plate', 0, 'Nombre', 1, 24)",
        )?;
        Ok(())
    });
    let one = |variant: &str| request("u1", &[(variant, 1)]);
    let refused = |request: Request| async { shop.place(request).await.unwrap_err() };

    for unknown in ["none", "hidden", "draft", "deleted", ""] {
        let error = refused(one(unknown)).await;
        assert!(matches!(&error, Error::Cart(cart::Error::UnknownVariant(id)) if id == unknown), "{unknown}: {error}");
    }
    assert!(matches!(refused(one("shown")).await, Error::Cart(cart::Error::NotPurchasable { .. })));
    assert!(matches!(refused(one("plate")).await, Error::Cart(cart::Error::CustomFieldRequired { .. })));
    assert!(matches!(refused(one("free")).await, Error::OrderLimit));
    assert!(matches!(refused(request("u1", &[])).await, Error::Cart(cart::Error::Empty)));
    assert!(matches!(refused(request("u9", &[("a", 1)])).await, Error::NotConfirmed));
    assert!(matches!(refused(request("nobody", &[("a", 1)])).await, Error::NotConfirmed));
    let too_many = refused(request("u1", &[("free", 1), ("a", 6)])).await;
    assert!(
        matches!(&too_many, Error::InsufficientStock { product, available: 5, .. } if product == "Llave a"),
        "{too_many}"
    );
    let mut dear = one("a");
    dear.expected_total = Some(Cents(2494));
    assert!(matches!(refused(dear).await, Error::PriceChanged(Cents(2495))));
    for (field, value) in [("name", ""), ("city", " "), ("postal_code", "35001"), ("country", "Portugal")] {
        let mut away = one("a");
        away.address = Some(address(field, value));
        let expected = shipping::check(away.address.as_ref().unwrap()).unwrap_err();
        assert_eq!(refused(away).await.to_string(), Error::from(expected).to_string(), "{field}");
    }
    let mut long = one("plate");
    long.lines[0].custom_field_values = vec![("text".to_owned(), "é".repeat(25))];
    assert!(matches!(refused(long.clone()).await, Error::Cart(cart::Error::CustomTextTooLong { most: 24, .. })));
    let mut foreign = one("a");
    foreign.lines[0].custom_field_values = vec![("text".to_owned(), "x".to_owned())];
    assert!(matches!(refused(foreign).await, Error::Cart(cart::Error::UnknownCustomField)));

    for table in ["orders", "order_items", "order_events", "outbox", "stock_movements WHERE order_id IS NOT NULL"] {
        assert_eq!(shop.number_of(&format!("SELECT count(*) FROM {table}")), 0, "{table}");
    }
    assert_eq!((shop.stock("a"), shop.stock("free")), (5, 5));
}

#[tokio::test]
async fn a_filled_in_text_stands_on_the_order() {
    let shop = Shop::new();
    shop.sell("plate", 5);
    shop.write(|tx| {
        tx.execute("INSERT INTO custom_fields VALUES ('text', 'plate', 0, 'Nombre', 1, 24)", [])?;
        Ok(())
    });
    let mut asked = request("u1", &[("plate", 1), ("plate", 1)]);
    asked.lines[0].custom_field_values = vec![("text".to_owned(), " Familia\nPuig ".to_owned())];
    asked.lines[1].custom_field_values = vec![("text".to_owned(), "Familia Roca".to_owned())];
    let order = shop.order(&shop.place(asked.clone()).await.unwrap().order_id);
    let texts: Vec<&str> = order.items.iter().map(|item| item.custom_field_values[0].value.as_str()).collect();
    assert_eq!((texts, shop.stock("plate")), (vec!["Familia Puig", "Familia Roca"], 3));
    assert!(holds(&order, &asked.lines));
    asked.lines[1].custom_field_values[0].1 = "Familia Rocas".to_owned();
    assert!(!holds(&order, &asked.lines));
    let mut full = request("u2", &[("plate", 1)]);
    full.lines[0].custom_field_values = vec![("text".to_owned(), "é".repeat(24))];
    shop.place(full).await.expect("letters are counted, not bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_buyers_of_five_units_make_five_orders() {
    let shop = Arc::new(Shop::new());
    shop.sell("a", 5);
    let (sold, refused) = race(&shop, 60, |n| request(&format!("u{n}"), &[("a", 1)])).await;
    assert_eq!((sold.len(), refused.len()), (5, 55));
    assert!(refused.iter().all(|error| matches!(error, Error::InsufficientStock { available: 0, .. })));
    assert_eq!((shop.stock("a"), shop.number_of("SELECT count(*) FROM orders")), (0, 5));
    assert_eq!(shop.mails("order_received"), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_of_two_lines_in_opposite_order_never_share_a_unit() {
    let shop = Arc::new(Shop::new());
    shop.sell("a", 40);
    shop.sell("b", 30);
    let (sold, _) = race(&shop, 100, |n| {
        let lines = if n % 2 == 0 { [("a", 1), ("b", 1)] } else { [("b", 1), ("a", 1)] };
        request(&format!("u{n}"), &lines)
    })
    .await;
    assert_eq!((sold.len(), shop.stock("a"), shop.stock("b")), (30, 10, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_clicks_with_one_key_are_one_order() {
    let shop = Arc::new(Shop::new());
    shop.sell("a", 50);
    let keyed = |lines: &[(&str, i64)]| {
        let mut asked = request("u1", lines);
        asked.idempotency_key = Some("click".to_owned());
        asked
    };
    let (placed, refused) = race(&shop, 100, |_| keyed(&[("a", 1)])).await;
    assert!(refused.is_empty() && placed.iter().all(|order| *order == placed[0]));
    assert_eq!((shop.stock("a"), shop.mails("order_received")), (49, 1));
    assert!(matches!(shop.place(keyed(&[("a", 2)])).await, Err(Error::IdempotencyKeyReused)));
    let mut another = keyed(&[("a", 1)]);
    another.by = By::Account("u2".to_owned());
    assert_ne!(shop.place(another).await.unwrap(), placed[0], "a key belongs to its user");
}

#[tokio::test]
async fn one_person_cannot_hold_the_shops_stock_without_paying() {
    let shop = Shop::new();
    shop.sell("a", 20);
    shop.sell("b", 1000);
    shop.place(request("u1", &[("a", 6)])).await.unwrap();
    let more = shop.place(request("u1", &[("a", 1)])).await;
    assert!(matches!(more, Err(Error::TooManyOpenOrders)), "6 of 20 are held already");
    for _ in 1..MAX_PENDING {
        shop.place(request("u1", &[("b", 1)])).await.unwrap();
    }
    assert!(matches!(shop.place(request("u1", &[("b", 1)])).await, Err(Error::TooManyOpenOrders)));
    shop.place_with(request("u1", &[("a", 10)]), Limits::Relaxed).await.unwrap();
    shop.place(request("u2", &[("b", 1)])).await.unwrap();
}

/// Asks for 99 of 100 as `user`, living at `street`, from `network`, and never pays: whether that was given.
async fn held_in_vain(shop: &Shop, user: &str, street: &str, network: &str) -> bool {
    held_by_in_vain(shop, By::Account(user.to_owned()), street, network).await
}

async fn held_by_in_vain(shop: &Shop, by: By, street: &str, network: &str) -> bool {
    let mut asked = Request { by, ..request("u1", &[("a", 99)]) };
    asked.address = Some(address("address", street));
    asked.network = Some(network.to_owned());
    let placed = shop.place(asked).await;
    assert!(placed.is_ok() || matches!(placed, Err(Error::HeldInVain { fair: 20, .. })), "{placed:?}");
    shop.clock.advance_seconds(HOLD_SECONDS);
    worker::expire_due(&shop.app).await.unwrap();
    assert_eq!(shop.stock("a"), 100, "what runs out gives back");
    placed.is_ok()
}

#[tokio::test]
async fn whoever_never_pays_holds_the_shops_stock_twice_a_day_and_then_a_fair_share_of_it() {
    let shop = Shop::new();
    shop.sell("a", 100);
    let (home, away) = ("Carrer Major 1, 2n", "Carrer Nou 7");
    assert!(held_in_vain(&shop, "u1", home, "192.0.2.1").await);
    assert!(held_in_vain(&shop, "u1", away, "192.0.2.2").await, "somebody may come back once");
    assert!(!held_in_vain(&shop, "u1", "Carrer Vell 3", "192.0.2.3").await, "the account");
    assert!(held_in_vain(&shop, "u2", home, "192.0.2.4").await, "somebody else, once more");
    assert!(!held_in_vain(&shop, "u3", "CARRER MAJOR, 1 - 2N", "192.0.2.5").await, "the street");
    assert!(held_in_vain(&shop, "u3", "Carrer Vell 4", "192.0.2.2").await);
    assert!(!held_in_vain(&shop, "u4", "Carrer Vell 5", "192.0.2.2").await, "the network");
    let mut fair = request("u1", &[("a", 20)]);
    fair.network = Some("192.0.2.2".to_owned());
    shop.place(fair).await.unwrap();
    shop.clock.advance_seconds(24 * 3600);
    worker::expire_due(&shop.app).await.unwrap();
    assert!(held_in_vain(&shop, "u1", home, "192.0.2.2").await, "a day later it is forgotten");
}

#[tokio::test]
async fn a_guest_who_never_pays_is_known_by_mail_by_street_and_by_network() {
    let shop = Shop::new();
    shop.sell("a", 100);
    let guest = |mail: &str| By::Guest(EmailAddress::parse(mail).unwrap());
    let held =
        async |mail: &str, street: &str, network: &str| held_by_in_vain(&shop, guest(mail), street, network).await;
    for (street, network) in [("Carrer 1", "192.0.2.1"), ("Carrer 2", "192.0.2.2")] {
        assert!(held("a@example.com", street, network).await);
    }
    assert!(!held("a@example.com", "Carrer 3", "192.0.2.3").await, "the address for mail");
    assert!(held("b@example.com", "Carrer 1", "192.0.2.4").await, "somebody else, once more");
    assert!(!held("c@example.com", "Carrer 1", "192.0.2.5").await, "the street");
    assert!(held("c@example.com", "Carrer 4", "192.0.2.2").await);
    assert!(!held("d@example.com", "Carrer 5", "192.0.2.2").await, "the network");
    assert!(held_in_vain(&shop, "u1", "Carrer 6", "192.0.2.6").await, "an account is not its address");
}

#[tokio::test]
async fn whoever_makes_an_order_a_cart_again_at_once_holds_nothing_in_vain() {
    let shop = Shop::new();
    shop.sell("a", 5);
    for _ in 0..4 {
        let order = shop.place(request("u1", &[("a", 4)])).await.unwrap().order_id;
        shop.clock.advance_seconds(60);
        payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
    }
}

#[tokio::test]
async fn one_person_places_ten_orders_an_hour() {
    let shop = Shop::new();
    shop.sell("b", 1000);
    for _ in 0..MAX_PER_HOUR {
        let order = shop.placed("u1", "b").await;
        payment::cancel(&shop.app, &Asker::account("u1"), &order).await.unwrap();
        shop.clock.advance_seconds(60);
    }
    let error = shop.place(request("u1", &[("b", 1)])).await.unwrap_err();
    assert!(matches!(error, Error::TooManyOrders(seconds) if seconds == 3600 - 600), "{error}");
    shop.clock.advance_seconds(3000);
    shop.placed("u1", "b").await;
}

/// All at once: the orders that were placed and the errors of the others.
async fn race(shop: &Arc<Shop>, buyers: usize, asked: impl Fn(usize) -> Request) -> (Vec<Placed>, Vec<Error>) {
    let start = Arc::new(tokio::sync::Barrier::new(buyers));
    let mut tasks = Vec::new();
    for n in 0..buyers {
        let (shop, start, asked) = (shop.clone(), start.clone(), asked(n));
        tasks.push(tokio::spawn(async move {
            start.wait().await;
            shop.place(asked).await
        }));
    }
    let (mut placed, mut refused) = (Vec::new(), Vec::new());
    for task in tasks {
        match task.await.unwrap() {
            Ok(order) => placed.push(order),
            Err(error) => refused.push(error),
        }
    }
    (placed, refused)
}
