//! Where the site is, as browsers see it.

use url::Url;

/// The site's own origin: scheme, host and port, nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(Url);

impl BaseUrl {
    /// Reads an origin; the error is one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse_base_url(text)
    }

    /// `https://example.com`, without a slash at the end; equal to the browser's `Origin`.
    pub fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// A link into this site; `path` starts with a slash.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.origin())
    }

    /// `example.com` or `localhost:8080`, as in the `Host` header.
    pub fn host(&self) -> &str {
        self.0.authority()
    }

    /// `example.com`, without a port; a number in brackets where it is one of IPv6.
    pub fn name(&self) -> String {
        self.0.host_str().unwrap_or_default().to_owned()
    }

    /// The port, the scheme's where none is given.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or_default()
    }

    /// Whether cookies may be `Secure`.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether it names this machine.
    pub fn is_loopback(&self) -> bool {
        match self.0.host() {
            Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        }
    }

    /// The name that passkeys are made for, or why browsers make none at this address.
    pub fn passkey_domain(&self) -> Result<&str, &'static str> {
        match self.0.host() {
            Some(url::Host::Domain(name)) if self.is_https() || self.is_loopback() => Ok(name),
            Some(url::Host::Domain(_)) => Err("the base URL is not https"),
            _ => Err("the base URL has a number in the place of a name"),
        }
    }

    /// Whether `url` is an absolute address of this site. The names of this machine are one name.
    pub fn owns(&self, url: &str) -> bool {
        self.own(url).is_some()
    }

    /// An absolute address of this site as a browser reads it: escaped, and on one line.
    pub fn own(&self, url: &str) -> Option<String> {
        let url = Self(Url::parse(url).ok()?);
        let same_place = url.0.scheme() == self.0.scheme()
            && url.0.port_or_known_default() == self.0.port_or_known_default()
            && url.0.username().is_empty()
            && url.0.password().is_none();
        let same_name = url.0.host() == self.0.host() || (self.is_loopback() && url.is_loopback());
        (same_place && same_name).then(|| url.0.into())
    }
}

pub fn parse_base_url(text: &str) -> Result<BaseUrl, String> {
    let url = Url::parse(text).map_err(|e| e.to_string())?;
    let names_nobody = url.username().is_empty() && url.password().is_none();
    let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none() && names_nobody;
    match url.scheme() {
        "http" | "https" if bare && url.host().is_some() => Ok(BaseUrl(url)),
        _ => Err(String::from("must be http(s)://host[:port] without a path")),
    }
}

/// Another service's origin: what is sent there is for nobody else to read.
pub fn parse_api_base(text: &str) -> Result<BaseUrl, String> {
    let base = parse_base_url(text)?;
    if base.is_https() || base.is_loopback() {
        Ok(base)
    } else {
        Err(String::from("must be https, or http on this machine"))
    }
}
