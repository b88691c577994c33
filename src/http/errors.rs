//! What the framework itself refuses, in our one shape. Its own texts name inner things, so they are not passed on.

use poem::error::{MethodNotAllowedError, NotFoundError, ParsePathError};
use poem::{Error, IntoResponse, Response};
use poem_openapi::error::{
    ContentTypeError, ParseParamError, ParsePathError as ParseApiPathError, ParseRequestPayloadError,
};

use crate::problem::{Code, Problem};

/// The answer to an error that is not one of ours yet.
pub fn answer(error: Error) -> Response {
    if error.is_from_response() {
        return error.into_response();
    }
    problem(&error).into_response()
}

fn problem(error: &Error) -> Problem {
    if let Some(e) = error.downcast_ref::<ParseParamError>() {
        return Problem::new(Code::BadRequest)
            .detail(format!("parameter {}: {}", e.name, e.reason))
            .with("field", e.name);
    }
    if let Some(e) = error.downcast_ref::<ParseRequestPayloadError>() {
        return payload(&e.reason);
    }
    if error.is::<ContentTypeError>() {
        return Problem::new(Code::UnsupportedMediaType);
    }
    if error.is::<NotFoundError>() || error.is::<ParsePathError>() || error.is::<ParseApiPathError>() {
        return Problem::new(Code::NotFound);
    }
    if error.is::<MethodNotAllowedError>() {
        return Problem::new(Code::MethodNotAllowed);
    }
    match error.status().as_u16() {
        413 => Problem::new(Code::PayloadTooLarge),
        400..=499 => Problem::new(Code::BadRequest),
        _ => Problem::internal(error),
    }
}

/// The parser's reason is about the sender's own document, so it helps and tells nothing of ours.
fn payload(reason: &str) -> Problem {
    match reason.split_once("Unknown field `").or_else(|| reason.split_once("unknown field `")) {
        Some((_, rest)) => {
            let field = rest.split('`').next().unwrap_or_default();
            Problem::new(Code::UnknownField).detail(format!("unknown field {field}")).with("field", field)
        }
        None => Problem::new(Code::BadRequest).detail(reason.chars().take(300).collect::<String>()),
    }
}
