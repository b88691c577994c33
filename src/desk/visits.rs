//! How the site is visited: pages by day, the way from a product to a paid order, calls, and what is looked for in vain.

use serde::Serialize;

use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::counts::{self, Counted, Missed, What};
use crate::db::{self, Conn, Tx};
use crate::orders;

/// Days that can be looked at: as long as counts are kept.
pub const MAX_DAYS: i32 = 396;
/// Days that are shown where nobody says how many.
pub const DAYS: i32 = 30;

/// How the site was visited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Visits {
    /// The oldest first; the last is today.
    pub days: Vec<Day>,
    /// How often pages of each kind were opened.
    pub pages: Vec<Pages>,
    pub steps: Steps,
    /// The searches that found nothing, the most frequent first.
    pub searches: Vec<Missed>,
}

/// A day of the firm's.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Day {
    /// `2026-11-24`.
    pub date: String,
    /// Pages that were opened.
    pub pages: i64,
    /// Taps on the telephone number.
    pub calls: i64,
    /// Chats that were opened.
    pub chats: i64,
}

/// How often pages of a kind were opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// `home`, `store` and so on.
    pub kind: &'static str,
    pub how_many: i64,
}

/// The way from a product to a paid order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Steps {
    /// Pages of products that were opened.
    pub products: i64,
    /// Things that were put into a cart.
    pub added: i64,
    /// Times that the checkout was opened.
    pub checkouts: i64,
    /// Orders that were placed.
    pub placed: i64,
    /// Those of them that were paid.
    pub paid: i64,
}

/// How the site was visited on the last `days` days, as far as it is written down.
pub fn visits(conn: &Conn, days: i32, now: Timestamp) -> db::Result<Visits> {
    let days = now.last_days(days.clamp(1, MAX_DAYS));
    let Some((first, since)) = days.first() else {
        return Ok(Visits { days: Vec::new(), pages: Vec::new(), steps: Steps::default(), searches: Vec::new() });
    };
    let counted = counts::since(conn, first)?;
    let sum = |day: &str, what: &[What]| -> i64 {
        let fits = |c: &&Counted| (day.is_empty() || c.day == day) && what.iter().any(|what| what.name() == c.what);
        counted.iter().filter(fits).map(|c| c.how_many).sum()
    };
    let (placed, paid) = orders::desk::count_placed(conn, *since)?;
    let day = |(date, _): &(String, Timestamp)| Day {
        date: date.clone(),
        pages: sum(date, &What::PAGES),
        calls: sum(date, &[What::Call]),
        chats: sum(date, &[What::Whatsapp]),
    };
    Ok(Visits {
        days: days.iter().map(day).collect(),
        pages: What::PAGES.map(|what| Pages { kind: what.name(), how_many: sum("", &[what]) }).to_vec(),
        steps: Steps {
            products: sum("", &[What::Product]),
            added: sum("", &[What::Added]),
            checkouts: sum("", &[What::Checkout]),
            placed,
            paid,
        },
        searches: counts::missed(conn)?,
    })
}

/// Takes a search off the list, or puts it back; `false` when there is nothing to move. What people typed is not for the
/// log, which forgets nothing.
pub fn dismiss(tx: &Tx<'_>, actor: &Actor, text: &str, is_dismissed: bool, now: Timestamp) -> db::Result<bool> {
    let Some(how_many) = counts::dismiss(tx, text, is_dismissed)? else { return Ok(false) };
    let act = if is_dismissed { "search.dismissed" } else { "search.restored" };
    audit::record(tx, actor, act, "", &serde_json::json!({ "times": how_many }), now)?;
    Ok(true)
}
