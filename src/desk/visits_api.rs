//! `GET /admin/visits`: how the site is visited, and the list of what is looked for in vain.

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi, Tags};

use super::visits::{self, DAYS};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::problem::{Code, Problem};

/// The endpoints of visits.
pub struct VisitsApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What administrators do.
    Admin,
}

/// How the site was visited: numbers alone, nothing of anybody.
#[derive(Debug, Object)]
struct Visits {
    /// The oldest first; the last is today.
    days: Vec<VisitsOfDay>,
    /// How often pages of each kind were opened.
    pages: Vec<VisitsOfPages>,
    /// The way from a product to a paid order.
    steps: PurchaseSteps,
    /// The searches that found nothing and were not dismissed, the most frequent first.
    searches: Vec<MissedSearch>,
}

/// A day of the firm's.
#[derive(Debug, Object)]
struct VisitsOfDay {
    /// `2026-11-24`.
    date: String,
    /// Pages that were opened.
    pages: i64,
    /// Taps on the telephone number.
    calls: i64,
    /// Chats that were opened.
    chats: i64,
}

/// How often pages of a kind were opened.
#[derive(Debug, Object)]
struct VisitsOfPages {
    /// `home`, `store`, `product`, `cart`, `checkout`, `contact`, `quote` or `other`.
    kind: String,
    /// How often.
    how_many: i64,
}

/// The way from a product to a paid order.
#[derive(Debug, Object)]
struct PurchaseSteps {
    /// Pages of products that were opened.
    products: i64,
    /// Things that were put into a cart.
    added: i64,
    /// Times that the checkout was opened.
    checkouts: i64,
    /// Orders that were placed.
    placed: i64,
    /// Those of them that were paid.
    paid: i64,
}

/// A search that found nothing.
#[derive(Debug, Object)]
struct MissedSearch {
    /// What was looked for.
    text: String,
    /// On how many days; at least 2.
    how_many: i64,
    /// When last, `2026-11-24`.
    last_day: String,
}

/// A search to take off the list, or to put back.
#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct DismissSearch {
    /// As it is listed.
    text: String,
    /// `false` puts it back.
    dismissed: bool,
}

#[derive(ApiResponse)]
enum Dismissed {
    /// Done.
    #[oai(status = 204)]
    Done,
}

#[OpenApi(tag = "Tag::Admin")]
impl VisitsApi {
    /// How the site was visited
    #[oai(path = "/admin/visits", method = "get", operation_id = "get_visits")]
    async fn visits(
        &self,
        _admin: Admin,
        /// How many days, today's included; 30 when absent.
        #[oai(validator(minimum(value = "1"), maximum(value = "396")))]
        days: Query<Option<i32>>,
    ) -> Result<Json<Visits>, Problem> {
        let (days, now) = (days.unwrap_or(DAYS), self.app.clock.now());
        // So that the owner sees what has just happened; where nothing can be written, all else is shown.
        if let Err(error) = self.app.counts.write_down(&self.app.db, now).await {
            tracing::warn!(%error, "the latest counts are not shown");
        }
        let visits = self.app.db.read(move |conn| visits::visits(conn, days, now)).await?;
        Ok(Json(visits.into()))
    }

    /// Takes a search that found nothing off the list
    #[oai(path = "/admin/visits/searches", method = "post", operation_id = "dismiss_search")]
    async fn dismiss(&self, admin: Admin, body: Json<DismissSearch>) -> Result<Dismissed, Problem> {
        let (actor, now, DismissSearch { text, dismissed }) = (admin.actor(), self.app.clock.now(), body.0);
        let is_done = self.app.db.write(move |tx| visits::dismiss(tx, &actor, &text, dismissed, now)).await?;
        if is_done { Ok(Dismissed::Done) } else { Err(Problem::new(Code::NotFound)) }
    }
}

impl From<visits::Visits> for Visits {
    fn from(visits: visits::Visits) -> Self {
        let visits::Visits { days, pages, steps, searches } = visits;
        let visits::Steps { products, added, checkouts, placed, paid } = steps;
        let day = |visits::Day { date, pages, calls, chats }| VisitsOfDay { date, pages, calls, chats };
        let kind = |of: visits::Pages| VisitsOfPages { kind: of.kind.to_owned(), how_many: of.how_many };
        let search = |missed: crate::counts::Missed| MissedSearch {
            text: missed.text,
            how_many: missed.how_many,
            last_day: missed.last_day,
        };
        Self {
            days: days.into_iter().map(day).collect(),
            pages: pages.into_iter().map(kind).collect(),
            steps: PurchaseSteps { products, added, checkouts, placed, paid },
            searches: searches.into_iter().map(search).collect(),
        }
    }
}
