//! Days on which the office stays closed: `25-12 Navidad, 03-08-2026/21-08-2026 Vacaciones`.
//!
//! A day is written day first. Without a year it comes back every year. The desk reads and counts them the same way
//! (`holidays.ts`); `tests/cases/holidays.json` holds both to it.

use std::fmt;
use std::str::FromStr;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::text;

/// How many closures there may be.
const MOST: usize = 60;
/// Characters of a name.
const LONGEST_NAME: usize = 40;
/// The year yearly days are counted in until they are asked for: no leap year, so that every year has them.
const ANY_YEAR: i16 = 2001;

/// A time without office hours, in words of its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// The first day; of [`Closure::yearly`] ones day and month count.
    first: Date,
    /// The last day, the first itself where it is only one. Of yearly ones it may be before it: over New Year.
    last: Date,
    /// Whether it comes back every year.
    yearly: bool,
    /// What people call it; may be empty.
    name: String,
}

/// All of them, in the order they were written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holidays(pub Vec<Closure>);

/// Days of one year that are closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The first day.
    pub first: Date,
    /// The last day, not before the first.
    pub last: Date,
    /// What people call it; may be empty.
    pub name: String,
}

/// The text names no such days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.reason())]
pub enum NotHolidays {
    /// It is written in another way.
    Form,
    /// Such as 31-11, or 29-02 for every year.
    NoSuchDay,
    /// The last day is before the first.
    Backwards,
    /// One day has a year and the other has none.
    HalfYearly,
    /// Longer than a year.
    TooLong,
    /// Too many, or too much of a name.
    TooMuch,
}

impl NotHolidays {
    /// In words.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Form => "takes days such as 25-12 Navidad, 03-08-2026/21-08-2026 Vacaciones",
            Self::NoSuchDay => {
                "names a day that is not there: write day-month-year, or day-month for a day of every year"
            }
            Self::Backwards => "ends before it begins: write the first day, a slash and the last day",
            Self::HalfYearly => "takes a year with both days of a range, or with none",
            Self::TooLong => "takes a year at most at a time",
            Self::TooMuch => "takes up to 60 times, with a name of up to 40 characters each",
        }
    }
}

impl Holidays {
    /// Whether the office is closed all day.
    pub fn is_closed(&self, day: Date) -> bool {
        !self.upcoming(day, 0).is_empty()
    }

    /// What is closed on `today` or on one of the `ahead` days after it, the next first.
    pub fn upcoming(&self, today: Date, ahead: i32) -> Vec<Closed> {
        let until = today.saturating_add(ahead.days());
        let mut closed: Vec<Closed> = self.0.iter().flat_map(|closure| closure.around(today)).collect();
        closed.retain(|closed| closed.first <= until && closed.last >= today);
        closed.sort_by_key(|closed| (closed.first, closed.last));
        closed
    }
}

impl Closure {
    /// The times it is closed, at least those that begin in the year before `day`, in its year or in the one after.
    fn around(&self, day: Date) -> Vec<Closed> {
        let closed = |first, last| Closed { first, last, name: self.name.clone() };
        if !self.yearly {
            return vec![closed(self.first, self.last)];
        }
        let over_new_year = i16::from(self.last < self.first);
        let in_year = |date: Date, year: i16| Date::new(year, date.month(), date.day()).ok();
        let years = day.year().saturating_sub(1)..=day.year().saturating_add(1);
        years.filter_map(|y| Some(closed(in_year(self.first, y)?, in_year(self.last, y + over_new_year)?))).collect()
    }
}

impl FromStr for Holidays {
    type Err = NotHolidays;

    fn from_str(text: &str) -> Result<Self, NotHolidays> {
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let closures: Vec<Closure> = entries.map(str::parse).collect::<Result<_, _>>()?;
        if closures.len() > MOST { Err(NotHolidays::TooMuch) } else { Ok(Self(closures)) }
    }
}

impl FromStr for Closure {
    type Err = NotHolidays;

    fn from_str(written: &str) -> Result<Self, NotHolidays> {
        let (days, name) = written.split_once(' ').unwrap_or((written, ""));
        let name = text::line(name);
        if name.chars().count() > LONGEST_NAME {
            return Err(NotHolidays::TooMuch);
        }
        let (first, last) = days.split_once('/').unwrap_or((days, days));
        let ((first, yearly), (last, also)) = (day(first)?, day(last)?);
        if yearly != also {
            return Err(NotHolidays::HalfYearly);
        }
        if !yearly && last < first {
            return Err(NotHolidays::Backwards);
        }
        if !yearly && first.saturating_add(1.year()) <= last {
            return Err(NotHolidays::TooLong);
        }
        Ok(Self { first, last, yearly, name })
    }
}

/// A day, and whether it is one of every year.
fn day(text: &str) -> Result<(Date, bool), NotHolidays> {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let plain = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| part.parse::<i16>().ok()).flatten().ok_or(NotHolidays::Form)
    };
    let (day, month, year) = match parts[..] {
        [day, month] => (number(day, 2)?, number(month, 2)?, None),
        [day, month, year] => (number(day, 2)?, number(month, 2)?, Some(number(year, 4)?)),
        _ => return Err(NotHolidays::Form),
    };
    let small = |number: i16| i8::try_from(number).map_err(|_| NotHolidays::NoSuchDay);
    let date = Date::new(year.unwrap_or(ANY_YEAR), small(month)?, small(day)?).map_err(|_| NotHolidays::NoSuchDay)?;
    Ok((date, year.is_none()))
}

impl fmt::Display for Holidays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closures: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&closures.join(", "))
    }
}

impl fmt::Display for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = if self.yearly { "%d-%m" } else { "%d-%m-%Y" };
        write!(f, "{}", self.first.strftime(form))?;
        if self.last != self.first {
            write!(f, "/{}", self.last.strftime(form))?;
        }
        if self.name.is_empty() { Ok(()) } else { write!(f, " {}", self.name) }
    }
}

/// Month and day of the public holidays of Spain and of Catalonia that come back every year (Real Decreto 2001/1983,
/// art. 45; each year's order of the Generalitat).
const PUBLIC: [(i8, i8); 12] =
    [(1, 1), (1, 6), (5, 1), (6, 24), (8, 15), (9, 11), (10, 12), (11, 1), (12, 6), (12, 8), (12, 25), (12, 26)];

/// Whether nobody works on a day, in Catalonia: Good Friday and Easter Monday are such days too. Towns have two more, which
/// the owner writes down.
pub fn is_public(day: Date) -> bool {
    let easter = easter(day.year());
    let of_easter =
        easter.is_some_and(|easter| [-2, 1].into_iter().any(|apart| easter.saturating_add(apart.days()) == day));
    of_easter || PUBLIC.contains(&(day.month(), day.day()))
}

/// Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8).
fn easter(year: i16) -> Option<Date> {
    let year_number = i32::from(year);
    let (golden, century, of_century) = (year_number % 19, year_number / 100, year_number % 100);
    let moon_orbit = (century - (century + 8) / 25 + 1) / 3;
    let epact = (19 * golden + century - century / 4 - moon_orbit + 15) % 30;
    let to_sunday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - of_century % 4) % 7;
    let correction = 7 * ((golden + 11 * epact + 22 * to_sunday) / 451);
    let sum = epact + to_sunday - correction + 114;
    Date::new(year, i8::try_from(sum / 31).ok()?, i8::try_from(sum % 31 + 1).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Cases {
        written: Vec<String>,
        refused: Vec<(String, String)>,
        upcoming: Vec<Upcoming>,
    }

    #[derive(Deserialize)]
    struct Upcoming {
        name: String,
        holidays: String,
        today: String,
        ahead: i32,
        expected: Vec<(String, String, String)>,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../tests/cases/holidays.json")).unwrap()
    }

    #[test]
    fn holidays_are_written_as_they_are_read() {
        for text in cases().written {
            assert_eq!(text.parse::<Holidays>().unwrap().to_string(), text);
        }
        assert_eq!(" 25-12   Navidad ,".parse::<Holidays>().unwrap().to_string(), "25-12 Navidad");
        assert_eq!("25-12 Na\u{202e}vi\ndad".parse::<Holidays>().unwrap().to_string(), "25-12 Navi dad");
        assert_eq!("25-12/25-12".parse::<Holidays>().unwrap().to_string(), "25-12");
    }

    #[test]
    fn what_is_no_day_or_no_range_is_refused_with_its_reason() {
        for (text, reason) in cases().refused {
            let refusal = text.parse::<Holidays>().unwrap_err();
            assert_eq!(format!("{refusal:?}"), reason, "{text}");
        }
        assert_eq!(vec!["25-12"; 61].join(",").parse::<Holidays>(), Err(NotHolidays::TooMuch));
    }

    #[test]
    fn the_next_closures_are_those_of_the_cases() {
        for case in cases().upcoming {
            let holidays: Holidays = case.holidays.parse().unwrap();
            let closed = holidays.upcoming(case.today.parse().unwrap(), case.ahead);
            let told = closed.into_iter().map(|day| (day.first.to_string(), day.last.to_string(), day.name));
            assert_eq!(told.collect::<Vec<_>>(), case.expected, "{}", case.name);
        }
    }

    #[test]
    fn public_holidays_come_with_the_year_and_with_easter() {
        for day in ["2026-12-08", "2026-12-26", "2026-04-03", "2026-04-06", "2027-03-26", "2027-03-29", "2028-04-14"] {
            assert!(is_public(day.parse().unwrap()), "{day}");
        }
        for day in ["2026-12-07", "2026-04-05", "2027-03-25", "2026-11-26"] {
            assert!(!is_public(day.parse().unwrap()), "{day}");
        }
    }
}
