//! The page where stars are given: a form that every browser sends, with scripts or without, by whoever brings what a mail
//! carried. That goes from the address into a cookie for this page alone, so that it stands in no history, no log and no
//! referrer. Nobody signs in, and nothing else is opened (docs/decisions/0030).

use std::collections::BTreeMap;

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{IntoResponse, Request, RequestBody, Response};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::forms::see_other;
use super::pages::{Pages, reader_lang, usual_lang};
use crate::app::Shared;
use crate::auth::cookies::{cookie, rating_cookie, rating_cookie_name};
use crate::auth::guard::key_in_query;
use crate::comments::Content;
use crate::lang::Lang;
use crate::limits::Action;
use crate::order_keys::Rated;
use crate::problem::{Code, Problem};
use crate::ratings::{self, Given, MAX_SIGNED, MOST_STARS, Rateable, Stand, firm};
use crate::text;

/// Where the page stands, before an order or a request for a quote.
const FOLDER: &str = "/rate/";
/// What the firm goes by among products.
const FIRM: &str = "firm";

/// Gives the page out and takes its form in.
pub struct Rate {
    app: Shared,
    pages: Pages,
}

/// The page of somebody.
struct Shown {
    stand: Option<Stand>,
    what: Rated,
    number: String,
    has_account: bool,
    signed: String,
    products: Vec<Rateable>,
}

/// What is wrong with a form, and with which product.
struct Wrong {
    field: &'static str,
    product: String,
}

impl Rate {
    pub fn new(app: &Shared, pages: Pages) -> Self {
        Self { app: app.clone(), pages }
    }

    /// The answer, where the address is one of this page.
    pub async fn answer(&self, request: &mut Request) -> Option<Result<Response, Problem>> {
        let id = id_in(request.uri().path())?.to_owned();
        Some(match *request.method() {
            Method::GET | Method::HEAD => match key_in_query(request) {
                Some(key) => Ok(self.keep(request, &id, &key)),
                None => Box::pin(self.show(request, &id)).await,
            },
            Method::POST => Box::pin(self.take(request, &id)).await,
            _ => {
                let mut refusal = Problem::new(Code::MethodNotAllowed).into_response();
                refusal.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD, POST"));
                Ok(refusal)
            }
        })
    }

    /// Takes the key out of the address.
    fn keep(&self, request: &Request, id: &str, key: &str) -> Response {
        let rest = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
        let lang = rest.into_iter().find(|(name, _)| name == "lang").and_then(|(_, code)| code.parse::<Lang>().ok());
        let to = format!("{FOLDER}{id}{}", lang.map(|lang| format!("?lang={lang}")).unwrap_or_default());
        let mut answer = see_other(&to);
        if self.opened(id, key).is_some() {
            let kept = rating_cookie(&self.app.config.base_url, id, key);
            answer.headers_mut().insert(header::SET_COOKIE, HeaderValue::try_from(kept).expect("a key is ASCII"));
        }
        answer
    }

    fn opened(&self, id: &str, key: &str) -> Option<Rated> {
        [Rated::Order, Rated::Quote].into_iter().find(|what| self.app.order_keys.lets_rate(*what, id, key))
    }

    async fn show(&self, request: &Request, id: &str) -> Result<Response, Problem> {
        let shown = self.read(request, id).await?;
        let is_sent = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes())
            .any(|(name, value)| name == "sent" && value == "1");
        let status = if shown.stand.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        self.page(id, reader_lang(request), &shown, is_sent, None, status).await
    }

    /// What whoever has the cookie may see.
    async fn read(&self, request: &Request, id: &str) -> Result<Shown, Problem> {
        let key = cookie(request, rating_cookie_name(&self.app.config.base_url));
        let (opened, id, now) = (key.and_then(|key| self.opened(id, &key)), id.to_owned(), self.app.clock.now());
        let nothing = Shown {
            stand: None,
            what: Rated::Order,
            number: String::new(),
            has_account: true,
            signed: String::new(),
            products: Vec::new(),
        };
        match opened {
            None => Ok(nothing),
            Some(what @ Rated::Order) => {
                let found = self.app.db.read(move |conn| ratings::of_order(conn, &id, now)).await?;
                Ok(found.map_or(nothing, |rating| Shown {
                    stand: Some(rating.stand),
                    what,
                    number: rating.number,
                    has_account: rating.has_account,
                    signed: rating.signed,
                    products: rating.products,
                }))
            }
            Some(what @ Rated::Quote) => {
                let (stand, stars) = self.app.db.read(move |conn| firm::stand(conn, &id, now)).await?;
                let firm = Rateable {
                    product_id: FIRM.to_owned(),
                    title: String::new(),
                    image_url: None,
                    stars,
                    text: String::new(),
                };
                Ok(Shown { stand: Some(stand), what, products: vec![firm], ..nothing })
            }
        }
    }

    async fn take(&self, request: &mut Request, id: &str) -> Result<Response, Problem> {
        self.app.limits.check_ip(request, Action::Comment)?;
        let fields = fields(request).await?;
        let lang = fields.get("lang").and_then(|code| code.parse().ok()).unwrap_or_else(|| reader_lang(request));
        let mut shown = self.read(request, id).await?;
        if !matches!(shown.stand, Some(Stand::Open(_))) {
            let status = if shown.stand.is_some() { StatusCode::GONE } else { StatusCode::FORBIDDEN };
            return self.page(id, lang, &shown, false, None, status).await;
        }
        let signed = fields.get("signed").map(|name| text::line(name)).unwrap_or_default();
        shown.signed = signed.chars().take(MAX_SIGNED).collect();
        let given = match given(&mut shown.products, &fields) {
            Ok(given) => given,
            Err(wrong) => {
                return self.page(id, lang, &shown, false, Some(&wrong), StatusCode::UNPROCESSABLE_ENTITY).await;
            }
        };
        shown.stand = self.store(id, shown.what, given, shown.signed.clone()).await?;
        if !matches!(shown.stand, Some(Stand::Open(_))) {
            return self.page(id, lang, &shown, false, None, StatusCode::GONE).await;
        }
        let named = if usual_lang(request) == lang { String::new() } else { format!("&lang={lang}") };
        Ok(see_other(&format!("{FOLDER}{id}?sent=1{named}")))
    }

    async fn store(&self, id: &str, what: Rated, given: Vec<Given>, signed: String) -> Result<Option<Stand>, Problem> {
        let (id, now) = (id.to_owned(), self.app.clock.now());
        let stand = self.app.db.write(move |tx| match (what, given.first()) {
            (Rated::Order, _) => {
                ratings::give(tx, &id, &given, Some(signed.as_str()).filter(|name| !name.is_empty()), now)
            }
            (Rated::Quote, Some(firm)) => firm::give(tx, &id, firm.stars, now).map(Some),
            (Rated::Quote, None) => Ok(None),
        });
        Ok(stand.await?)
    }

    async fn page(
        &self,
        id: &str,
        lang: Lang,
        shown: &Shown,
        is_sent: bool,
        wrong: Option<&Wrong>,
        status: StatusCode,
    ) -> Result<Response, Problem> {
        let path = format!("{FOLDER}{id}");
        let (state, until) = match shown.stand {
            Some(Stand::Open(until)) => ("open", Some(until.date().to_string())),
            Some(Stand::Early) => ("early", None),
            Some(Stand::Over) => ("over", None),
            Some(Stand::Gone) => ("gone", None),
            None => ("unknown", None),
        };
        let product = |it: &Rateable| {
            let Rateable { product_id, title, image_url, stars, text } = it;
            json!({ "id": product_id, "title": title, "image_url": image_url, "stars": stars, "text": text })
        };
        let products: Vec<Value> = shown.products.iter().map(product).collect();
        let own = json!({
            "path": path,
            "state": state,
            "until": until,
            "of_firm": shown.what == Rated::Quote,
            "number": shown.number,
            "has_account": shown.has_account,
            "signed": shown.signed,
            "sent": is_sent,
            "wrong": wrong.map(|wrong| json!({ "field": wrong.field, "product": wrong.product })),
            "products": if state == "open" { products } else { Vec::new() },
        });
        self.pages.of_one(&path, lang, ("rating", own), status).await
    }
}

/// The order or the request that an address names.
fn id_in(path: &str) -> Option<&str> {
    let id = path.strip_prefix(FOLDER)?;
    let is_id = !id.is_empty() && id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    is_id.then_some(id)
}

/// The fields of a form without files.
pub(super) async fn fields(request: &mut Request) -> Result<BTreeMap<String, String>, Problem> {
    if request.content_type().is_none_or(|kind| !kind.starts_with("application/x-www-form-urlencoded")) {
        return Err(Problem::new(Code::UnsupportedMediaType));
    }
    let unread = |_| Problem::new(Code::BadRequest);
    let bytes = RequestBody::new(request.take_body()).take().map_err(unread)?.into_vec().await;
    let bytes = bytes.map_err(|_| Problem::new(Code::BadRequest))?;
    Ok(form_urlencoded::parse(&bytes).into_owned().collect())
}

/// What was typed about each product, which is written into it so that it comes back with the page.
fn given(products: &mut [Rateable], fields: &BTreeMap<String, String>) -> Result<Vec<Given>, Wrong> {
    let mut given = Vec::new();
    let mut wrong = None;
    for product in products.iter_mut() {
        let id = &product.product_id;
        let stars = fields.get(&format!("stars.{id}")).and_then(|stars| stars.parse().ok());
        let stars = stars.filter(|stars| (1..=MOST_STARS).contains(stars));
        let typed = fields.get(&format!("text.{id}")).cloned().unwrap_or_default();
        let text = if text::is_blank(&typed) { Ok(None) } else { Content::parse(&typed).map(Some) };
        match (stars, text) {
            (Some(stars), Ok(text)) => given.push(Given { product_id: id.clone(), stars, text }),
            (None, Ok(None)) => {}
            (None, Ok(Some(_))) => _ = wrong.get_or_insert(Wrong { field: "stars", product: id.clone() }),
            (_, Err(_)) => _ = wrong.get_or_insert(Wrong { field: "text", product: id.clone() }),
        }
        product.stars = stars.or(product.stars);
        product.text = typed;
    }
    let first = products.first().map(|product| product.product_id.clone()).unwrap_or_default();
    match wrong {
        Some(wrong) => Err(wrong),
        None if given.is_empty() => Err(Wrong { field: "stars", product: first }),
        None => Ok(given),
    }
}
