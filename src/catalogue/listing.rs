//! Which products a list of the shop shows, and in which order.

use std::collections::BTreeMap;

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
    /// Only those whose displayed price is so many cents or more.
    pub price_from: Option<i64>,
    /// Only those whose displayed price is so many cents or less.
    pub price_to: Option<i64>,
    /// Only those with a variant that can be had now; the same one that the options are about.
    pub in_stock: bool,
    /// Only those with a variant that has one of the values for each option.
    pub options: Options,
    /// Whether it is counted what the list can be narrowed down to.
    pub faceted: bool,
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

/// Values by the title of their option, both in Spanish.
pub type Options = BTreeMap<String, Vec<String>>;

/// Values of options that may be asked for, and the letters of each.
pub const MOST_CHOSEN: usize = 12;
pub const LONGEST_CHOSEN: usize = 200;

/// What `Color:Rojo` says, over and over; `None` where one says nothing, is too long, or there are too many.
pub fn chosen<'a>(given: impl IntoIterator<Item = &'a str>) -> Option<Options> {
    let mut options = Options::new();
    for (n, text) in given.into_iter().enumerate() {
        let (title, value) = text.split_once(':').filter(|(title, value)| !title.is_empty() && !value.is_empty())?;
        if n >= MOST_CHOSEN || text.chars().count() > LONGEST_CHOSEN {
            return None;
        }
        let values = options.entry(title.to_owned()).or_default();
        if !values.iter().any(|known| known == value) {
            values.push(value.to_owned());
        }
    }
    Some(options)
}

impl Listing {
    /// Whether less is shown than the search and the type let through.
    pub fn is_narrowed(&self) -> bool {
        self.price_from.is_some() || self.price_to.is_some() || self.in_stock || !self.options.is_empty()
    }

    /// Whether no product of the store is left out but for its type and for what is searched for.
    pub fn is_of_all(&self) -> bool {
        let is_any = self.ids.is_empty() && self.created_until.is_none();
        is_any && !self.hidden && !self.is_narrowed()
    }

    /// Whether it is a search in the whole store, from its first product on.
    pub fn is_mere_search(&self) -> bool {
        self.q.is_some() && self.faceted && self.kind.is_none() && self.offset == 0 && !self.is_narrowed()
    }

    /// The same, not narrowed.
    #[must_use]
    pub fn widened(&self) -> Self {
        Self { price_from: None, price_to: None, in_stock: false, options: Options::new(), ..self.clone() }
    }
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
