//! What refusals are called on the wire.

use super::Error;
use crate::cart;
use crate::payments::NotTaken;
use crate::problem::{Code, Problem};

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::NotConfirmed => Self::new(Code::EmailNotConfirmed),
            Error::Cart(error) => error.into(),
            Error::IncompleteAddress(field) => Self::new(Code::IncompleteAddress).detail(detail).with("field", field),
            Error::OutsideDeliveryArea => Self::new(Code::OutsideDeliveryArea),
            Error::PriceChanged(total) => Self::new(Code::PriceChanged)
                .detail(detail)
                .with("total_in_cents", total.0)
                .with("total_price", total.euros()),
            Error::OrderLimit => Self::new(Code::OrderLimit).detail(detail),
            Error::TaxIdRequired => Self::new(Code::TaxIdRequired).detail(detail).with("field", "invoice"),
            Error::TooManyOpenOrders => Self::new(Code::TooManyOpenOrders).detail(detail),
            Error::HeldInVain { product, variant, fair } => Self::new(Code::HeldInVain)
                .detail(detail)
                .with("product", product)
                .with("variant", variant)
                .with("available", fair),
            Error::TooManyOrders(seconds) => {
                Self::new(Code::OverRequestRateLimit).detail(detail).retry_after(seconds.unsigned_abs())
            }
            Error::InsufficientStock { product, variant, available } => Self::new(Code::InsufficientStock)
                .detail(detail)
                .with("product", product)
                .with("variant", variant)
                .with("available", available),
            Error::IdempotencyKeyReused => Self::new(Code::IdempotencyKeyReused),
            Error::NotFound => Self::new(Code::NotFound),
            Error::NotPayable => Self::new(Code::OrderNotPayable),
            Error::LinkExpired => Self::new(Code::OtpExpired),
            Error::NotCancellable => Self::new(Code::IllegalTransition).detail(detail),
            Error::PaymentUnavailable => Self::new(Code::PaymentUnavailable),
            Error::Db(error) => error.into(),
        }
    }
}

impl From<NotTaken> for Problem {
    fn from(why: NotTaken) -> Self {
        match why {
            NotTaken::NotHere => Self::new(Code::NotFound),
            NotTaken::NotAuthentic(_) => Self::new(Code::InvalidSignature),
            NotTaken::NotUnderstood => Self::new(Code::Overloaded).detail(why.to_string()),
            NotTaken::Db(error) => error.into(),
        }
    }
}

impl From<cart::Error> for Problem {
    fn from(error: cart::Error) -> Self {
        let detail = error.to_string();
        match error {
            cart::Error::Empty => Self::new(Code::EmptyCart),
            cart::Error::TooManyLines => Self::new(Code::OrderLimit).detail(detail),
            cart::Error::Quantity => Self::invalid("quantity", detail),
            cart::Error::UnknownVariant(id) => Self::new(Code::UnknownVariant).with("variant_id", id),
            cart::Error::NotPurchasable { product, variant } => {
                Self::new(Code::NotPurchasable).detail(detail).with("product", product).with("variant", variant)
            }
            cart::Error::CustomFieldRequired { product, field, title } => Self::new(Code::CustomFieldRequired)
                .detail(detail)
                .with("product", product)
                .with("field", field)
                .with("title", title),
            cart::Error::CustomTextTooLong { product, field, title, most } => Self::new(Code::CustomTextTooLong)
                .detail(detail)
                .with("product", product)
                .with("field", field)
                .with("title", title)
                .with("max_length", most),
            cart::Error::UnknownCustomField => Self::invalid("custom_field_values", detail),
            cart::Error::Db(error) => error.into(),
        }
    }
}
