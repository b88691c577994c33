//! What a file makes of the shop, product by product. Nothing here writes: the same is asked by the check before anything
//! is written, by each of the short transactions that write, and by whoever goes on after one was cut off.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Format, Note, Parsed, ParsedProduct, Policy, Remark, absent, merge};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::export_one;
use crate::catalogue::sql::known;
use crate::db::{self, Conn};

/// What of the shop before the import is needed until its end.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Met {
    /// In the store, new products stand in the order of the file, after those that are there.
    first_free: i64,
    /// Products known by an SKU alone, by their place in the file.
    by_sku: BTreeMap<usize, String>,
    /// Steps there are to do; 0 where none were counted.
    #[serde(default)]
    pub steps: usize,
    /// Products that are new to the shop.
    pub created: usize,
    /// Products that were there and differ.
    pub changed: usize,
}

/// A file beside the shop.
pub(super) struct Plan {
    pub parsed: Arc<Parsed>,
    pub met: Met,
    /// What is kept of what it changes goes by that; `None` where nothing is.
    pub import_id: Option<String>,
    /// Places in the file, by slug.
    places: HashMap<String, usize>,
    /// What the shop calls products that the file calls otherwise.
    renamed: HashMap<String, String>,
    /// Products of the shop that the file speaks of under another slug.
    ids: HashSet<String>,
    /// Products that name one further down: these are written twice.
    again: Vec<usize>,
}

/// A product as it is to be saved.
pub(super) struct Wanted {
    pub draft: ProductDraft,
    pub notes: Vec<Note>,
    /// SKUs that come from another product of the file.
    pub moved: Vec<String>,
}

impl Plan {
    /// For a file of which nothing is written yet.
    pub(super) fn new(conn: &Conn, parsed: Arc<Parsed>) -> db::Result<Self> {
        let met = meet(conn, &parsed)?;
        Self::again(conn, parsed, met)
    }

    /// For a file whose writing has begun.
    pub(super) fn again(conn: &Conn, parsed: Arc<Parsed>, met: Met) -> db::Result<Self> {
        let products = &parsed.products;
        let places: HashMap<String, usize> =
            products.iter().enumerate().map(|(place, product)| (product.draft.slug.clone(), place)).collect();
        let mut renamed = HashMap::new();
        for (place, id) in &met.by_sku {
            if let Some((slug, product)) = known::slug_of(conn, id)?.zip(products.get(*place)) {
                renamed.insert(product.draft.slug.clone(), slug);
            }
        }
        let named = products.iter().filter_map(|product| product.draft.id.clone());
        let ids = named.chain(met.by_sku.values().cloned()).collect();
        let names_later = |place: usize, product: &ParsedProduct| {
            product.draft.related.iter().any(|(_, slug)| places.get(slug).is_some_and(|other| *other > place))
        };
        let again = products.iter().enumerate().filter(|(place, product)| names_later(*place, product));
        let again = again.map(|(place, _)| place).collect();
        Ok(Self { parsed, met, import_id: None, places, renamed, ids, again })
    }

    /// How many there are to do.
    pub(super) fn steps(&self) -> usize {
        self.parsed.products.len() + self.again.len()
    }

    /// The place of the product that a step writes, and whether it is there already but for what stands further down.
    pub(super) fn step(&self, step: usize) -> (usize, bool) {
        match step.checked_sub(self.parsed.products.len()) {
            None => (step, false),
            Some(n) => (self.again[n], true),
        }
    }

    /// The product at a place, completed from the shop's: another shop's file only speaks of a part of it.
    pub(super) fn wanted(&self, conn: &Conn, place: usize) -> db::Result<Wanted> {
        let product = &self.parsed.products[place];
        let known = self.known(conn, place)?;
        let mut draft = match &known {
            Some(known) => merge::onto(known, product),
            None => absent::completed(conn, product, &self.parsed.absent)?,
        };
        if known.is_none() {
            draft.sort_order = draft.sort_order.saturating_add(self.met.first_free);
        }
        for (_, slug) in &mut draft.related {
            if let Some(known) = self.renamed.get(slug) {
                slug.clone_from(known);
            }
        }
        self.with_skus_settled(conn, product, draft)
    }

    /// The product of the shop that one of another shop's file is; no two are the same.
    fn known(&self, conn: &Conn, place: usize) -> db::Result<Option<ProductDraft>> {
        let by_sku = self.met.by_sku.get(&place);
        match self.parsed.format {
            Format::Manetes => Ok(None),
            Format::Shopify | Format::WooCommerce => {
                export_one(conn, by_sku.unwrap_or(&self.parsed.products[place].draft.slug))
            }
        }
    }

    /// A SKU may move from one product of the file to another. One of a product that the file does not speak of stays
    /// there: in another shop's file it is left out, ours is refused.
    fn with_skus_settled(&self, conn: &Conn, product: &ParsedProduct, mut draft: ProductDraft) -> db::Result<Wanted> {
        let (by_id, by_slug) = known::product_id(conn, draft.id.as_deref(), &draft.slug)?;
        let id = by_id.or(by_slug);
        let (mut notes, mut moved) = (Vec::new(), Vec::new());
        for (variant, origin) in draft.variants.iter_mut().zip(&product.variants) {
            let Some(sku) = &variant.sku else { continue };
            match known::sku_holder(conn, sku)? {
                Some(holder) if Some(&holder.id) == id.as_ref() => {}
                Some(holder) if self.speaks_of(&holder) => moved.push(sku.clone()),
                // Without a name it is most likely that very product: nobody else's twin is made of it.
                Some(holder) if self.parsed.format != Format::Manetes && !product.is_nameless => {
                    let remark = Remark::SkuTaken { sku: sku.clone(), title: holder.title };
                    notes.push(Note { row: origin.row, remark });
                    variant.sku = None;
                }
                Some(_) | None => {}
            }
        }
        Ok(Wanted { draft, notes, moved })
    }

    fn speaks_of(&self, holder: &known::Holder) -> bool {
        self.places.contains_key(&holder.slug) || self.ids.contains(&holder.id)
    }

    /// The place in the file of a product that another names as related.
    fn place_of(&self, slug: &str) -> Option<usize> {
        let renamed =
            || self.renamed.iter().find(|(_, known)| *known == slug).and_then(|(file, _)| self.places.get(file));
        self.places.get(slug).or_else(renamed).copied()
    }

    /// Takes out of the related products those that are not in the shop; the places in the file of these.
    pub(super) fn leave_out_absent(&self, conn: &Conn, draft: &mut ProductDraft) -> db::Result<Vec<usize>> {
        let (mut absent, mut coming) = (HashSet::new(), Vec::new());
        for (_, slug) in &draft.related {
            if known::live_product_id(conn, slug)?.is_none() {
                let place = self.place_of(slug);
                // One that nobody knows is refused, or left out with all else that is wrong.
                if place.is_some() || self.parsed.policy == Policy::RowByRow {
                    absent.insert(slug.clone());
                }
                coming.extend(place);
            }
        }
        forget_related(draft, &absent);
        Ok(coming)
    }
}

/// Takes products out of those that a draft names as related, and the translations of sections that are empty then.
pub(super) fn forget_related(draft: &mut ProductDraft, absent: &HashSet<String>) {
    if absent.is_empty() {
        return;
    }
    draft.related.retain(|(_, slug)| !absent.contains(slug));
    let ProductDraft { related, texts, .. } = draft;
    let is_named = |path: &str| {
        path.strip_prefix("section/").is_none_or(|title| related.iter().any(|(section, _)| section == title))
    };
    for texts in texts.values_mut() {
        texts.retain(|path, _| is_named(path));
    }
}

fn meet(conn: &Conn, parsed: &Parsed) -> db::Result<Met> {
    if parsed.format == Format::Manetes {
        return Ok(Met::default());
    }
    let mut met = Met { first_free: known::free_place(conn)?, ..Met::default() };
    // Shopify's products have an address, by which alone they are known. WooCommerce's file has none: the same SKU under
    // another name is a product that was renamed.
    if parsed.format == Format::WooCommerce {
        let (mut taken, mut unknown) = (HashSet::new(), Vec::new());
        for (place, product) in parsed.products.iter().enumerate() {
            match known::live_product_id(conn, &product.draft.slug)? {
                Some(id) => _ = taken.insert(id),
                None => unknown.push((place, product)),
            }
        }
        for (place, product) in unknown {
            for sku in product.draft.variants.iter().filter_map(|variant| variant.sku.as_deref()) {
                let holder = known::sku_holder(conn, sku)?;
                if let Some(holder) = holder.filter(|holder| !taken.contains(&holder.id)) {
                    taken.insert(holder.id.clone());
                    met.by_sku.insert(place, holder.id);
                    break;
                }
            }
        }
    }
    Ok(met)
}
