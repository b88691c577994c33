//! RULE: how stars that many gave are told as one number.

use poem_openapi::Object;

/// What buyers gave something: each of them 1 to 5 stars.
#[derive(Debug, Clone, Copy, Object)]
pub struct Rating {
    /// 1.0–5.0, with one decimal.
    pub average: f64,
    /// How many gave stars.
    pub count: i64,
}

impl Rating {
    /// Of so many who gave so many stars together; `None` for nobody.
    pub fn of(count: i64, sum: i64) -> Option<Self> {
        let tenths = i32::try_from((sum * 20 + count) / (count * 2).max(1)).ok()?;
        (count > 0).then(|| Self { average: f64::from(tenths) / 10.0, count })
    }
}

#[cfg(test)]
mod tests {
    use super::Rating;

    #[test]
    fn the_average_has_one_decimal_and_nobody_gives_none() {
        let of = |count, sum| Rating::of(count, sum).map(|rating| format!("{} {}", rating.average, rating.count));
        assert_eq!(of(0, 0), None);
        for (count, sum, told) in [(1, 5, "5 1"), (3, 13, "4.3 3"), (3, 14, "4.7 3"), (4, 17, "4.3 4"), (2, 3, "1.5 2")]
        {
            assert_eq!(of(count, sum).as_deref(), Some(told));
        }
    }
}
