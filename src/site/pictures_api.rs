//! The pictures of the site at the desk: the owner's in place of those that came along.

use std::io;
use std::sync::Arc;

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};
use serde_json::json;
use tokio::runtime::Handle;

use crate::app::{App, Shared};
use crate::audit::{self, Actor};
use crate::auth::guard::Admin;
use crate::db;
use crate::mirror;
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
    /// What was sent is no picture of the site.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// There is nothing to be put back.
    #[error("the picture is the one that came along")]
    NotOwn,
    /// The disk.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It is not in the bucket.
    #[error(transparent)]
    Mirror(#[from] mirror::Error),
    /// The log could not be written.
    #[error(transparent)]
    Db(#[from] db::Error),
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Settings")]
impl PicturesApi {
    /// Every picture of the site
    #[oai(path = "/site-pictures", method = "get", operation_id = "list_site_pictures")]
    #[expect(clippy::unused_async, reason = "every operation is")]
    async fn list(&self, _admin: Admin) -> Json<SitePictureList> {
        self.shown()
    }

    /// Shows another picture of at most 8 MiB in the place of one of the site
    #[oai(path = "/site-pictures/:name", method = "put", operation_id = "replace_site_picture")]
    async fn replace(
        &self,
        admin: Admin,
        name: Path<String>,
        picture: PictureFile,
    ) -> Result<Json<SitePictureList>, Problem> {
        let (app, actor, sent) = (self.app.clone(), admin.actor(), picture.bytes());
        // In its turn to the end: what one has staged, nobody else may put in its place.
        let gone = self.app.uploads.read(move || replace(&app, actor, name.0, &sent)).await??;
        self.forget(gone).await;
        Ok(self.shown())
    }

    /// Shows the picture that came with the site again
    #[oai(path = "/site-pictures/:name", method = "delete", operation_id = "put_back_site_picture")]
    async fn put_back(&self, admin: Admin, name: Path<String>) -> Result<Json<SitePictureList>, Problem> {
        let (app, actor) = (self.app.clone(), admin.actor());
        let gone = self.app.uploads.read(move || put_back(&app, actor, name.0)).await??;
        self.forget(gone).await;
        Ok(self.shown())
    }
}

impl SitePictureList {
    fn of(shelf: &Shelf) -> Self {
        let one = |name: String| SitePicture { own: shelf.own.contains(&name), name };
        Self { version: version(shelf), pictures: pictures::names().map(one).collect() }
    }
}

impl PicturesApi {
    /// What a second machine still shows for a while if that fails.
    async fn forget(&self, gone: Vec<String>) {
        if let Err(error) = self.app.mirror.forget(gone).await {
            tracing::warn!(%error, "a picture of before is still in the bucket");
        }
    }

    fn shown(&self) -> Json<SitePictureList> {
        Json(SitePictureList::of(&self.app.pictures.shelf()))
    }
}

/// Whoever writes to the database waits for a file that is renamed, not for one that is written.
/// Answers the files that are gone.
fn replace(app: &App, actor: Actor, name: String, sent: &[u8]) -> Result<Vec<String>, NotReplaced> {
    let file = Library::take(&name, sent)?;
    app.pictures.stage(&name, &file)?;
    Handle::current().block_on(app.mirror.carry_as(&Library::put_file(&name), file))?;
    write_down(app, actor, "picture.replaced", name, |library, name| Ok(library.put(name)?))
}

fn put_back(app: &App, actor: Actor, name: String) -> Result<Vec<String>, NotReplaced> {
    write_down(app, actor, "picture.put_back", name, |library, name| {
        let gone = library.put_back(name)?;
        if gone.is_empty() { Err(NotReplaced::NotOwn) } else { Ok(gone) }
    })
}

/// `act` is the last thing of its transaction: what cannot be done is not in the log. The next page shows it.
fn write_down(
    app: &App,
    actor: Actor,
    kind: &'static str,
    name: String,
    act: fn(&Library, &str) -> Result<Vec<String>, NotReplaced>,
) -> Result<Vec<String>, NotReplaced> {
    let (library, now) = (Arc::clone(&app.pictures), app.clock.now());
    let gone = app.db.write_blocking(move |tx| {
        audit::record(tx, &actor, kind, &name, &json!({}), now)?;
        act(&library, &name)
    })?;
    app.pictures.sync()?;
    app.pictures.refresh();
    Ok(gone)
}

impl From<NotReplaced> for Problem {
    fn from(error: NotReplaced) -> Self {
        match error {
            NotReplaced::NotOwn => Self::new(Code::NotFound),
            NotReplaced::NotTaken(error) => error.into(),
            NotReplaced::Mirror(error) => error.into(),
            NotReplaced::File(error) if error.kind() == io::ErrorKind::StorageFull => {
                tracing::error!(%error, "a picture was refused");
                Self::new(Code::StorageFull).detail(error.to_string())
            }
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
