//! Withdrawal: a buyer says that they withdraw from a contract, and the shop stores it, acknowledges it and tells its
//! owner in one transaction (Directive 2011/83 art. 11a). Owns `withdrawals` and `return_cases`.
//!
//! Nothing that is a statement is refused: one that is late, names no order of ours or goods that are excluded is marked
//! for a person. What is answered tells nobody whether there is such an order. Only where a session or the order's key
//! proves whose it is, an order that was not sent yet is cancelled at once, by way of `fulfilment`. See
//! docs/decisions/0032.

pub mod api;
pub mod case;
mod case_wire;
pub mod desk_api;
mod due;
mod named;
mod paid;
pub mod paper;
mod parse;
mod period;
pub mod settle;
mod sql;
mod statement;
mod unsent;
pub mod wire;

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use serde_json::json;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;
use crate::mail::{self, GoesBack, Message, Unsent, WithdrawalNotice, WithdrawalReceipt};
use crate::money::Cents;
use crate::order_keys::OrderKeys;
use crate::orders::{self, Asker, Order, Status};
use crate::page::Page;
use crate::pager;
use crate::secrets::sha256;
use crate::settings::Settings;
use crate::text::hex;

pub use named::{Mark, title_of};
pub use parse::{Declaration, Error, Goods, MAX_COMMENT, MAX_CONTRACT, MAX_NAME, Typed};
pub use unsent::{Told, comes_to, goes_back, left, told};

/// The same statement again within so many seconds is a second click.
const SECOND_CLICK_SECONDS: i64 = 60;
/// So many acknowledgements a day go to one address at once; each further one waits longer than the one before.
const PROMPT_MAILS: i64 = 3;
const MAIL_WAIT_SECONDS: i64 = 1800;

/// What shows that an order's buyer made a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[oai(rename = "WithdrawalProof", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Proof {
    /// The order's account was signed in.
    Session,
    /// The order's key came with it.
    Key,
    /// It gives the address that the order's mails go to, which anybody can type.
    Address,
    None,
}

/// How far its case is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[oai(rename = "WithdrawalState", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = UnknownState, parse_err_fn = unknown)]
pub enum State {
    /// It waits for a person.
    Received,
    /// Its order had not been sent: it was cancelled, and what was paid goes back.
    Cancelled,
    /// The goods are back.
    GoodsBack,
    /// The money is back, or on its way.
    Refunded,
    /// Nothing more is to be done.
    Closed,
}

/// No state is called that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a state; there are: received, cancelled, goods_back, refunded, closed")]
pub struct UnknownState;

fn unknown(_: &str) -> UnknownState {
    UnknownState
}

db::stored_by_name!(Proof);
db::stored_by_name!(State);

/// Units of a variant, as the statement names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub variant_id: String,
    /// In the statement's language.
    pub title: String,
    pub quantity: i64,
}

/// A stored statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    /// Random; people call it by its first 8 characters.
    pub id: String,
    pub received_at: Timestamp,
    pub name: String,
    /// What says which contract, as it was typed.
    pub contract: String,
    /// Where the acknowledgement went; empty once its sender was forgotten.
    pub email: String,
    pub lang: Lang,
    /// None for all of the contract.
    pub items: Vec<Item>,
    pub comment: Option<String>,
    /// The words that were confirmed.
    pub statement: String,
    /// SHA-256 of the salt and the words, which the log has too.
    pub seal: [u8; 32],
    /// The order it names.
    pub order_id: Option<String>,
    pub proof: Proof,
    /// Why a person must look at it.
    pub marks: Vec<Mark>,
    pub state: State,
}

/// Goods that come back: from a statement, whose id it has, or because the owner granted it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    pub id: String,
    /// Whether the owner granted it, without a statement.
    pub is_granted: bool,
    /// Whose goods they are; none while nobody has said.
    pub order_id: Option<String>,
    pub state: State,
    pub opened_at: Timestamp,
    /// What came back.
    pub lines: Vec<Line>,
    /// What happened, oldest first.
    pub events: Vec<Event>,
}

/// Units of an order's line that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub item_id: String,
    /// 1 or more.
    pub quantity: i64,
    /// Whether they can be sold again.
    pub restock: bool,
    /// What of their value they lost by more use than a look.
    pub loss: Cents,
    /// What that loss is; there where there is one.
    pub note: Option<String>,
}

/// Something that happened in a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// `granted`, `assigned`, `cancelled`, `taken_out`, `goods_back`, `refunded` or `closed`.
    pub kind: String,
    /// As the log knows them.
    pub by: String,
    /// Words to the buyer.
    pub note: Option<String>,
    pub at: Timestamp,
}

/// Who makes a statement, and how.
#[derive(Clone)]
pub struct Sender {
    /// The session's account.
    pub user_id: Option<String>,
    /// An order's key, with what tells it.
    pub key: Option<(OrderKeys, String)>,
    /// The same key with the same statement is the same statement.
    pub request_key: Option<String>,
}

/// What its sender is told at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub id: String,
    pub received_at: Timestamp,
    /// The words that were stored.
    pub statement: String,
}

/// Why a statement is not stored.
#[derive(Debug, thiserror::Error)]
pub enum NotStored {
    /// The key was used for another statement.
    #[error("the idempotency key was used for another statement")]
    KeyReused,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl Sender {
    /// As who asks for orders: the account, and whoever holds the key.
    pub fn asker(&self) -> Asker {
        match &self.key {
            Some((keys, key)) => Asker::new(self.user_id.clone(), keys, Some(key.clone())),
            None => self.session(),
        }
    }

    fn session(&self) -> Asker {
        self.user_id.as_ref().map(Asker::account).unwrap_or_default()
    }

    fn holder(&self) -> Asker {
        self.key.as_ref().map(|(keys, key)| Asker::new(None, keys, Some(key.clone()))).unwrap_or_default()
    }
}

/// A statement in the words that are to be confirmed.
pub fn draft(conn: &Conn, sender: &Sender, declared: &Declaration) -> db::Result<String> {
    let order = named::order(conn, &declared.contract)?;
    Ok(worded(conn, sender, order.as_ref(), declared)?.2)
}

/// Stores a statement with all that follows from it; the same again is the same. `owner` is told, where there is one.
pub fn declare(
    tx: &Tx<'_>,
    sender: &Sender,
    declared: &Declaration,
    owner: Option<&str>,
    now: Timestamp,
) -> Result<Receipt, NotStored> {
    let hash = request_hash(sender, declared);
    if let Some(receipt) = told_before(tx, sender, declared, &hash, now)? {
        return Ok(receipt);
    }
    let order = named::order(tx, &declared.contract)?;
    let (proof, items, statement) = worded(tx, sender, order.as_ref(), declared)?;
    let marks = named::marks(tx, order.as_ref(), proof, declared, &Settings::load(tx)?.holidays, now)?;
    let salt = id::random_bytes();
    let stored = Withdrawal {
        id: id::new(),
        received_at: now,
        name: declared.name.clone(),
        contract: declared.contract.clone(),
        email: declared.email.to_string(),
        lang: declared.lang,
        items,
        comment: declared.comment.clone(),
        seal: sha256(&[salt.as_slice(), statement.as_bytes()].concat()),
        statement,
        order_id: order.as_ref().map(|order| order.id.clone()),
        proof,
        marks,
        state: State::Received,
    };
    sql::insert(tx, &stored, &salt, sender.request_key.as_deref(), &hash)?;
    let back = promised(tx, &stored, order.as_ref(), declared)?;
    write_down(tx, &stored, back, now)?;
    let unsent = unsent::settle(tx, &stored, order.as_ref(), declared, now)?;
    tell(tx, &stored, order.as_ref(), (unsent, back), owner, now)?;
    Ok(Receipt { id: stored.id, received_at: now, statement: stored.statement })
}

/// What it is proven with, its goods and its words.
fn worded(
    conn: &Conn,
    sender: &Sender,
    order: Option<&Order>,
    declared: &Declaration,
) -> db::Result<(Proof, Vec<Item>, String)> {
    let email = declared.email.as_str();
    let proof = order.map_or(Proof::None, |order| named::proof(order, &sender.session(), &sender.holder(), email));
    let own = order.filter(|_| matches!(proof, Proof::Session | Proof::Key));
    let items = named::titled(conn, own, &declared.items, declared.lang)?;
    let statement = statement::text(declared, &items, &Settings::load(conn)?.legal_name);
    Ok((proof, items, statement))
}

/// The receipt of the same statement, where it was made with this key or a moment ago.
fn told_before(
    tx: &Tx<'_>,
    sender: &Sender,
    declared: &Declaration,
    hash: &[u8; 32],
    now: Timestamp,
) -> Result<Option<Receipt>, NotStored> {
    let email = declared.email.as_str();
    let Some(key) = &sender.request_key else {
        return Ok(sql::find_since(tx, email, hash, now.plus_seconds(-SECOND_CLICK_SECONDS))?);
    };
    match sql::find_by_key(tx, email, key)? {
        Some((receipt, with)) if with == *hash => Ok(Some(receipt)),
        Some(_) => Err(NotStored::KeyReused),
        None => Ok(None),
    }
}

fn request_hash(sender: &Sender, declared: &Declaration) -> [u8; 32] {
    let Declaration { name, contract, email, items, comment, lang } = declared;
    let key = sender.key.as_ref().map(|(_, key)| key);
    let said = json!([name, contract, email.as_str(), items, comment, lang.code(), sender.user_id, key]);
    sha256(said.to_string().as_bytes())
}

/// What it comes to if it holds; nothing of that is said without a session or the order's key, or after the period.
fn promised(
    conn: &Conn,
    stored: &Withdrawal,
    order: Option<&Order>,
    declared: &Declaration,
) -> db::Result<Option<GoesBack>> {
    let told = order.filter(|_| unsent::is_proven(stored.proof) && !stored.marks.contains(&Mark::Late));
    told.map_or(Ok(None), |order| unsent::comes_to(conn, order, &declared.items))
}

/// The entry of the log, and the order's event where its buyer made the statement, as far as anybody can tell.
fn write_down(tx: &Tx<'_>, stored: &Withdrawal, back: Option<GoesBack>, now: Timestamp) -> db::Result<()> {
    let detail = json!({
        "seal": hex(&stored.seal), "order": stored.order_id, "proof": stored.proof, "marks": stored.marks,
    });
    audit::record(tx, &Actor::System, "withdrawal.received", &stored.id, &detail, now)?;
    match &stored.order_id {
        Some(order_id) if stored.proof != Proof::None => {
            let mut detail = json!({ "withdrawal": stored.id, "proof": stored.proof });
            if let Some(back) = back {
                detail["back"] = json!(back);
            }
            orders::record(tx, order_id, "withdrawal", &detail, now)
        }
        _ => Ok(()),
    }
}

/// The acknowledgement to its sender, and the word to the owner.
fn tell(
    tx: &Tx<'_>,
    stored: &Withdrawal,
    order: Option<&Order>,
    (unsent, back): (Option<Unsent>, Option<GoesBack>),
    owner: Option<&str>,
    now: Timestamp,
) -> db::Result<()> {
    let items: Vec<String> = stored.items.iter().map(|item| format!("{} × {}", item.quantity, item.title)).collect();
    let receipt = WithdrawalReceipt {
        id: stored.id.clone(),
        number: id::short(&stored.id).to_owned(),
        order_id: stored.order_id.clone().filter(|_| stored.proof != Proof::None),
        name: stored.name.clone(),
        contract: stored.contract.clone(),
        items: items.clone(),
        statement: stored.statement.lines().map(str::to_owned).collect(),
        at: now.to_local_with_offset(),
        send_to: send_to(&Settings::load(tx)?),
        until: period::day_14_told(now),
        unsent,
        back,
    };
    let before = sql::count_since(tx, &stored.email, now.plus_days(-1))? - 1;
    let wait = (before - PROMPT_MAILS + 1).clamp(0, 48) * MAIL_WAIT_SECONDS;
    let acknowledgement = Message::WithdrawalReceived(receipt);
    mail::enqueue_later(tx, &stored.email, stored.lang, &acknowledgement, now, now.plus_seconds(wait))?;
    let notice = WithdrawalNotice {
        id: stored.id.clone(),
        number: id::short(&stored.id).to_owned(),
        order: order.map(|order| order.number.to_string()),
        name: stored.name.clone(),
        email: stored.email.clone(),
        contract: stored.contract.clone(),
        items,
        marks: stored.marks.iter().map(|mark| mark.into_str().to_owned()).collect(),
        message: stored.comment.clone().unwrap_or_default(),
    };
    pager::tell(tx, owner, &Message::WithdrawalForOwner(notice), now)
}

/// Where goods are sent back to.
fn send_to(settings: &Settings) -> Vec<String> {
    vec![settings.legal_name.clone(), settings.place().to_owned()]
}

/// The order that a statement names, where its sender proves to be its buyer and it was not sent: its payment page is to
/// be closed before it is cancelled.
pub fn unpaid_order_of(conn: &Conn, sender: &Sender, contract: &str) -> db::Result<Option<String>> {
    let Some(order) = named::order(conn, contract)? else { return Ok(None) };
    let proof = named::proof(&order, &sender.session(), &sender.holder(), "");
    let is_unpaid = proof != Proof::None && order.status == Status::Pending;
    Ok(is_unpaid.then_some(order.id))
}

/// How many there are of a state, or at all, and a page of them, newest first.
pub fn list(conn: &Conn, state: Option<State>, page: Page) -> db::Result<(i64, Vec<Withdrawal>)> {
    sql::list(conn, state, page)
}

/// All of a state, or all, newest first.
pub fn all(conn: &Conn, state: Option<State>) -> db::Result<Vec<Withdrawal>> {
    Ok(sql::list(conn, state, Page { offset: 0, limit: -1 })?.1)
}

/// One of them.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<Withdrawal>> {
    sql::find(conn, id)
}

/// The ids that begin with `prefix`; two at most, as one more than one is enough to know it is ambiguous.
pub fn ids_with_prefix(conn: &Conn, prefix: &str) -> db::Result<Vec<String>> {
    sql::ids_with_prefix(conn, prefix)
}

/// How many cases there are of a state and of somebody whose name, address or order holds `q`, or at all, and a page of them,
/// newest first.
pub fn cases(conn: &Conn, state: Option<State>, q: Option<&str>, page: Page) -> db::Result<(i64, Vec<Case>)> {
    sql::case::list(conn, state, q, page)
}

/// How many wait for a person.
pub fn count_waiting(conn: &Conn) -> db::Result<i64> {
    sql::count_waiting(conn)
}

/// How many have their goods back, or never had them, and the last day for the money is over.
pub fn count_overdue(conn: &Conn, now: Timestamp) -> db::Result<i64> {
    sql::count_overdue(conn, period::first_in_time(now))
}

/// Those that somebody made: with an address, or about their orders with a proof, newest first.
pub fn of_person(conn: &Conn, email: &str, orders: &[&str]) -> db::Result<Vec<Withdrawal>> {
    sql::of_person(conn, email, orders)
}

/// Forgets who made them: those with an address until a moment, and those of orders with a proof.
pub fn forget_person(tx: &Tx<'_>, email: &str, orders: &[&str], now: Timestamp) -> db::Result<()> {
    sql::forget_person(tx, email, orders, now)
}

/// Forgets who made those whose order has forgotten its buyer, and those without an order from before a moment.
pub fn forget_old(tx: &Tx<'_>, before: Timestamp, now: Timestamp) -> db::Result<()> {
    sql::forget_old(tx, before, now)
}
