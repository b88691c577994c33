//! RULE: what people call a complaint by.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::quotes::number;

/// The year on the firm's calendar and the running number in it: `R-2026-0042`. It can be dictated, and opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    pub(super) year: i64,
    pub(super) number: i64,
}

/// The text is no such key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the key of a complaint looks like R-2026-0042")]
pub struct NotKey;

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R-{}-{:04}", self.year, self.number)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As people write it down: zeros and dashes may be missing.
impl FromStr for Key {
    type Err = NotKey;

    fn from_str(written: &str) -> Result<Self, NotKey> {
        let (year, number) = number::after('R', written).ok_or(NotKey)?;
        Ok(Self { year, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_people_write_it_down() {
        let key = Key { year: 2026, number: 42 };
        assert_eq!(key.to_string(), "R-2026-0042");
        for written in ["R-2026-0042", " r-2026-42", "R2026-42", "R 2026 042", "R–2026–0042", "r-2026/42"] {
            assert_eq!(written.parse(), Ok(key), "{written}");
        }
        for wrong in
            ["", "R", "2026-0042", "R-2026", "R-2026-0", "R-26-42", "R-2026-1234567", "R-20a6-42", "R-2026-4 2"]
        {
            assert_eq!(wrong.parse::<Key>(), Err(NotKey), "{wrong}");
        }
    }
}
