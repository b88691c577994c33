//! The catalogue: products, their variants, prices and stock. Owns every table of migration V0002.

pub mod draft;
pub mod export;
pub mod import;
pub mod price;
mod sql;
pub mod stock;

pub use sql::{SellableVariant, sellable};
