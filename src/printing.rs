//! Papers over HTTP: drawn beside the threads that answer, and handed over under their names.

use poem::http::header;
use poem_openapi::ApiResponse;
use poem_openapi::payload::{Binary, Response};

use crate::paper;
use crate::problem::Problem;

/// A paper.
#[derive(ApiResponse)]
pub enum Printed {
    /// A PDF.
    #[oai(status = 200, content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
}

/// The answer with a paper, to be looked at at once or kept under `file_name`, which is ASCII. Drawing it takes some 10 ms.
pub async fn printed(
    pdf: impl FnOnce() -> Result<Vec<u8>, paper::Error> + Send + 'static,
    file_name: &str,
) -> Result<Response<Printed>, Problem> {
    let drawn = tokio::task::spawn_blocking(pdf).await;
    let pdf = drawn.map_err(|error| Problem::internal(&error))?.map_err(|error| Problem::internal(&error))?;
    Ok(Response::new(Printed::Pdf(Binary(pdf)))
        .header(header::CONTENT_DISPOSITION, format!("inline; filename=\"{file_name}\""))
        .header(header::CACHE_CONTROL, "no-store"))
}
