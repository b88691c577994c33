//! My data over HTTP.

use poem::http::header;
use poem_openapi::param::Path;
use poem_openapi::payload::{Attachment, Json, Response};
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};
use serde_json::{Value, json};

use super::{Asked, Error, Forgotten};
use crate::app::Shared;
use crate::auth::cookies;
use crate::auth::guard::Fresh;
use crate::email::EmailAddress;
use crate::invoices::Invoice;
use crate::invoices::wire::InvoiceBody;
use crate::orders::Note;
use crate::orders::api::OrderBody;
use crate::problem::{Code, Problem};
use crate::quotes::files;
use crate::quotes::inbox::api::to_save;

/// `/api/my-data`.
pub struct PrivacyApi {
    /// The running program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What the shop knows of somebody.
    Privacy,
}

/// Everything the shop knows of the person who asks.
#[derive(Object)]
struct MyData {
    /// When it was put together.
    exported_at: String,
    /// The account: address, profile, sessions, second factors.
    account: Value,
    /// Every order, newest first.
    orders: Vec<Value>,
    /// What was invoiced of them, with whom each names.
    invoices: Vec<Value>,
    /// What the shop wrote down about the orders, oldest first.
    order_notes: Value,
    /// Comments on products, newest first.
    comments: Value,
    /// Stars for what was bought, and for the firm.
    ratings: Value,
    /// Products on the account's wish list, the latest first.
    wishlist: Value,
    /// Requests for a quote sent with the account's address.
    quote_requests: Value,
    /// Messages sent with the account's address.
    messages: Value,
    /// Products of which the account's address waits for a mail that they can be had again.
    stock_requests: Value,
    /// What the shop wrote about those requests and messages, and answered, oldest first.
    inquiry_words: Value,
    /// Statements of withdrawal, newest first.
    withdrawals: Value,
}

/// Everything is forgotten.
#[derive(ApiResponse)]
enum Erased {
    /// Everything is forgotten.
    #[oai(status = 204)]
    Done,
}

#[OpenApi(tag = "Tag::Privacy")]
impl PrivacyApi {
    /// Everything the shop knows of the person who asks, as a file. Asks for a sign-in of the last ten minutes.
    #[oai(path = "/my-data", method = "get", operation_id = "export_my_data")]
    async fn export(&self, fresh: Fresh) -> Result<Response<Json<MyData>>, Problem> {
        let (user_id, now) = (fresh.0.user_id, self.app.clock.now());
        let known = self.app.db.read_much(move |conn| super::export(conn, &user_id, now)).await?;
        let order = |order| OrderBody::new(order, now).to_json().unwrap_or_default();
        let note = |note: Note| json!({ "order_id": note.order_id, "at": note.at.to_rfc3339(), "text": note.text });
        let invoice = |invoice: Invoice| json!({ "invoice": InvoiceBody::from(&invoice), "buyer": invoice.buyer });
        let body = MyData {
            exported_at: now.to_rfc3339(),
            account: known.account,
            orders: known.orders.into_iter().map(order).collect(),
            invoices: known.invoices.into_iter().map(invoice).collect(),
            order_notes: known.order_notes.into_iter().map(note).collect(),
            comments: json!(known.comments),
            ratings: json!(known.ratings),
            wishlist: json!(known.wishlist),
            quote_requests: json!(known.quote_requests),
            messages: json!(known.messages),
            stock_requests: json!(known.stock_requests),
            inquiry_words: json!(known.inquiry_words),
            withdrawals: json!(known.withdrawals),
        };
        Ok(Response::new(Json(body)).header(header::CONTENT_DISPOSITION, "attachment; filename=\"my-data.json\""))
    }

    /// A file that went with an answer to the person who asks, as `inquiry_words` of what they take along names it. Asks for
    /// a sign-in of the last ten minutes.
    #[oai(path = "/my-data/files/:id", method = "get", operation_id = "get_my_file")]
    async fn file(&self, fresh: Fresh, id: Path<String>) -> Result<Attachment<Vec<u8>>, Problem> {
        let found = self.app.db.read(move |conn| files::of_address(conn, &id, &fresh.0.email)).await?;
        to_save(&self.app.data_dir, found).await
    }

    /// Erases the account and what the shop knows of the person; orders stay without their name, as the tax law asks.
    /// Asks for a sign-in of the last ten minutes; refused while an order is open.
    #[oai(path = "/my-data/erase", method = "post", operation_id = "erase_my_data")]
    async fn erase(&self, fresh: Fresh) -> Result<Response<Erased>, Problem> {
        let now = self.app.clock.now();
        let email = EmailAddress::parse(&fresh.0.email).map_err(|error| Problem::internal(&error))?;
        let forgotten = self.app.db.write(move |tx| super::erase(tx, Asked::Themselves, &email, now)).await?;
        finish(&self.app, forgotten).await;
        let answer = Response::new(Erased::Done);
        let cookies = cookies::no_cookies_at_all(&self.app.config.base_url);
        Ok(cookies.into_iter().fold(answer, |answer, cookie| answer.header(header::SET_COOKIE, cookie)))
    }
}

/// What an erasure leaves to be done outside the database, and the mail that tells of it.
pub(super) async fn finish(app: &Shared, forgotten: Forgotten) {
    let (shop, now) = (app.clone(), app.clock.now());
    app.wakeups.outbox.notify_one();
    let finished = tokio::task::spawn_blocking(move || forgotten.finish(&shop.db, &shop.data_dir, now)).await;
    if let Err(error) = finished {
        tracing::error!(%error, "an erasure was interrupted");
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::OrdersOpen => Self::new(Code::OrdersOpen),
            Error::Administrator => Self::new(Code::IsAdministrator),
            Error::NotFound => Self::new(Code::NotFound),
            Error::File(error) => Self::internal(&error),
            Error::Db(error) => error.into(),
        }
    }
}
