//! The endpoints of one order, for its account or whoever holds its key; and how an order that was bought without an account
//! becomes an account's. See docs/decisions/0026.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::Error;
use super::api::{StartedPayment, own_page};
use super::caps::MAX_PENDING;
use super::payment::{self, ReturnPages};
use crate::app::Shared;
use crate::auth::guard::{self, Customer, CustomerOr, OrderKey};
use crate::auth::session::SignedIn;
use crate::clock::Timestamp;
use crate::comments;
use crate::db::{self, Tx};
use crate::limits::Action;
use crate::mail::{self, Message};
use crate::order_keys::OrderKeys;
use crate::orders::api::OrderBody;
use crate::orders::{self, Asker, Order, Party, Status};
use crate::problem::Problem;

/// The event of an order whose buyer asks for its link.
const ASKED: &str = "link_asked";
/// So often in a day such mails go to one address, whatever orders it is said to have.
const MAX_LINKS: i64 = 3;
/// The second half of a double click comes within so many seconds.
const SECOND_CLICK_SECONDS: i64 = 60;

/// The endpoints of one order.
pub struct GuestApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// From a cart to a paid order.
    Checkout,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct PayOrder {
    /// Where a payer comes back to, on this site; `session_id` is added to its query.
    #[oai(rename = "successUrl")]
    success_url: String,
    /// Where somebody who does not pay goes, on this site.
    #[oai(rename = "cancelUrl")]
    cancel_url: String,
    /// `true`: a page for Bizum and nothing else, where the provider has it.
    bizum: Option<bool>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ClaimOrder {
    /// What a mail about the order carried: it proves who reads that mail.
    token: String,
}

/// What was asked for is done, if there is such an order.
#[derive(ApiResponse)]
enum LinkAnswer {
    /// The mail is on its way, if there is such an order and not too many were sent.
    #[oai(status = 202)]
    Accepted,
}

#[OpenApi(tag = "Tag::Checkout")]
impl GuestApi {
    /// Opens the payment page of one's own order, by its account or by its key (`X-Order-Key`, or its cookie).
    #[oai(path = "/orders/:id/payment", method = "post", operation_id = "pay_order")]
    async fn pay(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
        body: Json<PayOrder>,
    ) -> Result<Json<StartedPayment>, Problem> {
        let base_url = &self.app.config.base_url;
        let pages = ReturnPages {
            success_url: own_page(base_url, "successUrl", &body.success_url)?,
            cancel_url: own_page(base_url, "cancelUrl", &body.cancel_url)?,
        };
        let (asker, wants_bizum) = (self.asker(http, caller.0), body.bizum.unwrap_or_default());
        let url = payment::start(&self.app, &asker, &id.0, wants_bizum, pages).await?;
        Ok(Json(StartedPayment { url, order_id: id.0 }))
    }

    /// Cancels one's own pending order, by its account or by its key, and gives its stock back.
    #[oai(path = "/orders/:id/cancel", method = "post", operation_id = "cancel_own_order")]
    async fn cancel(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
    ) -> Result<Json<OrderBody>, Problem> {
        let order = payment::cancel(&self.app, &self.asker(http, caller.0), &id.0).await?;
        Ok(Json(OrderBody::new(order, self.app.clock.now())))
    }

    /// Mails the link to an order that was bought without an account, to the address it was bought with, and with it what
    /// makes the order an account's. Answered alike whether there is such an order or not.
    #[oai(path = "/orders/:id/link", method = "post", operation_id = "mail_order_link")]
    async fn link(&self, http: &poem::Request, id: Path<String>) -> Result<LinkAnswer, Problem> {
        self.app.limits.check_ip(http, Action::SendMail)?;
        let now = self.app.clock.now();
        self.app.db.write(move |tx| mail_link(tx, &id.0, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(LinkAnswer::Accepted)
    }

    /// Makes an order the account's that is signed in: who brings the token of a mail has proven to read the order's mails.
    /// No key and no link opens it from then on.
    #[oai(path = "/orders/:id/claim", method = "post", operation_id = "claim_order")]
    async fn claim(
        &self,
        http: &poem::Request,
        customer: Customer,
        id: Path<String>,
        body: Json<ClaimOrder>,
    ) -> Result<Json<OrderBody>, Problem> {
        self.app.limits.check_ip(http, Action::Verify)?;
        let (keys, now) = (self.app.order_keys.clone(), self.app.clock.now());
        let (user_id, token) = (customer.0.user_id, body.0.token);
        let order = self.app.db.write(move |tx| claim(tx, &keys, &id.0, &user_id, &token, now)).await?;
        Ok(Json(OrderBody::new(order, now)))
    }
}

impl GuestApi {
    fn asker(&self, http: &poem::Request, who: Option<SignedIn>) -> Asker {
        let key = guard::order_key(http, &self.app.config.base_url);
        Asker::new(who.map(|who| who.user_id), &self.app.order_keys, key)
    }
}

fn mail_link(tx: &Tx<'_>, order_id: &str, now: Timestamp) -> db::Result<()> {
    let Some(order) = orders::find(tx, order_id)?.filter(|order| order.key_nonce.is_some()) else { return Ok(()) };
    if order.ended_unpaid() {
        return Ok(());
    }
    let is_second_click = orders::events(tx, order_id)?
        .iter()
        .any(|event| event.kind == ASKED && now < event.at.plus_seconds(SECOND_CLICK_SECONDS));
    if is_second_click || orders::guest_events_since(tx, &order.email, ASKED, now.plus_days(-1))? >= MAX_LINKS {
        return Ok(());
    }
    orders::record(tx, order_id, ASKED, &serde_json::json!({}), now)?;
    mail::enqueue(tx, &order.email, order.lang, &Message::OrderLink(orders::summary(&order)), now)
}

/// Whatever is wrong, the answer is the same.
fn claim(
    tx: &Tx<'_>,
    keys: &OrderKeys,
    order_id: &str,
    user_id: &str,
    token: &str,
    now: Timestamp,
) -> Result<Order, Error> {
    let order = orders::find(tx, order_id)?.ok_or(Error::LinkExpired)?;
    if order.user_id.as_deref() == Some(user_id) {
        return Ok(order);
    }
    let nonce = order.key_nonce.as_ref().ok_or(Error::LinkExpired)?;
    keys.prove_mailbox(order_id, nonce, token, now).map_err(|_| Error::LinkExpired)?;
    // Or an account would hold what it could not have ordered.
    if order.status == Status::Pending && orders::pending_of(tx, Party::Account(user_id))? >= MAX_PENDING {
        return Err(Error::TooManyOpenOrders);
    }
    if !orders::claim(tx, order_id, nonce, user_id, now)? {
        return Err(Error::LinkExpired);
    }
    comments::claim(tx, order_id, user_id)?;
    orders::find(tx, order_id)?.ok_or(Error::LinkExpired)
}
