//! RULE: what a comment may say, what a reason may say, and which statuses there are.

use poem_openapi::Enum;
use serde::Serialize;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use crate::db;
use crate::text;

/// Characters of a comment, at most.
pub const MAX_CHARS: usize = 2000;

/// Characters of a reason, at most.
const MAX_REASON_CHARS: usize = 500;

/// Why a text cannot be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Nothing, or nothing but blanks.
    #[error("content is missing")]
    Missing,
    /// More than anybody reads.
    #[error("content has at most {MAX_CHARS} characters")]
    TooLong,
    /// More than anybody reads.
    #[error("reason has at most {MAX_REASON_CHARS} characters")]
    LongReason,
    /// Only a rejection has one.
    #[error("reason goes with the status rejected only")]
    ReasonWithoutRejection,
    /// No status is called that.
    #[error("not a status; there are: pending, approved, rejected")]
    Status,
}

impl Invalid {
    /// The field's name on the wire.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Missing | Self::TooLong => "content",
            Self::LongReason | Self::ReasonWithoutRejection => "reason",
            Self::Status => "status",
        }
    }
}

/// What somebody writes: plain text in lines, 1–2,000 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content(String);

impl Content {
    /// Cleans and checks what was typed.
    pub fn parse(typed: &str) -> Result<Self, Invalid> {
        let text = text::lines(typed);
        match text.chars().count() {
            0 => Err(Invalid::Missing),
            1..=MAX_CHARS => Ok(Self(text)),
            _ => Err(Invalid::TooLong),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where a comment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum, Serialize, Display, EnumString, IntoStaticStr, VariantArray)]
#[oai(rename = "CommentStatus", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str, parse_err_ty = Invalid, parse_err_fn = no_such_status)]
pub enum Status {
    /// Waits for an administrator.
    Pending,
    /// Shown to everybody.
    Approved,
    /// Not shown.
    Rejected,
}

fn no_such_status(_: &str) -> Invalid {
    Invalid::Status
}

db::stored_by_name!(Status);

/// What an administrator does with comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Gives them a status.
    Decide {
        status: Status,
        /// One line, 1–500 characters; only a rejection has one.
        reason: Option<String>,
    },
    /// Removes them.
    Delete,
}

impl Act {
    /// A decision, with its reason cleaned; a blank reason is none.
    pub fn decide(status: Status, reason: Option<&str>) -> Result<Self, Invalid> {
        let reason = reason.map(text::line).filter(|reason| !reason.is_empty());
        match &reason {
            Some(_) if status != Status::Rejected => Err(Invalid::ReasonWithoutRejection),
            Some(text) if text.chars().count() > MAX_REASON_CHARS => Err(Invalid::LongReason),
            Some(_) | None => Ok(Self::Decide { status, reason }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_cleaned_keeps_its_lines_and_has_a_length() {
        let parsed = Content::parse(" \r\n¡Muy bien!\r\n\tCierra\u{202e} suave.\u{0}\n ").unwrap();
        assert_eq!(parsed.as_str(), "¡Muy bien!\n Cierra suave.");
        for nothing in ["", " \n\t", "\u{202e}\u{0}"] {
            assert_eq!(Content::parse(nothing), Err(Invalid::Missing), "{nothing:?}");
        }
        let longest = "ñ".repeat(MAX_CHARS);
        assert_eq!(Content::parse(&format!(" {longest} ")).unwrap().as_str(), longest);
        assert_eq!(Content::parse(&format!("{longest}.")), Err(Invalid::TooLong));
    }

    #[test]
    fn only_a_rejection_has_a_reason() {
        let rejected = Act::decide(Status::Rejected, Some(" No trata\ndel producto ")).unwrap();
        assert_eq!(
            rejected,
            Act::Decide { status: Status::Rejected, reason: Some(String::from("No trata del producto")) }
        );
        assert_eq!(
            Act::decide(Status::Approved, Some(" ")).unwrap(),
            Act::Decide { status: Status::Approved, reason: None }
        );
        assert_eq!(Act::decide(Status::Approved, Some("x")), Err(Invalid::ReasonWithoutRejection));
        let long = "x".repeat(MAX_REASON_CHARS + 1);
        assert_eq!(Act::decide(Status::Rejected, Some(&long)), Err(Invalid::LongReason));
    }

    #[test]
    fn a_status_is_called_what_it_is_stored_as() {
        for status in Status::VARIANTS {
            assert_eq!(status.to_string().parse(), Ok(*status));
        }
        assert_eq!("Approved".parse::<Status>(), Err(Invalid::Status));
    }
}
