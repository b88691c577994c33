//! An order that the shop has forgotten and its payment provider has not: what is sent along with a payment page is
//! enough to write it down again. The payment then does with it what payments do.
//!
//! Where it cannot be sold any more as it was (a product is unknown, or the lines were too many to be kept), it comes
//! back without lines and cancelled, so that the payment goes back like every payment of a cancelled order.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::attempt::{Attempt, State};
use super::sql;
use crate::accounts::{self, Bought};
use crate::audit::{self, Actor};
use crate::cart::pricing::MAX_QUANTITY;
use crate::catalogue::{self, stock};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::invoices;
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};
use crate::orders::{self, Attention, CustomValue, Item, Money, Number, Order, Reason, ShippingAddress, Status};
use crate::payments::{MAX_ORDER_COPY, VerifiedFact};

/// An order as a provider keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Copy {
    id: String,
    number: String,
    /// The account; `None` for an order without one.
    user: Option<String>,
    /// What its key is derived from, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
    email: String,
    lang: Lang,
    address: ShippingAddress,
    /// To whom it is invoiced, where its buyer has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    buyer: Option<invoices::Buyer>,
    /// Unix milliseconds.
    placed_at: i64,
    total: Cents,
    shipping: Cents,
    tax: Cents,
    /// Empty where they were too long.
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Line {
    product: String,
    variant: String,
    title: String,
    option: String,
    sku: Option<String>,
    picture: Option<String>,
    quantity: i64,
    price: Cents,
    tax_bp: i64,
    managed: bool,
    texts: Vec<CustomValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    making_days: Option<i64>,
}

/// What is sent along with an order's payment page. The same for the same order and buyer.
pub(super) fn copy_of(order: &Order, buyer: Option<invoices::Buyer>) -> String {
    let line = |item: &Item| Line {
        product: item.product_id.clone(),
        variant: item.variant_id.clone(),
        title: item.product_title.clone(),
        option: item.variant_title.clone(),
        sku: item.sku.clone(),
        picture: item.image_url.clone(),
        quantity: item.quantity,
        price: item.unit_price,
        tax_bp: item.tax_rate_bp,
        managed: item.stock_managed,
        texts: item.custom_field_values.clone(),
        making_days: item.making_days,
    };
    let copy = Copy {
        id: order.id.clone(),
        number: order.number.to_string(),
        user: order.user_id.clone(),
        nonce: order.key_nonce.clone(),
        email: order.email.clone(),
        lang: order.lang,
        address: order.shipping_address.clone(),
        buyer,
        placed_at: order.created_at.millis(),
        total: order.total,
        shipping: order.shipping,
        tax: order.tax,
        lines: order.items.iter().map(line).collect(),
    };
    let written = |copy: &Copy| serde_json::to_string(copy).expect("an order is plain data");
    let whole = written(&copy);
    if whole.chars().count() <= MAX_ORDER_COPY { whole } else { written(&Copy { lines: Vec::new(), ..copy }) }
}

/// The attempt that a payment nobody knows was made for, with its order, written down again; `None` where that cannot be
/// told.
pub(super) fn rebuild(tx: &Tx<'_>, fact: &VerifiedFact, now: Timestamp) -> db::Result<Option<Attempt>> {
    if !fact.is_paid() || fact.odd().is_some() || fact.reference().is_empty() {
        return Ok(None);
    }
    let (Some(session), Some(copy)) = (fact.session(), fact.order_copy()) else { return Ok(None) };
    let Ok(copy) = serde_json::from_str::<Copy>(copy) else { return Ok(None) };
    if let Some(attempt) = sql::find_attempt(tx, fact.reference())? {
        return adopt(tx, attempt, &copy, session, now);
    }
    let amount = match orders::find(tx, &copy.id)? {
        Some(order) => order.total,
        None if !create(tx, &copy, now)? => return Ok(None),
        None => copy.total,
    };
    orders::call_attention(tx, &copy.id, Attention::Recovered, now)?;
    let attempt = Attempt {
        id: fact.reference().to_owned(),
        order_id: copy.id,
        provider: fact.provider(),
        provider_ref: Some(session.to_owned()),
        amount,
        currency: CURRENCY.to_owned(),
        state: State::Open,
        is_bizum: false,
        url: None,
        created_at: now,
        expires_at: now,
    };
    sql::insert_attempt(tx, &attempt)?;
    sql::set_open(tx, &attempt.id, session, "")?;
    Ok(Some(attempt))
}

/// An attempt whose page was being opened when the shop was copied: this is its page. It may have been given up since, for
/// its buyer asked for another page or the order was cancelled; then it stays so until its payment is applied.
fn adopt(tx: &Tx<'_>, attempt: Attempt, copy: &Copy, session: &str, now: Timestamp) -> db::Result<Option<Attempt>> {
    if attempt.provider_ref.is_some() || attempt.order_id != copy.id {
        return Ok(None);
    }
    let is_open = sql::set_open(tx, &attempt.id, session, "")?;
    if !is_open && !sql::set_page(tx, &attempt.id, session)? {
        return Ok(None);
    }
    orders::call_attention(tx, &copy.id, Attention::Recovered, now)?;
    let state = if is_open { State::Open } else { attempt.state };
    Ok(Some(Attempt { provider_ref: Some(session.to_owned()), state, ..attempt }))
}

/// Writes the order down again; `false` where it is none.
fn create(tx: &Tx<'_>, copy: &Copy, now: Timestamp) -> db::Result<bool> {
    let (Ok(email), Ok(number)) = (EmailAddress::parse(&copy.email), copy.number.parse::<Number>()) else {
        return Ok(false);
    };
    if copy.id.is_empty() || copy.total <= Cents::ZERO || !(Cents::ZERO..=copy.total).contains(&copy.tax) {
        return Ok(false);
    }
    let placed_at = Timestamp::from_millis(copy.placed_at);
    let (user_id, is_erased) = buyer(tx, copy, &email)?;
    let (email, shipping_address) = if is_erased { nobody(copy) } else { (copy.email.clone(), copy.address.clone()) };
    let mut items = items(tx, copy, now)?;
    if is_erased {
        items.iter_mut().flatten().for_each(|item| item.custom_field_values.clear());
    }
    let has_lines = items.is_some();
    let is_taken = !orders::ids_with_prefix(tx, &number.to_string())?.is_empty();
    let order = Order {
        id: copy.id.clone(),
        number: if is_taken { orders::next_number(tx, now)? } else { number },
        key_nonce: copy.nonce.clone().filter(|_| user_id.is_none()),
        user_id,
        email,
        lang: copy.lang,
        status: Status::Pending,
        shipping_address,
        items_total: if has_lines { Cents(copy.total.0 - copy.shipping.0) } else { copy.total },
        shipping: if has_lines { copy.shipping } else { Cents::ZERO },
        total: copy.total,
        tax: copy.tax,
        money: Money::default(),
        carrier: None,
        tracking_number: None,
        cancellation_reason: None,
        attention: None,
        created_at: placed_at,
        expires_at: now,
        paid_at: None,
        terms_version: None,
        open_return: None,
        unproven_withdrawal: None,
        items: items.unwrap_or_default(),
    };
    orders::create(tx, &order, None)?;
    if let Some(Ok(buyer)) = copy.buyer.clone().filter(|_| !is_erased).map(invoices::Buyer::parse) {
        invoices::name_buyer(tx, &order.id, &buyer)?;
    }
    let detail = json!({ "number": copy.number, "has_lines": has_lines });
    orders::record(tx, &order.id, "recovered", &detail, now)?;
    audit::record(tx, &Actor::System, "order.recovered", &order.id, &detail, now)?;
    if !has_lines {
        orders::cancel(tx, &order.id, Reason::Expired, now)?;
    }
    Ok(true)
}

/// The buyer's account, and whether it was erased. A guest who was is erased again by the next round.
fn buyer(tx: &Tx<'_>, copy: &Copy, email: &EmailAddress) -> db::Result<(Option<String>, bool)> {
    let Some(user) = &copy.user else { return Ok((None, false)) };
    let bought = Bought { by: user, email, name: &copy.address.name, lang: copy.lang };
    let (user_id, is_erased) = accounts::bring_back(tx, &bought, Timestamp::from_millis(copy.placed_at))?;
    Ok((Some(user_id), is_erased))
}

/// What is left of the buyer of an order who was erased: nobody's address, in the town that taxes want.
fn nobody(copy: &Copy) -> (String, ShippingAddress) {
    let gone = || String::from("-");
    (String::new(), ShippingAddress { name: gone(), address: gone(), phone: String::new(), ..copy.address.clone() })
}

/// The lines, with the stock taken of those of which there is enough; `None` where they are not the order's any more.
fn items(tx: &Tx<'_>, copy: &Copy, now: Timestamp) -> db::Result<Option<Vec<Item>>> {
    let is_sound = |line: &Line| {
        (1..=MAX_QUANTITY).contains(&line.quantity) && line.price >= Cents::ZERO && (0..=10_000).contains(&line.tax_bp)
    };
    let total: i64 = copy.lines.iter().map(|line| line.price.times(line.quantity).0).sum();
    if copy.lines.is_empty() || !copy.lines.iter().all(is_sound) || total + copy.shipping.0 != copy.total.0 {
        return Ok(None);
    }
    for line in &copy.lines {
        if !catalogue::variant_exists(tx, &line.variant)? {
            return Ok(None);
        }
    }
    let mut items: Vec<Item> = copy.lines.iter().map(item).collect();
    let mut variants: Vec<String> = items.iter().map(|item| item.variant_id.clone()).collect();
    variants.sort_unstable();
    variants.dedup();
    for variant in variants {
        let managed = || items.iter().filter(|item| item.variant_id == variant && item.stock_managed);
        let wanted: i64 = managed().map(|item| item.quantity).sum();
        let has_enough = wanted == 0 || stock::take(tx, &copy.id, &[(variant.clone(), wanted)], now)?.is_ok();
        if !has_enough {
            // A person looks at it: there may be some elsewhere, or they were sent before.
            items.iter_mut().filter(|item| item.variant_id == variant).for_each(|item| item.stock_managed = false);
        }
    }
    Ok(Some(items))
}

fn item(line: &Line) -> Item {
    Item {
        id: id::new(),
        product_id: line.product.clone(),
        variant_id: line.variant.clone(),
        product_title: line.title.clone(),
        variant_title: line.option.clone(),
        sku: line.sku.clone(),
        image_url: line.picture.clone(),
        image_alt: None,
        quantity: line.quantity,
        refunded_quantity: 0,
        unit_price: line.price,
        tax_rate_bp: line.tax_bp,
        stock_managed: line.managed,
        custom_field_values: line.texts.clone(),
        making_days: line.making_days,
    }
}
