//! `/admin/today` and `/admin/customers`.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};
use serde::Serialize;

use super::{Customer, Known, Sales, Today};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::catalogue::stock::Low;
use crate::clock::Timestamp;
use crate::fulfilment::ListedBody;
use crate::health::Trouble;
use crate::lang::Lang;
use crate::limits::proxies::Blindness;
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::quotes::inbox::Status;
use crate::quotes::{ContactMessage, QuoteRequest, Service};
use crate::text;
use crate::wire::NameOf;
use crate::withdrawals::{State, Withdrawal};

/// The endpoints of the desk's first page and of customers.
pub struct DeskApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

/// What there is to do, and how sales go.
#[derive(Debug, Object)]
#[oai(rename = "Today")]
struct TodayBody {
    /// Orders that are paid, not on their way, and not given back.
    to_ship: i64,
    /// Orders that wait for their payment.
    pending_orders: i64,
    /// Orders marked for a person.
    attention: i64,
    /// Of these, those that are not to be shipped as well.
    attention_only: i64,
    /// Comments that wait to be judged.
    comments_pending: i64,
    /// Requests for a quote nobody has answered.
    quotes_new: i64,
    /// Messages nobody has answered, besides complaints.
    messages_new: i64,
    /// Complaints that wait for an answer.
    complaints_open: i64,
    /// Those of them whose time is over.
    complaints_overdue: i64,
    /// Withdrawals and returns in which something is to be done.
    returns_open: i64,
    /// Those of them whose money should be back.
    returns_overdue: i64,
    /// What is running out, the fewest first, 20 at most.
    low_stock: Vec<LowBody>,
    /// Mails of the last 30 days that will not go out.
    dead_mails: i64,
    /// Mails that a restored shop still had to send, and that wait for a word.
    held_mails: i64,
    /// Whether the owner is told by mail of orders and complaints: the server knows where (`MANETES_OWNER_EMAIL`).
    is_owner_told: bool,
    /// Sales and refunds that cannot be invoiced until the firm's name, tax number and address, or their buyers', are told.
    invoices_stuck: i64,
    /// What the law asks for and is not met.
    law_owed: i64,
    /// When a backup was last made, RFC 3339; null: never.
    backup_at: Option<String>,
    /// When a backup was last restored to see that it can be, RFC 3339; null: never.
    drill_at: Option<String>,
    /// What is wrong with the running program or in front of it.
    troubles: Vec<TroubleBody>,
    /// The last 28 days of the firm's, oldest first; the last is today.
    sales: Vec<SalesBody>,
}

/// Something somebody should look at.
#[derive(Debug, Object)]
#[oai(rename = "Trouble")]
struct TroubleBody {
    /// `mail_server`, the background job that has not succeeded for long, or what hides visitors from the program:
    /// `proxy_unknown`, `proxy_silent`.
    name: String,
    /// RFC 3339; null where nobody knows.
    since: Option<String>,
    /// What was said last.
    error: Option<String>,
}

impl From<Trouble> for TroubleBody {
    fn from(trouble: Trouble) -> Self {
        Self { name: trouble.name.to_owned(), since: Some(trouble.since.to_rfc3339()), error: trouble.error }
    }
}

impl From<Blindness> for TroubleBody {
    fn from(blindness: Blindness) -> Self {
        Self { name: blindness.name().to_owned(), since: None, error: None }
    }
}

/// A variant that is running out.
#[derive(Debug, Object)]
#[oai(rename = "LowStock")]
struct LowBody {
    /// The variant.
    variant_id: String,
    /// Its product.
    product_id: String,
    /// What that is called.
    product_title: String,
    /// What the variant is called.
    variant_title: String,
    /// The stock keeping unit.
    sku: Option<String>,
    /// Units left.
    left: i64,
}

impl From<Low> for LowBody {
    fn from(low: Low) -> Self {
        let Low { variant_id, product_id, product_title, variant_title, sku, left } = low;
        Self { variant_id, product_id, product_title, variant_title, sku, left }
    }
}

/// What was sold on a day.
#[derive(Debug, Object)]
#[oai(rename = "DaySales")]
struct SalesBody {
    /// A day of the firm's, `2026-11-20`.
    date: String,
    /// Orders that were paid then and not given back whole.
    orders: i64,
    /// Cents of their payments that stay.
    total_in_cents: i64,
    /// Cents that came in, with what went back since.
    gross_in_cents: i64,
}

impl From<Sales> for SalesBody {
    fn from(sales: Sales) -> Self {
        Self { date: sales.date, orders: sales.orders, total_in_cents: sales.net.0, gross_in_cents: sales.gross.0 }
    }
}

impl TodayBody {
    fn new(today: Today, is_owner_told: bool, troubles: Vec<TroubleBody>) -> Self {
        Self {
            to_ship: today.waiting.to_ship,
            pending_orders: today.waiting.pending,
            attention: today.waiting.attention,
            attention_only: today.waiting.attention_only,
            comments_pending: today.comments_pending,
            quotes_new: today.quotes_new,
            messages_new: today.messages_new,
            complaints_open: today.complaints.0,
            complaints_overdue: today.complaints.1,
            returns_open: today.returns.0,
            returns_overdue: today.returns.1,
            low_stock: today.low_stock.into_iter().map(LowBody::from).collect(),
            dead_mails: today.dead_mails,
            held_mails: today.held_mails,
            is_owner_told,
            invoices_stuck: today.invoices_stuck,
            law_owed: today.law_owed,
            backup_at: today.backup_at.map(Timestamp::to_rfc3339),
            drill_at: today.drill_at.map(Timestamp::to_rfc3339),
            troubles,
            sales: today.sales.into_iter().map(SalesBody::from).collect(),
        }
    }
}

/// People, the newest first.
#[derive(Debug, Object)]
struct CustomerList {
    /// How many there are in all.
    count: i64,
    /// How many were skipped.
    offset: i64,
    /// How many this page holds at most.
    limit: i64,
    /// This page.
    customers: Vec<CustomerBody>,
}

/// Somebody with an account, or who wrote, bought or withdrew without one.
#[derive(Debug, Object, Serialize)]
#[oai(rename = "Customer")]
pub struct CustomerBody {
    /// The account, or what they sent last.
    id: String,
    /// Whether they have an account.
    has_account: bool,
    /// Their address.
    email: String,
    /// As they call themselves; may be empty.
    name: String,
    /// Where they live; may be empty.
    city: String,
    /// When they signed up, or wrote last; RFC 3339.
    created_at: String,
    /// Their orders, unpaid ones too.
    orders_count: i64,
    /// Cents they paid and did not get back.
    total_in_cents: i64,
    /// Cents they paid, with what went back since.
    gross_in_cents: i64,
    /// RFC 3339.
    last_order_at: Option<String>,
    /// Requests for a quote and messages with their address.
    quotes_count: i64,
}

impl From<Customer> for CustomerBody {
    fn from(customer: Customer) -> Self {
        Self {
            id: customer.id,
            has_account: customer.has_account,
            email: customer.email,
            name: customer.name,
            city: customer.city,
            created_at: customer.created_at.to_rfc3339(),
            orders_count: customer.orders_count,
            total_in_cents: customer.spent.net.0,
            gross_in_cents: customer.spent.gross.0,
            last_order_at: customer.last_order_at.map(Timestamp::to_rfc3339),
            quotes_count: customer.quotes_count,
        }
    }
}

/// Somebody and all that is theirs.
#[derive(Debug, Object)]
struct KnownCustomer {
    #[oai(flatten)]
    customer: CustomerBody,
    /// Where they are called: as their account has it, else as they gave it last; null where they never did.
    phone: Option<String>,
    /// Their orders, newest first, 200 at most.
    orders: Vec<ListedBody>,
    /// Their requests for a quote, newest first.
    quotes: Vec<InquiryBody>,
    /// Their messages, newest first.
    messages: Vec<InquiryBody>,
    /// Their statements of withdrawal, newest first.
    withdrawals: Vec<WithdrawnBody>,
}

/// A statement of withdrawal, as far as it is told of its sender.
#[derive(Debug, Object)]
#[oai(rename = "CustomerWithdrawal")]
struct WithdrawnBody {
    /// Of the statement and of its case.
    id: String,
    /// RFC 3339.
    received_at: String,
    /// How far its case is.
    state: State,
    /// What says which contract, as it was typed.
    contract: String,
}

impl From<Withdrawal> for WithdrawnBody {
    fn from(made: Withdrawal) -> Self {
        Self { id: made.id, received_at: made.received_at.to_rfc3339(), state: made.state, contract: made.contract }
    }
}

/// A request for a quote, or a message, which has no more than its first members.
#[derive(Debug, Object)]
#[oai(rename = "CustomerInquiry")]
struct InquiryBody {
    /// Random.
    id: String,
    /// What people call it by: `P-2026-0042` or `M-2026-0042`, and a complaint by its key.
    number: String,
    /// Who wrote.
    name: String,
    /// Where to answer.
    email: String,
    /// In their words and lines.
    message: String,
    /// The language to answer in.
    lang: Lang,
    /// Where it stands.
    status: NameOf<Status>,
    /// RFC 3339.
    created_at: String,
    /// Where to call, as typed.
    phone: Option<String>,
    /// The trade it is about.
    service: Option<Service>,
    /// Where the work is.
    town_or_postcode: Option<String>,
    /// When it is wanted, in the sender's words.
    wanted_when: Option<String>,
    /// When the sender agreed to the privacy policy, RFC 3339.
    consent_at: Option<String>,
    /// Photos, as paths inside the data directory.
    photos: Vec<String>,
    /// What people call a complaint by, `R-2026-0007`; null for what is none.
    complaint: Option<String>,
}

impl From<QuoteRequest> for InquiryBody {
    fn from(request: QuoteRequest) -> Self {
        Self {
            id: request.id,
            number: request.number,
            name: request.name,
            email: request.email,
            message: request.message,
            lang: request.lang,
            status: request.status.into(),
            created_at: request.created_at.to_rfc3339(),
            phone: request.phone,
            service: request.service,
            town_or_postcode: request.town_or_postcode,
            wanted_when: request.wanted_when,
            consent_at: request.consent_at.map(Timestamp::to_rfc3339),
            photos: request.photos,
            complaint: None,
        }
    }
}

impl From<ContactMessage> for InquiryBody {
    fn from(sent: ContactMessage) -> Self {
        Self {
            id: sent.id,
            number: sent.number,
            name: sent.name,
            email: sent.email,
            message: sent.message,
            lang: sent.lang,
            status: sent.status.into(),
            created_at: sent.created_at.to_rfc3339(),
            phone: None,
            service: None,
            town_or_postcode: None,
            wanted_when: None,
            consent_at: None,
            photos: Vec::new(),
            complaint: sent.complaint.map(|complaint| complaint.key.to_string()),
        }
    }
}

impl From<Known> for KnownCustomer {
    fn from(known: Known) -> Self {
        Self {
            customer: known.customer.into(),
            phone: known.phone,
            orders: known.orders.into_iter().map(ListedBody::from).collect(),
            quotes: known.quotes.into_iter().map(InquiryBody::from).collect(),
            messages: known.messages.into_iter().map(InquiryBody::from).collect(),
            withdrawals: known.withdrawals.into_iter().map(WithdrawnBody::from).collect(),
        }
    }
}

#[OpenApi(tag = "Tag::Admin")]
impl DeskApi {
    /// What there is to do today, and the sales of the last four weeks.
    #[oai(path = "/admin/today", method = "get", operation_id = "get_today")]
    async fn today(&self, _admin: Admin) -> Result<Json<TodayBody>, Problem> {
        let now = self.app.clock.now();
        let data_dir = self.app.data_dir.clone();
        let today = self.app.db.read(move |conn| super::today(conn, &data_dir, now)).await?;
        let blindness = self.app.proxies.blindness(&self.app.config).map(TroubleBody::from);
        let troubles = self.app.health.troubles(now).into_iter().map(TroubleBody::from);
        let is_owner_told = self.app.config.owner_email.is_some();
        Ok(Json(TodayBody::new(today, is_owner_told, blindness.into_iter().chain(troubles).collect())))
    }

    /// People with an account, and those who only wrote, the newest first.
    #[oai(path = "/admin/customers", method = "get", operation_id = "list_customers")]
    async fn customers(
        &self,
        _admin: Admin,
        /// A part of the address or the name.
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<CustomerList>, Problem> {
        let page = Page::parse(offset.0, limit.0)?;
        let q = text::wanted(q.as_deref());
        let (count, customers) = self.app.db.read(move |conn| super::customers(conn, q.as_deref(), page)).await?;
        let Page { offset, limit } = page;
        Ok(Json(CustomerList {
            count,
            offset,
            limit,
            customers: customers.into_iter().map(CustomerBody::from).collect(),
        }))
    }

    /// Somebody: their orders, requests for a quote, messages and withdrawals together.
    #[oai(path = "/admin/customers/:id", method = "get", operation_id = "get_customer")]
    async fn customer(&self, _admin: Admin, id: Path<String>) -> Result<Json<KnownCustomer>, Problem> {
        let found = self.app.db.read(move |conn| super::customer(conn, &id.0)).await?;
        Ok(Json(found.ok_or_else(|| Problem::new(Code::NotFound))?.into()))
    }
}
