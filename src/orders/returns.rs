//! RULE: what became of an order's money, as one look at it.

use strum::{Display, IntoStaticStr, VariantArray};

use poem_openapi::Enum;
use serde::Serialize;

use crate::money::Cents;

/// What the provider's books say of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Books {
    /// What it comes to.
    pub(super) due: Cents,
    /// What came in, of all payments.
    pub(super) received: Cents,
    /// What was given back.
    pub(super) returned: Cents,
    /// What the buyer's bank took back.
    pub(super) lost: Cents,
    /// What is to be given back.
    pub(super) returning: Cents,
    /// What the buyer's bank claims, without a judgement yet.
    pub(super) disputed: Cents,
    /// Whether refunds name every unit of every line.
    pub(super) is_all_returned: bool,
}

/// What of an order's payment is here, back, or on its way back; what came in beyond the total is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Money {
    /// What came in.
    pub paid: Cents,
    /// What was given back.
    pub refunded: Cents,
    /// What the buyer's bank took back.
    pub charged_back: Cents,
    /// What is on its way back.
    pub returning: Cents,
    /// What stays.
    pub net: Cents,
    /// What of that the buyer's bank claims: it may be lost yet.
    pub disputed: Cents,
    /// Whether the money of every unit is back or on its way back, whatever became of the shipping.
    pub is_all_returned: bool,
}

/// Whether an order's money is back or on its way back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Display, IntoStaticStr, VariantArray)]
#[oai(rename = "RefundState")]
#[strum(const_into_str)]
pub enum Refunded {
    /// All of it is here, or none came in.
    #[oai(rename = "none")]
    #[serde(rename = "none")]
    #[strum(serialize = "none")]
    No,
    /// Some of it.
    #[oai(rename = "partly_refunded")]
    #[serde(rename = "partly_refunded")]
    #[strum(serialize = "partly_refunded")]
    Partly,
    /// All of it.
    #[oai(rename = "refunded")]
    #[serde(rename = "refunded")]
    #[strum(serialize = "refunded")]
    Wholly,
}

impl Money {
    /// What came in beyond the total, as by a second payment, is not the order's: what goes back pays for that first.
    pub(super) fn of(books: Books) -> Self {
        let paid = books.received.min(books.due);
        let (mut beyond, mut net) = (books.received.0 - paid.0, paid.0);
        let mut take = |amount: Cents| {
            let own = amount.0 - amount.0.min(beyond);
            beyond -= amount.0 - own;
            let taken = own.min(net);
            net -= taken;
            Cents(taken)
        };
        let (refunded, charged_back, returning) = (take(books.returned), take(books.lost), take(books.returning));
        let (net, disputed) = (Cents(net), books.disputed.min(Cents(net)));
        Self { paid, refunded, charged_back, returning, net, disputed, is_all_returned: books.is_all_returned }
    }

    /// Whether it is back or on its way back.
    pub fn refund_state(self) -> Refunded {
        match self.net {
            net if net == self.paid => Refunded::No,
            Cents::ZERO => Refunded::Wholly,
            _ => Refunded::Partly,
        }
    }

    /// Whether somebody who paid still waits for goods.
    pub fn has_goods_to_send(self) -> bool {
        self.refund_state() != Refunded::Wholly && !self.is_all_returned
    }

    /// What is back or on its way back.
    pub fn back(self) -> Cents {
        Cents(self.paid.0 - self.net.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Due, received, returned, lost, returning; and what becomes of it.
    fn check(books: [i64; 5], paid: i64, gone: [i64; 3], state: Refunded) {
        let [due, received, returned, lost, returning] = books.map(Cents);
        let disputed = Cents::ZERO;
        let money = Money::of(Books { due, received, returned, lost, returning, disputed, is_all_returned: false });
        assert_eq!([money.refunded, money.charged_back, money.returning], gone.map(Cents), "{books:?}");
        assert_eq!((money.paid, money.net.0), (Cents(paid), paid - gone.iter().sum::<i64>()), "{books:?}");
        assert_eq!((money.back().0, money.refund_state()), (gone.iter().sum(), state), "{books:?}");
    }

    #[test]
    fn what_is_back_and_on_its_way_back_is_not_here() {
        check([100, 0, 0, 0, 0], 0, [0, 0, 0], Refunded::No);
        check([100, 100, 0, 0, 0], 100, [0, 0, 0], Refunded::No);
        check([100, 100, 1, 0, 0], 100, [1, 0, 0], Refunded::Partly);
        check([100, 100, 30, 0, 69], 100, [30, 0, 69], Refunded::Partly);
        check([100, 100, 30, 0, 70], 100, [30, 0, 70], Refunded::Wholly);
        check([100, 100, 0, 100, 0], 100, [0, 100, 0], Refunded::Wholly);
        check([100, 100, 100, 0, 0], 100, [100, 0, 0], Refunded::Wholly);
    }

    #[test]
    fn a_second_payment_and_its_way_back_are_none_of_the_orders() {
        for second in [[0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 100], [40, 0, 60]] {
            let [returned, lost, returning] = second;
            check([100, 200, returned, lost, returning], 100, [0, 0, 0], Refunded::No);
        }
        check([100, 200, 120, 0, 0], 100, [20, 0, 0], Refunded::Partly);
        check([100, 200, 50, 60, 70], 100, [0, 10, 70], Refunded::Partly);
        check([100, 200, 200, 0, 0], 100, [100, 0, 0], Refunded::Wholly);
    }

    #[test]
    fn more_than_came_in_cannot_be_gone() {
        check([100, 100, 80, 100, 50], 100, [80, 20, 0], Refunded::Wholly);
    }

    #[test]
    fn a_dispute_claims_no_more_than_is_here() {
        let books = |disputed| {
            let [due, received, returned, lost, returning] = [100, 100, 70, 0, 0].map(Cents);
            Books { due, received, returned, lost, returning, disputed: Cents(disputed), is_all_returned: false }
        };
        assert_eq!([0, 20, 100].map(|cents| Money::of(books(cents)).disputed), [0, 20, 30].map(Cents));
    }
}
