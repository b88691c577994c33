//! The pictures of the site at the desk: the owner's in place of those that came along.

use std::io;
use std::sync::Arc;

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};
use serde_json::json;

use crate::accounts::guard::Admin;
use crate::app::Shared;
use crate::audit::{self, Actor};
use crate::clock::Timestamp;
use crate::db::{self, Tx};
use crate::pictures::sent::PictureFile;
use crate::pictures::{self, Library, NotTaken, Shelf};
use crate::problem::{Code, Problem};
use crate::site::pages::pictures::version;

/// The endpoints of the site's pictures.
pub struct PicturesApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The owner's desk: settings.
    Settings,
}

/// A picture of the site.
#[derive(Object)]
struct SitePicture {
    /// Such as `gallery-03`.
    name: String,
    /// Whether it is the owner's.
    own: bool,
}

/// Every picture of the site.
#[derive(Object)]
struct SitePictureList {
    /// Of all of them as they are now, for their addresses.
    version: String,
    /// As the pages show them.
    pictures: Vec<SitePicture>,
}

/// A picture was not replaced.
#[derive(Debug, thiserror::Error)]
enum NotReplaced {
    /// There is nothing to be put back.
    #[error("the picture is the one that came along")]
    NotOwn,
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The log could not be written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Settings")]
impl PicturesApi {
    /// Every picture of the site
    #[oai(path = "/site-pictures", method = "get", operation_id = "list_site_pictures")]
    async fn list(&self, _admin: Admin) -> Result<Json<SitePictureList>, Problem> {
        self.shown().await
    }

    /// Shows another picture of at most 8 MiB in the place of one of the site
    #[oai(path = "/site-pictures/:name", method = "put", operation_id = "replace_site_picture")]
    async fn replace(
        &self,
        admin: Admin,
        name: Path<String>,
        picture: PictureFile,
    ) -> Result<Json<SitePictureList>, Problem> {
        let (wanted, sent) = (name.0.clone(), picture.bytes());
        let file = self.app.uploads.read(move || Library::take(&wanted, &sent)).await??;
        let (library, actor, now) = (Arc::clone(&self.app.pictures), admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| replace(tx, &library, &actor, &name, &file, now)).await?;
        self.shown().await
    }

    /// Shows the picture that came with the site again
    #[oai(path = "/site-pictures/:name", method = "delete", operation_id = "put_back_site_picture")]
    async fn put_back(&self, admin: Admin, name: Path<String>) -> Result<Json<SitePictureList>, Problem> {
        let (library, actor, now) = (Arc::clone(&self.app.pictures), admin.actor(), self.app.clock.now());
        self.app.db.write(move |tx| put_back(tx, &library, &actor, &name, now)).await?;
        self.shown().await
    }
}

impl SitePictureList {
    fn of(shelf: &Shelf) -> Self {
        let one = |name: String| SitePicture { own: shelf.own.contains(&name), name };
        Self { version: version(shelf), pictures: pictures::names().map(one).collect() }
    }
}

impl PicturesApi {
    /// Looks at the owner's files, so that the next page shows them.
    async fn shown(&self) -> Result<Json<SitePictureList>, Problem> {
        let library = Arc::clone(&self.app.pictures);
        let look = move || {
            library.refresh();
            library.shelf()
        };
        Ok(Json(SitePictureList::of(&*self.app.uploads.read(look).await?)))
    }
}

/// The file is the last thing that is done: what cannot be written is not in the log.
fn replace(
    tx: &Tx<'_>,
    library: &Library,
    actor: &Actor,
    name: &str,
    file: &[u8],
    now: Timestamp,
) -> Result<(), NotReplaced> {
    audit::record(tx, actor, "picture.replaced", name, &json!({}), now)?;
    Ok(library.put(name, file)?)
}

fn put_back(tx: &Tx<'_>, library: &Library, actor: &Actor, name: &str, now: Timestamp) -> Result<(), NotReplaced> {
    audit::record(tx, actor, "picture.put_back", name, &json!({}), now)?;
    if library.put_back(name)? { Ok(()) } else { Err(NotReplaced::NotOwn) }
}

impl From<NotReplaced> for Problem {
    fn from(error: NotReplaced) -> Self {
        match error {
            NotReplaced::NotOwn => Self::new(Code::NotFound),
            NotReplaced::File(error) => Self::internal(&error),
            NotReplaced::Db(error) => error.into(),
        }
    }
}

impl From<NotTaken> for Problem {
    fn from(error: NotTaken) -> Self {
        match error {
            NotTaken::Name => Self::new(Code::NotFound),
            NotTaken::Picture(error) => error.into(),
        }
    }
}
