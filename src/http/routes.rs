//! The routes by which requests are told apart in numbers and lines. They are all known beforehand: whatever else is asked
//! for is one of them, `other`, so that nobody can make more of them by asking.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use poem::http::{Method, StatusCode};

use crate::metrics::{Histogram, Kind, Text};

/// What is none of them.
const OTHER: &str = "other";
/// Methods that are told apart; any other is the last.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", OTHER];
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Every route, and how long its requests took.
pub(super) struct Routes {
    /// By the segments of a path.
    root: Node,
    /// The first is whatever is none of them.
    routes: Vec<Route>,
}

struct Route {
    template: String,
    /// By method and class of status; made with the first request.
    took: OnceLock<Box<[[Histogram; CLASSES.len()]; METHODS.len()]>>,
}

/// What may come after the segments before.
#[derive(Default)]
struct Node {
    literal: BTreeMap<String, Node>,
    /// `{name}`.
    any: Option<Box<Node>>,
    /// `*`: whatever follows.
    rest: Option<usize>,
    /// The route that ends here.
    end: Option<usize>,
}

/// One of the routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found(usize);

impl Routes {
    /// Those of these paths, in which a segment `{name}` is any, and a last segment `*` all that follow.
    pub(super) fn of(templates: impl IntoIterator<Item = String>) -> Self {
        let (mut root, mut routes) = (Node::default(), vec![Route::named(OTHER)]);
        for template in templates {
            root.grow(&template, routes.len());
            routes.push(Route::named(&template));
        }
        Self { root, routes }
    }

    /// The route of a path.
    pub(super) fn find(&self, path: &str) -> Found {
        Found(self.root.find(path.strip_prefix('/')).unwrap_or_default())
    }

    /// Counts an answer.
    pub(super) fn observe(&self, found: Found, method: &Method, status: StatusCode, took: Duration) {
        let method = METHODS.iter().position(|name| *name == method.as_str()).unwrap_or(METHODS.len() - 1);
        let class = usize::from(status.as_u16() / 100).saturating_sub(1).min(CLASSES.len() - 1);
        self.routes[found.0].took.get_or_init(Box::default)[method][class].observe(took);
    }

    /// A path as a line tells it: of what stands in the place of a name only a UUID, which is the shop's own.
    pub(super) fn shown<'a>(&'a self, found: Found, path: &str) -> Cow<'a, str> {
        let template = self.routes[found.0].template.as_str();
        if !template.contains('{') {
            return Cow::Borrowed(template);
        }
        let segments = template.split('/').zip(path.split('/'));
        let shown = segments.map(|(name, given)| if is_name(name) && is_uuid(given) { given } else { name });
        Cow::Owned(shown.collect::<Vec<_>>().join("/"))
    }

    /// Writes what was counted.
    pub(super) fn write(&self, text: &mut Text) {
        let mut classes = CLASSES.map(|class| (class, 0));
        let (mut all, mut seconds) = (0, Duration::ZERO);
        let name = "manetes_http_request_duration_seconds";
        text.family(
            name,
            Kind::Histogram,
            "How long requests took to be answered, by route, method and class of status.",
        );
        for (route, method, class, took) in self.series() {
            took.write(text, name, &[("route", route), ("method", METHODS[method]), ("status", CLASSES[class])]);
            let (count, together) = took.total();
            classes[class].1 += count;
            all += count;
            seconds += together;
        }
        text.family("manetes_http_requests_total", Kind::Counter, "Requests answered.");
        for (class, count) in classes {
            text.sample("manetes_http_requests_total", &[("status", class)], count);
        }
        text.family("manetes_http_request_seconds", Kind::Summary, "How long requests took, all together.");
        text.sample("manetes_http_request_seconds_sum", &[], seconds.as_secs_f64());
        text.sample("manetes_http_request_seconds_count", &[], all);
    }

    /// Those of which there was a request: route, method, class.
    fn series(&self) -> impl Iterator<Item = (&str, usize, usize, &Histogram)> {
        let asked = self.routes.iter().filter_map(|route| Some((route.template.as_str(), route.took.get()?)));
        let each = asked.flat_map(|(template, took)| {
            let each = took.iter().enumerate();
            each.flat_map(move |(method, classes)| {
                classes.iter().enumerate().map(move |(class, took)| (template, method, class, took))
            })
        });
        each.filter(|(.., took)| took.total().0 > 0)
    }
}

impl Route {
    fn named(template: &str) -> Self {
        Self { template: template.to_owned(), took: OnceLock::new() }
    }
}

impl Node {
    fn grow(&mut self, template: &str, route: usize) {
        let mut node = self;
        for segment in template.trim_start_matches('/').split('/') {
            if segment == "*" {
                node.rest.get_or_insert(route);
                return;
            }
            node = if is_name(segment) {
                node.any.get_or_insert_default()
            } else {
                node.literal.entry(segment.to_owned()).or_default()
            };
        }
        // Of two that are the same, the first is it.
        node.end.get_or_insert(route);
    }

    /// What is named wins over what may be any.
    fn find(&self, path: Option<&str>) -> Option<usize> {
        let Some(path) = path else { return self.end };
        let (segment, rest) = path.split_once('/').map_or((path, None), |(segment, rest)| (segment, Some(rest)));
        let named = self.literal.get(segment).and_then(|node| node.find(rest));
        let any = || self.any.as_ref().filter(|_| !segment.is_empty()).and_then(|node| node.find(rest));
        named.or_else(any).or(self.rest)
    }
}

fn is_name(segment: &str) -> bool {
    segment.starts_with('{')
}

fn is_uuid(segment: &str) -> bool {
    segment.len() == 36
        && segment.bytes().enumerate().all(|(at, b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn routes() -> Routes {
        let templates =
            ["/", "/store", "/api/orders/{id}", "/api/orders/{id}/payment", "/api/orders/mine", "/assets/*"];
        Routes::of(templates.map(str::to_owned))
    }

    #[test]
    fn a_path_has_one_route_and_what_is_nobodys_has_one_for_all() {
        let routes = routes();
        let found = |path| routes.routes[routes.find(path).0].template.as_str();
        for (path, template) in [
            ("/", "/"),
            ("/store", "/store"),
            ("/store/", OTHER),
            ("/api/orders/mine", "/api/orders/mine"),
            ("/api/orders/other", "/api/orders/{id}"),
            ("/api/orders/mine/payment", "/api/orders/{id}/payment"),
            ("/api/orders/", OTHER),
            ("/api/orders", OTHER),
            ("/assets/a/b.js", "/assets/*"),
            ("/wp-admin/ana@example.com", OTHER),
            ("*", OTHER),
            ("", OTHER),
        ] {
            assert_eq!(found(path), template, "{path}");
        }
    }

    #[test]
    fn a_line_tells_ids_of_the_shop_and_nothing_that_somebody_typed() {
        let routes = routes();
        let shown = |path: &str| routes.shown(routes.find(path), path).into_owned();
        let id = "2f1c6c1e-33b0-4d7d-9a55-3a1c3f1b8f0e";
        assert_eq!(shown(&format!("/api/orders/{id}/payment")), format!("/api/orders/{id}/payment"));
        assert_eq!(shown("/api/orders/ana@example.com"), "/api/orders/{id}");
        assert_eq!((shown("/store").as_str(), shown("/ana@example.com").as_str()), ("/store", OTHER));
    }

    #[test]
    fn however_much_junk_is_asked_for_there_are_no_more_lines() {
        let routes = routes();
        let written = || {
            let mut text = Text::default();
            routes.write(&mut text);
            text.into_string()
        };
        let ask = |path: &str, method: &str| {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            routes.observe(routes.find(path), &method, StatusCode::NOT_FOUND, Duration::from_millis(1));
        };
        ask("/nowhere", "GET");
        ask("/nowhere", "JUNK");
        let before = written().lines().count();
        for n in 0..1000 {
            ask(&format!("/junk/{n}"), "GET");
            ask(&format!("/junk/{n}"), &format!("JUNK{n}"));
        }
        assert_eq!(written().lines().count(), before);
        let line =
            "manetes_http_request_duration_seconds_count{route=\"other\",method=\"other\",status=\"4xx\"} 1001\n";
        assert!(written().contains(line) && written().contains("manetes_http_requests_total{status=\"4xx\"} 2002\n"));
    }
}
