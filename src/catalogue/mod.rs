//! The catalogue: products, their variants, prices and stock. Owns every table of migration V0002.
//!
//! A product is written whole, as a [`draft::ProductDraft`], by [`save`]; it is read whole and shown in a language
//! through [`wire`]. Invariants: what is saved twice changes nothing the second time; a variant keeps its id for as long
//! as it can be recognised, and one that goes is only marked, because orders point at it; every change of a price or of
//! a stock number leaves a row behind. Knows nothing of carts, orders or people.

pub mod api;
mod attribute;
mod card_wire;
mod check;
pub mod content;
pub mod demo;
pub mod desk;
pub mod draft;
mod energy;
pub mod export;
mod facets;
pub mod feed;
mod fields;
mod gone;
mod gtin;
mod html;
pub mod import;
mod listing;
pub mod maker;
mod paths;
pub mod price;
mod rating;
mod sales;
mod save;
pub mod search;
mod shop;
mod show;
mod sql;
pub mod stock;
mod store_wire;
mod stored;
mod suggest;
mod synonyms;
mod terms;
#[cfg(test)]
mod tests;
mod texts;
pub mod waitlist;
pub mod waitlist_api;
pub mod wire;

pub use gone::{Restored, delete, deleted, kept_until, restore};
pub use listing::{Direction, LONGEST_CHOSEN, Listing, MOST_CHOSEN, Options, SortBy, chosen};
pub use rating::Rating;
pub use sales::{are_sales_due, settle_sales};
pub use save::{Saved, save, save_all, set_collection_texts, set_stock};
pub use shop::{cards, collections, find, find_by, list, related, variants_stock};
pub use sql::desk::count_not_in_catalan;
pub use sql::known::variant_exists;
pub use sql::list::{By, Version, ids_in_store, is_empty, picture_urls, summaries, version};
pub use sql::makers::count_makerless;
pub use sql::prices::count_endless_sales;
pub use sql::{SellableVariant, Summary, id_by_sku_or_id, picture_alt, product_id_by_slug_or_id, sellable, titles};
pub use stored::CustomField;
pub use suggest::{ENOUGH_WORK, Suggested, suggest};

use crate::db::{self, Conn};

/// What can go wrong when a product is written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A value of the draft is not acceptable.
    #[error("{field}: {reason}")]
    Invalid {
        /// Where it stands: the draft's field, with positions from 0, such as `variants/2/sku` or `texts/en/title`.
        field: String,
        /// What it should be, in English.
        reason: String,
    },
    /// There is no such product.
    #[error("there is no such product")]
    NotFound,
    /// A product file is being imported.
    #[error(
        "products are being imported: wait until that is done; what was cut off is finished by `manetes serve` or by the next import"
    )]
    Importing,
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Every product that is not deleted, hidden and unpublished ones too, in the store's order. Saving them again
/// changes nothing. Thousands of products take longer than [`db::Db::read`] lets a reader work: commands export inside
/// [`db::Db::write_blocking`].
pub fn export_all(conn: &Conn) -> db::Result<Vec<draft::ProductDraft>> {
    let mut drafts = Vec::new();
    for ids in sql::list::all_ids(conn)?.chunks(500) {
        drafts.extend(sql::read::load(conn, ids, None)?.iter().map(stored::Stored::to_draft));
    }
    Ok(drafts)
}

/// One product that is not deleted, as [`export_all`] gives it.
pub fn export_one(conn: &Conn, slug_or_id: &str) -> db::Result<Option<draft::ProductDraft>> {
    let Some(id) = product_id_by_slug_or_id(conn, slug_or_id)? else { return Ok(None) };
    Ok(sql::read::find(conn, &id)?.map(|product| product.to_draft()))
}
