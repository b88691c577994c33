//! What another shop's file tells under names of its own: the maker, of whom it seldom says more (`manetes check` tells
//! what is missing), and whatever else is told of a product one by one.

use serde_json::Value;

use super::cells::Cells;
use super::slug;
use crate::catalogue::maker::{Maker, limits};
use crate::text;

/// What fields and attributes are called that hold a maker's name, in lower case.
pub(super) const MAKER: [&str; 5] = ["manufacturer", "fabricante", "fabricant", "hersteller", "fabrikant"];
/// The same of a model.
pub(super) const MODEL: [&str; 6] = ["model", "modelo", "modèle", "modell", "mpn", "model number"];

/// The same of what to mind.
pub(super) const WARNINGS: [&str; 3] = ["warnings", "safety_warnings", "advertencias"];
/// The same of what is in the box.
pub(super) const IN_THE_BOX: [&str; 4] = ["in_the_box", "whats_in_the_box", "box_contents", "contenido_de_la_caja"];

/// The maker of a name, unless it is no name.
pub(super) fn maker(name: &str) -> Option<Maker> {
    let name: String = text::line(name).chars().take(limits::NAME).collect();
    let slug = slug::of_name(&name);
    (!slug.is_empty()).then(|| Maker { slug, name, ..Maker::default() })
}

/// A product's own fields (metafields) that say something, as `Fabricante (product.metafields.custom.fabricante)` heads
/// them: what each is called for people, its name in whichever namespace, and what stands in it.
fn own_fields<'a>(cells: &'a Cells<'_>) -> impl Iterator<Item = (&'a str, String, String)> {
    cells.table.header.iter().filter_map(|heading| {
        let (title, field) = heading.trim().split_once("(product.metafields.")?;
        let name = field.strip_suffix(')')?.rsplit('.').next()?.to_lowercase();
        Some((title.trim(), name, cells.some_text(&heading.trim().to_lowercase())?))
    })
}

/// What a product's own field of one of these names holds.
pub(super) fn own_field(cells: &Cells<'_>, names: &[&str]) -> Option<String> {
    own_fields(cells).find_map(|(_, name, value)| names.contains(&name.as_str()).then_some(value))
}

/// What the other own fields tell: words, measures and lists of words. What a program alone can read is left out.
pub(super) fn attributes(cells: &Cells<'_>) -> Vec<(String, String)> {
    let known = [&MAKER[..], &MODEL, &WARNINGS, &IN_THE_BOX].concat();
    let told = own_fields(cells).filter(|(title, name, _)| !title.is_empty() && !known.contains(&name.as_str()));
    told.filter_map(|(title, _, value)| Some((title.to_owned(), for_people(&value)?))).collect()
}

fn for_people(value: &str) -> Option<String> {
    let word = |value: &Value| match value {
        Value::String(text) if !text.starts_with("gid:") => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match serde_json::from_str::<Value>(value) {
        Ok(Value::Array(values)) => {
            let words: Option<Vec<String>> = values.iter().map(word).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join(", "))
        }
        // A measure: `{"value": 12.5, "unit": "cm"}`.
        Ok(Value::Object(parts)) => {
            let (number, unit) = (word(parts.get("value")?)?, parts.get("unit")?.as_str()?);
            Some(format!("{} {unit}", number.trim_end_matches(".0")))
        }
        Ok(Value::Bool(yes)) => Some(String::from(if yes { "Sí" } else { "No" })),
        Ok(Value::Null) => None,
        Ok(Value::Number(_) | Value::String(_)) | Err(_) if value.starts_with("gid:") => None,
        Ok(Value::Number(_) | Value::String(_)) | Err(_) => Some(value.replace("; ", ", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::for_people;

    #[test]
    fn what_an_own_field_holds_is_told_as_people_would() {
        for (value, told) in [
            ("Acero inoxidable", Some("Acero inoxidable")),
            ("negro; blanco", Some("negro, blanco")),
            ("[\"IP44\",\"IK08\"]", Some("IP44, IK08")),
            ("{\"value\": 12.0, \"unit\": \"cm\"}", Some("12 cm")),
            ("true", Some("Sí")),
            ("18", Some("18")),
            ("gid://shopify/Metaobject/1", None),
            ("[\"gid://shopify/Product/1\"]", None),
            ("{\"type\":\"root\"}", None),
        ] {
            assert_eq!(for_people(value).as_deref(), told, "{value}");
        }
    }
}
