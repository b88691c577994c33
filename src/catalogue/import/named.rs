//! The maker that another shop's file names. It seldom says more of it: `manetes check` tells what is missing.

use super::cells::Cells;
use super::slug;
use crate::catalogue::maker::{Maker, limits};
use crate::text;

/// What fields and attributes are called that hold a maker's name, in lower case.
pub(super) const MAKER: [&str; 5] = ["manufacturer", "fabricante", "fabricant", "hersteller", "fabrikant"];
/// The same of a model.
pub(super) const MODEL: [&str; 6] = ["model", "modelo", "modèle", "modell", "mpn", "model number"];

/// The maker of a name, unless it is no name.
pub(super) fn maker(name: &str) -> Option<Maker> {
    let name: String = text::line(name).chars().take(limits::NAME).collect();
    let slug = slug::of_name(&name);
    (!slug.is_empty()).then(|| Maker { slug, name, ..Maker::default() })
}

/// What a product's own field of one of these names holds, in whichever namespace of Shopify's:
/// `Fabricante (product.metafields.custom.fabricante)`.
pub(super) fn own_field(cells: &Cells<'_>, names: &[&str]) -> Option<String> {
    let is_one = |heading: &str| {
        let field = heading.split_once("product.metafields.").and_then(|(_, field)| field.strip_suffix(')'));
        field.and_then(|field| field.rsplit('.').next()).is_some_and(|field| names.contains(&field))
    };
    let headings = cells.table.header.iter().map(|heading| heading.trim().to_lowercase());
    headings.filter(|heading| is_one(heading)).find_map(|heading| cells.some_text(&heading))
}
