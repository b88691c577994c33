//! What is told over HTTP of why something about a person was refused.

use super::address::AddressError;
use super::{Error, NotRevoked, metadata};
use crate::problem::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Auth(error) => error.into(),
            Error::EmailTaken | Error::UnknownEmail => Self::invalid("email", error.to_string()),
            Error::Profile(error) => error.into(),
            Error::Metadata(error) => error.into(),
            Error::Db(error) => error.into(),
        }
    }
}

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        Self::invalid(error.field(), error.to_string())
    }
}

impl From<metadata::Error> for Problem {
    fn from(error: metadata::Error) -> Self {
        let field = match error {
            metadata::Error::Line(error) => return error.into(),
            metadata::Error::NotText(name) => name,
            metadata::Error::Lang => "lang",
            metadata::Error::TooMuch => "data",
        };
        Self::invalid(field, error.to_string())
    }
}

impl From<NotRevoked> for Problem {
    fn from(error: NotRevoked) -> Self {
        match error {
            NotRevoked::NoAdmin => Self::new(Code::NotFound),
            NotRevoked::LastAdmin => Self::new(Code::LastAdmin),
            NotRevoked::Db(error) => error.into(),
        }
    }
}
