//! The store service: the catalogue for shoppers, in the hosted store API's own format.

use std::str::FromStr;

use poem_openapi::OpenApi;
use poem_openapi::Tags;
use poem_openapi::param::{Header, Path, Query};
use poem_openapi::payload::Json;

use super::wire::{
    CardList, CollectionList, Currency, ProductAnswer, ProductList, Related, StoreOwner, StoreSettings, VariantList,
};
use super::{By, Error, Listing, Order, SortBy};
use crate::accounts::guard::Visitor;
use crate::app::Shared;
use crate::clock::Timestamp;
use crate::lang::Lang;
use crate::problem::{Code, Problem};

/// Ids in one request, at most.
const MAX_IDS: usize = 200;
/// Rows in one answer, at most.
const MAX_LIMIT: i64 = 200;
const DEFAULT_LIMIT: i64 = 50;
const DEFAULT_CARDS: i64 = 24;
/// Characters of a search, at most.
const MAX_SEARCH: usize = 100;

#[derive(Tags)]
enum Tag {
    /// The catalogue.
    Store,
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
            Error::Db(error) => error.into(),
        }
    }
}

#[OpenApi(prefix_path = "/store/:store_id", tag = "Tag::Store")]
impl StoreApi {
    /// Products in the store
    ///
    /// Texts are in `lang`, else in the language of the request, else in Spanish.
    #[oai(path = "/products", method = "get", operation_id = "list_products")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list_products(
        &self,
        /// The store.
        store_id: Path<String>,
        visitor: Visitor,
        /// Only these: product ids or variant ids, at most 200.
        #[oai(name = "ids[]", default)]
        ids: Query<Vec<String>>,
        /// How many to leave out at the beginning, from 0.
        offset: Query<Option<String>>,
        /// How many to show, 1 to 200; 50 when absent.
        limit: Query<Option<String>>,
        /// `ASC` (when absent) or `DESC`.
        order: Query<Option<String>>,
        /// `order` (when absent), `title`, `price`, `created_at` or `updated_at`.
        sort_by: Query<Option<String>>,
        /// `true`: the hidden ones instead, for administrators.
        is_hidden: Query<Option<String>>,
        /// Only those created until then: RFC 3339, or a day, its end included (UTC).
        to_date: Query<Option<String>>,
        /// Only those in which every word of this text begins a word; at most 100 characters.
        q: Query<Option<String>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<ProductList>, Problem> {
        self.is_this_store(&store_id)?;
        let hidden = match is_hidden.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(bad("is_hidden", "takes true or false")),
        };
        if hidden && !visitor.0.is_some_and(|signed_in| signed_in.is_admin) {
            return Err(Problem::new(Code::Forbidden));
        }
        let listing = Listing {
            ids: id_list("ids[]", ids.0)?,
            kind: None,
            q: search_text(q.0)?,
            created_until: to_date.as_deref().map(moment).transpose()?,
            hidden,
            sort_by: sort_by.as_deref().map_or(Ok(SortBy::default()), sort_key)?,
            order: order.as_deref().map_or(Ok(Order::default()), direction)?,
            offset: offset_of(offset.as_deref())?,
            limit: limit_of(limit.as_deref(), DEFAULT_LIMIT)?,
            lang: language(lang.as_deref(), accept_language.as_deref())?,
        };
        Ok(Json(self.app.db.read(move |conn| super::list(conn, &listing)).await?))
    }

    /// Products as the shop's own pages show them
    #[oai(path = "/cards", method = "get", operation_id = "list_cards")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list_cards(
        &self,
        /// The store.
        store_id: Path<String>,
        /// Only those of the type with this Spanish name.
        r#type: Query<Option<String>>,
        /// Only those in which every word of this text begins a word; at most 100 characters.
        q: Query<Option<String>>,
        /// How many to leave out at the beginning, from 0.
        offset: Query<Option<String>>,
        /// How many to show, 1 to 200; 24 when absent.
        limit: Query<Option<String>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<CardList>, Problem> {
        self.is_this_store(&store_id)?;
        let listing = Listing {
            kind: r#type.0.filter(|kind| !kind.is_empty()),
            q: search_text(q.0)?,
            offset: offset_of(offset.as_deref())?,
            limit: limit_of(limit.as_deref(), DEFAULT_CARDS)?,
            lang: language(lang.as_deref(), accept_language.as_deref())?,
            ..Listing::default()
        };
        Ok(Json(self.app.db.read(move |conn| super::cards(conn, &listing)).await?))
    }

    /// One product
    #[oai(path = "/products/:id", method = "get", operation_id = "get_product")]
    async fn get_product(
        &self,
        /// The store.
        store_id: Path<String>,
        /// The product's id or, with `field`, a value of that field.
        id: Path<String>,
        /// `sku` or `slug`: what `id` is.
        field: Query<Option<String>>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
        #[oai(name = "Accept-Language")] accept_language: Header<Option<String>>,
    ) -> Result<Json<ProductAnswer>, Problem> {
        self.is_this_store(&store_id)?;
        let by = match field.as_deref() {
            None => By::Id,
            Some("sku") => By::Sku,
            Some("slug") => By::Slug,
            Some(_) => return Err(bad("field", "takes sku or slug")),
        };
        let lang = language(lang.as_deref(), accept_language.as_deref())?;
        let found = self.app.db.read(move |conn| super::find_by(conn, by, &id, lang)).await?;
        found.map(|product| Json(ProductAnswer { product })).ok_or_else(|| Problem::new(Code::NotFound))
    }

    /// The products a product points to
    #[oai(path = "/products/:id/related", method = "get", operation_id = "list_related_products")]
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
    #[oai(path = "/variants", method = "get", operation_id = "list_variants")]
    async fn list_variants(
        &self,
        /// The store.
        store_id: Path<String>,
        /// `inventory_quantity`, the only one there is.
        fields: Query<Option<String>>,
        /// The products whose variants are meant, at most 200.
        #[oai(name = "product_ids[]", default)]
        product_ids: Query<Vec<String>>,
    ) -> Result<Json<VariantList>, Problem> {
        self.is_this_store(&store_id)?;
        if fields.as_deref().is_some_and(|fields| fields != "inventory_quantity") {
            return Err(bad("fields", "takes inventory_quantity"));
        }
        let product_ids = id_list("product_ids[]", product_ids.0)?;
        Ok(Json(self.app.db.read(move |conn| super::variants_stock(conn, &product_ids)).await?))
    }

    /// All collections
    #[oai(path = "/collections", method = "get", operation_id = "list_collections")]
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
    #[oai(path = "/settings", method = "get", operation_id = "get_store_settings")]
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

fn bad(field: &str, reason: &'static str) -> Problem {
    Problem::new(Code::BadRequest).detail(reason).with("field", field)
}

fn offset_of(given: Option<&str>) -> Result<i64, Problem> {
    number(given, 0, 0, i64::from(i32::MAX)).ok_or_else(|| bad("offset", "takes a number from 0"))
}

fn limit_of(given: Option<&str>, default: i64) -> Result<i64, Problem> {
    number(given, default, 1, MAX_LIMIT).ok_or_else(|| bad("limit", "takes a number from 1 to 200"))
}

fn number(given: Option<&str>, default: i64, min: i64, max: i64) -> Option<i64> {
    given.map_or(Some(default), |given| given.parse().ok()).filter(|n| (min..=max).contains(n))
}

fn id_list(field: &str, ids: Vec<String>) -> Result<Vec<String>, Problem> {
    let fits = ids.len() <= MAX_IDS && ids.iter().all(|id| (1..=100).contains(&id.len()));
    if fits { Ok(ids) } else { Err(bad(field, "takes at most 200 ids of 1 to 100 characters")) }
}

fn search_text(q: Option<String>) -> Result<Option<String>, Problem> {
    if q.as_ref().is_some_and(|q| q.chars().count() > MAX_SEARCH) {
        return Err(bad("q", "takes at most 100 characters"));
    }
    Ok(q)
}

fn sort_key(given: &str) -> Result<SortBy, Problem> {
    match given {
        "order" => Ok(SortBy::Order),
        "title" => Ok(SortBy::Title),
        "price" => Ok(SortBy::Price),
        "created_at" => Ok(SortBy::CreatedAt),
        "updated_at" => Ok(SortBy::UpdatedAt),
        _ => Err(bad("sort_by", "takes order, title, price, created_at or updated_at")),
    }
}

fn direction(given: &str) -> Result<Order, Problem> {
    match given {
        "ASC" => Ok(Order::Asc),
        "DESC" => Ok(Order::Desc),
        _ => Err(bad("order", "takes ASC or DESC")),
    }
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
        Some(code) => Lang::from_str(code).map_err(|_| bad("lang", "takes es, en, fr or ar")),
        None => Ok(accept_language.map_or(Lang::default(), Lang::negotiate)),
    }
}
