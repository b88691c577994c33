//! Products as shopping sites are told of them, one by one: what can be bought online and has a picture.

use super::content::Content;
use super::energy;
use super::gtin;
use super::html;
use super::price::Sale;
use super::sql::list::ids_after;
use super::sql::read;
use super::stored::{Stored, Variant};
use super::wire::EnergyClass;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::money::Cents;
use crate::text;

/// What something costs on sale, and from when until when; without dates as long as it is told.
pub type OnSale = (Cents, Option<(Timestamp, Timestamp)>);

/// A variant as it is offered elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    pub product_id: String,
    pub variant_id: String,
    /// The product's, with the variant's where there are several.
    pub title: String,
    /// Plain text; never empty.
    pub description: String,
    /// The type in the language asked for; may be empty.
    pub kind: String,
    pub brand: Option<String>,
    pub sku: Option<String>,
    /// Paths of this site, the variant's own picture first.
    pub pictures: Vec<String>,
    /// How many variants the product has.
    pub siblings: usize,
    pub price: Cents,
    pub sale: Option<OnSale>,
    pub in_stock: bool,
    pub weight_grams: Option<i64>,
    pub content: Option<Content>,
    /// One that is known outside the shop.
    pub gtin: Option<String>,
    pub color: Option<String>,
    pub size: Option<String>,
    pub material: Option<String>,
    /// The first where it has several: shopping sites take one.
    pub energy: Option<EnergyClass>,
}

/// Spanish titles of options that shopping sites know by a name of their own.
const COLORS: [&str; 2] = ["color", "acabado"];
const SIZES: [&str; 4] = ["medida", "talla", "tamano", "longitud"];
const MATERIALS: [&str; 1] = ["material"];

/// What the next `limit` products after the one with the id `after` offer, and the id of the last of them; `None` when
/// there are no more.
pub fn page(
    conn: &Conn,
    after: &str,
    limit: i64,
    lang: Lang,
    now: Timestamp,
) -> db::Result<Option<(String, Vec<Item>)>> {
    let ids = ids_after(conn, after, limit)?;
    let Some(last) = ids.last().cloned() else { return Ok(None) };
    let products = read::load(conn, &ids, Some(lang))?;
    let items = products.iter().filter(|product| product.purchasable).flat_map(|product| items(product, lang, now));
    Ok(Some((last, items.collect())))
}

fn items(product: &Stored, lang: Lang, now: Timestamp) -> impl Iterator<Item = Item> {
    let offered = product.variants.iter().filter(|variant| variant.offer().price > Cents::ZERO);
    offered.filter_map(move |variant| item(product, variant, lang, now))
}

fn item(product: &Stored, variant: &Variant, lang: Lang, now: Timestamp) -> Option<Item> {
    let pictures = pictures(product, variant);
    if pictures.is_empty() {
        return None;
    }
    let title = product.text(lang, "title", &product.title);
    let own = product.text(lang, &format!("variant/{}", variant.id), &variant.title);
    let described = html::words(product.text(lang, "description", &product.description));
    let subtitle = product.subtitle.as_deref().map(|subtitle| product.text(lang, "subtitle", subtitle));
    let described = Some(described).filter(|text| !text.is_empty()).or(subtitle.map(str::to_owned));
    let (price, sale) = prices(variant, now);
    let value = |titles: &[&str]| value_of(product, variant, titles, lang);
    Some(Item {
        product_id: product.id.clone(),
        variant_id: variant.id.clone(),
        title: if product.variants.len() > 1 { format!("{title}, {own}") } else { title.to_owned() },
        description: described.unwrap_or_else(|| title.to_owned()),
        kind: product.text(lang, "type", &product.kind).to_owned(),
        brand: product.brand.clone(),
        sku: variant.sku.clone(),
        pictures,
        siblings: product.variants.len(),
        price,
        sale,
        in_stock: variant.is_in_stock(),
        weight_grams: variant.weight_grams,
        content: variant.content,
        gtin: variant.gtin.clone().filter(|gtin| gtin::is_global(gtin)),
        color: value(&COLORS),
        size: value(&SIZES),
        material: value(&MATERIALS),
        energy: product.attributes.iter().find_map(|told| energy::class(product, &told.name, &told.value)),
    })
}

fn pictures(product: &Stored, variant: &Variant) -> Vec<String> {
    let mut pictures: Vec<String> = variant.image_url.clone().into_iter().collect();
    pictures.extend(
        product.images.iter().map(|image| image.url.clone()).filter(|url| Some(url) != variant.image_url.as_ref()),
    );
    pictures
}

/// The price without a sale and, where one is on or announced with both its days, what it costs then.
fn prices(variant: &Variant, now: Timestamp) -> (Cents, Option<OnSale>) {
    let dates = |sale: &Sale| Some((sale.starts_at?, sale.ends_at?));
    let (price, on_sale) = variant.prices();
    if let Some(sale) = on_sale {
        return (price, Some((sale, variant.sale.as_ref().and_then(dates))));
    }
    let announced = variant.sale.filter(|sale| sale.starts_at.is_some_and(|start| start > now) && sale.price < price);
    (price, announced.and_then(|sale| Some((sale.price, Some(dates(&sale)?)))))
}

fn value_of(product: &Stored, variant: &Variant, titles: &[&str], lang: Lang) -> Option<String> {
    let option = product.options.iter().find(|option| titles.contains(&text::folded(&option.title).as_str()))?;
    let value = variant.values.iter().find(|value| value.option_id == option.id)?;
    Some(product.text(lang, &format!("value/{}", value.value), &value.value).to_owned())
}
