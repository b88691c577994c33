//! How our types stand in columns.

/// A type that is stored as its name: strum derives it with `IntoStaticStr`, and reads it with `EnumString`.
macro_rules! stored_by_name {
    ($type:ty) => {
        impl rusqlite::ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(<&'static str>::from(*self).into())
            }
        }

        impl rusqlite::types::FromSql for $type {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                value.as_str()?.parse().map_err(|error| rusqlite::types::FromSqlError::Other(Box::new(error)))
            }
        }
    };
}

pub(crate) use stored_by_name;
