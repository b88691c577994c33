//! Files of the desk's products over HTTP: import, export, pictures and documents.

use std::io::ErrorKind;

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Attachment, AttachmentType, Binary, Json};
use poem_openapi::types::Any;
use poem_openapi::{ApiRequest, ApiResponse, Object, OpenApi};
use serde::Serialize;
use serde_json::{Value, json};

use super::api::Tag;
use super::imports::{self, Import, Imports};
use crate::app::Shared;
use crate::auth::guard::{Admin, FreshAdmin, FreshAdminToAct};
use crate::catalogue::import::{
    self, Difference, FieldDifference, MissingPicture, Note, Policy, RowProblem, Summary, VariantDifference,
};
use crate::catalogue::{self, export};
use crate::lang::Lang;
use crate::money::Cents;
use crate::pictures::sent::PictureFile;
use crate::pictures::{documents, media};
use crate::problem::{Code, Problem};

/// The endpoints of product files and pictures.
pub struct FilesApi {
    /// The program.
    pub app: Shared,
    /// The product file that is being imported.
    pub imports: Imports,
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
    /// The same for a page to say in its own language.
    code: String,
    /// The values in it.
    params: Option<Any<Value>>,
}

/// What becomes of a product.
#[derive(Object)]
struct ImportDifference {
    /// The row that begins it, as a spreadsheet shows it.
    row: u64,
    /// As it will be called.
    title: String,
    /// As it was called, where that is another name.
    old_title: Option<String>,
    /// Whether the shop did not have it.
    is_new: bool,
    /// The first of its variants whose price or stock is new.
    variants: Vec<ImportVariant>,
    /// How many more there are.
    more_variants: usize,
    /// The first of what else becomes another; none of a new product.
    fields: Vec<ImportField>,
    /// How many more there are.
    more_fields: usize,
}

/// What becomes of a field, of one text in one language or of one variant.
#[derive(Object)]
struct ImportField {
    /// Its name, as a product has it; one of a variant as a variant has it.
    field: String,
    /// The language of the text, where it is not Spanish.
    lang: Option<Lang>,
    /// The variant, where the product has several.
    variant: Option<String>,
    /// What stood there, of a long text what is around the first change; empty for nothing, null for what is no text.
    old: Option<String>,
    /// What will stand there.
    new: Option<String>,
}

/// What becomes of a variant; what stays is null.
#[derive(Object)]
struct ImportVariant {
    /// What it is called.
    title: String,
    /// What will be asked for it.
    price_in_cents: Option<i64>,
    /// What was asked for it; null for a new one.
    old_price_in_cents: Option<i64>,
    /// Units there will be; null also where nobody counts them.
    stock: Option<i64>,
    /// Units there were.
    old_stock: Option<i64>,
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
    /// The first fifty products that are new or differ.
    differences: Vec<ImportDifference>,
    /// The first hundred problems of those left out.
    problems: Vec<ImportProblem>,
    /// How many there are in all.
    problem_count: usize,
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

/// A PDF as it is sent; what it really is, its bytes say.
#[derive(ApiRequest)]
enum DocumentFile {
    /// By its own word.
    #[oai(content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
}

/// A document of this site.
#[derive(Object)]
struct KeptDocument {
    /// For `documents` of a product.
    url: String,
    /// How large it is.
    bytes: u64,
}

/// A document was kept.
#[derive(ApiResponse)]
enum DocumentKept {
    /// Where it is.
    #[oai(status = 201)]
    Kept(Json<KeptDocument>),
}

#[OpenApi(tag = "Tag::Products")]
impl FilesApi {
    /// Begins to import a product file of at most 10,000 products and 20,000 variants; a dry run only tells
    ///
    /// All or nothing, unless `row_by_row` leaves out the products of rows that cannot be imported. What cannot be read is
    /// refused at once; `get_import` tells how it goes on. 409 `import_running` while another file is being imported.
    #[oai(path = "/admin/products/import", method = "post", operation_id = "import_products")]
    async fn import(
        &self,
        admin: FreshAdminToAct,
        /// Only tells what would be done.
        dry_run: Query<Option<bool>>,
        /// Imports the products that are sound and tells the others.
        row_by_row: Query<Option<bool>>,
        file: ProductFile,
    ) -> Result<Begun, Problem> {
        let ProductFile::Csv(Binary(bytes)) = file;
        let (actor, now, dry_run) = (admin.actor(), self.app.clock.now(), dry_run.unwrap_or(false));
        let policy = if row_by_row.unwrap_or(false) { Policy::RowByRow } else { Policy::AllOrNothing };
        let parse = move || match import::parse_with(policy, &bytes, now) {
            Ok(parsed) => Ok((bytes, parsed)),
            Err(problems) => {
                let rest = import::parse_with(Policy::RowByRow, &bytes, now);
                Err(refused(&problems, rest.map_or(0, |parsed| parsed.products.len())))
            }
        };
        let (bytes, parsed) = tokio::task::spawn_blocking(parse).await.map_err(|error| Problem::internal(&error))??;
        if let Some(told) = imports::too_large(&parsed) {
            return Err(Problem::new(Code::PayloadTooLarge).detail(told));
        }
        let begun = self.imports.begin(&self.app.db, actor, bytes, parsed, dry_run, now)?;
        let import = begun.ok_or_else(|| Problem::new(Code::ImportRunning))?;
        Ok(Begun::Begun(Json(ImportState::of(&import)?)))
    }

    /// How far an import is, and at its end what it did
    ///
    /// 422 `validation_failed` with the rows when nothing could be imported; 404 for one that another came after, or a
    /// restart of the server, which goes on with it.
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
        self.app.mirror.carry(name.paths(media::Kind::WebP)).await?;
        self.app.wakeups.pictures.notify_one();
        Ok(Kept::Kept(Json(KeptPicture { url: name.path(), width: name.width, height: name.height })))
    }

    /// Keeps a PDF of at most 8 MiB as it is
    #[oai(path = "/admin/documents", method = "post", operation_id = "send_document")]
    async fn send_document(
        &self,
        _admin: Admin,
        /// What the file is called; readers keep it under a name like that.
        #[oai(validator(max_length = 300))]
        name: Query<Option<String>>,
        document: DocumentFile,
    ) -> Result<DocumentKept, Problem> {
        let DocumentFile::Pdf(Binary(sent)) = document;
        let (app, now) = (self.app.clone(), self.app.clock.now());
        let kept = self.app.uploads.read(move || documents::keep(&app.db, &app.data_dir, &sent, now)).await??;
        self.app.mirror.carry([kept.file()]).await?;
        let url = kept.path(&name.0.unwrap_or_default());
        Ok(DocumentKept::Kept(Json(KeptDocument { url, bytes: kept.bytes })))
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

impl ImportNote {
    fn missing(picture: &MissingPicture) -> Self {
        let message = format!("{}: {}", picture.slug, picture.url);
        Self { row: picture.row, message, code: None, params: None }
    }

    fn of(note: &Note) -> Self {
        let (code, params) = code_of(&note.remark);
        Self { row: note.row, message: note.remark.to_string(), code: Some(code), params }
    }
}

impl ImportProblem {
    fn of(RowProblem { row, column, fault }: &RowProblem) -> Self {
        let (code, params) = code_of(fault);
        Self { row: *row, column: column.clone(), message: fault.to_string(), code, params }
    }
}

impl ImportDifference {
    fn of(difference: &Difference) -> Self {
        let Difference { row, title, old_title, is_new, variants, more_variants, fields, more_fields } =
            difference.clone();
        let variants = variants.into_iter().map(ImportVariant::of).collect();
        let fields = fields.into_iter().map(ImportField::of).collect();
        Self { row, title, old_title, is_new, variants, more_variants, fields, more_fields }
    }
}

impl ImportField {
    fn of(FieldDifference { field, lang, variant, old, new }: FieldDifference) -> Self {
        Self { field: field.to_owned(), lang, variant, old, new }
    }
}

impl ImportVariant {
    fn of(VariantDifference { title, price, old_price, stock, old_stock }: VariantDifference) -> Self {
        let cents = |price: Option<Cents>| price.map(|Cents(cents)| cents);
        Self { title, price_in_cents: cents(price), old_price_in_cents: cents(old_price), stock, old_stock }
    }
}

/// How a page names what is said of a row, and the values in it.
fn code_of(said: &impl Serialize) -> (String, Option<Any<Value>>) {
    let mut said = serde_json::to_value(said).unwrap_or_default();
    let params = said.get_mut("params").map(|params| Any(params.take()));
    (said["code"].as_str().unwrap_or_default().to_owned(), params)
}

impl ImportState {
    fn of(import: &Import) -> Result<Self, Problem> {
        let report = match import.outcome() {
            None => None,
            Some(Ok(summary)) => Some(ImportReport::new(import, summary)),
            Some(Err(import::Error::Problems { problems, sound })) => return Err(refused(problems, *sound)),
            Some(Err(import::Error::Db(error))) => return Err(Problem::internal(error)),
            // The job that takes up imports goes on with it.
            Some(Err(import::Error::CutOff { why, .. })) => return Err(Problem::internal(why)),
        };
        Ok(Self { id: import.id.clone(), done: import.done(), total: import.total, report })
    }
}

impl ImportReport {
    fn new(import: &Import, summary: &Summary) -> Self {
        let missing = import.missing_pictures.iter();
        let notes = import.notes.iter().chain(&summary.notes);
        let problems = summary.problems.iter().take(PROBLEMS_TOLD);
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
            differences: summary.differences.iter().map(ImportDifference::of).collect(),
            problems: problems.map(ImportProblem::of).collect(),
            problem_count: summary.problems.len(),
            missing_pictures: missing.map(ImportNote::missing).collect(),
            notes: notes.map(ImportNote::of).collect(),
        }
    }
}

/// How many problems of a file are told; people mend them in this order.
const PROBLEMS_TOLD: usize = 100;

/// Nothing was imported; without the rows of these problems so many `sound` products could be.
fn refused(problems: &[RowProblem], sound: usize) -> Problem {
    let told: Vec<_> = problems.iter().take(PROBLEMS_TOLD).collect();
    let first = problems.first().map(ToString::to_string).unwrap_or_default();
    let refusal = Problem::new(Code::ValidationFailed).detail(first).with("problems", json!(told));
    refusal.with("count", problems.len()).with("sound", sound)
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

impl From<documents::NotKept> for Problem {
    fn from(error: documents::NotKept) -> Self {
        match error {
            documents::NotKept::NoPdf => Self::invalid("document", "is no whole PDF"),
            documents::NotKept::File(error) if error.kind() != ErrorKind::StorageFull => Self::internal(&error),
            documents::NotKept::Full | documents::NotKept::File(_) => {
                tracing::error!(%error, "a document was refused");
                Self::new(Code::StorageFull).detail(error.to_string())
            }
            documents::NotKept::Db(error) => error.into(),
        }
    }
}
