//! What a table cannot hold, as it stands in cells of our own CSV: JSON of these shapes.

use serde::{Deserialize, Serialize};

use crate::catalogue::draft::CustomFieldDraft;

/// A further section as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Info {
    pub(in crate::catalogue) title: String,
    pub(in crate::catalogue) description: String,
}

/// A picture as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Picture {
    pub(in crate::catalogue) url: String,
    pub(in crate::catalogue) alt: String,
}

/// A collection as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Collection {
    pub(in crate::catalogue) slug: String,
    pub(in crate::catalogue) title: String,
}

/// What the customer fills in, as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Field {
    pub(in crate::catalogue) title: String,
    pub(in crate::catalogue) is_required: bool,
    /// What an earlier export had not.
    #[serde(default)]
    pub(in crate::catalogue) max_length: Option<i64>,
}

impl From<CustomFieldDraft> for Field {
    fn from(CustomFieldDraft { title, is_required, max_length }: CustomFieldDraft) -> Self {
        Self { title, is_required, max_length }
    }
}

impl From<Field> for CustomFieldDraft {
    fn from(Field { title, is_required, max_length }: Field) -> Self {
        Self { title, is_required, max_length }
    }
}

/// An attribute as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Attribute {
    pub(in crate::catalogue) name: String,
    pub(in crate::catalogue) value: String,
}

/// A document as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Document {
    pub(in crate::catalogue) url: String,
    pub(in crate::catalogue) title: String,
}

/// A related product as it stands in a cell.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(in crate::catalogue) struct Related {
    pub(in crate::catalogue) section: String,
    pub(in crate::catalogue) slug: String,
}
