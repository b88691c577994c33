//! Names on the wire.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The name of an `E` as the database holds it, which knows no other names either; described as `E`.
#[derive(Debug, Clone)]
pub struct NameOf<E>(String, PhantomData<fn() -> E>);

impl<E> fmt::Display for NameOf<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<E> From<String> for NameOf<E> {
    fn from(name: String) -> Self {
        Self(name, PhantomData)
    }
}

impl<E> Serialize for NameOf<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<E: Type> Type for NameOf<E> {
    const IS_REQUIRED: bool = true;

    type RawValueType = String;
    type RawElementValueType = String;

    fn name() -> Cow<'static, str> {
        E::name()
    }

    fn schema_ref() -> MetaSchemaRef {
        E::schema_ref()
    }

    fn register(registry: &mut Registry) {
        E::register(registry);
    }

    fn as_raw_value(&self) -> Option<&String> {
        Some(&self.0)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a String> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl<E: Type> ToJSON for NameOf<E> {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(self.0.clone()))
    }
}

impl<E: Type> ParseFromJSON for NameOf<E> {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        String::parse_from_json(value).map(Self::from).map_err(ParseError::propagate)
    }
}
