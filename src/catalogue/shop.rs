//! What the shop shows: lists, products, cards and stock numbers, in the reader's language.

use super::facets::offered;
use super::listing::Listing;
use super::search;
use super::sql::facets::{counts, types};
use super::sql::list::{self, By};
use super::sql::read;
use super::sql::search::{Among, understand};
use super::stored::Stored;
use super::wire;
use crate::db::{self, Conn};
use crate::lang::Lang;

/// A page of whole products.
pub fn list(conn: &Conn, listing: &Listing) -> db::Result<wire::ProductList> {
    let pattern = listing.q.as_deref().and_then(search::pattern);
    let listed = list::page(conn, listing, pattern.as_deref())?;
    let products = read::load(conn, &listed.ids, Some(listing.lang))?;
    Ok(wire::ProductList {
        count: listed.count(listing),
        offset: listing.offset,
        limit: listing.limit,
        products: products.iter().map(|product| wire::Product::new(product, listing.lang)).collect(),
    })
}

/// A page of products as the store shows them, with the types there are; slips in what is searched for are corrected.
pub fn cards(conn: &Conn, listing: &Listing) -> db::Result<wire::CardList> {
    let mut pattern = listing.q.as_deref().and_then(search::pattern);
    let mut listed = list::page(conn, listing, pattern.as_deref())?;
    let mut corrected = None;
    if pattern.is_some() && listed.by_type.is_empty() {
        let q = listing.q.as_deref().unwrap_or_default();
        if let Some(meant) = understand(conn, q, listing.lang, Among::Store)?.filter(|meant| meant.corrected.is_some())
        {
            (pattern, corrected) = (Some(meant.pattern), meant.corrected);
            listed = list::page(conn, listing, pattern.as_deref())?;
        }
    }
    let (pattern, count) = (pattern.as_deref(), listed.count(listing));
    let products = read::load(conn, &listed.ids, Some(listing.lang))?;
    let types = types(conn, listing.lang)?;
    let of_type = |(value, label): (String, String)| {
        let count = listed.by_type.get(&value).copied().unwrap_or(0);
        wire::TypeCount { value, label, count }
    };
    let counts = if listing.faceted { counts(conn, listing, pattern, count)? } else { None };
    Ok(wire::CardList {
        count,
        offset: listing.offset,
        limit: listing.limit,
        types: types.into_iter().map(of_type).collect(),
        cards: products.iter().filter_map(|product| wire::Card::new(product, listing.lang)).collect(),
        facets: counts.map(|counts| offered(counts, listing)),
        searched_for: corrected,
    })
}

/// A product in the store by its id.
pub fn find(conn: &Conn, id: &str, lang: Lang) -> db::Result<Option<wire::Product>> {
    find_by(conn, By::Id, id, lang)
}

/// A product in the store by its id, its slug or the SKU of one of its variants.
pub fn find_by(conn: &Conn, by: By, value: &str, lang: Lang) -> db::Result<Option<wire::Product>> {
    Ok(visible(conn, by, value, lang)?.map(|product| wire::Product::new(&product, lang)))
}

/// The products a product in the store points to, by section; those not in the store are left out. `None` when the
/// product itself is not in the store.
pub fn related(conn: &Conn, id: &str, lang: Lang) -> db::Result<Option<wire::Related>> {
    let Some(product) = visible(conn, By::Id, id, lang)? else { return Ok(None) };
    let shown: Vec<_> = product.related.iter().filter(|related| related.is_visible).collect();
    let ids: Vec<String> = shown.iter().map(|related| related.product_id.clone()).collect();
    let others = read::load(conn, &ids, Some(lang))?;
    let mut sections: Vec<(&str, Vec<wire::Card>)> = Vec::new();
    for related in shown {
        let other = others.iter().find(|other| other.id == related.product_id);
        let Some(card) = other.and_then(|other| wire::Card::new(other, lang)) else { continue };
        match sections.iter_mut().find(|(title, _)| *title == related.section_title) {
            Some((_, cards)) => cards.push(card),
            None => sections.push((&related.section_title, vec![card])),
        }
    }
    let titled = |(title, cards): (&str, _)| wire::Section {
        title: product.text(lang, &format!("section/{title}"), title).to_owned(),
        cards,
    };
    let similar = similar(conn, &product, &ids, lang)?;
    Ok(Some(wire::Related { sections: sections.into_iter().map(titled).collect(), similar }))
}

/// Cards of a row.
const ROW: usize = 4;

/// More products of the type of one, besides those it names, as many as fill the row with them; those that can be had
/// first.
fn similar(conn: &Conn, product: &Stored, named: &[String], lang: Lang) -> db::Result<Vec<wire::Card>> {
    let free = ROW.saturating_sub(named.len());
    if free == 0 || product.kind.is_empty() {
        return Ok(Vec::new());
    }
    // The row may be full of those that are left out, itself among them.
    let limit = i64::try_from(2 * ROW + named.len() + 1).unwrap_or(i64::MAX);
    let mut ids: Vec<String> = Vec::new();
    for in_stock in [true, false] {
        if ids.len() < free {
            let listing = Listing { kind: Some(product.kind.clone()), in_stock, limit, lang, ..Listing::default() };
            let found = list::page(conn, &listing, None)?.ids;
            let is_new = |id: &String| *id != product.id && !named.contains(id) && !ids.contains(id);
            let more: Vec<String> = found.into_iter().filter(is_new).take(free - ids.len()).collect();
            ids.extend(more);
        }
    }
    let others = read::load(conn, &ids, Some(lang))?;
    Ok(others.iter().filter_map(|other| wire::Card::new(other, lang)).collect())
}

/// The stock numbers of the variants of these products, as far as they are in the store.
pub fn variants_stock(conn: &Conn, product_ids: &[String]) -> db::Result<wire::VariantList> {
    let stock = list::stock_of(conn, product_ids)?;
    let variants = stock.into_iter().map(|(id, inventory_quantity)| wire::VariantStock { id, inventory_quantity });
    Ok(wire::VariantList { variants: variants.collect() })
}

/// All collections.
pub fn collections(conn: &Conn, store_id: &str, lang: Lang) -> db::Result<wire::CollectionList> {
    let rows = list::collections(conn, lang)?;
    let collections: Vec<_> = rows.into_iter().map(|row| wire::Collection::new(row, store_id)).collect();
    Ok(wire::CollectionList { count: collections.len(), collections })
}

fn visible(conn: &Conn, by: By, value: &str, lang: Lang) -> db::Result<Option<Stored>> {
    let Some(id) = list::visible_id(conn, by, value)? else { return Ok(None) };
    Ok(read::load(conn, &[id], Some(lang))?.pop())
}
