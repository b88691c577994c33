//! The endpoints of buying: place, pay, check, cancel, and the provider's notifications.

use poem::Body;
use poem::http::header;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::payment::{self, ReturnPages};
use super::{By, Error, Placed, Request, fact, holds, place};
use crate::app::Shared;
use crate::auth::cookies;
use crate::auth::guard::{CustomerOr, Email, OrderKey};
use crate::auth::session::SignedIn;
use crate::cart::Line;
use crate::config::BaseUrl;
use crate::email::EmailAddress;
use crate::invoices::NotBuyer;
use crate::invoices::wire::BuyerInput;
use crate::lang::Lang;
use crate::limits::client_ip::ClientIp;
use crate::limits::{Action, line_key};
use crate::money::{CURRENCY, Cents};
use crate::orders::api::OrderBody;
use crate::orders::{self, Asker, ShippingAddress, Status};
use crate::payments::{NotTaken, Provider};
use crate::problem::{Code, Problem};

/// Characters of an address a buyer comes back to. Redsys takes 250, and the session's id is added to it.
const MAX_ADDRESS: usize = 200;
/// Characters of an idempotency key without a session: it must not be guessed.
const MIN_GUEST_KEY: usize = 16;

/// The endpoints of checkout.
pub struct CheckoutApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// From a cart to a paid order.
    Checkout,
    /// Notifications of payment providers.
    Webhooks,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct AddressInput {
    /// Who receives it.
    name: String,
    /// Street and number.
    address: String,
    /// The town.
    city: String,
    /// 5 digits.
    postal_code: String,
    /// Spain.
    country: String,
    /// For whoever brings it: 6 to 15 digits, as people write them.
    phone: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct ItemInput {
    /// What.
    variant_id: String,
    /// How many, 1–99.
    quantity: i64,
    /// Texts the customer filled in.
    custom_field_values: Option<Vec<TextInput>>,
    /// Accepted for older clients; the server's own stands on the order.
    product_id: Option<String>,
    /// Accepted for older clients; the server's own stands on the order.
    product_title: Option<String>,
    /// Accepted for older clients; the server's own stands on the order.
    variant_title: Option<String>,
    /// Accepted for older clients; the server's own stands on the order.
    price_at_purchase: Option<f64>,
    /// Accepted for older clients; the server's own stands on the order.
    image_url: Option<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct TextInput {
    /// The custom field.
    id: Option<String>,
    /// The same, as clients of the hosted store call it.
    custom_field_id: Option<String>,
    /// At most 200 characters.
    value: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct CreateOrder {
    /// Where mail reaches somebody who buys without an account: without a session there is no order without it. With one
    /// it is only compared.
    email: Option<String>,
    /// Only compared with the session's.
    user_id: Option<String>,
    /// Euros, shipping included; only compared.
    total_price: Option<f64>,
    /// Where to.
    shipping_address: AddressInput,
    /// What, at most 50 different lines.
    items: Vec<ItemInput>,
    /// The language of the order and its mails.
    locale: Option<String>,
    /// To whom it is invoiced. Above 3,000 € it is needed.
    invoice: Option<BuyerInput>,
}

#[derive(Debug, Object)]
struct CreatedOrder {
    /// The order.
    #[oai(rename = "orderId")]
    order_id: String,
    /// What opens an order bought without an account, and nothing else. With `X-Session-Transport: cookie` it comes in a
    /// cookie that no script can read, instead.
    #[oai(rename = "orderKey", skip_serializing_if_is_none)]
    order_key: Option<String>,
}

#[derive(ApiResponse)]
enum OrderAnswer {
    /// The order is stored and holds its stock; the same for a repeated request.
    #[oai(status = 201)]
    Created(Json<CreatedOrder>),
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct StartPayment {
    /// What; must be the order's own when `order_id` is given.
    items: Vec<ItemInput>,
    /// Where a payer comes back to, on this site; `session_id` is added to its query.
    #[oai(rename = "successUrl")]
    success_url: String,
    /// Where somebody who does not pay goes, on this site.
    #[oai(rename = "cancelUrl")]
    cancel_url: String,
    /// The language of a new order.
    locale: Option<String>,
    /// The browser's; accepted and not used.
    #[oai(rename = "timeZone")]
    time_zone: Option<String>,
    /// The caller's own pending order; without it one is placed, to the address of the profile.
    order_id: Option<String>,
    /// What opens that order, where it was bought without an account.
    order_key: Option<String>,
}

#[derive(Debug, Object)]
pub(super) struct StartedPayment {
    /// The payment page.
    pub(super) url: String,
    /// The order.
    pub(super) order_id: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct CheckPayment {
    /// The order.
    order_id: String,
    /// The payment session, as the provider added it to the address.
    session_id: String,
}

#[derive(Debug, Object)]
struct PaymentState {
    /// The order.
    order_id: String,
    /// What people call the order by, such as `2026-0042`.
    number: String,
    /// The order's status.
    status: Status,
    /// Euros.
    total_price: f64,
    /// Cents.
    total_in_cents: i64,
    /// ISO 4217.
    currency: String,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct CancelOrder {
    /// The caller's own pending order.
    order_id: String,
    /// What opens it, where it was bought without an account.
    order_key: Option<String>,
}

#[derive(Debug, Object)]
struct Taken {
    /// Always true: the notification is stored, or says nothing we act on.
    received: bool,
}

#[OpenApi]
impl CheckoutApi {
    /// Places an order: the server prices it, takes its stock, and mails what was ordered. Whoever has no session names an
    /// `email`, and gets a key that opens the order.
    #[oai(
        path = "/functions/create-order-and-send-email",
        method = "post",
        operation_id = "create_order",
        tag = "Tag::Checkout"
    )]
    async fn create_order(
        &self,
        http: &poem::Request,
        caller: CustomerOr<Email>,
        /// The same key with the same request is the same order; at most 200 characters, without a session 16 at least.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<CreateOrder>,
    ) -> Result<Response<OrderAnswer>, Problem> {
        let body = body.0;
        let by = who_buys(caller.0, body.user_id.as_deref(), body.email.as_deref())?;
        let is_short = idempotency_key.0.as_ref().is_some_and(|key| key.len() < MIN_GUEST_KEY);
        if matches!(by, By::Guest(_)) && is_short {
            // Whoever guessed it, and all of the request, would get the order's key.
            let detail = format!("must be at least {MIN_GUEST_KEY} characters without a session");
            return Err(Problem::invalid("Idempotency-Key", detail));
        }
        let request = Request {
            by,
            address: Some(address(body.shipping_address)),
            lines: lines(body.items)?,
            expected_total: body.total_price.map(expected_total).transpose()?,
            lang: language(body.locale.as_deref()),
            buyer: body.invoice.map(BuyerInput::parse).transpose().map_err(not_buyer)?,
            idempotency_key: key(idempotency_key.0)?,
            network: self.network(http),
        };
        let Placed { order_id, key_nonce } = self.place(http, request).await?;
        let order_key = key_nonce.map(|nonce| self.app.order_keys.key(&order_id, &nonce));
        let created =
            |order_id, order_key| Response::new(OrderAnswer::Created(Json(CreatedOrder { order_id, order_key })));
        let by_cookie = http.header("x-session-transport") == Some("cookie");
        Ok(match order_key {
            Some(key) if by_cookie => {
                let cookie = cookies::order_cookie(&self.app.config.base_url, &order_id, &key);
                created(order_id, None).header(header::SET_COOKIE, cookie)
            }
            order_key => created(order_id, order_key),
        })
    }

    /// Opens the payment page of an order.
    #[oai(path = "/store/:store_id/checkout", method = "post", operation_id = "checkout", tag = "Tag::Checkout")]
    async fn checkout(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        store_id: Path<String>,
        /// For the order that is placed when none is given.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<StartPayment>,
    ) -> Result<Json<StartedPayment>, Problem> {
        let (body, user_id) = (body.0, caller.0.map(|who| who.user_id));
        if store_id.0 != self.app.config.store_id {
            return Err(Problem::new(Code::NotFound));
        }
        let pages = ReturnPages {
            success_url: self.own_page("successUrl", &body.success_url)?,
            cancel_url: self.own_page("cancelUrl", &body.cancel_url)?,
        };
        let lines = lines(body.items)?;
        let asker = Asker::new(user_id.clone(), &self.app.order_keys, body.order_key);
        let order_id = if let Some(order_id) = body.order_id {
            self.held_by_order(&asker, order_id, lines).await?
        } else {
            let request = Request {
                by: By::Account(user_id.ok_or_else(|| Problem::new(Code::Unauthorized))?),
                address: None,
                lines,
                expected_total: None,
                lang: language(body.locale.as_deref()),
                buyer: None,
                idempotency_key: key(idempotency_key.0)?,
                network: self.network(http),
            };
            self.place(http, request).await?.order_id
        };
        let url = payment::start(&self.app, &asker, &order_id, false, pages).await?;
        Ok(Json(StartedPayment { url, order_id }))
    }

    /// How a payment stands: the provider is asked. Who holds the session id may know.
    #[oai(path = "/functions/check-payment", method = "post", operation_id = "check_payment", tag = "Tag::Checkout")]
    async fn check_payment(&self, body: Json<CheckPayment>) -> Result<Json<PaymentState>, Problem> {
        let order = payment::check(&self.app, &body.order_id, &body.session_id).await?;
        Ok(Json(PaymentState {
            order_id: order.id,
            number: order.number.to_string(),
            status: order.status,
            total_price: order.total.euros(),
            total_in_cents: order.total.0,
            currency: CURRENCY.to_owned(),
        }))
    }

    /// Cancels the caller's own pending order and gives its stock back.
    #[oai(path = "/functions/cancel-order", method = "post", operation_id = "cancel_order", tag = "Tag::Checkout")]
    async fn cancel_order(
        &self,
        caller: CustomerOr<OrderKey>,
        body: Json<CancelOrder>,
    ) -> Result<Json<OrderBody>, Problem> {
        let CancelOrder { order_id, order_key } = body.0;
        let asker = Asker::new(caller.0.map(|who| who.user_id), &self.app.order_keys, order_key);
        let order = payment::cancel(&self.app, &asker, &order_id).await?;
        Ok(Json(OrderBody::new(order, self.app.clock.now())))
    }

    /// A notification of a payment provider, `sandbox`, `stripe` or `redsys`, where the shop has an account: its signature
    /// is checked before anything is read, and the answer comes after what it says is stored.
    #[oai(path = "/webhooks/:provider", method = "post", operation_id = "payment_webhook", tag = "Tag::Webhooks")]
    async fn webhook(
        &self,
        http: &poem::Request,
        provider: Path<String>,
        body: Binary<Body>,
    ) -> Result<Json<Taken>, Problem> {
        let provider = Provider::from_name(&provider.0).ok_or(NotTaken::NotHere)?;
        let gateway = self.app.payments.of(provider).map_err(|_| NotTaken::NotHere)?;
        let body = body.0.into_bytes_limit(provider.max_notification()).await;
        let body = body.map_err(|_| Problem::new(Code::PayloadTooLarge))?;
        if let Some(said) = gateway.read_webhook(http.headers(), &body).await? {
            fact::apply_event(&self.app, said).await?;
        }
        Ok(Json(Taken { received: true }))
    }
}

impl CheckoutApi {
    /// Nobody's where a proxy hides who asks: all visitors would count as one.
    fn network(&self, http: &poem::Request) -> Option<String> {
        let is_known = self.app.proxies.blindness(&self.app.config).is_none();
        http.data::<ClientIp>().filter(|_| is_known).map(|ip| line_key(ip.0))
    }

    fn own_page(&self, field: &str, url: &str) -> Result<String, Problem> {
        own_page(&self.app.config.base_url, field, url)
    }

    async fn place(&self, http: &poem::Request, request: Request) -> Result<Placed, Problem> {
        self.app.limits.check_ip(http, Action::Order)?;
        let (limits, now) = (self.app.config.limits, self.app.clock.now());
        let placed = self.app.db.write(move |tx| place(tx, &request, limits, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(placed)
    }

    /// The caller's own order, when it holds these lines and no others.
    async fn held_by_order(&self, asker: &Asker, order_id: String, lines: Vec<Line>) -> Result<String, Problem> {
        let asker = asker.clone();
        let order = self.app.db.read(move |conn| orders::find_own(conn, &asker, &order_id)).await?;
        let order = order.ok_or(Error::NotFound)?;
        if holds(&order, &lines) { Ok(order.id) } else { Err(Error::NotPayable.into()) }
    }
}

/// A page of this site, as a payer comes back to it.
pub(super) fn own_page(base_url: &BaseUrl, field: &str, url: &str) -> Result<String, Problem> {
    let own = base_url.own(url).filter(|own| own.len() <= MAX_ADDRESS);
    own.ok_or_else(|| {
        Problem::invalid(field, format!("must be an address of this site of at most {MAX_ADDRESS} characters"))
    })
}

/// The session decides; what the body says of an account is only compared.
fn who_buys(who: Option<SignedIn>, user_id: Option<&str>, email: Option<&str>) -> Result<By, Problem> {
    if who.is_none() && user_id.is_some() {
        return Err(Problem::new(Code::Unauthorized));
    }
    if user_id.is_some_and(|id| who.as_ref().is_none_or(|who| who.user_id != id)) {
        return Err(Problem::new(Code::Forbidden).detail("user_id is not the session's"));
    }
    let email = email.map(EmailAddress::parse).transpose()?;
    match (who, email) {
        (Some(who), Some(email)) if who.email != email.as_str() => {
            Err(Problem::invalid("email", "is not the session's"))
        }
        (Some(who), _) => Ok(By::Account(who.user_id)),
        (None, Some(email)) => Ok(By::Guest(email)),
        (None, None) => Err(Problem::new(Code::Unauthorized)),
    }
}

fn address(input: AddressInput) -> ShippingAddress {
    ShippingAddress {
        name: input.name,
        address: input.address,
        city: input.city,
        postal_code: input.postal_code,
        country: input.country,
        phone: input.phone.unwrap_or_default(),
    }
}

fn lines(items: Vec<ItemInput>) -> Result<Vec<Line>, Problem> {
    let line = |item: ItemInput| {
        let texts = item.custom_field_values.into_iter().flatten().map(text);
        let custom_field_values = texts.collect::<Result<_, _>>()?;
        Ok(Line { variant_id: item.variant_id, quantity: item.quantity, custom_field_values })
    };
    items.into_iter().map(line).collect()
}

fn text(input: TextInput) -> Result<(String, String), Problem> {
    match (input.id, input.custom_field_id) {
        (Some(id), None) | (None, Some(id)) => Ok((id, input.value)),
        (Some(id), Some(same)) if id == same => Ok((id, input.value)),
        _ => Err(Problem::invalid("custom_field_values", "each needs one id, or one custom_field_id")),
    }
}

fn expected_total(euros: f64) -> Result<Cents, Problem> {
    Cents::from_euros(euros).ok_or_else(|| Problem::invalid("total_price", "must be euros with at most two decimals"))
}

fn not_buyer(error: NotBuyer) -> Problem {
    Problem::invalid(&format!("invoice.{}", error.0), error.to_string())
}

/// `es`, `es-ES` and the like; another language is Spanish, as everywhere.
fn language(locale: Option<&str>) -> Option<Lang> {
    locale.map(Lang::negotiate)
}

/// An `Idempotency-Key` header.
pub fn key(key: Option<String>) -> Result<Option<String>, Problem> {
    match key {
        Some(key) if !(1..=200).contains(&key.len()) => {
            Err(Problem::invalid("Idempotency-Key", "must be 1 to 200 characters"))
        }
        key => Ok(key),
    }
}
