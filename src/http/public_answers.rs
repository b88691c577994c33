//! What everybody is answered alike comes before the table of routes, which takes longer than to find it kept: the pages
//! that are asked for most, the files of the front end, and answers of the store service to whoever is not signed in; and
//! that the program runs, which is asked before the table is made. Answers of the store service are as small as the client
//! takes them, not sent again to who has them, and kept beside the pages, whose cache knows when they are made anew
//! (decision 40). They hold nothing of anybody's, so that their length betrays no secret; whoever is signed in is answered
//! as everywhere in the API: as it is, to be kept nowhere. What somebody searches for is made each time, for searches in
//! vain are counted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poem::http::uri::Uri;
use poem::http::{HeaderValue, Method, StatusCode, header};
use poem::{Endpoint, Request, Response};

use super::health;
use crate::app::Shared;
use crate::auth::guard;
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::site::pages::Pages;
use crate::site::pages::assets::accepted;
use crate::site::pages::cache::Key;
use crate::site::pages::document::Document;
use crate::site::pages::routes::is_shown_most;

/// Bytes that are not worth the work.
const SHORT: usize = 1000;
const VARY: HeaderValue = HeaderValue::from_static("Accept-Encoding, Accept-Language, Authorization, Cookie");

/// Answers what is everybody's, and leaves all else to `rest`.
pub(super) struct PublicFirst<E> {
    app: Shared,
    pages: Pages,
    rest: Arc<E>,
}

impl<E> PublicFirst<E> {
    pub(super) fn new(app: &Shared, pages: Pages, rest: E) -> Self {
        Self { app: app.clone(), pages, rest: Arc::new(rest) }
    }

    fn is_public(&self, request: &Request) -> bool {
        request.method() == Method::GET
            && request.uri().path().starts_with("/api/store/")
            && guard::access_token(request, &self.app.config.base_url).is_none()
    }
}

impl<E: Endpoint<Output = Response> + 'static> Endpoint for PublicFirst<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        let (is_read, path) = (matches!(*request.method(), Method::GET | Method::HEAD), request.uri().path());
        if path == health::ALIVE {
            return health::alive(&self.app, is_read);
        }
        if is_read && is_common(path) {
            return self.pages.call(request).await;
        }
        if !self.is_public(&request) {
            return Box::pin(self.rest.call(request)).await;
        }
        match key(&request) {
            Some(key) => self.kept(key, request).await,
            None => Box::pin(self.shortened(request)).await,
        }
    }
}

/// Whether a path is one of those that most visits ask for, where nobody else answers and nothing is needed of what the
/// table of routes attaches to a request.
fn is_common(path: &str) -> bool {
    path.starts_with("/assets/") || (!path.starts_with("/api/") && is_shown_most(path))
}

/// Under what an answer is kept; `None` for a search.
fn key(request: &Request) -> Option<Key> {
    let uri = request.uri();
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

/// A request until it is made, and then what was asked and its answer if that is nobody else's.
struct Turn {
    request: Option<Request>,
    asked: Option<Request>,
    answer: Option<poem::Result<Response>>,
}

fn lock(turn: &Mutex<Turn>) -> MutexGuard<'_, Turn> {
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<E: Endpoint<Output = Response> + 'static> PublicFirst<E> {
    /// The kept answer, or one made for all who ask meanwhile. What is no such answer, such as a refusal, each gets of the
    /// rest.
    async fn kept(&self, key: Key, request: Request) -> poem::Result<Response> {
        // Junk that follows a path pushes out other such answers, and no page.
        let endless = key.url.contains('?');
        let turn = Arc::new(Mutex::new(Turn { request: Some(request), asked: None, answer: None }));
        let (mine, rest) = (Arc::clone(&turn), Arc::clone(&self.rest));
        let found = self.pages.kept(key, move || make(rest, mine, endless)).await;
        if let Ok(document) = found {
            return Ok(shown(&document, &turn));
        }
        let (request, answer) = {
            let mut turn = lock(&turn);
            (turn.request.take(), turn.answer.take())
        };
        match (request, answer) {
            (Some(request), _) => Box::pin(self.rest.call(request)).await,
            (None, Some(answer)) => answer,
            (None, None) => Err(Problem::new(Code::Internal).into()),
        }
    }

    /// An answer that is not kept.
    async fn shortened(&self, request: Request) -> poem::Result<Response> {
        let asked = headers_of(&request);
        let answer = self.rest.call(request).await?;
        Ok(shorten(&asked, answer).await?)
    }
}

/// The document as it was asked for. The request stays: who makes an old answer anew meanwhile may be about to take it.
fn shown(document: &Document, turn: &Mutex<Turn>) -> Response {
    let turn = lock(turn);
    let asked = turn.request.as_ref().or(turn.asked.as_ref());
    let mut answer = document.answer(asked.unwrap_or(&Request::default()));
    answer.headers_mut().insert(header::VARY, VARY);
    answer
}

/// Makes the answer that is kept.
async fn make<E>(rest: Arc<E>, turn: Arc<Mutex<Turn>>, endless: bool) -> Result<Arc<Document>, Problem>
where
    E: Endpoint<Output = Response>,
{
    let request = {
        let mut turn = lock(&turn);
        turn.asked = turn.request.as_ref().map(headers_of);
        turn.request.take()
    };
    let Some(request) = request else { return Err(Problem::new(Code::Internal)) };
    match rest.call(request).await {
        Ok(mut answer) if answer.status() == StatusCode::OK => {
            let text = answer.take_body().into_string().await.map_err(|error| Problem::internal(&error))?;
            let made = tokio::task::spawn_blocking(move || Arc::new(Document::json(text, endless)));
            made.await.map_err(|error| Problem::internal(&error))
        }
        other => {
            lock(&turn).answer = Some(other);
            Err(Problem::new(Code::Internal))
        }
    }
}

/// What of a request says which form of an answer it takes.
fn headers_of(request: &Request) -> Request {
    let mut asked = Request::default();
    asked.headers_mut().clone_from(request.headers());
    asked
}

async fn shorten(asked: &Request, mut answer: Response) -> Result<Response, Problem> {
    if answer.status() != StatusCode::OK {
        return Ok(answer);
    }
    let text = answer.take_body().into_string().await.map_err(|error| Problem::internal(&error))?;
    let mut document = Document::plain(StatusCode::OK, text);
    let coding = accepted(asked).filter(|_| document.text().len() > SHORT && !document.is_had_by(asked));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_shown_an_old_answer_leaves_the_request_to_whoever_makes_it_anew() {
        let request = Request::builder().header(header::ACCEPT_ENCODING, "gzip").finish();
        let turn = Mutex::new(Turn { request: Some(request), asked: None, answer: None });
        let document = Document::json("{}".to_owned(), false);
        let coding = |answer: &Response| answer.header(header::CONTENT_ENCODING).map(str::to_owned);
        assert_eq!(coding(&shown(&document, &turn)).as_deref(), Some("gzip"));
        let taken = lock(&turn).request.take().expect("it is still there");
        lock(&turn).asked = Some(headers_of(&taken));
        assert_eq!(coding(&shown(&document, &turn)).as_deref(), Some("gzip"), "also when it was taken");
    }
}
