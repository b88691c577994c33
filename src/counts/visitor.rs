//! RULE what is counted as somebody's visit. A program that says what it is, is left out, and so is what a browser fetches
//! before anybody asks for it; nothing of the request is kept.

use poem::Request;
use poem::http::Method;

/// What programs call themselves, in small letters.
const PROGRAMS: [&str; 15] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "headless",
    "lighthouse",
    "preview",
    "monitor",
    "scan",
    "fetch",
    "python",
    "curl",
    "wget",
    "externalhit",
    "+http",
];

/// Whether a request comes from somebody's browser, at their wish.
pub fn is_somebody(request: &Request) -> bool {
    let said = |name| request.header(name).unwrap_or_default().to_ascii_lowercase();
    let agent = said("user-agent");
    let is_ahead = || ["sec-purpose", "purpose", "x-moz"].iter().any(|name| said(name).contains("prefetch"));
    agent.starts_with("mozilla/") && !PROGRAMS.iter().any(|program| agent.contains(program)) && !is_ahead()
}

/// Whether somebody opens a page: not the pieces of one, nor a page inside another.
pub fn is_opened_by_somebody(request: &Request) -> bool {
    let is_page = match request.header("sec-fetch-dest") {
        None | Some("document") => true,
        // So the site's own worker asks for what its page leads to, where its browser has not asked already.
        Some("empty") => request.header("sec-fetch-mode") == Some("navigate"),
        Some(_) => false,
    };
    *request.method() == Method::GET && is_page && is_somebody(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

    fn request(headers: &[(&str, &str)]) -> Request {
        headers.iter().fold(Request::builder(), |request, (name, value)| request.header(*name, *value)).finish()
    }

    #[test]
    fn a_browser_is_somebody_and_a_program_that_says_so_is_nobody() {
        assert!(is_opened_by_somebody(&request(&[("user-agent", PHONE)])));
        for program in [
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36",
            "facebookexternalhit/1.1",
            "curl/8.5.0",
            "",
        ] {
            assert!(!is_somebody(&request(&[("user-agent", program)])), "{program}");
        }
        assert!(!is_somebody(&request(&[])));
    }

    #[test]
    fn what_a_browser_fetches_ahead_or_inside_a_page_is_no_visit() {
        for (name, value) in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("x-moz", "prefetch"),
            ("sec-fetch-dest", "iframe"),
            ("sec-fetch-dest", "empty"),
        ] {
            assert!(!is_opened_by_somebody(&request(&[("user-agent", PHONE), (name, value)])), "{name}: {value}");
        }
        let headers = [("user-agent", PHONE), ("sec-fetch-dest", "document")];
        assert!(is_opened_by_somebody(&request(&headers)));
        let by_worker = [("user-agent", PHONE), ("sec-fetch-dest", "empty"), ("sec-fetch-mode", "navigate")];
        assert!(is_opened_by_somebody(&request(&by_worker)));
        let mut head = request(&headers);
        head.set_method(Method::HEAD);
        assert!(!is_opened_by_somebody(&head));
    }
}
