//! Files of other shops and our own, read without a database.

mod run;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::*;
use crate::catalogue::draft::{
    CustomFieldDraft, DocumentDraft, Fields, Fitting, ImageDraft, ProductStatus, VariantDraft,
};
use crate::catalogue::export;
use crate::catalogue::maker::Maker;
use crate::catalogue::price::Sale;
use crate::lang::Lang;
use crate::money::Cents;

const SHOPIFY: &str = include_str!("../../../../tests/fixtures/shopify-home-and-garden.csv");
const WOOCOMMERCE: &str = include_str!("../../../../tests/fixtures/woocommerce-ferreteria.csv");

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-11-20T12:00:00Z").unwrap()
}

fn read(file: &str) -> Parsed {
    parse(file.as_bytes(), now()).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn problems(file: &str) -> Vec<String> {
    parse(file.as_bytes(), now()).unwrap_err().iter().map(ToString::to_string).collect()
}

fn price_of(sale: Option<Sale>) -> Option<Cents> {
    sale.map(|sale| sale.price)
}

fn product<'a>(parsed: &'a Parsed, slug: &str) -> &'a ProductDraft {
    let found = parsed.products.iter().find(|product| product.draft.slug == slug);
    &found.unwrap_or_else(|| panic!("{slug} was not read")).draft
}

fn notes(parsed: &Parsed) -> String {
    let lines: Vec<_> = parsed.notes.iter().map(|note| format!("{}: {}", note.row, note.remark)).collect();
    lines.join("\n")
}

#[test]
fn a_real_shopify_file_is_read() {
    let parsed = read(SHOPIFY);
    assert_eq!((parsed.format, parsed.products.len()), (Format::Shopify, 20));
    assert_eq!(parsed.missing_pictures.len(), 21);
    assert_eq!(parsed.missing_pictures[1].slug, "clay-plant-pot");
    assert_eq!(parsed.missing_pictures[1].row, 3);

    let pot = product(&parsed, "clay-plant-pot");
    assert_eq!(
        (pot.title.as_str(), pot.kind.as_str(), pot.status),
        ("Clay Plant Pot", "Outdoor", ProductStatus::Published)
    );
    assert_eq!(pot.options, ["Size"]);
    assert_eq!(pot.brand.as_deref(), Some("Company 123"));
    assert_eq!(pot.metadata["tags"], json!(["Pot", "Plants"]));
    let variants: Vec<_> =
        pot.variants.iter().map(|v| (v.title.as_str(), v.price, v.inventory_quantity, v.manage_inventory)).collect();
    assert_eq!(variants, [("Regular", Cents(999), 1, false), ("Large", Cents(1599), 3, false)]);

    let light = product(&parsed, "copper-light");
    assert!(light.options.is_empty());
    assert_eq!((light.variants[0].price, price_of(light.variants[0].sale)), (Cents(7500), Some(Cents(5999))));
    assert_eq!((light.variants[0].sku.as_deref(), light.variants[0].weight_grams), (None, None));

    let variants = || parsed.products.iter().flat_map(|product| &product.draft.variants);
    assert_eq!(variants().filter(|variant| variant.manage_inventory).count(), 1, "all but one have no tracker");
    assert_eq!(notes(&parsed).matches("always available").count(), 2, "two products of quantity 0 have no tracker");
}

#[test]
fn the_current_column_names_of_shopify_are_read() {
    let parsed = read(
        "Title,URL handle,Description,Product category,Type,Published on online store,Status,SKU,Barcode,Option1 name,\
         Option1 value,Option1 Linked To,Price,Compare-at price,Inventory tracker,Inventory quantity,\
         Continue selling when out of stock,Weight value (grams),Product image URL,Image position,Image alt text,\
         Variant image URL,Gift card,Color (product.metafields.shopify.color-pattern),Included / España\n\
         Lámpara,lampara,<p>x</p>,Hogar > Iluminación,,FALSE,Active,'007,'0841,Color,Rojo,,10,12,shopify,,DENY,453.6,\
         /media/b.webp,2,Detrás,/media/a.webp,FALSE,red,true\n\
         ,lampara,,,,,,008,,,Azul,,10,9,,-2,deny,,/media/a.webp,1,Delante,,,,\n\
         ,lampara,,,,,,009,,,Verde,,10,,,5,CONTINUE,,,,,,,,\n\
         Cheque,cheque,,,,TRUE,Archived,,,Title,Default Title,,50,,,,,,,,,,TRUE,,\n",
    );
    let lamp = product(&parsed, "lampara");
    assert_eq!((lamp.kind.as_str(), lamp.is_hidden), ("Iluminación", true));
    assert_eq!(lamp.metadata["barcodes"], json!({"Rojo": "0841"}));
    let alts: Vec<_> = lamp.images.iter().map(|image| image.alt.as_str()).collect();
    assert_eq!(alts, ["Delante", "Detrás"]);
    let stock: Vec<_> = lamp.variants.iter().map(|v| (v.manage_inventory, v.inventory_quantity)).collect();
    assert_eq!(stock, [(true, 0), (false, 0), (false, 5)]);
    assert!(!parsed.products[0].variants[0].stock_known, "a tracker without a quantity");
    let red = &lamp.variants[0];
    assert_eq!((red.sku.as_deref(), red.weight_grams), (Some("007"), Some(454)));
    assert_eq!((red.price, price_of(red.sale)), (Cents(1200), Some(Cents(1000))));
    assert_eq!((lamp.variants[1].price, price_of(lamp.variants[1].sale)), (Cents(1000), None));
    let card = product(&parsed, "cheque");
    assert_eq!(
        (card.status, card.purchasable, card.variants[0].manage_inventory),
        (ProductStatus::Archived, false, false)
    );
    assert_eq!(card.variants[0].title, "Cheque", "shoppers do not read `Default Title`");
}

#[test]
fn every_bad_cell_of_a_shopify_file_is_told_with_its_row_and_column() {
    let file = "Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n\
                a,A,maybe,Size,S,1,abc,x\n\
                a,,,,L,2,1.234,\n\
                b,B,,,,3,1,\n\
                c,C,,,,4,1,,5\n";
    let told = [
        "row 2, column Published: \"maybe\" is neither true nor false",
        "row 2, column Variant Price: \"abc\" is not an amount of money such as 12.50",
        "row 2, column Variant Inventory Qty: \"x\" is not a whole number",
        "row 3, column Variant Price: \"1.234\" is not an amount of money such as 12.50",
        "row 5: has 9 cells where the header has 8",
    ];
    assert_eq!(problems(file), told);

    let parsed = parse_with(Policy::RowByRow, file.as_bytes(), now()).unwrap();
    assert_eq!(parsed.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), told);
    assert_eq!((parsed.products.len(), parsed.left_out), (1, 2), "a product is imported whole or not at all");
    assert_eq!(parsed.products[0].draft.slug, "b");
    assert!(parsed.notes.is_empty(), "nothing is said of what is left out: {:?}", parsed.notes);
}

#[test]
fn what_shopify_writes_and_we_cannot_hold_is_mended_and_noted() {
    let long = "S".repeat(101);
    let parsed = read(&format!(
        "Handle,Title,Status,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,\
         Variant Inventory Tracker,Variant Inventory Qty,Variant Grams\n\
         llave,Llave,active,Medida,10 mm,ONE,8.2645,,shopify,2.5,5e9\n\
         llave,,,,12 mm,ONE,9,,,-4,\n\
         llave,,,,12 mm,TWO,9,,,,\n\
         llave,,,,14 mm,,,,,,\n\
         Llave/Inglesa 50%,Inglesa,retired,,,{long},1000000.00,1000000.01,shopify,99999999,\n\
         caldera,Caldera,active,Title,Default Title,THREE,1000000.01,,,,\n\
         regalo,,active,,Rojo,FOUR,0,12,,,\n\
         ,,,,,,1,,,,\n"
    ));
    let spanner = product(&parsed, "llave");
    let variants: Vec<_> = spanner
        .variants
        .iter()
        .map(|v| {
            (v.title.as_str(), v.sku.as_deref(), v.price, v.manage_inventory, v.inventory_quantity, v.weight_grams)
        })
        .collect();
    assert_eq!(
        variants,
        [("10 mm", Some("ONE"), Cents(826), true, 2, None), ("12 mm", None, Cents(900), false, 0, None)]
    );
    let english = product(&parsed, "llave-inglesa-50");
    assert_eq!((english.status, english.variants[0].sku.as_deref()), (ProductStatus::Draft, None));
    assert_eq!((english.variants[0].price, english.variants[0].sale), (Cents(100_000_000), None));
    assert_eq!(english.variants[0].inventory_quantity, 1_000_000);
    let boiler = product(&parsed, "caldera");
    assert_eq!(
        (boiler.status, boiler.purchasable, boiler.variants[0].price),
        (ProductStatus::Draft, false, Cents::ZERO)
    );
    let gift = product(&parsed, "regalo");
    assert_eq!((gift.title.as_str(), gift.options.as_slice()), ("FOUR", &[String::from("Opción 1")][..]));
    assert_eq!((gift.variants[0].price, gift.variants[0].sale), (Cents::ZERO, None));

    let mut told: Vec<_> = parsed.notes.iter().map(|note| format!("{}: {}", note.row, note.remark)).collect();
    told.sort_by_key(|line| line.split(':').next().unwrap().parse::<u64>().unwrap());
    let told = told.join("\n");
    for expected in [
        "2: the amount \"8.2645\" is rounded to 8.26",
        "2: the stock \"2.5\" is imported as 2",
        "2: the weight \"5e9\" cannot be: imported without it",
        "3: no inventory tracker and a quantity of -4: imported as always available",
        "3: the SKU \"ONE\" is that of row 2 too: imported without it",
        "4: the variant is the same as that of row 3: left out",
        "5: the variation is disabled or has no price: left out",
        "6: the address \"Llave/Inglesa 50%\" becomes \"llave-inglesa-50\"",
        "6: the status \"retired\" is not known: imported as a draft",
        "6: a sale at 1000000.00 instead of 1000000.01 is none: imported without it",
        "6: the stock \"99999999\" is imported as 1000000",
        "6: the SKU \"SSSSSSSSSSSSSSSSSSSS…\" has more than 100 characters: imported without it",
        "7: the price 1000000.01 is too high: imported as without a price",
        "7: Caldera has no price: imported as a draft that cannot be bought",
        "8: an option without a name is called \"Opción 1\"",
        "8: the product has no name: where it is new, it is called \"FOUR\"",
        "8: FOUR costs 0.00: whoever wants it can have it for nothing",
        "9: the row names no product: left out",
    ] {
        assert!(told.contains(expected), "{expected}\n in\n{told}");
    }
    assert_eq!(told.lines().count(), 18, "{told}");
}

#[test]
fn a_file_that_speaks_of_no_tracker_counts_what_it_has_a_number_of() {
    let parsed = read("Handle,Title,Variant Price,Variant Inventory Qty\na,A,1,4\nb,B,1,0\nc,C,1,\n");
    let stock = ["a", "b", "c"].map(|slug| {
        let variant = &product(&parsed, slug).variants[0];
        (variant.manage_inventory, variant.inventory_quantity)
    });
    assert_eq!(stock, [(true, 4), (true, 0), (false, 0)]);
}

#[test]
fn rows_of_a_shopify_file_may_stand_in_any_order() {
    let parsed = read(
        "Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position\n\
         puerta,,,Roble,20,,\n\
         LLAVE,Llave,,,5,,\n\
         puerta,,,,,/media/b.webp,2\n\
         puerta,Puerta,Madera,Pino,10,/media/a.webp,1\n",
    );
    let door = product(&parsed, "puerta");
    let titles: Vec<_> = door.variants.iter().map(|variant| variant.title.as_str()).collect();
    assert_eq!(
        (door.title.as_str(), titles, door.options.concat()),
        ("Puerta", vec!["Roble", "Pino"], "Madera".into())
    );
    assert_eq!(
        door.images.iter().map(|image| image.url.as_str()).collect::<Vec<_>>(),
        ["/media/a.webp", "/media/b.webp"]
    );
    assert!(parsed.notes.is_empty(), "an address in capitals is one in small letters: {:?}", parsed.notes);
}

#[test]
fn a_woocommerce_file_is_read() {
    let parsed = read(WOOCOMMERCE);
    let slugs: Vec<_> = parsed.products.iter().map(|product| product.draft.slug.as_str()).collect();
    assert_eq!(
        slugs,
        [
            "cilindro-de-seguridad-30-30-fenix",
            "grifo-de-bano-rio",
            "radiador-toallero",
            "pintura-plastica",
            "taladro-de-otro-sitio",
            "visita-de-urgencia",
            "puerta-a-medida",
        ]
    );
    let cylinder = product(&parsed, "cilindro-de-seguridad-30-30-fenix");
    assert_eq!(cylinder.subtitle.as_deref(), Some("Latón niquelado & antibumping"));
    assert!(cylinder.description.contains("\n<ul>\n<li>5 llaves</li>"));
    assert_eq!((cylinder.kind.as_str(), &cylinder.variants[0].title), ("Cerrajería", &cylinder.title));
    assert_eq!(
        cylinder.collections,
        [
            (String::from("cerrajeria"), String::from("Cerrajería")),
            (String::from("cerrajeria-cilindros"), String::from("Cilindros")),
        ]
    );
    assert_eq!(cylinder.attributes, [(String::from("Acabado"), String::from("Níquel"))]);
    let related: Vec<_> = cylinder.related.iter().map(|(_, slug)| slug.as_str()).collect();
    assert_eq!(related, ["visita-de-urgencia", "grifo-de-bano-rio"]);
    assert_eq!(cylinder.variants[0].weight_grams, Some(350));
    assert_eq!(parsed.missing_pictures.len(), 3);

    let tap = &product(&parsed, "grifo-de-bano-rio");
    assert_eq!(tap.description, "<p>Grifo monomando.</p><p>Bajo consumo, con aireador.</p>");
    assert_eq!((tap.variants[0].price, price_of(tap.variants[0].sale)), (Cents(5900), Some(Cents(4950))));
    let radiator = &product(&parsed, "radiador-toallero").variants[0];
    assert_eq!((price_of(radiator.sale), radiator.inventory_quantity), (None, 0));

    let paint = product(&parsed, "pintura-plastica");
    assert_eq!(paint.options, ["Color", "Tamaño"]);
    assert_eq!(paint.tax_rate_bp, 1000);
    let variants: Vec<_> = paint
        .variants
        .iter()
        .map(|v| (v.title.as_str(), price_of(v.sale), v.manage_inventory, v.inventory_quantity))
        .collect();
    assert_eq!(variants, [("Gris, claro / 15 L", Some(Cents(4700)), false, 0), ("Blanco / 4 L", None, true, 20)]);
    assert_eq!(paint.variants[0].image_url.as_deref(), Some("/media/pintura-gris.webp"));

    assert!(!product(&parsed, "taladro-de-otro-sitio").purchasable);
    let visit = product(&parsed, "visita-de-urgencia");
    assert_eq!(
        (visit.variants[0].sku.as_deref(), visit.subtitle.as_deref()),
        (Some("-URG"), Some("=Precio por visita"))
    );
    assert_eq!((visit.is_hidden, visit.tax_rate_bp, visit.variants[0].manage_inventory), (true, 0, false));
    let door = product(&parsed, "puerta-a-medida");
    assert_eq!((door.status, door.purchasable, door.variants[0].manage_inventory), (ProductStatus::Draft, false, true));

    let sale = tap.variants[0].sale.unwrap();
    let dates = [sale.starts_at, sale.ends_at].map(|moment| moment.unwrap().to_rfc3339());
    assert_eq!(dates, ["2026-10-31T23:00:00.000Z", "2026-11-30T22:59:59.000Z"], "on the clocks of the shop");

    let notes = notes(&parsed);
    for told in ["4: the sale is over", "4: the stock is -1", "8: the variation is disabled"] {
        assert!(notes.contains(told), "{told} in {notes}");
    }
    for told in ["9: Conjunto de baño is of the kind \"grouped\"", "10: Taladro", "12: Puerta a medida has no price"] {
        assert!(notes.contains(told), "{told} in {notes}");
    }
}

#[test]
fn woocommerce_in_spanish_with_shared_stock_and_any_value_is_read() {
    let parsed = read(
        "ID;Tipo;SKU;Nombre;Publicado;¿Hay existencias?;Inventario;Precio normal;Superior;Nombre del atributo 1;\
         Valor(es) del atributo 1;Nombre del atributo 2;Valor(es) del atributo 2\n\
         2;variation;;Llave - 10;1;1;parent;5,5;id:1;Medida;10;Mango;\n\
         1;variable;L;Llave;1;1;5;;;Medida;10, 12;Mango;Rojo, Azul\n\
         3;variation;;Llave - 12;1;1;parent;1.000,00;id:1;Medida;12;Mango;Rojo\n\
         4;simple;;Llave;1;1;;2;;;;;\n",
    );
    let spanner = product(&parsed, "llave-1");
    let variants: Vec<_> = spanner.variants.iter().map(|v| (v.title.as_str(), v.price, v.inventory_quantity)).collect();
    assert_eq!(variants, [("10 / Cualquiera", Cents(550), 3), ("12 / Rojo", Cents(100_000), 2)]);
    assert!(!product(&parsed, "llave-4").variants[0].manage_inventory);
    assert!(notes(&parsed).contains("3: 5 units that 2 variations share"));
}

#[test]
fn every_bad_cell_of_a_woocommerce_file_is_told_with_its_row_and_column() {
    assert_eq!(
        problems(
            "ID,Type,SKU,Name,Published,Stock,Date sale price ends,Sale price,Regular price,Parent\n\
             1,simple,A,Uno,1,x,,,1,\n\
             2,simple,B,Dos,1,,mañana,7,8,\n\
             3,simple,C,Tres,1,,,siete,8,\n"
        ),
        [
            "row 2, column Stock: \"x\" is not a whole number",
            "row 3, column Date sale price ends: \"mañana\" is not a date such as 2026-11-20",
            "row 4, column Sale price: \"siete\" is not an amount of money such as 12.50",
        ]
    );
}

#[test]
fn what_woocommerce_writes_and_we_cannot_hold_is_mended_and_noted() {
    let parsed = read(
        "ID,Type,SKU,Name,Published,Stock,Backorders allowed?,Date sale price starts,Date sale price ends,Sale price,\
         Regular price,Categories,Parent,Position,Attribute 1 name,Attribute 1 value(s)\n\
         1,simple,A,Llave &amp; candado,1,,0,2030-01-01 0:00:00,2030-01-02 9:5:00,7,8,\"Llaves &amp; más > <b>Una</b>\",,x,,\n\
         2,simple,A,Dos,0,3,notify,,,9,8,,,,,\n\
         3,simple,,Tres,trash,,0,2030-02-01,2030-01-01,7,8,,,,,\n\
         4,simple,,Cuatro,1,,0,,,0,8,,,,,\n\
         5,simple,,Cinco,1,,0,,,6,,,,,,\n\
         6,,,Seis,1,,0,,,,3,,,,,\n\
         7,variation,,Seis - x,1,,0,,,,3,,id:6,,Talla,S\n\
         8,variation,,Nada - x,1,,0,,,,3,,id:77,,Talla,S\n\
         9,variable,P,Nueve,1,5,0,,,,,,,,Talla,S\n\
         10,\"variation, virtual\",,Nueve - S,1,,0,,,,3,,P,,Talla,S\n\
         11,variation,,Nueve - S,1,,0,,,,4,,9,,Talla,S\n\
         12,simple,,,1,,0,,,,4,,,,,\n",
    );
    let spanner = product(&parsed, "llave-candado");
    assert_eq!((spanner.title.as_str(), spanner.kind.as_str()), ("Llave & candado", "Llaves & más"));
    assert_eq!(spanner.collections[0].1, "Una");
    let dates = spanner.variants[0].sale.map(|sale| [sale.starts_at, sale.ends_at].map(|at| at.unwrap().to_rfc3339()));
    assert_eq!(dates, Some([String::from("2029-12-31T23:00:00.000Z"), String::from("2030-01-02T08:05:00.000Z")]));
    let two = &product(&parsed, "dos").variants[0];
    assert_eq!((two.sku.as_deref(), two.sale, two.manage_inventory), (None, None, false));
    assert_eq!(
        (product(&parsed, "tres").status, product(&parsed, "tres").variants[0].sale),
        (ProductStatus::Draft, None)
    );
    assert_eq!(product(&parsed, "cuatro").variants[0].sale, None);
    assert_eq!(product(&parsed, "cinco").variants[0].price, Cents(600), "what has only a sale price costs that");
    assert_eq!(product(&parsed, "seis").variants.len(), 1);
    assert_eq!(product(&parsed, "nueve").variants.len(), 1);
    assert_eq!(product(&parsed, "producto-12").title, "producto-12");
    let told = notes(&parsed);
    for expected in [
        "3: the SKU \"A\" is that of row 2 too",
        "3: a sale at 9.00 instead of 8.00 is none",
        "4: the status \"trash\" is not known",
        "4: the sale ends before it begins",
        "5: a sale at 0.00 instead of 8.00 is none",
        "8: its parent \"id:6\" is no product with variations",
        "9: its parent \"id:77\" is no product with variations",
        "12: the variant is the same as that of row 11",
        "13: the product has no name",
    ] {
        assert!(told.contains(expected), "{expected}\n in\n{told}");
    }
    assert_eq!(told.lines().count(), 9, "{told}");
}

/// A file as `WooCommerce` writes it in a language, with a variable product and a picture of its own.
fn woocommerce_in(header: &str) -> String {
    let columns = header.split(',').count();
    let gtin = usize::from(columns > 43);
    let row = |cells: &[(usize, &str)]| {
        let mut row = vec![String::new(); columns];
        for (place, cell) in cells {
            // The codes stand after the SKU in newer versions.
            row[place + if *place > 2 { gtin } else { 0 }] = format!("\"{cell}\"");
        }
        row.join(",")
    };
    let always = [(4, "1"), (6, "visible"), (11, "taxable"), (13, "1"), (16, "0"), (17, "0"), (22, "1"), (38, "0")];
    let line = |own: &[(usize, &str)]| row(&[&always[..], own].concat());
    [
        header.to_owned(),
        line(&[
            (0, "1"),
            (1, "variable"),
            (2, "P"),
            (3, "Pintura"),
            (8, "Blanca"),
            (26, "Casa > Pintar"),
            (39, "Color"),
        ]),
        line(&[
            (0, "2"),
            (1, "variation"),
            (3, "Pintura - Roja"),
            (14, "4"),
            (18, "1,5"),
            (24, "7,50"),
            (25, "9,00"),
            (32, "P"),
            (39, "Color"),
            (40, "Roja"),
        ]),
        line(&[
            (0, "3"),
            (1, "simple"),
            (3, "Cubo"),
            (8, "Azul"),
            (9, "2030-01-01"),
            (24, "3"),
            (25, "4,25"),
            (29, "/media/cubo.webp"),
        ]),
    ]
    .join("\n")
}

#[test]
fn a_woocommerce_file_is_read_in_every_language() {
    let french = "ID,Type,UGS,Nom,Publié,\"Mis en avant\u{a0}?\",Visibilité dans le catalogue,Description courte,Description,\
                  Date de début de promo,Date de fin de promo,État de la TVA,Classe de TVA,\"En stock\u{202f}?\",Stock,\
                  Montant de stock faible,Autoriser les commandes de produits en rupture ?,Vendre individuellement ?,\
                  Poids (kg),Longueur (cm),Largeur (cm),Hauteur (cm),Autoriser les avis clients ?,Note de commande,\
                  Tarif promo,Tarif régulier,Catégories,Étiquettes,Classe d’expédition,Images,Limite de téléchargement,\
                  Jours d’expiration du téléchargement,Parent,Groupes de produits,Produits suggérés,Ventes croisées,\
                  URL externe,Libellé du bouton,Position,Nom de l’attribut 1,Valeur(s) de l’attribut 1,\
                  Attribut 1 visible,Attribut 1 global";
    let german = "ID,Typ,Artikelnummer,Name,Veröffentlicht,Ist hervorgehoben?,Sichtbarkeit im Katalog,Kurzbeschreibung,\
                  Beschreibung,Angebot ab,Angebot bis,Steuerstatus,Steuerklasse,Vorrätig?,Bestand,Geringe Lagermenge,\
                  Lieferrückstände erlaubt?,Nur einzeln verkaufen?,Gewicht (kg),Länge (cm),Breite (cm),Höhe (cm),\
                  Kundenrezensionen erlauben?,Hinweis zum Kauf,Angebotspreis,Regulärer Preis,Kategorien,Schlagwörter,\
                  Versandklasse,Bilder,Downloadlimit,Ablauftage des Downloads,Übergeordnetes Produkt,Gruppierte Produkte,\
                  Zusatzverkäufe,Cross-Sells (Querverkäufe),Externe URL,Button-Text,Position,Attribut 1 Name,\
                  Attribut 1 Wert(e),Attribut 1 Sichtbar,Attribut 1 Global";
    // Of a language nobody here knows only the places are sure, with and without the columns of newer versions.
    let mut unknown: Vec<String> = (0..39).map(|n| format!("Sloupec {}", "i".repeat(n + 1))).collect();
    unknown[18] = String::from("Hmotnost (kg)");
    let attributes = ["Vlastnost 1 název", "Vlastnost 1 hodnota", "Vlastnost 1 viditelná", "Vlastnost 1 globální"];
    let old = unknown.iter().map(String::as_str).chain(attributes).collect::<Vec<_>>().join(",");
    unknown.insert(3, String::from("GTIN"));
    let new = unknown.iter().map(String::as_str).chain(attributes).collect::<Vec<_>>().join(",");
    for header in [french.to_owned(), german.to_owned(), old, new] {
        let parsed = read(&woocommerce_in(&header));
        assert_eq!(parsed.format, Format::WooCommerce, "{header}");
        let paint = product(&parsed, "pintura");
        assert_eq!((paint.kind.as_str(), paint.options.concat()), ("Casa", "Color".into()), "{header}");
        let red = &paint.variants[0];
        assert_eq!(
            (red.title.as_str(), red.price, price_of(red.sale)),
            ("Roja", Cents(900), Some(Cents(750))),
            "{header}"
        );
        assert_eq!((red.inventory_quantity, red.weight_grams), (4, Some(1500)), "{header}");
        let bucket = product(&parsed, "cubo");
        assert_eq!((bucket.description.as_str(), bucket.images[0].url.as_str()), ("<p>Azul</p>", "/media/cubo.webp"));
    }
    assert!(problems("ID,Sloupec\n1,simple\n")[0].contains("the header is neither"));
}

#[test]
fn every_bad_cell_of_our_own_file_is_told_with_its_row_and_column() {
    let mut file = Vec::new();
    export::write(&[varied_draft(3)], &mut file).unwrap();
    let file = String::from_utf8(file).unwrap();
    let broken = file.replacen(",title:en", ",titel:en", 1);
    assert_eq!(problems(&broken), ["row 1, column titel:en: this column is not known"]);
    let missing = file.replacen("tax_percent", "", 1);
    assert_eq!(problems(&missing), ["row 1, column tax_percent: this column is missing"]);
    let mut rows = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let header = rows.headers().unwrap().clone();
    let first = rows.records().next().unwrap().unwrap();
    let mut edited = csv::Writer::from_writer(Vec::new());
    edited.write_record(&header).unwrap();
    let changed = |name: &str, old: &str| match name {
        "status" => String::from("open"),
        "images" => String::from("[{}]"),
        "price" | "sort_order" | "title" => String::new(),
        "gtin" => String::from("123"),
        _ => old.to_owned(),
    };
    edited.write_record(header.iter().zip(&first).map(|(name, old)| changed(name, old))).unwrap();
    edited.write_record(header.iter().map(|name| if name == "manetes" { "variant" } else { "" })).unwrap();
    let told = problems(&String::from_utf8(edited.into_inner().unwrap()).unwrap());
    let (of_first, of_second): (Vec<_>, Vec<_>) =
        told.iter().partition(|problem| problem.starts_with("row 2, column "));
    let columns: BTreeSet<&str> =
        of_first.iter().map(|problem| problem["row 2, column ".len()..].split(':').next().unwrap()).collect();
    let whatever_the_others_hold = ["gtin", "images", "price", "sort_order", "status", "title"];
    assert_eq!(columns, whatever_the_others_hold.into(), "what is read and what is no product, in one go: {told:#?}");
    assert_eq!(of_first.len(), columns.len(), "{told:#?}");
    assert_eq!(of_second[0], "row 3, column slug: is not that of the product above");
    assert!(of_second[1..].iter().all(|problem| problem.ends_with(": is empty")), "{told:#?}");

    let mut short = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    short.write_record(&header).unwrap();
    short.write_record(first.iter().take(3)).unwrap();
    let told = problems(&String::from_utf8(short.into_inner().unwrap()).unwrap());
    assert!(
        matches!(told.as_slice(), [only] if only.contains("has 3 cells where")),
        "what is in which nobody knows: {told:#?}"
    );
}

#[test]
fn what_is_exported_is_read_back_exactly() {
    let drafts: Vec<ProductDraft> = (0..300).map(varied_draft).collect();
    let mut file = Vec::new();
    export::write(&drafts, &mut file).unwrap();
    let parsed = parse(&file, now()).unwrap_or_else(|problems| panic!("{problems:#?}"));
    assert_eq!(parsed.format, Format::Manetes);
    for (product, draft) in parsed.products.iter().zip(&drafts) {
        assert_eq!(product.draft, *draft);
    }
    assert_eq!(parsed.products.len(), drafts.len());
    assert!(parsed.missing_pictures.is_empty() && parsed.notes.is_empty());
}

#[test]
fn no_cell_of_an_export_is_a_formula() {
    let drafts: Vec<ProductDraft> = (0..300).map(varied_draft).collect();
    let mut file = Vec::new();
    export::write(&drafts, &mut file).unwrap();
    let mut rows = csv::Reader::from_reader(file.strip_prefix("\u{feff}".as_bytes()).unwrap());
    let cells = rows.records().flat_map(|record| record.unwrap().iter().map(str::to_owned).collect::<Vec<_>>());
    let formulas: Vec<_> = cells.filter(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r'])).collect();
    assert!(formulas.is_empty(), "{formulas:?}");
}

/// Numbers that look random and are the same in every run (an xorshift).
struct Dice(u64);

impl Dice {
    /// One that is not over, with a beginning and an end or without.
    fn sale(&mut self, up_to: i64) -> Sale {
        let mut within = |begin: Timestamp| (self.roll(2) == 0).then(|| begin.plus_millis(self.amount(86_400_000)));
        let (starts_at, ends_at) = (within(now().plus_days(-1)), within(now().plus_days(1)));
        Sale { price: Cents(self.amount(up_to)), starts_at, ends_at }
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    /// A text of pieces that files, spreadsheets and JSON stumble over; never empty.
    fn text(&mut self) -> String {
        const PIECES: [&str; 26] = [
            "=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "'", "\"", "\"\"", ",", ";", "\\", " ", "  x", "{", "[", "ñ",
            "é", "قفل", "🔑", "<p>a</p>", "\\n", "0", "true",
        ];
        (0..=self.roll(4)).map(|_| PIECES[self.roll(PIECES.len())]).collect()
    }

    fn maybe(&mut self) -> Option<String> {
        (self.roll(2) == 0).then(|| self.text())
    }

    fn amount(&mut self, most: i64) -> i64 {
        i64::try_from(self.roll(usize::try_from(most).unwrap() + 1)).unwrap()
    }
}

/// A draft that uses every field; the seed decides how.
fn varied_draft(seed: u64) -> ProductDraft {
    let mut dice = Dice(seed * 7919 + 88_172_645_463_325_252);
    let options: Vec<String> = (0..dice.roll(4)).map(|n| format!("{}{n}", dice.text())).collect();
    // Without options there is one variant.
    let further = if options.is_empty() { 0 } else { dice.roll(4) };
    let variants = (0..=further).map(|n| varied_variant(&mut dice, seed, n, options.len())).collect();
    let mut texts = BTreeMap::new();
    for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::default()) {
        let mut of_lang = BTreeMap::new();
        for path in ["title", "description", "option/Medida", "value/30 / 40", "info/0/title", "variant/0", "variant/9"]
        {
            of_lang.extend(dice.maybe().map(|text| (path.to_owned(), text)));
        }
        if !of_lang.is_empty() {
            texts.insert(lang, of_lang);
        }
    }
    let made_by = (dice.roll(2) == 0).then(|| Maker {
        slug: format!("fabricante-{seed}"),
        name: dice.text(),
        address: dice.maybe().unwrap_or_default(),
        contact: dice.maybe().unwrap_or_default(),
        is_outside_eu: dice.roll(2) == 0,
        eu_name: dice.maybe().unwrap_or_default(),
        ..Maker::default()
    });
    ProductDraft {
        id: dice.maybe(),
        images: (0..dice.roll(3)).map(|n| ImageDraft { url: format!("/media/{n}.webp"), alt: dice.text() }).collect(),
        options,
        variants,
        collections: (0..dice.roll(3)).map(|_| (dice.text(), dice.text())).collect(),
        additional_info: (0..dice.roll(3)).map(|_| (dice.text(), dice.text())).collect(),
        custom_fields: (0..dice.roll(3))
            .map(|_| CustomFieldDraft {
                title: dice.text(),
                is_required: dice.roll(2) == 0,
                max_length: Some(1 + i64::try_from(dice.roll(200)).unwrap()),
            })
            .collect(),
        attributes: (0..dice.roll(3)).map(|_| (dice.text(), dice.text())).collect(),
        documents: (0..dice.roll(3))
            .map(|n| DocumentDraft { url: format!("/documents/demo/{n}.pdf"), title: dice.text() })
            .collect(),
        swatches: (0..dice.roll(3)).map(|_| (dice.text(), String::from("#a9b8a0"))).collect(),
        related: (0..dice.roll(3)).map(|_| (dice.text(), dice.text())).collect(),
        texts,
        fields: Fields {
            slug: format!("producto-{seed}"),
            title: dice.text(),
            subtitle: dice.maybe(),
            ribbon_text: dice.maybe(),
            brand: dice.maybe(),
            maker: made_by.as_ref().map(|maker| maker.slug.clone()),
            model: dice.maybe(),
            warnings: dice.maybe(),
            guarantee_months: (dice.roll(2) == 0).then(|| dice.amount(200) * 6),
            guarantee_producer: dice.maybe(),
            guarantee_model: dice.maybe(),
            description: dice.maybe().unwrap_or_default(),
            kind: dice.maybe().unwrap_or_default(),
            status: [ProductStatus::Published, ProductStatus::Draft, ProductStatus::Archived][dice.roll(3)],
            is_hidden: dice.roll(2) == 0,
            purchasable: dice.roll(2) == 0,
            fitting: [Fitting::None, Fitting::Offered, Fitting::Only][dice.roll(3)],
            in_the_box: dice.maybe(),
            sort_order: dice.amount(2000) - 1000,
            site_product_selection: dice.maybe(),
            tax_rate_bp: dice.amount(10_000),
            metadata: dice.maybe().map(|text| (text, json!({"a": [1, null, 2.5]}))).into_iter().collect(),
        },
        made_by,
    }
}

fn varied_variant(dice: &mut Dice, seed: u64, n: usize, options: usize) -> VariantDraft {
    let price = dice.amount(100_000_000);
    VariantDraft {
        id: dice.maybe(),
        title: dice.maybe().unwrap_or_default(),
        sku: dice.maybe().map(|text| format!("{text}{seed}/{n}")),
        image_url: dice.maybe().map(|_| String::from("/media/v.webp")),
        price: Cents(price),
        sale: (dice.roll(2) == 0).then(|| dice.sale(price)),
        manage_inventory: dice.roll(2) == 0,
        inventory_quantity: dice.amount(1000),
        weight_grams: (dice.roll(2) == 0).then(|| dice.amount(10_000)),
        content: (dice.roll(2) == 0)
            .then(|| format!("{}.{:03} ml", dice.amount(1000), 1 + dice.roll(999)).parse().unwrap()),
        gtin: (dice.roll(2) == 0).then(|| String::from("4006381333931")),
        option_values: (0..options).map(|_| format!("{}{n}", dice.text())).collect(),
    }
}
