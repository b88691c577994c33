//! The cookies of a browser that signs in: what they are called, set to, and how they are read.

use poem::Request;
use poem::http::header;

use super::session::Tokens;
use crate::clock::Timestamp;
use crate::config::BaseUrl;

/// The names of the two cookies of a session. `__Host-` binds them to this origin; browsers take it over https only.
pub fn cookie_names(base_url: &BaseUrl) -> (&'static str, &'static str) {
    if base_url.is_https() {
        ("__Host-manetes-access", "__Host-manetes-refresh")
    } else {
        ("manetes-access", "manetes-refresh")
    }
}

/// The name of the cookie that says this browser has signed in before.
pub fn device_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Host-manetes-device" } else { "manetes-device" }
}

/// The name of the cookie that ties a sign-in through a provider to the browser that began it.
pub fn flow_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Host-manetes-flow" } else { "manetes-flow" }
}

/// The `Set-Cookie` value that goes with a sign-in through a provider, for so many seconds. `Lax`: the provider's page
/// leads back here.
pub fn flow_cookie(base_url: &BaseUrl, value: &str, seconds: i64) -> String {
    set_cookie(base_url, flow_cookie_name(base_url), value, seconds, "Lax")
}

/// The name of the cookie that opens an order bought without an account. Its path is that order's alone, so browsers keep
/// one for each.
pub fn order_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Secure-manetes-order" } else { "manetes-order" }
}

/// For so long a browser opens an order without the link of a mail: until it came, and could be sent back.
const ORDER_SECONDS: i64 = 30 * 86_400;

/// The `Set-Cookie` value that opens an order in this browser. `Lax`: the link in a mail leads here, and so does the
/// payment page. The page itself holds nothing personal; what it asks the API for, this opens.
pub fn order_cookie(base_url: &BaseUrl, order_id: &str, key: &str) -> String {
    let (name, secure) = (order_cookie_name(base_url), if base_url.is_https() { "; Secure" } else { "" });
    format!("{name}={key}; Path=/api/orders/{order_id}; Max-Age={ORDER_SECONDS}; HttpOnly; SameSite=Lax{secure}")
}

/// The name of the cookie that lets stars be given; its path is that of their page alone.
pub fn rating_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Secure-manetes-rate" } else { "manetes-rate" }
}

/// For so long a browser lets stars be given without the link of a mail.
const RATING_SECONDS: i64 = 86_400;

/// The `Set-Cookie` value that lets stars be given in this browser, for an order or a request. `Lax`: a mail leads here.
pub fn rating_cookie(base_url: &BaseUrl, id: &str, key: &str) -> String {
    let (name, secure) = (rating_cookie_name(base_url), if base_url.is_https() { "; Secure" } else { "" });
    format!("{name}={key}; Path=/rate/{id}; Max-Age={RATING_SECONDS}; HttpOnly; SameSite=Lax{secure}")
}

/// The name of the cookie that opens an order on the page where one withdraws from it; its path is that page's alone.
pub fn withdrawal_cookie_name(base_url: &BaseUrl) -> &'static str {
    if base_url.is_https() { "__Secure-manetes-withdrawal" } else { "manetes-withdrawal" }
}

/// For so long that page shows an order without the link of a mail.
const WITHDRAWAL_SECONDS: i64 = 3600;

/// The `Set-Cookie` value that opens an order where one withdraws from it; its value is the order and its key. `Lax`: a
/// mail leads here.
pub fn withdrawal_cookie(base_url: &BaseUrl, order_id: &str, key: &str) -> String {
    let (name, secure) = (withdrawal_cookie_name(base_url), if base_url.is_https() { "; Secure" } else { "" });
    format!("{name}={order_id}.{key}; Path=/withdrawal; Max-Age={WITHDRAWAL_SECONDS}; HttpOnly; SameSite=Lax{secure}")
}

/// The order that a browser opens on the page where one withdraws, and its key.
pub fn withdrawal_key(request: &Request, base_url: &BaseUrl) -> Option<(String, String)> {
    let kept = cookie(request, withdrawal_cookie_name(base_url))?;
    let (order_id, key) = kept.split_once('.')?;
    Some((order_id.to_owned(), key.to_owned()))
}

const DEVICE_SECONDS: i64 = 180 * 86_400;

/// The `Set-Cookie` value by which a browser is known again.
pub fn device_cookie(base_url: &BaseUrl, kept: &str) -> String {
    set_cookie(base_url, device_cookie_name(base_url), kept, DEVICE_SECONDS, "Strict")
}

/// The value of a cookie of the request.
pub fn cookie(request: &Request, name: &str) -> Option<String> {
    let cookies = request.headers().get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    cookies.flat_map(|line| line.split(';')).find_map(|pair| match pair.trim().split_once('=') {
        Some((n, value)) if n == name && !value.is_empty() => Some(value.to_owned()),
        _ => None,
    })
}

/// The `Set-Cookie` values that carry a session: the access token first. `Strict` works because every page is public
/// and asks for what is personal itself, from the same site.
pub fn session_cookies(base_url: &BaseUrl, tokens: &Tokens, now: Timestamp) -> [String; 2] {
    let (access, refresh) = cookie_names(base_url);
    let seconds_until = |at: Timestamp| at.seconds() - now.seconds();
    [
        set_cookie(base_url, access, &tokens.access_token, seconds_until(tokens.access_expires_at), "Strict"),
        set_cookie(base_url, refresh, &tokens.refresh_token, seconds_until(tokens.session_expires_at), "Strict"),
    ]
}

/// The `Set-Cookie` values that remove both.
pub fn no_session_cookies(base_url: &BaseUrl) -> [String; 2] {
    let (access, refresh) = cookie_names(base_url);
    [access, refresh].map(|name| set_cookie(base_url, name, "", 0, "Strict"))
}

/// The `Set-Cookie` values that remove every cookie of this site.
pub fn no_cookies_at_all(base_url: &BaseUrl) -> [String; 4] {
    let (access, refresh) = cookie_names(base_url);
    let names = [access, refresh, device_cookie_name(base_url), flow_cookie_name(base_url)];
    names.map(|name| set_cookie(base_url, name, "", 0, "Strict"))
}

fn set_cookie(base_url: &BaseUrl, name: &str, value: &str, max_age: i64, same_site: &str) -> String {
    let secure = if base_url.is_https() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite={same_site}{secure}")
}
