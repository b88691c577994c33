//! What browsers and passkeys are asked, and whether they answered rightly (WebAuthn): `webauthn-rs` does the checking.
//!
//! A question is kept here and not in the database: whoever opens the sign-in page is asked one, unknown and unbounded in
//! number. It works once, for five minutes, and a restart forgets it; the page then asks for another.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ipnet::IpNet;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::{Error, User};
use crate::clock::Timestamp;
use crate::config::BaseUrl;
use crate::id;
use crate::limits::{Network, networks};

/// How long a question can be answered, in seconds.
const SECONDS: i64 = 300;
/// Questions that wait for an answer: in all, some 3 MB, and of one visitor's network. One more takes the place of the oldest.
const MOST: usize = 10_000;
const MOST_OF_NETWORK: usize = 250;

/// The questions of this site that wait for an answer.
pub struct Ceremonies {
    /// `None` where the site's address allows no passkeys.
    site: Option<Site>,
    /// The oldest first.
    waiting: Mutex<VecDeque<Waiting>>,
}

struct Site {
    domain: String,
    webauthn: Webauthn,
}

struct Waiting {
    id: String,
    /// The networks it came from.
    networks: Vec<IpNet>,
    ends_at: Timestamp,
    asked: Asked,
}

enum Asked {
    /// To make a passkey for this account.
    Registration { user_id: String, state: PasskeyRegistration },
    /// To show one.
    SignIn(DiscoverableAuthentication),
}

/// A question for a browser.
pub struct Question {
    /// Goes with the answer.
    pub id: String,
    /// What the browser hands to its authenticator, in the JSON of the standard.
    pub options: Value,
}

/// What a browser shows to sign in, not compared yet.
pub struct Assertion {
    webauthn: Webauthn,
    state: DiscoverableAuthentication,
    shown: PublicKeyCredential,
}

/// What came of comparing.
pub enum Verdict {
    /// It was signed by the passkey, which is to be stored anew.
    Right,
    /// It was, and the passkey counted backwards.
    CountedBackwards,
    /// It was not, or for another site, another question, or without asking who holds the device.
    Wrong,
}

impl Ceremonies {
    /// For a site that nobody was asked at.
    pub fn of_site(base_url: &BaseUrl) -> Self {
        let site = base_url.passkey_domain().ok().and_then(|domain| {
            let origin = Url::parse(&base_url.origin()).ok()?;
            let webauthn = WebauthnBuilder::new(domain, &origin).and_then(WebauthnBuilder::build);
            Some(Site { domain: domain.to_owned(), webauthn: webauthn.ok()? })
        });
        Self { site, waiting: Mutex::default() }
    }

    /// The name that passkeys are made for.
    pub fn domain(&self) -> Result<&str, Error> {
        Ok(&self.site()?.domain)
    }

    fn site(&self) -> Result<&Site, Error> {
        self.site.as_ref().ok_or(Error::PasskeysOff)
    }

    /// Asks for a passkey of somebody who is signed in, on another device than those of `known`.
    pub fn ask_to_register(
        &self,
        user: &User,
        brand: &str,
        known: Vec<CredentialID>,
        from: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Question, Error> {
        let handle = Uuid::parse_str(&user.id).map_err(|_| Error::PasskeyRefused)?;
        let shown = if user.name.is_empty() { &user.email } else { &user.name };
        let begun = self.site()?.webauthn.start_passkey_registration(handle, &user.email, shown, Some(known));
        let (options, state) = begun.map_err(|error| refused(&error))?;
        let mut options = json!(options)["publicKey"].take();
        options["rp"]["name"] = brand.into();
        // It is to be found without anybody saying whose it is.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        let asked = Asked::Registration { user_id: user.id.clone(), state };
        Ok(Question { id: self.keep(asked, from, now), options })
    }

    /// The passkey that somebody made.
    pub fn registered(&self, user_id: &str, question_id: &str, shown: Value, now: Timestamp) -> Result<Passkey, Error> {
        let site = self.site()?;
        let Some(Asked::Registration { user_id: asked_of, state }) = self.take(question_id, now) else {
            return Err(Error::PasskeyExpired);
        };
        if asked_of != user_id {
            return Err(Error::PasskeyExpired);
        }
        let shown: RegisterPublicKeyCredential = serde_json::from_value(shown).map_err(|_| Error::PasskeyRefused)?;
        site.webauthn.finish_passkey_registration(&shown, &state).map_err(|error| refused(&error))
    }

    /// Asks whoever it is for a passkey of this site.
    pub fn ask_to_sign_in(&self, from: Option<IpAddr>, now: Timestamp) -> Result<Question, Error> {
        let begun = self.site()?.webauthn.start_discoverable_authentication();
        let (options, state) = begun.map_err(|error| refused(&error))?;
        let id = self.keep(Asked::SignIn(state), from, now);
        Ok(Question { id, options: json!(options)["publicKey"].take() })
    }

    /// What somebody shows to sign in; the question is used up whatever comes of it.
    pub fn shown(&self, question_id: &str, shown: Value, now: Timestamp) -> Result<Assertion, Error> {
        let webauthn = self.site()?.webauthn.clone();
        let Some(Asked::SignIn(state)) = self.take(question_id, now) else { return Err(Error::PasskeyExpired) };
        let shown = serde_json::from_value(shown).map_err(|_| Error::PasskeyRefused)?;
        Ok(Assertion { webauthn, state, shown })
    }

    fn keep(&self, asked: Asked, from: Option<IpAddr>, now: Timestamp) -> String {
        let networks = from.map(networks).unwrap_or_default();
        let id = id::new();
        let mut waiting = self.waiting(now);
        let oldest_where_crowded = networks.iter().find_map(|Network { block, share }| {
            let mut of_network = (0..waiting.len()).filter(|at| waiting[*at].networks.contains(block));
            let oldest = of_network.next();
            let is_crowded = of_network.count() + 1 >= MOST_OF_NETWORK * *share as usize;
            oldest.filter(|_| is_crowded)
        });
        if let Some(oldest) = oldest_where_crowded {
            waiting.remove(oldest);
        } else if waiting.len() >= MOST {
            waiting.pop_front();
        }
        let networks = networks.into_iter().map(|network| network.block).collect();
        waiting.push_back(Waiting { id: id.clone(), networks, ends_at: now.plus_seconds(SECONDS), asked });
        id
    }

    fn take(&self, question_id: &str, now: Timestamp) -> Option<Asked> {
        let mut waiting = self.waiting(now);
        let at = waiting.iter().position(|waiting| waiting.id == question_id)?;
        waiting.remove(at).map(|waiting| waiting.asked)
    }

    /// Those that are not over.
    fn waiting(&self, now: Timestamp) -> MutexGuard<'_, VecDeque<Waiting>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while waiting.front().is_some_and(|oldest| oldest.ends_at <= now) {
            waiting.pop_front();
        }
        waiting
    }
}

impl Assertion {
    /// Which passkey it says it is of.
    pub(super) fn credential_id(&self) -> &[u8] {
        self.shown.get_credential_id()
    }

    /// Whose account it says it opens.
    pub(super) fn user_id(&self) -> Option<String> {
        let handle = Uuid::from_slice(self.shown.get_user_unique_id()?).ok()?;
        Some(handle.to_string())
    }

    /// Compares it with a passkey, whose counter goes on.
    pub(super) fn compare(self, passkey: &mut Passkey) -> Verdict {
        match self.webauthn.finish_discoverable_authentication_v2(&self.shown, self.state, &*passkey) {
            Ok(result) => {
                passkey.update_credential(&result);
                Verdict::Right
            }
            Err(WebauthnError::CredentialPossibleCompromise) => Verdict::CountedBackwards,
            Err(error) => {
                refused(&error);
                Verdict::Wrong
            }
        }
    }
}

fn refused(error: &WebauthnError) -> Error {
    tracing::info!(%error, "a passkey was refused");
    Error::PasskeyRefused
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_795_195_391_250);

    fn site(base_url: &str) -> Ceremonies {
        Ceremonies::of_site(&BaseUrl::parse(base_url).unwrap())
    }

    fn is_kept(ceremonies: &Ceremonies, id: &str) -> bool {
        ceremonies.waiting(NOW).iter().any(|waiting| waiting.id == id)
    }

    #[test]
    fn a_site_has_passkeys_where_browsers_make_some() {
        for (base_url, domain) in [
            ("https://shop.example", Some("shop.example")),
            ("https://shop.example:8443", Some("shop.example")),
            ("http://localhost:8080", Some("localhost")),
            ("http://shop.example", None),
            ("https://192.0.2.1", None),
            ("http://127.0.0.1:8080", None),
            ("https://[2001:db8::1]", None),
        ] {
            assert_eq!(site(base_url).domain().ok(), domain, "{base_url}");
            let asked = site(base_url).ask_to_sign_in(None, NOW);
            assert_eq!(asked.map(|question| question.options["rpId"].clone()).ok(), domain.map(Value::from));
        }
    }

    #[test]
    fn a_question_is_answered_once_and_in_time() {
        let ceremonies = site("https://shop.example");
        let ask = || ceremonies.ask_to_sign_in(None, NOW).unwrap().id;
        let once = ask();
        assert!(ceremonies.take(&once, NOW.plus_seconds(SECONDS - 1)).is_some());
        assert!(ceremonies.take(&once, NOW).is_none());
        let late = ask();
        assert!(ceremonies.take(&late, NOW.plus_seconds(SECONDS)).is_none());
        assert!(ceremonies.waiting(NOW).is_empty());
    }

    #[test]
    fn a_network_that_asks_without_end_takes_the_place_of_nobody_else() {
        let ceremonies = site("https://shop.example");
        let ask = |ip: &str| ceremonies.ask_to_sign_in(Some(ip.parse().unwrap()), NOW).unwrap().id;
        let (elsewhere, first) = (ask("192.0.2.1"), ask("2001:db8::1"));
        for _ in 1..MOST_OF_NETWORK {
            ask("2001:db8::2");
        }
        assert!(is_kept(&ceremonies, &first));
        let last = ask("2001:db8::1");
        assert!(!is_kept(&ceremonies, &first) && is_kept(&ceremonies, &last) && is_kept(&ceremonies, &elsewhere));
        assert_eq!(ceremonies.waiting(NOW).len(), MOST_OF_NETWORK + 1);
        // A home has a network for each room, and does not crowd out all others with them.
        for n in 0..4 * MOST_OF_NETWORK {
            ask(&format!("2001:db8:0:{:x}::1", n % 256));
        }
        assert_eq!(ceremonies.waiting(NOW).len(), 4 * MOST_OF_NETWORK + 1);
        assert!(is_kept(&ceremonies, &elsewhere) && !is_kept(&ceremonies, &last));
    }

    #[test]
    fn what_waits_is_bounded_however_many_ask() {
        let ceremonies = site("https://shop.example");
        let asked = Asked::SignIn(ceremonies.site().unwrap().webauthn.start_discoverable_authentication().unwrap().1);
        let Asked::SignIn(state) = &asked else { unreachable!() };
        for n in 0..MOST + 5 {
            let from = std::net::Ipv4Addr::from_bits(u32::try_from(n).unwrap());
            ceremonies.keep(Asked::SignIn(state.clone()), Some(from.into()), NOW);
        }
        assert_eq!(ceremonies.waiting(NOW).len(), MOST);
    }
}
