//! What the owner does with invoices from the desk.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use super::api::{InvoiceList, MadeFull};
use super::wire::{BuyerInput, InvoiceBody, LookBody};
use super::{Correct, NotMended, Number, mending};
use crate::app::Shared;
use crate::audit;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::db::{Conn, Tx};
use crate::orders::{self, Status};
use crate::problem::{Code, Problem};

/// What the owner does with invoices.
pub struct InvoiceDeskApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk.
    Desk,
}

/// How the tax agency knows a buyer; what is missing stays as it is.
#[derive(Debug, Object)]
#[oai(rename = "InvoiceCorrection", deny_unknown_fields)]
struct Correction {
    /// At most 120 characters.
    buyer_name: Option<String>,
    /// A Spanish tax number, or that of another country, at most 20 characters.
    buyer_nif: Option<String>,
}

impl From<NotMended> for Problem {
    fn from(error: NotMended) -> Self {
        let code = match error {
            NotMended::NoSuch => Code::NotFound,
            NotMended::NotSent | NotMended::Annulled | NotMended::NoBuyer => Code::IllegalTransition,
            NotMended::Waits | NotMended::Held => Code::InvoiceWaits,
            NotMended::InUse => Code::InvoiceInUse,
            NotMended::NotBuyer(error) => return error.into(),
            NotMended::Db(error) => return error.into(),
        };
        Self::new(code).detail(error.to_string())
    }
}

fn named(number: &str) -> Result<Number, Problem> {
    number.parse().map_err(|_| Problem::new(Code::NotFound))
}

fn found(conn: &Conn, number: &Number) -> Result<InvoiceBody, Problem> {
    let invoice = super::find(conn, number)?.ok_or_else(|| Problem::new(Code::NotFound))?;
    Ok(InvoiceBody::from(&invoice))
}

#[OpenApi]
impl InvoiceDeskApi {
    /// Makes the record anew that the tax agency refused or took with errors: with its buyer as the agency knows them, or as
    /// it was. 409 `invoice_waits` while the agency has not answered.
    #[oai(
        path = "/admin/invoices/:number/correct",
        method = "post",
        operation_id = "correct_invoice",
        tag = "Tag::Desk"
    )]
    async fn correct(
        &self,
        admin: Admin,
        number: Path<String>,
        Json(body): Json<Correction>,
    ) -> Result<Json<InvoiceBody>, Problem> {
        let (number, by, now) = (named(&number.0)?, admin.actor(), self.app.clock.now());
        let correct = Correct { name: body.buyer_name, nif: body.buyer_nif };
        let write = move |tx: &Tx<'_>| {
            mending::correct(tx, &number, correct, &by, now)?;
            found(tx, &number)
        };
        Ok(Json(self.app.db.write(write).await?))
    }

    /// Says of an invoice that it should never have been issued; what was sold and goes back is refunded instead. 409
    /// `invoice_in_use` where another invoice stands on it, `invoice_waits` while the agency has not answered about it, or
    /// to an annulment of another of its order.
    #[oai(path = "/admin/invoices/:number/annul", method = "post", operation_id = "annul_invoice", tag = "Tag::Desk")]
    async fn annul(&self, admin: FreshAdmin, number: Path<String>) -> Result<Json<InvoiceBody>, Problem> {
        let (number, by, now) = (named(&number.0)?, admin.actor(), self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            mending::annul(tx, &number, &by, now)?;
            found(tx, &number)
        };
        Ok(Json(self.app.db.write(write).await?))
    }

    /// What the invoice would say that the next operation makes; nothing is changed.
    #[oai(
        path = "/admin/orders/:id/invoice/look",
        method = "post",
        operation_id = "look_at_invoice_for_buyer",
        tag = "Tag::Desk"
    )]
    async fn look(
        &self,
        _admin: Admin,
        id: Path<String>,
        Json(body): Json<BuyerInput>,
    ) -> Result<Json<LookBody>, Problem> {
        let (buyer, now) = (body.parse()?, self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            let order = orders::find(tx, &id.0)?.ok_or_else(|| Problem::new(Code::NotFound))?;
            let shown = super::look_full(tx, &order.id, order.status == Status::Pending, &buyer, now)?;
            Ok::<_, Problem>(LookBody::new(buyer, shown))
        };
        Ok(Json(self.app.db.write(write).await?))
    }

    /// Makes the invoices of an order out to a buyer who asks for it by telephone or mail. 409 `invoice_waits` while the tax
    /// agency has not answered to an annulment of one of them.
    #[oai(
        path = "/admin/orders/:id/invoice",
        method = "post",
        operation_id = "make_invoice_for_buyer",
        tag = "Tag::Desk"
    )]
    async fn make_full(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(body): Json<BuyerInput>,
    ) -> Result<MadeFull, Problem> {
        let (buyer, by, now) = (body.parse()?, admin.actor(), self.app.clock.now());
        let write = move |tx: &Tx<'_>| {
            let order = orders::find(tx, &id.0)?.ok_or_else(|| Problem::new(Code::NotFound))?;
            super::make_full(tx, &order.id, order.status == Status::Pending, &buyer, now)?;
            // To whom stands with the order, where an erasure reaches it.
            audit::record(tx, &by, "order.invoiced", &order.id, &serde_json::json!({}), now)?;
            Ok::<_, Problem>(InvoiceList::of_order(tx, &order.id)?)
        };
        let made = self.app.db.write(write).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(MadeFull::Created(Json(made)))
    }
}
