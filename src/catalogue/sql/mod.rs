//! Statements on products and what belongs to them; no other module of the program has any.

pub(super) mod desk;
pub(super) mod facets;
pub(super) mod facts;
pub(super) mod fields;
pub(super) mod found;
pub(super) mod gone;
pub(super) mod imports;
pub(super) mod known;
pub(super) mod list;
pub(super) mod makers;
pub(super) mod prices;
pub(super) mod read;
pub(super) mod search;
pub(super) mod suggest;
pub(super) mod undo;
pub(super) mod waitlist;
pub(super) mod write;

use rusqlite::OptionalExtension;

use crate::catalogue::stored::CustomField;
use crate::catalogue::{attribute, price};
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::money::Cents;

/// A variant as an order needs it: what it is, what it costs now, and whether it may be bought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SellableVariant {
    pub variant_id: String,
    pub product_id: String,
    /// The product's title in the language asked for.
    pub product_title: String,
    /// The variant's title in the language asked for.
    pub variant_title: String,
    /// The stock keeping unit, where there is one.
    pub sku: Option<String>,
    /// The variant's picture, else the product's first; a path of this site.
    pub image_url: Option<String>,
    /// What one unit costs, tax included: the sale price where there is one.
    pub unit_price: Cents,
    /// The tax contained, in basis points.
    pub tax_rate_bp: i64,
    /// In grams, where known.
    pub weight_grams: Option<i64>,
    /// Whether stock is counted.
    pub manage_inventory: bool,
    /// Units left; meaningless unless `manage_inventory`.
    pub available: i64,
    /// Whether the shop sells it online.
    pub purchasable: bool,
    /// What the customer fills in; titles in the language asked for.
    pub custom_fields: Vec<CustomField>,
    /// Working days of making it, where that is told of what its buyer writes on.
    pub making_days: Option<i64>,
}

/// What a picture of a product shows, in a language, else in Spanish; `None` when it has no such picture or nobody has
/// said.
pub fn picture_alt(conn: &Conn, product_id: &str, url: &str, lang: Lang) -> db::Result<Option<String>> {
    let found: Option<Option<String>> = conn
        .prepare_cached(
            "SELECT nullif(coalesce(t.text, i.alt), '') FROM product_images i
             LEFT JOIN product_texts t ON t.product_id = i.product_id AND t.lang = ?3 AND t.path = 'image/' || i.id
             WHERE i.product_id = ?1 AND i.url = ?2 ORDER BY i.position LIMIT 1",
        )?
        .query_row((product_id, url, lang), |row| row.get(0))
        .optional()?;
    Ok(found.flatten())
}

/// What a variant's product and the variant are called in a language, else in Spanish, also when they are sold no more;
/// `None` when there never was such a variant.
pub fn titles(conn: &Conn, variant_id: &str, lang: Lang) -> db::Result<Option<(String, String)>> {
    let found = conn
        .prepare_cached(
            "SELECT coalesce(pt.text, p.title), coalesce(vt.text, v.title) FROM variants v JOIN products p ON p.id = v.product_id
             LEFT JOIN product_texts pt ON pt.product_id = p.id AND pt.lang = ?2 AND pt.path = 'title'
             LEFT JOIN product_texts vt ON vt.product_id = p.id AND vt.lang = ?2 AND vt.path = 'variant/' || v.id
             WHERE v.id = ?1",
        )?
        .query_row((variant_id, lang), |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(found)
}

/// The variant, when it and its product are published, visible and not deleted.
pub fn sellable(conn: &Conn, variant_id: &str, lang: Lang) -> db::Result<Option<SellableVariant>> {
    let found = conn
        .prepare_cached(include_str!("sellable.sql"))?
        .query_row((variant_id, lang), |row| {
            Ok(SellableVariant {
                variant_id: row.get("variant_id")?,
                product_id: row.get("product_id")?,
                product_title: row.get("product_title")?,
                variant_title: row.get("variant_title")?,
                sku: row.get("sku")?,
                image_url: row.get("image_url")?,
                unit_price: price::unit_price(row.get::<_, Cents>("price")?, row.get("sale_price")?),
                tax_rate_bp: row.get("tax_rate_bp")?,
                weight_grams: row.get("weight_grams")?,
                manage_inventory: row.get("manage_inventory")?,
                available: row.get("inventory_quantity")?,
                purchasable: row.get("purchasable")?,
                custom_fields: Vec::new(),
                making_days: None,
            })
        })
        .optional()?;
    let Some(mut variant) = found else { return Ok(None) };
    variant.custom_fields = conn
        .prepare_cached(
            "SELECT f.id, coalesce(t.text, f.title) AS title, f.is_required, f.max_length FROM custom_fields f
             LEFT JOIN product_texts t ON t.product_id = f.product_id AND t.lang = ?2 AND t.path = 'field/' || f.id
             WHERE f.product_id = ?1 ORDER BY f.position",
        )?
        .query_map((&variant.product_id, lang), read::custom_field)?
        .collect::<Result<_, _>>()?;
    if !variant.custom_fields.is_empty() {
        let mut told = conn.prepare_cached("SELECT name, value FROM product_attributes WHERE product_id = ?1")?;
        let told = told.query_map([&variant.product_id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let told: Vec<(String, String)> = told.collect::<Result<_, _>>()?;
        variant.making_days = told.iter().find_map(|(name, value)| attribute::making_days(name, value));
    }
    Ok(Some(variant))
}

/// A product in a list for the owner.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Summary {
    /// The product.
    pub id: String,
    /// What its address knows it by.
    pub slug: String,
    /// In Spanish.
    pub title: String,
    /// The Spanish name of its type; empty for none.
    #[serde(rename = "type")]
    pub kind: String,
    /// `published`, `draft` or `archived`.
    pub status: String,
    /// Left out of the store though published.
    pub is_hidden: bool,
    /// The displayed price in cents, tax included.
    pub price_in_cents: Cents,
    /// Units in stock over all variants whose stock is counted; none when none is.
    pub stock: Option<i64>,
    /// How many variants it has.
    pub variant_count: i64,
}

/// The variant with this SKU, else with this id, else the only variant of the product with this id or slug.
pub fn id_by_sku_or_id(conn: &Conn, sku_or_id: &str) -> db::Result<Option<String>> {
    let variant = conn
        .prepare_cached(
            "SELECT id FROM variants WHERE (sku = ?1 OR id = ?1) AND deleted_at IS NULL ORDER BY id = ?1 LIMIT 1",
        )?
        .query_row([sku_or_id], |row| row.get(0))
        .optional()?;
    if variant.is_some() {
        return Ok(variant);
    }
    Ok(conn
        .prepare_cached(
            "SELECT min(v.id) FROM variants v JOIN products p ON p.id = v.product_id
             WHERE (p.id = ?1 OR p.slug = ?1) AND p.deleted_at IS NULL AND v.deleted_at IS NULL
             GROUP BY p.id HAVING count(*) = 1",
        )?
        .query_row([sku_or_id], |row| row.get(0))
        .optional()?)
}

/// The product with this id, else with this slug, unless it is deleted.
pub fn product_id_by_slug_or_id(conn: &Conn, slug_or_id: &str) -> db::Result<Option<String>> {
    Ok(conn
        .prepare_cached(
            "SELECT id FROM products WHERE (id = ?1 OR slug = ?1) AND deleted_at IS NULL ORDER BY id = ?1 DESC LIMIT 1",
        )?
        .query_row([slug_or_id], |row| row.get(0))
        .optional()?)
}
