//! Where Stripe sends its notifications: whether that is this shop, and whether it is told all that it lives by.

use serde::Deserialize;

use super::wire::List;
use super::{Stripe, within_bounds};
use crate::payments::Error;

/// What a shop is told: of payments, and of money that goes back.
const EVENTS: [&str; 10] = [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.closed",
];

#[derive(Deserialize)]
struct Endpoint {
    url: String,
    status: String,
    enabled_events: Vec<String>,
}

/// What Stripe says of the endpoint at an address.
pub(super) async fn reach(stripe: &Stripe, url: &str) -> Result<String, String> {
    let asked = async { stripe.client.get::<List<Endpoint>>("webhook_endpoints?limit=100").await };
    match within_bounds(asked).await {
        Ok(list) => judge(&list.data, url),
        // A restricted key need not be allowed to ask.
        Err(Error::Unavailable(words)) if words.starts_with("status 403") || words.starts_with("status 401") => {
            Ok(format!("the key may not ask for endpoints: look in Stripe's panel for {url}"))
        }
        Err(error) => Err(error.to_string()),
    }
}

fn judge(endpoints: &[Endpoint], url: &str) -> Result<String, String> {
    let ours = |endpoint: &&Endpoint| endpoint.url.trim_end_matches('/') == url;
    let Some(endpoint) = endpoints.iter().find(ours) else {
        return Err(format!("Stripe has no endpoint {url}"));
    };
    if endpoint.status != "enabled" {
        return Err(format!("Stripe's endpoint {url} is {}", endpoint.status));
    }
    let is_told = |event: &&str| endpoint.enabled_events.iter().any(|told| told == "*" || told == *event);
    let missing: Vec<_> = EVENTS.into_iter().filter(|event| !is_told(event)).collect();
    if missing.is_empty() {
        Ok(format!("Stripe tells {url} of everything"))
    } else {
        Err(format!("Stripe does not tell {url} of {}", missing.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endpoint_is_ours_is_enabled_and_is_told_of_everything_or_it_is_said() {
        let url = "https://puig.example/api/webhooks/stripe";
        let of = |url: &str, status: &str, events: &[&str]| Endpoint {
            url: url.to_owned(),
            status: status.to_owned(),
            enabled_events: events.iter().copied().map(str::to_owned).collect(),
        };
        let judged = |endpoint| judge(&[of("https://else.example", "enabled", &["*"]), endpoint], url);
        assert!(judged(of(url, "enabled", &["*"])).is_ok() && judged(of(url, "enabled", &EVENTS)).is_ok());
        assert!(judged(of("https://www.puig.example/api/webhooks/stripe", "enabled", &["*"])).is_err());
        assert!(judged(of(url, "disabled", &["*"])).unwrap_err().ends_with("is disabled"));
        let few = judged(of(url, "enabled", &EVENTS[..8])).unwrap_err();
        assert!(few.ends_with("of charge.dispute.funds_withdrawn, charge.dispute.closed"), "{few}");
    }
}
