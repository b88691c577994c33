//! The desk's products over HTTP, one by one.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi, Tags};

use super::list_wire::{DeskProductList, RestoredProduct};
use super::wire::{DeskForm, DeskProduct};
use super::{Filter, Lack, NotChanged, ProductForm, Stock};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::catalogue::draft::ProductStatus;
use crate::catalogue::gone::{kept_since, restorable};
use crate::catalogue::wire::ProductAnswer;
use crate::catalogue::{self, Error, Restored};
use crate::lang::Lang;
use crate::page::Page;
use crate::pictures::{Library, documents, media};
use crate::problem::{Code, Problem};
use crate::text;

/// The endpoints of the desk's products.
pub struct DeskApi {
    /// The program.
    pub app: Shared,
}

/// The group of these operations and of those on many products.
#[derive(Tags)]
pub(super) enum Tag {
    /// The owner's desk: products.
    Products,
}

/// A product was made.
#[derive(ApiResponse)]
enum Made {
    /// The product.
    #[oai(status = 201)]
    Made(Json<DeskProduct>),
}

/// A product is gone.
#[derive(ApiResponse)]
enum Gone {
    /// It is not found any more.
    #[oai(status = 204)]
    Gone,
}

#[OpenApi(tag = "Tag::Products")]
impl DeskApi {
    /// Products of the desk, what was changed last first
    #[oai(path = "/products", method = "get", operation_id = "list_desk_products")]
    #[expect(clippy::too_many_arguments, reason = "one per parameter of the request")]
    async fn list(
        &self,
        _admin: Admin,
        /// Only those with each word of this text, its plural, or what begins with it; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// Only those that stand there.
        status: Query<Option<ProductStatus>>,
        /// Only those that have few left, or none.
        stock: Query<Option<Stock>>,
        /// Only those left out of the store, or only those that are not.
        hidden: Query<Option<bool>>,
        /// Only those in the store that lack this.
        lacks: Query<Option<Lack>>,
        /// Those that were deleted in the last 30 days instead, what was deleted last first.
        deleted: Query<Option<bool>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<DeskProductList>, Problem> {
        let deleted_since = deleted.0.unwrap_or_default().then(|| kept_since(self.app.clock.now()));
        let filter =
            Filter { q: q.0, status: status.0, hidden: hidden.0, stock: stock.0, lacks: lacks.0, deleted_since };
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        Ok(Json(self.app.db.read(move |conn| super::list(conn, &filter, offset, limit)).await?))
    }

    /// Makes a product
    #[oai(path = "/products", method = "post", operation_id = "create_product")]
    async fn create(&self, admin: Admin, Json(form): Json<DeskForm>) -> Result<Made, Problem> {
        let (form, actor, now) = (form.read()?, admin.actor(), self.app.clock.now());
        files_are_here(&self.app.pictures, &form)?;
        let made = self.app.db.write(move |tx| super::create(tx, &actor, &form, now)).await.map_err(as_sent)?;
        Ok(Made::Made(Json(made)))
    }

    /// A product, whole
    ///
    /// 404 with `product`, what it is called, and `restorable_until` where it was deleted and can be restored.
    #[oai(path = "/products/:id", method = "get", operation_id = "get_desk_product")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Result<Json<DeskProduct>, Problem> {
        let now = self.app.clock.now();
        let read = self.app.db.read(move |conn| match super::find(conn, &id)? {
            Some(product) => Ok(Ok(product)),
            None => restorable(conn, &id, now).map(Err),
        });
        read.await?.map(Json).map_err(|deleted| {
            let problem = Problem::new(Code::NotFound);
            let Some((title, until)) = deleted else { return problem };
            problem.with("product", title).with("restorable_until", until.to_rfc3339())
        })
    }

    /// Changes what is sent of a product
    ///
    /// 409 `product_changed` when somebody saved it after `revision`: `changed` says who and what.
    #[oai(path = "/products/:id", method = "patch", operation_id = "change_product")]
    async fn change(
        &self,
        admin: Admin,
        id: Path<String>,
        Json(form): Json<DeskForm>,
    ) -> Result<Json<DeskProduct>, Problem> {
        let (form, actor, now) = (form.read()?, admin.actor(), self.app.clock.now());
        files_are_here(&self.app.pictures, &form)?;
        Ok(Json(self.app.db.write(move |tx| super::change(tx, &actor, &id, &form, now)).await?))
    }

    /// Deletes a product: orders keep what they sold, and for 30 days it can be restored
    #[oai(path = "/products/:id", method = "delete", operation_id = "delete_product")]
    async fn delete(&self, admin: Admin, id: Path<String>) -> Result<Gone, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| catalogue::delete(tx, &actor, &id, now)).await?;
        Ok(Gone::Gone)
    }

    /// Brings a product back that was deleted in the last 30 days, as it was
    ///
    /// A SKU that another product has by now stays with that one.
    #[oai(path = "/admin/products/:id/restore", method = "post", operation_id = "restore_product")]
    async fn restore(&self, admin: Admin, id: Path<String>) -> Result<Json<RestoredProduct>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let restored = self.app.db.write(move |tx| catalogue::restore(tx, &actor, &id, now)).await?;
        let Restored { id, title, lost_skus } = restored;
        Ok(Json(RestoredProduct { id, title, lost_skus }))
    }

    /// A product as the store would show it, whether it is there or not
    #[oai(path = "/admin/products/:id/preview", method = "get", operation_id = "preview_product")]
    async fn preview(
        &self,
        _admin: Admin,
        id: Path<String>,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
    ) -> Result<Json<ProductAnswer>, Problem> {
        let lang: Lang = lang.0.as_deref().unwrap_or("es").parse().unwrap_or_default();
        let found = self.app.db.read(move |conn| super::preview(conn, &id, lang)).await?;
        found.map(|product| Json(ProductAnswer { product })).ok_or_else(|| Problem::new(Code::NotFound))
    }
}

/// A page may stay open for longer than a picture or a document is kept that nothing shows.
fn files_are_here(library: &Library, form: &ProductForm) -> Result<(), Problem> {
    for (n, image) in form.images.iter().flatten().enumerate() {
        let name = text::path(&image.url).strip_prefix("/media/").and_then(media::Name::parse);
        if name.is_some_and(|name| !library.media(&name, None, media::Kind::WebP).exists()) {
            return Err(Problem::invalid(&format!("images/{n}/url"), "is not here any more: send the picture again"));
        }
    }
    for (n, document) in form.documents.iter().flatten().enumerate() {
        let name = documents::Name::of_path(&document.url);
        if name.is_some_and(|name| !library.document(&name).exists()) {
            return Err(Problem::invalid(
                &format!("documents/{n}/url"),
                "is not here any more: send the document again",
            ));
        }
    }
    Ok(())
}

/// A refused field under the name it was sent with.
fn as_sent(error: Error) -> Error {
    let Error::Invalid { field, reason } = error else { return error };
    let (place, name) = field.rsplit_once('/').map_or(("", field.as_str()), |(place, name)| (place, name));
    let sent = match name {
        "price" => "price_in_cents",
        "sale_price" => "sale_price_in_cents",
        "weight" => "weight_grams",
        "tax_rate" => "tax_rate_bp",
        "info" => "additional_info",
        "fields" => "custom_fields",
        other => other,
    };
    let field = if place.is_empty() { sent.to_owned() } else { format!("{place}/{sent}") };
    let field = match field.split_once('/') {
        Some(("info", rest)) => format!("additional_info/{rest}"),
        Some(("fields", rest)) => format!("custom_fields/{rest}"),
        _ => field,
    };
    Error::Invalid { field, reason }
}

impl From<NotChanged> for Problem {
    fn from(error: NotChanged) -> Self {
        match error {
            NotChanged::Meanwhile { title, changed, revision } => {
                let problem = Self::new(Code::ProductChanged).with("changed", changed).with("revision", revision);
                problem.with("product", title)
            }
            NotChanged::Product(error) => as_sent(error).into(),
        }
    }
}
