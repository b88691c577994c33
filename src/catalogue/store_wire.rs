//! The store and its collections as they travel.

use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use super::wire::Currency;

/// All collections.
#[derive(Debug, Clone, Object)]
pub struct CollectionList {
    /// The collections.
    pub collections: Vec<Collection>,
    /// How many.
    pub count: usize,
}

/// A group of products.
#[derive(Debug, Clone, Object)]
pub struct Collection {
    /// Its id.
    pub id: String,
    /// In the language asked for, else in Spanish.
    pub title: String,
    /// A path of this site.
    pub image_url: Option<String>,
    /// The store it belongs to.
    pub store_id: String,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub updated_at: String,
    /// Always null.
    pub deleted_at: Option<String>,
    /// The owner's own data.
    pub metadata: Any<Value>,
}

/// How the store is set up.
#[derive(Debug, Clone, Object)]
pub struct StoreSettings {
    /// The store.
    pub store_id: String,
    /// Whose it is.
    pub store_owner: StoreOwner,
    /// The one currency.
    pub currency: Currency,
    /// The languages product texts may be asked for in.
    pub languages: Vec<String>,
}

/// Whose store it is.
#[derive(Debug, Clone, Object)]
pub struct StoreOwner {
    /// The language texts fall back to.
    pub language: String,
}
