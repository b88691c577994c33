//! The desk's endpoints of a quarter's invoices: what they come to, a list of them, and what a tax adviser takes along.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream;
use poem::Body;
use poem::http::header;
use poem_openapi::param::Query;
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use super::{Entry, NotQuarter, Quarter, Rates, Sum, Totals, file, sql};
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::db::{self, Conn};
use crate::invoices::reported::InvoicesReported;
use crate::invoices::wire::InvoiceBody;
use crate::invoices::{Buyer, Number, Seller, count_due, document, find};
use crate::page::Page;
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// Folders that are made at the same time, and how long another waits.
const AT_ONCE: usize = 1;
const PATIENCE: Duration = Duration::from_secs(5);
/// Pieces of a folder that wait for who reads it, of [`PIECE`] bytes or a little more.
const PIECES: usize = 8;
const PIECE: usize = 64 * 1024;
/// All of a quarter.
const ALL: Page = Page { offset: 0, limit: -1 };

/// The endpoints of the books.
pub struct BooksApi {
    app: Shared,
    places: Arc<Semaphore>,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk.
    Desk,
}

/// What invoices come to, less what corrects them; cents.
#[derive(Debug, Object)]
struct InvoiceSum {
    /// How many count.
    invoices: i64,
    base_in_cents: i64,
    tax_in_cents: i64,
    total_in_cents: i64,
}

/// What they come to at a rate.
#[derive(Debug, Object)]
struct InvoiceRate {
    /// Basis points: 2100 is 21 %.
    rate_bp: i64,
    #[oai(flatten)]
    sum: InvoiceSum,
}

/// What they come to in a month.
#[derive(Debug, Object)]
struct InvoiceMonth {
    /// `2026-10`
    month: String,
    /// The highest first.
    rates: Vec<InvoiceRate>,
}

/// What waits to be invoiced, and for what.
#[derive(Debug, Object)]
struct InvoicesWaiting {
    /// Sales and refunds.
    count: i64,
    /// For the firm's name, tax number and address.
    for_seller: bool,
    /// For whom they are to be made out to, above 3,000.00: the oldest 20.
    orders_without_buyer: Vec<InvoicedOrder>,
}

#[derive(Debug, Object)]
struct InvoicedOrder {
    id: String,
    /// `2026-0042`
    number: String,
}

/// The invoices of a quarter on the firm's calendar.
#[derive(Debug, Object)]
struct InvoiceBooks {
    /// `2026-4`
    quarter: String,
    /// Those since the first invoice, the newest first.
    quarters: Vec<String>,
    /// How many were issued.
    count: i64,
    total: InvoiceSum,
    /// The highest first. An invoice of two rates is in both.
    rates: Vec<InvoiceRate>,
    months: Vec<InvoiceMonth>,
    /// What was taken off because it counts in an earlier quarter: simplified invoices that one of this quarter replaces.
    counted_before_in_cents: i64,
    waiting: InvoicesWaiting,
    reported: InvoicesReported,
}

/// An invoice with what people call its order by.
#[derive(Debug, Object)]
struct DeskInvoice {
    #[oai(flatten)]
    invoice: InvoiceBody,
    order_number: String,
    /// Of one that names its buyer.
    buyer_name: Option<String>,
    /// The same as the tax agency was told last: what is corrected.
    told_buyer: Option<ToldBuyer>,
}

/// A buyer as the tax agency is told of them.
#[derive(Debug, Object)]
struct ToldBuyer {
    name: String,
    nif: String,
}

/// Invoices of a quarter, the newest first.
#[derive(Debug, Object)]
struct QuarterInvoiceList {
    count: i64,
    offset: i64,
    limit: i64,
    invoices: Vec<DeskInvoice>,
}

#[derive(ApiResponse)]
enum Table {
    /// A row for each rate of each invoice.
    #[oai(status = 200, content_type = "text/csv; charset=utf-8")]
    Csv(Binary<Vec<u8>>),
}

#[derive(ApiResponse)]
enum Folder {
    /// The table, and every invoice as a PDF.
    #[oai(status = 200, content_type = "application/zip")]
    Zip(Binary<Body>),
}

impl From<Sum> for InvoiceSum {
    fn from(sum: Sum) -> Self {
        Self { invoices: sum.invoices, base_in_cents: sum.base.0, tax_in_cents: sum.tax.0, total_in_cents: sum.total.0 }
    }
}

impl InvoiceRate {
    fn all(rates: Rates) -> Vec<Self> {
        rates.into_iter().rev().map(|(rate_bp, sum)| Self { rate_bp, sum: sum.into() }).collect()
    }
}

impl From<Entry> for DeskInvoice {
    fn from(entry: Entry) -> Self {
        let invoice = InvoiceBody::from(&entry.invoice);
        let told = entry.corrected.or_else(|| entry.invoice.buyer.clone());
        Self {
            invoice,
            order_number: entry.order,
            buyer_name: entry.invoice.buyer.map(|buyer| buyer.name),
            told_buyer: told.map(|Buyer { name, nif, .. }| ToldBuyer { name, nif }),
        }
    }
}

impl InvoicesWaiting {
    fn load(conn: &Conn) -> db::Result<Self> {
        let count = count_due(conn, None)?;
        let for_seller = count > 0 && Seller::of(&Settings::load(conn)?).is_none();
        let orders = sql::without_buyer(conn)?.into_iter();
        let orders_without_buyer = orders.map(|(id, number)| InvoicedOrder { id, number }).collect();
        Ok(Self { count, for_seller, orders_without_buyer })
    }
}

impl InvoiceBooks {
    fn load(conn: &Conn, quarter: Quarter, current: Quarter) -> db::Result<Self> {
        let entries = sql::entries(conn, quarter, ALL)?;
        let first = sql::first(conn)?.map_or(current, Quarter::at);
        let Totals { whole, rates, months, counted_before } = Totals::of(&entries);
        let months = months.into_iter().map(|(month, rates)| InvoiceMonth { month, rates: InvoiceRate::all(rates) });
        Ok(Self {
            quarter: quarter.to_string(),
            quarters: first.min(current).up_to(current).iter().map(ToString::to_string).collect(),
            count: i64::try_from(entries.len()).unwrap_or_default(),
            total: whole.into(),
            rates: InvoiceRate::all(rates),
            months: months.collect(),
            counted_before_in_cents: counted_before.0,
            waiting: InvoicesWaiting::load(conn)?,
            reported: InvoicesReported::load(conn)?,
        })
    }
}

impl BooksApi {
    /// Those of the running program.
    pub fn new(app: &Shared) -> Self {
        Self { app: app.clone(), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// What was asked for; the current quarter when nothing was.
    fn quarter(&self, asked: Option<&str>) -> Result<Quarter, Problem> {
        let Some(asked) = asked else { return Ok(Quarter::at(self.app.clock.now())) };
        asked.parse().map_err(|error: NotQuarter| {
            Problem::new(Code::BadRequest).detail(error.to_string()).with("field", "quarter")
        })
    }

    /// As a file, with its papers' numbers and what people call their orders by, the oldest first.
    async fn table(&self, quarter: Quarter) -> Result<(Vec<u8>, Vec<(Number, String)>), Problem> {
        let read = move |conn: &Conn| sql::entries(conn, quarter, ALL);
        let mut entries = self.app.db.read_much(read).await?;
        entries.reverse();
        let mut file = Vec::new();
        file::csv(&entries, &mut file).map_err(|error| Problem::internal(&error))?;
        Ok((file, entries.into_iter().map(|entry| (entry.invoice.number, entry.order)).collect()))
    }
}

#[OpenApi]
impl BooksApi {
    /// What the invoices of a quarter come to, and what waits to be invoiced.
    #[oai(path = "/admin/invoices/books", method = "get", operation_id = "get_invoice_books", tag = "Tag::Desk")]
    async fn books(
        &self,
        _admin: Admin,
        /// `2026-4`; the current one without.
        quarter: Query<Option<String>>,
    ) -> Result<Json<InvoiceBooks>, Problem> {
        let (quarter, current) = (self.quarter(quarter.0.as_deref())?, Quarter::at(self.app.clock.now()));
        let read = move |conn: &Conn| InvoiceBooks::load(conn, quarter, current);
        Ok(Json(self.app.db.read_much(read).await?))
    }

    /// Its invoices, the newest first.
    #[oai(
        path = "/admin/invoices/books/invoices",
        method = "get",
        operation_id = "list_quarter_invoices",
        tag = "Tag::Desk"
    )]
    async fn list(
        &self,
        _admin: Admin,
        /// `2026-4`; the current one without.
        quarter: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<QuarterInvoiceList>, Problem> {
        let (quarter, page) = (self.quarter(quarter.0.as_deref())?, Page::parse(offset.0, limit.0)?);
        let read = move |conn: &Conn| {
            let invoices = sql::entries(conn, quarter, page)?.into_iter().map(DeskInvoice::from).collect();
            let count = sql::count(conn, quarter)?;
            Ok::<_, db::Error>(QuarterInvoiceList { count, offset: page.offset, limit: page.limit, invoices })
        };
        Ok(Json(self.app.db.read(read).await?))
    }

    /// Its invoices as a table, a row for each rate of each.
    #[oai(path = "/admin/invoices/books.csv", method = "get", operation_id = "export_invoices", tag = "Tag::Desk")]
    async fn csv(
        &self,
        _admin: FreshAdmin,
        /// `2026-4`; the current one without.
        quarter: Query<Option<String>>,
    ) -> Result<Response<Table>, Problem> {
        let quarter = self.quarter(quarter.0.as_deref())?;
        let (file, _) = self.table(quarter).await?;
        Ok(Response::new(Table::Csv(Binary(file))).header(header::CONTENT_DISPOSITION, attached(quarter, "csv")))
    }

    /// The same with every invoice as a PDF, named by its number. 503 `overloaded` while another is being made.
    #[oai(
        path = "/admin/invoices/books.zip",
        method = "get",
        operation_id = "export_invoice_papers",
        tag = "Tag::Desk"
    )]
    async fn zip(
        &self,
        _admin: FreshAdmin,
        /// `2026-4`; the current one without.
        quarter: Query<Option<String>>,
    ) -> Result<Response<Folder>, Problem> {
        let quarter = self.quarter(quarter.0.as_deref())?;
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(Problem::new(Code::Overloaded).retry_after(30)) };
        let (table, papers) = self.table(quarter).await?;
        let (pipe, pieces) = mpsc::channel(PIECES);
        let parts = Parts { app: self.app.clone(), name: file_name(quarter, "csv"), table, papers, place };
        tokio::task::spawn_blocking(move || parts.send(pipe));
        let body = stream::unfold(pieces, async |mut pieces| pieces.recv().await.map(|piece| (piece, pieces)));
        let body = Binary(Body::from_bytes_stream(body));
        Ok(Response::new(Folder::Zip(body)).header(header::CONTENT_DISPOSITION, attached(quarter, "zip")))
    }
}

fn file_name(quarter: Quarter, ending: &str) -> String {
    format!("facturas-{quarter}.{ending}")
}

fn attached(quarter: Quarter, ending: &str) -> String {
    format!("attachment; filename=\"{}\"", file_name(quarter, ending))
}

/// What a folder is made of.
struct Parts {
    app: Shared,
    /// Of the table's file.
    name: String,
    table: Vec<u8>,
    papers: Vec<(Number, String)>,
    place: OwnedSemaphorePermit,
}

impl Parts {
    /// Draws one paper after the other as fast as they are read. What breaks off lacks its end and is known to be broken.
    fn send(self, pipe: mpsc::Sender<io::Result<Bytes>>) {
        let broken = pipe.clone();
        if let Err(error) = self.write(Pipe { out: pipe, piece: Vec::with_capacity(PIECE), is_closed: false }) {
            // Who asked may simply have gone.
            tracing::warn!(%error, "the folder of a quarter's invoices was not written to its end");
            drop(broken.blocking_send(Err(error)));
        }
        drop(self.place);
    }

    fn write(&self, pipe: Pipe) -> io::Result<()> {
        let now = self.app.clock.now();
        let settings = self.app.db.read_blocking(Settings::load).map_err(io::Error::other)?;
        let mut folder = file::Folder::new(pipe, now);
        folder.put(&self.name, &self.table)?;
        for (number, order) in &self.papers {
            let found = self.app.db.read_blocking(|conn: &Conn| find(conn, number)).map_err(io::Error::other)?;
            let invoice = found.ok_or_else(|| io::Error::other("an invoice is not there any more"))?;
            let pdf = document::pdf(&invoice, order, &settings.brand).map_err(io::Error::other)?;
            folder.put(&format!("{number}.pdf"), &pdf)?;
        }
        folder.end()
    }
}

/// Collects what is written to pieces and hands them on; waits while too many are unread.
struct Pipe {
    out: mpsc::Sender<io::Result<Bytes>>,
    piece: Vec<u8>,
    /// Nobody reads any more: said once, for whoever writes may try to end properly.
    is_closed: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        let sent = self.out.blocking_send(Ok(piece.into()));
        self.is_closed = sent.is_err();
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
