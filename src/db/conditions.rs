//! What a list is narrowed down by, as SQL.

use rusqlite::ToSql;

/// The conditions of a statement: those alone that are asked for. With `?1 IS NULL OR a = ?1` in their place no index would
/// be used.
#[derive(Default)]
pub struct Conditions {
    all: Vec<&'static str>,
    values: Vec<(&'static str, Box<dyn ToSql>)>,
}

impl Conditions {
    /// A condition without a value.
    pub fn must(&mut self, condition: &'static str) {
        self.all.push(condition);
    }

    /// A condition, where there is a value for it.
    pub fn add<T: ToSql + 'static>(&mut self, condition: &'static str, name: &'static str, value: Option<T>) {
        if let Some(value) = value {
            self.all.push(condition);
            self.with(name, value);
        }
    }

    /// A value for what is asked for elsewhere.
    pub fn with<T: ToSql + 'static>(&mut self, name: &'static str, value: T) {
        self.values.push((name, Box::new(value)));
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// `WHERE …`, or nothing.
    pub fn clause(&self) -> String {
        if self.all.is_empty() { String::new() } else { format!("WHERE {}", self.all.join(" AND ")) }
    }

    /// The values by their names.
    pub fn values(&self) -> Vec<(&str, &dyn ToSql)> {
        self.values.iter().map(|(name, value)| (*name, &**value)).collect()
    }
}
