//! Stars over HTTP: the way to the page where they are given, and what the desk asks for. The page itself is a form that
//! every browser sends, see `site/rate.rs`.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use super::Stand;
use super::firm::{self, Asked, NotAsked};
use crate::app::Shared;
use crate::auth::guard::{self, Admin, CustomerOr, OrderKey};
use crate::order_keys::Rated;
use crate::orders::{self, Asker};
use crate::problem::{Code, Problem};

/// The endpoints of stars.
pub struct RatingsApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// Stars from who bought something.
    Ratings,
}

/// Where stars are given for an order.
#[derive(Debug, Object)]
struct OrderRating {
    /// A path of this site; null while nothing has arrived, and once it is over.
    url: Option<String>,
}

/// Whether who wanted a quote was asked for stars.
#[derive(Debug, Object)]
struct QuoteRating {
    /// RFC 3339; null when they were not asked.
    asked_at: Option<String>,
    /// What they gave, 1–5; null when nothing yet.
    stars: Option<i64>,
}

impl QuoteRating {
    fn new(asked: Option<Asked>) -> Self {
        Self { asked_at: asked.map(|asked| asked.at.to_rfc3339()), stars: asked.and_then(|asked| asked.stars) }
    }
}

/// The path of the page where stars are given, with what opens it.
pub fn path(id: &str, key: &str) -> String {
    format!("/rate/{id}?key={key}")
}

#[OpenApi(tag = "Tag::Ratings")]
impl RatingsApi {
    /// Where stars are given for one's own order, by its account or by its key (`X-Order-Key`, or its cookie).
    #[oai(path = "/orders/:id/rating", method = "get", operation_id = "get_order_rating")]
    async fn of_order(
        &self,
        http: &poem::Request,
        caller: CustomerOr<OrderKey>,
        id: Path<String>,
    ) -> Result<Json<OrderRating>, Problem> {
        let key = guard::order_key(http, &self.app.config.base_url);
        let asker = Asker::new(caller.0.map(|who| who.user_id), &self.app.order_keys, key);
        let (wanted, now) = (id.0.clone(), self.app.clock.now());
        let stand = self.app.db.read(move |conn| match orders::find_own(conn, &asker, &wanted)? {
            Some(_) => super::of_order(conn, &wanted, now),
            None => Ok(None),
        });
        let rating = stand.await?.ok_or_else(|| Problem::new(Code::NotFound))?;
        let key = || self.app.order_keys.rating_key(Rated::Order, &id.0);
        Ok(Json(OrderRating { url: matches!(rating.stand, Stand::Open(_)).then(|| path(&id.0, &key())) }))
    }

    /// Whether who wanted a quote was asked for stars for the firm.
    #[oai(path = "/admin/quotes/:id/rating", method = "get", operation_id = "get_quote_rating")]
    async fn of_quote(&self, _admin: Admin, id: Path<String>) -> Result<Json<QuoteRating>, Problem> {
        Ok(Json(QuoteRating::new(self.app.db.read(move |conn| firm::asked(conn, &id.0)).await?)))
    }

    /// Asks who wanted a quote for stars for the firm, by mail, once the request is closed. Only the first time.
    #[oai(path = "/admin/quotes/:id/rating", method = "post", operation_id = "ask_quote_rating")]
    async fn ask_quote(&self, admin: Admin, id: Path<String>) -> Result<Json<QuoteRating>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let asked = self.app.db.write(move |tx| firm::ask(tx, &actor, &id.0, now)).await?;
        self.app.wakeups.outbox.notify_one();
        Ok(Json(QuoteRating::new(Some(asked))))
    }
}

impl From<NotAsked> for Problem {
    fn from(error: NotAsked) -> Self {
        match error {
            NotAsked::NotFound => Self::new(Code::NotFound),
            NotAsked::NotClosed | NotAsked::LongAgo => Self::invalid("status", error.to_string()),
            NotAsked::Db(error) => error.into(),
        }
    }
}
