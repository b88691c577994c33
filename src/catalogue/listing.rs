//! Which products a list of the shop shows, and in which order.

use poem_openapi::Enum;

use crate::clock::Timestamp;
use crate::lang::Lang;

/// Which products, in which order, how many of them.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Only these, by product id or variant id; all when empty.
    pub ids: Vec<String>,
    /// Only those of the type with this Spanish name.
    pub kind: Option<String>,
    /// Only those that have every word of this text, in either number or as the beginning of one; nothing but space
    /// means no search.
    pub q: Option<String>,
    /// Only those created until then.
    pub created_until: Option<Timestamp>,
    /// The hidden ones instead of those in the store; the caller checks who asks.
    pub hidden: bool,
    /// By what they are sorted.
    pub sort_by: SortBy,
    pub order: Direction,
    /// How many are left out at the beginning.
    pub offset: i64,
    /// How many are shown.
    pub limit: i64,
    /// The language of texts, searching and sorting.
    pub lang: Lang,
}

/// By what a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum)]
#[oai(rename = "ProductSort", rename_all = "snake_case")]
pub enum SortBy {
    /// The store's own order; when searching, the best match first.
    #[default]
    Order,
    /// The title in the reader's language.
    Title,
    /// The displayed price.
    Price,
    /// When it was created.
    CreatedAt,
    /// When it was last changed.
    UpdatedAt,
}

/// In which direction a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum)]
#[oai(rename = "SortDirection", rename_all = "UPPERCASE")]
pub enum Direction {
    /// Smallest first.
    #[default]
    Asc,
    /// Largest first.
    Desc,
}
