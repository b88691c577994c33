//! Whether a whole file could be written: asked of every product before the first is.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::difference::Difference;
use super::plan::{Plan, Wanted};
use super::{Columns, Error, Fault, Parsed, ParsedProduct, RowProblem, Summary};
use crate::catalogue::check::all_checked;
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::save::{SKU_TAKEN, WouldSave, would_save};
use crate::catalogue::{self, Saved};
use crate::clock::Timestamp;
use crate::db::Conn;

/// How far the check is, and what it has found.
pub(super) struct Check {
    pub summary: Summary,
    /// The place of the next product.
    pub next: usize,
    failed: HashSet<usize>,
    /// Slugs that products further up had until then.
    left: HashSet<String>,
    /// Products that differ in naming others alone, which are still to come, if they do.
    naming: Vec<Vec<usize>>,
}

impl Check {
    pub(super) fn of(parsed: &Parsed) -> Self {
        let summary = Summary { left_out: parsed.left_out, problems: parsed.problems.clone(), ..Summary::default() };
        Self { summary, next: 0, failed: HashSet::new(), left: HashSet::new(), naming: Vec::new() }
    }

    /// Looks at products for so long, at one at least.
    pub(super) fn go_on(mut self, conn: &Conn, plan: &Plan, time: Duration, now: Timestamp) -> Result<Self, Error> {
        let begun = Instant::now();
        for (place, product) in plan.parsed.products.iter().enumerate().skip(self.next) {
            let mut wanted = plan.wanted(conn, place)?;
            self.summary.notes.append(&mut wanted.notes);
            let coming = plan.leave_out_absent(conn, &mut wanted.draft)?;
            match sound(conn, &wanted, now) {
                Ok(WouldSave { saved, draft, old }) => {
                    if saved.changed {
                        let known = old.as_ref().filter(|_| !saved.created);
                        self.summary.tell(|| Difference::of(product.row, known, &draft));
                    }
                    self.left.extend(old.map(|old| old.fields.slug).filter(|slug| *slug != draft.slug));
                    self.count(&saved, !wanted.moved.is_empty(), coming);
                }
                // It was the name of a product further up, which has another by then.
                Err(catalogue::Error::Invalid { field, .. })
                    if field == "slug" && self.left.contains(&wanted.draft.slug) =>
                {
                    self.summary.changed += 1;
                }
                Err(error) => {
                    let all = all_checked(&wanted.draft, now).err().unwrap_or_else(|| vec![error]);
                    for error in all {
                        self.summary.problems.push(located(error, product, &plan.parsed.columns)?);
                    }
                    self.summary.left_out += 1;
                    self.failed.insert(place);
                }
            }
            self.next = place + 1;
            if begun.elapsed() > time {
                break;
            }
        }
        Ok(self)
    }

    fn count(&mut self, saved: &Saved, takes_a_sku: bool, coming: Vec<usize>) {
        match saved {
            Saved { created: true, .. } => self.summary.created += 1,
            Saved { changed: true, .. } => self.summary.changed += 1,
            Saved { .. } if takes_a_sku => self.summary.changed += 1,
            Saved { .. } if coming.is_empty() => self.summary.unchanged += 1,
            Saved { .. } => self.naming.push(coming),
        }
    }

    /// What would become of the file, once every product was looked at.
    pub(super) fn end(mut self) -> Summary {
        for coming in self.naming {
            if coming.iter().all(|place| self.failed.contains(place)) {
                self.summary.unchanged += 1;
            } else {
                self.summary.changed += 1;
            }
        }
        self.summary.problems.sort_by_key(|problem| problem.row);
        self.summary
    }
}

/// What saving would do, once its SKUs are free.
pub(super) fn sound(conn: &Conn, wanted: &Wanted, now: Timestamp) -> Result<WouldSave, catalogue::Error> {
    if wanted.moved.is_empty() {
        return would_save(conn, &wanted.draft, now);
    }
    let mut draft = wanted.draft.clone();
    for variant in &mut draft.variants {
        variant.sku = variant.sku.take().filter(|sku| !wanted.moved.contains(sku));
    }
    let mut would = would_save(conn, &draft, now)?;
    for (variant, wanted) in would.draft.variants.iter_mut().zip(&wanted.draft.variants) {
        variant.sku.clone_from(&wanted.sku);
    }
    Ok(would)
}

/// What the shop takes of no product, whatever it has. Translations and colours may be of what a file does not have: they
/// are looked at beside the shop.
pub(super) fn faults(draft: &ProductDraft, now: Timestamp) -> Vec<catalogue::Error> {
    let stands_alone = |error: &catalogue::Error| match error {
        catalogue::Error::Invalid { field, .. } => !field.starts_with("texts/") && !field.starts_with("swatches/"),
        _ => true,
    };
    all_checked(draft, now).err().unwrap_or_default().into_iter().filter(stands_alone).collect()
}

/// The row and the column of what was refused.
pub(super) fn located(
    error: catalogue::Error,
    product: &ParsedProduct,
    columns: &Columns,
) -> Result<RowProblem, Error> {
    let (field, reason) = match error {
        catalogue::Error::Invalid { field, reason } => (field, reason),
        catalogue::Error::NotFound | catalogue::Error::Importing => (String::from("slug"), error.to_string()),
        catalogue::Error::Db(error) => return Err(Error::Db(error)),
    };
    let mut parts = field.split('/');
    let (row, key) = match (parts.next(), parts.next().and_then(|n| n.parse::<usize>().ok()), parts.next()) {
        (Some("variants"), Some(n), Some(key)) => (product.variants.get(n).map_or(product.row, |v| v.row), key),
        (Some(key), ..) => (product.row, key),
        (None, ..) => (product.row, ""),
    };
    let column = columns.get(key).cloned().unwrap_or_else(|| field.clone());
    let fault = if key == "sku" && reason == SKU_TAKEN { Fault::SkuOfAnother } else { Fault::Refused { reason } };
    Ok(RowProblem { row, column, fault })
}
