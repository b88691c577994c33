//! RULE: when an order leaves, and when it arrives. One from before the hour the owner has set leaves on the same working day, a later one on
//! the next; the office's hours and closed days say which days those are. Without that hour nothing is promised of it. It
//! arrives three to five working days later, as the page on shipping says. Nothing moves on a public holiday, whether the
//! owner wrote it down or not.

use std::ops::RangeInclusive;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use crate::clock::Timestamp;
use crate::holidays::{Holidays, is_public};
use crate::hours::Hours;

/// Days that are looked at: nobody promises what lies behind them.
const DAYS_AHEAD: i32 = 45;

/// Working days on the way.
pub const TRANSIT_DAYS: RangeInclusive<usize> = 3..=5;

/// Working days that making something for its buyer may take, at most.
pub const LONGEST_MAKING: i64 = 30;

/// The day on which something is made that is begun on a day and takes so many working days.
pub fn made(hours: &Hours, holidays: &Holidays, begun: Date, days: i64) -> Option<Date> {
    let wanted = usize::try_from(days.clamp(1, LONGEST_MAKING)).ok()?;
    let ahead = (1..=DAYS_AHEAD * 2).filter_map(|ahead| begun.checked_add(ahead.days()).ok());
    ahead.filter(|day| is_working(hours, holidays, *day)).nth(wanted - 1)
}

/// Whether the office works on a day.
fn is_working(hours: &Hours, holidays: &Holidays, day: Date) -> bool {
    closing(hours, day).is_some() && !is_holiday(holidays, day)
}

/// When the office closes on a day; `None` where it does not open.
fn closing(hours: &Hours, day: Date) -> Option<&str> {
    hours.closes_on(usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default())
}

/// The day on which an order that is paid `now` leaves; `cutoff` is the hour on the firm's clocks, `14:00`. `None` when
/// nothing is known of it.
pub fn day(hours: &Hours, holidays: &Holidays, cutoff: &str, now: Timestamp) -> Option<Date> {
    if cutoff.is_empty() {
        return None;
    }
    let today = now.date();
    // Hours of this form sort as they follow each other.
    let last = closing(hours, today).map_or(cutoff, |end| end.min(cutoff));
    let is_late = now.to_local().get(11..16).is_none_or(|time| time >= last);
    let days = (i32::from(is_late)..=DAYS_AHEAD).filter_map(|ahead| today.checked_add(ahead.days()).ok());
    days.into_iter().find(|day| is_working(hours, holidays, *day))
}

/// The first and the last day on which an order of `now` arrives that leaves on a day, where that is known. Carriers work
/// from Monday to Friday.
pub fn arrival(holidays: &Holidays, leaves: Option<Date>, now: Timestamp) -> Option<(Date, Date)> {
    let from = leaves.unwrap_or_else(|| now.date());
    let works =
        |day: &Date| !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !is_holiday(holidays, *day);
    let days = (1..=DAYS_AHEAD).filter_map(|ahead| from.checked_add(ahead.days()).ok());
    let working: Vec<Date> = days.filter(works).take(*TRANSIT_DAYS.end()).collect();
    Some((*working.get(TRANSIT_DAYS.start() - 1)?, *working.get(TRANSIT_DAYS.end() - 1)?))
}

/// Whether nothing moves on a day, of everybody's holidays and of the owner's closed days.
fn is_holiday(holidays: &Holidays, day: Date) -> bool {
    is_public(day) || holidays.is_closed(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_leaves_on_the_first_working_day_it_can() {
        let hours: Hours = "Mo-Fr 08:00-18:00".parse().unwrap();
        let holidays: Holidays = "24-12-2026/02-01-2027 Vacaciones".parse().unwrap();
        for (now, cutoff, leaves) in [
            ("2026-11-24T13:59:59", "14:00", Some("2026-11-24")),
            ("2026-11-24T14:00", "14:00", Some("2026-11-25")),
            ("2026-11-27T15:00", "14:00", Some("2026-11-30")),
            ("2026-11-28T09:00", "14:00", Some("2026-11-30")),
            ("2026-12-07T20:00", "14:00", Some("2026-12-09")),
            ("2026-12-23T14:30", "14:00", Some("2027-01-04")),
            ("2026-11-24T09:00", "", None),
        ] {
            let at = Timestamp::parse_local(now).unwrap();
            let day = day(&hours, &holidays, cutoff, at).map(|day| day.to_string());
            assert_eq!(day.as_deref(), leaves, "{now}");
        }
        let now = Timestamp::parse_local("2026-11-24T09:00").unwrap();
        let saturdays: Hours = "Mo-Fr 08:00-18:00, Sa 09:00-13:00".parse().unwrap();
        for (now, leaves) in [("2026-11-28T12:59", "2026-11-28"), ("2026-11-28T13:30", "2026-11-30")] {
            let at = Timestamp::parse_local(now).unwrap();
            assert_eq!(day(&saturdays, &holidays, "14:00", at).map(|day| day.to_string()).as_deref(), Some(leaves));
        }
        assert_eq!(
            day(&Hours::default(), &holidays, "14:00", now),
            None,
            "an office that never opens promises nothing"
        );
    }

    #[test]
    fn what_is_made_for_its_buyer_takes_working_days_of_the_office() {
        let hours: Hours = "Mo-Fr 08:00-18:00".parse().unwrap();
        let holidays: Holidays = "02-12 Fiesta del pueblo".parse().unwrap();
        let made = |begun: &str, days| made(&hours, &holidays, begun.parse().unwrap(), days).unwrap().to_string();
        assert_eq!(made("2026-11-24", 3), "2026-11-27");
        assert_eq!(made("2026-11-27", 3), "2026-12-03", "a weekend and a closed day lie between");
    }

    #[test]
    fn an_order_arrives_three_to_five_working_days_after_it_left() {
        let holidays: Holidays = "11-12 Fiesta del pueblo".parse().unwrap();
        for (now, leaves, arrives) in [
            ("2026-11-24T09:00", Some("2026-11-24"), ("2026-11-27", "2026-12-01")),
            ("2026-11-24T09:00", None, ("2026-11-27", "2026-12-01")),
            ("2026-11-28T09:00", Some("2026-11-30"), ("2026-12-03", "2026-12-07")),
            ("2026-12-03T20:00", Some("2026-12-04"), ("2026-12-10", "2026-12-15")),
            ("2027-03-24T09:00", Some("2027-03-24"), ("2027-03-31", "2027-04-02")),
        ] {
            let at = Timestamp::parse_local(now).unwrap();
            let (first, last) = arrival(&holidays, leaves.map(|day| day.parse().unwrap()), at).unwrap();
            assert_eq!((first.to_string().as_str(), last.to_string().as_str()), arrives, "{now}");
        }
    }
}
