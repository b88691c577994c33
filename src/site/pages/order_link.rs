//! The link in the mails of an order that was bought without an account: its key goes from the address into a cookie for
//! that order alone, so that it stands in no history, no log and no referrer. See docs/decisions/0026.

use poem::http::{StatusCode, header};
use poem::{Request, Response};
use url::form_urlencoded;

use super::routes::encode_component;
use crate::app::Shared;
use crate::auth::cookies::order_cookie;
use crate::auth::guard::key_in_query;
use crate::orders::{self, Asker};
use crate::problem::Problem;

/// The way on to the page of an order, for an address that has a key; whether it opens the order is told by the page.
pub async fn answer(request: &Request) -> Result<Option<Response>, Problem> {
    let path = request.uri().path();
    let id = path.strip_prefix("/order/").filter(|id| id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-'));
    let (Some(id), Some(key), Some(app)) = (id, key_in_query(request), request.data::<Shared>()) else {
        return Ok(None);
    };
    let (asker, wanted) = (Asker::new(None, &app.order_keys, Some(key.clone())), id.to_owned());
    let found = app.db.read(move |conn| orders::find_own(conn, &asker, &wanted)).await?;
    let to = without_key(path, request.uri().query().unwrap_or_default(), found.is_some());
    let answer = Response::builder()
        .status(StatusCode::SEE_OTHER)
        .header(header::LOCATION, to)
        .header(header::CACHE_CONTROL, "no-store");
    Ok(Some(match found {
        Some(order) => answer.header(header::SET_COOKIE, order_cookie(&app.config.base_url, &order.id, &key)).finish(),
        None => answer.finish(),
    }))
}

/// Where a key opens the order, the page is told: it does not see the cookie, and would ask others to sign in first. Of one
/// that opens nothing it is told too, to say so.
fn without_key(path: &str, query: &str, is_opened: bool) -> String {
    let said = ["key", "guest", "link"];
    let rest = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| !said.contains(&name.as_ref()));
    let rest = rest.map(|(name, value)| format!("{}={}", encode_component(&name), encode_component(&value)));
    let told = if is_opened { "guest=1" } else { "link=lost" };
    let rest: Vec<_> = rest.chain([told.to_owned()]).collect();
    format!("{path}?{}", rest.join("&"))
}

#[cfg(test)]
mod tests {
    use super::without_key;

    #[test]
    fn only_the_key_leaves_the_address() {
        for (query, left) in [
            ("key=a", "/order/1?link=lost"),
            ("lang=fr&key=a&x=%26", "/order/1?lang=fr&x=%26&link=lost"),
            ("%6bey=a&key=b&keys=c", "/order/1?keys=c&link=lost"),
        ] {
            assert_eq!(without_key("/order/1", query, false), left);
        }
        assert_eq!(without_key("/order/1", "key=a&lang=fr", true), "/order/1?lang=fr&guest=1");
    }
}
