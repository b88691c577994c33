//! What keeps the shop safe and when it was last done: copies of it, and the drills that show that they can be restored.

mod sql;

use crate::clock::Timestamp;
use crate::db::{self, Conn};

pub use sql::{begun, failed, of, succeeded, try_again, want};

/// What is done again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A copy of the whole shop.
    Backup,
    /// The newest copy, restored to be thrown away.
    Drill,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Backup, Self::Drill];

    /// As it stands in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Drill => "drill",
        }
    }

    /// Where nothing was done for so many seconds, somebody should look; `every` are the hours between two backups.
    fn patience_seconds(self, every: u32) -> i64 {
        match self {
            Self::Backup => 2 * i64::from(every) * 3600 + 3600,
            Self::Drill => DRILL_SECONDS + 2 * 86_400,
        }
    }
}

/// A drill a week.
pub const DRILL_SECONDS: i64 = 7 * 86_400;

/// How it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upkeep {
    /// Since when the server is to do it by itself.
    pub wanted_since: Option<Timestamp>,
    /// When it was last done.
    pub succeeded_at: Option<Timestamp>,
    /// How long that took, in milliseconds.
    pub took_ms: Option<i64>,
    /// When it failed, if it was not done since.
    pub failed_at: Option<Timestamp>,
    /// Why.
    pub error: Option<String>,
}

impl Upkeep {
    /// Since when it was not done, where that is too long ago.
    fn overdue_since(&self, kind: Kind, every: u32, now: Timestamp) -> Option<Timestamp> {
        let since = self.succeeded_at.or(self.wanted_since)?;
        // What lies well ahead was noted while the clock was wrong.
        let is_off = |since: Timestamp| since.plus_seconds(-kind.patience_seconds(every)) > now;
        (since.plus_seconds(kind.patience_seconds(every)) < now || is_off(since)).then_some(since)
    }
}

/// What is overdue, since when and what was said last; `every` are the hours between two backups.
pub fn overdue(conn: &Conn, every: u32, now: Timestamp) -> db::Result<Vec<(Kind, Timestamp, Option<String>)>> {
    let mut overdue = Vec::new();
    for kind in Kind::ALL {
        let upkeep = of(conn, kind)?;
        overdue.extend(upkeep.overdue_since(kind, every, now).map(|since| (kind, since, upkeep.error)));
    }
    Ok(overdue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_done_for_two_turns_is_overdue() {
        let start = Timestamp::from_millis(1_795_172_400_000);
        let after = |hours: i64| start.plus_seconds(hours * 3600);
        let done = Upkeep {
            wanted_since: None,
            succeeded_at: Some(start),
            took_ms: Some(1),
            failed_at: Some(after(30)),
            error: None,
        };
        assert_eq!(done.overdue_since(Kind::Backup, 24, after(49)), None);
        assert_eq!(done.overdue_since(Kind::Backup, 24, after(50)), Some(start));
        assert_eq!(done.overdue_since(Kind::Backup, 24, after(-50)), Some(start), "the clock was ahead");
        assert_eq!(done.overdue_since(Kind::Drill, 24, after(9 * 24)), None);
        assert_eq!(done.overdue_since(Kind::Drill, 24, after(9 * 24 + 1)), Some(start));
        let never = Upkeep { succeeded_at: None, wanted_since: Some(start), ..done.clone() };
        assert_eq!(never.overdue_since(Kind::Backup, 24, after(50)), Some(start));
        let unwanted = Upkeep { succeeded_at: None, wanted_since: None, ..done };
        assert_eq!(unwanted.overdue_since(Kind::Backup, 24, after(50_000)), None);
    }
}
