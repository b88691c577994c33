//! RULE: what a complete shipping address is. Where the shop ships to is the checkout's rule, not this one.

use serde::{Deserialize, Serialize};

use crate::text;

/// Characters a line of a profile or an address may have.
pub const MAX_CHARS: usize = 200;

/// Where a parcel goes, line by line. Out of [`ShippingAddress::parse`] every line is present, trimmed, at most
/// [`MAX_CHARS`] characters and one line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShippingAddress {
    /// Who receives it.
    pub name: String,
    /// Street, number, floor.
    pub address: String,
    /// Town.
    pub city: String,
    /// Postcode.
    pub postal_code: String,
    pub country: String,
    /// For whoever brings it; empty where none was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub phone: String,
}

/// Why an address or a line of a profile is not acceptable, and which line (its name on the wire).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// A line that must be there is empty.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A line is longer than [`MAX_CHARS`].
    #[error("{0} is longer than 200 characters")]
    TooLong(&'static str),
    /// A line holds a line break or another control character.
    #[error("{0} has characters that do not belong in an address")]
    BadCharacters(&'static str),
    /// A line is no telephone number.
    #[error("{0} is no telephone number")]
    NotPhone(&'static str),
}

impl AddressError {
    /// The name of the line on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Missing(field) | Self::TooLong(field) | Self::BadCharacters(field) | Self::NotPhone(field) => field,
        }
    }
}

impl ShippingAddress {
    /// Checks and trims the five lines, in the order of a form; the first that is wrong is the error.
    pub fn parse(
        name: &str,
        address: &str,
        city: &str,
        postal_code: &str,
        country: &str,
    ) -> Result<Self, AddressError> {
        Ok(Self {
            name: required("name", name)?,
            address: required("address", address)?,
            city: required("city", city)?,
            postal_code: required("postal_code", &text::latin_figures(postal_code))?,
            country: required("country", country)?,
            phone: String::new(),
        })
    }

    /// The same with a telephone, which may be empty.
    pub fn with_phone(self, phone: &str) -> Result<Self, AddressError> {
        Ok(Self { phone: self::phone(phone)?, ..self })
    }
}

fn required(field: &'static str, value: &str) -> Result<String, AddressError> {
    match line(field, value)? {
        line if line.is_empty() => Err(AddressError::Missing(field)),
        line => Ok(line),
    }
}

/// A telephone as people write it, with 6 to 15 digits; may be empty.
pub fn phone(value: &str) -> Result<String, AddressError> {
    let written = line("phone", &text::latin_figures(value))?;
    let digits = written.chars().filter(char::is_ascii_digit).count();
    let belongs = |c: char| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '.' | '(' | ')' | '/');
    let is_phone = (6..=15).contains(&digits) && written.len() <= 30 && written.chars().all(belongs);
    if written.is_empty() || is_phone { Ok(written) } else { Err(AddressError::NotPhone("phone")) }
}

/// One line of text, trimmed; may be empty. Characters that turn the reading direction around are refused as well: in a
/// mail or on a label they would show another address than the one stored.
pub fn line(field: &'static str, value: &str) -> Result<String, AddressError> {
    let value = value.trim();
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    if value.chars().any(|c| c.is_control() || turns(c)) {
        return Err(AddressError::BadCharacters(field));
    }
    if text::is_blank(value) {
        return Ok(String::new());
    }
    if value.chars().count() > MAX_CHARS {
        return Err(AddressError::TooLong(field));
    }
    Ok(value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(lines: [&str; 5]) -> Result<ShippingAddress, AddressError> {
        ShippingAddress::parse(lines[0], lines[1], lines[2], lines[3], lines[4])
    }

    #[test]
    fn a_complete_address_is_trimmed() {
        let address = parse([" Ana ", "Carrer Major 1", "Abrera", "08630", "España"]).unwrap();
        assert_eq!(address.name, "Ana");
        assert_eq!(address.country, "España");
    }

    #[test]
    fn a_telephone_is_taken_as_people_write_it_and_may_be_missing() {
        for (written, kept) in [
            ("", ""),
            (" 600 000 000 ", "600 000 000"),
            ("+34 (93) 770-00.00", "+34 (93) 770-00.00"),
            ("\u{661}\u{662}\u{663}456789", "123456789"),
        ] {
            assert_eq!(phone(written).as_deref(), Ok(kept));
        }
        for wrong in ["12345", "600 000 000 000 0000", "call me 600000000", "6\n00000000"] {
            assert!(phone(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_first_wrong_line_is_named() {
        let long = "x".repeat(201);
        for (lines, expected) in [
            (["Ana", "", "Abrera", "08630", "España"], AddressError::Missing("address")),
            (["Ana", "Major 1", "  ", "08630", "España"], AddressError::Missing("city")),
            (["", "", "", "", ""], AddressError::Missing("name")),
            (["Ana", "Major 1\nBcc: x", "Abrera", "08630", "España"], AddressError::BadCharacters("address")),
            (["Ana", "Major 1", "Abrera", "08630", "\u{202e}añapsE"], AddressError::BadCharacters("country")),
            (["Ana", &long, "Abrera", "08630", "España"], AddressError::TooLong("address")),
        ] {
            assert_eq!(parse(lines), Err(expected));
        }
    }
}
