//! E-mail addresses, parsed once at the edge; whoever holds an [`EmailAddress`] need not check it again.

use std::fmt;

use crate::problem::Problem;

/// An address as it is stored and compared: lower case, at most 254 bytes, ASCII, one `@`, a dotted domain.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Unable to validate email address: invalid format")]
pub struct InvalidEmail;

impl EmailAddress {
    /// Reads an address; spaces around it are ignored, everything unusual inside (quotes, comments, control characters,
    /// line breaks) is refused.
    pub fn parse(text: &str) -> Result<Self, InvalidEmail> {
        let text = text.trim_matches(' ').to_ascii_lowercase();
        let (local, domain) = text.split_once('@').ok_or(InvalidEmail)?;
        if text.len() <= 254 && is_local_part(local) && is_domain(domain) { Ok(Self(text)) } else { Err(InvalidEmail) }
    }

    /// An address that was parsed before it was stored.
    pub fn of_stored(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the `@`.
    pub fn local_part(&self) -> &str {
        self.0.split('@').next().unwrap_or_default()
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// RFC 5321's dot-string, which is what people have.
fn is_local_part(local: &str) -> bool {
    let atext = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&c);
    local.len() <= 64 && local.split('.').all(|atom| !atom.is_empty() && atom.bytes().all(atext))
}

/// Two labels or more; the last one is not a number.
fn is_domain(domain: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.') && domain.split('.').all(label) && !last.bytes().all(|c| c.is_ascii_digit())
}

impl From<InvalidEmail> for Problem {
    fn from(error: InvalidEmail) -> Self {
        Self::invalid("email", error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_stored_in_one_form() {
        for (text, expected) in [
            ("ana@example.com", "ana@example.com"),
            (" Ana.Garcia+tienda@Example.COM ", "ana.garcia+tienda@example.com"),
            ("o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"),
        ] {
            assert_eq!(EmailAddress::parse(text).unwrap().as_str(), expected);
        }
        assert_eq!(EmailAddress::parse("ana@example.com").unwrap().local_part(), "ana");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let longer = format!("a@{}.com", "b.".repeat(130));
        for text in [
            "",
            "ana",
            "@example.com",
            "ana@",
            "ana@example",
            "a@b@c.com",
            "ana@exa mple.com",
            "ana@-example.com",
            ".ana@example.com",
            "a..b@example.com",
            "\"ana\"@example.com",
            "ana@example.com\r\nBcc: x@y.z",
            "ana\n@example.com",
            "ana@127.0.0.1",
            "ana@[127.0.0.1]",
            "ana@example.com,eva@example.com",
            "añá@example.com",
            "<ana@example.com>",
            "ana@example..com",
            "ana@example.com.",
            "ana\u{202e}@example.com",
            &long,
            &longer,
        ] {
            assert_eq!(EmailAddress::parse(text), Err(InvalidEmail), "{text:?}");
        }
    }
}
