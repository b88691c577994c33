//! What shows that the firm is real, for everybody.

use poem_openapi::payload::Json;
use poem_openapi::{OpenApi, Tags};

use super::Proof;
use crate::app::Shared;
use crate::problem::Problem;

/// The endpoint of the sheet.
pub struct ProofApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
pub(super) enum Tag {
    /// What shows that the firm is real.
    Proof,
}

#[OpenApi(tag = "Tag::Proof")]
impl ProofApi {
    /// What the owner gave of licences, insurance, people and jobs
    #[oai(path = "/site/proof", method = "get", operation_id = "get_proof")]
    async fn get(&self) -> Result<Json<Proof>, Problem> {
        Ok(Json(self.app.db.read(super::find).await?))
    }
}
