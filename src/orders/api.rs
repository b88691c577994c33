//! `GET /orders`: the caller's own orders. Amounts are euros as the wire format asks, and cents beside them.

use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};
use serde::Serialize;

use super::{Asker, Item, Order, Reason, Refunded, Status, Withdrawn};
use crate::app::Shared;
use crate::auth::guard::{self, Customer, CustomerOr, OrderKey};
use crate::carrier::Carrier;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::orders;
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::wire::NameOf;

/// The endpoints of orders.
pub struct OrdersApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The caller's own orders.
    Orders,
}

/// Orders, newest first.
#[derive(Debug, Object)]
pub struct OrderList {
    /// How many there are in all.
    count: i64,
    /// How many were skipped.
    offset: i64,
    /// How many this page holds at most.
    limit: i64,
    /// This page.
    orders: Vec<OrderBody>,
}

/// An order.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "Order")]
pub struct OrderBody {
    /// Its first 8 characters tell it from others.
    pub id: String,
    /// What people call it by: `2026-0042`, the year and a running number.
    pub number: String,
    /// Whose it is; null when it was bought without an account.
    pub user_id: Option<String>,
    /// Euros, shipping included.
    pub total_price: f64,
    /// Cents, shipping included.
    pub total_in_cents: i64,
    /// Cents, without shipping.
    pub items_in_cents: i64,
    /// Cents.
    pub shipping_in_cents: i64,
    /// Cents, contained in the total.
    pub tax_in_cents: i64,
    /// ISO 4217.
    pub currency: String,
    /// Where it goes.
    pub shipping_address: AddressBody,
    /// Where it stands.
    pub status: Status,
    /// Who takes it there, once shipped.
    pub carrier: Option<Carrier>,
    /// The carrier's number, where there is one.
    pub tracking_number: Option<String>,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339, once paid.
    pub paid_at: Option<String>,
    /// Whether a payment can be started: pending and still held.
    pub payable: bool,
    /// RFC 3339; until when it is held, while pending.
    pub expires_at: Option<String>,
    /// The same on the firm's clocks, `2026-11-20 18:03:11`.
    pub expires_locally: Option<String>,
    /// Why, once cancelled.
    pub cancellation_reason: Option<NameOf<Reason>>,
    /// Whether its money is back or on its way back.
    pub refund_state: Refunded,
    /// Cents that were given back.
    pub refunded_in_cents: i64,
    /// Cents that are on their way back.
    pub refund_pending_in_cents: i64,
    /// Cents that the buyer's bank took back.
    pub charged_back_in_cents: i64,
    /// The version of the terms that its buyer agreed to, in the order's language; null where none was kept.
    pub terms_version: Option<i64>,
    /// The language it was placed in, which its mails and those terms are in.
    pub lang: Lang,
    /// The first day on which it arrives; left out unless it is paid and has not arrived, and where nobody knows.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrives_from: Option<String>,
    /// The last one.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrives_until: Option<String>,
    /// Whether it has not left although the days are over on which it was to arrive; left out where it is not so.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_late: Option<bool>,
    /// RFC 3339; when the withdrawal from it arrived that is not settled yet; left out where none waits.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_at: Option<String>,
    /// Cents that go back for it if it holds.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn_in_cents: Option<i64>,
    /// Whether that leaves out what delivery cost, as a part of the order alone is withdrawn from.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeps_shipping: Option<bool>,
    /// The lines.
    pub order_items: Vec<ItemBody>,
}

/// A shipping address.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "OrderAddress")]
pub struct AddressBody {
    /// Who receives it.
    name: String,
    /// Street and number.
    address: String,
    /// The town.
    city: String,
    /// 5 digits.
    postal_code: String,
    /// Spain.
    country: String,
    /// For whoever brings it; empty where none was given.
    phone: String,
}

/// A line of an order.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "OrderItem")]
pub struct ItemBody {
    /// The line.
    id: String,
    /// The product.
    product_id: String,
    /// The variant.
    variant_id: String,
    /// As it was called on the day, in the order's language.
    product_title: String,
    /// As it was called on the day, in the order's language.
    variant_title: String,
    /// The stock keeping unit.
    sku: Option<String>,
    /// How many.
    quantity: i64,
    /// For how many of them the money is back or on its way back.
    refunded_quantity: i64,
    /// How many of them are withdrawn from, as long as that is not settled; left out where none are.
    #[oai(skip_serializing_if_is_none)]
    #[serde(skip_serializing_if = "Option::is_none")]
    withdrawn_quantity: Option<i64>,
    /// Euros, for one.
    price_at_purchase: f64,
    /// Cents, for one.
    price_at_purchase_in_cents: i64,
    /// A path of this site.
    image_url: Option<String>,
    /// What it shows, in the order's language; null when nobody has said so.
    image_alt: Option<String>,
    /// What the customer filled in.
    custom_field_values: Vec<TextBody>,
}

/// A text the customer filled in.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "OrderCustomField")]
pub struct TextBody {
    /// The custom field.
    id: String,
    /// What it asked for.
    title: String,
    /// What was filled in.
    value: String,
}

impl OrderBody {
    /// The order as it stands on the wire; `payable` depends on the time.
    pub fn new(order: Order, now: Timestamp) -> Self {
        let payable = order.is_payable(now);
        let pending = order.status == orders::Status::Pending;
        let to = order.shipping_address;
        Self {
            id: order.id,
            number: order.number.to_string(),
            user_id: order.user_id,
            total_price: order.total.euros(),
            total_in_cents: order.total.0,
            items_in_cents: order.items_total.0,
            shipping_in_cents: order.shipping.0,
            tax_in_cents: order.tax.0,
            currency: crate::money::CURRENCY.to_owned(),
            shipping_address: AddressBody {
                name: to.name,
                address: to.address,
                city: to.city,
                postal_code: to.postal_code,
                country: to.country,
                phone: to.phone,
            },
            status: order.status,
            carrier: order.carrier,
            tracking_number: order.tracking_number,
            created_at: order.created_at.to_rfc3339(),
            paid_at: order.paid_at.map(Timestamp::to_rfc3339),
            payable,
            expires_at: pending.then(|| order.expires_at.to_rfc3339()),
            expires_locally: pending.then(|| order.expires_at.to_local()),
            cancellation_reason: order.cancellation_reason.map(NameOf::from),
            refund_state: order.money.refund_state(),
            refunded_in_cents: order.money.refunded.0,
            refund_pending_in_cents: order.money.returning.0,
            charged_back_in_cents: order.money.charged_back.0,
            terms_version: order.terms_version,
            lang: order.lang,
            arrives_from: None,
            arrives_until: None,
            is_late: None,
            withdrawn_at: None,
            withdrawn_in_cents: None,
            keeps_shipping: None,
            order_items: order.items.into_iter().map(ItemBody::from).collect(),
        }
    }
}

impl From<Item> for ItemBody {
    fn from(item: Item) -> Self {
        let texts = item.custom_field_values.into_iter();
        Self {
            id: item.id,
            product_id: item.product_id,
            variant_id: item.variant_id,
            product_title: item.product_title,
            variant_title: item.variant_title,
            sku: item.sku,
            quantity: item.quantity,
            refunded_quantity: item.refunded_quantity,
            withdrawn_quantity: None,
            price_at_purchase: item.unit_price.euros(),
            price_at_purchase_in_cents: item.unit_price.0,
            image_url: item.image_url,
            image_alt: item.image_alt,
            custom_field_values: texts.map(|t| TextBody { id: t.id, title: t.title, value: t.value }).collect(),
        }
    }
}

#[OpenApi(tag = "Tag::Orders")]
impl OrdersApi {
    /// The caller's own orders, newest first.
    #[oai(path = "/orders", method = "get", operation_id = "list_orders")]
    async fn list(
        &self,
        customer: Customer,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<OrderList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let (user, now) = (customer.0.user_id, self.app.clock.now());
        let read = move |conn: &Conn| {
            let (count, page) = orders::list_own(conn, &user, offset, limit)?;
            Ok::<_, db::Error>((count, with_arrivals(conn, page, now)?))
        };
        let (count, orders) = self.app.db.read(read).await?;
        Ok(Json(OrderList { count, offset, limit, orders }))
    }

    /// One of the caller's own orders, or the one that a key opens; somebody else's is not found.
    #[oai(path = "/orders/:id", method = "get", operation_id = "get_order")]
    async fn get(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
        /// The same.
        #[oai(name = "key")]
        _key_too: Query<Option<String>>,
    ) -> Result<Json<OrderBody>, Problem> {
        let key = guard::order_key(http, &self.app.config.base_url);
        let asker = Asker::new(caller.0.map(|who| who.user_id), &self.app.order_keys, key);
        let now = self.app.clock.now();
        let read = move |conn: &Conn| {
            let found = orders::find_own(conn, &asker, &id.0)?.into_iter().collect();
            Ok::<_, db::Error>(with_arrivals(conn, found, now)?.pop())
        };
        let order = self.app.db.read(read).await?;
        Ok(Json(order.ok_or_else(|| Problem::new(Code::NotFound))?))
    }
}

/// The orders with the days on which they arrive, and the withdrawals that wait; the settings are read once, and only where
/// one is waited for.
fn with_arrivals(conn: &Conn, all: Vec<Order>, now: Timestamp) -> db::Result<Vec<OrderBody>> {
    let settings = all.iter().any(Order::is_to_arrive).then(|| Settings::load(conn)).transpose()?;
    let body = |order: Order| {
        let case = order.open_return.as_deref();
        let withdrawn = case.map(|case| orders::withdrawn(conn, case)).transpose()?.flatten();
        let units = withdrawn.as_ref().map(|withdrawn| withdrawn.units(&order.items));
        let days = settings.as_ref().and_then(|settings| orders::arrival(&order, settings, now));
        let (arrives_from, arrives_until) = days.map(|(first, last)| (first.to_string(), last.to_string())).unzip();
        let is_late = settings.as_ref().is_some_and(|settings| orders::is_late(&order, settings, now)).then_some(true);
        let mut body = OrderBody { arrives_from, arrives_until, is_late, ..OrderBody::new(order, now) };
        for (item, units) in body.order_items.iter_mut().zip(units.unwrap_or_default()) {
            item.withdrawn_quantity = (units > 0).then_some(units);
        }
        if let Some(Withdrawn { at, back, .. }) = withdrawn {
            body.withdrawn_at = Some(at.to_rfc3339());
            (body.withdrawn_in_cents, body.keeps_shipping) = back.map(|to| (to.amount.0, to.keeps_shipping)).unzip();
        }
        Ok(body)
    };
    all.into_iter().map(body).collect()
}
