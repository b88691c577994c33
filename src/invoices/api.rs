//! The endpoints of invoices: their buyers', and the desk's.

use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::wire::{BuyerInput, InvoiceBody, LookBody};
use super::{Invoice, NotBuyer, NotFull, Number, document};
use crate::app::Shared;
use crate::auth::guard::{self, Admin, CustomerOr, OrderKey};
use crate::db::{self, Conn, Tx};
use crate::orders::{self, Asker, Order, Status};
use crate::page::Page;
use crate::printing::{self, Printed};
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// The endpoints of invoices.
pub struct InvoicesApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What was invoiced.
    Invoices,
    /// The owner's desk.
    Desk,
}

/// Invoices.
#[derive(Debug, Object)]
pub(super) struct InvoiceList {
    count: i64,
    offset: i64,
    limit: i64,
    /// Whether the firm can invoice: its name, tax number and address are known, and not the demo's.
    can_issue: bool,
    /// To whom they are made out, as they will be printed; left out where nobody has said so.
    #[oai(skip_serializing_if_is_none)]
    buyer: Option<BuyerInput>,
    invoices: Vec<InvoiceBody>,
}

/// Invoices, the newest first.
#[derive(Debug, Object)]
struct DeskInvoiceList {
    count: i64,
    offset: i64,
    limit: i64,
    /// How many sales and refunds wait: for the firm's tax number and address, for the buyer's tax number, or for the tax
    /// agency's answer to an annulment.
    waiting: i64,
    /// Whether a sale above 3,000.00 is among them that lacks its buyer.
    waits_for_buyer: bool,
    invoices: Vec<InvoiceBody>,
}

#[derive(ApiResponse)]
pub(super) enum MadeFull {
    /// All invoices of the order.
    #[oai(status = 201)]
    Created(Json<InvoiceList>),
}

impl From<NotFull> for Problem {
    fn from(error: NotFull) -> Self {
        match error {
            NotFull::IsFull | NotFull::Nothing => Self::new(Code::IllegalTransition).detail(error.to_string()),
            NotFull::Waits => Self::new(Code::InvoiceWaits).detail(error.to_string()),
            NotFull::Db(error) => error.into(),
        }
    }
}

impl From<NotBuyer> for Problem {
    fn from(error: NotBuyer) -> Self {
        Self::invalid(error.0, "is missing, too long or wrong")
    }
}

impl InvoiceList {
    pub(super) fn of_order(conn: &Conn, order_id: &str) -> db::Result<Self> {
        let invoices: Vec<_> = super::of_order(conn, order_id)?.iter().map(InvoiceBody::from).collect();
        let count = i64::try_from(invoices.len()).unwrap_or_default();
        let buyer = super::named_buyer(conn, order_id)?.map(BuyerInput::from);
        Ok(Self { count, offset: 0, limit: count, can_issue: super::can_issue(conn)?, buyer, invoices })
    }
}

/// An invoice with what people call its order and the firm by.
type ToPrint = (Invoice, String, String);

fn to_print(conn: &Conn, invoice: Invoice, order: &Order) -> db::Result<ToPrint> {
    Ok((invoice, order.number.to_string(), Settings::load(conn)?.brand))
}

async fn paper(found: Option<ToPrint>) -> Result<Response<Printed>, Problem> {
    let (invoice, order, brand) = found.ok_or_else(|| Problem::new(Code::NotFound))?;
    let name = format!("{}.pdf", invoice.number);
    printing::printed(move || document::pdf(&invoice, &order, &brand), &name).await
}

fn named(file: &str) -> Result<Number, Problem> {
    let number = file.strip_suffix(".pdf").and_then(|number| number.parse().ok());
    number.ok_or_else(|| Problem::new(Code::NotFound))
}

#[OpenApi]
impl InvoicesApi {
    /// The invoices of one of the caller's own orders, or of the one that a key opens, in the order they were issued.
    #[oai(path = "/orders/:id/invoices", method = "get", operation_id = "list_order_invoices", tag = "Tag::Invoices")]
    async fn of_order(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
    ) -> Result<Json<InvoiceList>, Problem> {
        let asker = self.asker(http, caller);
        let read = move |conn: &Conn| {
            let Some(order) = orders::find_own(conn, &asker, &id.0)? else { return Ok(None) };
            InvoiceList::of_order(conn, &order.id).map(Some)
        };
        self.app.db.read(read).await?.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// What the invoice would say that the next operation makes; nothing is changed.
    #[oai(
        path = "/orders/:id/invoice/look",
        method = "post",
        operation_id = "look_at_order_invoice",
        tag = "Tag::Invoices"
    )]
    async fn look(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
        Json(body): Json<BuyerInput>,
    ) -> Result<Json<LookBody>, Problem> {
        let (buyer, asker, now) = (body.parse()?, self.asker(http, caller), self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            let order = orders::find_own(tx, &asker, &id.0)?.ok_or_else(|| Problem::new(Code::NotFound))?;
            let shown = super::look_full(tx, &order.id, order.status == Status::Pending, &buyer, now)?;
            Ok::<_, Problem>(LookBody::new(buyer, shown))
        };
        Ok(Json(self.app.db.write(write).await?))
    }

    /// Makes the invoices of an own order out to its buyer: once paid, one takes the place of the simplified one. 409
    /// `invoice_waits` while the tax agency has not answered to an annulment of one of them.
    #[oai(path = "/orders/:id/invoice", method = "post", operation_id = "make_order_invoice", tag = "Tag::Invoices")]
    async fn make_full(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
        Json(body): Json<BuyerInput>,
    ) -> Result<MadeFull, Problem> {
        let (buyer, asker, now) = (body.parse()?, self.asker(http, caller), self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            let order = orders::find_own(tx, &asker, &id.0)?.ok_or_else(|| Problem::new(Code::NotFound))?;
            super::make_full(tx, &order.id, order.status == Status::Pending, &buyer, now)?;
            Ok::<_, Problem>(InvoiceList::of_order(tx, &order.id)?)
        };
        let made = self.app.db.write(write).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(MadeFull::Created(Json(made)))
    }

    /// An invoice of an own order as a paper, `T-2026-000001.pdf`.
    #[oai(path = "/invoices/:file", method = "get", operation_id = "get_invoice_pdf", tag = "Tag::Invoices")]
    async fn pdf(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        file: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
        /// The same.
        #[oai(name = "key")]
        _key_too: Query<Option<String>>,
    ) -> Result<Response<Printed>, Problem> {
        paper(self.own(http, caller, named(&file.0)?).await?).await
    }

    /// The same under its order, where the cookie that opens an order bought without an account is sent along.
    #[oai(
        path = "/orders/:id/invoices/:file",
        method = "get",
        operation_id = "get_order_invoice_pdf",
        tag = "Tag::Invoices"
    )]
    async fn pdf_of_order(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        file: Path<String>,
        /// What opens an order that was bought without an account.
        #[oai(name = "X-Order-Key")]
        _key: Header<Option<String>>,
    ) -> Result<Response<Printed>, Problem> {
        let number = named(&file.0)?;
        let found = self.own(http, caller, number).await?;
        paper(found.filter(|(invoice, ..)| invoice.order_id == id.0)).await
    }

    /// Every invoice, the newest first.
    #[oai(path = "/admin/invoices", method = "get", operation_id = "list_invoices", tag = "Tag::Desk")]
    async fn list(
        &self,
        _admin: Admin,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
        /// Only those of this order, all of them.
        order: Query<Option<String>>,
    ) -> Result<Json<DeskInvoiceList>, Problem> {
        let page = Page::parse(offset.0, limit.0)?;
        let read = move |conn: &Conn| {
            let waiting = super::count_due(conn, order.0.as_deref())?;
            let waits_for_buyer = super::waits_for_buyer(conn, order.0.as_deref())?;
            let (count, invoices) = if let Some(order_id) = &order.0 {
                let InvoiceList { count, invoices, .. } = InvoiceList::of_order(conn, order_id)?;
                (count, invoices)
            } else {
                let (count, invoices) = super::list(conn, page)?;
                (count, invoices.iter().map(InvoiceBody::from).collect())
            };
            let (offset, limit) = (page.offset, page.limit);
            Ok::<_, db::Error>(DeskInvoiceList { count, offset, limit, waiting, waits_for_buyer, invoices })
        };
        Ok(Json(self.app.db.read(read).await?))
    }

    /// An invoice as a paper, `T-2026-000001.pdf`.
    #[oai(path = "/admin/invoices/:file", method = "get", operation_id = "get_desk_invoice_pdf", tag = "Tag::Desk")]
    async fn desk_pdf(&self, _admin: Admin, file: Path<String>) -> Result<Response<Printed>, Problem> {
        let number = named(&file.0)?;
        let read = move |conn: &Conn| {
            let Some(invoice) = super::find(conn, &number)? else { return Ok(None) };
            let order = orders::find(conn, &invoice.order_id)?;
            order.map(|order| to_print(conn, invoice, &order)).transpose()
        };
        paper(self.app.db.read(read).await?).await
    }
}

impl InvoicesApi {
    /// An invoice of the caller's own order.
    async fn own(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        number: Number,
    ) -> db::Result<Option<ToPrint>> {
        let asker = self.asker(http, caller);
        let read = move |conn: &Conn| {
            let Some(invoice) = super::find(conn, &number)? else { return Ok(None) };
            let own = orders::find_own(conn, &asker, &invoice.order_id)?;
            own.map(|order| to_print(conn, invoice, &order)).transpose()
        };
        self.app.db.read(read).await
    }

    fn asker(&self, http: &poem::Request, caller: CustomerOr<OrderKey>) -> Asker {
        let key = guard::order_key(http, &self.app.config.base_url);
        Asker::new(caller.0.map(|who| who.user_id), &self.app.order_keys, key)
    }
}
