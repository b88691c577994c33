//! Ten thousand lives of a few orders: buyers, the owner, the clock and a provider that says everything late, twice and
//! in any order, closes pages and takes payments on them all the same, loses answers and makes refunds of its own. What
//! came of it is compared with a model of a few lines. They are the same ten thousand each time; a failure is made as
//! short as it can be.

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::schema::assert_as_the_agency_wants;
use super::*;
use crate::audit::Actor;
use crate::checkout::attempt::Attempt;
use crate::checkout::fact::{Outcome, apply_fact};
use crate::checkout::payment::{Next, Page, next, release};
use crate::checkout::{refund, sql};
use crate::db::Tx;
use crate::fulfilment::{self, GiveBack, What};
use crate::invariants;
use crate::money::Cents;
use crate::orders::{Parcel, Reason, Status};
use crate::payments::sandbox::PROVIDER;
use crate::payments::{self, FactKind, RefundState, VerifiedFact, forged};

const STOCK: usize = 3;
const PRICE: i64 = 2495;

/// Something that happens. A number picks one of what there is.
#[derive(Debug, Clone, Copy)]
enum Act {
    Place(usize),
    Open(usize, Answer),
    Pay(usize),
    Hear(usize),
    Cancel(usize),
    CancelByOwner(usize, bool),
    Ship(usize),
    Refund(usize, i64),
    MakeRefunds(Answer),
    RefundNews(usize, bool),
    RefundInPanel(usize, i64),
    Dispute(usize),
    EndDispute(usize, bool),
    Pass(i64),
}

/// How the provider takes an order of ours.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Answer {
    Done,
    Later,
    Lost,
    Down,
}

fn act() -> impl Strategy<Value = Act> {
    use Answer::{Done, Down, Later, Lost};
    let answer = prop_oneof![4 => Just(Done), 1 => Just(Later), 1 => Just(Lost), 1 => Just(Down)];
    let one = 0..4_usize;
    prop_oneof![
        1 => one.clone().prop_map(Act::Place),
        5 => (one.clone(), answer.clone()).prop_map(|(order, answer)| Act::Open(order, answer)),
        5 => one.clone().prop_map(Act::Pay),
        6 => (0..12_usize).prop_map(Act::Hear),
        1 => one.clone().prop_map(Act::Cancel),
        1 => (one.clone(), any::<bool>()).prop_map(|(order, restock)| Act::CancelByOwner(order, restock)),
        1 => one.clone().prop_map(Act::Ship),
        2 => (one.clone(), 1..=PRICE).prop_map(|(order, cents)| Act::Refund(order, cents)),
        3 => answer.prop_map(Act::MakeRefunds),
        2 => (one.clone(), any::<bool>()).prop_map(|(refund, made)| Act::RefundNews(refund, made)),
        1 => (one.clone(), 1..=PRICE).prop_map(|(session, cents)| Act::RefundInPanel(session, cents)),
        2 => one.clone().prop_map(Act::Dispute),
        1 => (one, any::<bool>()).prop_map(|(session, won)| Act::EndDispute(session, won)),
        3 => (0..40_i64).prop_map(|minutes| Act::Pass(minutes * 60)),
    ]
}

/// A payment page at the provider, and what it knows of its money.
struct Session {
    id: String,
    order: usize,
    attempt: String,
    paid: bool,
    /// Whether the buyer has been given its address.
    is_known: bool,
    /// By id: how much, and how it stands.
    refunds: BTreeMap<String, (i64, RefundState)>,
    disputed: bool,
}

impl Session {
    fn payment(&self) -> String {
        format!("pi_{}", self.id)
    }

    fn refunded(&self, states: &[RefundState]) -> i64 {
        self.refunds.values().filter(|(_, state)| states.contains(state)).map(|(cents, _)| cents).sum()
    }

    /// What the provider does about money that is to go back.
    fn refund(&mut self, id: &str, cents: i64, answer: Answer) -> Result<RefundState, payments::Error> {
        let down = || payments::Error::Unavailable(String::from("down"));
        if answer == Answer::Down {
            return Err(down());
        }
        let room = PRICE - self.refunded(&[RefundState::Done, RefundState::Pending]);
        let new = match answer {
            _ if !self.paid || cents > room => RefundState::Refused(String::from("no")),
            Answer::Later => RefundState::Pending,
            _ => RefundState::Done,
        };
        let (_, state) = self.refunds.entry(id.to_owned()).or_insert((cents, new));
        if answer == Answer::Lost { Err(down()) } else { Ok(state.clone()) }
    }
}

/// What must come of it.
struct Expected {
    id: String,
    user: String,
    status: Status,
    /// Whether its unit is back in the shop.
    restocked: bool,
    /// Whether a person must have been called.
    flagged: bool,
}

struct World<'a> {
    tx: &'a Tx<'a>,
    now: Timestamp,
    orders: Vec<Expected>,
    sessions: Vec<Session>,
    said: Vec<VerifiedFact>,
    heard: Vec<bool>,
}

#[test]
fn whatever_happens_in_whatever_order_money_and_stock_add_up() {
    live(2_000);
}

#[test]
#[ignore = "takes minutes"]
fn money_and_stock_add_up_in_ten_thousand_lives() {
    live(10_000);
}

fn live(cases: u32) {
    let shop = Shop::new();
    shop.sell("a", i64::try_from(STOCK).unwrap());
    shop.write(move |tx| {
        tx.execute_batch("SAVEPOINT life")?;
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let lives = proptest::collection::vec(act(), 1..32);
        let records = RefCell::new(Vec::new());
        let outcome = runner.run(&lives, |acts| {
            tx.execute_batch("ROLLBACK TO life").unwrap();
            let mut world =
                World { tx, now: START, orders: Vec::new(), sessions: Vec::new(), said: Vec::new(), heard: Vec::new() };
            // Each has an order with a page at least.
            for act in [Act::Place(0), Act::Open(0, Answer::Done)].into_iter().chain(acts) {
                world.happen(act);
            }
            world.settle();
            world.check();
            records.borrow_mut().extend(world.records());
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
        let records = records.into_inner();
        assert!(records.len() >= cases as usize / 2, "{} invoices", records.len());
        records.chunks(1000).for_each(assert_as_the_agency_wants);
        Ok(())
    });
}

impl World<'_> {
    /// What the tax agency would be sent.
    fn records(&self) -> Vec<String> {
        let mut rows = self.tx.prepare("SELECT content FROM invoice_records ORDER BY seq").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    fn happen(&mut self, act: Act) {
        let order = |n: usize, world: &Self| (!world.orders.is_empty()).then(|| n % world.orders.len());
        let session = |n: usize, world: &Self| (!world.sessions.is_empty()).then(|| n % world.sessions.len());
        match act {
            Act::Place(user) => self.place(&format!("u{user}")),
            Act::Open(n, answer) => drop(order(n, self).map(|n| self.open(n, answer))),
            Act::Pay(n) => drop(session(n, self).map(|n| self.pay(n))),
            Act::Hear(n) if !self.said.is_empty() => self.hear(n % self.said.len()),
            Act::Hear(_) => {}
            Act::Cancel(n) => drop(order(n, self).map(|n| self.end(n, Reason::Buyer))),
            Act::CancelByOwner(n, restock) => drop(order(n, self).map(|n| self.cancel_by_owner(n, restock))),
            Act::Ship(n) => drop(order(n, self).map(|n| self.ship(n))),
            Act::Refund(n, cents) => drop(order(n, self).map(|n| self.refund(n, cents))),
            Act::MakeRefunds(answer) => self.make_refunds(answer),
            Act::RefundNews(n, made) => self.refund_news(n, made),
            Act::RefundInPanel(n, cents) => drop(session(n, self).map(|n| self.refund_in_panel(n, cents))),
            Act::Dispute(n) => drop(session(n, self).map(|n| self.dispute(n))),
            Act::EndDispute(n, won) => drop(session(n, self).map(|n| self.end_dispute(n, won))),
            Act::Pass(seconds) => self.pass(seconds),
        }
    }

    /// As `Db::write` does it: all or nothing.
    fn write<T, E>(&self, f: impl FnOnce(&Tx<'_>) -> Result<T, E>) -> Result<T, E> {
        self.tx.execute_batch("SAVEPOINT act").unwrap();
        let done = f(self.tx);
        let end = if done.is_ok() { "RELEASE act" } else { "ROLLBACK TO act; RELEASE act" };
        self.tx.execute_batch(end).unwrap();
        done
    }

    fn left_in_stock(&self) -> usize {
        STOCK - self.orders.iter().filter(|order| !order.restocked && !self.came_back(order)).count()
    }

    /// Whether its unit went back with all of its money.
    fn came_back(&self, order: &Expected) -> bool {
        let sql = "SELECT coalesce(sum(delta), 0) = 1 FROM stock_movements WHERE order_id = ?1 AND reason = 'returned'";
        self.tx.query_row(sql, [&order.id], |row| row.get(0)).unwrap()
    }

    fn place(&mut self, user: &str) {
        let (wanted, now) = (request(user, &[("a", 1)]), self.now);
        match self.write(|tx| place(tx, &wanted, Limits::Relaxed, now)) {
            Ok(placed) => {
                assert!(self.left_in_stock() > 0, "oversold");
                let (id, user) = (placed.order_id, user.to_owned());
                let status = Status::Pending;
                self.orders.push(Expected { id, user, status, restocked: false, flagged: false });
            }
            Err(Error::InsufficientStock { available, .. }) => assert_eq!((available, self.left_in_stock()), (0, 0)),
            Err(error) => panic!("{error}"),
        }
    }

    /// The buyer asks for a payment page.
    fn open(&mut self, order: usize, answer: Answer) {
        let (id, user, now) = (self.orders[order].id.clone(), self.orders[order].user.clone(), self.now);
        for _ in 0..4 {
            match self.write(|tx| {
                next(tx, &Asker::account(&user), &id, Page { provider: PROVIDER, is_bizum: false }, &[], now)
            }) {
                Ok(Next::Offer { .. }) => return,
                Ok(Next::End(attempt)) => self.close(&attempt),
                Ok(Next::Open(attempt, _)) => return self.open_page(order, &attempt, answer),
                Err(Error::NotPayable) => return,
                Err(error) => panic!("{error}"),
            }
        }
        panic!("the old pages do not end");
    }

    /// The same attempt is the same session at the provider.
    fn open_page(&mut self, order: usize, attempt: &Attempt, answer: Answer) {
        if answer == Answer::Down {
            return;
        }
        let known = self.sessions.iter().position(|session| session.attempt == attempt.id);
        let at = known.unwrap_or_else(|| {
            self.sessions.push(Session {
                id: format!("s{}", self.sessions.len()),
                order,
                attempt: attempt.id.clone(),
                paid: false,
                is_known: false,
                refunds: BTreeMap::new(),
                disputed: false,
            });
            self.sessions.len() - 1
        });
        if answer != Answer::Lost {
            let session = self.sessions[at].id.clone();
            let opened = self.write(|tx| sql::set_open(tx, &attempt.id, &session, "page")).unwrap();
            self.sessions[at].is_known |= opened;
        }
    }

    /// A click on a page, even one that was closed or whose time is over.
    fn pay(&mut self, at: usize) {
        if self.sessions[at].is_known && !self.sessions[at].paid {
            self.sessions[at].paid = true;
            self.say_session(at, "evt", FactKind::Paid);
        }
    }

    fn say_session(&mut self, at: usize, by: &str, kind: FactKind) {
        let session = &self.sessions[at];
        let id = format!("{by}:{}:{}", session.id, kind.as_str());
        let fact = forged::fact(&id, &session.id, &session.attempt, kind, Cents(PRICE), "EUR");
        let fact = if kind == FactKind::Paid { forged::with_payment(fact, &session.payment()) } else { fact };
        self.say(fact);
    }

    fn say(&mut self, fact: VerifiedFact) {
        self.said.push(fact);
        self.heard.push(false);
    }

    /// Asks the provider to close a page, and believes what it answers.
    fn close(&mut self, attempt: &Attempt) {
        let Some(at) = self.sessions.iter().position(|session| Some(&session.id) == attempt.provider_ref.as_ref())
        else {
            return;
        };
        let kind = if self.sessions[at].paid { FactKind::Paid } else { FactKind::Expired };
        self.say_session(at, "evt", kind);
        self.say_session(at, "lookup", kind);
        self.hear(self.said.len() - 1);
    }

    fn hear(&mut self, n: usize) {
        let (fact, now) = (self.said[n].clone(), self.now);
        self.heard[n] = true;
        let attempt_paid = |world: &Self, at: usize| -> bool {
            let sql = "SELECT state = 'paid' FROM payment_attempts WHERE id = ?1";
            world.tx.query_row(sql, [&world.sessions[at].attempt], |row| row.get(0)).unwrap()
        };
        let at = self.sessions.iter().position(|session| Some(session.id.as_str()) == fact.session());
        let is_new = fact.is_paid() && at.is_some_and(|at| !attempt_paid(self, at));
        let outcome = self.write(|tx| apply_fact(tx, &fact, now)).expect("no genuine fact is refused");
        match at {
            Some(at) if is_new => {
                let order = &mut self.orders[self.sessions[at].order];
                let expected = match order.status {
                    Status::Pending => Outcome::OrderPaid,
                    Status::Cancelled => Outcome::PaidLate,
                    _ => Outcome::PaidTwice,
                };
                assert_eq!(outcome, expected, "{fact:?}");
                match expected {
                    Outcome::OrderPaid => order.status = Status::Paid,
                    _ => order.flagged = true,
                }
            }
            _ => {
                assert!(!matches!(outcome, Outcome::OrderPaid | Outcome::PaidLate | Outcome::PaidTwice), "{outcome:?}");
            }
        }
    }

    /// The buyer's end of an unpaid order, or that of its time.
    fn end(&mut self, order: usize, reason: Reason) {
        let (id, now) = (self.orders[order].id.clone(), self.now);
        for attempt in sql::live_of(self.tx, &id).unwrap() {
            self.close(&attempt);
        }
        let ended = self.write(|tx| release(tx, &id, reason, now)).unwrap();
        let order = &mut self.orders[order];
        assert_eq!(ended, order.status == Status::Pending);
        if ended {
            (order.status, order.restocked) = (Status::Cancelled, true);
        }
    }

    fn cancel_by_owner(&mut self, order: usize, restock: bool) {
        let (id, now) = (self.orders[order].id.clone(), self.now);
        let done = self.write(|tx| fulfilment::cancel(tx, &Actor::System, &id, restock, now));
        let order = &mut self.orders[order];
        if matches!(order.status, Status::Pending | Status::Paid) {
            assert!(done.is_ok());
            (order.status, order.restocked) = (Status::Cancelled, restock);
        } else {
            assert!(matches!(done, Ok(_) | Err(fulfilment::Error::Illegal(_))));
        }
    }

    fn ship(&mut self, order: usize) {
        let (id, now) = (self.orders[order].id.clone(), self.now);
        let parcel = Parcel::new(None, "PQ4E8X0700012340108001A".parse().ok(), &[]).unwrap();
        let to_ship = orders::find(self.tx, &id).unwrap().unwrap().is_to_ship();
        let done = self.write(|tx| fulfilment::ship(tx, &Actor::System, &id, &parcel, true, now));
        let order = &mut self.orders[order];
        match order.status {
            Status::Paid if !to_ship => assert!(matches!(done, Err(fulfilment::Error::Refunded))),
            Status::Paid => order.status = done.unwrap().status,
            Status::Shipped => assert!(done.is_ok()),
            _ => assert!(matches!(done, Err(fulfilment::Error::Illegal(_)))),
        }
    }

    fn refund(&mut self, order: usize, cents: i64) {
        let wanted = GiveBack::of(What::Amount(Cents(cents)));
        let (id, now) = (&self.orders[order].id, self.now);
        let done = self.write(|tx| fulfilment::refund(tx, &Actor::System, id, &wanted, now));
        assert!(matches!(done, Ok(_) | Err(fulfilment::Error::RefundTooLarge(_))));
    }

    /// A round of the worker.
    fn make_refunds(&mut self, answer: Answer) {
        let now = self.now;
        for refund in sql::due_refunds(self.tx, now).unwrap() {
            self.write(|tx| sql::count_refund_try(tx, &refund.id, now)).unwrap();
            let session = self.sessions.iter_mut().find(|session| session.attempt == refund.attempt_id).unwrap();
            let answer = session.refund(&refund.id, refund.amount.0, answer);
            self.write(|tx| refund::apply_answer(tx, &refund, answer, now)).unwrap();
        }
    }

    /// A refund settles at the provider, or fails after all.
    fn refund_news(&mut self, n: usize, made: bool) {
        let all: Vec<_> = self
            .sessions
            .iter()
            .enumerate()
            .flat_map(|(at, session)| {
                session
                    .refunds
                    .iter()
                    .filter(|(_, (_, state))| match state {
                        RefundState::Pending => true,
                        RefundState::Done => !made,
                        RefundState::Refused(_) => false,
                    })
                    .map(move |(id, _)| (at, id.clone()))
            })
            .collect();
        if !all.is_empty() {
            let (at, id) = all[n % all.len()].clone();
            self.settle_refund(at, &id, made);
        }
    }

    fn settle_refund(&mut self, at: usize, id: &str, made: bool) {
        let payment = self.sessions[at].payment();
        let (cents, state) = self.sessions[at].refunds.get_mut(id).unwrap();
        *state = if made { RefundState::Done } else { RefundState::Refused(String::from("later")) };
        let kind = if made { FactKind::RefundDone } else { FactKind::RefundFailed };
        let fact = forged::of_payment(&format!("{}:{id}", kind.as_str()), &payment, id, kind, Cents(*cents));
        self.say(fact);
    }

    fn refund_in_panel(&mut self, at: usize, cents: i64) {
        let id = format!("re_{}_{}", at, self.sessions[at].refunds.len());
        if self.sessions[at].refund(&id, cents, Answer::Done).is_ok_and(|state| state == RefundState::Done) {
            self.settle_refund(at, &id, true);
        }
    }

    fn dispute(&mut self, at: usize) {
        if self.sessions[at].paid {
            self.sessions[at].disputed = true;
            self.say_dispute(at, FactKind::Disputed);
        }
    }

    fn end_dispute(&mut self, at: usize, won: bool) {
        if self.sessions[at].disputed {
            self.say_dispute(at, if won { FactKind::DisputeWon } else { FactKind::DisputeLost });
        }
    }

    fn say_dispute(&mut self, at: usize, kind: FactKind) {
        let session = &self.sessions[at];
        let (id, payment) = (format!("dp_{}", session.id), session.payment());
        self.say(forged::of_payment(&format!("{id}:{}", kind.as_str()), &payment, &id, kind, Cents(PRICE)));
    }

    /// Time passes, and the worker ends what is over.
    fn pass(&mut self, seconds: i64) {
        self.now = self.now.plus_seconds(seconds);
        for id in orders::overdue(self.tx, self.now, None).unwrap() {
            let order = self.orders.iter().position(|order| order.id == id).unwrap();
            self.end(order, Reason::Expired);
        }
    }

    /// Everything is said at last, and everything due is done.
    fn settle(&mut self) {
        self.pass(3 * 3600);
        for _ in 0..3 {
            (0..self.said.len()).filter(|n| !self.heard[*n]).collect::<Vec<_>>().into_iter().for_each(|n| self.hear(n));
            self.pass(7 * 3600);
            self.make_refunds(Answer::Done);
            for at in 0..self.sessions.len() {
                let pending = self.sessions[at].refunds.clone();
                for (id, _) in pending.iter().filter(|(_, (_, state))| *state == RefundState::Pending) {
                    self.settle_refund(at, id, true);
                }
            }
        }
    }

    fn check(&self) {
        let broken: Vec<_> = invariants::check_shop(self.tx, self.now)
            .unwrap()
            .into_iter()
            .filter(|finding| finding.broken > 0)
            .collect();
        assert_eq!(broken, []);
        let stock: i64 =
            self.tx.query_row("SELECT inventory_quantity FROM variants WHERE id = 'a'", [], |row| row.get(0)).unwrap();
        assert_eq!(usize::try_from(stock).unwrap(), self.left_in_stock());
        for session in &self.sessions {
            let sql = "SELECT state, refunded_in_cents FROM payment_attempts WHERE id = ?1";
            let (state, refunded): (String, i64) =
                self.tx.query_row(sql, [&session.attempt], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            assert_eq!(state == "paid", session.paid, "{}", session.id);
            if !self.differs(session.order) {
                assert_eq!(refunded, session.refunded(&[RefundState::Done]), "{}: the provider says so", session.id);
            }
        }
        self.orders.iter().enumerate().for_each(|(n, order)| self.check_order(n, order));
    }

    /// Whether something was said of an order's money that could not be so, and a person has been called.
    fn differs(&self, order: usize) -> bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM order_events
                       WHERE order_id = ?1 AND kind = 'attention'
                           AND detail ->> 'why' IN ('amount_differs', 'refund_differs'))";
        self.tx.query_row(sql, [&self.orders[order].id], |row| row.get(0)).unwrap()
    }

    /// Whether the buyer's bank holds its money, or took it.
    fn is_held(&self, order: &str) -> bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
                       WHERE a.order_id = ?1 AND d.state <> 'won')";
        self.tx.query_row(sql, [order], |row| row.get(0)).unwrap()
    }

    /// Of an order nothing is kept but its price less what the owner gave back; or else a person knows of it.
    fn check_order(&self, n: usize, expected: &Expected) {
        let order = orders::find(self.tx, &expected.id).unwrap().unwrap();
        assert_eq!(order.status, expected.status);
        assert_ne!(order.status, Status::Pending, "nobody waits for ever");
        let refunds = refund::list(self.tx, &order.id).unwrap();
        let sessions = || self.sessions.iter().filter(|session| session.order == n);
        let has = |state: &str| refunds.iter().any(|refund| refund.state == state);
        let crossed = has("failed") || self.differs(n);
        let disputed = sessions().any(|s| s.disputed);
        assert_eq!(order.attention.is_some(), expected.flagged || crossed || disputed, "{:?}", order.attention);
        if !crossed && !self.is_held(&order.id) {
            assert!(!has("queued") && !has("sent"), "{refunds:?}");
            let kept: i64 = sessions().filter(|s| s.paid).map(|s| PRICE - s.refunded(&[RefundState::Done])).sum();
            let given = refunds.iter().filter(|refund| ["owner", "outside"].contains(&refund.reason.as_str()));
            let given: i64 = given.map(|refund| refund.amount.0).sum();
            assert_eq!(kept, if order.status == Status::Cancelled { 0 } else { PRICE - given }, "{refunds:?}");
            assert_eq!(order.money.net, Cents(kept), "{refunds:?}");
            if order.status == Status::Paid {
                assert_eq!(self.came_back(expected), kept == 0, "{refunds:?}");
            }
        }
    }
}
