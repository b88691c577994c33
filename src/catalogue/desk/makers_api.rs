//! Makers over HTTP, for the owner.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::api::Tag;
use super::makers::{self, NotRemoved};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::catalogue::maker::Maker;
use crate::page::Page;
use crate::problem::{Code, Problem};

/// The endpoints of makers.
pub struct MakersApi {
    /// The program.
    pub app: Shared,
}

/// What is told of a maker.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct MakerForm {
    /// Its name or trade mark; 1–200 characters.
    name: String,
    /// Where it gets post; at most 300 characters.
    #[oai(default)]
    address: String,
    /// Its electronic address, for mail or of a page; at most 200 characters.
    #[oai(default)]
    contact: String,
    /// Whether it is established outside the Union.
    #[oai(default)]
    is_outside_eu: bool,
    /// Who answers in the Union for what it makes; at most 200 characters.
    #[oai(default)]
    eu_name: String,
    /// Where they get post; at most 300 characters.
    #[oai(default)]
    eu_address: String,
    /// Their electronic address; at most 200 characters.
    #[oai(default)]
    eu_contact: String,
}

/// A maker.
#[derive(Object)]
struct DeskMaker {
    /// What products name it by.
    slug: String,
    /// Its name or trade mark.
    name: String,
    /// Where it gets post.
    address: String,
    /// Its electronic address.
    contact: String,
    /// Whether it is established outside the Union.
    is_outside_eu: bool,
    /// Who answers in the Union for what it makes.
    eu_name: String,
    /// Where they get post.
    eu_address: String,
    /// Their electronic address.
    eu_contact: String,
    /// Whether everything is there that the law wants told.
    is_complete: bool,
    /// How many products name it.
    products: i64,
}

/// A page of makers.
#[derive(Object)]
struct DeskMakerList {
    /// How many there are.
    count: i64,
    /// How many were left out at the beginning.
    offset: i64,
    /// How many were asked for.
    limit: i64,
    /// By name.
    makers: Vec<DeskMaker>,
}

/// A maker was written.
#[derive(ApiResponse)]
enum Made {
    /// The maker.
    #[oai(status = 201)]
    Made(Json<DeskMaker>),
}

/// A maker is gone.
#[derive(ApiResponse)]
enum Gone {
    /// It is not there any more.
    #[oai(status = 204)]
    Gone,
}

/// Products that are to have a maker.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct AssignForm {
    /// Their ids, from 1 to 200.
    products: Vec<String>,
    /// The maker; null takes it away.
    maker: Option<String>,
}

/// How many products have another maker than before.
#[derive(Object)]
struct AssignAnswer {
    /// Products.
    changed: usize,
}

#[OpenApi(tag = "Tag::Products")]
impl MakersApi {
    /// Makers by name
    #[oai(path = "/admin/makers", method = "get", operation_id = "list_makers")]
    async fn list(
        &self,
        _admin: Admin,
        /// How many to skip, 0 or more.
        offset: Query<Option<i64>>,
        /// How many at most, 1–200.
        limit: Query<Option<i64>>,
    ) -> Result<Json<DeskMakerList>, Problem> {
        let Page { offset, limit } = Page::parse(offset.0, limit.0)?;
        let (count, found) = self.app.db.read(move |conn| makers::list(conn, offset, limit)).await?;
        let makers = found.into_iter().map(|(maker, products)| DeskMaker::new(maker, products)).collect();
        Ok(Json(DeskMakerList { count, offset, limit, makers }))
    }

    /// Writes a new maker
    #[oai(path = "/admin/makers", method = "post", operation_id = "create_maker")]
    async fn create(&self, admin: Admin, Json(form): Json<MakerForm>) -> Result<Made, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let maker = form.read(String::new());
        let made = self.app.db.write(move |tx| makers::create(tx, &actor, maker, now)).await?;
        Ok(Made::Made(Json(DeskMaker::new(made, 0))))
    }

    /// Writes a maker anew, for all its products
    #[oai(path = "/admin/makers/:slug", method = "put", operation_id = "change_maker")]
    async fn change(
        &self,
        admin: Admin,
        slug: Path<String>,
        Json(form): Json<MakerForm>,
    ) -> Result<Json<DeskMaker>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let maker = form.read(slug.0);
        let written = self.app.db.write(move |tx| {
            let maker = makers::change(tx, &actor, maker, now)?;
            let products = makers::product_count(tx, &maker.slug)?;
            Ok::<_, crate::catalogue::Error>(DeskMaker::new(maker, products))
        });
        Ok(Json(written.await?))
    }

    /// Takes away a maker that no product names
    ///
    /// 409 `maker_in_use` while one does.
    #[oai(path = "/admin/makers/:slug", method = "delete", operation_id = "delete_maker")]
    async fn remove(&self, admin: Admin, slug: Path<String>) -> Result<Gone, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| makers::remove(tx, &actor, &slug, now)).await?;
        Ok(Gone::Gone)
    }

    /// Gives many products a maker, or none of them
    #[oai(path = "/admin/products/makers", method = "post", operation_id = "assign_maker")]
    async fn assign(&self, admin: Admin, Json(form): Json<AssignForm>) -> Result<Json<AssignAnswer>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        let AssignForm { products, maker } = form;
        let written = self.app.db.write(move |tx| makers::assign(tx, &actor, &products, maker.as_deref(), now));
        Ok(Json(AssignAnswer { changed: written.await? }))
    }
}

impl MakerForm {
    fn read(self, slug: String) -> Maker {
        let Self { name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact } = self;
        Maker { slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact }
    }
}

impl DeskMaker {
    fn new(maker: Maker, products: i64) -> Self {
        let is_complete = maker.is_complete();
        let Maker { slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact } = maker;
        Self { slug, name, address, contact, is_outside_eu, eu_name, eu_address, eu_contact, is_complete, products }
    }
}

impl From<NotRemoved> for Problem {
    fn from(error: NotRemoved) -> Self {
        match error {
            NotRemoved::InUse => Self::new(Code::MakerInUse),
            NotRemoved::Catalogue(error) => error.into(),
        }
    }
}
