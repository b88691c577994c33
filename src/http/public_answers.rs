//! Answers of the store service to whoever is not signed in: as small as the client takes them, and not sent again to who has
//! them. They hold nothing of anybody's, so that their length betrays no secret; whoever is signed in is answered as
//! everywhere in the API: as it is, to be kept nowhere.

use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use crate::app::Shared;
use crate::auth::guard;
use crate::problem::Problem;
use crate::site::pages::assets::accepted;
use crate::site::pages::document::{Document, not_modified};

/// Bytes that are not worth the work.
const SHORT: usize = 1000;

/// Has `next` answer, and makes the answer shorter where it is such a one.
pub(super) async fn pass<E>(app: Shared, next: &E, request: Request) -> poem::Result<Response>
where
    E: Endpoint,
    E::Output: IntoResponse,
{
    let is_public = request.method() == Method::GET
        && request.original_uri().path().starts_with("/api/store/")
        && guard::access_token(&request, &app.config.base_url).is_none();
    let mut asked = Request::default();
    if is_public {
        asked.headers_mut().clone_from(request.headers());
    }
    let answer = next.call(request).await?.into_response();
    if is_public && answer.status() == StatusCode::OK { Ok(shorten(&asked, answer).await?) } else { Ok(answer) }
}

async fn shorten(asked: &Request, mut answer: Response) -> Result<Response, Problem> {
    let text = answer.take_body().into_string().await.map_err(|error| Problem::internal(&error))?;
    let mut document = Document::plain(StatusCode::OK, text);
    let coding = accepted(asked).filter(|_| document.text().len() > SHORT && !not_modified(asked, &document.etag));
    if let Some(coding) = coding {
        let shortened = tokio::task::spawn_blocking(move || document.coded(coding)).await;
        document = shortened.map_err(|error| Problem::internal(&error))?;
    }
    let mut short = document.answer(asked);
    let headers = answer.headers_mut();
    for name in [header::CACHE_CONTROL, header::ETAG, header::CONTENT_ENCODING] {
        if let Some(value) = short.headers_mut().remove(&name) {
            headers.insert(name, value);
        }
    }
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding, Accept-Language, Authorization, Cookie"));
    headers.remove(header::CONTENT_LENGTH);
    answer.set_status(short.status());
    answer.set_body(short.take_body());
    Ok(answer)
}
