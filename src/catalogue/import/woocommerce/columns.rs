//! What the columns of `WooCommerce`'s file are called: the shop writes them in its own language.
//!
//! The names of four languages are known, with those that changed over the years. In any other language the columns are
//! known by their places, which are the same everywhere, as long as what stands in them fits.

use crate::catalogue::import::table::Table;

/// The columns in the order in which they are written, under their English names in lower case, and whether a file
/// may be without the column: newer versions have more.
const ORDER: [(&str, bool); 41] = [
    ("id", false),
    ("type", false),
    ("sku", false),
    (GTIN, true),
    ("name", false),
    ("published", false),
    ("is featured?", false),
    ("visibility in catalog", false),
    ("short description", false),
    ("description", false),
    ("date sale price starts", false),
    ("date sale price ends", false),
    ("tax status", false),
    ("tax class", false),
    ("in stock?", false),
    ("stock", false),
    ("low stock amount", true),
    ("backorders allowed?", false),
    ("sold individually?", false),
    ("weight", false),
    ("length", false),
    ("width", false),
    ("height", false),
    ("allow customer reviews?", false),
    ("purchase note", false),
    ("sale price", false),
    ("regular price", false),
    ("categories", false),
    ("tags", false),
    ("shipping class", false),
    ("images", false),
    ("download limit", false),
    ("download expiry days", false),
    ("parent", false),
    ("grouped products", false),
    ("upsells", false),
    ("cross-sells", false),
    ("external url", false),
    ("button text", false),
    ("position", false),
    ("brands", true),
];

/// The number of a maker.
pub(super) const GTIN: &str = "gtin, upc, ean, or isbn";

/// Names of other languages and of other versions → those of [`ORDER`].
const ALIASES: [(&str, &str); 112] = [
    // Spanish
    ("tipo", "type"),
    ("gtin, upc, ean o isbn", GTIN),
    ("nombre", "name"),
    ("publicado", "published"),
    ("visibilidad en el catálogo", "visibility in catalog"),
    ("descripción corta", "short description"),
    ("descripción", "description"),
    ("día en que empieza el precio rebajado", "date sale price starts"),
    ("día en que termina el precio rebajado", "date sale price ends"),
    ("estado del impuesto", "tax status"),
    ("clase de impuesto", "tax class"),
    ("¿hay existencias?", "in stock?"),
    ("¿existencias?", "in stock?"),
    ("¿en inventario?", "in stock?"),
    ("inventario", "stock"),
    ("¿permitir reservas de productos agotados?", "backorders allowed?"),
    ("precio rebajado", "sale price"),
    ("precio normal", "regular price"),
    ("precio regular", "regular price"),
    ("categorías", "categories"),
    ("etiquetas", "tags"),
    ("imágenes", "images"),
    ("superior", "parent"),
    ("productos agrupados", "grouped products"),
    ("ventas dirigidas", "upsells"),
    ("ventas cruzadas", "cross-sells"),
    ("url externa", "external url"),
    ("posición", "position"),
    ("marcas", "brands"),
    // French
    ("ugs", "sku"),
    ("gtin, upc, ean ou isbn", GTIN),
    ("nom", "name"),
    ("publié", "published"),
    ("visibilité dans le catalogue", "visibility in catalog"),
    ("description courte", "short description"),
    ("date de début de promo", "date sale price starts"),
    ("date de fin de promo", "date sale price ends"),
    ("état de la tva", "tax status"),
    ("classe de tva", "tax class"),
    ("classe tva", "tax class"),
    ("en stock ?", "in stock?"),
    ("autoriser les commandes de produits en rupture ?", "backorders allowed?"),
    ("tarif promo", "sale price"),
    ("prix promo", "sale price"),
    ("tarif régulier", "regular price"),
    ("prix régulier", "regular price"),
    ("catégories", "categories"),
    ("étiquettes", "tags"),
    ("groupes de produits", "grouped products"),
    ("produits suggérés", "upsells"),
    ("montées en gamme", "upsells"),
    ("ventes croisées", "cross-sells"),
    ("url externe", "external url"),
    ("marques", "brands"),
    // German
    ("typ", "type"),
    ("artikelnummer", "sku"),
    ("gtin, upc, ean oder isbn", GTIN),
    ("veröffentlicht", "published"),
    ("sichtbarkeit im katalog", "visibility in catalog"),
    ("kurzbeschreibung", "short description"),
    ("beschreibung", "description"),
    ("datum, an dem angebotspreis beginnt", "date sale price starts"),
    ("datum, an dem der angebotspreis beginnt", "date sale price starts"),
    ("datum, an dem angebotspreis endet", "date sale price ends"),
    ("datum, an dem der angebotspreis endet", "date sale price ends"),
    ("steuerstatus", "tax status"),
    ("steuerklasse", "tax class"),
    ("vorrätig?", "in stock?"),
    ("auf lager?", "in stock?"),
    ("lager", "stock"),
    ("bestand", "stock"),
    ("lagerbestand", "stock"),
    ("lieferrückstände erlaubt?", "backorders allowed?"),
    ("rückstände erlaubt?", "backorders allowed?"),
    ("angebotspreis", "sale price"),
    ("regulärer preis", "regular price"),
    ("kategorien", "categories"),
    ("schlagwörter", "tags"),
    ("bilder", "images"),
    ("übergeordnetes produkt", "parent"),
    ("gruppierte produkte", "grouped products"),
    ("zusatzverkäufe", "upsells"),
    ("cross-sells (querverkäufe)", "cross-sells"),
    ("externe url", "external url"),
    ("marken", "brands"),
    // Dutch
    ("gtin, upc, ean of isbn", GTIN),
    ("naam", "name"),
    ("gepubliceerd", "published"),
    ("zichtbaarheid in catalogus", "visibility in catalog"),
    ("korte omschrijving", "short description"),
    ("korte beschrijving", "short description"),
    ("beschrijving", "description"),
    ("startdatum actieprijs", "date sale price starts"),
    ("einddatum actieprijs", "date sale price ends"),
    ("btw status", "tax status"),
    ("belastingklasse", "tax class"),
    ("op voorraad?", "in stock?"),
    ("voorraad", "stock"),
    ("nabestellingen toestaan?", "backorders allowed?"),
    ("actieprijs", "sale price"),
    ("reguliere prijs", "regular price"),
    ("categorieën", "categories"),
    ("afbeeldingen", "images"),
    ("hoofd", "parent"),
    ("gegroepeerde producten", "grouped products"),
    ("positie", "position"),
    ("merken", "brands"),
    // Other versions
    ("visibility in catalogue", "visibility in catalog"),
    ("crosssells", "cross-sells"),
    ("gtin", GTIN),
    ("gtin, upc, ean or isbn", GTIN),
    ("gtin upc ean or isbn", GTIN),
];

/// What an attribute's columns are called around its number: name, values, whether it is shown.
const ATTRIBUTES: [[&str; 3]; 6] = [
    ["attribute # name", "attribute # value(s)", "attribute # visible"],
    ["nombre del atributo #", "valor(es) del atributo #", "atributo visible #"],
    ["nom de l'attribut #", "valeur(s) de l'attribut #", "attribut # visible"],
    ["attribut # name", "attribut # wert(e)", "attribut # sichtbar"],
    ["naam eigenschap #", "waarde eigenschap #", "zichtbare eigenschap #"],
    ["naam eigenschap #", "waarde(n) eigenschap #", "eigenschap # zichtbaar"],
];

/// The most attributes that are looked for.
pub(super) const MAX_ATTRIBUTES: usize = 100;

/// Kinds of products as the file names them in every language.
const KINDS: [&str; 7] = ["simple", "variable", "variation", "grouped", "external", "virtual", "downloadable"];

/// Gives the columns their English names; whether the file is one of `WooCommerce`'s.
pub(in crate::catalogue::import) fn name_columns(table: &mut Table) -> bool {
    if !name_known(table) && !name_by_place(table) {
        return false;
    }
    for (place, name) in table.names().into_iter().enumerate() {
        let number: String = name.chars().filter(char::is_ascii_digit).collect();
        if number.is_empty() {
            // The unit stands in the name of a weight's column alone in every language.
            for unit in ["kg", "g", "lbs", "oz"] {
                if name.ends_with(&format!("({unit})")) {
                    table.name(place, &format!("weight ({unit})"));
                }
            }
            continue;
        }
        let pattern = name.replacen(&number, "#", 1);
        for known in &ATTRIBUTES {
            if let Some(part) = known.iter().position(|column| *column == pattern) {
                table.name(place, &ATTRIBUTES[0][part].replace('#', &number));
            }
        }
    }
    true
}

fn name_known(table: &mut Table) -> bool {
    let has = |table: &Table, name: &str| {
        table.has(name) || ALIASES.iter().any(|(theirs, ours)| *ours == name && table.has(theirs))
    };
    let is_one = ["type", "name", "regular price"].iter().all(|name| has(table, name));
    if is_one {
        table.rename(&ALIASES);
    }
    is_one
}

/// By the place of each column, in a language nobody here knows.
fn name_by_place(table: &mut Table) -> bool {
    let names = table.names();
    let optional = ORDER.iter().filter(|(_, may_miss)| *may_miss).count();
    // Which of the optional columns are there shows in how far the others are moved.
    for choice in 0..1_usize << optional {
        let mut nth = 0;
        let order = ORDER.iter().filter(|(_, may_miss)| {
            nth += usize::from(*may_miss);
            !may_miss || choice >> (nth - 1) & 1 == 1
        });
        let order: Vec<&str> = order.map(|(name, _)| *name).collect();
        let at = |name: &str| order.iter().position(|known| *known == name);
        if names.len() < order.len() || !fits(table, &at) {
            continue;
        }
        for (place, name) in order.iter().enumerate() {
            table.name(place, name);
        }
        name_attributes(table, &names[order.len()..], order.len());
        return true;
    }
    false
}

/// Whether what stands in the columns is what should.
fn fits(table: &Table, at: &impl Fn(&str) -> Option<usize>) -> bool {
    let all = |name: &str, fits: &dyn Fn(&str) -> bool| {
        let Some(place) = at(name) else { return true };
        table.rows.iter().all(|row| fits(row.cell(place)))
    };
    let is_one_of = |words: &'static [&'static str]| move |cell: &str| words.contains(&cell.to_lowercase().as_str());
    let is_number = |cell: &str| cell.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | ','));
    let is_kind = |cell: &str| cell.split(',').any(|kind| KINDS.contains(&kind.trim().to_lowercase().as_str()));
    !table.rows.is_empty()
        && all("id", &is_number)
        && all("type", &is_kind)
        && all("published", &is_one_of(&["1", "0", "-1"]))
        && all("visibility in catalog", &is_one_of(&["visible", "catalog", "search", "hidden"]))
        && all("tax status", &is_one_of(&["taxable", "shipping", "none"]))
        && all("backorders allowed?", &is_one_of(&["0", "1", "notify"]))
        && all("allow customer reviews?", &is_one_of(&["0", "1"]))
        && all("sale price", &is_number)
        && all("regular price", &is_number)
        && all("position", &is_number)
}

/// Of an attribute's columns the first is its name, then come its values and whether it is shown; those of a
/// download have a number too, but fewer columns.
fn name_attributes(table: &mut Table, names: &[String], from: usize) {
    for number in 1..=MAX_ATTRIBUTES {
        let digits = number.to_string();
        let is_its = |name: &&String| name.split(|c: char| !c.is_ascii_digit()).any(|part| part == digits);
        let Some(first) = names.iter().position(|name| is_its(&name)) else { return };
        if names[first..].iter().take_while(is_its).count() < 4 {
            continue;
        }
        for (part, column) in ATTRIBUTES[0].iter().enumerate() {
            table.name(from + first + part, &column.replace('#', &digits));
        }
    }
}
