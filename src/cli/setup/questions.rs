//! The dialogue: what a shop cannot begin without, in groups, each with what stands as the answer that Enter gives.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use url::Url;

use super::answers::{Answers, SECRETS};
use super::standing::Standing;
use super::{Error, ask, https};
use crate::auth::password::{Password, Role};
use crate::cli::options::Options;
use crate::cli::terminal;
use crate::config::BaseUrl;
use crate::email::EmailAddress;
use crate::settings::Settings;

/// The firm, as it stands on the site and on papers: the setting, the question, and whether there must be an answer.
const FIRM: [(&str, &str, bool); 7] = [
    ("company.brand", "The name people know the firm by", true),
    ("company.legal_name", "Its name in the register, such as Obres Puig, S.L.", false),
    ("company.nif", "NIF; without it nothing is invoiced", false),
    ("company.address", "Registered office, on one line, with postcode and town", false),
    ("company.locality", "Town", false),
    ("company.phone", "Telephone for calls, such as +34931234567", true),
    ("company.email", "E-mail people write to", true),
];

const HTTPS_PORT: u16 = 443;
/// Somebody on this machine picks up at once.
const LOOK: Duration = Duration::from_millis(500);

/// Asks whoever is at the terminal what was not answered before.
pub(super) fn ask_all(standing: &Standing, answers: &mut Answers) -> Result<(), Error> {
    eprintln!("Enter leaves what stands in [brackets], - empties it, Ctrl-C changes nothing.");
    ask::heading("The firm");
    for (key, prompt, is_needed) in FIRM {
        let fits = |text: &str| match Settings::check(key, text) {
            _ if text.is_empty() && !is_needed => Ok(()),
            checked => checked.map_err(|error| error.to_string()),
        };
        answers.ask(key, prompt, &standing.setting(key), fits)?;
    }
    site(standing, answers)?;
    mail(standing, answers)?;
    payments(standing, answers)?;
    administrator(standing, answers)
}

fn site(standing: &Standing, answers: &mut Answers) -> Result<(), Error> {
    ask::heading("The site");
    let (name, stands) = ("MANETES_BASE_URL", standing.base());
    if !answers.has(name)
        && let Some(domain) = ask::line("Its domain, such as example.com", &stands, |text| origin(text).map(drop))?
    {
        answers.give(name, origin(&domain).map_err(Error::Refused)?);
    }
    let base = answers.or(name, || stands);
    if !https::may_be_ours(&base) && base != standing.base() {
        answers.give("https.by", String::from(https::PROXY));
    } else if https::may_be_ours(&base) || standing.speaks_https() {
        who_speaks_https(standing, answers, &base)?;
    }
    Ok(())
}

fn who_speaks_https(standing: &Standing, answers: &mut Answers, base: &str) -> Result<(), Error> {
    if !answers.has("https.by") {
        eprintln!(
            "    {}: this machine answers there at its ports 80 and 443, and gets the certificate by itself",
            https::PROGRAM
        );
        eprintln!(
            "    {}: another program, such as nginx or Caddy, does so already, and hands people on",
            https::PROXY
        );
    }
    let is_known = !standing.base().is_empty();
    let usual = match is_known {
        true if standing.speaks_https() => https::PROGRAM,
        false if !is_taken(HTTPS_PORT) => https::PROGRAM,
        _ => https::PROXY,
    };
    answers.ask_or_take("https.by", "Who speaks https, program or proxy", usual, |text| match text {
        https::PROGRAM | https::PROXY => Ok(()),
        _ => Err(format!("takes {} or {}", https::PROGRAM, https::PROXY)),
    })?;
    if !https::is_ours(standing, answers) {
        return Ok(());
    }
    let others = https::other_names(standing, base).join(",");
    let prompt = "Its other names that lead to this machine, such as www.example.com; none without a certificate";
    answers.ask(
        "https.others",
        prompt,
        &others,
        |text| if text.is_empty() { Ok(()) } else { fits("MANETES_DOMAIN", text) },
    )
}

/// Whether somebody listens at a port of this machine.
fn is_taken(port: u16) -> bool {
    TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), LOOK).is_ok()
}

/// A domain as an address of the site, https unless it says otherwise.
pub(super) fn origin(domain: &str) -> Result<String, String> {
    let url = if domain.contains("://") { domain.to_owned() } else { format!("https://{domain}") };
    BaseUrl::parse(&url).map(|url| url.origin()).map_err(|error| format!("{error}: give a name such as example.com"))
}

fn mail(standing: &Standing, answers: &mut Answers) -> Result<(), Error> {
    ask::heading("Mail");
    let server = "MANETES_SMTP_URL";
    if !answers.has(server) {
        let stands = if standing.has_secret(server) { "as it is" } else { "none" };
        let prompt = "Mail server, such as mail.example.com; none: mails are written to files";
        if let Some(host) = ask::line(prompt, stands, |text| smtp_url(text, "", "").map(drop))? {
            let user = ask::line("User there", "", |_| Ok(()))?.unwrap_or_default();
            let password = if user.is_empty() { None } else { terminal::secret("Password there", false, |_| Ok(()))? };
            let url = smtp_url(&host, &user, &password.unwrap_or_default()).map_err(Error::Refused)?;
            answers.give(server, url);
        }
    }
    let firms = answers.or("company.email", || standing.setting("company.email"));
    let brand = answers.or("company.brand", || standing.setting("company.brand"));
    let or = |name: &str, usual: String| match standing.variable(name) {
        "" => usual,
        stands => stands.to_owned(),
    };
    for (name, prompt, usual) in [
        ("MANETES_MAIL_FROM", "Sender of every mail", format!("{} <{firms}>", brand.replace(['"', '<', '>', ','], ""))),
        ("MANETES_OWNER_EMAIL", "Who is told of orders, requests and messages", firms.clone()),
    ] {
        answers.ask_or_take(name, prompt, &or(name, usual), |text| fits(name, text))?;
    }
    Ok(())
}

/// From `host[:port]`: encrypted from the first byte, or by STARTTLS at another port than 465; in the clear on this machine.
pub(super) fn smtp_url(server: &str, user: &str, password: &str) -> Result<String, String> {
    let wrong = || String::from("takes a name such as mail.example.com, or mail.example.com:587");
    let plain = Url::parse(&format!("smtp://{server}")).map_err(|_| wrong())?;
    let (Some(host), None | Some(1..)) = (plain.host_str(), plain.port()) else { return Err(wrong()) };
    if !plain.username().is_empty() || !matches!(plain.path(), "" | "/") {
        return Err(wrong());
    }
    let mut url = match plain.port() {
        port if crate::outside::is_here(&plain) => format!("smtp://{host}:{}", port.unwrap_or(25)),
        None | Some(465) => format!("smtps://{host}"),
        Some(port) => format!("smtp://{host}:{port}?tls=required"),
    }
    .parse::<Url>()
    .map_err(|_| wrong())?;
    if !user.is_empty() {
        _ = url.set_username(user);
        _ = url.set_password(Some(password));
    }
    Ok(url.into())
}

fn payments(standing: &Standing, answers: &mut Answers) -> Result<(), Error> {
    ask::heading("Payments");
    let name = "MANETES_PAYMENTS";
    let usual = match standing.variable(name) {
        "" => "stripe",
        stands => stands,
    };
    let prompt = "stripe, redsys (a Spanish bank's terminal) or sandbox (to try: no money moves)";
    answers.ask_or_take(name, prompt, usual, |text| fits(name, text))?;
    match answers.get(name).unwrap_or_default() {
        "stripe" => {
            let base = answers.or("MANETES_BASE_URL", || standing.base());
            eprintln!("    In Stripe's panel make an endpoint for notifications: {base}/api/webhooks/stripe");
            eprintln!("    with the events checkout.session.*, refund.* and charge.dispute.*");
            answers.ask_secret(standing, "MANETES_STRIPE_SECRET_KEY", "Stripe's secret key, sk_live_… or rk_live_…")?;
            answers.ask_secret(standing, "MANETES_STRIPE_WEBHOOK_SECRET", "The endpoint's secret, whsec_…")
        }
        "redsys" => {
            for (name, prompt) in [
                ("MANETES_REDSYS_MERCHANT_CODE", "The shop's number at Redsys (FUC), nine digits"),
                ("MANETES_REDSYS_TERMINAL", "The terminal's number"),
            ] {
                answers.ask(name, prompt, standing.variable(name), |text| fits(name, text))?;
            }
            answers.ask_secret(standing, "MANETES_REDSYS_KEY", "The terminal's key, in base64")
        }
        _ => Ok(()),
    }
}

fn administrator(standing: &Standing, answers: &mut Answers) -> Result<(), Error> {
    let is_there = |email| standing.admins.iter().any(|known| known == email);
    if answers.get("admin.email").map_or(!standing.admins.is_empty(), is_there) {
        return Ok(());
    }
    ask::heading("The administrator, who opens the desk");
    let usual = answers.or("company.email", || standing.setting("company.email"));
    let is_address = |text: &str| EmailAddress::parse(text).map(drop).map_err(|error| error.to_string());
    answers.ask_or_take("admin.email", "E-mail", &usual, is_address)?;
    answers.ask("admin.name", "Name", "", |_| Ok(()))?;
    if answers.has("admin.password") {
        return Ok(());
    }
    let prompt = format!("Password, {} characters or more", admin_length(&standing.settings));
    let password = terminal::new_password(&prompt, |text| password(text, standing, answers).map(drop))?;
    answers.give("admin.password", password);
    Ok(())
}

fn admin_length(settings: &Settings) -> usize {
    Role::Admin.min_length(settings.password_min_length)
}

/// A password an administrator may have; the error is one line.
pub(super) fn password(text: &str, standing: &Standing, answers: &Answers) -> Result<Password, String> {
    let brand = answers.or("company.brand", || standing.settings.brand.clone());
    let about = ["admin.email", "admin.name"].map(|name| answers.get(name).unwrap_or_default());
    let password = Password::parse(text).map_err(|error| error.to_string())?;
    let checked = password.check(admin_length(&standing.settings), &[about[0], about[1], &brand]);
    checked.map(|()| password).map_err(|error| error.to_string())
}

/// Whether an option of the server takes a value.
pub(super) fn fits(name: &'static str, text: &str) -> Result<(), String> {
    Options::of(&[(name.to_owned(), text.to_owned())]).map(drop)
}

impl Answers {
    /// Asks what was not answered; Enter leaves what stands, and is no answer.
    fn ask(
        &mut self,
        name: &'static str,
        prompt: &str,
        standing: &str,
        fits: impl Fn(&str) -> Result<(), String>,
    ) -> Result<(), Error> {
        if !self.has(name)
            && let Some(answer) = ask::line(prompt, standing, fits)?
        {
            self.give(name, answer);
        }
        Ok(())
    }

    /// The same, but Enter answers with what is shown.
    fn ask_or_take(
        &mut self,
        name: &'static str,
        prompt: &str,
        usual: &str,
        fits: impl Fn(&str) -> Result<(), String>,
    ) -> Result<(), Error> {
        self.ask(name, prompt, usual, fits)?;
        if !self.has(name) {
            self.give(name, usual.to_owned());
        }
        Ok(())
    }

    fn ask_secret(&mut self, standing: &Standing, name: &'static str, prompt: &str) -> Result<(), Error> {
        debug_assert!(SECRETS.iter().any(|(known, _)| *known == name));
        let fits = |text: &str| if text.is_empty() { Err(String::from("is needed")) } else { Ok(()) };
        if !self.has(name)
            && let Some(secret) = terminal::secret(prompt, standing.has_secret(name), fits)?
        {
            self.give(name, secret);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_https_unless_it_says_otherwise() {
        assert_eq!(origin("example.com").unwrap(), "https://example.com");
        assert_eq!(origin("http://localhost:8080").unwrap(), "http://localhost:8080");
        for wrong in ["", "example.com/shop", "a b", "ftp://example.com"] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_mail_server_is_asked_encrypted_or_on_this_machine() {
        let url = |server| smtp_url(server, "ana@example.com", "p:w/d@");
        assert_eq!(url("mail.example.com").unwrap(), "smtps://ana%40example.com:p%3Aw%2Fd%40@mail.example.com");
        assert_eq!(smtp_url("mail.example.com:587", "", "").unwrap(), "smtp://mail.example.com:587?tls=required");
        assert_eq!(smtp_url("localhost", "", "").unwrap(), "smtp://localhost:25");
        for wrong in ["", "a b", "mail.example.com/x", "u@mail.example.com", "smtp://mail.example.com"] {
            assert!(url(wrong).is_err(), "{wrong}: {:?}", url(wrong));
        }
    }
}
