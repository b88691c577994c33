//! Many of the desk's products over HTTP: prices, stock, contents and barcodes of variants, and sales.

use std::collections::HashMap;

use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::MaybeUndefined;
use poem_openapi::{Enum, Object, OpenApi};

use super::api::Tag;
use super::bulk::VariantChange;
use super::list_wire::DeskVariantList;
use super::sale::{Act, Chosen, Cut, Outcome, Refusal, VariantOutcome};
use super::status::{self, Move, Moved};
use super::{NotChanged, Stock, sale};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::catalogue::content::Content;
use crate::catalogue::draft::ProductStatus;
use crate::catalogue::price::Sale;
use crate::clock::Timestamp;
use crate::money::Cents;
use crate::page::Page;
use crate::problem::Problem;
use crate::text;

/// The endpoints for many products at once.
pub struct ManyApi {
    /// The program.
    pub app: Shared,
}

/// What a variant is to cost and to hold, and how many there are to be; what is absent stays.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct BulkChange {
    /// The variant.
    variant_id: String,
    /// The regular price.
    price_in_cents: Option<i64>,
    /// The sale price; null ends the sale.
    sale_price_in_cents: MaybeUndefined<i64>,
    /// Units.
    inventory_quantity: Option<i64>,
    /// How many the editor showed: then the difference counts.
    inventory_seen: Option<i64>,
    /// How much it holds, `0.75 l`; null where it is not sold by measure.
    content: MaybeUndefined<String>,
    /// 8, 12, 13 or 14 digits; null where it has none.
    gtin: MaybeUndefined<String>,
}

/// Changes that are made all or not at all.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct BulkForm {
    /// At most 500.
    changes: Vec<BulkChange>,
}

/// How many variants are another than before.
#[derive(Object)]
struct BulkAnswer {
    /// Variants.
    changed: usize,
}

/// What is to be done with the sales of products.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
enum SaleAct {
    /// `value` basis points off each price: 2,000 are 20 %. Rounded to whole cents, half a cent up.
    PercentOff,
    /// `value` cents off each price.
    AmountOff,
    /// Each variant at `value` cents.
    Price,
    /// No sale any more.
    Remove,
    /// The sales that are named with each product, such as those of before.
    Restore,
}

/// The sale of a variant; without a price there is none.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct VariantSale {
    /// The variant.
    variant_id: String,
    /// What it costs.
    sale_price_in_cents: Option<i64>,
    /// RFC 3339, or on the clocks of the shop: `2026-12-01T08:00`; at once when it does not say.
    sale_starts_at: Option<String>,
    /// Written alike; until it is taken away when it does not say.
    sale_ends_at: Option<String>,
}

/// A product whose sale is to be another.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct SaleProduct {
    /// The product.
    id: String,
    /// The state of it that was looked at; a dry run needs none.
    revision: Option<String>,
    /// For `restore`.
    #[oai(default)]
    sales: Vec<VariantSale>,
}

/// A sale for all variants of many products.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct SaleForm {
    /// From 1 to 200.
    products: Vec<SaleProduct>,
    /// What is to be done.
    act: SaleAct,
    /// Basis points or cents, as `act` says.
    value: Option<i64>,
    /// When it begins: RFC 3339, or on the clocks of the shop: `2026-12-01T08:00`; at once when it does not say.
    starts_at: Option<String>,
    /// When it is over, written alike; until it is taken away when it does not say.
    ends_at: Option<String>,
}

/// What becomes of a variant.
#[derive(Object)]
#[oai(rename = "VariantSaleOutcome")]
struct VariantAnswer {
    /// The variant.
    variant_id: String,
    /// What it is called within its product.
    title: String,
    /// The regular price.
    price_in_cents: i64,
    /// What is asked before: the regular price, or that of a sale that is on.
    asked_in_cents: i64,
    /// Whether a sale that is on ends at once, though the one then is still to come.
    ends_running_sale: bool,
    /// The price of the sale there was.
    before_sale_price_in_cents: Option<i64>,
    /// When that one began.
    before_sale_starts_at: Option<String>,
    /// When that one was to be over.
    before_sale_ends_at: Option<String>,
    /// The price of the sale there is then.
    sale_price_in_cents: Option<i64>,
    /// When that one begins; at once when it does not say.
    sale_starts_at: Option<String>,
    /// When that one is over.
    sale_ends_at: Option<String>,
}

/// What becomes of a product.
#[derive(Object)]
#[oai(rename = "SaleOutcome")]
struct ProductAnswer {
    /// The product.
    id: String,
    /// In Spanish.
    title: String,
    /// The state it is in then.
    revision: String,
    /// Why it cannot be on this sale; null when it can.
    refused: Option<Refusal>,
    /// Every variant.
    variants: Vec<VariantAnswer>,
}

/// What becomes of every product.
#[derive(Object)]
struct SaleAnswer {
    /// Whether nothing was written.
    dry_run: bool,
    /// In the order they were named in.
    products: Vec<ProductAnswer>,
}

/// Where a product is to stand, or stood.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ProductStanding {
    /// The product.
    id: String,
    status: ProductStatus,
    /// Only if it stands there: else it is left as it is, and told. Wherever it stands when it does not say.
    from: Option<ProductStatus>,
}

/// Where many products are to stand.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct StandingForm {
    /// From 1 to 200.
    products: Vec<ProductStanding>,
}

/// Where those stood that stand elsewhere now.
#[derive(Object)]
struct StandingAnswer {
    /// As the same act takes them, to take it back where nobody has put them elsewhere meanwhile.
    before: Vec<ProductStanding>,
    /// Those that did not stand where they were to be moved from, or are gone.
    left: Vec<String>,
}

#[OpenApi(tag = "Tag::Products")]
impl ManyApi {
    /// Variants, for changing many at once
    #[oai(path = "/admin/variants", method = "get", operation_id = "list_desk_variants")]
    async fn list_variants(
        &self,
        _admin: Admin,
        /// Only those of products with each word of this text, its plural, or what begins with it; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// Only those with counted units: few, or none at all.
        stock: Query<Option<Stock>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<DeskVariantList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let list = self.app.db.read(move |conn| super::list_variants(conn, q.as_deref(), stock.0, offset, limit));
        Ok(Json(list.await?))
    }

    /// Changes prices, stock, contents and barcodes of many variants, or of none
    #[oai(path = "/admin/products/bulk", method = "post", operation_id = "change_variants")]
    async fn bulk(&self, admin: Admin, Json(form): Json<BulkForm>) -> Result<Json<BulkAnswer>, Problem> {
        let changes = form.changes.into_iter().enumerate().map(|(n, change)| change.read(n));
        let changes = changes.collect::<Result<Vec<VariantChange>, _>>()?;
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let written = self.app.db.write(move |tx| super::change_variants(tx, &actor, &changes, now));
        Ok(Json(BulkAnswer { changed: written.await? }))
    }

    /// Publishes many products, makes drafts of them, or archives them, all or none
    #[oai(path = "/admin/products/status", method = "post", operation_id = "set_status_of_products")]
    async fn set_status(&self, admin: Admin, Json(form): Json<StandingForm>) -> Result<Json<StandingAnswer>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let wanted = form.products.into_iter();
        let wanted: Vec<_> = wanted.map(|ProductStanding { id, status, from }| Move { id, to: status, from }).collect();
        let Moved { back, left } = self.app.db.write(move |tx| status::set_status(tx, &actor, &wanted, now)).await?;
        let before = back.into_iter().map(|Move { id, to, from }| ProductStanding { id, status: to, from }).collect();
        Ok(Json(StandingAnswer { before, left }))
    }

    /// Sets or takes away the sale of all variants of many products, or of none
    ///
    /// A dry run tells what each would cost and which products are refused. Otherwise nothing is written when one is
    /// refused, which `field` and `detail` name, or when one was saved after its `revision`: 409 `product_changed` with
    /// its title as `product`.
    #[oai(path = "/admin/products/sales", method = "post", operation_id = "set_sales")]
    async fn sales(
        &self,
        admin: Admin,
        /// Only tells what would be done.
        dry_run: Query<Option<bool>>,
        Json(form): Json<SaleForm>,
    ) -> Result<Json<SaleAnswer>, Problem> {
        let (actor, now, dry_run) = (admin.actor(), self.app.clock.now(), dry_run.unwrap_or(false));
        let (chosen, act) = form.read()?;
        let products = if dry_run {
            let ids: Vec<String> = chosen.into_iter().map(|product| product.id).collect();
            self.app.db.read(move |conn| sale::preview_sales(conn, &ids, &act, now)).await?
        } else {
            let written = self.app.db.write(move |tx| sale::set_sales(tx, &actor, &chosen, &act, now));
            written.await.map_err(|error: NotChanged| Problem::from(error))?
        };
        Ok(Json(SaleAnswer { dry_run, products: products.into_iter().map(ProductAnswer::of).collect() }))
    }
}

impl BulkChange {
    /// The change at a place of the list.
    fn read(self, place: usize) -> Result<VariantChange, Problem> {
        let content = self.content.map(|text| text.filter(|text| !text::is_blank(text)));
        let content = content.map_value(|text| text.parse::<Content>()).transpose();
        let content =
            content.map_err(|error| Problem::invalid(&format!("changes/{place}/content"), error.to_string()))?;
        Ok(VariantChange {
            variant_id: self.variant_id,
            price: self.price_in_cents.map(Cents),
            sale_price: self.sale_price_in_cents.map_value(Cents).into(),
            inventory_quantity: self.inventory_quantity,
            inventory_seen: self.inventory_seen,
            content: content.into(),
            gtin: self.gtin.into(),
        })
    }
}

impl SaleForm {
    fn read(self) -> Result<(Vec<Chosen>, Act), Problem> {
        let announce = |cut: fn(i64) -> Cut| {
            let value = self.value.ok_or_else(|| Problem::invalid("value", "is missing"))?;
            let starts_at = moment("starts_at", self.starts_at.as_deref())?;
            Ok::<_, Problem>(Act::Announce {
                cut: cut(value),
                starts_at,
                ends_at: moment("ends_at", self.ends_at.as_deref())?,
            })
        };
        let act = match self.act {
            SaleAct::PercentOff => announce(Cut::PercentOff)?,
            SaleAct::AmountOff => announce(|cents| Cut::AmountOff(Cents(cents)))?,
            SaleAct::Price => announce(|cents| Cut::Price(Cents(cents)))?,
            SaleAct::Remove => Act::Remove,
            SaleAct::Restore => Act::Restore(sales(&self.products)?),
        };
        let chosen = self.products.into_iter().map(|product| Chosen { id: product.id, revision: product.revision });
        Ok((chosen.collect(), act))
    }
}

fn sales(products: &[SaleProduct]) -> Result<HashMap<String, Option<Sale>>, Problem> {
    let mut sales = HashMap::new();
    for (n, product) in products.iter().enumerate() {
        for (m, sale) in product.sales.iter().enumerate() {
            let at = |name: &str| format!("products/{n}/sales/{m}/{name}");
            let starts_at = moment(&at("sale_starts_at"), sale.sale_starts_at.as_deref())?;
            let ends_at = moment(&at("sale_ends_at"), sale.sale_ends_at.as_deref())?;
            let given = sale.sale_price_in_cents.map(|cents| Sale { price: Cents(cents), starts_at, ends_at });
            sales.insert(sale.variant_id.clone(), given);
        }
    }
    Ok(sales)
}

fn moment(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let read = Timestamp::parse_local(text);
    read.map(Some).ok_or_else(|| Problem::invalid(field, "is no moment such as 2026-12-01T08:00"))
}

impl ProductAnswer {
    fn of(outcome: Outcome) -> Self {
        let Outcome { id, title, revision, refused, variants } = outcome;
        Self { id, title, revision, refused, variants: variants.into_iter().map(VariantAnswer::of).collect() }
    }
}

impl VariantAnswer {
    fn of(outcome: VariantOutcome) -> Self {
        let VariantOutcome { id, title, price, asked, ends_running, before, after } = outcome;
        let written = |moment: Option<Timestamp>| moment.map(Timestamp::to_rfc3339);
        Self {
            variant_id: id,
            title,
            price_in_cents: price.0,
            asked_in_cents: asked.0,
            ends_running_sale: ends_running,
            before_sale_price_in_cents: before.map(|sale| sale.price.0),
            before_sale_starts_at: written(before.and_then(|sale| sale.starts_at)),
            before_sale_ends_at: written(before.and_then(|sale| sale.ends_at)),
            sale_price_in_cents: after.map(|sale| sale.price.0),
            sale_starts_at: written(after.and_then(|sale| sale.starts_at)),
            sale_ends_at: written(after.and_then(|sale| sale.ends_at)),
        }
    }
}
