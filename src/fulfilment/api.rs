//! `/admin/orders`: the orders as the owner sees and handles them.

use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi, Tags};

use super::asked::{Asked, of_invoice, wanted};
use super::packing_slip::PackingSlip;
use super::wire::{DeskOrder, ListBody, ListedBody};
use super::{Error, Kind, Units, What};
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::carrier::{Carrier, NoSuchCarrier};
use crate::checkout::api::key;
use crate::checkout::refund::Method;
use crate::checkout::{self, payment};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::email::EmailAddress;
use crate::money::Cents;
use crate::orders::desk;
use crate::orders::{self, NotTracking, Order, Parcel, Refunded, Status};
use crate::page::Page;
use crate::printing::{self, Printed};
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// Lines of a refund, at most; an order has no more.
const MAX_LINES: usize = 100;

/// The endpoints of fulfilment.
pub struct FulfilmentApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Ship {
    /// `correos`, `seur`, `mrw`, `gls`, `own_van` or `pick_up`; when absent, the first of the shop's that fits.
    carrier: Option<String>,
    /// The carrier's number, where there is one: 10 to 30 letters and digits; spaces, dashes and case do not count.
    tracking_number: Option<String>,
    /// Whether it goes although the buyer's bank claims the money, or a withdrawal from it waits.
    insist: Option<bool>,
}

impl Ship {
    fn parcel(&self, usual: &[Carrier]) -> Result<Parcel, Problem> {
        let carrier = self.carrier.as_deref().map(str::parse).transpose();
        let carrier = carrier.map_err(|error: NoSuchCarrier| Problem::invalid("carrier", error.to_string()))?;
        let number = self.tracking_number.as_deref().filter(|number| !number.trim().is_empty()).map(str::parse);
        let number = number.transpose();
        let number = number.map_err(|error: NotTracking| Problem::invalid("tracking_number", error.to_string()))?;
        Parcel::new(carrier, number, usual).map_err(|error| Problem::invalid("tracking_number", error.to_string()))
    }
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Cancel {
    /// Whether the goods go back into stock, as they do unless it says `false`.
    restock: Option<bool>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct GiveBack {
    /// Cents; all that is left when neither this nor goods are given.
    amount_in_cents: Option<i64>,
    /// Goods, whose price the server counts; not together with an amount. At most 100 lines.
    lines: Option<Vec<RefundLine>>,
    /// Cents of the shipping, with the goods or alone.
    shipping_in_cents: Option<i64>,
    /// Cents that the owner was shown; another sum is refused.
    expected_in_cents: Option<i64>,
    /// Cents that the owner was shown as left to give back; where less is left by now, it is refused.
    left_in_cents: Option<i64>,
    /// Whether the money was given back in another way, in cash or by a transfer: then it is only written down.
    elsewhere: Option<bool>,
    /// For the owner's own memory, at most 1,000 characters; needed for money that was given back elsewhere.
    reason: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct RefundLine {
    /// The order's line.
    item_id: String,
    /// How many units, 1 or more.
    quantity: i64,
    /// Whether they go back into stock once the money is back; units that were never sent do unless it says `false`.
    restock: Option<bool>,
}

impl GiveBack {
    fn wanted(self, key: Option<String>) -> Result<super::GiveBack, Problem> {
        let is_of_goods = self.lines.is_some() || self.shipping_in_cents.is_some();
        let lines = self.lines.unwrap_or_default();
        if lines.len() > MAX_LINES {
            return Err(Problem::invalid("lines", format!("takes at most {MAX_LINES}")));
        }
        let units = |line: RefundLine| {
            let RefundLine { item_id, quantity, restock } = line;
            Units { item_id, quantity, restock, loss: Cents::ZERO }
        };
        let what = match self.amount_in_cents {
            Some(_) if is_of_goods => return Err(Problem::invalid("amount_in_cents", "is counted from the goods")),
            Some(amount) => What::Amount(Cents(amount)),
            None if is_of_goods => {
                let shipping = Cents(self.shipping_in_cents.unwrap_or_default());
                What::Goods(lines.into_iter().map(units).collect(), shipping)
            }
            None => What::Rest,
        };
        Ok(super::GiveBack {
            what,
            expected: self.expected_in_cents.map(Cents),
            seen_left: self.left_in_cents.map(Cents),
            at_most: None,
            method: if self.elsewhere.unwrap_or_default() { Method::Elsewhere } else { Method::Provider },
            reason: self.reason,
            key,
        })
    }
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ResendMail {
    /// Which mail; the one of where the order stands when absent.
    mail: Option<Kind>,
    /// The number of the invoice, of that mail; its newest when absent.
    invoice: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct CorrectEmail {
    /// Where its mails go from now on.
    email: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Note {
    /// 1 to 1,000 characters; the buyer does not see them.
    text: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ClearAttention {
    /// What was done about it, 1 to 1,000 characters.
    note: String,
}

/// What an act answers: the order as it stands afterwards.
type Answer = Result<Json<DeskOrder>, Problem>;

#[OpenApi(tag = "Tag::Admin")]
impl FulfilmentApi {
    /// Orders, newest first.
    #[oai(path = "/admin/orders", method = "get", operation_id = "list_all_orders")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list(
        &self,
        _admin: Admin,
        /// Where they stand.
        status: Query<Option<Status>>,
        /// Only those that need a person.
        attention: Query<Option<bool>>,
        /// Only those that are to be sent: paid, and not given back.
        to_ship: Query<Option<bool>>,
        /// Whether their money is back or on its way back.
        refund: Query<Option<Refunded>>,
        /// The beginnings of words of id, number, address for mail, name, tracking number, SKUs and titles; or a telephone, or
        /// the number of an invoice.
        q: Query<Option<String>>,
        /// Placed on that day of the firm's, `2026-11-20`, or later.
        from: Query<Option<String>>,
        /// Placed on that day or before.
        to: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<ListBody>, Problem> {
        let page = Page::parse(offset.0, limit.0)?;
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
        let found = self.app.db.read(move |conn| {
            let (count, orders) = desk::search(conn, &of_invoice(conn, wanted)?, page)?;
            Ok::<_, db::Error>((count, orders, Settings::load(conn)?.carriers))
        });
        let (count, orders, carriers) = found.await?;
        let Page { offset, limit } = page;
        let orders = orders.into_iter().map(ListedBody::from).collect();
        Ok(Json(ListBody { count, offset, limit, orders, carriers }))
    }

    /// One order with all there is to know of it.
    #[oai(path = "/admin/orders/:id", method = "get", operation_id = "get_any_order")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Answer {
        let now = self.app.clock.now();
        let found = self.app.db.read(move |conn| {
            let order = orders::find(conn, &id.0)?.ok_or(Error::NotFound)?;
            Ok::<_, Error>(DeskOrder::read(conn, order, now)?)
        });
        Ok(Json(found.await?))
    }

    /// What goes into its parcel, as a paper without prices; refused of one that is unpaid or cancelled.
    #[oai(path = "/admin/orders/:id/packing-slip", method = "get", operation_id = "get_packing_slip")]
    async fn packing_slip(&self, _admin: Admin, id: Path<String>) -> Result<Response<Printed>, Problem> {
        let slip = self.app.db.read(move |conn| PackingSlip::find(conn, &id.0)).await?;
        let name = slip.file_name();
        printing::printed(move || slip.pdf(), &name).await
    }

    /// A paid order is on its way; the buyer is told. The same again answers the same. Refused when all of the
    /// money is back or on its way back, and unless the body insists while the buyer's bank claims it or a withdrawal
    /// from it waits.
    #[oai(path = "/admin/orders/:id/ship", method = "post", operation_id = "ship_order")]
    async fn ship(&self, admin: Admin, id: Path<String>, body: Json<Ship>) -> Answer {
        let actor = admin.actor();
        let (parcel, insists) = (self.parcel(&body).await?, body.0.insist.unwrap_or_default());
        self.act(move |tx, now| super::ship(tx, &actor, &id.0, &parcel, insists, now)).await
    }

    /// Puts right the carrier or the number of an order that is on its way; the buyer is told the other one.
    #[oai(path = "/admin/orders/:id/tracking", method = "post", operation_id = "correct_tracking")]
    async fn correct_tracking(&self, admin: Admin, id: Path<String>, body: Json<Ship>) -> Answer {
        let actor = admin.actor();
        if body.carrier.is_none() && body.tracking_number.as_deref().unwrap_or_default().trim().is_empty() {
            return Err(Problem::invalid("tracking_number", "takes another carrier or another number"));
        }
        let parcel = self.parcel(&body).await?;
        self.act(move |tx, now| super::correct_tracking(tx, &actor, &id.0, &parcel, now)).await
    }

    /// A shipped order has not left after all and is to be sent again. The mail that said so does not go out if it waits; else
    /// another puts it right. 409 `order_came_back` where goods or all of the money did.
    #[oai(path = "/admin/orders/:id/unship", method = "post", operation_id = "unship_order")]
    async fn unship(&self, admin: Admin, id: Path<String>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| super::unship(tx, &actor, &id.0, now)).await
    }

    /// A shipped order has arrived; the buyer is told two minutes later.
    #[oai(path = "/admin/orders/:id/deliver", method = "post", operation_id = "deliver_order")]
    async fn deliver(&self, admin: Admin, id: Path<String>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| super::deliver(tx, &actor, &id.0, now)).await
    }

    /// A delivered order has not arrived after all and is on its way again. The mail that said so does not go out if it
    /// waits; else another puts it right.
    #[oai(path = "/admin/orders/:id/undeliver", method = "post", operation_id = "undeliver_order")]
    async fn undeliver(&self, admin: Admin, id: Path<String>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| super::undeliver(tx, &actor, &id.0, now)).await
    }

    /// Cancels an order that is not on its way; what was paid goes back. A paid one asks for a sign-in of the last ten
    /// minutes.
    #[oai(path = "/admin/orders/:id/cancel", method = "post", operation_id = "cancel_any_order")]
    async fn cancel(&self, admin: Admin, id: Path<String>, body: Json<Cancel>) -> Answer {
        match payment::close_pages(&self.app, &id.0).await {
            // What is paid on a page that could not be closed is given back.
            Ok(()) | Err(checkout::Error::PaymentUnavailable) => {}
            Err(error) => return Err(error.into()),
        }
        let (actor, fresh_until) = (admin.actor(), admin.0.fresh_until());
        let restock = body.0.restock.unwrap_or(true);
        self.act(move |tx, now| {
            let paid = orders::find(tx, &id.0)?.is_some_and(|order| order.status == Status::Paid);
            if paid && fresh_until <= now {
                return Err(Refused::NotFresh);
            }
            Ok(super::cancel(tx, &actor, &id.0, restock, now)?)
        })
        .await
    }

    /// Gives money back: all that is left, an amount, or the price of goods, which may go back into stock with it. The
    /// order stays where it stands. Money that was given back in another way is written down.
    #[oai(path = "/admin/orders/:id/refund", method = "post", operation_id = "refund_order")]
    async fn refund(
        &self,
        admin: FreshAdmin,
        id: Path<String>,
        /// The same key with the same request is the same refund; at most 200 characters. Without one the same request
        /// within a minute is.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<GiveBack>,
    ) -> Answer {
        let actor = admin.actor();
        let wanted = body.0.wanted(key(idempotency_key.0)?)?;
        self.act(move |tx, now| super::refund(tx, &actor, &id.0, &wanted, now)).await
    }

    /// Mails the buyer again.
    #[oai(path = "/admin/orders/:id/resend-mail", method = "post", operation_id = "resend_order_mail")]
    async fn resend_mail(&self, admin: Admin, id: Path<String>, body: Json<ResendMail>) -> Answer {
        let actor = admin.actor();
        let ResendMail { mail, invoice } = body.0;
        self.act(move |tx, now| match invoice.filter(|_| mail == Some(Kind::OrderInvoiced)) {
            Some(number) => super::resend_invoice(tx, &actor, &id.0, &number, now),
            None => super::resend(tx, &actor, &id.0, mail, now),
        })
        .await
    }

    /// Puts right the address for mail of an order that was bought without an account. The links of earlier mails open it no
    /// more; what waits goes to the right address, and so does the mail of where the order stands. The same address changes
    /// nothing; an order of an account is refused.
    #[oai(path = "/admin/orders/:id/email", method = "post", operation_id = "correct_order_email")]
    async fn correct_email(&self, admin: Admin, id: Path<String>, body: Json<CorrectEmail>) -> Answer {
        let (actor, email) = (admin.actor(), EmailAddress::parse(&body.email)?);
        self.act(move |tx, now| super::correct_email(tx, &actor, &id.0, &email, now)).await
    }

    /// Writes the owner's words to an order.
    #[oai(path = "/admin/orders/:id/note", method = "post", operation_id = "note_order")]
    async fn note(&self, admin: Admin, id: Path<String>, body: Json<Note>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| super::note(tx, &actor, &id.0, &body.0.text, now)).await
    }

    /// Takes the mark for a person away.
    #[oai(path = "/admin/orders/:id/attention", method = "post", operation_id = "clear_order_attention")]
    async fn clear_attention(&self, admin: Admin, id: Path<String>, body: Json<ClearAttention>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| super::clear_attention(tx, &actor, &id.0, &body.0.note, now)).await
    }
}

impl FulfilmentApi {
    async fn parcel(&self, body: &Ship) -> Result<Parcel, Problem> {
        let usual = self.app.db.read(Settings::load).await?.carriers;
        body.parcel(&usual)
    }

    /// Does an act in a transaction, wakes those who have work of it, and answers the order.
    async fn act<E, F>(&self, act: F) -> Answer
    where
        E: Send + 'static,
        Refused: From<E>,
        F: FnOnce(&Tx<'_>, Timestamp) -> Result<Order, E> + Send + 'static,
    {
        let now = self.app.clock.now();
        let done = self.app.db.write(move |tx| {
            let order = act(tx, now)?;
            Ok::<_, Refused>(DeskOrder::read(tx, order, now).map_err(Error::from)?)
        });
        let order = done.await?;
        self.app.wakeups.outbox.notify_one();
        self.app.wakeups.payments.notify_one();
        self.app.wakeups.returns.notify_one();
        Ok(Json(order))
    }
}

/// Why an act was not done for this administrator.
enum Refused {
    Act(Error),
    /// They signed in too long ago for what moves money.
    NotFresh,
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Act(error)
    }
}

impl From<db::Error> for Refused {
    fn from(error: db::Error) -> Self {
        Self::Act(error.into())
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Act(error) => error.into(),
            Refused::NotFresh => Self::new(Code::ReauthenticationNeeded),
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::NotFound => Self::new(Code::NotFound),
            Error::Illegal(status) => {
                Self::new(Code::IllegalTransition).detail(detail).with("order_status", status.into_str())
            }
            Error::Refunded => Self::new(Code::OrderRefunded),
            Error::RefundTooLarge(left) => {
                Self::new(Code::RefundTooLarge).detail(detail).with("refundable_in_cents", left.0)
            }
            Error::NothingToTell | Error::NoAddress => Self::new(Code::NothingToTell).detail(detail),
            Error::NotGuests => Self::new(Code::OrderNotGuests),
            Error::Words(field) => Self::invalid(field, detail),
            Error::Lines(_) => Self::invalid("lines", detail),
            Error::KeyReused => Self::new(Code::IdempotencyKeyReused),
            Error::Disputed(claimed) => {
                Self::new(Code::OrderDisputed).detail(detail).with("disputed_in_cents", claimed.0)
            }
            Error::CameBack => Self::new(Code::OrderCameBack).detail(detail),
            Error::Withdrawn(_) => Self::new(Code::OrderWithdrawn).detail(detail),
            Error::RefundChanged(amount) => {
                Self::new(Code::RefundChanged).detail(detail).with("amount_in_cents", amount.0)
            }
            Error::Db(error) => error.into(),
        }
    }
}
