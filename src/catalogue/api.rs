//! The store service: the catalogue for shoppers, in the hosted store API's own format.

use std::borrow::Cow;
use std::str::FromStr;

use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Enum, OpenApi, Tags};

use super::wire::{
    CardList, CollectionList, Currency, ProductAnswer, ProductList, Related, StoreOwner, StoreSettings, VariantList,
};
use super::{By, Direction, Error, Listing, SortBy, chosen};
use crate::app::Shared;
use crate::auth::guard::Visitor;
use crate::clock::Timestamp;
use crate::counts;
use crate::lang::Lang;
use crate::problem::{Code, Problem};

const DEFAULT_LIMIT: i64 = 50;
const DEFAULT_CARDS: i64 = 24;

#[derive(Tags)]
enum Tag {
    /// The catalogue.
    Store,
}

/// What a product can be looked up by besides its id.
#[derive(Enum)]
#[oai(rename = "ProductLookUp", rename_all = "snake_case")]
enum LookUp {
    /// The SKU of one of its variants.
    Sku,
    /// Its slug.
    Slug,
}

/// What can be asked of variants.
#[derive(Enum)]
#[oai(rename_all = "snake_case")]
enum VariantField {
    /// Units in stock.
    InventoryQuantity,
}

/// The store service.
pub struct StoreApi {
    /// The program.
    pub app: Shared,
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid { field, reason } => Self::invalid(&field, reason),
            Error::NotFound => Self::new(Code::NotFound),
            Error::Importing => Self::new(Code::ImportRunning),
            Error::Db(error) => error.into(),
        }
    }
}

#[OpenApi(tag = "Tag::Store")]
impl StoreApi {
    /// Products in the store
    ///
    /// Texts are in `lang`, else in the language of the request, else in Spanish.
    #[oai(path = "/store/:store_id/products", method = "get", operation_id = "list_products")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list_products(
        &self,
        /// The store.
        store_id: Path<String>,
        visitor: Visitor,
        /// Only these: product ids or variant ids, at most 200.
        #[oai(name = "ids[]", default, validator(max_items = 200))]
        ids: Query<Vec<String>>,
        /// How many to leave out at the beginning, from 0.
        #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
        offset: Query<Option<i64>>,
        /// How many to show, 1 to 200; 50 when absent.
        #[oai(validator(minimum(value = "1"), maximum(value = "200")))]
        limit: Query<Option<i64>>,
        /// `ASC` (when absent) or `DESC`.
        order: Query<Option<Direction>>,
        /// `order` (when absent), `title`, `price`, `created_at` or `updated_at`.
        sort_by: Query<Option<SortBy>>,
        /// `true`: the hidden ones instead, for administrators.
        is_hidden: Query<Option<bool>>,
        /// Only those created until then: RFC 3339, or a day, its end included (UTC).
        to_date: Query<Option<String>>,
        /// Only those with each word of this text, its plural, or what begins with it; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<ProductList>, Problem> {
        self.is_this_store(&store_id)?;
        let hidden = is_hidden.unwrap_or_default();
        if hidden && !visitor.0.is_some_and(|signed_in| signed_in.is_admin) {
            return Err(Problem::new(Code::Forbidden));
        }
        let listing = Listing {
            ids: ids.0,
            q: q.0,
            created_until: to_date.as_deref().map(moment).transpose()?,
            hidden,
            sort_by: sort_by.unwrap_or_default(),
            order: order.unwrap_or_default(),
            offset: offset.unwrap_or(0),
            limit: limit.unwrap_or(DEFAULT_LIMIT),
            lang: language(lang.as_deref(), accept_language.as_deref())?,
            ..Listing::default()
        };
        Ok(Json(self.app.db.read(move |conn| super::list(conn, &listing)).await?))
    }

    /// Products as the shop's own pages show them
    #[oai(path = "/store/:store_id/cards", method = "get", operation_id = "list_cards")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list_cards(
        &self,
        http: &poem::Request,
        /// The store.
        store_id: Path<String>,
        /// Only those of the type with this Spanish name.
        r#type: Query<Option<String>>,
        /// Only those with each word of this text, its plural, or what begins with it; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// Only these, by product id, at most 200.
        #[oai(name = "ids[]", default, validator(max_items = 200))]
        ids: Query<Vec<String>>,
        /// Only those that cost so many cents or more.
        #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
        price_from: Query<Option<i64>>,
        /// Only those that cost so many cents or less.
        #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
        price_to: Query<Option<i64>>,
        /// `true`: only those that can be had now.
        in_stock: Query<Option<bool>>,
        /// Only those with one of these values for each option that is named, such as `Color:Rojo`, in Spanish; at most 12.
        #[oai(default)]
        option: Query<Vec<String>>,
        /// `order` (when absent), `title`, `price`, `created_at` or `updated_at`.
        sort_by: Query<Option<SortBy>>,
        /// `ASC` (when absent) or `DESC`.
        order: Query<Option<Direction>>,
        /// `true`: counts what the list can be narrowed down to.
        facets: Query<Option<bool>>,
        /// How many to leave out at the beginning, from 0.
        #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
        offset: Query<Option<i64>>,
        /// How many to show, 1 to 200; 24 when absent.
        #[oai(validator(minimum(value = "1"), maximum(value = "200")))]
        limit: Query<Option<i64>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<CardList>, Problem> {
        self.is_this_store(&store_id)?;
        let listing = Listing {
            kind: r#type.0.filter(|kind| !kind.is_empty()),
            q: q.0,
            ids: ids.0,
            price_from: price_from.0,
            price_to: price_to.0,
            in_stock: in_stock.unwrap_or_default(),
            options: chosen(option.iter().map(String::as_str))
                .ok_or_else(|| bad("option", "takes up to 12 options with their values, such as Color:Rojo"))?,
            faceted: facets.unwrap_or_default(),
            sort_by: sort_by.unwrap_or_default(),
            order: order.unwrap_or_default(),
            offset: offset.unwrap_or(0),
            limit: limit.unwrap_or(DEFAULT_CARDS),
            lang: language(lang.as_deref(), accept_language.as_deref())?,
            ..Listing::default()
        };
        // The store's own page asks for facets, and counts when it shows a search that nothing answers: once a day, however often
        // it is shown.
        let missed = listing.q.clone().filter(|_| listing.is_mere_search() && counts::is_somebody(http));
        let cards = self.app.db.read(move |conn| super::cards(conn, &listing)).await?;
        if let Some(search) = missed.filter(|_| cards.count == 0) {
            self.app.counts.count_missed(&search, self.app.clock.now());
        }
        Ok(Json(cards))
    }

    /// One product
    #[oai(path = "/store/:store_id/products/:id", method = "get", operation_id = "get_product")]
    async fn get_product(
        &self,
        /// The store.
        store_id: Path<String>,
        /// The product's id or, with `field`, a value of that field.
        id: Path<String>,
        /// `sku` or `slug`: what `id` is.
        field: Query<Option<LookUp>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<ProductAnswer>, Problem> {
        self.is_this_store(&store_id)?;
        let by = match field.0 {
            None => By::Id,
            Some(LookUp::Sku) => By::Sku,
            Some(LookUp::Slug) => By::Slug,
        };
        let lang = language(lang.as_deref(), accept_language.as_deref())?;
        let found = self.app.db.read(move |conn| super::find_by(conn, by, &id, lang)).await?;
        found.map(|product| Json(ProductAnswer { product })).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// The products a product points to
    #[oai(path = "/store/:store_id/products/:id/related", method = "get", operation_id = "list_related_products")]
    async fn list_related(
        &self,
        /// The store.
        store_id: Path<String>,
        /// The product.
        id: Path<String>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<Related>, Problem> {
        self.is_this_store(&store_id)?;
        let lang = language(lang.as_deref(), accept_language.as_deref())?;
        let found = self.app.db.read(move |conn| super::related(conn, &id, lang)).await?;
        found.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// Fresh stock numbers
    #[oai(path = "/store/:store_id/variants", method = "get", operation_id = "list_variants")]
    async fn list_variants(
        &self,
        /// The store.
        store_id: Path<String>,
        /// `inventory_quantity`, the only one there is.
        #[oai(name = "fields")]
        _fields: Query<Option<VariantField>>,
        /// The products whose variants are meant, at most 200.
        #[oai(name = "product_ids[]", default, validator(max_items = 200))]
        product_ids: Query<Vec<String>>,
    ) -> Result<Json<VariantList>, Problem> {
        self.is_this_store(&store_id)?;
        Ok(Json(self.app.db.read(move |conn| super::variants_stock(conn, &product_ids)).await?))
    }

    /// All collections
    #[oai(path = "/store/:store_id/collections", method = "get", operation_id = "list_collections")]
    async fn list_collections(
        &self,
        /// The store.
        store_id: Path<String>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<CollectionList>, Problem> {
        self.is_this_store(&store_id)?;
        let lang = language(lang.as_deref(), accept_language.as_deref())?;
        Ok(Json(self.app.db.read(move |conn| super::collections(conn, &store_id, lang)).await?))
    }

    /// How the store is set up
    #[oai(path = "/store/:store_id/settings", method = "get", operation_id = "get_store_settings")]
    #[expect(clippy::unused_async, reason = "every operation is async")]
    async fn get_settings(
        &self,
        /// The store.
        store_id: Path<String>,
    ) -> Result<Json<StoreSettings>, Problem> {
        self.is_this_store(&store_id)?;
        Ok(Json(StoreSettings {
            store_id: store_id.0,
            store_owner: StoreOwner { language: Lang::default().code().to_owned() },
            currency: Currency::euro(),
            languages: Lang::ALL.map(|lang| lang.code().to_owned()).to_vec(),
        }))
    }

    fn is_this_store(&self, store_id: &str) -> Result<(), Problem> {
        if store_id == self.app.config.store_id { Ok(()) } else { Err(Problem::new(Code::NotFound)) }
    }
}

fn bad(field: &str, reason: impl Into<Cow<'static, str>>) -> Problem {
    Problem::new(Code::BadRequest).detail(reason).with("field", field)
}

/// A moment, or the last millisecond of a day in UTC.
fn moment(given: &str) -> Result<Timestamp, Problem> {
    let last_of_day = || {
        let is_day = given.len() == 10;
        Timestamp::parse_rfc3339(&format!("{given}T23:59:59.999Z")).filter(|_| is_day)
    };
    Timestamp::parse_rfc3339(given)
        .or_else(last_of_day)
        .ok_or_else(|| bad("to_date", "takes RFC 3339 or a day such as 2026-11-20"))
}

fn language(given: Option<&str>, accept_language: Option<&str>) -> Result<Lang, Problem> {
    match given {
        Some(code) => {
            Lang::from_str(code).map_err(|_| bad("lang", format!("takes {}", Lang::ALL.map(Lang::code).join(", "))))
        }
        None => Ok(accept_language.map_or(Lang::default(), Lang::negotiate)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_a_moment_or_a_whole_day() {
        for (given, expected) in [
            ("2026-11-20T10:00:00+01:00", Some("2026-11-20T09:00:00.000Z")),
            ("2026-11-20", Some("2026-11-20T23:59:59.999Z")),
            ("2026-02-30", None),
            ("2026-11", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(moment(given).ok().map(Timestamp::to_rfc3339).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn a_language_that_is_asked_for_must_be_ours() {
        assert_eq!(language(Some("ar"), Some("fr")).ok(), Some(Lang::Ar));
        assert_eq!(language(None, Some("fr-BE,de")).ok(), Some(Lang::Fr));
        assert_eq!(language(None, None).ok(), Some(Lang::Es));
        assert!(language(Some("de"), Some("fr")).is_err());
    }
}
