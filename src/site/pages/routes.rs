//! Which paths are pages, what each shows, and where old or untidy addresses lead.

use url::form_urlencoded;

use super::choices::Choices;
use super::resources::Resource;
use crate::lang::Lang;

/// One screen of the site.
#[derive(Debug, PartialEq, Eq)]
pub struct Route {
    /// Its name in the front end's manifest and in [`super::texts`].
    pub name: &'static str,
    /// Its path; a last segment `{id}` stands for any one segment.
    pub path: &'static str,
    /// What it is made from.
    pub data: Data,
    /// Whether search engines may list it; those that are listed are in the sitemap too.
    pub listed: bool,
}

/// What a page shows besides texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// Nothing: what is personal the browser asks for itself.
    Nothing,
    /// A legal text, with the facts of the firm and its version: the same for everybody, whatever else the address says.
    Legal,
    /// A legal text as it was.
    Version,
    /// Texts and the facts of the firm only, with a form that browsers send to the page's own address; `?sent=1` is where it leads.
    Form,
    /// The same, in a document without a script: a browser shows a copy of it in place of any other page.
    Still,
    /// Nothing, and the page is drawn in the browser only.
    Shell,
    /// The first products, and what shows that the firm is real.
    Promotion,
    /// A page of the store.
    Store,
    Product,
    /// What services cost; `?postcode=` asks what they do now and there.
    Tariff,
}

/// Where messages are written, and sent to without a script.
pub const CONTACT: &str = "/contact";
/// Where a quote is asked for, and sent to without a script.
pub const QUOTE: &str = "/solicitar-presupuesto";
/// What services cost.
pub const TARIFF: &str = "/tarifas";
/// Where orders were once.
const MY_ORDERS: &str = "/my-orders";

/// Every page. Personal ones hold nothing personal when they leave here.
pub const ROUTES: [Route; 30] = [
    Route { name: "home", path: "/", data: Data::Promotion, listed: true },
    Route { name: "contact", path: CONTACT, data: Data::Form, listed: true },
    Route { name: "quote", path: QUOTE, data: Data::Form, listed: true },
    Route { name: "tariff", path: TARIFF, data: Data::Tariff, listed: true },
    Route { name: "store", path: "/store", data: Data::Store, listed: true },
    Route { name: "product", path: "/product/{id}", data: Data::Product, listed: true },
    Route { name: "cart", path: "/cart", data: Data::Nothing, listed: false },
    Route { name: "wishlist", path: "/wishlist", data: Data::Nothing, listed: false },
    Route { name: "checkout", path: "/checkout", data: Data::Nothing, listed: false },
    Route { name: "success", path: "/success", data: Data::Nothing, listed: false },
    Route { name: "login", path: "/login", data: Data::Nothing, listed: false },
    Route { name: "register", path: "/register", data: Data::Nothing, listed: false },
    Route { name: "check-email", path: "/check-email", data: Data::Nothing, listed: false },
    Route { name: "welcome", path: "/welcome", data: Data::Nothing, listed: false },
    Route { name: "recover", path: "/recover", data: Data::Nothing, listed: false },
    Route { name: "verify", path: "/verify", data: Data::Nothing, listed: false },
    Route { name: "account", path: "/account", data: Data::Nothing, listed: false },
    Route { name: "order", path: "/order/{id}", data: Data::Nothing, listed: false },
    Route { name: "rate", path: "/rate/{id}", data: Data::Nothing, listed: false },
    Route { name: "tracking", path: "/tracking", data: Data::Nothing, listed: false },
    Route { name: "terms", path: "/terms-and-conditions", data: Data::Legal, listed: true },
    Route { name: "privacy", path: "/privacy-policy", data: Data::Legal, listed: true },
    Route { name: "legal-notice", path: "/legal-notice", data: Data::Legal, listed: true },
    Route { name: "cookies", path: "/cookies", data: Data::Legal, listed: true },
    Route { name: "withdrawal", path: "/withdrawal", data: Data::Legal, listed: true },
    Route { name: "shipping-and-returns", path: "/shipping-and-returns", data: Data::Legal, listed: true },
    Route { name: "accessibility", path: "/accessibility", data: Data::Legal, listed: true },
    Route { name: "legal-version", path: "/legal/{id}", data: Data::Version, listed: false },
    Route { name: "offline", path: "/offline", data: Data::Still, listed: false },
    NOT_FOUND,
];

/// The path of every page and of everything else that leads to one.
pub fn paths() -> impl Iterator<Item = &'static str> {
    let named = ROUTES.iter().map(|route| route.path).filter(|path| !path.is_empty());
    named.chain([ADMIN.path, "/admin/*", MY_ORDERS])
}

/// Whether a path is the first page's, the store's or a product's.
pub fn is_shown_most(path: &str) -> bool {
    let mut most = ROUTES.iter().filter(|route| matches!(route.data, Data::Promotion | Data::Store | Data::Product));
    most.any(|route| matches(route.path, path).is_some())
}

/// What any other path shows, with status 404.
pub const NOT_FOUND: Route = Route { name: "not-found", path: "", data: Data::Nothing, listed: false };

/// Everything from `/admin` on.
pub const ADMIN: Route = Route { name: "admin", path: "/admin", data: Data::Shell, listed: false };

/// Cards on a page of the store, as the front end counts them.
pub const CARDS_PER_PAGE: u32 = 24;
const PROMOTED: u32 = 5;
/// Characters of a search, and of a type; what is longer the store service refuses, and the browser says so.
const MAX_SEARCH: usize = 100;
const MAX_KIND: usize = 200;
const MAX_PAGE: u32 = 10_000;

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
pub enum Destination {
    Page(Visit),
    /// For good, to a path of this site.
    Moved(String),
    /// For now, to a path of this site.
    Elsewhere(String),
}

/// A page somebody asks for, its address freed of what does not change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    /// The page.
    pub route: &'static Route,
    /// The `{id}` of its path, decoded; on the form for quotes, the product that is asked about; of prices, where to.
    pub id: Option<String>,
    /// Path and query as they are rendered, without `lang`.
    pub url: String,
    /// The language its address names.
    pub lang: Option<Lang>,
    /// What the address asks the store for.
    pub store: StoreQuery,
    /// Whether everybody who comes here may be given the same document.
    pub shared: bool,
}

/// What the store's page can be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoreQuery {
    /// A type of product, by its Spanish name.
    pub kind: Option<String>,
    pub search: Option<String>,
    /// What it is narrowed down to, and how it is sorted.
    pub choices: Choices,
    /// Which page, from 1; 0 stands for the first too.
    pub page: u32,
}

/// Finds where an address of this site leads.
pub fn at(address: &str) -> Destination {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    find(path, query)
}

/// Finds where a path and its raw query lead.
pub fn find(path: &str, query: &str) -> Destination {
    let with_query = |path: &str| if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    let tidy = path.trim_end_matches('/');
    // "//host" would be another site.
    if tidy.len() < path.len() && !tidy.is_empty() && !tidy.starts_with("//") && !tidy.contains('\\') {
        return Destination::Moved(with_query(tidy));
    }
    if path == MY_ORDERS {
        return Destination::Elsewhere(String::from("/account"));
    }
    let found = ROUTES.iter().find_map(|route| matches(route.path, path).map(|segment| (route, segment)));
    let other = if path == ADMIN.path || path.starts_with("/admin/") { &ADMIN } else { &NOT_FOUND };
    let (route, segment) = found.unwrap_or((other, ""));
    let asked_for = match path {
        QUOTE => product_in(query),
        TARIFF => postcode_in(query),
        _ => None,
    };
    let id = asked_for.clone().or_else(|| decoded(segment));
    let store = if route.data == Data::Store { StoreQuery::read(query) } else { StoreQuery::default() };
    // A page made of data ignores every other parameter, so that advertisements do not fill the cache.
    let (url, shared) = match route.data {
        Data::Store => (format!("/store{}", store.to_query()), !store.is_too_long()),
        Data::Promotion => (format!("{path}{}", chosen_service(query)), true),
        Data::Form => (form(path, is_sent(query), asked_for.as_deref()), asked_for.is_none()),
        Data::Tariff => match &asked_for {
            Some(postcode) => (format!("{path}?postcode={}", encode_component(postcode)), false),
            None => (path.to_owned(), true),
        },
        Data::Product | Data::Legal | Data::Version | Data::Still => (path.to_owned(), true),
        Data::Shell => (ADMIN.path.to_owned(), true),
        Data::Nothing => {
            let rest = without_lang(query);
            let shared = rest.is_empty() && id.is_none() && *route != NOT_FOUND;
            (if rest.is_empty() { path.to_owned() } else { format!("{path}?{rest}") }, shared)
        }
    };
    Destination::Page(Visit { route, id, url, lang: named_lang(query), store, shared })
}

impl Visit {
    /// The path search engines should know it by: an open tab and the thanks for a message are no pages of their own.
    pub fn canonical(&self) -> &str {
        match self.route.data {
            Data::Promotion | Data::Form | Data::Tariff => self.route.path,
            _ => &self.url,
        }
    }

    /// `path` in the language its address names: the bare address is one page, whatever its reader prefers.
    pub fn localized(&self, path: &str) -> String {
        localized(path, self.lang.unwrap_or_default())
    }

    /// What the page is made from, in the order the browser would ask for it.
    pub fn resources(&self) -> Vec<Resource> {
        match (self.route.data, &self.id) {
            (Data::Promotion, _) => {
                let promoted = Resource::Cards { limit: PROMOTED, offset: 0, kind: None, search: None, choices: None };
                vec![promoted, Resource::Proof]
            }
            (Data::Store, _) if self.store.is_too_long() => Vec::new(),
            (Data::Store, _) => vec![Resource::Cards {
                limit: CARDS_PER_PAGE,
                offset: (self.store.page.max(1) - 1) * CARDS_PER_PAGE,
                kind: self.store.kind.clone(),
                search: self.store.search.clone(),
                choices: Some(self.store.choices.clone()),
            }],
            (Data::Product, Some(id)) => {
                let id = || id.clone();
                vec![Resource::Product { id: id() }, Resource::Related { id: id() }, Resource::Comments { id: id() }]
            }
            (Data::Form, Some(id)) => vec![Resource::Product { id: id.clone() }],
            (Data::Tariff, Some(postcode)) => vec![Resource::Tariff, Resource::PriceNow { postcode: postcode.clone() }],
            (Data::Tariff, None) => vec![Resource::Tariff],
            (Data::Legal, _) => self.route.name.parse().map(Resource::current).into_iter().collect(),
            (Data::Version, Some(id)) => Resource::version(id).into_iter().collect(),
            (Data::Product | Data::Version, None) | (Data::Nothing | Data::Form | Data::Still | Data::Shell, _) => {
                Vec::new()
            }
        }
    }
}

impl StoreQuery {
    fn read(query: &str) -> Self {
        let mut store = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            match &*name {
                "type" => store.kind = text(&value),
                "q" => store.search = text(value.trim()),
                "page" => store.page = value.parse().ok().filter(|page| (2..=MAX_PAGE).contains(page)).unwrap_or(0),
                _ => store.choices.read(&name, &value),
            }
        }
        store
    }

    /// Whether it is one of pages without number, as there is one for whatever somebody looks for.
    pub fn is_particular(&self) -> bool {
        self.search.is_some() || self.choices != Choices::default()
    }

    fn is_too_long(&self) -> bool {
        let longer = |text: &Option<String>, limit| text.as_ref().is_some_and(|text| text.chars().count() > limit);
        longer(&self.search, MAX_SEARCH) || longer(&self.kind, MAX_KIND) || !self.choices.are_fit()
    }

    /// `?type=…&q=…&…&page=…` with what is given, or nothing.
    pub fn to_query(&self) -> String {
        let page = (self.page > 1).then(|| self.page.to_string());
        let mut parts = vec![("type", self.kind.clone()), ("q", self.search.clone())];
        parts.extend(self.choices.parts().into_iter().map(|(name, value)| (name, Some(value))));
        parts.push(("page", page));
        let parts: Vec<_> = parts
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", encode_component(&value?))))
            .collect();
        if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
    }
}

/// The services of the landing page, whose tab an address may open.
const SERVICES: [&str; 4] = ["construccion", "reformas", "urgencias", "tienda"];

/// `?service=…` when a query names one of them, or nothing.
fn chosen_service(query: &str) -> String {
    let named = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "service");
    let known = named.filter(|(_, id)| SERVICES.contains(&&**id));
    known.map(|(_, id)| format!("?service={id}")).unwrap_or_default()
}

/// `path` with `?lang=` unless it is Spanish, which the bare address is.
pub fn localized(path: &str, lang: Lang) -> String {
    match (lang, path.contains('?')) {
        (Lang::Es, _) => path.to_owned(),
        (_, true) => format!("{path}&lang={lang}"),
        (_, false) => format!("{path}?lang={lang}"),
    }
}

/// The address of a form, or of where it leads once it has arrived, with the product that it is about.
pub fn form(path: &str, is_sent: bool, product: Option<&str>) -> String {
    let sent = is_sent.then(|| String::from("sent=1"));
    let product = product.map(|id| format!("product={}", encode_component(id)));
    let query: Vec<_> = sent.into_iter().chain(product).collect();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
}

/// Whether a form led here, whose language its reader has not chosen by sending it.
pub fn is_form(query: &str) -> bool {
    is_sent(query) || postcode_in(query).is_some()
}

/// Whether a form led here that has arrived.
fn is_sent(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "sent")
}

/// The product a query names, as pages link to the form for quotes.
pub fn product_in(query: &str) -> Option<String> {
    let (_, id) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "product")?;
    (1..=MAX_SEARCH).contains(&id.chars().count()).then(|| id.into_owned())
}

/// Characters of a postcode that are looked at.
const MAX_POSTCODE: usize = 12;

/// The postcode a query names, as it was typed.
fn postcode_in(query: &str) -> Option<String> {
    let (_, typed) = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "postcode")?;
    let typed: String = typed.trim().chars().take(MAX_POSTCODE).collect();
    (!typed.is_empty()).then_some(typed)
}

/// The language a query names with `lang`.
pub fn named_lang(query: &str) -> Option<Lang> {
    form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "lang")?.1.parse().ok()
}

/// As JavaScript's `encodeURIComponent`.
pub fn encode_component(text: &str) -> String {
    use std::fmt::Write;
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("a string takes any text");
        }
    }
    encoded
}

fn without_lang(query: &str) -> String {
    let kept: Vec<_> = query.split('&').filter(|part| !part.is_empty() && !part.starts_with("lang=")).collect();
    kept.join("&")
}

/// The segment of `path` that stands for the id of this form, empty when the form has none; `None` when the path is of
/// another form.
fn matches<'a>(form: &str, path: &'a str) -> Option<&'a str> {
    let Some(prefix) = form.strip_suffix("{id}") else { return (form == path).then_some("") };
    path.strip_prefix(prefix).filter(|id| !id.is_empty() && !id.contains('/'))
}

/// A segment of a path without its percent signs.
fn decoded(segment: &str) -> Option<String> {
    // The parser of forms decodes them; a plus means itself in a path.
    let form = format!("id={}", segment.replace('+', "%2B").replace('&', "%26"));
    let (_, id) = form_urlencoded::parse(form.as_bytes()).next()?;
    (!id.is_empty()).then(|| id.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(path: &str, query: &str) -> Visit {
        match find(path, query) {
            Destination::Page(visit) => visit,
            other => panic!("{path} leads to {other:?}"),
        }
    }

    #[test]
    fn each_path_has_its_page() {
        for (path, name) in [
            ("/", "home"),
            ("/store", "store"),
            ("/contact", "contact"),
            ("/solicitar-presupuesto", "quote"),
            ("/product/abc", "product"),
            ("/order/0d6c", "order"),
            ("/recover", "recover"),
            ("/verify", "verify"),
            ("/product", "not-found"),
            ("/product/a/b", "not-found"),
            ("/Store", "not-found"),
            ("", "not-found"),
            ("//", "not-found"),
            ("/administrator", "not-found"),
            ("/admin", "admin"),
            ("/admin/orders/1", "admin"),
        ] {
            assert_eq!(visit(path, "").route.name, name, "{path}");
        }
        assert_eq!(visit("/product/%C3%B1a+b%2F&c", "").id.as_deref(), Some("ña+b/&c"));
    }

    #[test]
    fn untidy_addresses_lead_to_the_tidy_one_and_never_to_another_site() {
        assert_eq!(find("/store/", "type=a"), Destination::Moved(String::from("/store?type=a")));
        assert_eq!(find("/my-orders", ""), Destination::Elsewhere(String::from("/account")));
        for path in ["//evil.example/", "///evil.example//", "/\\evil.example/"] {
            assert_eq!(visit(path, "").route.name, "not-found", "{path}");
        }
    }

    #[test]
    fn only_what_changes_the_store_stays_in_its_address() {
        let visit = visit("/store", "utm_source=x&page=3&q=a%26b&type=Cerrajer%C3%ADa&lang=fr&fbclid=1");
        assert_eq!(visit.url, "/store?type=Cerrajer%C3%ADa&q=a%26b&page=3");
        assert_eq!(
            visit.resources(),
            [Resource::Cards {
                limit: 24,
                offset: 48,
                kind: Some(String::from("Cerrajería")),
                search: Some(String::from("a&b")),
                choices: Some(Choices::default()),
            }]
        );
        let long = self::visit("/store", &format!("q={}", "a".repeat(101)));
        assert_eq!((long.resources(), long.shared), (Vec::new(), false));
        for query in ["page=1", "page=0", "page=-1", "page=x", "page=99999999", "type=&q=%20+"] {
            assert_eq!(self::visit("/store", query).url, "/store", "{query}");
        }
    }

    #[test]
    fn an_address_that_names_no_language_is_one_page_in_all_of_them() {
        for (query, own) in
            [("", "/store"), ("lang=es", "/store"), ("lang=xx", "/store"), ("lang=ar", "/store?lang=ar")]
        {
            let visit = visit("/store", query);
            assert_eq!(visit.localized(visit.canonical()), own, "{query}");
        }
    }

    #[test]
    fn only_what_is_the_same_for_all_is_kept_for_all() {
        for (path, query, shared) in [
            ("/", "utm_source=x", true),
            ("/", "service=urgencias", true),
            ("/product/abc", "fbclid=1", true),
            ("/contact", "utm_source=x", true),
            ("/contact", "sent=1", true),
            ("/cookies", "fbclid=1", true),
            ("/cart", "lang=en", true),
            ("/cart", "cancelled=1", false),
            ("/success", "order_id=1&session_id=2", false),
            ("/order/abc", "", false),
            ("/no-such-page", "", false),
        ] {
            assert_eq!(visit(path, query).shared, shared, "{path}?{query}");
        }
        assert_eq!(visit("/login", "next=%2Fcart&lang=en").url, "/login?next=%2Fcart");
    }

    #[test]
    fn the_landing_page_opens_a_service_it_has_and_ignores_the_rest() {
        let open = visit("/", "utm_source=x&service=urgencias&lang=fr");
        assert_eq!((open.url.as_str(), open.canonical()), ("/?service=urgencias", "/"));
        for query in ["", "service=", "service=garden", "services=tienda"] {
            assert_eq!(visit("/", query).url, "/", "{query}");
        }
    }

    #[test]
    fn an_address_names_every_language_but_spanish() {
        assert_eq!(localized("/store?page=2", Lang::Ar), "/store?page=2&lang=ar");
        assert_eq!(localized("/", Lang::En), "/?lang=en");
        assert_eq!(localized("/", Lang::Es), "/");
    }

    #[test]
    fn the_thanks_for_a_message_are_the_page_of_the_form() {
        let thanks = visit("/contact", "sent=1&utm_source=x");
        assert_eq!((thanks.url.as_str(), thanks.canonical()), ("/contact?sent=1", "/contact"));
        assert_eq!(visit("/store", "sent=1").url, "/store");
    }

    #[test]
    fn the_form_for_quotes_comes_with_the_product_it_is_about() {
        let about = visit(QUOTE, "utm_source=x&product=a%2Fb&lang=en");
        assert_eq!((about.url.as_str(), about.canonical()), ("/solicitar-presupuesto?product=a%2Fb", QUOTE));
        assert_eq!(about.resources(), [Resource::Product { id: String::from("a/b") }]);
        assert!(!about.shared, "whatever somebody makes up is not kept");
        let thanks = visit(QUOTE, "sent=1&product=a%2Fb");
        assert_eq!((thanks.url.as_str(), thanks.shared), ("/solicitar-presupuesto?sent=1&product=a%2Fb", false));
        assert_eq!(thanks.resources(), about.resources());
        assert_eq!(visit(QUOTE, "product=").resources(), []);
        assert_eq!(visit(CONTACT, "product=a").resources(), []);
    }

    #[test]
    fn prices_come_with_the_one_of_a_postcode_that_is_asked_about() {
        let asked = visit(TARIFF, "utm_source=x&postcode=+08630+&lang=fr");
        assert_eq!((asked.url.as_str(), asked.canonical(), asked.shared), ("/tarifas?postcode=08630", TARIFF, false));
        assert_eq!(asked.resources(), [Resource::Tariff, Resource::PriceNow { postcode: String::from("08630") }]);
        let long = visit(TARIFF, &format!("postcode={}", "9".repeat(5000)));
        assert_eq!(long.url, "/tarifas?postcode=999999999999");
        let whole = visit(TARIFF, "postcode=&fbclid=1");
        assert_eq!((whole.resources(), whole.shared), (vec![Resource::Tariff], true));
    }

    #[test]
    fn the_named_language_is_one_of_ours() {
        assert_eq!(named_lang("a=b&lang=ar"), Some(Lang::Ar));
        assert_eq!(named_lang("lang=xx"), None);
        assert_eq!(named_lang(""), None);
    }
}
