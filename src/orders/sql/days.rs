//! How many orders of a list were placed on each day, as triggers keep it: how many they are in all, and where a page begins.

use std::collections::BTreeMap;

use rusqlite::ToSql;

use crate::clock::Timestamp;
use crate::db::{self, Conditions, Conn};
use crate::orders::Refunded;
use crate::orders::desk::Wanted;

/// In milliseconds.
const DAY: i64 = 86_400_000;

/// Orders by the day they were placed on, in days since 1970, UTC.
pub(super) struct Days(BTreeMap<i64, i64>);

/// Where a page of a list begins, newest first.
#[derive(Clone, Copy)]
pub(super) struct Begin {
    /// All of the page was placed before.
    pub(super) before: Timestamp,
    /// What was placed before that and still does not belong to it.
    pub(super) skipped: i64,
}

impl Days {
    /// `None` where something is asked for that is not kept. `filter` is all that is asked for, as SQL.
    pub(super) fn of(conn: &Conn, wanted: &Wanted, filter: &Conditions) -> db::Result<Option<Self>> {
        let Wanted {
            status,
            person: None,
            attention: false,
            to_ship: false,
            refund,
            q: None,
            from: None,
            before: None,
        } = wanted
        else {
            return Ok(None);
        };
        let (of_status, and_status) =
            if status.is_some() { ("WHERE status = :status", "AND o.status = :status") } else { ("", "") };
        let kept = format!("SELECT day, sum(how_many) FROM orders_per_day {of_status} GROUP BY day");
        let values = status.iter().map(|status| (":status", status as &dyn ToSql)).collect::<Vec<_>>();
        let mut days = by_day(conn, &kept, &values)?;
        match refund {
            None => {}
            // Those of which anything is back are few.
            Some(Refunded::No) => {
                let others = format!(
                    "SELECT o.created_at / {DAY}, count(*) FROM orders o
                     WHERE o.id IN (SELECT value FROM json_each(:refunded)) {and_status} GROUP BY 1"
                );
                for (day, orders) in by_day(conn, &others, &filter.values())? {
                    *days.entry(day).or_default() -= orders;
                }
            }
            Some(Refunded::Partly | Refunded::Wholly) => return Ok(None),
        }
        Ok(Some(Self(days)))
    }

    pub(super) fn total(&self) -> i64 {
        self.0.values().sum()
    }

    pub(super) fn begin(&self, offset: i64) -> Begin {
        let mut skipped = offset;
        for (day, orders) in self.0.iter().rev() {
            if skipped < *orders {
                return Begin { before: Timestamp::from_millis((day + 1) * DAY), skipped };
            }
            skipped -= orders;
        }
        // After the last of them there is nothing.
        Begin { before: Timestamp::from_millis(0), skipped: 0 }
    }
}

fn by_day(conn: &Conn, sql: &str, values: &[(&str, &dyn ToSql)]) -> db::Result<BTreeMap<i64, i64>> {
    let mut rows = conn.prepare_cached(sql)?;
    let rows = rows.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
