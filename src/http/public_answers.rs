//! Answers of the store service to whoever is not signed in: as small as the client takes them, not sent again to who has
//! them, and kept beside the pages, whose cache knows when they are made anew (decision 40). They hold nothing of anybody's,
//! so that their length betrays no secret; whoever is signed in is answered as everywhere in the API: as it is, to be kept
//! nowhere. What somebody searches for is made each time, for searches in vain are counted.

use std::sync::{Arc, Mutex, PoisonError};

use poem::http::uri::Uri;
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, IntoResponse, Request, Response};

use crate::app::Shared;
use crate::auth::guard;
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::site::pages::Pages;
use crate::site::pages::assets::accepted;
use crate::site::pages::cache::Key;
use crate::site::pages::document::{Document, not_modified};

/// Bytes that are not worth the work.
const SHORT: usize = 1000;
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding, Accept-Language, Authorization, Cookie");

/// Has `next` answer, and makes the answer shorter, or finds it kept, where it is such a one.
pub(super) async fn pass<E>(app: Shared, pages: Pages, next: Arc<E>, request: Request) -> poem::Result<Response>
where
    E: Endpoint + 'static,
    E::Output: IntoResponse,
{
    let is_public = request.method() == Method::GET
        && request.original_uri().path().starts_with("/api/store/")
        && guard::access_token(&request, &app.config.base_url).is_none();
    if !is_public {
        return Ok(next.call(request).await?.into_response());
    }
    let mut asked = Request::default();
    asked.headers_mut().clone_from(request.headers());
    match key(&request) {
        Some(key) => kept(&pages, key, next, request, &asked).await,
        None => shorten(&asked, next.call(request).await?.into_response()).await.map_err(Into::into),
    }
}

/// Under what an answer is kept; `None` for a search.
fn key(request: &Request) -> Option<Key> {
    let uri = request.original_uri();
    if is_search(uri) {
        return None;
    }
    let lang = request.header(header::ACCEPT_LANGUAGE).map_or(Lang::default(), Lang::negotiate);
    Some(Key { url: uri.path_and_query()?.as_str().to_owned(), lang })
}

/// Also one whose name is written otherwise than it has to be.
fn is_search(uri: &Uri) -> bool {
    let mut names = uri.query().unwrap_or_default().split('&').map(|part| part.split('=').next().unwrap_or_default());
    names.any(|name| name == "q" || name.contains('%'))
}

/// A request until it is made, and then its answer if that is nobody else's.
struct Turn {
    request: Option<Request>,
    answer: Option<poem::Result<Response>>,
}

/// The kept answer, or one made for all who ask meanwhile. What is no such answer, such as a refusal, each gets of `next`.
async fn kept<E>(pages: &Pages, key: Key, next: Arc<E>, request: Request, asked: &Request) -> poem::Result<Response>
where
    E: Endpoint + 'static,
    E::Output: IntoResponse,
{
    // Junk that follows a path pushes out other such answers, and no page.
    let endless = key.url.contains('?');
    let turn = Arc::new(Mutex::new(Turn { request: Some(request), answer: None }));
    let (mine, maker) = (Arc::clone(&turn), Arc::clone(&next));
    let make = move || async move {
        let request = mine.lock().unwrap_or_else(PoisonError::into_inner).request.take();
        let Some(request) = request else { return Err(Problem::new(Code::Internal)) };
        let answer = maker.call(request).await.map(IntoResponse::into_response);
        match answer {
            Ok(mut answer) if answer.status() == StatusCode::OK => {
                let text = answer.take_body().into_string().await.map_err(|error| Problem::internal(&error))?;
                let made = tokio::task::spawn_blocking(move || Arc::new(Document::json(text, endless)));
                made.await.map_err(|error| Problem::internal(&error))
            }
            other => {
                mine.lock().unwrap_or_else(PoisonError::into_inner).answer = Some(other);
                Err(Problem::new(Code::Internal))
            }
        }
    };
    let found = pages.kept(key, make).await;
    if let Ok(document) = found {
        let mut answer = document.answer(asked);
        answer.headers_mut().insert(header::VARY, VARY);
        return Ok(answer);
    }
    let (request, answer) = {
        let mut turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        (turn.request.take(), turn.answer.take())
    };
    match (request, answer) {
        (Some(request), _) => Ok(next.call(request).await?.into_response()),
        (None, Some(answer)) => answer,
        (None, None) => Err(Problem::new(Code::Internal).into()),
    }
}

async fn shorten(asked: &Request, mut answer: Response) -> Result<Response, Problem> {
    if answer.status() != StatusCode::OK {
        return Ok(answer);
    }
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
    headers.insert(header::VARY, VARY);
    headers.remove(header::CONTENT_LENGTH);
    answer.set_status(short.status());
    answer.set_body(short.take_body());
    Ok(answer)
}
