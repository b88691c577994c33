//! The desk's products over HTTP.

use std::io::ErrorKind;

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Attachment, AttachmentType, Binary, Json};
use poem_openapi::types::{Any, MaybeUndefined};
use poem_openapi::{ApiRequest, ApiResponse, Object, OpenApi, Tags};
use serde_json::{Value, json};

use super::bulk::VariantChange;
use super::imports::{self, Import, Imports};
use super::wire::{DeskForm, DeskProduct, DeskProductList, DeskVariantList, Standing};
use super::{Filter, NotChanged, ProductForm, Stock};
use crate::accounts::guard::{Admin, FreshAdmin};
use crate::app::Shared;
use crate::catalogue::draft::Status;
use crate::catalogue::import::{self, MissingPicture, Note, Policy, RowProblem, Summary};
use crate::catalogue::wire::ProductAnswer;
use crate::catalogue::{self, Error, export};
use crate::lang::Lang;
use crate::money::Cents;
use crate::page::Page;
use crate::pictures::sent::PictureFile;
use crate::pictures::{Library, media};
use crate::problem::{Code, Problem};
use crate::text;

/// The endpoints of the desk's products.
pub struct DeskApi {
    /// The program.
    pub app: Shared,
    /// The product file that is being imported.
    pub imports: Imports,
}

#[derive(Tags)]
enum Tag {
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

/// What a variant is to cost and how many there are to be; what is absent stays.
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

/// A product file.
#[derive(ApiRequest)]
enum ProductFile {
    /// Shopify's or `WooCommerce`'s product CSV, or our own export.
    #[oai(content_type = "text/csv")]
    Csv(Binary<Vec<u8>>),
}

/// Something worth knowing about a row.
#[derive(Object)]
struct ImportNote {
    /// The row as a spreadsheet shows it.
    row: u64,
    /// One English sentence.
    message: String,
    /// The same for a page to say in its own language.
    code: Option<String>,
    /// The values in it.
    params: Option<Any<Value>>,
}

/// What is wrong with a row.
#[derive(Object)]
struct ImportProblem {
    /// The row as a spreadsheet shows it; 0 for the file as a whole.
    row: u64,
    /// The column as the file calls it; empty for the row as a whole.
    column: String,
    /// What is wrong, in English.
    message: String,
}

/// What an import did, or would do.
#[derive(Object)]
struct ImportReport {
    /// Whether nothing was written.
    dry_run: bool,
    /// `manetes`, `shopify` or `woocommerce`.
    format: String,
    /// Products that are new.
    created: usize,
    /// Products that differ now.
    changed: usize,
    /// Products that are as they were.
    unchanged: usize,
    /// Products that were left out because of a row.
    left_out: usize,
    /// The first hundred of their problems.
    problems: Vec<ImportProblem>,
    /// Pictures to be added by hand: product and address.
    missing_pictures: Vec<ImportNote>,
    /// What was decided where the file leaves something open.
    notes: Vec<ImportNote>,
}

/// How far an import is.
#[derive(Object)]
struct ImportState {
    /// What it is asked for by.
    id: String,
    /// Products that are done.
    done: usize,
    /// Products of the file.
    total: usize,
    /// What it did; null while it goes on.
    report: Option<ImportReport>,
}

/// An import has begun.
#[derive(ApiResponse)]
enum Begun {
    /// How far it is.
    #[oai(status = 202)]
    Begun(Json<ImportState>),
}

/// A picture of this site.
#[derive(Object)]
struct KeptPicture {
    /// For `images` of a product; `?w=` takes it smaller.
    url: String,
    /// Pixels from side to side.
    width: u32,
    /// Pixels from top to bottom.
    height: u32,
}

/// A picture was kept.
#[derive(ApiResponse)]
enum Kept {
    /// Where it is.
    #[oai(status = 201)]
    Kept(Json<KeptPicture>),
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
        status: Query<Option<Standing>>,
        /// Only those that have few left, or none.
        stock: Query<Option<Stock>>,
        /// Only those left out of the store, or only those that are not.
        hidden: Query<Option<bool>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<DeskProductList>, Problem> {
        let filter = Filter { q: q.0, status: status.0.map(Status::from), hidden: hidden.0, stock: stock.0 };
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        Ok(Json(self.app.db.read(move |conn| super::list(conn, &filter, offset, limit)).await?))
    }

    /// Makes a product
    #[oai(path = "/products", method = "post", operation_id = "create_product")]
    async fn create(&self, admin: Admin, Json(form): Json<DeskForm>) -> Result<Made, Problem> {
        let (form, actor, now) = (form.read()?, admin.actor(), self.app.clock.now());
        pictures_are_here(&self.app.pictures, &form)?;
        let made = self.app.db.write(move |tx| super::create(tx, &actor, &form, now)).await.map_err(as_sent)?;
        Ok(Made::Made(Json(made)))
    }

    /// A product, whole
    #[oai(path = "/products/:id", method = "get", operation_id = "get_desk_product")]
    async fn get(&self, _admin: Admin, id: Path<String>) -> Result<Json<DeskProduct>, Problem> {
        let found = self.app.db.read(move |conn| super::find(conn, &id)).await?;
        found.map(Json).ok_or_else(|| Problem::new(Code::NotFound))
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
        pictures_are_here(&self.app.pictures, &form)?;
        Ok(Json(self.app.db.write(move |tx| super::change(tx, &actor, &id, &form, now)).await?))
    }

    /// Deletes a product: orders keep what they sold
    #[oai(path = "/products/:id", method = "delete", operation_id = "delete_product")]
    async fn delete(&self, admin: Admin, id: Path<String>) -> Result<Gone, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| catalogue::delete(tx, &actor, &id, now)).await?;
        Ok(Gone::Gone)
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

    /// Variants, for changing many at once
    #[oai(path = "/admin/variants", method = "get", operation_id = "list_desk_variants")]
    async fn list_variants(
        &self,
        _admin: Admin,
        /// Only those of products with each word of this text, its plural, or what begins with it; at most 100 characters.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<DeskVariantList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        Ok(Json(self.app.db.read(move |conn| super::list_variants(conn, q.as_deref(), offset, limit)).await?))
    }

    /// Changes prices and stock of many variants, or of none
    #[oai(path = "/admin/products/bulk", method = "post", operation_id = "change_variants")]
    async fn bulk(&self, admin: Admin, Json(form): Json<BulkForm>) -> Result<Json<BulkAnswer>, Problem> {
        let changes: Vec<VariantChange> = form.changes.into_iter().map(BulkChange::read).collect();
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let written = self.app.db.write(move |tx| super::change_variants(tx, &actor, &changes, now));
        Ok(Json(BulkAnswer { changed: written.await? }))
    }

    /// Begins to import a product file of at most 10,000 products and 20,000 variants; a dry run only tells
    ///
    /// All or nothing, unless `row_by_row` leaves out the products of rows that cannot be imported. What cannot be read is
    /// refused at once; `get_import` tells how it goes on. 409 `import_running` while another file is being imported.
    #[oai(path = "/admin/products/import", method = "post", operation_id = "import_products")]
    async fn import(
        &self,
        admin: FreshAdmin,
        /// Only tells what would be done.
        dry_run: Query<Option<bool>>,
        /// Imports the products that are sound and tells the others.
        row_by_row: Query<Option<bool>>,
        file: ProductFile,
    ) -> Result<Begun, Problem> {
        let ProductFile::Csv(Binary(bytes)) = file;
        let (actor, now, dry_run) = (admin.actor(), self.app.clock.now(), dry_run.unwrap_or(false));
        let policy = if row_by_row.unwrap_or(false) { Policy::RowByRow } else { Policy::AllOrNothing };
        let parsed = tokio::task::spawn_blocking(move || import::parse_with(policy, &bytes, now))
            .await
            .map_err(|error| Problem::internal(&error))?
            .map_err(|problems| refused(&problems))?;
        if let Some(told) = imports::too_large(&parsed) {
            return Err(Problem::new(Code::PayloadTooLarge).detail(told));
        }
        let begun = self.imports.begin(&self.app.db, actor, parsed, dry_run, now);
        let import = begun.ok_or_else(|| Problem::new(Code::ImportRunning))?;
        Ok(Begun::Begun(Json(ImportState::of(&import)?)))
    }

    /// How far an import is, and at its end what it did
    ///
    /// 422 `validation_failed` with the rows when nothing could be imported; 404 for one that a restart of the server
    /// has ended or that another one came after.
    #[oai(path = "/admin/products/import/:id", method = "get", operation_id = "get_import")]
    #[expect(clippy::unused_async, reason = "every operation is")]
    async fn get_import(&self, _admin: Admin, id: Path<String>) -> Result<Json<ImportState>, Problem> {
        let import = self.imports.find(&id).ok_or_else(|| Problem::new(Code::NotFound))?;
        Ok(Json(ImportState::of(&import)?))
    }

    /// Keeps a picture of at most 8 MiB, at most 1,200 pixels a side and without what else was in its file
    #[oai(path = "/admin/pictures", method = "post", operation_id = "send_picture")]
    async fn send_picture(&self, _admin: Admin, picture: PictureFile) -> Result<Kept, Problem> {
        let sent = picture.bytes();
        let (app, now) = (self.app.clone(), self.app.clock.now());
        let name = self.app.uploads.read(move || media::keep(&app.db, &app.data_dir, &sent, now)).await??;
        self.app.wakeups.pictures.notify_one();
        Ok(Kept::Kept(Json(KeptPicture { url: name.path(), width: name.width, height: name.height })))
    }

    /// Every product in a file that can be imported again
    #[oai(path = "/admin/products/export", method = "get", operation_id = "export_products")]
    async fn export(&self, _admin: FreshAdmin) -> Result<Attachment<Vec<u8>>, Problem> {
        let products = self.app.db.read_much(catalogue::export_all).await?;
        let mut file = Vec::new();
        export::write(&products, &mut file).map_err(|error| Problem::internal(&error))?;
        Ok(Attachment::new(file).attachment_type(AttachmentType::Attachment).filename("products.csv"))
    }
}

/// A page may stay open for longer than a picture is kept that nothing shows.
fn pictures_are_here(library: &Library, form: &ProductForm) -> Result<(), Problem> {
    for (n, image) in form.images.iter().flatten().enumerate() {
        let name = text::path(&image.url).strip_prefix("/media/").and_then(media::Name::parse);
        if name.is_some_and(|name| !library.media(&name, None, media::Kind::WebP).exists()) {
            return Err(Problem::invalid(&format!("images/{n}/url"), "is not here any more: send the picture again"));
        }
    }
    Ok(())
}

impl BulkChange {
    fn read(self) -> VariantChange {
        VariantChange {
            variant_id: self.variant_id,
            price: self.price_in_cents.map(Cents),
            sale_price: match self.sale_price_in_cents {
                MaybeUndefined::Undefined => None,
                MaybeUndefined::Null => Some(None),
                MaybeUndefined::Value(cents) => Some(Some(Cents(cents))),
            },
            inventory_quantity: self.inventory_quantity,
            inventory_seen: self.inventory_seen,
        }
    }
}

impl ImportNote {
    fn missing(picture: &MissingPicture) -> Self {
        let message = format!("{}: {}", picture.slug, picture.url);
        Self { row: picture.row, message, code: None, params: None }
    }

    fn of(note: &Note) -> Self {
        let mut said = serde_json::to_value(&note.remark).unwrap_or_default();
        Self {
            row: note.row,
            message: note.remark.to_string(),
            code: said["code"].as_str().map(str::to_owned),
            params: said.get_mut("params").map(|params| Any(params.take())),
        }
    }
}

impl ImportState {
    fn of(import: &Import) -> Result<Self, Problem> {
        let report = match import.outcome() {
            None => None,
            Some(Ok(summary)) => Some(ImportReport::new(import, summary)),
            Some(Err(import::Error::Problems(problems))) => return Err(refused(problems)),
            Some(Err(import::Error::Db(error))) => return Err(Problem::internal(error)),
        };
        Ok(Self { id: import.id.clone(), done: import.done(), total: import.total, report })
    }
}

impl ImportReport {
    fn new(import: &Import, summary: &Summary) -> Self {
        let missing = import.missing_pictures.iter();
        let notes = import.notes.iter().chain(&summary.notes);
        let problems = summary.problems.iter().take(PROBLEMS_TOLD).cloned();
        Self {
            dry_run: import.dry_run,
            format: serde_json::to_value(import.format)
                .ok()
                .and_then(|v| v.as_str().map(str::to_owned))
                .unwrap_or_default(),
            created: summary.created,
            changed: summary.changed,
            unchanged: summary.unchanged,
            left_out: summary.left_out,
            problems: problems
                .map(|RowProblem { row, column, message }| ImportProblem { row, column, message })
                .collect(),
            missing_pictures: missing.map(ImportNote::missing).collect(),
            notes: notes.map(ImportNote::of).collect(),
        }
    }
}

/// How many problems of a file are told; people mend them in this order.
const PROBLEMS_TOLD: usize = 100;

fn refused(problems: &[RowProblem]) -> Problem {
    let told: Vec<_> = problems.iter().take(PROBLEMS_TOLD).collect();
    let first = problems.first().map(ToString::to_string).unwrap_or_default();
    Problem::new(Code::ValidationFailed).detail(first).with("problems", json!(told)).with("count", problems.len())
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
            NotChanged::Meanwhile { changed, revision } => {
                Self::new(Code::ProductChanged).with("changed", changed).with("revision", revision)
            }
            NotChanged::Product(error) => as_sent(error).into(),
        }
    }
}

impl From<media::NotKept> for Problem {
    fn from(error: media::NotKept) -> Self {
        match error {
            media::NotKept::Picture(error) => error.into(),
            media::NotKept::File(error) if error.kind() != ErrorKind::StorageFull => Self::internal(&error),
            media::NotKept::Full | media::NotKept::File(_) => {
                tracing::error!(%error, "a picture was refused");
                Self::new(Code::StorageFull).detail(error.to_string())
            }
            media::NotKept::Db(error) => error.into(),
        }
    }
}
