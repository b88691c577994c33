//! The endpoints of buying: place, pay, check, cancel, and the provider's notifications.

use poem::Body;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::{Binary, Json};
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::payment::{self, ReturnPages};
use super::{Error, Request, fact, holds, place};
use crate::app::Shared;
use crate::auth::guard::Customer;
use crate::cart::{self, Line};
use crate::lang::Lang;
use crate::limits::client_ip::ClientIp;
use crate::limits::{Action, ip_key};
use crate::money::{CURRENCY, Cents};
use crate::orders::api::OrderBody;
use crate::orders::{self, ShippingAddress, Status};
use crate::payments::{NotTaken, Provider};
use crate::problem::{Code, Problem};

/// Characters of an address a buyer comes back to. Redsys takes 250, and the session's id is added to it.
const MAX_ADDRESS: usize = 200;

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
}

#[derive(Debug, Object)]
struct CreatedOrder {
    /// The order.
    #[oai(rename = "orderId")]
    order_id: String,
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
}

#[derive(Debug, Object)]
struct StartedPayment {
    /// The payment page.
    url: String,
    /// The order.
    order_id: String,
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
}

#[derive(Debug, Object)]
struct Taken {
    /// Always true: the notification is stored, or says nothing we act on.
    received: bool,
}

#[OpenApi]
impl CheckoutApi {
    /// Places an order: the server prices it, takes its stock, and mails what was ordered.
    #[oai(
        path = "/functions/create-order-and-send-email",
        method = "post",
        operation_id = "create_order",
        tag = "Tag::Checkout"
    )]
    async fn create_order(
        &self,
        http: &poem::Request,
        customer: Customer,
        /// The same key with the same request is the same order; at most 200 characters.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<CreateOrder>,
    ) -> Result<OrderAnswer, Problem> {
        let body = body.0;
        if body.user_id.is_some_and(|id| id != customer.0.user_id) {
            return Err(Problem::new(Code::Forbidden).detail("user_id is not the session's"));
        }
        let request = Request {
            user_id: customer.0.user_id,
            address: Some(address(body.shipping_address)),
            lines: lines(body.items)?,
            expected_total: body.total_price.map(expected_total).transpose()?,
            lang: language(body.locale.as_deref()),
            idempotency_key: key(idempotency_key.0)?,
            network: network(http),
        };
        let order_id = self.place(http, request).await?;
        Ok(OrderAnswer::Created(Json(CreatedOrder { order_id })))
    }

    /// Opens the payment page of an order.
    #[oai(path = "/store/:store_id/checkout", method = "post", operation_id = "checkout", tag = "Tag::Checkout")]
    async fn checkout(
        &self,
        http: &poem::Request,
        customer: Customer,
        store_id: Path<String>,
        /// For the order that is placed when none is given.
        #[oai(name = "Idempotency-Key")]
        idempotency_key: Header<Option<String>>,
        body: Json<StartPayment>,
    ) -> Result<Json<StartedPayment>, Problem> {
        let (body, user_id) = (body.0, customer.0.user_id);
        if store_id.0 != self.app.config.store_id {
            return Err(Problem::new(Code::NotFound));
        }
        let pages = ReturnPages {
            success_url: self.own_page("successUrl", &body.success_url)?,
            cancel_url: self.own_page("cancelUrl", &body.cancel_url)?,
        };
        let lines = lines(body.items)?;
        let order_id = if let Some(order_id) = body.order_id {
            self.held_by_order(&user_id, order_id, lines).await?
        } else {
            let request = Request {
                user_id: user_id.clone(),
                address: None,
                lines,
                expected_total: None,
                lang: language(body.locale.as_deref()),
                idempotency_key: key(idempotency_key.0)?,
                network: network(http),
            };
            self.place(http, request).await?
        };
        let url = payment::start(&self.app, &user_id, &order_id, pages).await?;
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
    async fn cancel_order(&self, customer: Customer, body: Json<CancelOrder>) -> Result<Json<OrderBody>, Problem> {
        let order = payment::cancel(&self.app, &customer.0.user_id, &body.order_id).await?;
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
    fn own_page(&self, field: &str, url: &str) -> Result<String, Problem> {
        let own = self.app.config.base_url.own(url).filter(|own| own.len() <= MAX_ADDRESS);
        own.ok_or_else(|| {
            Problem::invalid(field, format!("must be an address of this site of at most {MAX_ADDRESS} characters"))
        })
    }

    async fn place(&self, http: &poem::Request, request: Request) -> Result<String, Problem> {
        self.app.limits.check_ip(http, Action::Order)?;
        let (limits, now) = (self.app.config.limits, self.app.clock.now());
        let placed = self.app.db.write(move |tx| place(tx, &request, limits, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(placed.order_id)
    }

    /// The caller's own order, when it holds these lines and no others.
    async fn held_by_order(&self, user_id: &str, order_id: String, lines: Vec<Line>) -> Result<String, Problem> {
        let (user_id, id) = (user_id.to_owned(), order_id);
        let order = self.app.db.read(move |conn| orders::find_own(conn, &user_id, &id)).await?;
        let order = order.ok_or(Error::NotFound)?;
        if holds(&order, &lines) { Ok(order.id) } else { Err(Error::NotPayable.into()) }
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

/// `es`, `es-ES` and the like; another language is Spanish, as everywhere.
fn language(locale: Option<&str>) -> Option<Lang> {
    locale.map(Lang::negotiate)
}

fn network(http: &poem::Request) -> Option<String> {
    http.data::<ClientIp>().map(|ip| ip_key(ip.0))
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

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::NotConfirmed => Self::new(Code::EmailNotConfirmed),
            Error::Cart(error) => error.into(),
            Error::IncompleteAddress(field) => Self::new(Code::IncompleteAddress).detail(detail).with("field", field),
            Error::OutsideDeliveryArea => Self::new(Code::OutsideDeliveryArea),
            Error::PriceChanged(total) => Self::new(Code::PriceChanged)
                .detail(detail)
                .with("total_in_cents", total.0)
                .with("total_price", total.euros()),
            Error::OrderLimit => Self::new(Code::OrderLimit).detail(detail),
            Error::TooManyOpenOrders => Self::new(Code::TooManyOpenOrders).detail(detail),
            Error::HeldInVain { product, variant, fair } => Self::new(Code::HeldInVain)
                .detail(detail)
                .with("product", product)
                .with("variant", variant)
                .with("available", fair),
            Error::TooManyOrders(seconds) => {
                Self::new(Code::OverRequestRateLimit).detail(detail).retry_after(seconds.unsigned_abs())
            }
            Error::InsufficientStock { product, variant, available } => Self::new(Code::InsufficientStock)
                .detail(detail)
                .with("product", product)
                .with("variant", variant)
                .with("available", available),
            Error::IdempotencyKeyReused => Self::new(Code::IdempotencyKeyReused),
            Error::NotFound => Self::new(Code::NotFound),
            Error::NotPayable => Self::new(Code::OrderNotPayable),
            Error::NotCancellable => Self::new(Code::IllegalTransition).detail(detail),
            Error::PaymentUnavailable => Self::new(Code::PaymentUnavailable),
            Error::Db(error) => error.into(),
        }
    }
}

impl From<NotTaken> for Problem {
    fn from(why: NotTaken) -> Self {
        match why {
            NotTaken::NotHere => Self::new(Code::NotFound),
            NotTaken::NotAuthentic(_) => Self::new(Code::InvalidSignature),
            NotTaken::NotUnderstood => Self::new(Code::Overloaded).detail(why.to_string()),
            NotTaken::Db(error) => error.into(),
        }
    }
}

impl From<cart::Error> for Problem {
    fn from(error: cart::Error) -> Self {
        let detail = error.to_string();
        match error {
            cart::Error::Empty => Self::new(Code::EmptyCart),
            cart::Error::TooManyLines => Self::new(Code::OrderLimit).detail(detail),
            cart::Error::Quantity => Self::invalid("quantity", detail),
            cart::Error::UnknownVariant(id) => Self::new(Code::UnknownVariant).with("variant_id", id),
            cart::Error::NotPurchasable { product, variant } => {
                Self::new(Code::NotPurchasable).detail(detail).with("product", product).with("variant", variant)
            }
            cart::Error::CustomFieldRequired { product, field, title } => Self::new(Code::CustomFieldRequired)
                .detail(detail)
                .with("product", product)
                .with("field", field)
                .with("title", title),
            cart::Error::UnknownCustomField | cart::Error::CustomValueTooLong => {
                Self::invalid("custom_field_values", detail)
            }
            cart::Error::Db(error) => error.into(),
        }
    }
}
