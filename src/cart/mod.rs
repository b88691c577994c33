//! The cart: lines as a buyer asks for them, merged, checked and priced from the catalogue.
//!
//! Owns no table: the browser keeps the cart, the server believes nothing of it but variants, quantities and texts.

pub mod pricing;

use crate::catalogue::{self, CustomField, SellableVariant};
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::text;
use pricing::{MAX_LINES, Priced};

/// Texts of one line, at most: more than a product can ask for.
const MAX_CUSTOM_VALUES: usize = 50;

/// A line as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Line {
    pub variant_id: String,
    /// 1 to [`pricing::MAX_QUANTITY`].
    pub quantity: i64,
    /// Texts by custom field id.
    pub custom_field_values: Vec<(String, String)>,
}

/// A line as it will stand on the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedLine {
    /// What is bought, as it is now.
    pub variant: SellableVariant,
    /// How many.
    pub quantity: i64,
    /// The filled-in texts, in the product's order: custom field id, its title, the text.
    pub custom_field_values: Vec<(String, String, String)>,
}

impl PricedLine {
    /// What counts of it for the totals.
    pub fn priced(&self) -> Priced {
        Priced { unit_price: self.variant.unit_price, quantity: self.quantity, tax_rate_bp: self.variant.tax_rate_bp }
    }
}

/// Why a cart cannot be bought.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It has no lines.
    #[error("the cart is empty")]
    Empty,
    /// More than [`MAX_LINES`] distinct lines.
    #[error("an order has at most {MAX_LINES} different lines")]
    TooManyLines,
    /// A quantity that is not 1 to [`pricing::MAX_QUANTITY`], after merging.
    #[error("a quantity is 1 to {}", pricing::MAX_QUANTITY)]
    Quantity,
    /// No such variant is in the store.
    #[error("there is no variant {0}")]
    UnknownVariant(String),
    /// The product is shown but not sold.
    #[error("{product} is not sold online")]
    NotPurchasable {
        /// The product's title.
        product: String,
        /// The variant's title.
        variant: String,
    },
    /// A text that must be filled in is missing.
    #[error("{product} needs the text \"{title}\"")]
    CustomFieldRequired {
        /// The product's title.
        product: String,
        /// The custom field's id.
        field: String,
        /// What it asks for.
        title: String,
    },
    /// A text for a field the product does not have, or two for one field.
    #[error("the product has no such text to fill in")]
    UnknownCustomField,
    /// A text of more characters than its field takes.
    #[error("{product} takes at most {most} characters as \"{title}\"")]
    CustomTextTooLong {
        /// The product's title.
        product: String,
        /// The custom field's id.
        field: String,
        /// What it asks for.
        title: String,
        /// Characters it takes.
        most: i64,
    },
    /// The database could not be read.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Brings together lines of the same variant with the same texts, in the order they came.
pub fn merge(lines: &[Line]) -> Result<Vec<Line>, Error> {
    let mut merged: Vec<Line> = Vec::new();
    for line in lines {
        let line = tidied(line)?;
        let same = |m: &Line| m.variant_id == line.variant_id && m.custom_field_values == line.custom_field_values;
        match merged.iter().position(same) {
            // Many lines of at most 99 units each cannot overflow before the check below.
            Some(at) => merged[at].quantity += line.quantity,
            None if merged.len() == MAX_LINES => return Err(Error::TooManyLines),
            None => merged.push(line),
        }
    }
    if merged.is_empty() {
        return Err(Error::Empty);
    }
    if merged.iter().all(|line| pricing::is_quantity(line.quantity)) { Ok(merged) } else { Err(Error::Quantity) }
}

/// The lines with what they are and cost now; titles in `lang`. Takes [`merge`]d lines.
pub fn price(conn: &Conn, lines: &[Line], lang: Lang) -> Result<Vec<PricedLine>, Error> {
    lines.iter().map(|line| price_line(conn, line, lang)).collect()
}

fn price_line(conn: &Conn, line: &Line, lang: Lang) -> Result<PricedLine, Error> {
    let variant = catalogue::sellable(conn, &line.variant_id, lang)?
        .ok_or_else(|| Error::UnknownVariant(line.variant_id.clone()))?;
    if !variant.purchasable {
        return Err(Error::NotPurchasable { product: variant.product_title, variant: variant.variant_title });
    }
    let custom_field_values = custom_values(&variant, &line.custom_field_values)?;
    Ok(PricedLine { variant, quantity: line.quantity, custom_field_values })
}

fn custom_values(
    variant: &SellableVariant,
    given: &[(String, String)],
) -> Result<Vec<(String, String, String)>, Error> {
    if given.iter().any(|(id, _)| !variant.custom_fields.iter().any(|field| field.id == *id)) {
        return Err(Error::UnknownCustomField);
    }
    let mut values = Vec::new();
    for CustomField { id, title, is_required, max_length } in &variant.custom_fields {
        let (product, field, title, most) = (variant.product_title.clone(), id.clone(), title.clone(), *max_length);
        match given.iter().find(|(given, _)| given == id) {
            Some((_, value)) if !fits(value, most) => {
                return Err(Error::CustomTextTooLong { product, field, title, most });
            }
            Some((_, value)) => values.push((field, title, value.clone())),
            None if *is_required => return Err(Error::CustomFieldRequired { product, field, title }),
            None => {}
        }
    }
    Ok(values)
}

fn fits(text: &str, most: i64) -> bool {
    i64::try_from(text.chars().count()).is_ok_and(|length| length <= most)
}

/// The line with its texts on one line each, sorted by field, empty ones left out.
fn tidied(line: &Line) -> Result<Line, Error> {
    if !pricing::is_quantity(line.quantity) {
        return Err(Error::Quantity);
    }
    // Before they are compared with each other: the writer, where this runs, has other work too.
    if line.custom_field_values.len() > MAX_CUSTOM_VALUES {
        return Err(Error::UnknownCustomField);
    }
    let mut values: Vec<(String, String)> = Vec::new();
    for (id, value) in &line.custom_field_values {
        let value = text::line(value);
        if values.iter().any(|(other, _)| other == id) {
            return Err(Error::UnknownCustomField);
        }
        values.push((id.clone(), value));
    }
    values.retain(|(_, value)| !value.is_empty());
    values.sort();
    Ok(Line { variant_id: line.variant_id.clone(), quantity: line.quantity, custom_field_values: values })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(variant: &str, quantity: i64, values: &[(&str, &str)]) -> Line {
        let values = values.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
        Line { variant_id: variant.to_owned(), quantity, custom_field_values: values }
    }

    #[test]
    fn lines_of_the_same_variant_and_texts_become_one() {
        let lines = [
            line("b", 1, &[]),
            line("a", 2, &[("f", " Ana "), ("g", "")]),
            line("b", 3, &[]),
            line("a", 1, &[("f", "Ana")]),
            line("a", 1, &[("f", "Eva")]),
        ];
        let expected = [line("b", 4, &[]), line("a", 3, &[("f", "Ana")]), line("a", 1, &[("f", "Eva")])];
        assert_eq!(merge(&lines).unwrap(), expected);
    }

    #[test]
    fn a_cart_beyond_the_limits_is_refused() {
        assert!(matches!(merge(&[]), Err(Error::Empty)));
        for quantity in [0, -1, 100, i64::MIN, i64::MAX] {
            assert!(matches!(merge(&[line("a", quantity, &[])]), Err(Error::Quantity)), "{quantity}");
        }
        assert!(matches!(merge(&[line("a", 60, &[]), line("a", 40, &[])]), Err(Error::Quantity)));
        let many: Vec<Line> = (0..51).map(|n| line(&n.to_string(), 1, &[])).collect();
        assert!(matches!(merge(&many), Err(Error::TooManyLines)));
        assert_eq!(merge(&many[..50]).unwrap().len(), 50);
        assert!(matches!(merge(&[line("a", 1, &[("f", "x"), ("f", "y")])]), Err(Error::UnknownCustomField)));
        let ids: Vec<String> = (0..51).map(|n| n.to_string()).collect();
        let values: Vec<(&str, &str)> = ids.iter().map(|id| (id.as_str(), "x")).collect();
        assert!(matches!(merge(&[line("a", 1, &values)]), Err(Error::UnknownCustomField)));
        assert!(merge(&[line("a", 1, &values[..50])]).is_ok());
    }
}
