//! The site: company facts and shipping rates the owner edits, and the pages people read.

pub mod api;
pub mod pages;
pub mod settings;

pub use settings::Settings;
