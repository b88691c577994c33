//! RULE: which of the attributes of a product are its class of energy efficiency, as Regulation (EU) 2017/1369 wants it shown
//! with each price: the class and the range of its label, which differs between kinds of goods (`A` to `G` for lamps, `A+++`
//! to `D` for ovens, `A+` to `F` for water heaters). A class without its range is told as it was written, and no more.

use super::stored::Stored;
use super::wire::EnergyClass;

/// Every class that a label can have, the best first.
const LADDER: [&str; 10] = ["A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"];
/// As many classes as a label has colours.
const COLOURS: usize = 7;

/// Air conditioners have a class for cooling and one for heating, both of one range (Delegated Regulation (EU) No 626/2011).
const CONDITIONERS: [&str; 2] = ["clase en frío", "clase en calor"];
const CONDITIONERS_RANGE: &str = "A+++–D";

/// The class that an attribute tells by its Spanish name and value, such as `F (A–G)`.
pub(super) fn class(product: &Stored, name: &str, value: &str) -> Option<EnergyClass> {
    let name = name.trim().to_lowercase();
    let is_conditioner = CONDITIONERS.contains(&name.as_str());
    if !is_conditioner && !name.starts_with("clase energética") {
        return None;
    }
    let value = value.trim().to_uppercase();
    let (class, range) = match value.strip_suffix(')').and_then(|value| value.split_once('(')) {
        Some(parts) => parts,
        None if is_conditioner => (value.as_str(), CONDITIONERS_RANGE),
        None => return None,
    };
    let (best, worst) = range.split_once(['-', '–'])?;
    let [class, best, worst] = [class, best, worst].map(str::trim);
    let [at, first, last] = [class, best, worst].map(|told| LADDER.iter().position(|known| *known == told));
    let (at, first, last) = (at?, first?, last?);
    if at < first || at > last || last - first >= COLOURS {
        return None;
    }
    Some(EnergyClass {
        class: class.to_owned(),
        best: best.to_owned(),
        worst: worst.to_owned(),
        step: i64::try_from(at - first).ok()?,
        sheet: sheet(product),
    })
}

/// The maker's paper that says so.
fn sheet(product: &Stored) -> Option<String> {
    let speaks_of_it = |title: &str| title.to_lowercase().contains("energética");
    product.documents.iter().find(|document| speaks_of_it(&document.title)).map(|document| document.url.clone())
}
