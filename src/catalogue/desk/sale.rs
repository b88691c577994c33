//! One sale for all variants of many products: in percent, by an amount, at a price, or none any more.

use std::collections::HashMap;

use serde_json::json;

use super::{NotChanged, load, revision, write};
use crate::audit::{self, Actor};
use crate::catalogue::Error;
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::db::Tx;
use crate::money::Cents;

/// Products that are put on sale in one act, at most.
pub const MAX_PRODUCTS: usize = 200;
/// The whole of a price, in basis points.
const WHOLE_BP: i64 = 10_000;

/// How the price of a sale comes out of the regular one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// So many basis points less; half a cent counts as one.
    PercentOff(i64),
    /// So much less.
    AmountOff(Cents),
    /// This much, whatever it costs otherwise.
    Price(Cents),
}

impl Cut {
    /// RULE: the price of a sale. Whole cents, rounded half up.
    pub fn of(self, price: Cents) -> Cents {
        match self {
            Self::PercentOff(bp) => Cents((price.0.saturating_mul(WHOLE_BP - bp) + WHOLE_BP / 2).div_euclid(WHOLE_BP)),
            Self::AmountOff(amount) => Cents(price.0.saturating_sub(amount.0)),
            Self::Price(sale) => sale,
        }
    }
}

/// What is to be done to every variant.
#[derive(Debug, Clone)]
pub enum Act {
    /// A sale of the price that comes out.
    Announce {
        /// How.
        cut: Cut,
        /// From then on; at once when it does not say.
        starts_at: Option<Timestamp>,
        /// Until then; until it is taken away when it does not say.
        ends_at: Option<Timestamp>,
    },
    /// No sale.
    Remove,
    /// The sale that is named of each variant, or none; a variant that is not named stays as it is.
    Restore(HashMap<String, Option<Sale>>),
}

/// A product and the state of it that the sale was decided on; `None` for a look at what would come out.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The product.
    pub id: String,
    /// Names its state.
    pub revision: Option<String>,
}

/// Why a product cannot be put on this sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, poem_openapi::Enum)]
#[oai(rename = "SaleRefusal", rename_all = "snake_case")]
pub enum Refusal {
    /// A variant would cost nothing, or less.
    NothingLeft,
    /// A variant would cost as much as without the sale, or more.
    NotBelow,
}

/// What becomes of a product.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The product.
    pub id: String,
    /// In Spanish.
    pub title: String,
    /// Names the state it is in then.
    pub revision: String,
    /// Why it stays as it is.
    pub refused: Option<Refusal>,
    /// Every variant.
    pub variants: Vec<VariantOutcome>,
}

/// What becomes of a variant.
#[derive(Debug, Clone)]
pub struct VariantOutcome {
    /// The variant.
    pub id: String,
    /// What it is called within its product.
    pub title: String,
    /// Regular.
    pub price: Cents,
    /// The sale before.
    pub before: Option<Sale>,
    /// The sale then.
    pub after: Option<Sale>,
}

impl Act {
    /// The sale of a variant that has cost `price` and had the sale `before`.
    fn sale(&self, id: &str, price: Cents, before: Option<Sale>) -> Option<Sale> {
        match self {
            Self::Announce { cut, starts_at, ends_at } => {
                Some(Sale { price: cut.of(price), starts_at: *starts_at, ends_at: *ends_at })
            }
            Self::Remove => None,
            Self::Restore(sales) => sales.get(id).copied().unwrap_or(before),
        }
    }
}

/// Puts products on sale, all of them or none; answers what becomes of each, in their order. Nothing is written when it is
/// a dry run, which also tells those that are refused; without one a refusal is an error that names the product.
pub fn set_sales(
    tx: &Tx<'_>,
    actor: &Actor,
    chosen: &[Chosen],
    act: &Act,
    dry_run: bool,
    now: Timestamp,
) -> Result<Vec<Outcome>, NotChanged> {
    check_act(chosen, act, now)?;
    let mut outcomes = Vec::with_capacity(chosen.len());
    for (place, product) in chosen.iter().enumerate() {
        outcomes.push(set_sale(tx, actor, place, product, act, dry_run, now)?);
    }
    Ok(outcomes)
}

fn check_act(chosen: &[Chosen], act: &Act, now: Timestamp) -> Result<(), Error> {
    if !(1..=MAX_PRODUCTS).contains(&chosen.len()) {
        return Err(invalid("products", format!("must be from 1 to {MAX_PRODUCTS}")));
    }
    let mut ids: Vec<&str> = chosen.iter().map(|product| product.id.as_str()).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(invalid("products", "must differ from each other"));
    }
    let Act::Announce { cut, starts_at, ends_at } = act else { return Ok(()) };
    let fits = match *cut {
        Cut::PercentOff(bp) => (1..WHOLE_BP).contains(&bp),
        Cut::AmountOff(cents) | Cut::Price(cents) => cents > Cents::ZERO,
    };
    if !fits {
        return Err(invalid("value", "must be above 0, and of percent below 100"));
    }
    let sale = Sale { price: Cents::ZERO, starts_at: *starts_at, ends_at: *ends_at };
    if !sale.is_forwards() {
        return Err(invalid("ends_at", "must be after the beginning"));
    }
    if sale.is_over(now) {
        return Err(invalid("ends_at", "is over"));
    }
    Ok(())
}

fn set_sale(
    tx: &Tx<'_>,
    actor: &Actor,
    place: usize,
    product: &Chosen,
    act: &Act,
    dry_run: bool,
    now: Timestamp,
) -> Result<Outcome, NotChanged> {
    let stored = load(tx, &product.id)?.ok_or_else(|| invalid(&format!("products/{place}/id"), "is no product"))?;
    let current = revision(&stored);
    if !dry_run && product.revision.as_deref() != Some(&current) {
        return Err(super::meanwhile(tx, &stored, product.revision.as_deref())?);
    }
    let old = stored.to_draft();
    let mut new = old.clone();
    let mut variants = Vec::with_capacity(new.variants.len());
    let mut refused = None;
    for variant in &mut new.variants {
        let id = variant.id.clone().unwrap_or_default();
        let before = variant.sale;
        variant.sale = act.sale(&id, variant.price, before);
        refused = refused.or_else(|| variant.sale.and_then(|sale| refusal(sale, variant.price)));
        let title = variant.title.clone();
        variants.push(VariantOutcome { id, title, price: variant.price, before, after: variant.sale });
    }
    let mut outcome =
        Outcome { id: product.id.clone(), title: old.title.clone(), revision: current, refused, variants };
    if dry_run {
        return Ok(outcome);
    }
    if let Some(refused) = refused {
        let reason = match refused {
            Refusal::NothingLeft => "would cost nothing",
            Refusal::NotBelow => "would not cost less than without the sale",
        };
        return Err(invalid(&format!("products/{place}"), format!("{}: {reason}", old.title)).into());
    }
    let others: Vec<&str> =
        outcome.variants.iter().filter(|variant| variant.before != variant.after).map(|v| v.id.as_str()).collect();
    if !others.is_empty() {
        write(tx, &old, &new, now.max(stored.updated_at.plus_millis(1)))?;
        let detail = json!({ "fields": ["variants"], "variants": others });
        audit::record(tx, actor, "product.changed", &product.id, &detail, now)?;
        outcome.revision = load(tx, &product.id)?.as_ref().map(revision).unwrap_or_default();
    }
    Ok(outcome)
}

fn refusal(sale: Sale, price: Cents) -> Option<Refusal> {
    if sale.price <= Cents::ZERO {
        Some(Refusal::NothingLeft)
    } else if sale.is_below(price) {
        None
    } else {
        Some(Refusal::NotBelow)
    }
}

fn invalid(field: &str, reason: impl Into<String>) -> Error {
    Error::Invalid { field: field.to_owned(), reason: reason.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_rounded_to_the_nearest_cent_and_half_a_cent_up() {
        for (price, bp, expected) in [
            (9900, 2000, 7920),
            (999, 1000, 899),
            (995, 1000, 896),
            (5, 5000, 3),
            (1, 1, 1),
            (100_000_000, 1, 99_990_000),
        ] {
            assert_eq!(Cut::PercentOff(bp).of(Cents(price)), Cents(expected), "{price} less {bp}");
        }
        assert_eq!(Cut::AmountOff(Cents(250)).of(Cents(999)), Cents(749));
        assert_eq!(Cut::Price(Cents(250)).of(Cents(999)), Cents(250));
    }
}
