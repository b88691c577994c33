//! What becomes of an order while the agency has not answered to an annulment of one of its invoices.

use super::*;
use crate::audit::Actor;
use crate::checkout::refund::{self, Why};
use crate::checkout::tests::Shop;
use crate::checkout::worker;
use crate::invariants;
use crate::invoices::{self, Buyer, Kind, NotFull, NotMended, Number};
use crate::money::Cents;
use crate::tax_agency::Mode;
use crate::tax_agency::answer::Line;

/// A shop with a paid order.
struct Sold {
    shop: Shop,
    order: String,
}

impl Sold {
    /// Its invoice is issued, and where one is told, the agency has it.
    async fn new(mode: Mode) -> Self {
        let shop = Shop::new();
        shop.sell("a", 5);
        shop.write(move |tx| invoices::begin(tx, mode, None));
        let order = shop.placed("u1", "a").await;
        shop.start("u1", &order).await.unwrap();
        shop.pay_at_provider(&shop.session(&order));
        worker::reconcile(&shop.app, 0).await.unwrap();
        let sold = Self { shop, order };
        assert_eq!(sold.issued(), [(Kind::F2, false)]);
        if mode != Mode::Off {
            sold.answer(State::Accepted).await;
        }
        sold
    }

    /// The kind of each invoice of the order, and whether it is annulled.
    fn issued(&self) -> Vec<(Kind, bool)> {
        let invoices = self.shop.read(|conn| invoices::of_order(conn, &self.order));
        invoices.iter().map(|invoice| (invoice.kind, invoice.is_annulled)).collect()
    }

    fn due(&self) -> i64 {
        self.shop.read(|conn| invoices::count_due(conn, None))
    }

    /// As the server does by itself each half minute.
    fn issue_due(&self) -> usize {
        let now = self.shop.clock.now();
        self.shop.app.db.write_blocking(move |tx| invoices::issue_due(tx, now)).unwrap()
    }

    fn number(&self, nth: usize) -> Number {
        self.shop.read(|conn| invoices::of_order(conn, &self.order))[nth].number.clone()
    }

    fn annul(&self, nth: usize) -> Result<(), NotMended> {
        let (number, now) = (self.number(nth), self.shop.clock.now());
        self.shop.app.db.write_blocking(move |tx| invoices::annul(tx, &number, &Actor::System, now))
    }

    async fn refund(&self) {
        let (order, now) = (self.order.clone(), self.shop.clock.now());
        self.shop.write(move |tx| refund::queue(tx, &order, Cents(500), Why::Owner, now));
        assert_eq!(worker::refund_due(&self.shop.app).await.unwrap(), 1);
    }

    fn make_full(&self) -> Result<(), NotFull> {
        let (order, now) = (self.order.clone(), self.shop.clock.now());
        self.shop.app.db.write_blocking(move |tx| invoices::make_full(tx, &order, false, &firm(), now))
    }

    fn look_full(&self) -> Result<(), NotFull> {
        let (order, now) = (self.order.clone(), self.shop.clock.now());
        self.shop.app.db.write_blocking(move |tx| invoices::look_full(tx, &order, false, &firm(), now).map(drop))
    }

    /// The agency says this of all that it was not told yet.
    async fn answer(&self, state: State) {
        let (db, now) = (&self.shop.app.db, self.shop.clock.now());
        let batch = db.write(move |tx| claim(tx, true, now)).await.unwrap().unwrap();
        let line = |sent: &Sent| {
            let (number, is_annulment) = (sent.number.clone(), sent.is_annulment);
            Line { number, is_annulment, state, code: None, text: None, duplicate: None }
        };
        let lines = batch.records.iter().map(line).collect();
        settle(db, batch, Answer { csv: None, wait_seconds: 1, lines }, now).await.unwrap();
    }

    fn assert_sound(&self) {
        let now = self.shop.clock.now();
        let found = self.shop.read(|conn| invariants::check(conn, now)).into_iter();
        let broken = found.filter(|finding| finding.name.starts_with("invoice") && finding.broken > 0);
        assert_eq!(broken.collect::<Vec<_>>(), []);
    }
}

fn firm() -> Buyer {
    let words = |text: &str| String::from(text);
    Buyer {
        name: words("Obres Puig, S.L."),
        nif: words("A58818501"),
        address: words("C. Major, 1"),
        city: words("Abrera"),
        postal_code: words("08630"),
        country: words("ES"),
    }
}

#[tokio::test]
async fn a_refund_waits_for_the_answer_to_an_annulment_and_is_credited_with_it_if_that_is_refused() {
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    sold.refund().await;
    assert_eq!(sold.issue_due(), 0);
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, true)], 1));
    sold.shop.clock.advance_seconds(3 * 24 * 3600);
    sold.assert_sound();
    sold.answer(State::Rejected).await;
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, false), (Kind::R5, false)], 0));
    sold.assert_sound();
}

#[tokio::test]
async fn a_refund_of_what_is_annulled_corrects_nothing() {
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    sold.refund().await;
    sold.answer(State::Accepted).await;
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, true)], 0));
    sold.assert_sound();
}

#[tokio::test]
async fn nothing_takes_the_place_of_an_invoice_or_is_annulled_beside_it_before_its_annulment_is_answered() {
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    assert!(matches!(sold.look_full(), Err(NotFull::Waits)));
    assert!(matches!(sold.make_full(), Err(NotFull::Waits)));
    sold.answer(State::Rejected).await;
    sold.look_full().unwrap();
    sold.make_full().unwrap();
    assert_eq!(sold.issued(), [(Kind::F2, false), (Kind::F3, false)], "in the place of the one that stands again");
    sold.answer(State::Accepted).await;
    sold.assert_sound();

    sold.annul(1).unwrap();
    assert!(matches!(sold.annul(0), Err(NotMended::Waits)));
    sold.answer(State::Rejected).await;
    assert!(matches!(sold.annul(0), Err(NotMended::InUse)));
    for nth in [1, 0] {
        sold.annul(nth).unwrap();
        sold.answer(State::Accepted).await;
    }
    sold.make_full().unwrap();
    assert_eq!(sold.issued(), [(Kind::F2, true), (Kind::F3, true), (Kind::F1, false)]);
    sold.assert_sound();
}

#[tokio::test]
async fn a_shop_that_was_put_back_while_an_annulment_waits_goes_on_waiting() {
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    sold.refund().await;
    let now = sold.shop.clock.now();
    sold.shop.write(move |tx| {
        invoices::begin_series(tx, now)?;
        invoices::go_on(tx, now).map(drop)
    });
    assert_eq!((sold.issue_due(), sold.due()), (0, 1));
    assert!(matches!(sold.make_full(), Err(NotFull::Waits)));
    sold.answer(State::Rejected).await;
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, false), (Kind::R5, false)], 0));
    sold.assert_sound();
}

#[tokio::test]
async fn what_the_agency_has_of_an_invoice_answers_to_its_annulment_only_if_it_is_annulled_there() {
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    let (number, now) = (sold.number(0), sold.shop.clock.now());
    let followed = |is_annulled: bool| {
        let number = number.to_string();
        sold.shop.write(move |tx| sql::was_followed(tx, &number, is_annulled, now));
    };
    followed(false);
    assert!(matches!(sold.make_full(), Err(NotFull::Waits)), "it is sent");
    followed(true);
    sold.make_full().unwrap();
    assert_eq!(sold.issued(), [(Kind::F2, true), (Kind::F1, false)]);
}

#[tokio::test]
async fn where_no_agency_is_told_an_annulment_counts_at_once() {
    let sold = Sold::new(Mode::Off).await;
    sold.annul(0).unwrap();
    sold.make_full().unwrap();
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, true), (Kind::F1, false)], 0));
    sold.assert_sound();

    // What was for an agency that is told nothing any more is not waited for.
    let sold = Sold::new(Mode::Test).await;
    sold.annul(0).unwrap();
    sold.refund().await;
    sold.shop.write(|tx| invoices::begin(tx, Mode::Off, None));
    sold.issue_due();
    assert_eq!((sold.issued(), sold.due()), (vec![(Kind::F2, true)], 0));
    sold.assert_sound();
}
