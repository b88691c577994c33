//! When the office is open, in the words of schema.org: `Mo-Fr 08:00-18:00, Sa 09:00-13:00`.

use std::fmt;
use std::str::FromStr;

/// Monday first, as [`Period::days`] counts them.
const DAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// A time of opening on one day or on several in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The first and the last day, 0 for Monday to 6 for Sunday; the first is not after the last.
    pub days: (usize, usize),
    /// `08:00`, earlier than [`Period::closes`].
    pub opens: String,
    /// `18:00`.
    pub closes: String,
}

/// A week of opening hours; none at all when nobody may come unannounced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hours(pub Vec<Period>);

/// The text is no opening hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not opening hours such as Mo-Fr 08:00-18:00")]
pub struct NotHours;

impl FromStr for Hours {
    type Err = NotHours;

    fn from_str(text: &str) -> Result<Self, NotHours> {
        let periods = text.split(',').map(str::trim).filter(|period| !period.is_empty());
        Ok(Self(periods.map(str::parse).collect::<Result<_, _>>()?))
    }
}

impl FromStr for Period {
    type Err = NotHours;

    fn from_str(text: &str) -> Result<Self, NotHours> {
        let (days, times) = text.split_once(' ').ok_or(NotHours)?;
        let day = |name: &str| DAYS.iter().position(|day| *day == name).ok_or(NotHours);
        let (first, last) = days.split_once('-').unwrap_or((days, days));
        let days = (day(first)?, day(last)?);
        let (opens, closes) = times.trim().split_once('-').ok_or(NotHours)?;
        Self::new(days, opens, closes)
    }
}

impl Period {
    /// As the fields say.
    pub fn new(days: (usize, usize), opens: &str, closes: &str) -> Result<Self, NotHours> {
        // Times of this form sort as they follow each other.
        let fits = is_time(opens) && is_time(closes) && opens < closes && days.0 <= days.1 && days.1 < DAYS.len();
        fits.then(|| Self { days, opens: opens.to_owned(), closes: closes.to_owned() }).ok_or(NotHours)
    }
}

impl Hours {
    /// When the office closes for good on a day of the week, 0 for Monday; `None` when it does not open.
    pub fn closes_on(&self, day: usize) -> Option<&str> {
        let of_day = self.0.iter().filter(|period| (period.days.0..=period.days.1).contains(&day));
        of_day.map(|period| period.closes.as_str()).max()
    }
}

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let periods: Vec<_> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&periods.join(", "))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { days: (first, last), opens, closes } = self;
        let days = if first == last { DAYS[*first].to_owned() } else { format!("{}-{}", DAYS[*first], DAYS[*last]) };
        write!(f, "{days} {opens}-{closes}")
    }
}

/// `00:00` to `23:59`.
pub fn is_time(text: &str) -> bool {
    let digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    text.split_once(':').is_some_and(|(hour, minute)| digits(hour) && digits(minute) && hour < "24" && minute < "60")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_written_as_they_are_read() {
        for text in ["Mo-Fr 08:00-18:00", "Mo-Th 08:00-13:30, Mo-Th 15:00-19:00, Sa 09:00-13:00", ""] {
            assert_eq!(text.parse::<Hours>().unwrap().to_string(), text);
        }
        assert_eq!("Tu 00:00-23:59".parse::<Period>().unwrap().days, (1, 1));
    }

    #[test]
    fn what_nobody_would_understand_is_refused() {
        for text in
            ["always", "Fr-Mo 08:00-18:00", "Mo 18:00-08:00", "Mo 8-18", "Mo 08:00-24:00", "Lu 08:00-18:00", "Mo"]
        {
            assert_eq!(text.parse::<Hours>(), Err(NotHours), "{text}");
        }
        assert_eq!(Period::new((5, 7), "08:00", "18:00"), Err(NotHours), "a week has seven days");
    }
}
