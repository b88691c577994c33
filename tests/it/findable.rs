//! What search engines and those who show links are told, checked against what they ask for.

use manetes::lang::Lang;
use manetes::settings::{Error, Settings};
use manetes::tariff;
use reqwest::Method;
use serde_json::Value;

use crate::support::{Person, TestShop};

/// A type of schema.org: what our pages must say of it, by Google's documentation of rich results, and what else they
/// may say, by its vocabulary.
struct Kind {
    name: &'static str,
    required: &'static [&'static str],
    allowed: &'static [&'static str],
}

const FIRM: Kind = Kind {
    name: "LocalBusiness",
    required: &["name", "address", "telephone", "url", "openingHoursSpecification", "areaServed"],
    allowed: &[
        "@id",
        "image",
        "legalName",
        "email",
        "description",
        "contactPoint",
        "hasOfferCatalog",
        "geo",
        "taxID",
        "specialOpeningHoursSpecification",
    ],
};

const KINDS: [Kind; 28] = [
    Kind { name: "WebSite", required: &["name", "url"], allowed: &["inLanguage", "publisher"] },
    Kind {
        name: "PostalAddress",
        required: &["addressLocality", "addressCountry"],
        allowed: &["streetAddress", "postalCode"],
    },
    Kind { name: "GeoCoordinates", required: &["latitude", "longitude"], allowed: &[] },
    Kind { name: "Place", required: &["name"], allowed: &[] },
    Kind {
        name: "OpeningHoursSpecification",
        required: &["opens", "closes"],
        allowed: &["dayOfWeek", "validFrom", "validThrough"],
    },
    Kind {
        name: "ContactPoint",
        required: &["contactType", "telephone"],
        allowed: &["email", "availableLanguage", "hoursAvailable"],
    },
    Kind { name: "OfferCatalog", required: &["name", "itemListElement"], allowed: &["url", "provider"] },
    Kind { name: "Service", required: &["name"], allowed: &["description"] },
    Kind { name: "BreadcrumbList", required: &["itemListElement"], allowed: &[] },
    Kind { name: "ItemList", required: &["itemListElement"], allowed: &["name", "numberOfItems"] },
    Kind { name: "ListItem", required: &["position"], allowed: &["name", "item", "url"] },
    Kind {
        name: "Product",
        required: &["name", "offers", "image", "description"],
        allowed: &["url", "sku", "brand", "gtin", "manufacturer", "model", "additionalProperty"],
    },
    Kind {
        name: "AggregateOffer",
        required: &["lowPrice", "priceCurrency"],
        allowed: &["highPrice", "offerCount", "offers"],
    },
    Kind {
        name: "Offer",
        required: &[],
        allowed: &[
            "itemOffered",
            "url",
            "price",
            "priceCurrency",
            "availability",
            "itemCondition",
            "seller",
            "sku",
            "name",
            "shippingDetails",
            "hasMerchantReturnPolicy",
            "priceValidUntil",
            "gtin",
            "priceSpecification",
            "warranty",
            "areaServed",
        ],
    },
    Kind {
        name: "OfferShippingDetails",
        required: &["shippingRate", "shippingDestination", "deliveryTime"],
        allowed: &[],
    },
    Kind { name: "MonetaryAmount", required: &["value", "currency"], allowed: &[] },
    Kind { name: "DefinedRegion", required: &["addressCountry"], allowed: &[] },
    Kind { name: "ShippingDeliveryTime", required: &["transitTime"], allowed: &["handlingTime"] },
    Kind {
        name: "QuantitativeValue",
        required: &["unitCode"],
        allowed: &["minValue", "maxValue", "value", "valueReference"],
    },
    Kind {
        name: "UnitPriceSpecification",
        required: &["price", "priceCurrency"],
        allowed: &["referenceQuantity", "unitCode", "valueAddedTaxIncluded"],
    },
    Kind {
        name: "PriceSpecification",
        required: &["priceCurrency", "valueAddedTaxIncluded"],
        allowed: &["price", "minPrice"],
    },
    Kind {
        name: "MerchantReturnPolicy",
        required: &["applicableCountry", "returnPolicyCategory"],
        allowed: &["merchantReturnDays", "returnMethod", "returnFees", "refundType", "merchantReturnLink"],
    },
    Kind { name: "Brand", required: &["name"], allowed: &[] },
    Kind { name: "Organization", required: &["name"], allowed: &["url", "address", "email"] },
    Kind { name: "WarrantyPromise", required: &["durationOfWarranty"], allowed: &[] },
    Kind { name: "PropertyValue", required: &["value"], allowed: &["propertyID", "name", "unitText"] },
    Kind { name: "Reference", required: &["@id"], allowed: &[] },
    FIRM,
];

/// Subtypes of `LocalBusiness` in the vocabulary.
const BUSINESSES: [&str; 7] =
    ["GeneralContractor", "Locksmith", "Electrician", "Plumber", "HVACBusiness", "HousePainter", "MovingCompany"];

fn kind_of(value: &Value) -> &'static Kind {
    let name = match &value["@type"] {
        Value::Null => "Reference",
        Value::Array(types) => {
            assert!(types.iter().all(|kind| BUSINESSES.contains(&kind.as_str().unwrap())), "{types:?}");
            FIRM.name
        }
        kind => kind.as_str().unwrap(),
    };
    KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("{name} is not of the vocabulary"))
}

/// Checks a value and everything in it.
fn check(value: &Value, at: &str) {
    match value {
        Value::Array(parts) => parts.iter().for_each(|part| check(part, at)),
        Value::Object(parts) => {
            let kind = kind_of(value);
            for name in kind.required {
                assert!(!parts.get(*name).unwrap_or(&Value::Null).is_null(), "{at}: a {} lacks {name}", kind.name);
            }
            for (name, part) in parts {
                let known = ["@context", "@type"].contains(&name.as_str());
                let named = kind.required.contains(&name.as_str()) || kind.allowed.contains(&name.as_str());
                assert!(known || named, "{at}: a {} has no {name}", kind.name);
                check(part, &format!("{at}/{name}"));
                check_text(name, part, at);
            }
            // In a trail of links each needs its name; a list of pages needs their addresses only.
            let of_each = if kind.name == "BreadcrumbList" { "name" } else { "url" };
            for part in parts.get("itemListElement").and_then(Value::as_array).into_iter().flatten() {
                assert!(part[of_each].is_string() || part["@type"] == "Offer", "{at}: {part} lacks {of_each}");
            }
        }
        _ => {}
    }
}

/// What the form of a value must be, whatever it belongs to.
fn check_text(name: &str, value: &Value, at: &str) {
    match (name, value) {
        ("@type" | "@context" | "itemOffered" | "hoursAvailable" | "offers" | "publisher", _) => {}
        ("url" | "item" | "image" | "@id", Value::String(url)) => assert!(url.starts_with("http"), "{at}: {url}"),
        ("telephone", text) => assert!(text.as_str().unwrap().starts_with('+'), "{at}"),
        // Coming and looking may be free.
        ("price", text) if at.ends_with("/priceSpecification") => {
            assert!(text.as_str().unwrap().parse::<f64>().unwrap() >= 0.0);
        }
        ("price" | "lowPrice" | "highPrice", text) => assert!(text.as_str().unwrap().parse::<f64>().unwrap() > 0.0),
        ("opens" | "closes", text) => assert_eq!(text.as_str().unwrap().len(), 5, "{at}"),
        ("dayOfWeek", days) => assert!(!days.as_array().unwrap().is_empty(), "{at}"),
        ("areaServed" | "itemListElement", list) => assert!(!list.as_array().unwrap().is_empty(), "{at}"),
        (_, Value::String(text)) => assert!(!text.trim().is_empty() && !text.contains("{{"), "{at}/{name}: {text}"),
        _ => {}
    }
}

/// The JSON-LD of a page, in order.
fn structured(html: &str) -> Vec<Value> {
    let parts = html.split("<script type=\"application/ld+json\">").skip(1);
    parts.map(|part| serde_json::from_str(part.split_once("</script>").unwrap().0).unwrap()).collect()
}

async fn page(visitor: &Person, path: &str, lang: Lang) -> String {
    let glue = if path.contains('?') { '&' } else { '?' };
    visitor.get(&format!("{path}{glue}lang={lang}")).await.expect(200).text
}

async fn set(shop: &TestShop, key: &'static str, value: &str) {
    let value = value.to_owned();
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| Settings::set(tx, key, &value, now)).await.unwrap_or_else(|e: Error| panic!("{e}"));
}

#[tokio::test]
async fn what_pages_say_to_search_engines_is_what_they_ask_for() {
    let shop = TestShop::demo().await;
    set(&shop, "company.geo", "41.5167, 1.9028").await;
    let now = shop.app.clock.now();
    shop.app.db.write(move |tx| tariff::demo::load(tx, now)).await.unwrap();
    let visitor = shop.visitor();
    let store = page(&visitor, "/store", Lang::Es).await;
    let products = structured(&store)[0]["itemListElement"].as_array().unwrap().clone();
    let products = products.iter().map(|item| item["url"].as_str().unwrap().split("://").nth(1).unwrap().to_owned());
    let mut paths: Vec<String> = products.map(|url| url[url.find('/').unwrap()..].to_owned()).collect();
    assert_eq!(paths.len(), 24);
    let others = ["/", "/contact", "/solicitar-presupuesto", "/store", "/store?page=2", "/withdrawal", "/tarifas"];
    paths.extend(others.map(str::to_owned));
    for (n, path) in paths.iter().enumerate() {
        let lang = Lang::ALL[n % Lang::ALL.len()];
        let told = structured(&page(&visitor, path, lang).await);
        assert!(!told.is_empty(), "{path} says nothing");
        for value in told {
            assert_eq!(value["@context"], "https://schema.org");
            check(&value, path);
        }
    }
}

#[tokio::test]
async fn the_firm_is_described_by_its_settings() {
    let shop = TestShop::empty().await;
    set(&shop, "company.hours", "Mo-Th 08:00-14:00, Sa 09:00-13:00").await;
    set(&shop, "company.area", "Abrera, Martorell, Abrera").await;
    set(&shop, "company.address", "Carrer Major, 1").await;
    let visitor = shop.visitor();
    for lang in Lang::ALL {
        for path in ["/", "/contact"] {
            let told = structured(&page(&visitor, path, lang).await);
            let firm = told.iter().find(|value| value["@type"].is_array()).unwrap();
            let hours = firm["openingHoursSpecification"].as_array().unwrap();
            assert_eq!(hours.len(), 2);
            assert_eq!(hours[0]["dayOfWeek"].as_array().unwrap().len(), 4);
            assert_eq!((&hours[1]["dayOfWeek"][0], &hours[1]["closes"]), (&"Saturday".into(), &"13:00".into()));
            assert_eq!(firm["areaServed"].as_array().unwrap().len(), 2);
            assert_eq!(firm["address"]["streetAddress"], "Carrer Major, 1");
            let services = firm["hasOfferCatalog"]["itemListElement"].as_array().map(Vec::len);
            assert_eq!(services, (path == "/contact").then_some(9));
            let emergency = &firm["contactPoint"]["hoursAvailable"];
            assert_eq!((emergency["dayOfWeek"].as_array().unwrap().len(), &emergency["opens"]), (7, &"00:00".into()));
        }
        let contact = page(&visitor, "/contact", lang).await;
        for time in ["08:00", "14:00", "09:00", "13:00"] {
            assert!(contact.split_once("<footer").unwrap().0.contains(time), "{lang} {time}");
        }
        let places = if lang == Lang::Ar { "Abrera\u{200f}، Martorell" } else { "Abrera, Martorell" };
        assert_eq!(contact.matches(places).count(), 2, "{lang}: on a card and in the footer");
    }
    let now = shop.app.clock.now();
    for (key, value) in [
        ("company.hours", "always"),
        ("hours.holidays", "Christmas"),
        ("company.area", " , "),
        ("company.geo", "91, 0"),
        ("company.geo", "here"),
    ] {
        let refused = shop.app.db.write(move |tx| Settings::set(tx, key, value, now)).await;
        assert!(matches!(refused, Err(Error::BadValue { .. })), "{key} {value}");
    }
}

#[tokio::test]
async fn closed_days_are_told_in_time_and_emergencies_go_on() {
    let shop = TestShop::empty().await;
    let today = shop.app.clock.now().date();
    let day = |ahead: i64| today.checked_add(jiff::ToSpan::days(ahead)).unwrap();
    let written = |ahead: i64| day(ahead).strftime("%d-%m-%Y").to_string();
    let holidays = format!("{}/{} Vacaciones, {} Puente", written(21), written(30), written(60));
    set(&shop, "hours.holidays", &holidays).await;
    let visitor = shop.visitor();
    for lang in Lang::ALL {
        for path in ["/", "/contact"] {
            let html = page(&visitor, path, lang).await;
            let told = structured(&html);
            let firm = told.iter().find(|value| value["@type"].is_array()).unwrap();
            let closed = firm["specialOpeningHoursSpecification"].as_array().unwrap();
            assert_eq!(closed.len(), 2, "{path} {lang}");
            assert_eq!(closed[0]["validThrough"], day(30).to_string());
            assert_eq!((&closed[1]["opens"], &closed[1]["closes"]), (&"00:00".into(), &"00:00".into()));
            assert_eq!(firm["contactPoint"]["hoursAvailable"]["dayOfWeek"].as_array().unwrap().len(), 7);
            let [before, footer] = html.split("<footer").collect::<Vec<_>>()[..] else { panic!("{path}") };
            assert!(before.contains("(Vacaciones)") && footer.contains("(Vacaciones)"), "{path} {lang}");
            assert!(!html.contains("(Puente)"), "too early: {path} {lang}");
        }
    }
    let site = visitor.get("/api/site").await.json();
    assert_eq!(site["closures"][0]["first"], day(21).to_string());
    set(&shop, "hours.holidays", "").await;
    let html = page(&visitor, "/contact", Lang::Es).await;
    assert!(!html.contains("Vacaciones") && !html.contains("specialOpeningHours") && !html.contains("closures"));
}

#[tokio::test]
async fn a_page_names_its_address_and_its_siblings() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    for lang in Lang::ALL {
        for path in ["/", "/store", "/contact", "/solicitar-presupuesto", "/privacy-policy"] {
            let html = page(&visitor, path, lang).await;
            for part in ["<link rel=\"canonical\" href=\"", "hreflang=\"x-default\""] {
                assert!(html.contains(part), "{path} {lang}: {part}");
            }
            let head = html.split_once("</head>").unwrap().0;
            assert_eq!(head.matches("rel=\"alternate\"").count(), Lang::ALL.len() + 1, "{path}");
        }
    }
}

#[tokio::test]
async fn a_page_is_known_by_the_address_it_was_asked_for_in_whatever_language() {
    let shop = TestShop::demo().await;
    let visitor = shop.visitor();
    let canonical = |html: &str| {
        let (_, rest) = html.split_once("<link rel=\"canonical\" href=\"").unwrap();
        rest.split_once('"').unwrap().0.replace("&amp;", "&")
    };
    for path in ["/", "/store", "/contact"] {
        for (address, accepts, lang) in [
            (path.to_owned(), "fr-FR,fr;q=0.9", "fr"),
            (path.to_owned(), "ar", "ar"),
            (path.to_owned(), "ca-ES,es;q=0.8", "ca"),
            (path.to_owned(), "ca-valencia", "ca"),
            (path.to_owned(), "es", "es"),
            (format!("{path}?lang=en"), "fr", "en"),
        ] {
            let request = visitor.request(Method::GET, &address).header("accept-language", accepts);
            let html = visitor.send(request).await.expect(200).text;
            assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{address} {accepts}");
            assert_eq!(canonical(&html), format!("{}{address}", shop.base), "{accepts}");
        }
    }
}

#[tokio::test]
async fn what_is_not_there_has_a_way_on_and_is_not_listed() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let sitemap = visitor.get("/sitemap.xml").await.expect(200).text;
    for lang in Lang::ALL {
        for (path, status) in [("/no-such-page", 404), ("/product/no-such-product", 404), ("/offline", 200)] {
            let html = visitor.get(&format!("{path}?lang={lang}")).await.expect(status).text;
            assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{path}");
            assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{path} {lang}");
            assert!(!html.contains("canonical") && !html.contains("hreflang=\"x-default\""), "{path} {lang}");
            assert!(html.contains("<h1") && html.contains("href=\"tel:+34600000000\""), "{path} {lang}");
            assert_eq!(html.contains("<script"), path != "/offline", "{path} {lang}");
            assert!(!sitemap.contains(path));
        }
    }
}
