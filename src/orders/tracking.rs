//! RULE: a carrier's number.

use std::fmt;
use std::str::FromStr;

/// 10 to 30 capitals and digits, as the carrier's page takes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackingNumber(String);

/// The text is no tracking number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a tracking number has 10 to 30 letters and digits")]
pub struct NotTracking;

impl TrackingNumber {
    /// The number.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TrackingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// As it stands on a label: spaces and dashes between groups do not count, nor does the case.
impl FromStr for TrackingNumber {
    type Err = NotTracking;

    fn from_str(text: &str) -> Result<Self, NotTracking> {
        let spoken = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        let number: String = spoken.map(|c| c.to_ascii_uppercase()).collect();
        let fits = (10..=30).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_alphanumeric());
        if fits { Ok(Self(number)) } else { Err(NotTracking) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_as_it_stands_on_a_label() {
        let read = |text: &str| text.parse::<TrackingNumber>().map(|number| number.to_string());
        assert_eq!(read(" pq4e8x 0700-0123 "), Ok(String::from("PQ4E8X07000123")));
        for wrong in ["", "123456789", "PQ4E8X0700012&x=1", "ñ123456789", &"1".repeat(31)] {
            assert_eq!(read(wrong), Err(NotTracking), "{wrong}");
        }
    }
}
