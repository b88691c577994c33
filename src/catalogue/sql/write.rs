//! Writes products. Lists that belong to one product alone are written anew, keeping the ids that can be recognised.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use rusqlite::{OptionalExtension, params_from_iter};

use super::found::{named, rows_in};
use super::search::remember_words;
use super::{facts, fields, makers, prices};
use crate::catalogue::draft::{ProductDraft, VariantDraft};
use crate::catalogue::html;
use crate::catalogue::paths::Ids;
use crate::catalogue::price::PricePoint;
use crate::catalogue::search::known_words;
use crate::catalogue::stored::Stored;
use crate::catalogue::texts::source;
use crate::catalogue::{stock, waitlist};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::id;
use crate::lang::Lang;

/// Takes these SKUs from the variants that have them, which are about to be written.
pub fn free_skus(tx: &Tx<'_>, skus: &[String]) -> db::Result<()> {
    for sku in skus {
        tx.prepare_cached("UPDATE variants SET sku = NULL WHERE sku = ?1 AND deleted_at IS NULL")?.execute([sku])?;
    }
    Ok(())
}

/// Id and Spanish title of a collection.
pub fn collection(conn: &Conn, slug: &str) -> db::Result<Option<(String, String)>> {
    Ok(conn
        .prepare_cached("SELECT id, title FROM collections WHERE slug = ?1 AND deleted_at IS NULL")?
        .query_row([slug], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?)
}

/// Deletes a collection in which no product is.
pub fn soft_delete_empty_collection(tx: &Tx<'_>, slug: &str, now: Timestamp) -> db::Result<()> {
    tx.execute(
        "UPDATE collections SET deleted_at = ?2, updated_at = ?2 WHERE slug = ?1 AND deleted_at IS NULL AND NOT EXISTS
         (SELECT 1 FROM product_collections c JOIN products p ON p.id = c.product_id
          WHERE c.collection_id = collections.id AND p.deleted_at IS NULL)",
        (slug, now),
    )?;
    Ok(())
}

/// What a draft became when it was recognised: every id is known, new ones included.
pub struct Resolved<'a> {
    pub id: &'a str,
    pub draft: &'a ProductDraft,
    /// One id per variant of the draft.
    pub variant_ids: &'a [String],
    /// One id per related product of the draft.
    pub related_ids: &'a [String],
    /// What stood there before.
    pub old: Option<&'a Stored>,
}

/// Writes the whole product.
pub fn product(tx: &Tx<'_>, new: &Resolved<'_>, now: Timestamp) -> db::Result<()> {
    if let Some(maker) = &new.draft.made_by {
        makers::put(tx, maker, now)?;
    }
    product_row(tx, new, now)?;
    variants(tx, new, now)?;
    let ids = Ids {
        images: images(tx, new)?,
        options: options(tx, new)?,
        variants: new.variant_ids.to_vec(),
        info: info(tx, new)?,
        fields: custom_fields(tx, new)?,
        attributes: facts::attributes(tx, new)?,
        documents: facts::documents(tx, new)?,
    };
    facts::swatches(tx, new)?;
    collections(tx, new, now)?;
    related(tx, new)?;
    texts(tx, new, &ids)?;
    index(tx, new.id, new.draft)
}

fn product_row(tx: &Tx<'_>, new: &Resolved<'_>, now: Timestamp) -> db::Result<()> {
    static SQL: LazyLock<String> = LazyLock::new(|| {
        let columns = fields::COLUMNS.join(", ");
        let places: Vec<String> = (3..).take(fields::COLUMNS.len()).map(|n| format!("?{n}")).collect();
        let changes: Vec<String> =
            fields::COLUMNS.iter().map(|column| format!("{column} = excluded.{column}")).collect();
        format!(
            "INSERT INTO products (id, created_at, updated_at, {columns}) VALUES (?1, ?2, ?2, {})
             ON CONFLICT (id) DO UPDATE SET {}, updated_at = excluded.updated_at, deleted_at = NULL",
            places.join(", "),
            changes.join(", "),
        )
    });
    let mut values = vec![new.id.to_owned().into(), now.millis().into()];
    values.extend(fields::stored(&new.draft.fields));
    tx.prepare_cached(&SQL)?.execute(params_from_iter(values))?;
    Ok(())
}

fn variants(tx: &Tx<'_>, new: &Resolved<'_>, now: Timestamp) -> db::Result<()> {
    for old in new.old.iter().flat_map(|old| &old.variants) {
        match new.variant_ids.iter().position(|id| *id == old.id) {
            None => {
                let sql = "UPDATE variants SET deleted_at = ?2 WHERE id = ?1";
                tx.prepare_cached(sql)?.execute((&old.id, now))?;
            }
            // Frees the SKU first, so that two variants can swap theirs.
            Some(position) if new.draft.variants[position].sku != old.sku => {
                tx.prepare_cached("UPDATE variants SET sku = NULL WHERE id = ?1")?.execute([&old.id])?;
            }
            Some(_) => {}
        }
    }
    for (position, (variant, id)) in (0..).zip(new.draft.variants.iter().zip(new.variant_ids)) {
        write_variant(tx, new.id, id, variant, position, now)?;
    }
    Ok(())
}

/// The price before the sale comes out of the history, to which the price of now is added when it is new.
fn write_variant(
    tx: &Tx<'_>,
    product_id: &str,
    id: &str,
    variant: &VariantDraft,
    position: i64,
    now: Timestamp,
) -> db::Result<()> {
    let sale_price = variant.sale.and_then(|sale| sale.price_at(now));
    let point = PricePoint { at: now, price: variant.price, sale_price };
    let (before, is_new) = prices::before_at(tx, id, point)?;
    tx.prepare_cached(
        "INSERT INTO variants (id, product_id, position, title, sku, image_url, price_in_cents, sale_price_in_cents,
                               before_price_in_cents, manage_inventory, weight_grams, announced_sale_in_cents,
                               sale_starts_at, sale_ends_at, sale_changes_at, content, gtin)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
         ON CONFLICT (id) DO UPDATE SET
             position = excluded.position, title = excluded.title, sku = excluded.sku, image_url = excluded.image_url,
             price_in_cents = excluded.price_in_cents, sale_price_in_cents = excluded.sale_price_in_cents,
             before_price_in_cents = excluded.before_price_in_cents, manage_inventory = excluded.manage_inventory,
             weight_grams = excluded.weight_grams, announced_sale_in_cents = excluded.announced_sale_in_cents,
             sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at,
             sale_changes_at = excluded.sale_changes_at, content = excluded.content, gtin = excluded.gtin,
             deleted_at = NULL",
    )?
    .execute(rusqlite::params![
        id,
        product_id,
        position,
        variant.title,
        variant.sku,
        variant.image_url,
        variant.price,
        sale_price,
        before,
        variant.manage_inventory,
        variant.weight_grams,
        variant.sale.map(|sale| sale.price),
        variant.sale.and_then(|sale| sale.starts_at),
        variant.sale.and_then(|sale| sale.ends_at),
        variant.sale.and_then(|sale| sale.next_change(now)),
        variant.content,
        variant.gtin,
    ])?;
    if is_new {
        prices::remember(tx, id, point)?;
    }
    stock::set(tx, id, variant.inventory_quantity, now)?;
    // What is shown again, or not counted any more, can be had, too.
    waitlist::tell(tx, id, now)
}

/// One id per wanted row: of the old row with the same key, else of the old row at the same place that no other took,
/// else a new one.
pub(super) fn keep_ids<'a, K: PartialEq>(old: impl Iterator<Item = (&'a str, K)>, wanted: &[K]) -> Vec<String> {
    let mut old: Vec<Option<(&str, K)>> = old.map(Some).collect();
    let mut ids: Vec<Option<String>> = Vec::with_capacity(wanted.len());
    for key in wanted {
        let same = old.iter_mut().find(|slot| slot.as_ref().is_some_and(|(_, known)| known == key));
        ids.push(same.and_then(Option::take).map(|(id, _)| id.to_owned()));
    }
    for (place, id) in ids.iter_mut().enumerate().filter(|(_, id)| id.is_none()) {
        *id = old.get_mut(place).and_then(Option::take).map(|(id, _)| id.to_owned());
    }
    ids.into_iter().map(|id| id.unwrap_or_else(id::new)).collect()
}

fn images(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<String>> {
    let wanted: Vec<&str> = new.draft.images.iter().map(|image| image.url.as_str()).collect();
    let old = new.old.iter().flat_map(|old| &old.images);
    let ids = keep_ids(old.map(|image| (image.id.as_str(), image.url.as_str())), &wanted);
    tx.prepare_cached("DELETE FROM product_images WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_images (id, product_id, position, url, alt) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (position, (image, id)) in (0_i64..).zip(new.draft.images.iter().zip(&ids)) {
        tx.prepare_cached(sql)?.execute((id, new.id, position, &image.url, &image.alt))?;
    }
    Ok(ids)
}

/// Options with the values of every variant; answers Spanish titles with ids.
fn options(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<(String, String)>> {
    let wanted: Vec<&str> = new.draft.options.iter().map(String::as_str).collect();
    let old = new.old.iter().flat_map(|old| &old.options);
    let ids = keep_ids(old.map(|option| (option.id.as_str(), option.title.as_str())), &wanted);
    let old_values = new.old.iter().flat_map(|old| &old.variants);
    let value_ids: HashMap<(&str, &str), &str> = old_values
        .flat_map(|variant| variant.values.iter().map(|v| ((v.option_id.as_str(), variant.id.as_str()), v.id.as_str())))
        .collect();
    // Takes the values along.
    tx.prepare_cached("DELETE FROM product_options WHERE product_id = ?1")?.execute([new.id])?;
    for (position, (title, option_id)) in (0_u16..).zip(wanted.iter().zip(&ids)) {
        tx.prepare_cached("INSERT INTO product_options (id, product_id, position, title) VALUES (?1, ?2, ?3, ?4)")?
            .execute((option_id, new.id, position, title))?;
        for (variant, variant_id) in new.draft.variants.iter().zip(new.variant_ids) {
            let id = value_ids.get(&(option_id.as_str(), variant_id.as_str()));
            let id = id.map_or_else(id::new, |id| (*id).to_owned());
            tx.prepare_cached("INSERT INTO option_values (id, option_id, variant_id, value) VALUES (?1, ?2, ?3, ?4)")?
                .execute((id, option_id, variant_id, &variant.option_values[usize::from(position)]))?;
        }
    }
    Ok(new.draft.options.iter().cloned().zip(ids).collect())
}

fn info(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<String>> {
    let wanted: Vec<&str> = new.draft.additional_info.iter().map(|(title, _)| title.as_str()).collect();
    let old = new.old.iter().flat_map(|old| &old.info);
    let ids = keep_ids(old.map(|info| (info.id.as_str(), info.title.as_str())), &wanted);
    tx.prepare_cached("DELETE FROM product_info WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_info (id, product_id, position, title, description) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (position, ((title, description), id)) in (0_i64..).zip(new.draft.additional_info.iter().zip(&ids)) {
        tx.prepare_cached(sql)?.execute((id, new.id, position, title, description))?;
    }
    Ok(ids)
}

fn custom_fields(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<String>> {
    let wanted: Vec<&str> = new.draft.custom_fields.iter().map(|field| field.title.as_str()).collect();
    let old = new.old.iter().flat_map(|old| &old.custom_fields);
    let ids = keep_ids(old.map(|field| (field.id.as_str(), field.title.as_str())), &wanted);
    tx.prepare_cached("DELETE FROM custom_fields WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO custom_fields (id, product_id, position, title, is_required, max_length)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    for (position, (field, id)) in (0_i64..).zip(new.draft.custom_fields.iter().zip(&ids)) {
        let row = (id, new.id, position, &field.title, field.is_required, field.length());
        tx.prepare_cached(sql)?.execute(row)?;
    }
    Ok(ids)
}

fn collections(tx: &Tx<'_>, new: &Resolved<'_>, now: Timestamp) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM product_collections WHERE product_id = ?1")?.execute([new.id])?;
    for (position, (slug, title)) in (0_i64..).zip(&new.draft.collections) {
        let id = ensure_collection(tx, slug, title, now)?;
        tx.prepare_cached("INSERT INTO product_collections (product_id, collection_id, position) VALUES (?1, ?2, ?3)")?
            .execute((new.id, id, position))?;
    }
    Ok(())
}

/// The collection with this slug; made, or brought back, when there is none.
fn ensure_collection(tx: &Tx<'_>, slug: &str, title: &str, now: Timestamp) -> db::Result<String> {
    if let Some((id, _)) = collection(tx, slug)? {
        return Ok(id);
    }
    Ok(tx.query_row(
        "INSERT INTO collections (id, slug, title, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
         ON CONFLICT (slug) DO UPDATE SET title = excluded.title, updated_at = excluded.updated_at, deleted_at = NULL
         RETURNING id",
        (id::new(), slug, title, now),
        |row| row.get(0),
    )?)
}

/// Sets the titles of a collection in every language; makes it when there is none.
pub fn collection_texts(
    tx: &Tx<'_>,
    slug: &str,
    title: &str,
    texts: &BTreeMap<Lang, String>,
    now: Timestamp,
) -> db::Result<()> {
    let id = ensure_collection(tx, slug, title, now)?;
    tx.execute("UPDATE collections SET title = ?2, updated_at = ?3 WHERE id = ?1", (&id, title, now))?;
    tx.execute("DELETE FROM collection_texts WHERE collection_id = ?1", [&id])?;
    for (lang, text) in texts {
        tx.execute("INSERT INTO collection_texts (collection_id, lang, title) VALUES (?1, ?2, ?3)", (&id, lang, text))?;
    }
    Ok(())
}

/// What is deleted stays related where it was, as it may come back: the others stand behind it.
fn related(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<()> {
    let sections = new.draft.related.iter().map(|(section, _)| section.as_str());
    let wanted: Vec<(&str, &str)> = sections.clone().zip(new.related_ids.iter().map(String::as_str)).collect();
    let old = new.old.iter().flat_map(|old| &old.related);
    let keys = old.map(|r| (r.id.as_str(), (r.section_title.as_str(), r.product_id.as_str())));
    let ids = keep_ids(keys, &wanted);
    tx.prepare_cached(
        "DELETE FROM related_products AS r WHERE product_id = ?1
             AND NOT EXISTS (SELECT 1 FROM products p WHERE p.id = r.related_id AND p.deleted_at IS NOT NULL)",
    )?
    .execute([new.id])?;
    let first: i64 = tx
        .prepare_cached("SELECT coalesce(max(position) + 1, 0) FROM related_products WHERE product_id = ?1")?
        .query_row([new.id], |row| row.get(0))?;
    let sql = "INSERT INTO related_products (id, product_id, position, section_title, related_id) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (position, ((section, related_id), id)) in (first..).zip(wanted.iter().zip(&ids)) {
        tx.prepare_cached(sql)?.execute((id, new.id, position, section, related_id))?;
    }
    Ok(())
}

/// A translation that stays as it was stays one of the Spanish text it was made of.
fn texts(tx: &Tx<'_>, new: &Resolved<'_>, ids: &Ids) -> db::Result<()> {
    let known = sources(tx, new.id)?;
    tx.prepare_cached("DELETE FROM product_texts WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_texts (product_id, lang, path, text, source) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (lang, texts) in &new.draft.texts {
        for (path, text) in texts {
            let Some(stored) = ids.to_stored(path) else { continue };
            let source = match known.get(&(*lang, stored.clone())) {
                Some((old, source)) if old == text => source.clone(),
                Some(_) | None => source(new.draft, path),
            };
            tx.prepare_cached(sql)?.execute((new.id, lang, stored, text, source))?;
        }
    }
    Ok(())
}

/// The translations of a product by language and stored path, each with what it was made of.
type Sources = HashMap<(Lang, String), (String, Option<Vec<u8>>)>;

fn sources(conn: &Conn, product_id: &str) -> db::Result<Sources> {
    let mut statement =
        conn.prepare_cached("SELECT lang, path, text, source FROM product_texts WHERE product_id = ?1")?;
    let rows = statement
        .query_map([product_id], |row| Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?))))?
        .collect::<Result<_, _>>()?;
    Ok(rows)
}

/// Makes the product findable in every language: by its Spanish texts alone where it is not translated, and with those that
/// are missing where it is.
pub fn index(tx: &Tx<'_>, product_id: &str, draft: &ProductDraft) -> db::Result<()> {
    unindex(tx, product_id)?;
    let skus = draft.variants.iter().filter_map(|variant| variant.sku.as_deref()).collect::<Vec<_>>().join(" ");
    let mut words = BTreeSet::new();
    let translated: Vec<Lang> =
        draft.texts.iter().filter(|(_, texts)| !texts.is_empty()).map(|(lang, _)| *lang).collect();
    for lang in std::iter::once(Lang::default()).chain(translated.iter().copied()) {
        let found = |path: &str| draft.texts.get(&lang).and_then(|texts| texts.get(path)).map(String::as_str);
        let text = |path: &str, spanish: &str| found(path).unwrap_or(spanish).to_owned();
        let others = if lang == Lang::default() { translated.as_slice() } else { &[] };
        let row = search_row(tx, product_id, lang, others, &text("title", &draft.title), found("type"))?;
        let (title, subtitle) =
            (text("title", &draft.title), text("subtitle", draft.subtitle.as_deref().unwrap_or_default()));
        let (kind, body) = (text("type", &draft.kind), search_body(draft, &text));
        tx.prepare_cached(
            "INSERT INTO product_search (rowid, title, subtitle, type, sku, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute((row, &title, &subtitle, &kind, &skus, &body))?;
        tx.prepare_cached("INSERT INTO product_titles (rowid, title, sku) VALUES (?1, ?2, ?3)")?
            .execute((row, &title, &skus))?;
        words.extend([&title, &subtitle, &kind, &body].into_iter().flat_map(|text| known_words(text)));
    }
    remember_words(tx, &words)
}

/// Adds the row of a product in a language; answers its number.
fn search_row(
    tx: &Tx<'_>,
    product_id: &str,
    lang: Lang,
    translated: &[Lang],
    title: &str,
    type_text: Option<&str>,
) -> db::Result<i64> {
    let (first, last) = rows_in(lang).into_inner();
    tx.prepare_cached(
        "INSERT INTO product_search_rows (id, product_id, lang, translated, title_key, type_text, type, sort_order, created_at,
                                          is_in_store)
         SELECT (SELECT coalesce(max(r.id) + 1, ?6) FROM product_search_rows r WHERE r.id BETWEEN ?6 AND ?7), p.id, ?2, ?3,
                folded(?4), ?5, p.type, p.sort_order, p.created_at,
                p.deleted_at IS NULL AND p.status = 'published' AND p.is_hidden = 0
         FROM products p WHERE p.id = ?1",
    )?
    .execute((product_id, lang, named(translated), title, type_text, first, last))?;
    Ok(tx.last_insert_rowid())
}

fn search_body(draft: &ProductDraft, text: &impl Fn(&str, &str) -> String) -> String {
    let mut body = vec![html::words(&text("description", &draft.description))];
    body.extend([&draft.brand, &draft.model].into_iter().flatten().cloned());
    body.extend(draft.made_by.iter().map(|maker| maker.name.clone()));
    body.extend(draft.variants.iter().filter_map(|variant| variant.gtin.clone()));
    for (n, variant) in draft.variants.iter().enumerate() {
        body.push(text(&format!("variant/{n}"), &variant.title));
        body.extend(variant.option_values.iter().map(|value| text(&format!("value/{value}"), value)));
    }
    for (n, (title, description)) in draft.additional_info.iter().enumerate() {
        body.push(text(&format!("info/{n}/title"), title));
        body.push(html::words(&text(&format!("info/{n}/description"), description)));
    }
    for (n, (_, value)) in draft.attributes.iter().enumerate() {
        body.push(text(&format!("attribute/{n}/value"), value));
    }
    body.join(" ")
}

/// Takes the product out of the search.
pub(super) fn unindex(tx: &Tx<'_>, product_id: &str) -> db::Result<()> {
    for index in ["product_search", "product_titles"] {
        tx.prepare_cached(&format!(
            "DELETE FROM {index} WHERE rowid IN (SELECT id FROM product_search_rows WHERE product_id = ?1)"
        ))?
        .execute([product_id])?;
    }
    tx.prepare_cached("DELETE FROM product_search_rows WHERE product_id = ?1")?.execute([product_id])?;
    Ok(())
}
