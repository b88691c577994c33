//! What shows that the firm is real, at the owner's desk.

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::api::Tag;
use super::{Error, Proof};
use crate::app::Shared;
use crate::auth::guard::Admin;
use crate::problem::Problem;

/// The endpoint that saves the sheet; whoever edits it reads the public one.
pub struct DeskApi {
    /// The program.
    pub app: Shared,
}

#[OpenApi(prefix_path = "/admin", tag = "Tag::Proof")]
impl DeskApi {
    /// Puts a sheet in the place of the one before; the site shows it at once
    #[oai(path = "/proof", method = "put", operation_id = "save_proof")]
    async fn save(&self, admin: Admin, Json(proof): Json<Proof>) -> Result<Json<Proof>, Problem> {
        let (actor, now) = (admin.actor(), self.app.clock.now());
        Ok(Json(self.app.db.write(move |tx| super::save(tx, &actor, proof, now)).await?))
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Invalid { field, reason } => Self::invalid(&field, reason),
            Error::Db(error) => error.into(),
        }
    }
}
