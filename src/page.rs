//! RULE: which part of a list an answer holds.

use crate::problem::{Code, Problem};

/// Members of one page, at most.
const MOST: i64 = 200;

/// Members skipped, at most.
const FURTHEST: i64 = 1_000_000_000;

/// Members of one page, unless asked otherwise.
const USUAL: i64 = 50;

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many are skipped, 0–1,000,000,000.
    pub offset: i64,
    /// How many follow at most, 1–200.
    pub limit: i64,
}

impl Page {
    /// What was asked for; the first 50 when nothing was.
    pub fn parse(offset: Option<i64>, limit: Option<i64>) -> Result<Self, Problem> {
        let page = Self { offset: offset.unwrap_or(0), limit: limit.unwrap_or(USUAL) };
        if !(1..=MOST).contains(&page.limit) {
            return Err(Problem::new(Code::BadRequest).detail("limit is 1 to 200").with("field", "limit"));
        }
        if !(0..=FURTHEST).contains(&page.offset) {
            return Err(Problem::new(Code::BadRequest).detail("offset is 0 to 1,000,000,000").with("field", "offset"));
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_bounds() {
        assert_eq!(Page::parse(None, None).unwrap(), Page { offset: 0, limit: 50 });
        for (offset, limit) in [(-1, 1), (1_000_000_001, 1), (0, 0), (0, 201)] {
            assert!(Page::parse(Some(offset), Some(limit)).is_err(), "{offset} {limit}");
        }
    }
}
