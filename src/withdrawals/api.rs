//! Withdrawing over HTTP: the statement itself, and the way to its page for whoever has an order's key.

use poem::Request;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::{Declaration, Error, Goods, NotStored, Receipt, Sender, Typed};
use crate::app::Shared;
use crate::auth::cookies::withdrawal_cookie;
use crate::auth::guard::{self, Visitor};
use crate::checkout::api::key;
use crate::checkout::payment;
use crate::limits::Action;
use crate::orders::{self, Asker};
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// The endpoints of whoever withdraws.
pub struct WithdrawalsApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Withdrawing from a contract.
    Withdrawal,
}

/// A statement as it is sent.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Withdrawal {
    /// Who withdraws, 1–100 characters.
    name: String,
    /// What says which contract: an order's id or number, or anything else, 1–200 characters.
    contract: String,
    /// Where the acknowledgement goes.
    email: String,
    /// Which goods; all of the contract when none are named.
    items: Option<Vec<WithdrawnItem>>,
    /// At most 2,000 characters; no reason is asked for.
    comment: Option<String>,
    /// What opens an order that was bought without an account: it proves whose it is.
    key: Option<String>,
    /// The language to answer in; else `Accept-Language` says it.
    lang: Option<String>,
}

/// Units of a variant.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct WithdrawnItem {
    variant_id: String,
    /// 1 or more.
    quantity: i64,
}

/// It is stored, whatever it names; an acknowledgement follows by mail.
#[derive(Debug, Object)]
struct StoredWithdrawal {
    /// Its first 8 characters are the number in its mails.
    id: String,
    /// RFC 3339.
    received_at: String,
}

#[derive(ApiResponse)]
enum Answer {
    /// It is stored, and its acknowledgement is on its way.
    #[oai(status = 201)]
    Stored(Json<StoredWithdrawal>),
}

#[derive(ApiResponse)]
enum Way {
    /// To the page where one withdraws; with a cookie for it, where the order's own opens the order.
    #[oai(status = 303)]
    There(#[oai(header = "Location")] String, #[oai(header = "Set-Cookie")] Option<String>),
}

#[OpenApi(tag = "Tag::Withdrawal")]
impl WithdrawalsApi {
    /// Withdraws from a contract. Every statement is taken, also one that is late or names no order of the shop; nothing in
    /// the answer tells whether it does. An order that was not sent yet is cancelled and given back where a session or the
    /// order's key proves whose it is.
    #[oai(path = "/withdrawals", method = "post", operation_id = "declare_withdrawal")]
    async fn post(
        &self,
        http: &Request,
        visitor: Visitor,
        /// The same key with the same statement is the same statement; at most 200 characters. Without one the same
        /// statement within a minute is.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<Withdrawal>,
    ) -> Result<Answer, Problem> {
        let Withdrawal { name, contract, email, items, comment, key: order_key, lang } = body.0;
        let items = items.unwrap_or_default().into_iter();
        let items = items.map(|item| Goods { variant_id: item.variant_id, quantity: item.quantity }).collect();
        let order_key = order_key.or_else(|| http.header("x-order-key").map(str::to_owned));
        let sender = Sender {
            user_id: visitor.0.map(|who| who.user_id),
            key: order_key.map(|order_key| (self.app.order_keys.clone(), order_key)),
            request_key: key(idempotency_key.0)?,
        };
        let typed = Typed { name, contract, email, items, comment, lang };
        let Receipt { id, received_at, .. } = self.take(http, sender, &typed).await?;
        Ok(Answer::Stored(Json(StoredWithdrawal { id, received_at: received_at.to_rfc3339() })))
    }

    /// The way from the page of an order to the page where one withdraws from it: the order's cookie, which goes nowhere
    /// else, opens it there too.
    #[oai(path = "/orders/:id/withdrawal", method = "get", operation_id = "open_withdrawal")]
    async fn open(&self, http: &Request, id: Path<String>) -> Result<Way, Problem> {
        let is_id = !id.is_empty() && id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
        let Some(id) = is_id.then_some(id.0) else { return Err(Problem::new(Code::NotFound)) };
        let cookie = match guard::order_key(http, &self.app.config.base_url) {
            Some(order_key) => self.opening_cookie(&id, order_key).await?,
            None => None,
        };
        Ok(Way::There(format!("/withdrawal?order={id}"), cookie))
    }
}

/// What the operations do, also for who sends a form without a script.
impl WithdrawalsApi {
    /// Stores a statement, whoever sent `request`.
    pub async fn take(&self, request: &Request, sender: Sender, typed: &Typed) -> Result<Receipt, Problem> {
        let declared = Declaration::parse(typed, guard::spoken(request))?;
        self.limit(request, &declared).await?;
        let (now, asker, contract) = (self.app.clock.now(), sender.clone(), declared.contract.clone());
        let unpaid = self.app.db.read(move |conn| super::unpaid_order_of(conn, &asker, &contract)).await?;
        if let Some(order_id) = unpaid {
            // What is paid on a page that could not be closed is given back.
            drop(payment::close_pages(&self.app, &order_id).await);
        }
        let owner = self.app.config.owner_email.as_ref().map(|mailbox| mailbox.email.to_string());
        let store = move |tx: &crate::db::Tx<'_>| super::declare(tx, &sender, &declared, owner.as_deref(), now);
        let receipt = self.app.db.write(store).await?;
        self.app.wakeups.outbox.notify_one();
        self.app.wakeups.pager.notify_one();
        self.app.wakeups.payments.notify_one();
        Ok(receipt)
    }

    /// The cookie by which the page opens an order, where the key does.
    pub async fn opening_cookie(&self, order_id: &str, order_key: String) -> Result<Option<String>, Problem> {
        let asker = Asker::new(None, &self.app.order_keys, Some(order_key.clone()));
        let wanted = order_id.to_owned();
        let found = self.app.db.read(move |conn| orders::find_own(conn, &asker, &wanted)).await?;
        Ok(found.map(|order| withdrawal_cookie(&self.app.config.base_url, &order.id, &order_key)))
    }

    /// So many a day are more than anybody has contracts. Who has had them is told how else the firm is reached.
    async fn limit(&self, request: &Request, declared: &Declaration) -> Result<(), Problem> {
        let address = self.app.secrets.address_key(declared.email.as_str());
        let limits = &self.app.limits;
        let limited = limits
            .check_ip(request, Action::Withdrawal)
            .and_then(|()| limits.check(Action::WithdrawalAddress, &address));
        let Err(problem) = limited else { return Ok(()) };
        let firm = self.app.db.read(Settings::load).await?;
        Err(problem.with("email", firm.email).with("phone", firm.phone))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::invalid(error.field(), error.to_string()).with("reason", error.reason())
    }
}

impl From<NotStored> for Problem {
    fn from(error: NotStored) -> Self {
        match error {
            NotStored::KeyReused => Self::new(Code::IdempotencyKeyReused),
            NotStored::Db(error) => error.into(),
        }
    }
}
