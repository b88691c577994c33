//! The name of a provider on the wire.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde_json::Value;

use super::Provider;

impl Type for Provider {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PaymentProvider")
    }

    fn schema_ref() -> MetaSchemaRef {
        MetaSchemaRef::Reference(Self::name().into_owned())
    }

    fn register(registry: &mut Registry) {
        registry.create_schema::<Self, _>(Self::name().into_owned(), |_| {
            let enum_items = Self::all().map(|provider| Value::from(provider.as_str())).collect();
            MetaSchema { enum_items, ..MetaSchema::new("string") }
        });
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ToJSON for Provider {
    fn to_json(&self) -> Option<Value> {
        Some(Value::from(self.as_str()))
    }
}

impl ParseFromJSON for Provider {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let name = String::parse_from_json(value).map_err(ParseError::propagate)?;
        Self::from_name(&name).ok_or_else(|| ParseError::custom("no payment provider"))
    }
}
