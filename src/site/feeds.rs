//! `/feeds/google-LANG.xml`: what the store sells, as Google Merchant Center reads it (RSS 2.0 with its own elements, its
//! "product data specification"). It is written while it is read, some products at a time, so that a full shop takes no
//! more memory than a small one.

use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use poem::http::header;
use poem::{Body, Endpoint, Request, Response};
use tokio::io::AsyncWriteExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::Shared;
use crate::catalogue::content::Unit;
use crate::catalogue::feed::{self, Item};
use crate::checkout::shipping;
use crate::clock::Timestamp;
use crate::config::BaseUrl;
use crate::lang::Lang;
use crate::money::{CURRENCY, Cents};
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::site::pages::routes::{encode_component, localized};
use crate::text::{cut, escape};
use crate::trace;

/// Products that are read at a time.
const AT_A_TIME: i64 = 100;
/// Feeds that are written at the same time, and how long another waits.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(5);
/// How long one may take to read all of it.
const READ: Duration = Duration::from_secs(300);
/// Bytes that wait for who reads.
const PIPE: usize = 64 * 1024;
/// Characters of a title and of a description, and pictures besides the first, as Google takes them.
const TITLE: usize = 150;
const DESCRIPTION: usize = 5000;
const PICTURES: usize = 10;

/// Answers the feeds; anything else in their folder is not there.
pub struct Feeds {
    app: Shared,
    places: Arc<Semaphore>,
}

impl Feeds {
    /// Those of the running program.
    pub fn new(app: &Shared) -> Self {
        Self { app: app.clone(), places: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    async fn answer(&self, path: &str) -> Result<Response, Problem> {
        let name = path.strip_prefix("/feeds/google-").and_then(|name| name.strip_suffix(".xml"));
        let lang: Lang = name.and_then(|code| code.parse().ok()).ok_or_else(|| Problem::new(Code::NotFound))?;
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(Problem::new(Code::Overloaded)) };
        let settings = self.app.db.read(Settings::load).await?;
        let (reader, writer) = tokio::io::duplex(PIPE);
        tokio::spawn(trace::on(trace::current(), send(self.app.clone(), settings, lang, writer, place)));
        Ok(Response::builder()
            .content_type("application/xml; charset=utf-8")
            .header(header::CACHE_CONTROL, "public, max-age=600")
            .header("x-robots-tag", "noindex")
            .body(Body::from_async_read(reader)))
    }
}

impl Endpoint for Feeds {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        Ok(self.answer(request.original_uri().path()).await?)
    }
}

/// Writes the whole feed, as fast as it is read. One that breaks off lacks its end, so that nobody takes it for whole.
async fn send(
    app: Shared,
    settings: Settings,
    lang: Lang,
    mut out: tokio::io::DuplexStream,
    _place: OwnedSemaphorePermit,
) {
    let written = async {
        out.write_all(head(&settings, &app.config.base_url, lang).as_bytes()).await?;
        let mut after = String::new();
        loop {
            let (from, now) = (after.clone(), app.clock.now());
            let page = app.db.read(move |conn| feed::page(conn, &from, AT_A_TIME, lang, now)).await;
            let Some((last, items)) = page.map_err(io::Error::other)? else { break };
            let xml: String = items.iter().map(|item| entry(item, &settings, &app.config.base_url, lang)).collect();
            out.write_all(xml.as_bytes()).await?;
            after = last;
        }
        out.write_all(b"</channel>\n</rss>\n").await?;
        out.shutdown().await
    };
    // Who reads slower than this keeps others from it.
    let sent = tokio::time::timeout(READ, written).await.unwrap_or_else(|late| Err(late.into()));
    if let Err(error) = sent {
        // Who asked may simply have gone.
        tracing::debug!(%error, %lang, "a feed was not read to its end");
    }
}

fn head(settings: &Settings, base: &BaseUrl, lang: Lang) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\">\n\
         <channel>\n<title>{brand}</title>\n<link>{link}</link>\n<description>{brand}</description>\n\
         <language>{lang}</language>\n",
        brand = said(&settings.brand),
        link = escape(&base.link(&localized("/store", lang))),
    )
}

fn entry(item: &Item, settings: &Settings, base: &BaseUrl, lang: Lang) -> String {
    let mut xml = String::from("<item>\n");
    let mut put = |name: &str, value: &str| {
        writeln!(xml, "<{name}>{}</{name}>", said(value)).expect("a string takes any text");
    };
    let amount = |cents: Cents| format!("{cents} {CURRENCY}");
    put("g:id", &item.variant_id);
    put("title", cut(&item.title, TITLE));
    put("description", cut(&item.description, DESCRIPTION));
    put("link", &base.link(&localized(&path(item), lang)));
    for (n, picture) in item.pictures.iter().take(1 + PICTURES).enumerate() {
        put(if n == 0 { "g:image_link" } else { "g:additional_image_link" }, &base.link(picture));
    }
    put("g:availability", if item.in_stock { "in_stock" } else { "out_of_stock" });
    put("g:price", &amount(item.price));
    if let Some((price, dates)) = item.sale {
        put("g:sale_price", &amount(price));
        if let Some((start, end)) = dates {
            put("g:sale_price_effective_date", &format!("{}/{}", moment(start), moment(end)));
        }
    }
    put("g:condition", "new");
    if let Some(brand) = &item.brand {
        put("g:brand", brand);
    }
    match &item.gtin {
        Some(gtin) => put("g:gtin", gtin),
        // The shop's numbers are its own: no maker's number is known.
        None => put("g:identifier_exists", "no"),
    }
    if let Some(content) = item.content {
        put("g:unit_pricing_measure", &format!("{}{}", content.amount(), measured_in(content.unit())));
        put("g:unit_pricing_base_measure", &format!("1{}", measured_in(content.per())));
    }
    if item.siblings > 1 {
        put("g:item_group_id", &item.product_id);
    }
    let more = [("g:product_type", Some(&item.kind)), ("g:color", item.color.as_ref()), ("g:size", item.size.as_ref())];
    for (name, value) in more.into_iter().chain([("g:material", item.material.as_ref())]) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            put(name, value);
        }
    }
    if let Some(energy) = &item.energy {
        put("g:energy_efficiency_class", &energy.class);
        put("g:min_energy_efficiency_class", &energy.worst);
        put("g:max_energy_efficiency_class", &energy.best);
    }
    if let Some(grams) = item.weight_grams.filter(|grams| *grams > 0) {
        put("g:shipping_weight", &format!("{grams} g"));
    }
    // Of two prices the lower: shipping never costs more than is said.
    let asked = item.sale.map_or(item.price, |(price, _)| price.min(item.price));
    let cost = shipping::cost(asked, settings.shipping_flat, settings.shipping_free_from);
    writeln!(xml, "<g:shipping><g:country>ES</g:country><g:price>{}</g:price></g:shipping>\n</item>", amount(cost))
        .expect("a string takes any text");
    xml
}

/// A unit as Google calls it.
fn measured_in(unit: Unit) -> &'static str {
    match unit {
        Unit::SquareMetre => "sqm",
        Unit::CubicMetre => "cbm",
        Unit::Piece => "ct",
        other => other.name(),
    }
}

/// The page of a variant; a product with one has no other.
fn path(item: &Item) -> String {
    let product = format!("/product/{}", encode_component(&item.product_id));
    if item.siblings > 1 { format!("{product}?variant={}", encode_component(&item.variant_id)) } else { product }
}

/// A moment as Google reads it: ISO 8601 to the minute.
fn moment(at: Timestamp) -> String {
    let text = at.to_rfc3339();
    format!("{}+0000", text.get(..16).unwrap_or_default())
}

/// Text as XML may hold it.
fn said(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    escape(&text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(allowed).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item() -> Item {
        Item {
            product_id: String::from("p 1"),
            variant_id: String::from("v1"),
            title: String::from("Cilindro <\"A\" & B>\u{1}, 30 mm"),
            description: String::from("De latón."),
            kind: String::from("Cerrajería"),
            brand: Some(String::from("Tesa & Co")),
            sku: None,
            pictures: (0..14).map(|n| format!("/media/{n}")).collect(),
            siblings: 2,
            price: Cents(5000),
            sale: None,
            in_stock: true,
            weight_grams: Some(250),
            content: None,
            gtin: None,
            color: None,
            size: Some(String::from("30 mm")),
            material: None,
            energy: None,
        }
    }

    fn written(item: &Item) -> String {
        entry(item, &Settings::default(), &BaseUrl::parse("https://manetes.example").unwrap(), Lang::Fr)
    }

    #[test]
    fn an_item_says_what_it_costs_where_it_is_and_what_it_is() {
        let xml = written(&item());
        for line in [
            "<g:id>v1</g:id>",
            "<title>Cilindro &lt;&quot;A&quot; &amp; B&gt;, 30 mm</title>",
            "<link>https://manetes.example/product/p%201?variant=v1&amp;lang=fr</link>",
            "<g:image_link>https://manetes.example/media/0</g:image_link>",
            "<g:price>50.00 EUR</g:price>",
            "<g:brand>Tesa &amp; Co</g:brand>",
            "<g:item_group_id>p 1</g:item_group_id>",
            "<g:size>30 mm</g:size>",
            "<g:shipping_weight>250 g</g:shipping_weight>",
            "<g:shipping><g:country>ES</g:country><g:price>4.95 EUR</g:price></g:shipping>",
        ] {
            assert!(xml.contains(line), "{line} is not in {xml}");
        }
        assert_eq!(xml.matches("<g:additional_image_link>").count(), 10);
        assert!(!xml.contains("sale_price"));
    }

    #[test]
    fn a_sale_says_from_when_until_when() {
        let at = |text| Timestamp::parse_rfc3339(text).unwrap();
        let dates = (at("2026-11-27T00:00:00+01:00"), at("2026-11-30T23:59:00+01:00"));
        let xml = written(&Item { sale: Some((Cents(4000), Some(dates))), ..item() });
        assert!(xml.contains("<g:price>50.00 EUR</g:price>\n<g:sale_price>40.00 EUR</g:sale_price>"), "{xml}");
        let written_dates = "2026-11-26T23:00+0000/2026-11-30T22:59+0000";
        assert!(xml.contains(&format!("<g:sale_price_effective_date>{written_dates}<")), "{xml}");
    }

    #[test]
    fn an_item_says_its_makers_number_and_how_much_it_holds() {
        assert!(written(&item()).contains("<g:identifier_exists>no<"));
        let gtin = Some(String::from("4006381333931"));
        for (content, measure, base) in
            [("750 ml", "750ml", "1l"), ("1.44 m2", "1.44sqm", "1sqm"), ("5 unit", "5ct", "1ct")]
        {
            let xml = written(&Item { gtin: gtin.clone(), content: Some(content.parse().unwrap()), ..item() });
            assert!(xml.contains("<g:gtin>4006381333931</g:gtin>") && !xml.contains("identifier_exists"), "{xml}");
            assert!(xml.contains(&format!("<g:unit_pricing_measure>{measure}<")), "{xml}");
            assert!(xml.contains(&format!("<g:unit_pricing_base_measure>{base}<")), "{xml}");
        }
    }
}
