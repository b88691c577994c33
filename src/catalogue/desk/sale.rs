//! One sale for all variants of many products: in percent, by an amount, at a price, or none any more.

use std::collections::HashMap;

use serde_json::json;

use super::{NotChanged, load, revision, write};
use crate::audit::{self, Actor};
use crate::catalogue::Error;
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::price::{PricePoint, Sale, unit_price};
use crate::catalogue::sql::{prices, read};
use crate::catalogue::stored::Stored;
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};
use crate::money::Cents;

/// Products that are put on sale in one act, at most.
pub const MAX_PRODUCTS: usize = 200;
/// Days in which what an act took away can be put back as if it had never been away.
const UNDO_DAYS: i64 = 1;
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

/// A product and the state of it that the sale was decided on.
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
    /// What is asked before.
    pub asked: Cents,
    /// Whether a sale that is on ends, and the one then is still to come.
    pub ends_running: bool,
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

/// What would become of products, in their order; also of those that are refused.
pub fn preview_sales(conn: &Conn, ids: &[String], act: &Act, now: Timestamp) -> Result<Vec<Outcome>, Error> {
    check_act(ids, act, now)?;
    let found = read::load(conn, ids, None)?;
    let mut found = found.iter().filter(|stored| stored.deleted_at.is_none()).peekable();
    let outcome = |(place, id): (usize, &String)| {
        let stored = found.next_if(|stored| stored.id == *id).ok_or_else(|| unknown(place))?;
        Ok(decide(stored, act, now).1)
    };
    ids.iter().enumerate().map(outcome).collect()
}

/// Puts products on sale, all of them or none; answers what becomes of each, in their order. A refusal is an error that
/// names the product.
pub fn set_sales(
    tx: &Tx<'_>,
    actor: &Actor,
    chosen: &[Chosen],
    act: &Act,
    now: Timestamp,
) -> Result<Vec<Outcome>, NotChanged> {
    let ids: Vec<String> = chosen.iter().map(|product| product.id.clone()).collect();
    check_act(&ids, act, now)?;
    chosen.iter().enumerate().map(|(place, product)| set_sale(tx, actor, place, product, act, now)).collect()
}

fn check_act(ids: &[String], act: &Act, now: Timestamp) -> Result<(), Error> {
    if !(1..=MAX_PRODUCTS).contains(&ids.len()) {
        return Err(invalid("products", format!("must be from 1 to {MAX_PRODUCTS}")));
    }
    let mut ids: Vec<&String> = ids.iter().collect();
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

/// The product with the sale of the act, and what that means for each variant.
fn decide(stored: &Stored, act: &Act, now: Timestamp) -> (ProductDraft, Outcome) {
    let mut new = stored.to_draft();
    let mut variants = Vec::with_capacity(new.variants.len());
    let mut refused = None;
    for variant in &mut new.variants {
        let (id, price, before) = (variant.id.clone().unwrap_or_default(), variant.price, variant.sale);
        let after = act.sale(&id, price, before);
        let at_once = |sale: Option<Sale>| sale.and_then(|sale| sale.price_at(now));
        variants.push(VariantOutcome {
            title: variant.title.clone(),
            price,
            asked: unit_price(price, at_once(before)),
            ends_running: at_once(before).is_some() && after.is_some() && at_once(after).is_none(),
            before,
            after,
            id,
        });
        refused = refused.or_else(|| after.and_then(|sale| refusal(sale, price)));
        variant.sale = after;
    }
    let (id, title, revision) = (stored.id.clone(), stored.title.clone(), revision(stored));
    (new, Outcome { id, title, revision, refused, variants })
}

fn set_sale(
    tx: &Tx<'_>,
    actor: &Actor,
    place: usize,
    product: &Chosen,
    act: &Act,
    now: Timestamp,
) -> Result<Outcome, NotChanged> {
    let stored = load(tx, &product.id)?.ok_or_else(|| unknown(place))?;
    if product.revision.as_deref() != Some(&revision(&stored)) {
        return Err(super::meanwhile(tx, &stored, product.revision.as_deref())?);
    }
    let (new, mut outcome) = decide(&stored, act, now);
    if let Some(refused) = outcome.refused {
        let reason = match refused {
            Refusal::NothingLeft => "would cost nothing",
            Refusal::NotBelow => "would not cost less than without the sale",
        };
        return Err(invalid(&format!("products/{place}"), format!("{}: {reason}", outcome.title)).into());
    }
    let others: Vec<&VariantOutcome> = outcome.variants.iter().filter(|v| v.before != v.after).collect();
    if !others.is_empty() {
        if matches!(act, Act::Restore(_)) && now <= stored.updated_at.plus_days(UNDO_DAYS) {
            forget_gaps(tx, &others, stored.updated_at, now)?;
        }
        write(tx, &stored.to_draft(), &new, now.max(stored.updated_at.plus_millis(1)))?;
        let others: Vec<&str> = others.iter().map(|variant| variant.id.as_str()).collect();
        let detail = json!({ "fields": ["variants"], "variants": others });
        audit::record(tx, actor, "product.changed", &product.id, &detail, now)?;
        outcome.revision = load(tx, &product.id)?.as_ref().map(revision).unwrap_or_default();
    }
    Ok(outcome)
}

/// A sale that is put back as the very act before had found it was never announced anew: its price before is what it was.
fn forget_gaps(tx: &Tx<'_>, variants: &[&VariantOutcome], saved_at: Timestamp, now: Timestamp) -> db::Result<()> {
    for variant in variants {
        if let Some(sale_price) = variant.after.and_then(|sale| sale.price_at(now)) {
            let asked = PricePoint { at: saved_at, price: variant.price, sale_price: Some(sale_price) };
            prices::forget_gap(tx, &variant.id, asked)?;
        }
    }
    Ok(())
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

fn unknown(place: usize) -> Error {
    invalid(&format!("products/{place}/id"), "is no product")
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
