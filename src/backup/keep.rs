//! Which backups are kept: RULE the newest of each of the last days, weeks and months that have one.

use std::collections::BTreeSet;

use super::Error;
use super::store::{Kept, Store};
use crate::clock::Timestamp;
use crate::config::Keep;

/// What names the day, week or month of a moment.
type Span = fn(Timestamp) -> String;

/// Of these, those that are not kept. The newest always is, and whatever a wrong clock has dated ahead of `now`, which
/// takes nobody's place.
fn superfluous(keep: Keep, backups: &[Kept], now: Timestamp) -> Vec<&Kept> {
    let mut newest_first: Vec<&Kept> = backups.iter().filter(|backup| !backup.is_ahead(now)).collect();
    newest_first.sort_by_key(|backup| std::cmp::Reverse(backup.at));
    let mut kept: BTreeSet<&str> = newest_first.first().map(|backup| backup.name.as_str()).into_iter().collect();
    let spans: [(usize, Span); 3] = [
        (keep.days, |at| at.date().to_string()),
        (keep.weeks, |at| {
            let week = at.date().iso_week_date();
            format!("{}-{}", week.year(), week.week())
        }),
        (keep.months, |at| at.date().strftime("%Y-%m").to_string()),
    ];
    for (most, span) in spans {
        let mut seen = BTreeSet::new();
        let of_span = newest_first.iter().filter(|backup| seen.len() < most && seen.insert(span(backup.at)));
        kept.extend(of_span.map(|backup| backup.name.as_str()));
    }
    newest_first.retain(|backup| !kept.contains(backup.name.as_str()));
    newest_first
}

/// Deletes the backups that are not kept any more; how many.
pub fn forget_old(store: &Store, keep: Keep, now: Timestamp) -> Result<usize, Error> {
    let backups = store.list()?;
    let superfluous = superfluous(keep, &backups, now);
    superfluous.iter().try_for_each(|backup| store.delete(&backup.name))?;
    Ok(superfluous.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backup(at: Timestamp) -> Kept {
        Kept { name: super::super::format::name(at, false), at, bytes: 1 }
    }

    fn left(keep: &str, backups: &[Kept]) -> Vec<String> {
        let (keep, now) = (keep.parse::<Keep>().unwrap(), Timestamp::parse_rfc3339("2026-11-22T16:00:00Z").unwrap());
        let gone: Vec<&str> = superfluous(keep, backups, now).iter().map(|backup| backup.name.as_str()).collect();
        let left = backups.iter().filter(|backup| !gone.contains(&backup.name.as_str()));
        left.map(|backup| backup.at.to_rfc3339()[..13].to_owned()).collect()
    }

    #[test]
    fn the_newest_of_each_day_week_and_month_stays() {
        let start = Timestamp::parse_rfc3339("2026-11-22T16:00:00Z").unwrap();
        // Every six hours for 100 days.
        let backups: Vec<Kept> = (0..400).map(|n| backup(start.plus_seconds(-n * 6 * 3600))).collect();
        assert_eq!(left("2d", &backups), ["2026-11-22T16", "2026-11-21T22"]);
        // In Abrera the 21st ends at 23:00 of these hours.
        assert_eq!(left("1d,3w", &backups), ["2026-11-22T16", "2026-11-15T22", "2026-11-08T22"]);
        assert_eq!(left("2m", &backups), ["2026-11-22T16", "2026-10-31T22"]);
        assert_eq!(left("7d,4w,12m", &backups).len(), 7 + 3 + 3);
        assert_eq!(left("0d,1w", &backups[..1]), ["2026-11-22T16"]);
        // Made while the clock was two years ahead: it drives nothing out, and stays.
        let ahead = [backup(start.plus_seconds(2 * 365 * 86_400)), backup(start), backup(start.plus_seconds(-86_400))];
        assert_eq!(left("1d", &ahead), ["2028-11-21T16", "2026-11-22T16"]);
    }
}
