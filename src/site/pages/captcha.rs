//! The small page inside the forms of accounts that holds the captcha service's widget. The service's scripts run here
//! and not in the shop's own pages, whose policy stays as it is; `frontend/captcha/frame.ts` is the other half.

use poem::Response;
use poem::http::header;

use crate::config::{self, CaptchaService};
use crate::lang::Lang;
use crate::text::escape;

/// Where it stands.
pub const PATH: &str = "/captcha";

/// The page, when `path` names it and a service is configured.
pub fn answer(path: &str, lang: Lang, config: &config::Captcha) -> Option<Response> {
    let (service, site_key) = (config.service.filter(|_| path == PATH)?, config.site_key.as_deref()?);
    let (script, sources) = addresses(service, config.api_base.as_ref().map(config::BaseUrl::origin), lang);
    let html = format!(
        "<!doctype html><html lang=\"{code}\" dir=\"{dir}\"><head><meta charset=\"utf-8\"><title>{name}</title>\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"robots\" content=\"noindex\">\
         <style>body{{margin:0}}</style></head><body><div id=\"captcha\" data-service=\"{name}\" \
         data-site-key=\"{site_key}\" data-script=\"{script}\"></div><script src=\"/captcha.js\"></script></body></html>",
        code = lang.code(),
        dir = lang.dir(),
        name = service.name(),
        site_key = escape(site_key.trim()),
        script = escape(&script),
    );
    let policy = POLICY.replace("{service}", &sources);
    Some(
        Response::builder()
            .content_type("text/html; charset=utf-8")
            .header(header::CACHE_CONTROL, "no-cache")
            .header(header::CONTENT_SECURITY_POLICY, policy)
            // The service looks whether the site that shows its widget is the one the key is for.
            .header(header::REFERRER_POLICY, "strict-origin-when-cross-origin")
            .body(html),
    )
}

/// The service's own frames and styles come from where its script does.
const POLICY: &str = "default-src 'none'; script-src 'self' {service}; style-src 'unsafe-inline' {service}; \
    img-src data: {service}; frame-src {service}; connect-src {service}; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'";

/// The service's script, and the sources it needs.
fn addresses(service: CaptchaService, base: Option<String>, lang: Lang) -> (String, String) {
    let call = "render=explicit&onload=captchaReady";
    match service {
        CaptchaService::Turnstile => {
            let base = base.unwrap_or_else(|| String::from("https://challenges.cloudflare.com"));
            (format!("{base}/turnstile/v0/api.js?{call}"), base)
        }
        CaptchaService::HCaptcha => {
            let sources = base.clone().unwrap_or_else(|| String::from("https://hcaptcha.com https://*.hcaptcha.com"));
            let base = base.unwrap_or_else(|| String::from("https://js.hcaptcha.com"));
            (format!("{base}/1/api.js?{call}&hl={}", lang.code()), sources)
        }
    }
}
