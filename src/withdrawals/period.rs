//! RULE: until when a buyer may withdraw: fourteen days from the day after the delivery, to the end of the last one in
//! Madrid; where that is no working day, to the end of the next (Directive 2011/83 arts. 9 and 11a(5), Regulation
//! 1182/71 art. 3). The same count of days, not moved, is the seller's for giving the money back (TRLGDCU art. 107) and
//! the buyer's for sending the goods (art. 108).

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use crate::clock::Timestamp;
use crate::holidays::Holidays;

/// Days of each period.
const DAYS: i32 = 14;
/// Days that are looked at for one that the office works on: a closure lasts a year at most.
const MAX_MOVED_DAYS: usize = 800;

/// Where a statement stands in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing has been delivered: it can be withdrawn from at any time.
    Open,
    /// Before the period is over.
    InTime,
    /// When it is over.
    Late,
}

/// Where a statement of a moment stands, of goods that were delivered then, or not yet.
pub fn standing(delivered_at: Option<Timestamp>, at: Timestamp, holidays: &Holidays) -> Standing {
    match delivered_at {
        None => Standing::Open,
        Some(delivered_at) if at < end(delivered_at, holidays) => Standing::InTime,
        Some(_) => Standing::Late,
    }
}

/// The first moment that is too late.
pub fn end(delivered_at: Timestamp, holidays: &Holidays) -> Timestamp {
    end_of(last_day(delivered_at, holidays))
}

/// The last day on which a buyer may withdraw.
pub fn last_day(delivered_at: Timestamp, holidays: &Holidays) -> Date {
    let fourteenth = day_14(delivered_at);
    let days = fourteenth.series(1.day()).take(MAX_MOVED_DAYS);
    days.into_iter().find(|day| is_working_day(*day, holidays)).unwrap_or(fourteenth)
}

/// The fourteenth day after that of a moment: by then the money is back, and the goods are sent.
pub fn day_14(at: Timestamp) -> Date {
    at.date().saturating_add(DAYS.days())
}

/// The same, as it is told.
pub fn day_14_told(at: Timestamp) -> String {
    day_14(at).strftime("%d/%m/%Y").to_string()
}

/// The first moment whose fourteenth day is not over yet.
pub fn first_in_time(now: Timestamp) -> Timestamp {
    let day = now.date().saturating_sub(DAYS.days());
    Timestamp::day(&day.to_string()).map_or(now, |(begin, _)| begin)
}

fn is_working_day(day: Date, holidays: &Holidays) -> bool {
    !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) && !holidays.is_closed(day)
}

fn end_of(day: Date) -> Timestamp {
    Timestamp::day(&day.to_string()).map_or(Timestamp::from_millis(i64::MAX), |(_, end)| end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(local: &str) -> Timestamp {
        Timestamp::parse_local(local).unwrap()
    }

    /// The last second is in time, and the next is not.
    fn check(delivered: &str, last_second: &str, holidays: &str) {
        let (delivered, holidays) = (at(delivered), holidays.parse().unwrap());
        let last = at(last_second);
        assert_eq!(standing(Some(delivered), last, &holidays), Standing::InTime, "{last_second}");
        assert_eq!(standing(Some(delivered), last.plus_millis(999), &holidays), Standing::InTime, "{last_second}.999");
        assert_eq!(standing(Some(delivered), last.plus_seconds(1), &holidays), Standing::Late, "{last_second} + 1 s");
    }

    #[test]
    fn art_11a_5_a_statement_is_in_time_until_the_last_second_of_day_14() {
        // A Monday, delivered at any hour of it: the day of the delivery itself does not count.
        for hour in ["00:00:00", "12:30:00", "23:59:59"] {
            check(&format!("2026-11-02 {hour}"), "2026-11-16 23:59:59", "");
        }
    }

    #[test]
    fn art_11a_1_it_is_open_from_the_purchase_until_something_is_delivered() {
        assert_eq!(standing(None, at("2036-11-02 12:00:00"), &Holidays::default()), Standing::Open);
    }

    #[test]
    fn a_day_on_which_the_clocks_change_ends_at_its_own_midnight() {
        // The 29th of March 2026 is a Sunday of 23 hours, the 25th of October one of 25: both are moved to the Monday.
        check("2026-03-15 12:00:00", "2026-03-30 23:59:59", "");
        check("2026-10-11 12:00:00", "2026-10-26 23:59:59", "");
        // Between the delivery and day 14 the clocks change, in both directions.
        check("2026-03-17 12:00:00", "2026-03-31 23:59:59", "");
        check("2026-10-13 12:00:00", "2026-10-27 23:59:59", "");
        let hours =
            |delivered, last| (end(at(delivered), &Holidays::default()).millis() - at(last).millis()) / 3_600_000;
        assert_eq!(hours("2026-03-17 12:00:00", "2026-03-17 00:00:00"), 15 * 24 - 1);
        assert_eq!(hours("2026-10-13 12:00:00", "2026-10-13 00:00:00"), 15 * 24 + 1);
    }

    #[test]
    fn reg_1182_71_art_3_4_a_saturday_sunday_or_holiday_moves_the_end_to_the_next_working_day() {
        // Day 14 is Saturday the 21st, or Sunday the 22nd of November.
        check("2026-11-07 12:00:00", "2026-11-23 23:59:59", "");
        check("2026-11-08 12:00:00", "2026-11-23 23:59:59", "");
        // Tuesday the 8th of December is a holiday; with the Monday before it closed too.
        check("2026-11-24 12:00:00", "2026-12-09 23:59:59", "08-12 Inmaculada");
        check("2026-11-21 12:00:00", "2026-12-09 23:59:59", "07-12-2026/08-12-2026 Puente");
        // A holiday inside the period changes nothing.
        check("2026-11-30 12:00:00", "2026-12-14 23:59:59", "08-12 Inmaculada");
        // New Year's Day of 2027 is a Friday: over the weekend to Monday the 4th.
        check("2026-12-18 12:00:00", "2027-01-04 23:59:59", "01-01 Año Nuevo");
    }

    #[test]
    fn arts_107_and_108_the_days_for_money_and_goods_are_counted_from_the_statement() {
        assert_eq!(day_14(at("2026-11-20 23:59:59")).to_string(), "2026-12-04");
        assert_eq!(day_14(at("2026-11-21 00:00:00")).to_string(), "2026-12-05");
    }
}
