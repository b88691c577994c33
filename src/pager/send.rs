//! A call as the servers take it. The error is one line, without the address: that is a secret.

use reqwest::Client;
use serde_json::{Value, json};
use url::Url;

use crate::clock::Timestamp;
use crate::mail::{Headline, Urgency};

/// To a topic, as docs.ntfy.sh/publish has it ("Publish as JSON"): the topic is the end of its address.
pub(super) async fn ntfy(client: &Client, topic: &str, headline: &Headline, url: &str) -> Result<(), String> {
    let mut server = read(topic)?;
    let name = server.path().trim_matches('/').to_owned();
    server.set_path("/");
    let (priority, tag) = match headline.urgency {
        Urgency::Low => (2, "package"),
        Urgency::Usual => (3, "bell"),
        Urgency::High => (5, "rotating_light"),
    };
    let Headline { title, text, .. } = headline;
    // An empty message would be shown as "triggered".
    let message = if text.is_empty() { title } else { text };
    let call =
        json!({ "topic": name, "title": title, "message": message, "priority": priority, "tags": [tag], "click": url });
    post(client, server, &call).await
}

/// To any server.
pub(super) async fn webhook(
    client: &Client,
    address: &str,
    headline: &Headline,
    url: &str,
    now: Timestamp,
) -> Result<(), String> {
    let Headline { title, text, urgency, .. } = headline;
    let call =
        json!({ "title": title, "text": text, "url": url, "urgency": <&str>::from(*urgency), "at": now.to_rfc3339() });
    post(client, read(address)?, &call).await
}

fn read(address: &str) -> Result<Url, String> {
    Url::parse(address).map_err(|error| error.to_string())
}

async fn post(client: &Client, to: Url, call: &Value) -> Result<(), String> {
    let sent = client.post(to).json(call).send().await.map_err(|error| reason(&error.without_url()))?;
    if sent.status().is_success() { Ok(()) } else { Err(format!("it answers {}", sent.status())) }
}

fn reason(error: &reqwest::Error) -> String {
    if error.is_timeout() { String::from("it does not answer in time") } else { error.to_string() }
}
