//! The wallets that buyers find on the page beside the card, as the account's default configuration of payment methods has
//! them. Cards and Bizum are asked for with each page; whether the account may take Bizum stands there too.

use serde::Deserialize;

use super::client::Client;
use super::wire::List;
use crate::payments::Means;

/// One of the account's, as <https://docs.stripe.com/api/payment_method_configurations> has it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Configuration {
    #[serde(default)]
    is_default: bool,
    apple_pay: Option<Method>,
    google_pay: Option<Method>,
    link: Option<Method>,
    bizum: Option<Method>,
}

#[derive(Debug, Deserialize)]
struct Method {
    #[serde(default)]
    available: bool,
    display_preference: Option<Preference>,
}

impl Method {
    fn is_shown(&self) -> bool {
        self.available && self.display_preference.as_ref().is_some_and(|one| one.value == "on")
    }
}

#[derive(Debug, Deserialize)]
struct Preference {
    value: String,
}

impl Configuration {
    /// Says in a line what is shown and what is not.
    fn told(&self) -> String {
        let methods = [("Apple Pay", &self.apple_pay), ("Google Pay", &self.google_pay), ("Link", &self.link)];
        let (on, off): (Vec<_>, Vec<_>) =
            methods.into_iter().partition(|(_, method)| method.as_ref().is_some_and(Method::is_shown));
        let names = |methods: Vec<(&str, _)>| methods.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        match (names(on), names(off)) {
            (on, off) if off.is_empty() => format!("wallets on its page: {on}"),
            (on, off) if on.is_empty() => format!("no wallets on its page, its dashboard switches them on: {off}"),
            (on, off) => format!("wallets on its page: {on}; not switched on in its dashboard: {off}"),
        }
    }
}

/// What the page takes; `None` where that cannot be told.
pub(super) async fn known(client: &Client) -> Option<Vec<Means>> {
    let list = client.get::<List<Configuration>>("payment_method_configurations?limit=100").await.ok()?;
    let Configuration { apple_pay, google_pay, link, bizum, .. } = list.data.into_iter().find(|one| one.is_default)?;
    let is_shown = |method: Option<Method>| method.is_some_and(|method| method.is_shown());
    // It is asked for by name: what counts is whether the account may.
    let has_bizum = bizum.is_some_and(|method| method.available);
    let all = [
        (Means::Card, true),
        (Means::Bizum, has_bizum),
        (Means::ApplePay, is_shown(apple_pay)),
        (Means::GooglePay, is_shown(google_pay)),
        (Means::Link, is_shown(link)),
    ];
    Some(all.into_iter().filter(|(_, is_there)| *is_there).map(|(means, _)| means).collect())
}

/// What the page shows; a key that may not ask is no fault.
pub(super) async fn told(client: &Client) -> String {
    let asked = client.get::<List<Configuration>>("payment_method_configurations?limit=100").await;
    let Ok(list) = asked else { return String::from("which wallets its page shows, this key may not read") };
    let default = list.data.into_iter().find(|configuration| configuration.is_default);
    default
        .map_or_else(|| String::from("which wallets its page shows is not known"), |configuration| configuration.told())
}
