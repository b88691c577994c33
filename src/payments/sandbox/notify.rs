//! Sends the sandbox provider's notifications to our own webhook, over real HTTP, until they are taken.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use super::{Given, SIGNATURE, Status, sql};
use crate::db;
use crate::outside;
use crate::payments::signed;

/// How long the webhook may take to answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Ends sessions whose time is over and sends every notification that is due; how many were taken.
pub async fn tick(given: &Given) -> db::Result<usize> {
    let now = given.clock.now();
    for session in given.db.read(move |conn| sql::overdue(conn, now)).await? {
        given.db.write(move |tx| sql::end(tx, &session, Status::Expired, now)).await?;
    }
    let due = given.db.read(move |conn| sql::due(conn, now)).await?;
    if due.is_empty() {
        return Ok(0);
    }
    let client = outside::client(TIMEOUT);
    let mut taken = 0;
    for (id, body) in due {
        let now = given.clock.now();
        if deliver(given, &client, body).await {
            taken += 1;
            given.db.write(move |tx| sql::delivered(tx, &id, now)).await?;
        } else {
            given.db.write(move |tx| sql::try_later(tx, &id, now)).await?;
        }
    }
    Ok(taken)
}

/// The signature is made for each try, because it carries the time.
async fn deliver(given: &Given, client: &reqwest::Client, body: String) -> bool {
    let url = format!("http://{}/api/webhooks/sandbox", reachable(given.listen));
    let signature = signed::sign(&given.sandbox_key, body.as_bytes(), given.clock.now());
    let answer = client
        .post(url)
        .header("Host", given.base_url.host())
        .header("Content-Type", "application/json")
        .header(SIGNATURE, signature)
        .body(body)
        .send()
        .await;
    match answer {
        Ok(answer) if answer.status().is_success() => true,
        Ok(answer) => {
            tracing::warn!(status = answer.status().as_u16(), "the webhook did not take a sandbox notification");
            false
        }
        Err(error) => {
            tracing::warn!(%error, "the webhook could not be reached");
            false
        }
    }
}

/// The address to call a server that listens on `listen`: "every address" is called at loopback.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
