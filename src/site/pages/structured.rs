//! What search engines read as data: schema.org in JSON-LD.

use serde_json::{Value, json};

use super::head::{Attribute, Card, Facts, Maker, Product, Variant};
use super::texts;
use crate::catalogue::content::Content;
use crate::checkout::shipping;
use crate::dispatch;
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};
use crate::settings::Settings;

/// What the firm is, in the words of schema.org; each is a `LocalBusiness`.
const TRADES: [&str; 7] =
    ["GeneralContractor", "Locksmith", "Electrician", "Plumber", "HVACBusiness", "HousePainter", "MovingCompany"];

const WEEK: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// How many days ahead closures are told, and how many of them.
const DAYS_AHEAD: i32 = 120;
const CLOSURES: usize = 12;

/// The firm: what it does, where, when, and how to reach it.
pub fn firm(facts: &Facts<'_>) -> Value {
    let settings = facts.settings;
    let home = facts.base.link("/");
    let languages: Vec<_> = Lang::ALL.iter().map(|lang| lang.code()).collect();
    let area: Vec<_> = settings.area.iter().map(|name| json!({ "@type": "Place", "name": name })).collect();
    let mut firm = json!({
        "@context": "https://schema.org",
        "@type": TRADES,
        "@id": format!("{home}#firm"),
        "name": settings.brand,
        "legalName": settings.legal_name,
        "url": home,
        "telephone": settings.office_phone(),
        "email": settings.email,
        "description": facts.description("home"),
        "address": address(settings),
        "areaServed": area,
        "openingHoursSpecification": office_hours(settings),
        "contactPoint": {
            "@type": "ContactPoint",
            "contactType": "emergency",
            "telephone": settings.phone,
            "availableLanguage": languages,
            "hoursAvailable": hours(&WEEK, "00:00", "23:59"),
        },
    });
    let closed = closures(facts);
    if !closed.is_empty() {
        firm["specialOpeningHoursSpecification"] = json!(closed);
    }
    if let Some(social) = &facts.social {
        firm["image"] = json!(facts.base.link(&social.path));
    }
    // The landing page shows the services themselves, and has no byte to spare.
    if facts.visit.route.name == "contact" {
        firm["hasOfferCatalog"] = services(facts);
    }
    if let Some((latitude, longitude)) = &settings.geo {
        firm["geo"] = json!({ "@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude });
    }
    if !settings.nif.is_empty() {
        firm["taxID"] = json!(settings.nif);
    }
    firm
}

fn address(settings: &Settings) -> Value {
    let mut address = json!({ "@type": "PostalAddress", "addressLocality": settings.locality, "addressCountry": "ES" });
    if !settings.address.is_empty() {
        address["streetAddress"] = json!(settings.address);
    }
    address
}

fn office_hours(settings: &Settings) -> Value {
    let periods = settings.hours.0.iter();
    periods.map(|period| hours(&WEEK[period.days.0..=period.days.1], &period.opens, &period.closes)).collect()
}

/// The next closures: from midnight to midnight means closed all day.
fn closures(facts: &Facts<'_>) -> Vec<Value> {
    let next = facts.settings.holidays.upcoming(facts.today, DAYS_AHEAD).into_iter().take(CLOSURES);
    next.map(|closed| {
        json!({
            "@type": "OpeningHoursSpecification",
            "validFrom": closed.first.to_string(),
            "validThrough": closed.last.to_string(),
            "opens": "00:00",
            "closes": "00:00",
        })
    })
    .collect()
}

fn hours(days: &[&str], opens: &str, closes: &str) -> Value {
    json!({ "@type": "OpeningHoursSpecification", "dayOfWeek": days, "opens": opens, "closes": closes })
}

/// The services as a catalogue of offers.
fn services(facts: &Facts<'_>) -> Value {
    let (title, names) = texts::services(facts.lang);
    let offer = |name: &str| json!({ "@type": "Offer", "itemOffered": { "@type": "Service", "name": name } });
    json!({
        "@type": "OfferCatalog",
        "name": title,
        "itemListElement": names.into_iter().map(offer).collect::<Vec<_>>(),
    })
}

/// The firm and its site, for the landing page.
pub fn home(facts: &Facts<'_>) -> Vec<Value> {
    let settings = facts.settings;
    let home = facts.base.link("/");
    let site = json!({
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": settings.brand,
        "url": home,
        "inLanguage": facts.lang.code(),
        "publisher": { "@id": format!("{home}#firm") },
    });
    vec![firm(facts), site]
}

/// The products on a page of the store.
pub(super) fn store(facts: &Facts<'_>, cards: &[Card], title: &str) -> Vec<Value> {
    let items: Vec<Value> = cards
        .iter()
        .enumerate()
        .map(|(n, card)| {
            let url = facts.link(&format!("/product/{}", card.id));
            // Their names stand on the pages; here they would be 200 bytes of each visit to the store.
            json!({ "@type": "ListItem", "position": n + 1, "url": url })
        })
        .collect();
    let list = json!({
        "@context": "https://schema.org",
        "@type": "ItemList",
        "name": title,
        "numberOfItems": items.len(),
        "itemListElement": items,
    });
    vec![list, trail(facts, &[])]
}

/// A product with what it costs and whether it can be had. `text` is its description without tags.
pub fn product(facts: &Facts<'_>, product: &Product, text: &str) -> Vec<Value> {
    let path = format!("/product/{}", product.id);
    let images: Vec<_> = product.images.iter().map(|image| facts.base.link(&image.url)).collect();
    let mut value = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product.title,
        "description": text,
        "url": facts.link(&path),
        "image": images,
        "offers": offers(facts, product, &path),
    });
    if let Some(brand) = &product.brand {
        value["brand"] = json!({ "@type": "Brand", "name": brand });
    }
    if let Some(maker) = &product.maker {
        value["manufacturer"] = organization(maker);
    }
    if let Some(model) = &product.model {
        value["model"] = json!(model);
    }
    let more = [told(product), safety(product)].concat();
    if !more.is_empty() {
        value["additionalProperty"] = json!(more);
    }
    if let Some(rating) = &product.rating {
        value["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": rating.average,
            "ratingCount": rating.count,
            "bestRating": 5,
            "worstRating": 1,
        });
    }
    if let [Variant { sku, gtin, .. }] = &product.variants[..] {
        for (name, said) in [("sku", sku), ("gtin", gtin)] {
            if let Some(said) = said {
                value[name] = json!(said);
            }
        }
    }
    vec![value, trail(facts, &[(&product.title, &path)])]
}

/// A maker with where it gets post and its electronic address.
fn organization(maker: &Maker) -> Value {
    let mut value = json!({ "@type": "Organization", "name": maker.name });
    if !maker.address.is_empty() {
        value["address"] = json!(maker.address);
    }
    if !maker.contact.is_empty() {
        value[if maker.contact.contains("://") { "url" } else { "email" }] = json!(maker.contact);
    }
    value
}

/// Its attributes.
fn told(product: &Product) -> Vec<Value> {
    let one = |Attribute { name, value, number, unit }: &Attribute| {
        let mut told = json!({ "@type": "PropertyValue", "name": name, "value": value });
        if let Some(number) = number {
            told["value"] = json!(number);
        }
        if let Some(unit) = unit {
            told["unitText"] = json!(unit);
        }
        told
    };
    product.attributes.iter().map(one).collect()
}

/// What the vocabulary has no word for of what Regulation (EU) 2023/988, art. 19, wants told.
fn safety(product: &Product) -> Vec<Value> {
    let named = |name: &str, value: String| json!({ "@type": "PropertyValue", "propertyID": name, "value": value });
    let responsible = product.maker.as_ref().and_then(|maker| maker.responsible.as_ref());
    let responsible = responsible.map(|eu| {
        let parts = [&eu.name, &eu.address, &eu.contact].into_iter().filter(|part| !part.is_empty());
        named("eu_responsible_person", parts.cloned().collect::<Vec<_>>().join(", "))
    });
    let warnings = product.warnings.as_ref().map(|warnings| named("safety_warnings", warnings.clone()));
    responsible.into_iter().chain(warnings).collect()
}

fn offers(facts: &Facts<'_>, product: &Product, path: &str) -> Value {
    let offer = |variant: &Variant| {
        let in_stock = !variant.manage_inventory || variant.inventory_quantity > 0;
        let availability = match (in_stock, product.purchasable) {
            (true, true) => "https://schema.org/InStock",
            (true, false) => "https://schema.org/InStoreOnly",
            (false, _) => "https://schema.org/OutOfStock",
        };
        let mut offer = json!({
            "@type": "Offer",
            "url": facts.link(path),
            "price": price(variant).to_string(),
            "priceCurrency": CURRENCY,
            "availability": availability,
            "itemCondition": "https://schema.org/NewCondition",
            "seller": { "@type": "Organization", "name": facts.settings.legal_name },
        });
        for (name, said) in [("sku", &variant.sku), ("gtin", &variant.gtin)] {
            if let Some(said) = said {
                offer[name] = json!(said);
            }
        }
        if let Some(content) = variant.content.as_ref().and_then(|content| content.parse().ok()) {
            offer["priceSpecification"] = by_measure(price(variant), content);
        }
        if let Some(ends_at) = &variant.sale_ends_at {
            offer["priceValidUntil"] = json!(ends_at);
        }
        if product.variants.len() > 1 {
            offer["name"] = json!(variant.title);
        }
        if let Some(guarantee) = &product.guarantee {
            let lasts = json!({ "@type": "QuantitativeValue", "value": guarantee.months, "unitCode": "MON" });
            offer["warranty"] = json!({ "@type": "WarrantyPromise", "durationOfWarranty": lasts });
        }
        if product.purchasable {
            offer["shippingDetails"] = delivery(facts.settings, product, price(variant));
            offer["hasMerchantReturnPolicy"] = returns(facts, product);
        }
        offer
    };
    let offers: Vec<Value> = product.variants.iter().map(offer).collect();
    let prices = || product.variants.iter().map(price);
    match (offers.len(), prices().min(), prices().max()) {
        (2.., Some(low), Some(high)) => json!({
            "@type": "AggregateOffer",
            "lowPrice": low.to_string(),
            "highPrice": high.to_string(),
            "priceCurrency": CURRENCY,
            "offerCount": offers.len(),
            "offers": offers,
        }),
        _ => json!(offers),
    }
}

/// What something costs of which there is so much, as search engines work out what one unit of measure costs.
fn by_measure(price: Cents, content: Content) -> Value {
    json!({
        "@type": "UnitPriceSpecification",
        "price": price.to_string(),
        "priceCurrency": CURRENCY,
        "referenceQuantity": {
            "@type": "QuantitativeValue",
            "value": content.amount(),
            "unitCode": content.unit().code(),
            "valueReference": { "@type": "QuantitativeValue", "value": "1", "unitCode": content.per().code() },
        },
    })
}

/// What it costs to have one unit sent, and how long it takes, as the page on shipping says. How long it takes to make what is
/// made for its buyer only its words say.
fn delivery(settings: &Settings, product: &Product, price: Cents) -> Value {
    let days = |least: usize, most: usize| json!({ "@type": "QuantitativeValue", "minValue": least, "maxValue": most, "unitCode": "DAY" });
    let mut time = json!({
        "@type": "ShippingDeliveryTime",
        "transitTime": days(*dispatch::TRANSIT_DAYS.start(), *dispatch::TRANSIT_DAYS.end()),
    });
    if product.custom_fields.is_empty() {
        time["handlingTime"] = days(0, 0);
    }
    json!({
        "@type": "OfferShippingDetails",
        "shippingRate": {
            "@type": "MonetaryAmount",
            "value": shipping::cost(price, settings.shipping_flat, settings.shipping_free_from).to_string(),
            "currency": CURRENCY,
        },
        "shippingDestination": { "@type": "DefinedRegion", "addressCountry": "ES" },
        "deliveryTime": time,
    })
}

/// How it can be given back, as the page on returns says; what was made for one buyer cannot.
fn returns(facts: &Facts<'_>, product: &Product) -> Value {
    let link = facts.link("/shipping-and-returns");
    if !product.custom_fields.is_empty() {
        return json!({
            "@type": "MerchantReturnPolicy",
            "applicableCountry": "ES",
            "returnPolicyCategory": "https://schema.org/MerchantReturnNotPermitted",
            "merchantReturnLink": link,
        });
    }
    json!({
        "@type": "MerchantReturnPolicy",
        "applicableCountry": "ES",
        "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow",
        "merchantReturnDays": 14,
        "returnMethod": "https://schema.org/ReturnByMail",
        "returnFees": "https://schema.org/ReturnFeesCustomerResponsibility",
        "refundType": "https://schema.org/FullRefund",
        "merchantReturnLink": link,
    })
}

fn price(variant: &Variant) -> Cents {
    crate::catalogue::price::unit_price(variant.price_in_cents, variant.sale_price_in_cents)
}

/// A page of texts: the way to it.
pub fn page(facts: &Facts<'_>, title: &str) -> Value {
    steps(facts, &[(texts::home(facts.lang), "/"), (title, &facts.visit.url)])
}

/// The way from the landing page over the store to here.
fn trail(facts: &Facts<'_>, rest: &[(&str, &str)]) -> Value {
    let store = texts::title("store", facts.lang, facts.settings);
    steps(facts, &[&[(texts::home(facts.lang), "/"), (store.as_str(), "/store")], rest].concat())
}

/// A trail of links: what each is called, and its path.
fn steps(facts: &Facts<'_>, steps: &[(&str, &str)]) -> Value {
    let items: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(n, (name, path))| {
            json!({ "@type": "ListItem", "position": n + 1, "name": name, "item": facts.link(path) })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items })
}
