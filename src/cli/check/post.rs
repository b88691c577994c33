//! Mail: whether the server takes it, and whether receivers believe the sender.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::Case;
use super::dns::{Names, Said, is_own};
use super::line::Line;
use crate::config::Secret;
use crate::files;
use crate::id;
use crate::mail::dkim::Signer;
use crate::mail::text::Rendered;
use crate::mail::transport::{Envelope, Patience, Transport, build};
use crate::outside;

/// For each step of a conversation with the mail server.
const STEP: Duration = Duration::from_secs(8);
const WHERE: &str = "look at MANETES_SMTP_URL, and at what the mail server's log says";

fn transport(case: &Case) -> Result<Transport, String> {
    let config = &case.options.config;
    let url = config.smtp_url.as_ref().map(Secret::expose);
    let patience = Patience { step: STEP, message: STEP };
    Transport::with_patience(url, case.global.data_dir.join(files::MAIL), patience)
}

/// Whether it lets us in.
pub(super) async fn server(case: Arc<Case>) -> Vec<Line> {
    let is_server = case.options.config.smtp_url.is_some();
    if !is_server && !case.global.data_dir.exists() {
        return vec![Line::ok("mail", "will be written to files")];
    }
    let asked = async {
        transport(&case)?.probe().await?;
        Ok(String::from(if is_server { "the SMTP server answers" } else { "written to files" }))
    };
    vec![Line::of("mail", asked.await, WHERE)]
}

/// Sends a mail where the operator looks whether it arrives.
pub(super) async fn probe(case: Arc<Case>) -> Vec<Line> {
    let Some(to) = &case.probe_mail else { return Vec::new() };
    let config = &case.options.config;
    let origin = config.base_url.origin();
    let text =
        format!("This mail was asked for by `manetes check --probe-mail` of {origin}. Nothing needs to be done.\n");
    let mail = Rendered {
        subject: format!("A mail to try, from {}", config.base_url.host()),
        html: format!("<!doctype html><html lang=en><title>A mail to try</title><p>{}</p></html>", text.trim_end()),
        text,
        reply_to: None,
    };
    let (id, to) = (id::new(), to.to_string());
    let envelope = Envelope {
        id: &id,
        from: &config.mail_from,
        reply_to: "",
        to: &to,
        thread: None,
        is_automatic: true,
        request: None,
        attachments: Vec::new(),
    };
    let sent = Box::pin(async {
        let (transport, mut session) = (transport(&case)?, None);
        let mut mail = build(&envelope, &mail).map_err(|error| error.to_string())?;
        if let Some(signer) = Signer::of(config)? {
            signer.sign(&mut mail);
        }
        transport.send(&mut session, &id, &mail).await.map_err(|error| error.to_string())?;
        transport.close(session).await;
        Ok(format!("handed over for {to}: what it says of SPF, DKIM and DMARC stands in its Authentication-Results"))
    });
    vec![Line::of("probe mail", sent.await, WHERE)]
}

/// Whether receivers can find out that the sender's domain sends by this way.
pub(super) async fn sender(case: Arc<Case>) -> Vec<Line> {
    let config = &case.options.config;
    let domain = config.mail_from.email.domain();
    let is_ours_alone = !domain.contains('.') || domain.parse::<IpAddr>().is_ok();
    let Some(url) = config.smtp_url.as_ref().and_then(|url| Url::parse(url.expose()).ok()) else { return Vec::new() };
    if is_ours_alone || config.base_url.is_loopback() {
        return Vec::new();
    }
    let names = match Names::of(case.resolver) {
        Ok(names) => names,
        Err(error) => {
            return vec![Line::warn("sender", format!("nobody to ask of {domain}: {error}"), "/etc/resolv.conf")];
        }
    };
    let (takes_mail, spf, dkim, dmarc, ptr) = tokio::join!(
        takes_mail(&names, domain),
        spf(&names, domain),
        dkim(&case, &names),
        dmarc(&names, domain),
        ptr(&case, &names, &url)
    );
    [takes_mail, Some(spf), Some(dkim), Some(dmarc), Some(ptr)].into_iter().flatten().collect()
}

fn nobody_says(check: &'static str, name: &str, why: &str) -> Line {
    Line::warn(
        check,
        format!("nobody says what there is of {name}: {why}"),
        "/etc/resolv.conf, or --resolver 9.9.9.9:53",
    )
}

/// Receivers refuse what comes from a domain that takes no mail itself.
async fn takes_mail(names: &Names, domain: &str) -> Option<Line> {
    let told = match names.mail_servers(domain).await {
        Said::Nothing => names.addresses(domain).await.is_nothing(),
        _ => false,
    };
    let text = || format!("{domain} takes no mail, so many receivers take none from it");
    told.then(|| {
        Line::fail("sender", text(), "make a record MX of it, or send from a domain that has one: MANETES_MAIL_FROM")
    })
}

/// RFC 7208: one record says who may send; what it says of this way is what `--probe-mail` shows.
async fn spf(names: &Names, domain: &str) -> Line {
    let made = format!("make one record TXT of {domain}: \"v=spf1 …\" as who runs the mail server says");
    let records = match names.texts(domain).await {
        Said::These(texts) => texts,
        Said::Nothing => Vec::new(),
        Said::Unknown(why) => return nobody_says("spf", domain, &why),
    };
    let is_spf = |text: &&String| text.split(' ').next().is_some_and(|version| version.eq_ignore_ascii_case("v=spf1"));
    let records: Vec<_> = records.iter().filter(is_spf).collect();
    match &records[..] {
        [] => Line::fail("spf", format!("{domain} does not say who sends its mail"), made),
        [record] if record.split(' ').any(|term| matches!(term, "all" | "+all")) => Line::fail(
            "spf",
            format!("{domain} lets everybody send its mail: {record}"),
            "end the record in ~all or -all",
        ),
        [record] => Line::ok("spf", (*record).clone()),
        _ => Line::fail("spf", format!("{domain} has {} such records, so none counts", records.len()), "leave one"),
    }
}

/// RFC 7489: what receivers do with mail that nobody vouches for; said of the domain or of the one above it.
async fn dmarc(names: &Names, domain: &str) -> Line {
    let parent = domain.split_once('.').map(|(_, parent)| parent).filter(|parent| parent.contains('.'));
    for domain in std::iter::once(domain).chain(parent) {
        match names.texts(&format!("_dmarc.{domain}")).await {
            Said::These(texts) => {
                if let Some(record) = texts.iter().find(|text| text.trim_start().starts_with("v=DMARC1")) {
                    return Line::ok("dmarc", record.clone());
                }
            }
            Said::Nothing => {}
            Said::Unknown(why) => return nobody_says("dmarc", &format!("_dmarc.{domain}"), &why),
        }
    }
    let mend =
        format!("make a record TXT of _dmarc.{domain}: \"v=DMARC1; p=none\", and p=quarantine once all mails pass");
    Line::todo("dmarc", format!("{domain} does not say what becomes of mail that nobody vouches for"), mend)
}

/// RFC 6376: whether the key that signs is the one that the world reads.
async fn dkim(case: &Case, names: &Names) -> Line {
    let signer = match Signer::of(&case.options.config) {
        Ok(Some(signer)) => signer,
        Ok(None) => {
            let mend = "let the mail server sign, or this program: manetes dkim";
            return Line::todo("dkim", "this program signs no mail", mend);
        }
        Err(error) => return Line::fail("dkim", error, "manetes dkim"),
    };
    let name = signer.name();
    let publish = "manetes dkim prints the record";
    match names.texts(&name).await {
        Said::These(texts) if texts.iter().any(|text| signer.is_published_by(text)) => {
            Line::ok("dkim", format!("{name} has the key that signs"))
        }
        Said::These(_) => Line::fail("dkim", format!("{name} has another key than the one that signs"), publish),
        Said::Nothing => Line::fail("dkim", format!("{name} has no key, so no signature counts"), publish),
        Said::Unknown(why) => nobody_says("dkim", &name, &why),
    }
}

/// Receivers ask what the machine is called that brings the mail. That of another mail server is its operator's concern.
async fn ptr(case: &Case, names: &Names, smtp: &Url) -> Line {
    if !outside::is_here(smtp) {
        let host = smtp.host_str().unwrap_or_default();
        return Line::ok("ptr", format!("mail leaves by {host}, whose name is its operator's concern"));
    }
    let name = case.options.config.base_url.name();
    let addresses = match names.addresses(&name).await {
        Said::These(addresses) => addresses,
        Said::Nothing => {
            return Line::warn("ptr", format!("{name} has no address to ask the name of"), "mend the domain first");
        }
        Said::Unknown(why) => return nobody_says("ptr", &name, &why),
    };
    // Behind a network's outer address all that the name leads to is asked.
    let own: Vec<_> = addresses.iter().copied().filter(|address| is_own(*address)).collect();
    for address in if own.is_empty() { addresses } else { own } {
        let mend = format!("have {address} called by a name that leads back to it, where the machine is rented");
        match names.names(address).await {
            Said::Nothing => {
                return Line::fail("ptr", format!("{address} has no name, so many receivers refuse its mail"), mend);
            }
            Said::Unknown(why) => return nobody_says("ptr", &address.to_string(), &why),
            Said::These(called) => {
                let mut is_confirmed = false;
                for name in &called {
                    is_confirmed |= matches!(names.addresses(name).await, Said::These(back) if back.contains(&address));
                }
                if !is_confirmed {
                    let text = format!("{address} is called {}, which does not lead back to it", called.join(", "));
                    return Line::fail("ptr", text, mend);
                }
            }
        }
    }
    Line::ok("ptr", "the addresses of this machine have names that lead back to them")
}
