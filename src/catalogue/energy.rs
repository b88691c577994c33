//! RULE: which of the attributes of a product are its class of energy efficiency, as Regulation (EU) 2017/1369 wants it shown
//! with each price: a class of `A` to `G`, or of `A+++` to `D` where the label is still the one from before.

use super::stored::Stored;
use super::wire::EnergyClass;

/// The classes of a label, the best first. They share their seven colours.
const SCALE: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];
const SCALE_BEFORE: [&str; 7] = ["A+++", "A++", "A+", "A", "B", "C", "D"];

/// Air conditioners have a class for cooling and one for heating, both of the label from before.
const CONDITIONERS: [&str; 2] = ["clase en frío", "clase en calor"];

/// The class that an attribute tells by its Spanish name and value.
pub(super) fn class(product: &Stored, name: &str, value: &str) -> Option<EnergyClass> {
    let name = name.trim().to_lowercase();
    let is_conditioner = CONDITIONERS.contains(&name.as_str());
    if !is_conditioner && !name.starts_with("clase energética") {
        return None;
    }
    let class = value.trim().to_uppercase();
    let scale = if is_conditioner || class.contains('+') { SCALE_BEFORE } else { SCALE };
    let step = scale.iter().position(|known| **known == class)?;
    Some(EnergyClass {
        class,
        best: scale[0].to_owned(),
        worst: scale[6].to_owned(),
        step: i64::try_from(step).unwrap_or_default(),
        sheet: sheet(product),
    })
}

/// The maker's paper that says so.
fn sheet(product: &Stored) -> Option<String> {
    let speaks_of_it = |title: &str| title.to_lowercase().contains("energética");
    product.documents.iter().find(|document| speaks_of_it(&document.title)).map(|document| document.url.clone())
}
