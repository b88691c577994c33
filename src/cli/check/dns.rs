//! What the world's names say, asked within seconds.

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::proto::rr::{RData, RecordType};

/// How long one server has for one answer.
const ASK: Duration = Duration::from_secs(3);
/// How often it is asked again.
const ATTEMPTS: usize = 1;

/// Whom names are asked of.
pub(in crate::cli) struct Names(TokioResolver);

/// What was said of a name.
#[derive(Debug)]
pub(in crate::cli) enum Said<T> {
    /// At least one.
    These(Vec<T>),
    /// There is nothing of the kind.
    Nothing,
    /// Nobody could say, and why.
    Unknown(String),
}

impl<T> Said<T> {
    pub(super) const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

impl Names {
    /// Of one server, or of those this machine asks.
    pub(in crate::cli) fn of(server: Option<SocketAddr>) -> Result<Self, String> {
        let builder = match server {
            None => TokioResolver::builder_tokio().map_err(|error| error.to_string())?,
            Some(address) => {
                let at = |mut connection: ConnectionConfig| {
                    connection.port = address.port();
                    connection
                };
                let ways = vec![at(ConnectionConfig::udp()), at(ConnectionConfig::tcp())];
                let server = NameServerConfig::new(address.ip(), true, ways);
                let config = ResolverConfig::from_name_servers(vec![server]);
                TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
        };
        let mut builder = builder;
        (builder.options_mut().timeout, builder.options_mut().attempts) = (ASK, ATTEMPTS);
        // What the world is told, and not what /etc/hosts tells this machine.
        builder.options_mut().use_hosts_file = ResolveHosts::Never;
        builder.build().map(Self).map_err(|error| error.to_string())
    }

    /// The addresses of a name, `A` and `AAAA`.
    pub(super) async fn addresses(&self, name: &str) -> Said<IpAddr> {
        let address = |data: &RData| match data {
            RData::A(a) => Some(IpAddr::V4(a.0)),
            RData::AAAA(aaaa) => Some(IpAddr::V6(aaaa.0)),
            _ => None,
        };
        let (old, new) =
            tokio::join!(self.ask(name, RecordType::A, address), self.ask(name, RecordType::AAAA, address));
        match (old, new) {
            (Said::These(mut old), Said::These(new)) => {
                old.extend(new);
                Said::These(old)
            }
            (Said::These(some), _) | (_, Said::These(some)) => Said::These(some),
            (Said::Unknown(why), _) | (_, Said::Unknown(why)) => Said::Unknown(why),
            (Said::Nothing, Said::Nothing) => Said::Nothing,
        }
    }

    /// The texts of a name, each in one piece.
    pub(in crate::cli) async fn texts(&self, name: &str) -> Said<String> {
        let text = |data: &RData| match data {
            RData::TXT(text) => Some(text.txt_data.iter().map(|part| String::from_utf8_lossy(part)).collect()),
            _ => None,
        };
        self.ask(name, RecordType::TXT, text).await
    }

    /// Who takes the mail of a name.
    pub(super) async fn mail_servers(&self, name: &str) -> Said<String> {
        let server = |data: &RData| match data {
            RData::MX(mx) => Some(plain(&mx.exchange.to_ascii())),
            _ => None,
        };
        self.ask(name, RecordType::MX, server).await
    }

    /// What an address is called.
    pub(super) async fn names(&self, address: IpAddr) -> Said<String> {
        let name = |data: &RData| match data {
            RData::PTR(name) => Some(plain(&name.0.to_ascii())),
            _ => None,
        };
        self.ask(&reverse(address), RecordType::PTR, name).await
    }

    async fn ask<T>(&self, name: &str, kind: RecordType, read: impl Fn(&RData) -> Option<T>) -> Said<T> {
        // Whole: nothing of this machine's own domain is added to it.
        match self.0.lookup(format!("{name}."), kind).await {
            Ok(answer) => match answer.answers().iter().filter_map(|record| read(&record.data)).collect::<Vec<_>>() {
                none if none.is_empty() => Said::Nothing,
                these => Said::These(these),
            },
            Err(error) if is_nothing(&error) => Said::Nothing,
            Err(error) => Said::Unknown(error.to_string()),
        }
    }
}

fn is_nothing(error: &NetError) -> bool {
    error.is_nx_domain() || error.is_no_records_found()
}

fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_owned()
}

/// The name under which the names of an address stand.
fn reverse(address: IpAddr) -> String {
    match address {
        IpAddr::V4(ip) => {
            let [a, b, c, d] = ip.octets();
            format!("{d}.{c}.{b}.{a}.in-addr.arpa")
        }
        IpAddr::V6(ip) => {
            let digits = ip.octets().into_iter().rev().flat_map(|byte| [byte & 15, byte >> 4]);
            let digits = digits.flat_map(|digit| [char::from_digit(u32::from(digit), 16).unwrap_or_default(), '.']);
            digits.collect::<String>() + "ip6.arpa"
        }
    }
}

/// Whether an address is one of this machine's own.
pub(super) fn is_own(address: IpAddr) -> bool {
    TcpListener::bind((address, 0)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_names_below_its_digits_backwards() {
        assert_eq!(reverse("192.0.2.7".parse().unwrap()), "7.2.0.192.in-addr.arpa");
        let long = "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa";
        assert_eq!(reverse("2001:db8::567:89ab".parse().unwrap()), long);
        assert!(is_own("127.0.0.1".parse().unwrap()) && !is_own("192.0.2.7".parse().unwrap()));
    }
}
