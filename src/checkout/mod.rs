//! Checkout: from a cart to an order, from an order to its payment. Owns `payment_attempts`, `payment_facts`,
//! `payment_searches`, `refunds` and `disputes`; brings together cart, catalogue, orders, accounts, payments and mail, and
//! calls only downwards.
//!
//! Here stands how an order is placed; [`payment`] has how its payment page is opened, [`fact`] how it is paid,
//! [`refund`] how money goes back, [`search`] how payments are found that a restored shop has forgotten, and [`worker`]
//! what happens by itself.

pub mod api;
mod attempt;
pub mod caps;
pub mod fact;
pub mod given;
pub mod guest_api;
pub mod means_api;
pub mod page_api;
pub mod payment;
mod problem;
mod recall;
pub mod refund;
pub mod reminder;
pub mod restock;
pub mod search;
pub mod shipping;
mod sql;
#[cfg(test)]
pub(crate) mod tests;
pub mod worker;

use crate::accounts::{self, Buyer};
use crate::cart::{self, PricedLine, pricing};
use crate::catalogue::stock;
use crate::clock::Timestamp;
use crate::config::Limits;
use crate::db::{self, Conn, Tx};
use crate::email::EmailAddress;
use crate::id;
use crate::invoices;
use crate::lang::Lang;
use crate::legal::{self, Document};
use crate::mail::{self, Message, OrderSummary};
use crate::money::Cents;
use crate::orders::origin::{self, Origin};
use crate::orders::{self, CustomValue, Item, Order, Party, RequestKey, ShippingAddress, Status};
use crate::payments;
use crate::secrets::{Secrets, sha256};
use crate::settings::Settings;
use crate::text::hex;
use shipping::Undeliverable;

/// How long a pending order holds its stock, in seconds: the 31 minutes a payment page lives (30 is the least real
/// providers offer) and a quarter of an hour to get there and for late notifications.
pub const HOLD_SECONDS: i64 = 45 * 60;

/// What somebody wants to buy.
#[derive(Debug, Clone)]
pub struct Request {
    pub by: By,
    /// Where to; the profile's address when absent.
    pub address: Option<ShippingAddress>,
    pub lines: Vec<cart::Line>,
    /// What the buyer was shown, shipping included; only compared.
    pub expected_total: Option<Cents>,
    /// The language frozen on the order; the account's when absent.
    pub lang: Option<Lang>,
    /// To whom it is invoiced, where that is asked for.
    pub buyer: Option<invoices::Buyer>,
    /// The same key with the same request is the same order.
    pub idempotency_key: Option<String>,
    /// The network it comes from, where that is known.
    pub network: Option<String>,
}

/// Who buys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// From the session, never from the body.
    Account(String),
    /// Somebody without one, who says where mail reaches them: nobody has proven it.
    Guest(EmailAddress),
}

impl By {
    /// As whom their orders are counted, before a street or a network is.
    fn party(&self) -> Party<'_> {
        match self {
            Self::Account(user_id) => Party::Account(user_id),
            Self::Guest(email) => Party::Mail(email.as_str()),
        }
    }
}

/// An order was placed, now or by the same request before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    pub order_id: String,
    /// What its key is derived from, where it has one.
    pub key_nonce: Option<String>,
}

/// Why an order is not placed, paid or cancelled.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The account is gone or its address is not confirmed.
    #[error("the account is not confirmed")]
    NotConfirmed,
    /// The cart cannot be bought.
    #[error(transparent)]
    Cart(#[from] cart::Error),
    /// A field of the address is missing or too long.
    #[error("the shipping address lacks: {0}")]
    IncompleteAddress(&'static str),
    /// We do not ship there.
    #[error("we ship to peninsular Spain only")]
    OutsideDeliveryArea,
    /// The total is not what the buyer was shown.
    #[error("the total is {0}")]
    PriceChanged(Cents),
    /// More than [`pricing::MAX_ORDER`], or nothing to pay.
    #[error("an order comes to more than nothing and at most {}", pricing::MAX_ORDER)]
    OrderLimit,
    /// What costs so much is invoiced with its buyer.
    #[error("an order above {} is invoiced: its buyer's tax number is needed", invoices::TAX_ID_ABOVE)]
    TaxIdRequired,
    /// The person has unpaid orders that are to be paid or cancelled first.
    #[error("pay or cancel your other orders first")]
    TooManyOpenOrders,
    /// More than a fair share of a variant was held in vain for too long today, by this person, address or network.
    #[error("orders from here were not paid: for a day at most {fair} of {product} ({variant}) at a time")]
    HeldInVain {
        /// The product's title.
        product: String,
        /// The variant's title.
        variant: String,
        /// Units that can be ordered.
        fair: i64,
    },
    /// Too many orders within an hour.
    #[error("too many orders, wait {0} seconds")]
    TooManyOrders(i64),
    /// A line asks for more than there is.
    #[error("only {available} left of {product} ({variant})")]
    InsufficientStock {
        /// The product's title.
        product: String,
        /// The variant's title.
        variant: String,
        /// Units left.
        available: i64,
    },
    /// The key was used for another request.
    #[error("the idempotency key was used for another request")]
    IdempotencyKeyReused,
    /// The person has no such order.
    #[error("there is no such order")]
    NotFound,
    /// The order does not wait for a payment, or holds other items.
    #[error("the order cannot be paid")]
    NotPayable,
    /// The token of a mail is another order's, too old, or was used.
    #[error("the link is another order's, too old, or was used")]
    LinkExpired,
    /// The order is not pending any more, or a payment of it is in doubt.
    #[error("the order cannot be cancelled")]
    NotCancellable,
    /// The provider could not be reached; the order stays pending.
    #[error("the payment provider is unavailable")]
    PaymentUnavailable,
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Logged here, once: the buyer is told only that paying does not work now.
impl From<payments::Error> for Error {
    fn from(error: payments::Error) -> Self {
        tracing::warn!(%error, "the payment provider did not do as asked");
        Self::PaymentUnavailable
    }
}

impl From<Undeliverable> for Error {
    fn from(why: Undeliverable) -> Self {
        match why {
            Undeliverable::Incomplete(field) => Self::IncompleteAddress(field),
            Undeliverable::OutsideArea => Self::OutsideDeliveryArea,
        }
    }
}

/// Places an order: checks, prices, takes the stock, stores the order and queues its mail, all or nothing.
pub fn place(tx: &Tx<'_>, request: &Request, limits: Limits, now: Timestamp) -> Result<Placed, Error> {
    let key = request
        .idempotency_key
        .as_ref()
        .map(|key| RequestKey { key: kept_key(&request.by, key), request_hash: hash(request) });
    if let Some(placed) = placed_before(tx, request.by.party(), key.as_ref())? {
        return Ok(placed);
    }
    let buyer = match &request.by {
        By::Account(user_id) => accounts::buyer(tx, user_id)?.ok_or(Error::NotConfirmed)?,
        By::Guest(email) => Buyer::guest(email, request.lang.unwrap_or_default()),
    };
    let address = shipping::check(request.address.as_ref().unwrap_or(&buyer.address))?;
    let lang = request.lang.unwrap_or(buyer.lang);
    let lines = cart::price(tx, &cart::merge(&request.lines)?, lang)?;
    let totals = totals(&lines, &Settings::load(tx)?);
    if request.expected_total.is_some_and(|expected| expected != totals.total) {
        return Err(Error::PriceChanged(totals.total));
    }
    if totals.total <= Cents::ZERO || totals.total > pricing::MAX_ORDER {
        return Err(Error::OrderLimit);
    }
    if totals.total > invoices::TAX_ID_ABOVE && request.buyer.is_none() {
        return Err(Error::TaxIdRequired);
    }
    let origin = Origin::of(&Secrets::load(tx)?, &address, request.network.as_deref());
    if limits == Limits::Normal {
        caps::check(tx, request.by.party(), &origin, &lines, now)?;
    }
    let number = orders::next_number(tx, now)?;
    let terms_version = legal::current(tx, Document::Terms, lang)?.map(|terms| terms.version);
    let order = Order { terms_version, ..new_order(request, number, buyer, address, &lines, totals, now) };
    let may_be_mailed = caps::may_be_mailed(tx, &request.by, now)?;
    take_stock(tx, &order.id, &lines, now)?;
    orders::create(tx, &order, key.as_ref())?;
    if let Some(buyer) = &request.buyer {
        invoices::name_buyer(tx, &order.id, buyer)?;
    }
    origin::keep(tx, &order.id, &origin, now)?;
    if may_be_mailed {
        mail::enqueue(tx, &order.email, lang, &received(tx, &order)?, now)?;
    }
    Ok(Placed { order_id: order.id, key_nonce: order.key_nonce })
}

/// The mail that an order is stored: until when it is kept, and to whom it will be invoiced.
pub fn received(conn: &Conn, order: &Order) -> db::Result<Message> {
    let (kept_until, invoice_to) = (kept_until(order), invoice_to(conn, order)?);
    Ok(Message::OrderReceived(OrderSummary { kept_until, invoice_to, ..orders::summary(order) }))
}

/// The mail that it is paid.
pub fn paid(conn: &Conn, order: &Order, now: Timestamp) -> db::Result<Message> {
    let invoice_to = invoice_to(conn, order)?;
    Ok(Message::OrderPaid(OrderSummary { invoice_to, ..orders::paid_summary(conn, order, now)? }))
}

/// See [`OrderSummary::kept_until`].
fn kept_until(order: &Order) -> Option<String> {
    order.expires_at.to_local().get(..16).map(str::to_owned)
}

/// See [`OrderSummary::invoice_to`].
fn invoice_to(conn: &Conn, order: &Order) -> db::Result<Vec<String>> {
    Ok(invoices::named_buyer(conn, &order.id)?.map(|buyer| buyer.lines()).unwrap_or_default())
}

fn placed_before(tx: &Tx<'_>, party: Party<'_>, key: Option<&RequestKey>) -> Result<Option<Placed>, Error> {
    let Some(key) = key else { return Ok(None) };
    match orders::find_by_key(tx, party, &key.key)? {
        Some((order, hash)) if hash == key.request_hash => {
            Ok(Some(Placed { order_id: order.id, key_nonce: order.key_nonce }))
        }
        Some(_) => Err(Error::IdempotencyKeyReused),
        None => Ok(None),
    }
}

/// Who repeats a guest's request is given the order's key: nobody shall read in the database how to.
fn kept_key(by: &By, key: &str) -> String {
    match by {
        By::Account(_) => key.to_owned(),
        By::Guest(_) => hex(&sha256(key.as_bytes())),
    }
}

/// SHA-256 of all a request says, so that a key can tell a repetition from another request.
fn hash(request: &Request) -> [u8; 32] {
    let Request { address, lines, expected_total, lang, buyer, .. } = request;
    let mut said = serde_json::json!([address, lines, expected_total, lang]);
    // As long as nobody names a buyer, a request is what it was before buyers could be named.
    if let (Some(buyer), Some(said)) = (buyer, said.as_array_mut()) {
        said.push(serde_json::json!(buyer));
    }
    sha256(said.to_string().as_bytes())
}

fn totals(lines: &[PricedLine], settings: &Settings) -> pricing::Totals {
    let priced: Vec<_> = lines.iter().map(PricedLine::priced).collect();
    let shipping = shipping::cost(pricing::items_total(&priced), settings.shipping_flat, settings.shipping_free_from);
    pricing::totals(&priced, shipping)
}

/// Takes what the lines need, each variant once and sorted, so that the movements of all orders read alike.
fn take_stock(tx: &Tx<'_>, order_id: &str, lines: &[PricedLine], now: Timestamp) -> Result<(), Error> {
    let mut wanted: std::collections::BTreeMap<&str, i64> = std::collections::BTreeMap::new();
    for line in lines.iter().filter(|line| line.variant.manage_inventory) {
        *wanted.entry(&line.variant.variant_id).or_default() += line.quantity;
    }
    let wanted: Vec<(String, i64)> = wanted.into_iter().map(|(id, quantity)| (id.to_owned(), quantity)).collect();
    let Err(short) = stock::take(tx, order_id, &wanted, now)? else { return Ok(()) };
    let variant = lines.iter().map(|line| &line.variant).find(|variant| variant.variant_id == short.variant_id);
    let titles = variant.map(|v| (v.product_title.clone(), v.variant_title.clone())).unwrap_or_default();
    Err(Error::InsufficientStock { product: titles.0, variant: titles.1, available: short.available })
}

fn new_order(
    request: &Request,
    number: orders::Number,
    buyer: Buyer,
    shipping_address: ShippingAddress,
    lines: &[PricedLine],
    totals: pricing::Totals,
    now: Timestamp,
) -> Order {
    let (user_id, key_nonce) = match &request.by {
        By::Account(user_id) => (Some(user_id.clone()), None),
        By::Guest(_) => (None, Some(id::new())),
    };
    Order {
        id: id::new(),
        number,
        user_id,
        key_nonce,
        email: buyer.email,
        lang: request.lang.unwrap_or(buyer.lang),
        status: Status::Pending,
        shipping_address,
        items_total: totals.items,
        shipping: totals.shipping,
        total: totals.total,
        tax: totals.tax,
        money: orders::Money::default(),
        carrier: None,
        tracking_number: None,
        cancellation_reason: None,
        attention: None,
        created_at: now,
        expires_at: now.plus_seconds(HOLD_SECONDS),
        paid_at: None,
        terms_version: None,
        open_return: None,
        unproven_withdrawal: None,
        items: lines.iter().map(new_item).collect(),
    }
}

fn new_item(line: &PricedLine) -> Item {
    Item {
        id: id::new(),
        product_id: line.variant.product_id.clone(),
        variant_id: line.variant.variant_id.clone(),
        product_title: line.variant.product_title.clone(),
        variant_title: line.variant.variant_title.clone(),
        sku: line.variant.sku.clone(),
        image_url: line.variant.image_url.clone(),
        image_alt: None,
        quantity: line.quantity,
        refunded_quantity: 0,
        unit_price: line.variant.unit_price,
        tax_rate_bp: line.variant.tax_rate_bp,
        stock_managed: line.variant.manage_inventory,
        custom_field_values: line.custom_field_values.iter().cloned().map(new_text).collect(),
        making_days: line.variant.making_days.filter(|_| !line.custom_field_values.is_empty()),
    }
}

fn new_text((id, title, value): (String, String, String)) -> CustomValue {
    CustomValue { id, title, value }
}

/// Whether an order holds exactly these lines, in any order.
pub fn holds(order: &Order, lines: &[cart::Line]) -> bool {
    type Sorted<'a> = Vec<(&'a str, i64, Vec<(&'a str, &'a str)>)>;
    let Ok(lines) = cart::merge(lines) else { return false };
    let mut wanted: Sorted<'_> = Vec::new();
    for line in &lines {
        let values = line.custom_field_values.iter().map(|(id, value)| (id.as_str(), value.as_str())).collect();
        wanted.push((&line.variant_id, line.quantity, values));
    }
    let mut held: Sorted<'_> = Vec::new();
    for item in &order.items {
        let mut values: Vec<_> = item.custom_field_values.iter().map(|v| (v.id.as_str(), v.value.as_str())).collect();
        values.sort_unstable();
        held.push((&item.variant_id, item.quantity, values));
    }
    wanted.sort_unstable();
    held.sort_unstable();
    wanted == held
}
