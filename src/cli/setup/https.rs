//! Who speaks https for the shop, and under which names: the program itself at the domain, or a proxy in front.

use super::answers::Answers;
use super::plan::Change;
use super::standing::Standing;
use crate::config::BaseUrl;

/// The answers to who does it.
pub(super) const PROGRAM: &str = "program";
pub(super) const PROXY: &str = "proxy";
/// What only a shop that speaks https by itself is told.
const OF_PROGRAM: [&str; 6] = [
    "MANETES_DOMAIN",
    "MANETES_LISTEN",
    "MANETES_LISTEN_HTTP",
    "MANETES_ACME_DIRECTORY",
    "MANETES_ACME_EMAIL",
    "MANETES_ACME_CA_FILE",
];
/// And what only one behind a proxy is told.
const OF_PROXY: [&str; 4] = ["MANETES_BASE_URL", "MANETES_TRUSTED_PROXIES", "MANETES_OTHER_DOMAINS", "MANETES_LISTEN"];

/// Whether the program speaks https once the answers are in force.
pub(super) fn is_ours(standing: &Standing, answers: &Answers) -> bool {
    answers.get("https.by").map_or_else(|| standing.speaks_https(), |by| by == PROGRAM)
}

/// Whether the program could speak https for an address: a name, at the usual port.
pub(super) fn may_be_ours(base: &str) -> bool {
    BaseUrl::parse(base).is_ok_and(|url| url.is_https() && !url.is_loopback() && url.host() == url.name())
}

/// What changes in the file.
pub(super) fn changes(standing: &Standing, answers: &Answers) -> Result<Vec<Change>, String> {
    let base = answers.or("MANETES_BASE_URL", || standing.base());
    if base.is_empty() {
        return Err(String::from("MANETES_BASE_URL is not known yet: give the site's --domain"));
    }
    match (is_ours(standing, answers), answers.has("https.by")) {
        (true, true) => by_program(standing, answers, &base),
        (true, false) => as_it_is(standing, answers).map(|()| Vec::new()),
        (false, _) => Ok(by_proxy(standing, answers, &base)),
    }
}

/// The other names of the shop as they stand, and the one that an address takes the place of: links in mails that were sent
/// name it.
pub(super) fn other_names(standing: &Standing, base: &str) -> Vec<String> {
    let others = standing.variable("MANETES_OTHER_DOMAINS").split(',').map(str::trim).map(str::to_owned);
    let (new, former) = (BaseUrl::parse(base), BaseUrl::parse(&standing.base()));
    let former = former.into_iter().filter(|url| url.is_https() && !url.is_loopback()).map(|url| url.name());
    let mut names: Vec<String> = Vec::new();
    for name in former.chain(standing.https_names().map(str::to_owned)).chain(others) {
        let is_new = !names.contains(&name) && new.as_ref().is_ok_and(|new| new.name() != name);
        if is_new && !name.is_empty() {
            names.push(name);
        }
    }
    names
}

/// Nobody was asked who does it, and it stays the program, which has the names it has.
fn as_it_is(standing: &Standing, answers: &Answers) -> Result<(), String> {
    let is_own = |given: &str| {
        let mut names = standing.https_names();
        given == standing.base() || names.any(|name| given == format!("https://{name}"))
    };
    match answers.get("MANETES_BASE_URL").filter(|given| !is_own(given)) {
        None => Ok(()),
        Some(given) => Err(format!(
            "{given} is none of MANETES_DOMAIN, the names this shop speaks https for: with --https-by {PROGRAM} it gets others"
        )),
    }
}

fn by_program(standing: &Standing, answers: &Answers, base: &str) -> Result<Vec<Change>, String> {
    if !may_be_ours(base) && base != standing.base() {
        return Err(format!("the program speaks https for a name such as example.com, and not for {base}"));
    }
    let name = BaseUrl::parse(base)?.name();
    let others = match answers.get("https.others") {
        Some(others) => {
            others.split(',').map(|other| other.trim().to_owned()).filter(|other| !other.is_empty()).collect()
        }
        None => other_names(standing, base),
    };
    let others = others.into_iter().filter(|other| *other != name);
    let names: Vec<String> = [name.clone()].into_iter().chain(others).collect();
    if standing.https_names().eq(names.iter().map(String::as_str)) {
        return Ok(Vec::new());
    }
    let gone = OF_PROXY.iter().filter(|_| !standing.speaks_https() || base != standing.base());
    let gone = gone.map(|name| ((*name).to_owned(), None));
    Ok(gone.chain([(String::from("MANETES_DOMAIN"), Some(names.join(",")))]).collect())
}

fn by_proxy(standing: &Standing, answers: &Answers, base: &str) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    if standing.speaks_https() {
        changes.extend(OF_PROGRAM.map(|name| (name.to_owned(), None)));
    }
    if standing.speaks_https() || answers.has("MANETES_BASE_URL") {
        changes.push((String::from("MANETES_BASE_URL"), Some(base.to_owned())));
    }
    let others = other_names(standing, base).join(",");
    if others != standing.variable("MANETES_OTHER_DOMAINS") {
        changes.push((String::from("MANETES_OTHER_DOMAINS"), Some(others).filter(|others| !others.is_empty())));
    }
    // https is a proxy's work, and all visitors would count as one.
    let is_public = BaseUrl::parse(base).is_ok_and(|url| url.is_https() && !url.is_loopback());
    if is_public && standing.variable("MANETES_TRUSTED_PROXIES").is_empty() {
        changes.push((String::from("MANETES_TRUSTED_PROXIES"), Some(String::from("127.0.0.1,::1"))));
    }
    changes
}
