//! The owner erases somebody.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::api::finish;
use super::{Asked, Error, Traces};
use crate::app::Shared;
use crate::auth;
use crate::auth::guard::{Admin, FreshAdmin};
use crate::db::Conn;
use crate::email::EmailAddress;
use crate::orders;
use crate::problem::Problem;
use crate::quotes;
use crate::settings::Settings;

/// The endpoints of erasure at the desk.
pub struct ErasureApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

/// What goes when somebody is erased, and what stays.
#[derive(Debug, Object)]
struct Erasure {
    /// Their address for mail.
    email: String,
    /// Whether they have an account.
    has_account: bool,
    /// Whether they administer the shop: then the role is to be taken away first.
    is_admin: bool,
    /// Orders that wait for a payment or for goods, or of which a return is open: they are to be finished first.
    open_orders: usize,
    /// Their orders: amounts, lines, dates, town and postcode stay, without who they are.
    orders: usize,
    /// Comments on products.
    comments: usize,
    /// Requests for a quote, with their photos.
    quotes: usize,
    /// Messages.
    messages: usize,
    /// Mails to them and about them.
    mails: i64,
    /// Years that what stays is kept.
    kept_years: i64,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct Erase {
    /// Whether a mail tells them, as it does unless it says `false`.
    tell: Option<bool>,
}

/// Everything is forgotten.
#[derive(ApiResponse)]
enum Erased {
    /// Everything is forgotten.
    #[oai(status = 204)]
    Done,
}

#[OpenApi(tag = "Tag::Admin")]
impl ErasureApi {
    /// What would go with somebody, and what the tax law keeps.
    #[oai(path = "/admin/customers/:id/erasure", method = "get", operation_id = "preview_erasure")]
    async fn preview(&self, _admin: Admin, id: Path<String>) -> Result<Json<Erasure>, Problem> {
        let known = self.app.db.read(move |conn| {
            let traces = super::traces(conn, &address(conn, &id.0)?)?;
            Ok::<_, Error>((traces, Settings::load(conn)?.retention.orders))
        });
        let (traces, kept_years) = known.await?;
        let Traces { email, has_account, is_admin, orders, open_orders, comments, quotes, messages, mails, .. } =
            traces;
        Ok(Json(Erasure {
            email,
            has_account,
            is_admin,
            open_orders,
            orders,
            comments,
            quotes,
            messages,
            mails,
            kept_years,
        }))
    }

    /// Erases somebody with all that is theirs, with an account or without one. Asks for a sign-in of the last ten
    /// minutes; refused while an order is open.
    #[oai(path = "/admin/customers/:id/erase", method = "post", operation_id = "erase_customer")]
    async fn erase(&self, admin: FreshAdmin, id: Path<String>, body: Json<Erase>) -> Result<Erased, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let tell = body.0.tell.unwrap_or(true);
        let forgotten = self.app.db.write(move |tx| {
            let email = address(tx, &id.0)?;
            super::erase(tx, Asked::By { actor: &actor, tell }, &email, now)
        });
        finish(&self.app, forgotten.await?).await;
        Ok(Erased::Done)
    }
}

/// Whose an account is, or anything that was sent without one.
fn address(conn: &Conn, id: &str) -> Result<EmailAddress, Error> {
    let email = match auth::user(conn, id)? {
        Some(user) => Some(user.email),
        None => match quotes::address_of(conn, id)? {
            Some(email) => Some(email),
            None => orders::find(conn, id)?.filter(|order| order.user_id.is_none()).map(|order| order.email),
        },
    };
    email.and_then(|email| EmailAddress::parse(&email).ok()).ok_or(Error::NotFound)
}
