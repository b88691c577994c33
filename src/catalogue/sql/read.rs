//! Reads whole products: one statement per table for all of them together.

use std::collections::{BTreeMap, HashMap};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Params, Row};
use serde_json::Value;

use super::{facts, fields, makers, prices};
use crate::catalogue::Rating;
use crate::catalogue::draft::ProductStatus;
use crate::catalogue::stored::{Choice, CustomField, Image, Info, Membership, OptionValue, Related, Stored, Variant};
use crate::db::{self, Conn};
use crate::lang::Lang;

/// The product of that id, deleted or not, its texts in all languages.
pub fn find(conn: &Conn, id: &str) -> db::Result<Option<Stored>> {
    Ok(load(conn, &[id.to_owned()], None)?.pop())
}

/// The products with these ids, in this order, deleted ones too; unknown ids are left out. Texts in one language, or
/// with `None` in all.
pub fn load(conn: &Conn, ids: &[String], lang: Option<Lang>) -> db::Result<Vec<Stored>> {
    let wanted = &Value::from(ids).to_string();
    let mut products: HashMap<String, Stored> = conn
        .prepare_cached("SELECT * FROM products WHERE id IN (SELECT value FROM json_each(?1))")?
        .query_map([wanted], |row| Ok((row.get("id")?, product(row)?)))?
        .collect::<Result<_, _>>()?;
    load_variants(conn, wanted, &mut products)?;
    load_lists(conn, wanted, &mut products)?;
    facts::load(conn, wanted, &mut products)?;
    load_relations(conn, wanted, &mut products)?;
    load_texts(conn, wanted, lang, &mut products)?;
    Ok(ids.iter().filter_map(|id| products.remove(id)).collect())
}

/// Runs a statement whose first column is the product and hands each row's thing to its product.
pub(super) fn each<T>(
    conn: &Conn,
    sql: &str,
    params: impl Params,
    products: &mut HashMap<String, Stored>,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    add: impl Fn(&mut Stored, T),
) -> db::Result<()> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    while let Some(row) = rows.next()? {
        let thing = read(row)?;
        if let Some(product) = row.get_ref(0)?.as_str().ok().and_then(|id| products.get_mut(id)) {
            add(product, thing);
        }
    }
    Ok(())
}

fn load_variants(conn: &Conn, wanted: &str, products: &mut HashMap<String, Stored>) -> db::Result<()> {
    let mut values: HashMap<String, Vec<OptionValue>> = HashMap::new();
    let mut statement = conn.prepare_cached(
        "SELECT v.variant_id, v.id, v.option_id, v.value FROM product_options o JOIN option_values v ON v.option_id = o.id
         WHERE o.product_id IN (SELECT value FROM json_each(?1)) ORDER BY o.product_id, o.position",
    )?;
    let mut rows = statement.query([wanted])?;
    while let Some(row) = rows.next()? {
        let value = OptionValue { id: row.get(1)?, option_id: row.get(2)?, value: row.get(3)? };
        values.entry(row.get(0)?).or_default().push(value);
    }
    let read = |row: &Row<'_>| {
        Ok(Variant {
            id: row.get("id")?,
            title: row.get("title")?,
            sku: row.get("sku")?,
            image_url: row.get("image_url")?,
            price: row.get("price_in_cents")?,
            sale_price: row.get("sale_price_in_cents")?,
            before_price: row.get("before_price_in_cents")?,
            manage_inventory: row.get("manage_inventory")?,
            inventory_quantity: row.get("inventory_quantity")?,
            weight_grams: row.get("weight_grams")?,
            content: row.get("content")?,
            gtin: row.get("gtin")?,
            sale: prices::sale(row)?,
            sale_began: None,
            values: Vec::new(),
        })
    };
    each(
        conn,
        "SELECT product_id, id, title, sku, image_url, price_in_cents, sale_price_in_cents, before_price_in_cents,
                manage_inventory, inventory_quantity, weight_grams, announced_sale_in_cents, sale_starts_at, sale_ends_at,
                content, gtin
         FROM variants WHERE product_id IN (SELECT value FROM json_each(?1)) AND deleted_at IS NULL
         ORDER BY product_id, position, id",
        [wanted],
        products,
        read,
        |product, variant| product.variants.push(variant),
    )?;
    let began = prices::began(conn, wanted)?;
    for variant in products.values_mut().flat_map(|product| &mut product.variants) {
        variant.values = values.remove(&variant.id).unwrap_or_default();
        variant.sale_began = began.get(&variant.id).copied();
    }
    Ok(())
}

/// What belongs to one product alone.
fn load_lists(conn: &Conn, wanted: &str, products: &mut HashMap<String, Stored>) -> db::Result<()> {
    each(
        conn,
        "SELECT product_id, id, url, type, alt FROM product_images
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        |row| Ok(Image { id: row.get(1)?, url: row.get(2)?, kind: row.get(3)?, alt: row.get(4)? }),
        |product, image| product.images.push(image),
    )?;
    each(
        conn,
        "SELECT product_id, id, title FROM product_options
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        |row| Ok(Choice { id: row.get(1)?, title: row.get(2)? }),
        |product, option| product.options.push(option),
    )?;
    each(
        conn,
        "SELECT product_id, id, title, description FROM product_info
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        |row| Ok(Info { id: row.get(1)?, title: row.get(2)?, description: row.get(3)? }),
        |product, info| product.info.push(info),
    )?;
    each(
        conn,
        "SELECT product_id, id, title, is_required, max_length FROM custom_fields
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        custom_field,
        |product, field| product.custom_fields.push(field),
    )
}

pub(super) fn custom_field(row: &Row<'_>) -> rusqlite::Result<CustomField> {
    Ok(CustomField {
        id: row.get("id")?,
        title: row.get("title")?,
        is_required: row.get("is_required")?,
        max_length: row.get("max_length")?,
    })
}

/// Makers, collections, other products, and what buyers gave.
fn load_relations(conn: &Conn, wanted: &str, products: &mut HashMap<String, Stored>) -> db::Result<()> {
    each(
        conn,
        &format!(
            "SELECT p.id, {} FROM products p JOIN makers m ON m.slug = p.maker
             WHERE p.id IN (SELECT value FROM json_each(?1))",
            makers::COLUMNS
        ),
        [wanted],
        products,
        |row| makers::read(row, 1),
        |product, maker| product.made_by = Some(maker),
    )?;
    each(
        conn,
        "SELECT m.product_id, c.id, c.slug, c.title, m.position
         FROM product_collections m JOIN collections c ON c.id = m.collection_id
         WHERE m.product_id IN (SELECT value FROM json_each(?1)) AND c.deleted_at IS NULL
         ORDER BY m.product_id, m.position, c.id",
        [wanted],
        products,
        |row| {
            Ok(Membership { collection_id: row.get(1)?, slug: row.get(2)?, title: row.get(3)?, position: row.get(4)? })
        },
        |product, membership| product.collections.push(membership),
    )?;
    each(
        conn,
        "SELECT r.product_id, r.id, r.section_title, p.id, p.slug, p.title, r.position,
                p.status = 'published' AND p.is_hidden = 0
         FROM related_products r JOIN products p ON p.id = r.related_id
         WHERE r.product_id IN (SELECT value FROM json_each(?1)) AND p.deleted_at IS NULL
         ORDER BY r.product_id, r.position",
        [wanted],
        products,
        |row| {
            Ok(Related {
                id: row.get(1)?,
                section_title: row.get(2)?,
                product_id: row.get(3)?,
                slug: row.get(4)?,
                title: row.get(5)?,
                position: row.get(6)?,
                is_visible: row.get(7)?,
            })
        },
        |product, related| product.related.push(related),
    )?;
    each(
        conn,
        "SELECT product_id, count(*), sum(stars) FROM ratings
         WHERE product_id IN (SELECT value FROM json_each(?1)) GROUP BY product_id",
        [wanted],
        products,
        |row| Ok(Rating::of(row.get(1)?, row.get(2)?)),
        |product, rating| product.rating = rating,
    )
}

fn load_texts(conn: &Conn, wanted: &str, lang: Option<Lang>, products: &mut HashMap<String, Stored>) -> db::Result<()> {
    each(
        conn,
        "SELECT product_id, lang, path, text FROM product_texts
         WHERE product_id IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR lang = ?2)",
        (wanted, lang),
        products,
        |row| Ok((row.get::<_, Lang>(1)?, row.get(2)?, row.get(3)?)),
        |product, (lang, path, text)| {
            product.texts.entry(lang).or_default().insert(path, text);
        },
    )
}

fn product(row: &Row<'_>) -> rusqlite::Result<Stored> {
    Ok(Stored {
        id: row.get("id")?,
        fields: fields::read(row)?,
        made_by: None,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        deleted_at: row.get("deleted_at")?,
        images: Vec::new(),
        options: Vec::new(),
        variants: Vec::new(),
        collections: Vec::new(),
        info: Vec::new(),
        custom_fields: Vec::new(),
        attributes: Vec::new(),
        documents: Vec::new(),
        swatches: BTreeMap::new(),
        related: Vec::new(),
        rating: None,
        texts: BTreeMap::new(),
    })
}

impl ProductStatus {
    /// As it is stored and shown to programs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Draft => "draft",
            Self::Archived => "archived",
        }
    }
}

impl ToSql for ProductStatus {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.as_str().into())
    }
}

impl FromSql for ProductStatus {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "published" => Ok(Self::Published),
            "draft" => Ok(Self::Draft),
            "archived" => Ok(Self::Archived),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}
