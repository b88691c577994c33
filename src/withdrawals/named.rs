//! Which order a statement names, whether it is proven to be its buyer's, and why a person must look at it.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use super::parse::{Declaration, Goods};
use super::period::{Standing, standing};
use super::unsent::is_proven;
use super::{Item, Proof};
use crate::catalogue;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::holidays::Holidays;
use crate::lang::Lang;
use crate::orders::{self, Asker, Order, Status};

/// Words of what says which contract that are looked at for an order: so many at most.
const MAX_WORDS: usize = 12;
/// Characters of the beginning of an order's id, at least: as many as people are shown.
const MIN_ID: usize = 8;

/// Why a person must look at a statement. None of these is a reason to refuse it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[oai(rename = "WithdrawalMark", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Mark {
    /// It names no order of the shop.
    Unmatched,
    /// It names an order, and neither a session nor its key shows that its buyer wrote it.
    Unproven,
    /// The period was over.
    Late,
    /// Goods made as their buyer wanted them are withdrawn from, too (art. 103.c).
    Excluded,
    /// The order has not what it names, or not so much of it that was not refunded.
    OtherGoods,
    /// The order was cancelled before.
    Cancelled,
}

/// The order that a text names by its number, its id or the beginning of that; `None` when it names none, or more.
pub(super) fn order(conn: &Conn, contract: &str) -> db::Result<Option<Order>> {
    let is_apart = |c: char| !c.is_ascii_alphanumeric() && !"-/\u{2013}".contains(c);
    let mut found: Vec<String> = Vec::new();
    for word in contract.split(is_apart).filter(|word| !word.is_empty()).take(MAX_WORDS) {
        let word = word.to_ascii_lowercase();
        let is_id = word.len() >= MIN_ID && word.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
        if is_id || word.parse::<orders::Number>().is_ok() {
            found.extend(orders::ids_with_prefix(conn, &word)?);
        }
    }
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [id] => orders::find(conn, id),
        _ => Ok(None),
    }
}

/// What shows that the order's buyer wrote it: a session, else a key, else the address of the order's mails.
pub(super) fn proof(order: &Order, session: &Asker, key: &Asker, email: &str) -> Proof {
    if session.may_open(order) {
        Proof::Session
    } else if key.may_open(order) {
        Proof::Key
    } else if !email.is_empty() && order.email == email {
        Proof::Address
    } else {
        Proof::None
    }
}

/// The goods with their titles. Those of an order are as it was sold only for whoever has proven to be its buyer: to
/// everybody else a title says what the catalogue says.
pub(super) fn titled(conn: &Conn, order: Option<&Order>, goods: &[Goods], lang: Lang) -> db::Result<Vec<Item>> {
    let titled = |Goods { variant_id, quantity }: &Goods| {
        let listed = catalogue::sellable(conn, variant_id, lang)?;
        let listed = listed.map(|it| titles(&it.product_title, &it.variant_title));
        let own = order.and_then(|order| order.items.iter().find(|item| item.variant_id == *variant_id));
        let own = own.map(title_of);
        let title = own.or(listed).unwrap_or_else(|| variant_id.clone());
        Ok(Item { variant_id: variant_id.clone(), title, quantity: *quantity })
    };
    goods.iter().map(titled).collect()
}

/// What a line of an order is called.
pub fn title_of(item: &orders::Item) -> String {
    titles(&item.product_title, &item.variant_title)
}

fn titles(product: &str, variant: &str) -> String {
    let variant = variant.trim();
    if variant.is_empty() || variant == product { product.to_owned() } else { format!("{product} ({variant})") }
}

/// Why a person must look at it.
pub(super) fn marks(
    conn: &Conn,
    order: Option<&Order>,
    proof: Proof,
    declared: &Declaration,
    holidays: &Holidays,
    now: Timestamp,
) -> db::Result<Vec<Mark>> {
    let Some(order) = order else { return Ok(vec![Mark::Unmatched]) };
    let mut marks = Vec::new();
    if !is_proven(proof) {
        marks.push(Mark::Unproven);
    }
    if order.status == Status::Cancelled {
        marks.push(Mark::Cancelled);
    }
    if standing(orders::delivered_at(conn, &order.id)?, now, holidays) == Standing::Late {
        marks.push(Mark::Late);
    }
    if has_personal_goods(order, &declared.items) {
        marks.push(Mark::Excluded);
    }
    if declared.items.iter().any(|goods| left(order, &goods.variant_id) < goods.quantity) {
        marks.push(Mark::OtherGoods);
    }
    Ok(marks)
}

/// Whether a statement is of all that was bought and not refunded.
pub(super) fn is_whole(order: &Order, goods: &[Goods]) -> bool {
    let is_named = |item: &orders::Item| {
        let named = goods.iter().find(|goods| goods.variant_id == item.variant_id);
        named.map_or(0, |goods| goods.quantity) >= left(order, &item.variant_id)
    };
    goods.is_empty() || order.items.iter().all(is_named)
}

/// Units of a variant that were bought and not refunded.
fn left(order: &Order, variant_id: &str) -> i64 {
    order.items.iter().filter(|item| item.variant_id == variant_id).map(orders::Item::unrefunded).sum()
}

/// Whether anything that is withdrawn from bears a text of its buyer's.
fn has_personal_goods(order: &Order, goods: &[Goods]) -> bool {
    let is_named = |id: &str| goods.is_empty() || goods.iter().any(|goods| goods.variant_id == id);
    order.items.iter().any(|item| !item.custom_field_values.is_empty() && is_named(&item.variant_id))
}
