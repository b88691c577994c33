//! Stars: what buyers give to what was delivered to them, and customers to the firm for its work. Owns `ratings` and
//! `firm_ratings`. Every star counts at once; words that come with stars are a comment, and wait like any other
//! (docs/decisions/0030).

pub mod api;
pub mod ask;
pub mod firm;
mod sql;

use serde::Serialize;

use crate::clock::{self, Timestamp};
use crate::comments::{self, Buyer, Content};
use crate::db::{self, Conn, Tx};
use crate::orders::{self, Item, Order, Refunded, Status};

/// For so long after it was delivered, or after the firm asked, stars can be given and changed, in days.
pub const OPEN_DAYS: i64 = 30;

/// What stars there are: 1 to 5.
pub const MOST_STARS: i64 = 5;

/// Characters of the name a text is signed with.
pub const MAX_SIGNED: usize = 60;

/// Whether stars can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// Until then.
    Open(Timestamp),
    /// Nothing has arrived yet.
    Early,
    /// It was open and is over.
    Over,
    /// It was cancelled, given back or forgotten: there is nothing to give stars for.
    Gone,
}

/// A product of an order, and what its buyer said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rateable {
    pub product_id: String,
    /// As it was called on the day, in the order's language.
    pub title: String,
    /// A picture, a path of this site.
    pub image_url: Option<String>,
    /// What was given, 1 to 5.
    pub stars: Option<i64>,
    /// What was written; empty for nothing.
    pub text: String,
}

/// An order as its buyer gives stars for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    pub stand: Stand,
    /// What people call the order by.
    pub number: String,
    /// Whether an account has it: then texts are shown with the account's name.
    pub has_account: bool,
    /// The name its texts are signed with, without an account; empty for none.
    pub signed: String,
    pub products: Vec<Rateable>,
}

/// What somebody gives one product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub product_id: String,
    /// 1 to 5.
    pub stars: i64,
    /// What they write; `None` for nothing.
    pub text: Option<Content>,
}

/// Stars somebody gave, for their own eyes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Own {
    /// The order, or the request for a quote.
    pub of: String,
    /// The product; `None` for the firm.
    pub product_id: Option<String>,
    pub stars: i64,
    #[serde(serialize_with = "clock::rfc3339")]
    pub given_at: Timestamp,
}

/// Whether stars can be given for an order, whoever asks.
pub fn stand(conn: &Conn, order: &Order, now: Timestamp) -> db::Result<Stand> {
    let is_back = order.money.refund_state() == Refunded::Wholly || order.money.is_all_returned;
    if order.status == Status::Cancelled || is_back || order.email.is_empty() {
        return Ok(Stand::Gone);
    }
    let delivered_at = orders::delivered_at(conn, &order.id)?.filter(|_| order.status == Status::Delivered);
    let Some(delivered_at) = delivered_at else { return Ok(Stand::Early) };
    let until = delivered_at.plus_days(OPEN_DAYS);
    Ok(if now < until { Stand::Open(until) } else { Stand::Over })
}

/// An order as its buyer gives stars for it; `None` where there is none.
pub fn of_order(conn: &Conn, order_id: &str, now: Timestamp) -> db::Result<Option<Rating>> {
    let Some(order) = orders::find(conn, order_id)? else { return Ok(None) };
    let (given, written) = (sql::of_order(conn, order_id)?, comments::of_order(conn, order_id)?);
    let mut products: Vec<Rateable> = Vec::new();
    for item in kept(&order) {
        let is_known = products.iter().any(|known| known.product_id == item.product_id);
        if is_known || !sql::is_product(conn, &item.product_id)? {
            continue;
        }
        let said = written.iter().find(|comment| comment.item_id == item.product_id);
        products.push(Rateable {
            product_id: item.product_id.clone(),
            title: item.product_title.clone(),
            image_url: item.image_url.clone(),
            stars: given.iter().find(|(product, ..)| *product == item.product_id).map(|(_, stars, _)| *stars),
            text: said.map(|comment| comment.content.clone()).unwrap_or_default(),
        });
    }
    let stand = if products.is_empty() { Stand::Gone } else { stand(conn, &order, now)? };
    let signed = if order.user_id.is_none() { written.into_iter().find_map(|comment| comment.author) } else { None };
    Ok(Some(Rating {
        stand,
        number: order.number.to_string(),
        has_account: order.user_id.is_some(),
        signed: signed.unwrap_or_default(),
        products,
    }))
}

/// The lines of which the buyer has kept something.
fn kept(order: &Order) -> impl Iterator<Item = &Item> {
    order.items.iter().filter(|item| item.refunded_quantity < item.quantity)
}

/// Takes in what a buyer gives; in place of what they gave before, and once more it does nothing more. Only while that is
/// open, and only for products of the order; the answer is how it stands.
pub fn give(
    tx: &Tx<'_>,
    order_id: &str,
    given: &[Given],
    signed: Option<&str>,
    now: Timestamp,
) -> db::Result<Option<Stand>> {
    let Some(rating) = of_order(tx, order_id, now)? else { return Ok(None) };
    let (Stand::Open(_), Some(order)) = (rating.stand, orders::find(tx, order_id)?) else {
        return Ok(Some(rating.stand));
    };
    let own = given.iter().filter(|given| rating.products.iter().any(|own| own.product_id == given.product_id));
    for Given { product_id, stars, text } in own {
        sql::put(tx, order_id, product_id, *stars, now)?;
        let user_id = order.user_id.as_deref();
        let signed = signed.filter(|_| user_id.is_none());
        let buyer = Buyer { order_id, item_id: product_id, user_id, signed };
        comments::post_of_order(tx, &buyer, text.as_ref(), now)?;
    }
    Ok(Some(rating.stand))
}

/// The stars that were given with these orders.
pub fn of_orders(conn: &Conn, orders: &[Order]) -> db::Result<Vec<Own>> {
    let mut all = Vec::new();
    for order in orders {
        let own = sql::of_order(conn, &order.id)?.into_iter();
        all.extend(own.map(|(product_id, stars, given_at)| Own {
            of: order.id.clone(),
            product_id: Some(product_id),
            stars,
            given_at,
        }));
    }
    Ok(all)
}
