//! `/admin/orders`: many orders at once, as a table to take along and as the papers of their parcels.

use std::io;
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use poem::Body;
use poem::http::header;
use poem_openapi::param::Query;
use poem_openapi::payload::{Binary, Response};
use poem_openapi::{ApiResponse, OpenApi, Tags};

use super::asked::{Asked, of_invoice, wanted};
use super::order_table::OrderTable;
use super::packing_slip::PackingSlip;
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::db;
use crate::orders::desk;
use crate::orders::{Refunded, Status};
use crate::printing::{self, Printed};
use crate::problem::Problem;

/// Packing slips in one file, at most.
const MAX_SLIPS: usize = 50;
/// Orders that are read and sent in one piece.
const PIECE: usize = 100;

/// The endpoints of many orders.
pub struct ManyOrdersApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

#[derive(ApiResponse)]
enum Table {
    /// A row for each order.
    #[oai(status = 200, content_type = "text/csv; charset=utf-8")]
    Csv(Binary<Body>),
}

#[OpenApi(tag = "Tag::Admin")]
impl ManyOrdersApi {
    /// The orders of a list as a table for the tax adviser, the oldest first; narrowed down as the list is.
    #[oai(path = "/admin/orders.csv", method = "get", operation_id = "export_orders")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn export(
        &self,
        _admin: FreshAdmin,
        /// Where they stand.
        status: Query<Option<Status>>,
        /// Only those that need a person.
        attention: Query<Option<bool>>,
        /// Only those that are to be sent: paid, and not given back.
        to_ship: Query<Option<bool>>,
        /// Whether their money is back or on its way back.
        refund: Query<Option<Refunded>>,
        /// As for the list.
        q: Query<Option<String>>,
        /// Placed on that day of the firm's, `2026-11-20`, or later.
        from: Query<Option<String>>,
        /// Placed on that day or before.
        to: Query<Option<String>>,
    ) -> Result<Response<Table>, Problem> {
        let asked = Asked {
            status: status.0,
            attention: attention.0,
            to_ship: to_ship.0,
            refund: refund.0,
            q: q.0,
            from: from.0,
            to: to.0,
        };
        let wanted = wanted(asked)?;
        let read = self.app.db.read_much(move |conn| {
            let ids = desk::ids_oldest_first(conn, &of_invoice(conn, wanted)?)?;
            let rates = desk::tax_rates(conn, &ids)?;
            Ok::<_, db::Error>((ids, rates))
        });
        let (ids, rates) = read.await?;
        let table = Arc::new(OrderTable::new(rates));
        let head = table.head().map_err(|error| Problem::internal(&error))?;
        let app = self.app.clone();
        let pieces: Vec<Vec<String>> = ids.chunks(PIECE).map(<[String]>::to_vec).collect();
        let rows = stream::iter(pieces).then(move |ids| {
            let (app, table) = (app.clone(), table.clone());
            async move {
                let read = app.db.read(move |conn| Ok::<_, db::Error>(table.rows(conn, &ids)));
                read.await.map_err(io::Error::other)?
            }
        });
        let body = Body::from_bytes_stream(stream::iter([Ok(head)]).chain(rows));
        let name = format!("attachment; filename=\"pedidos-{}.csv\"", self.app.clock.now().date());
        Ok(Response::new(Table::Csv(Binary(body))).header(header::CONTENT_DISPOSITION, name))
    }

    /// The packing slips of several orders in one file, each beginning on a page of its own; refused where one of them is
    /// unpaid or cancelled.
    #[oai(path = "/admin/orders/packing-slips", method = "get", operation_id = "get_packing_slips")]
    async fn packing_slips(
        &self,
        _admin: Admin,
        /// The orders, separated by commas, 1–50; they are printed in this order.
        ids: Query<String>,
    ) -> Result<Response<Printed>, Problem> {
        let ids: Vec<String> = ids.0.split(',').filter(|id| !id.is_empty()).map(String::from).collect();
        if !(1..=MAX_SLIPS).contains(&ids.len()) {
            return Err(Problem::invalid("ids", format!("takes from 1 to {MAX_SLIPS}")));
        }
        let find =
            move |conn: &db::Conn| ids.iter().map(|id| PackingSlip::find(conn, id)).collect::<Result<Vec<_>, _>>();
        let slips = self.app.db.read(find).await?;
        let name = PackingSlip::file_name_of(&slips, self.app.clock.now());
        printing::printed(move || PackingSlip::pdf_of(&slips), &name).await
    }
}
