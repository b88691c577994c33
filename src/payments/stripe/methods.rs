//! The wallets that buyers find on the page beside the card, as the account's default configuration of payment methods has
//! them. Cards and Bizum are asked for with each page.

use serde::Deserialize;

use super::client::Client;
use super::wire::List;

/// One of the account's, as <https://docs.stripe.com/api/payment_method_configurations> has it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Configuration {
    #[serde(default)]
    is_default: bool,
    apple_pay: Option<Method>,
    google_pay: Option<Method>,
    link: Option<Method>,
}

#[derive(Debug, Deserialize)]
struct Method {
    #[serde(default)]
    available: bool,
    display_preference: Option<Preference>,
}

#[derive(Debug, Deserialize)]
struct Preference {
    value: String,
}

impl Configuration {
    /// Says in a line what is shown and what is not.
    fn told(&self) -> String {
        let methods = [("Apple Pay", &self.apple_pay), ("Google Pay", &self.google_pay), ("Link", &self.link)];
        let is_shown = |method: &Option<Method>| {
            let preference = |method: &Method| method.display_preference.as_ref().is_some_and(|one| one.value == "on");
            method.as_ref().is_some_and(|method| method.available && preference(method))
        };
        let (on, off): (Vec<_>, Vec<_>) = methods.into_iter().partition(|(_, method)| is_shown(method));
        let names = |methods: Vec<(&str, _)>| methods.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        match (names(on), names(off)) {
            (on, off) if off.is_empty() => format!("wallets on its page: {on}"),
            (on, off) if on.is_empty() => format!("no wallets on its page, its dashboard switches them on: {off}"),
            (on, off) => format!("wallets on its page: {on}; not switched on in its dashboard: {off}"),
        }
    }
}

/// What the page shows; a key that may not ask is no fault.
pub(super) async fn told(client: &Client) -> String {
    let asked = client.get::<List<Configuration>>("payment_method_configurations?limit=100").await;
    let Ok(list) = asked else { return String::from("which wallets its page shows, this key may not read") };
    let default = list.data.into_iter().find(|configuration| configuration.is_default);
    default
        .map_or_else(|| String::from("which wallets its page shows is not known"), |configuration| configuration.told())
}
