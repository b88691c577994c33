//! RULE: which numbers are those that makers print on their goods: GTIN-8, -12 (UPC), -13 (EAN, ISBN) and -14, whose last
//! digit checks the others (GS1 General Specifications, 7.9).

/// The digits of a number as it is typed or written by a shop, with blanks, hyphens or the apostrophe of a spreadsheet;
/// `None` for what is no such number.
pub(super) fn normalized(text: &str) -> Option<String> {
    let digits: String = text.trim().trim_start_matches('\'').chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let is_long_enough = matches!(digits.len(), 8 | 12 | 13 | 14) && digits.bytes().all(|b| b.is_ascii_digit());
    (is_long_enough && is_checked(&digits) && digits.bytes().any(|b| b != b'0')).then_some(digits)
}

/// From the right, every second digit counts three times; the sum ends with 0.
fn is_checked(digits: &str) -> bool {
    let weighed = digits.bytes().rev().zip([1_u32, 3].into_iter().cycle());
    weighed.map(|(digit, weight)| u32::from(digit - b'0') * weight).sum::<u32>() % 10 == 0
}

/// Whether it is known outside the shop: those that begin with 02, 04 or 2 are a firm's own (in 13 digits).
pub(super) fn is_global(gtin: &str) -> bool {
    let whole = format!("{gtin:0>14}");
    gtin.len() == 8 || !["002", "004", "02"].iter().any(|own| whole.starts_with(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gtin_has_one_of_four_lengths_and_a_last_digit_that_checks_the_others() {
        for (text, expected) in [
            ("4006381333931", Some("4006381333931")),
            ("'8412345678905", Some("8412345678905")),
            ("978-3-16-148410-0", Some("9783161484100")),
            ("036000 291452", Some("036000291452")),
            ("96385074", Some("96385074")),
            ("14006381333938", Some("14006381333938")),
            ("4006381333932", None),
            ("400638133393", None),
            ("3-16-148410-X", None),
            ("00000000", None),
            ("", None),
        ] {
            assert_eq!(normalized(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_number_of_the_shops_own_is_not_told_to_others() {
        for (gtin, expected) in
            [("4006381333931", true), ("2000000000015", false), ("0212345678909", false), ("036000291452", true)]
        {
            assert_eq!(is_global(gtin), expected, "{gtin}");
        }
    }
}
