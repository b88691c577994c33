//! The page where one withdraws from a contract: a form, what it says in words, and a receipt. Every browser sends it,
//! with scripts or without, and nobody signs in for it. Who is signed in, or brings the link of an order's mail, finds it
//! filled in; the key goes from the address into a cookie for this page alone. For everybody else it is one page, which
//! is kept. See docs/decisions/0032.

use std::collections::BTreeMap;

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::forms::see_other;
use super::pages::{Pages, reader_lang};
use super::rate;
use crate::app::Shared;
use crate::auth;
use crate::auth::cookies::withdrawal_key;
use crate::auth::guard::{key_in_query, visitor};
use crate::db;
use crate::id;
use crate::lang::Lang;
use crate::mail::GoesBack;
use crate::orders::{self, Order, Status};
use crate::problem::{Code, Problem};
use crate::withdrawals::api::WithdrawalsApi;
use crate::withdrawals::{self, Declaration, Goods, Sender, Told, Typed};

/// Where the page stands.
const PATH: &str = "/withdrawal";
/// Other orders that are offered, at most.
const MAX_OTHERS: i64 = 10;

/// Gives the page out and takes its form in.
pub struct Withdraw {
    api: WithdrawalsApi,
    pages: Pages,
}

/// Who asks for the page, with what they may see.
struct Reader {
    sender: Sender,
    name: String,
    email: String,
    /// The order they withdraw from, where it is theirs.
    order: Option<Order>,
    /// Other orders of their account.
    others: Vec<Order>,
}

/// What the page shows, beside who reads it.
#[derive(Default)]
struct Shown {
    step: &'static str,
    values: BTreeMap<String, String>,
    statement: Option<String>,
    receipt: Option<Value>,
    /// What goes back for what is chosen of the order.
    back: Option<GoesBack>,
    problem: Option<Problem>,
}

impl Withdraw {
    pub fn new(app: &Shared, pages: Pages) -> Self {
        Self { api: WithdrawalsApi { app: app.clone() }, pages }
    }

    /// The answer, where it is not the page that everybody is shown.
    pub async fn answer(&self, request: &mut Request) -> Option<Result<Response, Problem>> {
        if request.uri().path() != PATH {
            return None;
        }
        match *request.method() {
            // What a standby knows may be old, and is nobody's.
            Method::GET | Method::HEAD if self.api.app.db.came_at().is_some() => None,
            Method::GET | Method::HEAD => Box::pin(self.show(request)).await.transpose(),
            Method::POST => Some(Box::pin(self.take(request)).await),
            _ => {
                let mut refusal = Problem::new(Code::MethodNotAllowed).into_response();
                refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
                Some(Ok(refusal))
            }
        }
    }

    async fn show(&self, request: &Request) -> Result<Option<Response>, Problem> {
        let named = in_query(request, "order");
        if let (Some(order_id), Some(order_key)) = (&named, key_in_query(request)) {
            return Ok(Some(self.keep(request, order_id, order_key).await?));
        }
        let reader = self.reader(request, named.clone()).await?;
        if named.is_none() && reader.sender.user_id.is_none() {
            return Ok(None);
        }
        let text = |value: &str| value.to_owned();
        let contract = match &reader.order {
            Some(order) => order.number.to_string(),
            None => named.filter(|named| named != "none").unwrap_or_default(),
        };
        let values = [("name", text(&reader.name)), ("email", text(&reader.email)), ("contract", contract)];
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), value));
        let values = values.chain(reader.order.as_ref().map(kept).unwrap_or_default()).collect();
        let shown = Shown { step: "form", values, ..Shown::default() };
        Ok(Some(self.page(reader_lang(request), &reader, &shown).await?))
    }

    /// Takes the key out of the address.
    async fn keep(&self, request: &Request, order_id: &str, order_key: String) -> Result<Response, Problem> {
        let lang = in_query(request, "lang").and_then(|code| code.parse::<Lang>().ok());
        let lang = lang.map(|lang| format!("&lang={lang}")).unwrap_or_default();
        let order_id: String = order_id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let mut answer = see_other(&format!("{PATH}?order={order_id}{lang}"));
        if let Some(cookie) = self.api.opening_cookie(&order_id, order_key).await? {
            let cookie = HeaderValue::try_from(cookie).map_err(|error| Problem::internal(&error))?;
            answer.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        Ok(answer)
    }

    /// Who asks, and the order they name; of who names none, the account's latest.
    async fn reader(&self, request: &Request, named: Option<String>) -> Result<Reader, Problem> {
        let app = &self.api.app;
        let who = visitor(request).await?;
        let key = withdrawal_key(request, &app.config.base_url);
        let opened = key.filter(|(order_id, _)| named.as_ref() == Some(order_id));
        let sender = Sender {
            user_id: who.as_ref().map(|who| who.user_id.clone()),
            key: opened.map(|(_, key)| (app.order_keys.clone(), key)),
            request_key: None,
        };
        let read = move |conn: &db::Conn| {
            let account = sender.user_id.as_deref().map(|user_id| auth::user(conn, user_id)).transpose()?.flatten();
            let mut others = match &sender.user_id {
                Some(user_id) => orders::list_own(conn, user_id, 0, MAX_OTHERS)?.1,
                None => Vec::new(),
            };
            others.retain(|order| order.status != Status::Cancelled && !withdrawals::left(order).is_empty());
            let order = match &named {
                None => others.first().cloned(),
                Some(order_id) => orders::find_own(conn, &sender.asker(), order_id)?,
            };
            others.retain(|other| order.as_ref().is_none_or(|order| order.id != other.id));
            let known = |of_order: fn(&Order) -> &str| order.as_ref().map(of_order).unwrap_or_default().to_owned();
            let (name, email) = match account {
                Some(account) if !account.name.is_empty() => (account.name, account.email),
                Some(account) => (known(|order| &order.shipping_address.name), account.email),
                None => (known(|order| &order.shipping_address.name), known(|order| &order.email)),
            };
            Ok::<_, db::Error>(Reader { sender, name, email, order, others })
        };
        Ok(app.db.read(read).await?)
    }

    async fn take(&self, request: &mut Request) -> Result<Response, Problem> {
        let fields = rate::fields(request).await?;
        let lang = fields.get("lang").and_then(|code| code.parse().ok()).unwrap_or_else(|| reader_lang(request));
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        let named = Some(field("order")).filter(|order| !order.is_empty());
        let is_of_nobody = named.is_none();
        let mut reader = self.reader(request, named).await?;
        if is_of_nobody {
            reader.order = None;
        }
        let typed = typed(&fields, reader.order.as_ref(), lang);
        let mut shown = Shown { step: "form", values: fields.clone(), ..Shown::default() };
        if field("step") == "edit" {
            return self.page(lang, &reader, &shown).await;
        }
        let done = match &typed {
            Err(problem) => Err(problem.clone()),
            Ok(typed) if field("step") == "confirm" => self.confirm(request, &reader, typed, field("token")).await,
            Ok(typed) => self.review(&reader, typed, lang).await,
        };
        match done {
            Ok(next) => shown = Shown { values: shown.values, ..next },
            Err(problem) => shown.problem = Some(problem),
        }
        if shown.step == "review" {
            shown.values.insert(String::from("token"), id::new());
        }
        self.page(lang, &reader, &shown).await
    }

    /// What is to be confirmed, in words.
    async fn review(&self, reader: &Reader, typed: &Typed, lang: Lang) -> Result<Shown, Problem> {
        let declared = Declaration::parse(typed, lang)?;
        let (sender, order) = (reader.sender.clone(), reader.order.clone());
        let read = move |conn: &db::Conn| {
            let back = order.map(|order| withdrawals::comes_to(conn, &order, &declared.items)).transpose()?.flatten();
            Ok::<_, db::Error>((withdrawals::draft(conn, &sender, &declared)?, back))
        };
        let (statement, back) = self.api.app.db.read(read).await?;
        Ok(Shown { step: "review", statement: Some(statement), back, ..Shown::default() })
    }

    async fn confirm(
        &self,
        request: &Request,
        reader: &Reader,
        typed: &Typed,
        token: String,
    ) -> Result<Shown, Problem> {
        let request_key = Some(token).filter(|token| (1..=200).contains(&token.len()));
        let sender = Sender { request_key, ..reader.sender.clone() };
        let receipt = self.api.take(request, sender.clone(), typed).await?;
        let made = receipt.id.clone();
        let read = move |conn: &db::Conn| {
            Ok::<_, db::Error>((
                withdrawals::told(conn, &sender, &made)?,
                withdrawals::goes_back(conn, &sender, &made)?,
            ))
        };
        let (unsent, back) = self.api.app.db.read(read).await?;
        let told = json!({
            "number": id::short(&receipt.id),
            "received_at": receipt.received_at.to_local_with_offset(),
            "unsent": unsent.as_ref().map(unsent_of),
        });
        Ok(Shown { step: "done", statement: Some(receipt.statement), receipt: Some(told), back, ..Shown::default() })
    }

    async fn page(&self, lang: Lang, reader: &Reader, shown: &Shown) -> Result<Response, Problem> {
        let status = shown.problem.as_ref().map_or(StatusCode::OK, |problem| problem.code().status());
        let value = |name: &str| shown.values.get(name).cloned().unwrap_or_default();
        // As the front end's `own-withdrawal.ts` reads it.
        let own = json!({
            "step": shown.step,
            "name": value("name"),
            "contract": value("contract"),
            "email": value("email"),
            "comment": value("comment"),
            "token": value("token"),
            "order": reader.order.as_ref().map(|order| order_of(order, &shown.values)),
            "others": reader.others.iter().map(short).collect::<Vec<_>>(),
            "statement": shown.statement.as_ref().map(|text| text.lines().collect::<Vec<_>>()),
            "receipt": shown.receipt,
            "back_in_cents": shown.back.map(|back| back.amount),
            "keeps_shipping": shown.back.is_some_and(|back| back.keeps_shipping),
            "problem": shown.problem.as_ref().map(Problem::body),
        });
        self.pages.of_one(PATH, lang, ("withdrawal", own), status).await
    }
}

fn in_query(request: &Request, wanted: &str) -> Option<String> {
    let query = request.uri().query().unwrap_or_default().as_bytes();
    let found = form_urlencoded::parse(query).find(|(name, value)| name == wanted && !value.is_empty());
    found.map(|(_, value)| value.chars().take(withdrawals::MAX_CONTRACT).collect())
}

/// What was typed; of an order, all of whose units are chosen or none of which is left to choose, the whole contract.
fn typed(fields: &BTreeMap<String, String>, order: Option<&Order>, lang: Lang) -> Result<Typed, Problem> {
    let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let mut items = Vec::new();
    let mut is_whole = true;
    for Goods { variant_id, quantity: left } in order.map(withdrawals::left).unwrap_or_default() {
        let wanted = chosen(fields, &variant_id, left);
        is_whole &= wanted == left;
        if wanted > 0 {
            items.push(Goods { variant_id, quantity: wanted });
        }
    }
    if !is_whole && items.is_empty() {
        return Err(Problem::invalid("items", "no units are chosen").with("reason", "missing"));
    }
    if is_whole {
        items.clear();
    }
    Ok(Typed {
        name: field("name"),
        contract: field("contract"),
        email: field("email"),
        items,
        comment: Some(field("comment")),
        lang: Some(lang.to_string()),
    })
}

/// What was made for its buyer is kept unless that is chosen, beside goods that the law lets come back.
fn kept(order: &Order) -> Vec<(String, String)> {
    let is_made = |goods: &Goods| is_personal(order, &goods.variant_id);
    let (personal, plain): (Vec<_>, Vec<_>) = withdrawals::left(order).into_iter().partition(is_made);
    let kept = personal.into_iter().filter(|_| !plain.is_empty());
    kept.map(|goods| (format!("item.{}", goods.variant_id), String::from("0"))).collect()
}

fn is_personal(order: &Order, variant_id: &str) -> bool {
    order.items.iter().any(|item| item.variant_id == variant_id && !item.custom_field_values.is_empty())
}

fn unsent_of(told: &Told) -> Value {
    let order = &told.order;
    json!({
        "state": told.unsent.into_str(),
        "order": order.id,
        "number": order.number.to_string(),
        "is_guest": order.user_id.is_none(),
        "back_in_cents": order.money.back(),
    })
}

/// How many units of a variant were chosen; all that are left where nothing was said.
fn chosen(fields: &BTreeMap<String, String>, variant_id: &str, left: i64) -> i64 {
    let said = fields.get(&format!("item.{variant_id}")).and_then(|units| units.parse::<i64>().ok());
    said.unwrap_or(left).clamp(0, left)
}

fn short(order: &Order) -> Value {
    json!({ "id": order.id, "number": order.number.to_string() })
}

fn order_of(order: &Order, fields: &BTreeMap<String, String>) -> Value {
    let goods = |Goods { variant_id, quantity: left }: Goods| {
        let item = order.items.iter().find(|item| item.variant_id == variant_id);
        let title = item.map(withdrawals::title_of).unwrap_or_default();
        let is_personal = is_personal(order, &variant_id);
        let chosen = chosen(fields, &variant_id, left);
        json!({ "id": variant_id, "title": title, "left": left, "chosen": chosen, "is_personal": is_personal })
    };
    json!({
        "id": order.id,
        "number": order.number.to_string(),
        "items": withdrawals::left(order).into_iter().map(goods).collect::<Vec<_>>(),
    })
}
