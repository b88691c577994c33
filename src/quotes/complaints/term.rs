//! RULE: by when a complaint is answered: within fifteen days of its arrival (TRLGDCU art. 21.3, as Ley 10/2025 has it).
//! They are days of the calendar, counted from the day after, to the end of the last one in Madrid; a Sunday or a holiday
//! moves nothing (Código Civil art. 5.2).

use jiff::ToSpan;
use jiff::civil::Date;

use crate::clock::Timestamp;

/// Days for the answer.
const DAYS: i32 = 15;

/// The first moment that is too late for a complaint of a moment.
pub fn due_at(received_at: Timestamp) -> Timestamp {
    end_in(received_at, DAYS)
}

/// The end of the day that comes so many days after that of a moment.
pub fn end_in(now: Timestamp, days: i32) -> Timestamp {
    let last = now.date().saturating_add(days.days());
    Timestamp::day(&last.to_string()).map_or(Timestamp::from_millis(i64::MAX), |(_, end)| end)
}

/// The last day that is in time.
pub fn last_day(due_at: Timestamp) -> Date {
    due_at.plus_millis(-1).date()
}

/// Days until the last one: 0 on that day, less afterwards.
pub fn days_left(due_at: Timestamp, now: Timestamp) -> i64 {
    now.date().until(last_day(due_at)).map_or(0, |span| i64::from(span.get_days()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(local: &str) -> Timestamp {
        Timestamp::parse_local(local).unwrap()
    }

    #[test]
    fn trlgdcu_21_3_a_complaint_is_answered_within_fifteen_days_of_the_calendar() {
        for hour in ["00:00:00", "12:30:00", "23:59:59"] {
            let due = due_at(at(&format!("2026-11-20 {hour}")));
            assert_eq!((due, last_day(due).to_string().as_str()), (at("2026-12-06 00:00:00"), "2026-12-05"), "{hour}");
        }
        // The clocks change in between, and the last day is a Sunday and a holiday: neither moves it.
        assert_eq!(due_at(at("2026-10-20 12:00:00")), at("2026-11-05 00:00:00"));
        assert_eq!(due_at(at("2026-03-20 12:00:00")), at("2026-04-05 00:00:00"));
        assert_eq!(last_day(due_at(at("2026-12-10 12:00:00"))).to_string(), "2026-12-25");
    }

    #[test]
    fn days_are_counted_by_the_calendar_until_the_last_and_beyond() {
        let due = due_at(at("2026-11-20 18:00:00"));
        for (now, left) in [
            ("2026-11-20 18:00:00", 15),
            ("2026-11-20 23:59:59", 15),
            ("2026-11-21 00:00:00", 14),
            ("2026-12-02 09:00:00", 3),
            ("2026-12-05 23:59:59", 0),
            ("2026-12-06 00:00:00", -1),
            ("2027-02-05 12:00:00", -62),
        ] {
            assert_eq!(days_left(due, at(now)), left, "{now}");
        }
    }
}
