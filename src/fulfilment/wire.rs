//! An order as the owner sees it.

use poem_openapi::types::Any;
use poem_openapi::{Enum, Object};
use serde_json::Value;

use super::complained::{self, Complained};
use crate::carrier::Carrier;
use crate::checkout::refund::{self, Line, Method, Payment, Refund};
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, Sent, State as MailState};
use crate::orders::api::OrderBody;
use crate::orders::desk::{Goods, Listed};
use crate::orders::{self, Attention, Event, Item, Order, Refunded, Status};
use crate::settings::Settings;
use crate::wire::NameOf;

/// Orders, newest first.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrderList")]
pub(super) struct ListBody {
    /// How many there are in all.
    pub count: i64,
    /// How many were skipped.
    pub offset: i64,
    /// How many this page holds at most.
    pub limit: i64,
    /// This page.
    pub orders: Vec<ListedBody>,
    /// Who brings parcels, as the settings have them.
    pub carriers: Vec<Carrier>,
}

/// A line of the list.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrderLine")]
pub struct ListedBody {
    /// The order.
    id: String,
    /// The first 8 characters of the id.
    short_id: String,
    /// What people call it by: `2026-0042`, the year and a running number.
    number: String,
    /// RFC 3339.
    created_at: String,
    /// Where it stands.
    status: Status,
    /// Whether it waits to be sent.
    to_ship: bool,
    /// What needs a person.
    attention: Option<NameOf<Attention>>,
    /// Where its mails go; empty once the buyer was forgotten.
    email: String,
    /// Who receives it.
    name: String,
    /// Where.
    city: String,
    /// Cents, shipping included.
    total_in_cents: i64,
    /// Whether its money is back or on its way back.
    refund_state: Refunded,
    /// Cents that were given back.
    refunded_in_cents: i64,
    /// Cents that are on their way back.
    refund_pending_in_cents: i64,
    /// Cents that the buyer's bank took back.
    charged_back_in_cents: i64,
    /// Cents that came in and stay.
    net_in_cents: i64,
    /// Cents of these that the buyer's bank claims.
    disputed_in_cents: i64,
    /// Whether it was bought without an account and is in none.
    is_guest: bool,
    /// Units of all lines.
    items_count: i64,
    /// Who takes it there, once shipped.
    carrier: Option<Carrier>,
    /// The carrier's number, once shipped.
    tracking_number: Option<String>,
    /// The day on which it is to leave, `2026-11-24`; null where it is not to be sent, or nothing is promised.
    ship_by: Option<String>,
    /// The withdrawal or return in which something is still to be done.
    open_return: Option<String>,
    /// The statement of withdrawal that names it, while nobody has said whether it is its buyer's.
    unproven_withdrawal: Option<String>,
    /// Its first lines.
    goods: Vec<ListedGoods>,
}

/// A line of an order, to tell it from others at a glance.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrderGoods")]
struct ListedGoods {
    /// In Spanish, as the shop calls it, else as it was bought.
    title: String,
    /// A path of this site.
    image_url: Option<String>,
    /// How many.
    quantity: i64,
}

impl From<Listed> for ListedBody {
    fn from(order: Listed) -> Self {
        Self {
            short_id: id::short(&order.id).to_owned(),
            to_ship: order.is_to_ship(),
            id: order.id,
            number: order.number.to_string(),
            created_at: order.created_at.to_rfc3339(),
            status: order.status,
            attention: order.attention.map(NameOf::from),
            email: order.email,
            name: order.name,
            city: order.city,
            total_in_cents: order.total.0,
            refund_state: order.money.refund_state(),
            refunded_in_cents: order.money.refunded.0,
            refund_pending_in_cents: order.money.returning.0,
            charged_back_in_cents: order.money.charged_back.0,
            net_in_cents: order.money.net.0,
            disputed_in_cents: order.money.disputed.0,
            is_guest: order.is_guest,
            items_count: order.items_count,
            carrier: order.carrier,
            tracking_number: order.tracking_number,
            ship_by: order.ship_by.map(|day| day.to_string()),
            open_return: order.open_return,
            unproven_withdrawal: order.unproven_withdrawal,
            goods: order.goods.into_iter().map(ListedGoods::from).collect(),
        }
    }
}

impl From<Goods> for ListedGoods {
    fn from(Goods { title, image_url, quantity, .. }: Goods) -> Self {
        Self { title, image_url, quantity }
    }
}

/// An order with all there is to know of it; its lines have the titles that the shop has for them in Spanish.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrder")]
pub(super) struct DeskOrder {
    #[oai(flatten)]
    order: OrderBody,
    /// The lines whose buyer read other titles, in another language.
    bought_as: Vec<BoughtAs>,
    /// The first 8 characters of the id.
    short_id: String,
    /// Whether it was bought without an account and is in none.
    is_guest: bool,
    /// Where its mails go; empty once the buyer was forgotten.
    email: String,
    /// What needs a person.
    attention: Option<NameOf<Attention>>,
    /// Who may bring it, the usual one first.
    carriers: Vec<Carrier>,
    /// The day on which it is to leave, `2026-11-24`; null where it is not to be sent, or nothing is promised.
    ship_by: Option<String>,
    /// What its buyer complained about with its number, the newest first.
    complaints: Vec<Complained>,
    /// Whether it is to be sent: paid, not all of the money back or on its way back, and no withdrawal waiting.
    to_ship: bool,
    /// The withdrawal or return in which something is still to be done.
    open_return: Option<String>,
    /// The statement of withdrawal that names it, while nobody has said whether it is its buyer's.
    unproven_withdrawal: Option<String>,
    /// Cents that came in and stay.
    net_in_cents: i64,
    /// Cents of these that the buyer's bank claims.
    disputed_in_cents: i64,
    /// Cents that came in and are neither back, nor on their way back, nor claimed.
    refundable_in_cents: i64,
    /// Cents of the shipping that no refund has named.
    refundable_shipping_in_cents: i64,
    /// What happened, oldest first.
    events: Vec<EventBody>,
    /// The tries to pay it, oldest first.
    payments: Vec<PaymentBody>,
    /// The refunds, oldest first.
    refunds: Vec<RefundBody>,
    /// Its mails, oldest first; those that went out are remembered for 30 days.
    mails: Vec<MailBody>,
}

/// What the buyer of a line read.
#[derive(Debug, Object)]
struct BoughtAs {
    /// The order's line.
    item_id: String,
    /// The product's title in the order's language.
    product_title: String,
    /// The variant's title in the order's language.
    variant_title: String,
}

/// The lines that are called otherwise now.
fn bought_as(bought: Vec<Item>, shown: &[Item]) -> Vec<BoughtAs> {
    let titles = |item: &Item| (item.product_title.clone(), item.variant_title.clone());
    let others = bought.into_iter().zip(shown).filter(|(item, shown)| titles(item) != titles(shown));
    let others = others.map(|(Item { id: item_id, product_title, variant_title, .. }, _)| BoughtAs {
        item_id,
        product_title,
        variant_title,
    });
    others.collect()
}

/// Something that happened to an order.
#[derive(Debug, Object)]
#[oai(rename = "DeskOrderEvent")]
struct EventBody {
    /// What, such as `placed`, `paid` or `shipped`.
    kind: String,
    /// RFC 3339.
    at: String,
    /// Who did it: an administrator's address or a user of the machine; null for the buyer and for what goes by itself.
    by: Option<String>,
    /// The owner's words about it.
    note: Option<String>,
    /// What else there is to know; its members depend on the kind.
    detail: Any<Value>,
}

impl From<Event> for EventBody {
    fn from(event: Event) -> Self {
        let Event { kind, mut detail, at, note } = event;
        let by = detail.as_object_mut().and_then(|members| members.remove("by"));
        let by = by.and_then(|by| by.as_str().map(str::to_owned));
        Self { kind, at: at.to_rfc3339(), by, note, detail: Any(detail) }
    }
}

/// How far a try to be paid is.
#[derive(Debug, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum PaymentAttemptState {
    Created,
    Open,
    Paid,
    Failed,
    Expired,
}

/// Why money goes back; `dispute_won`: a dispute held it when the order was cancelled.
#[derive(Debug, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum RefundReason {
    PaidLate,
    PaidTwice,
    Cancelled,
    DisputeWon,
    Owner,
    Outside,
}

/// How far a refund is; `sent`: the provider has it, but has not settled it.
#[derive(Debug, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum RefundProgress {
    Queued,
    Sent,
    Done,
    Failed,
}

/// A try to be paid.
#[derive(Debug, Object)]
#[oai(rename = "DeskPayment")]
struct PaymentBody {
    /// Our id of it.
    id: String,
    /// Who takes the money.
    provider: String,
    /// The provider's id of it.
    provider_ref: Option<String>,
    /// Cents.
    amount_in_cents: i64,
    /// Cents that went back.
    refunded_in_cents: i64,
    /// How far it is.
    state: NameOf<PaymentAttemptState>,
    /// RFC 3339.
    created_at: String,
}

impl From<Payment> for PaymentBody {
    fn from(payment: Payment) -> Self {
        Self {
            id: payment.id,
            provider: payment.provider,
            provider_ref: payment.provider_ref,
            amount_in_cents: payment.amount.0,
            refunded_in_cents: payment.refunded.0,
            state: payment.state.into(),
            created_at: payment.created_at.to_rfc3339(),
        }
    }
}

/// Money that goes back.
#[derive(Debug, Object)]
#[oai(rename = "DeskRefund")]
struct RefundBody {
    /// Random.
    id: String,
    /// Cents.
    amount_in_cents: i64,
    /// Cents of these that are for shipping.
    shipping_in_cents: i64,
    /// How.
    method: Method,
    /// Why.
    reason: NameOf<RefundReason>,
    /// How far it is.
    state: NameOf<RefundProgress>,
    /// What the provider said when it failed last.
    last_error: Option<String>,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339, once the provider made it.
    done_at: Option<String>,
    /// What it is for; empty for an amount alone.
    lines: Vec<RefundLineBody>,
}

/// Units of a line whose money goes back.
#[derive(Debug, Object)]
#[oai(rename = "DeskRefundLine")]
struct RefundLineBody {
    /// The order's line.
    item_id: String,
    /// How many of it.
    quantity: i64,
    /// Cents.
    amount_in_cents: i64,
    /// Whether they go back into stock once the money is back.
    restock: bool,
}

impl From<Line> for RefundLineBody {
    fn from(line: Line) -> Self {
        let restocked = line.back_on_sale();
        let Line { item_id, quantity, amount, .. } = line;
        Self { item_id, quantity, amount_in_cents: amount.0, restock: restocked > 0 }
    }
}

impl From<Refund> for RefundBody {
    fn from(refund: Refund) -> Self {
        Self {
            id: refund.id,
            amount_in_cents: refund.amount.0,
            shipping_in_cents: refund.shipping.0,
            method: refund.method,
            reason: refund.reason.into(),
            state: refund.state.into(),
            last_error: refund.last_error,
            created_at: refund.created_at.to_rfc3339(),
            done_at: refund.done_at.map(Timestamp::to_rfc3339),
            lines: refund.lines.into_iter().map(RefundLineBody::from).collect(),
        }
    }
}

/// A mail of an order.
#[derive(Debug, Object)]
#[oai(rename = "DeskMail")]
struct MailBody {
    /// Random; the local part of its Message-ID.
    id: String,
    /// Such as `order_shipped`.
    kind: String,
    /// Who takes the order there, in the mail that says so.
    carrier: Option<Carrier>,
    /// Whether it says another tracking number, or brings an invoice that corrects one.
    corrected: bool,
    /// The number of the invoice that it brings.
    invoice: Option<String>,
    /// Where it goes.
    recipient: String,
    /// Where it stands.
    state: NameOf<MailState>,
    /// How often it was tried.
    attempts: i64,
    /// What was said when it failed last.
    last_error: Option<String>,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339, once it went out.
    sent_at: Option<String>,
}

impl From<Sent> for MailBody {
    fn from(mail: Sent) -> Self {
        Self {
            id: mail.id,
            kind: mail.kind,
            carrier: mail.carrier,
            corrected: mail.is_corrected,
            invoice: mail.invoice,
            recipient: mail.recipient,
            state: mail.state.into(),
            attempts: mail.attempts,
            last_error: mail.last_error,
            created_at: mail.created_at.to_rfc3339(),
            sent_at: mail.sent_at.map(Timestamp::to_rfc3339),
        }
    }
}

impl DeskOrder {
    /// All there is to know of an order.
    pub(super) fn read(conn: &Conn, order: Order, now: Timestamp) -> db::Result<Self> {
        let id = order.id.clone();
        let shown = orders::titled_in(conn, &order, Lang::Es)?;
        let settings = Settings::load(conn)?;
        let promised = orders::promised(&order, &settings);
        let (arrives_from, arrives_until) = promised.map(|(first, last)| (first.to_string(), last.to_string())).unzip();
        Ok(Self {
            short_id: id::short(&id).to_owned(),
            is_guest: order.key_nonce.is_some(),
            email: order.email.clone(),
            attention: order.attention.clone().map(NameOf::from),
            ship_by: orders::ship_by(&order, &settings).map(|day| day.to_string()),
            complaints: complained::about(conn, &order)?,
            carriers: settings.carriers,
            to_ship: order.is_to_ship(),
            open_return: order.open_return.clone(),
            unproven_withdrawal: order.unproven_withdrawal.clone(),
            net_in_cents: order.money.net.0,
            disputed_in_cents: order.money.disputed.0,
            refundable_in_cents: refund::left(conn, &id)?.0,
            refundable_shipping_in_cents: refund::unrefunded_shipping(conn, &order)?.0,
            events: orders::events(conn, &id)?.into_iter().map(EventBody::from).collect(),
            payments: refund::payments(conn, &id)?.into_iter().map(PaymentBody::from).collect(),
            refunds: refund::list(conn, &id)?.into_iter().map(RefundBody::from).collect(),
            mails: mail::of_order(conn, &id)?.into_iter().map(MailBody::from).collect(),
            bought_as: bought_as(order.items, &shown.items),
            order: OrderBody { arrives_from, arrives_until, ..OrderBody::new(shown, now) },
        })
    }
}
