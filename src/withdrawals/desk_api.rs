//! Returns as the owner handles them: one case from the statement, or from the owner's word, to the money.

use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi, Tags};

use super::case::{self, NotDone};
use super::case_wire::{CaseBody, CaseList};
use super::paper::Acknowledgement;
use super::wire::{WithdrawalBody, WithdrawalList};
use super::{Case, Line, State};
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::checkout::api::key;
use crate::checkout::refund::Method;
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::money::Cents;
use crate::page::Page;
use crate::printing::{self, Printed};
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::text;

/// Lines of a return, at most.
const MAX_LINES: usize = 100;

/// `/api/admin/withdrawals` and `/api/admin/returns`.
pub struct DeskApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk.
    Desk,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct GrantReturn {
    /// Whose goods may come back; it must have been sent.
    order_id: String,
    /// To the buyer, at most 1,000 characters.
    words: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct AssignReturn {
    /// Whose goods they are: the order's id or its number.
    order_id: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct GoodsBack {
    /// What came back, at most 100 lines.
    lines: Vec<ReturnedLine>,
}

/// Units of an order's line that came back.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ReturnedLine {
    item_id: String,
    /// 1 or more.
    quantity: i64,
    /// Whether they can be sold again: then they go back into stock with the money.
    restock: bool,
    /// Cents of value that they lost by more use than a look; the buyer answers for it.
    loss_in_cents: Option<i64>,
    /// What that loss is, at most 1,000 characters; the buyer reads it.
    note: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct TakeOut {
    lines: Vec<UnsentLine>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct UnsentLine {
    item_id: String,
    /// 1 or more.
    quantity: i64,
    /// Whether they go back into stock.
    restock: bool,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct RefundReturn {
    /// Whether the delivery goes back too; where everything came back it does unless this says `false`.
    shipping: Option<bool>,
    /// Cents that the owner was shown; another sum is refused.
    expected_in_cents: Option<i64>,
    /// Whether the money was given back in another way, in cash or by a transfer: then it is only written down.
    elsewhere: Option<bool>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct CloseReturn {
    /// Mailed to the buyer, at most 1,000 characters; none is mailed without.
    words: Option<String>,
}

type Answer = Result<Json<CaseBody>, Problem>;

#[OpenApi(tag = "Tag::Desk")]
impl DeskApi {
    /// Statements of withdrawal, newest first.
    #[oai(path = "/admin/withdrawals", method = "get", operation_id = "list_withdrawals")]
    async fn list(
        &self,
        _admin: Admin,
        /// Only those whose case is so far.
        state: Query<Option<State>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<WithdrawalList>, Problem> {
        let page = Page::parse(offset.0, limit.0)?;
        let read = move |conn: &db::Conn| {
            let (count, found) = super::list(conn, state.0, page)?;
            Ok::<_, db::Error>((count, WithdrawalBody::read_all(conn, found)?))
        };
        let (count, withdrawals) = self.app.db.read(read).await?;
        Ok(Json(WithdrawalList { count, offset: page.offset, limit: page.limit, withdrawals }))
    }

    /// One statement of withdrawal.
    #[oai(path = "/admin/withdrawals/:id", method = "get", operation_id = "get_withdrawal")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Result<Json<WithdrawalBody>, Problem> {
        let read = move |conn: &db::Conn| {
            let found = super::find(conn, &id.0)?;
            found.map(|made| WithdrawalBody::read(conn, made)).transpose()
        };
        self.app.db.read(read).await?.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// The acknowledgement of a statement as a paper, as its sender was mailed it.
    #[oai(
        path = "/admin/withdrawals/:id/acknowledgement",
        method = "get",
        operation_id = "get_withdrawal_acknowledgement"
    )]
    async fn acknowledgement(&self, _admin: Admin, id: Path<String>) -> Result<Response<Printed>, Problem> {
        let found = self.app.db.read(move |conn| Acknowledgement::find(conn, &id.0)).await?;
        let paper = found.ok_or_else(|| Problem::new(Code::NotFound))?;
        let name = paper.file_name();
        printing::printed(move || paper.pdf(), &name).await
    }

    /// Returns, newest first: of statements of withdrawal, and those that the owner granted.
    #[oai(path = "/admin/returns", method = "get", operation_id = "list_returns")]
    async fn list_cases(
        &self,
        _admin: Admin,
        /// Only those that are so far.
        state: Query<Option<State>>,
        /// A part of the name, the address for mail, the order's number or what names the contract.
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<CaseList>, Problem> {
        let (page, now) = (Page::parse(offset.0, limit.0)?, self.app.clock.now());
        let q = text::wanted(q.0.as_deref());
        let read = move |conn: &db::Conn| {
            let (count, found) = super::cases(conn, state.0, q.as_deref(), page)?;
            let holidays = Settings::load(conn)?.holidays;
            let bodies = found.into_iter().map(|case| CaseBody::read(conn, case, &holidays, now));
            Ok::<_, NotDone>((count, bodies.collect::<Result<Vec<_>, _>>()?))
        };
        let (count, returns) = self.app.db.read(read).await?;
        Ok(Json(CaseList { count, offset: page.offset, limit: page.limit, returns }))
    }

    /// One return.
    #[oai(path = "/admin/returns/:id", method = "get", operation_id = "get_return")]
    async fn get_case(&self, _admin: Admin, id: Path<String>) -> Answer {
        let now = self.app.clock.now();
        let read = move |conn: &db::Conn| CaseBody::one(conn, case::find(conn, &id.0)?, now);
        Ok(Json(self.app.db.read(read).await?))
    }

    /// Grants a return that the law does not ask for; the buyer is told how. Refused where one of the order is open.
    #[oai(path = "/admin/returns", method = "post", operation_id = "grant_return")]
    async fn grant(&self, admin: Admin, body: Json<GrantReturn>) -> Answer {
        let (actor, GrantReturn { order_id, words }) = (admin.actor(), body.0);
        self.act(move |tx, now| case::grant(tx, &actor, &order_id, &words.unwrap_or_default(), now)).await
    }

    /// Says whose goods a statement is about.
    #[oai(path = "/admin/returns/:id/assign", method = "post", operation_id = "assign_return")]
    async fn assign(&self, admin: Admin, id: Path<String>, body: Json<AssignReturn>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| case::assign(tx, &actor, &id.0, &body.0.order_id, now)).await
    }

    /// Cancels the order, which was not sent: what was paid goes back.
    #[oai(path = "/admin/returns/:id/cancel", method = "post", operation_id = "cancel_returned_order")]
    async fn cancel(&self, admin: FreshAdmin, id: Path<String>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| case::cancel(tx, &actor, &id.0, now)).await
    }

    /// The goods are back; the buyer is told. Until money goes back it can be corrected.
    #[oai(path = "/admin/returns/:id/goods-back", method = "post", operation_id = "take_goods_back")]
    async fn goods_back(&self, admin: Admin, id: Path<String>, body: Json<GoodsBack>) -> Answer {
        few(body.lines.len())?;
        let line = |line: ReturnedLine| Line {
            item_id: line.item_id,
            quantity: line.quantity,
            restock: line.restock,
            loss: Cents(line.loss_in_cents.unwrap_or_default()),
            note: line.note,
        };
        let (actor, lines) = (admin.actor(), body.0.lines.into_iter().map(line).collect::<Vec<_>>());
        self.act(move |tx, now| case::goods_back(tx, &actor, &id.0, &lines, now)).await
    }

    /// Takes units out of an order that was not sent, and gives their price back at once; the rest is sent.
    #[oai(path = "/admin/returns/:id/take-out", method = "post", operation_id = "take_out_of_order")]
    async fn take_out(&self, admin: FreshAdmin, id: Path<String>, body: Json<TakeOut>) -> Answer {
        few(body.lines.len())?;
        let line = |UnsentLine { item_id, quantity, restock }| Line {
            item_id,
            quantity,
            restock,
            loss: Cents::ZERO,
            note: None,
        };
        let (actor, lines) = (admin.actor(), body.0.lines.into_iter().map(line).collect::<Vec<_>>());
        self.act(move |tx, now| case::take_out(tx, &actor, &id.0, &lines, now)).await
    }

    /// Gives back the price of what came back, less what it lost of its value.
    #[oai(path = "/admin/returns/:id/refund", method = "post", operation_id = "refund_return")]
    async fn refund(
        &self,
        admin: FreshAdmin,
        id: Path<String>,
        /// The same key is the same refund; at most 200 characters.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<RefundReturn>,
    ) -> Answer {
        let RefundReturn { shipping, expected_in_cents, elsewhere } = body.0;
        let method = if elsewhere.unwrap_or_default() { Method::Elsewhere } else { Method::Provider };
        let key = key(idempotency_key.0)?;
        let wanted = case::Refund { shipping, expected: expected_in_cents.map(Cents), method, key };
        let actor = admin.actor();
        self.act(move |tx, now| case::refund(tx, &actor, &id.0, &wanted, now)).await
    }

    /// Nothing more is to be done.
    #[oai(path = "/admin/returns/:id/close", method = "post", operation_id = "close_return")]
    async fn close(&self, admin: Admin, id: Path<String>, body: Json<CloseReturn>) -> Answer {
        let actor = admin.actor();
        self.act(move |tx, now| case::close(tx, &actor, &id.0, &body.0.words.unwrap_or_default(), now)).await
    }
}

impl DeskApi {
    /// Does an act in a transaction, wakes those who have work of it, and answers the case.
    async fn act<F>(&self, act: F) -> Answer
    where
        F: FnOnce(&Tx<'_>, Timestamp) -> Result<Case, NotDone> + Send + 'static,
    {
        let now = self.app.clock.now();
        let done = self.app.db.write(move |tx| CaseBody::one(tx, act(tx, now)?, now)).await?;
        self.app.wakeups.outbox.notify_one();
        self.app.wakeups.payments.notify_one();
        Ok(Json(done))
    }
}

fn few(lines: usize) -> Result<(), Problem> {
    if lines > MAX_LINES { Err(Problem::invalid("lines", format!("takes at most {MAX_LINES}"))) } else { Ok(()) }
}

impl From<NotDone> for Problem {
    fn from(error: NotDone) -> Self {
        let detail = error.to_string();
        match error {
            NotDone::NotFound => Self::new(Code::NotFound),
            NotDone::Illegal(_) | NotDone::NoOrder | NotDone::OrderIs(_) => {
                Self::new(Code::IllegalTransition).detail(detail)
            }
            NotDone::Open(case) => Self::new(Code::ReturnOpen).detail(detail).with("return", case),
            NotDone::Lines(_) => Self::invalid("lines", detail),
            NotDone::Words(field) => Self::invalid(field, detail),
            NotDone::Fulfilment(error) => error.into(),
            NotDone::Db(error) => error.into(),
        }
    }
}
