//! Writes the products of a file, all or none: the caller's transaction is undone when there is a problem.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{Format, Parsed, ParsedProduct, RowProblem, merge};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::{self, Saved};
use crate::clock::Timestamp;
use crate::db::{self, Tx};

/// What an import did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Products that are new to the shop.
    pub created: usize,
    /// Products that were there and differ now.
    pub changed: usize,
    /// Products that were there as the file has them.
    pub unchanged: usize,
}

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Rows that cannot be products of this shop: all of them, in order.
    #[error("{} problems in the file", .0.len())]
    Problems(Vec<RowProblem>),
    /// The database could not be read or written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Writes every product. Products that are not in the file stay as they are. `progress` hears how many are done.
///
/// An `Err` leaves the transaction half written: it must be undone, as [`db::Db::write`] does.
pub fn apply(tx: &Tx<'_>, parsed: &Parsed, now: Timestamp, mut progress: impl FnMut(usize)) -> Result<Summary, Error> {
    let drafts = completed(tx, parsed)?;
    let mut summary = Summary::default();
    let mut problems = Vec::new();
    let mut waiting = Vec::new();
    for (n, (product, draft)) in parsed.products.iter().zip(&drafts).enumerate() {
        // A product may name one that stands further down: then what it names is written in a second round.
        let saved = if are_there(tx, draft)? {
            catalogue::save(tx, draft, now)
        } else {
            waiting.push((product, draft));
            catalogue::save(tx, &without_related(draft), now)
        };
        match saved {
            Ok(Saved { created: true, .. }) => summary.created += 1,
            Ok(Saved { changed: true, .. }) => summary.changed += 1,
            Ok(_) => summary.unchanged += 1,
            Err(error) => problems.push(located(error, product, parsed)?),
        }
        progress(n + 1);
    }
    for (product, draft) in waiting {
        // Where products of the file could not be saved, those that name them would only repeat it.
        if problems.is_empty()
            && let Err(error) = catalogue::save(tx, draft, now)
        {
            problems.push(located(error, product, parsed)?);
        }
    }
    problems.sort_by_key(|problem| problem.row);
    if problems.is_empty() { Ok(summary) } else { Err(Error::Problems(problems)) }
}

/// The drafts as they are to be saved: another shop's file only speaks of a part of each product.
fn completed(tx: &Tx<'_>, parsed: &Parsed) -> Result<Vec<ProductDraft>, Error> {
    let existing = match parsed.format {
        Format::Manetes => Vec::new(),
        Format::Shopify | Format::WooCommerce => catalogue::export_all(tx)?,
    };
    let by_slug: HashMap<&str, &ProductDraft> = existing.iter().map(|draft| (draft.slug.as_str(), draft)).collect();
    let by_sku: HashMap<&str, &ProductDraft> = existing
        .iter()
        .flat_map(|draft| draft.variants.iter().filter_map(move |variant| Some((variant.sku.as_deref()?, draft))))
        .collect();
    let find = |draft: &ProductDraft| {
        let renamed = || match parsed.format {
            // Its file has no address: the same SKU under another name is a product that was renamed.
            Format::WooCommerce => draft.variants.iter().find_map(|variant| by_sku.get(variant.sku.as_deref()?)),
            Format::Manetes | Format::Shopify => None,
        };
        by_slug.get(draft.slug.as_str()).or_else(renamed).copied()
    };
    let mut drafts: Vec<ProductDraft> = Vec::with_capacity(parsed.products.len());
    let mut renamed: BTreeMap<&str, &str> = BTreeMap::new();
    for product in &parsed.products {
        drafts.push(match find(&product.draft) {
            Some(existing) => {
                renamed.insert(&product.draft.slug, &existing.slug);
                merge::onto(existing, product)
            }
            None => product.draft.clone(),
        });
    }
    for (_, slug) in drafts.iter_mut().flat_map(|draft| &mut draft.related) {
        if let Some(known) = renamed.get(slug.as_str()) {
            (*known).clone_into(slug);
        }
    }
    Ok(drafts)
}

fn are_there(tx: &Tx<'_>, draft: &ProductDraft) -> db::Result<bool> {
    for (_, slug) in &draft.related {
        if catalogue::product_id_by_slug_or_id(tx, slug)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn without_related(draft: &ProductDraft) -> ProductDraft {
    let mut draft = draft.clone();
    draft.related.clear();
    draft.texts.values_mut().for_each(|texts| texts.retain(|path, _| !path.starts_with("section/")));
    draft
}

/// The row and the column of what was refused.
fn located(error: catalogue::Error, product: &ParsedProduct, parsed: &Parsed) -> Result<RowProblem, Error> {
    let (field, reason) = match error {
        catalogue::Error::Invalid { field, reason } => (field, reason),
        catalogue::Error::NotFound => (String::from("slug"), error.to_string()),
        catalogue::Error::Db(error) => return Err(Error::Db(error)),
    };
    let mut parts = field.split('/');
    let (row, key) = match (parts.next(), parts.next().and_then(|n| n.parse::<usize>().ok()), parts.next()) {
        (Some("variants"), Some(n), Some(key)) => (product.variants.get(n).map_or(product.row, |v| v.row), key),
        (Some(key), ..) => (product.row, key),
        (None, ..) => (product.row, ""),
    };
    let column = parsed.columns.get(key).cloned().unwrap_or_else(|| field.clone());
    Ok(RowProblem { row, column, message: reason })
}
