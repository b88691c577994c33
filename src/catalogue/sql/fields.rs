//! The plain fields of a product as columns of its row.

use rusqlite::Row;
use rusqlite::types::Value as Sql;
use serde_json::{Map, Value};

use crate::catalogue::draft::{Fitting, ProductStatus};
use crate::catalogue::fields::{Fields, plain_fields};

/// A value as a column holds it.
trait Column: Sized {
    fn stored(&self) -> Sql;
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self>;
}

macro_rules! define {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, $wire:literal, $column:literal;)*) => {
        /// The columns, in the order of [`stored`].
        pub const COLUMNS: &[&str] = &[$($column),*];

        /// The values of the columns.
        pub fn stored(fields: &Fields) -> Vec<Sql> {
            vec![$(fields.$name.stored()),*]
        }

        /// What the columns of a row say, by their names.
        pub fn read(row: &Row<'_>) -> rusqlite::Result<Fields> {
            Ok(Fields { $($name: Column::read(row, $column)?),* })
        }
    };
}
plain_fields!(define);

impl Column for String {
    fn stored(&self) -> Sql {
        self.clone().into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for Option<String> {
    fn stored(&self) -> Sql {
        self.clone().into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for bool {
    fn stored(&self) -> Sql {
        (*self).into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for i64 {
    fn stored(&self) -> Sql {
        (*self).into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for Option<i64> {
    fn stored(&self) -> Sql {
        (*self).into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for ProductStatus {
    fn stored(&self) -> Sql {
        self.as_str().to_owned().into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for Fitting {
    fn stored(&self) -> Sql {
        self.as_str().to_owned().into()
    }
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        row.get(column)
    }
}

impl Column for Map<String, Value> {
    fn stored(&self) -> Sql {
        Value::Object(self.clone()).to_string().into()
    }
    /// Anything but a JSON object reads as an empty one.
    fn read(row: &Row<'_>, column: &str) -> rusqlite::Result<Self> {
        Ok(match row.get(column)? {
            Value::Object(map) => map,
            _ => Self::new(),
        })
    }
}
