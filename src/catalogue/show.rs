//! From what is stored to what travels, in the reader's language.

use poem_openapi::types::Any;
use serde_json::Value;

use super::sql::list::CollectionRow;
use super::stored::{self, Stored};
use super::terms;
use super::wire::{
    AdditionalInfo, Attribute, Card, CardVariant, Collection, Currency, CustomField, Document, EnergyClass, Guarantee,
    Image, Maker, OptionValue, Price, Product, ProductCollection, ProductOption, ProductType, RelatedProduct,
    Responsible, UnitPrice, Variant,
};
use super::{attribute, content, energy, html, maker};
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};
use crate::pictures::documents;

impl Currency {
    /// The one currency of the shop.
    pub fn euro() -> Self {
        Self {
            code: CURRENCY.to_lowercase(),
            iso_code: CURRENCY.to_owned(),
            symbol: String::from("€"),
            template: String::from("$1 €"),
        }
    }
}

impl Product {
    /// The product in a language; HTML is cleaned once more.
    pub(super) fn new(product: &Stored, lang: Lang) -> Self {
        let text = |path: &str, spanish: &str| product.text(lang, path, spanish).to_owned();
        let images: Vec<Image> = (0..product.images.len()).map(|n| image(product, n, lang)).collect();
        Self {
            id: product.id.clone(),
            slug: product.slug.clone(),
            title: text("title", &product.title),
            subtitle: optional(product, "subtitle", product.subtitle.as_deref(), lang),
            ribbon_text: optional(product, "ribbon_text", product.ribbon_text.as_deref(), lang),
            brand: product.brand.clone(),
            maker: product.made_by.as_ref().map(Maker::new),
            model: product.model.clone(),
            warnings: optional(product, "warnings", product.warnings.as_deref(), lang),
            guarantee: Guarantee::new(product, lang),
            description: html::clean(&text("description", &product.description)),
            thumbnail: images.first().map(|image| image.url.clone()),
            media: images.clone(),
            images,
            price_in_cents: product.displayed().map_or(0, |variant| variant.offer().price.0),
            currency: CURRENCY.to_owned(),
            status: product.status.as_str().to_owned(),
            purchasable: product.purchasable,
            fitting: product.fitting,
            in_the_box: in_the_box(product, lang),
            order: product.sort_order,
            site_product_selection: product.site_product_selection.clone(),
            options: options(product, lang),
            variants: product.variants.iter().map(|variant| Variant::new(product, variant, lang)).collect(),
            product_collections: product
                .collections
                .iter()
                .map(|membership| ProductCollection {
                    product_id: product.id.clone(),
                    collection_id: membership.collection_id.clone(),
                    order: membership.position,
                })
                .collect(),
            additional_info: additional_info(product, lang),
            attributes: attributes(product, lang),
            documents: product.documents.iter().map(|document| Document::new(product, document, lang)).collect(),
            r#type: ProductType::new(product, lang),
            custom_fields: custom_fields(product, lang),
            making_days: making_days(product),
            related_products: related_products(product, lang),
            updated_at: product.updated_at.to_rfc3339(),
            created_at: product.created_at.to_rfc3339(),
            deleted_at: product.deleted_at.map(crate::clock::Timestamp::to_rfc3339),
            metadata: Any(Value::Object(product.metadata.clone())),
            rating: product.rating,
        }
    }
}

impl Guarantee {
    fn new(product: &Stored, lang: Lang) -> Option<Self> {
        let (producer, model) = (product.guarantee_producer.clone()?, product.guarantee_model.clone()?);
        let months = product.guarantee_months?;
        Some(Self { formatted: terms::guarantee(months, &producer, &model, lang), months, producer, model })
    }
}

impl Maker {
    fn new(maker: &maker::Maker) -> Self {
        let responsible = Responsible {
            name: maker.eu_name.clone(),
            address: maker.eu_address.clone(),
            contact: maker.eu_contact.clone(),
        };
        Self {
            name: maker.name.clone(),
            address: maker.address.clone(),
            contact: maker.contact.clone(),
            responsible: Some(responsible).filter(|eu| maker.is_outside_eu && !eu.name.is_empty()),
        }
    }
}

/// A text that may be missing: the translation of one that is not, else the Spanish one.
fn optional(product: &Stored, path: &str, spanish: Option<&str>, lang: Lang) -> Option<String> {
    spanish.map(|spanish| product.text(lang, path, spanish).to_owned())
}

fn image(product: &Stored, n: usize, lang: Lang) -> Image {
    let image = &product.images[n];
    let alt = product.text(lang, &format!("image/{}", image.id), &image.alt);
    // A picture nobody described shows the product.
    let alt = if alt.is_empty() { product.text(lang, "title", &product.title) } else { alt };
    Image { url: image.url.clone(), order: n, r#type: image.kind.clone(), alt: alt.to_owned() }
}

fn option_value(product: &Stored, variant: &stored::Variant, value: &stored::OptionValue, lang: Lang) -> OptionValue {
    OptionValue {
        id: value.id.clone(),
        option_id: value.option_id.clone(),
        variant_id: variant.id.clone(),
        value: product.text(lang, &format!("value/{}", value.value), &value.value).to_owned(),
        swatch: product.swatches.get(&value.value).cloned(),
    }
}

fn options(product: &Stored, lang: Lang) -> Vec<ProductOption> {
    let option = |option: &stored::Choice| {
        let values = product.variants.iter().flat_map(|variant| {
            let of_this = variant.values.iter().filter(|value| value.option_id == option.id);
            of_this.map(move |value| option_value(product, variant, value, lang))
        });
        ProductOption {
            id: option.id.clone(),
            title: product.text(lang, &format!("option/{}", option.id), &option.title).to_owned(),
            values: values.collect(),
        }
    };
    product.options.iter().map(option).collect()
}

fn additional_info(product: &Stored, lang: Lang) -> Vec<AdditionalInfo> {
    let info = |(order, info): (usize, &stored::Info)| AdditionalInfo {
        id: info.id.clone(),
        order,
        title: product.text(lang, &format!("info/{}/title", info.id), &info.title).to_owned(),
        description: html::clean(product.text(lang, &format!("info/{}/description", info.id), &info.description)),
    };
    product.info.iter().enumerate().map(info).collect()
}

fn attributes(product: &Stored, lang: Lang) -> Vec<Attribute> {
    product.attributes.iter().map(|stored| Attribute::new(product, stored, lang)).collect()
}

/// Those that belong beside a price.
fn energy_classes(product: &Stored, lang: Lang) -> Vec<Attribute> {
    let of_class = |stored: &stored::Attribute| {
        let class = energy::class(product, &stored.name, &stored.value)?;
        Some(Attribute { energy: Some(EnergyClass { sheet: None, ..class }), ..Attribute::new(product, stored, lang) })
    };
    product.attributes.iter().filter_map(of_class).collect()
}

impl Attribute {
    /// Numbers and yes and no need no translation.
    fn new(product: &Stored, stored: &stored::Attribute, lang: Lang) -> Self {
        let value = product.texts.get(&lang).and_then(|texts| texts.get(&format!("attribute/{}/value", stored.id)));
        let (number, unit) = match attribute::read(&stored.value) {
            attribute::Reading::Number { number, unit, .. } => {
                (Some(number), Some(unit).filter(|unit| !unit.is_empty()))
            }
            attribute::Reading::Is(_) | attribute::Reading::Words => (None, None),
        };
        Self {
            name: product.text(lang, &format!("attribute/{}/name", stored.id), &stored.name).to_owned(),
            value: value.cloned().unwrap_or_else(|| attribute::shown(&stored.value, lang)),
            number,
            unit: unit.map(str::to_owned),
            energy: energy::class(product, &stored.name, &stored.value),
        }
    }
}

fn making_days(product: &Stored) -> Option<i64> {
    if product.custom_fields.is_empty() {
        return None;
    }
    product.attributes.iter().find_map(|told| attribute::making_days(&told.name, &told.value))
}

impl Document {
    fn new(product: &Stored, document: &stored::Document, lang: Lang) -> Self {
        Self {
            title: product.text(lang, &format!("document/{}", document.id), &document.title).to_owned(),
            url: document.url.clone(),
            bytes: documents::Name::of_path(&document.url).map(|name| name.bytes),
        }
    }
}

fn in_the_box(product: &Stored, lang: Lang) -> Vec<String> {
    let text = optional(product, "in_the_box", product.in_the_box.as_deref(), lang).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn custom_fields(product: &Stored, lang: Lang) -> Vec<CustomField> {
    let field = |field: &stored::CustomField| CustomField {
        id: field.id.clone(),
        title: product.text(lang, &format!("field/{}", field.id), &field.title).to_owned(),
        is_required: field.is_required,
        max_length: field.max_length,
    };
    product.custom_fields.iter().map(field).collect()
}

fn related_products(product: &Stored, lang: Lang) -> Vec<RelatedProduct> {
    let related = |related: &stored::Related| {
        let section = &related.section_title;
        RelatedProduct {
            id: related.id.clone(),
            section_title: product.text(lang, &format!("section/{section}"), section).to_owned(),
            related_type: String::from("product"),
            related_id: related.product_id.clone(),
            position: related.position,
        }
    };
    product.related.iter().filter(|related| related.is_visible).map(related).collect()
}

impl ProductType {
    fn new(product: &Stored, lang: Lang) -> Self {
        Self { value: product.kind.clone(), label: product.text(lang, "type", &product.kind).to_owned() }
    }
}

impl Variant {
    fn new(product: &Stored, variant: &stored::Variant, lang: Lang) -> Self {
        let (price, sale) = variant.prices();
        Self {
            id: variant.id.clone(),
            title: variant_title(product, variant, lang),
            image_url: variant.image_url.clone(),
            sku: variant.sku.clone(),
            prices: vec![Price {
                amount: price.0,
                sale_amount: sale.map(|cents| cents.0),
                currency_code: CURRENCY.to_lowercase(),
                currency: Currency::euro(),
            }],
            price_in_cents: price.0,
            price_formatted: price.format(lang),
            sale_price_in_cents: sale.map(|cents| cents.0),
            sale_price_formatted: sale.map(|cents| cents.format(lang)),
            sale_starts_at: variant.promotion().map(|(starts_at, _)| starts_at.to_rfc3339()),
            sale_ends_at: variant.promotion().and_then(|(_, ends_at)| ends_at).map(Timestamp::to_rfc3339),
            sale_dates_formatted: told(variant, terms::promotion, lang),
            currency: CURRENCY.to_owned(),
            currency_info: Currency::euro(),
            manage_inventory: variant.manage_inventory,
            weight: variant.weight_grams,
            content: variant.content.map(|content| content.to_string()),
            unit_price: variant.unit_price().map(|price| UnitPrice::new(price, lang)),
            gtin: variant.gtin.clone(),
            options: variant.values.iter().map(|value| option_value(product, variant, value, lang)).collect(),
            inventory_quantity: variant.inventory_quantity,
        }
    }
}

impl UnitPrice {
    fn new(price: content::UnitPrice, lang: Lang) -> Self {
        Self {
            price_in_cents: price.price.0,
            unit: price.per.name().to_owned(),
            formatted: terms::unit_price(price, lang),
        }
    }
}

impl Card {
    /// The card of a product; `None` for one without variants, which cannot be shown.
    pub(super) fn new(product: &Stored, lang: Lang) -> Option<Self> {
        let displayed = product.displayed()?;
        let shown = displayed.offer();
        let picture = (!product.images.is_empty()).then(|| image(product, 0, lang));
        Some(Self {
            id: product.id.clone(),
            title: product.text(lang, "title", &product.title).to_owned(),
            subtitle: optional(product, "subtitle", product.subtitle.as_deref(), lang),
            ribbon_text: optional(product, "ribbon_text", product.ribbon_text.as_deref(), lang),
            image_url: picture.as_ref().map(|image| image.url.clone()),
            image_alt: picture.map(|image| image.alt),
            r#type: ProductType::new(product, lang),
            price_in_cents: shown.price.0,
            price_is_from: is_lowest_of_several(product, shown.price),
            before_price_in_cents: shown.before.map(|cents| cents.0),
            sale_dates_formatted: told(displayed, terms::promotion_in_short, lang),
            unit_price_formatted: displayed.unit_price().map(|price| terms::unit_price(price, lang)),
            energy: energy_classes(product, lang),
            variant_count: product.variants.len(),
            purchasable: product.purchasable,
            fitting: product.fitting,
            needs_input: product.custom_fields.iter().any(|field| field.is_required),
            sold_out: !product.variants.iter().any(stored::Variant::is_in_stock),
            variant: match &product.variants[..] {
                [only] => Some(CardVariant::new(product, only, lang)),
                _ => None,
            },
            rating: product.rating,
        })
    }
}

impl CardVariant {
    fn new(product: &Stored, variant: &stored::Variant, lang: Lang) -> Self {
        let (price, sale) = variant.prices();
        Self {
            id: variant.id.clone(),
            title: variant_title(product, variant, lang),
            price_in_cents: price.0,
            sale_price_in_cents: sale.map(|cents| cents.0),
            manage_inventory: variant.manage_inventory,
            inventory_quantity: variant.inventory_quantity,
        }
    }
}

fn is_lowest_of_several(product: &Stored, price: Cents) -> bool {
    let mut prices =
        product.variants.iter().map(|variant| variant.offer().price).filter(|other| *other != price).peekable();
    prices.peek().is_some() && prices.all(|other| other > price)
}

/// From when until when the sale of a variant is on, in the words of `say`.
fn told(
    variant: &stored::Variant,
    say: fn(Timestamp, Option<Timestamp>, Lang) -> String,
    lang: Lang,
) -> Option<String> {
    variant.promotion().map(|(starts_at, ends_at)| say(starts_at, ends_at, lang))
}

fn variant_title(product: &Stored, variant: &stored::Variant, lang: Lang) -> String {
    product.text(lang, &format!("variant/{}", variant.id), &variant.title).to_owned()
}

impl Collection {
    pub(super) fn new(row: CollectionRow, store_id: &str) -> Self {
        Self {
            id: row.id,
            title: row.title,
            image_url: row.image_url,
            store_id: store_id.to_owned(),
            created_at: row.created_at.to_rfc3339(),
            updated_at: row.updated_at.to_rfc3339(),
            deleted_at: None,
            metadata: Any(row.metadata),
        }
    }
}
