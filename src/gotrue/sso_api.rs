//! Providers as clients of the wire format ask for them: where a mail domain signs in, and one's own identities.

use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Object, OpenApi};

use super::api::Answer;
use super::requests::SsoRequest;
use super::wire::{Asked, Tag};
use crate::accounts::identity;
use crate::app::Shared;
use crate::auth::guard::{Customer, Fresh};
use crate::auth::pkce::Challenge;
use crate::auth::redirect::with_query;
use crate::auth::{self, Error};
use crate::limits::Action;
use crate::oidc::Provider;
use crate::problem::{Code, Problem};
use crate::sso::api::destination;

/// `/api/auth/sso` and `/api/auth/user/identities`.
pub struct ProviderApi {
    /// The running program.
    pub app: Shared,
}

/// Where to sign in.
#[derive(Object)]
struct SsoAddress {
    /// To open in a browser.
    url: String,
}

/// Where to sign in.
#[derive(ApiResponse)]
enum SsoAnswer {
    /// As an answer to a program.
    #[oai(status = 200)]
    Address(Json<SsoAddress>),
    /// As a redirect.
    #[oai(status = 303)]
    To(
        /// Where.
        #[oai(header = "Location")]
        String,
    ),
}

#[expect(clippy::unused_async, reason = "every operation is async, also those that only state facts")]
#[OpenApi(prefix_path = "/auth", tag = "Tag::Auth")]
impl ProviderApi {
    /// Where whoever has an address of a mail domain signs in: the way there begins at this site's own `authorize`.
    #[oai(path = "/sso", method = "post", operation_id = "sign_in_with_sso")]
    async fn sso(&self, request: &Request, Json(body): Json<SsoRequest>) -> Result<SsoAnswer, Problem> {
        self.app.limits.check_ip(request, Action::SignIn)?;
        let providers = &self.app.providers;
        let provider = match (&body.provider_id, &body.domain) {
            (Some(id), _) => providers.find(id),
            (None, Some(domain)) => providers.of_domain(domain),
            (None, None) => return Err(Problem::invalid("domain", "A provider_id or domain must be set")),
        };
        let provider = provider.ok_or_else(|| Problem::new(Code::SsoProviderNotFound))?;
        let base_url = &self.app.config.base_url;
        Challenge::parse(body.code_challenge.as_deref(), body.code_challenge_method.as_deref())?;
        let destination = destination(base_url, body.redirect_to.as_deref())?;
        let mut query = vec![("provider", provider.id()), ("redirect_to", &destination)];
        if let (Some(challenge), Some(method)) = (&body.code_challenge, &body.code_challenge_method) {
            query.extend([("code_challenge", challenge.as_str()), ("code_challenge_method", method.as_str())]);
        }
        let url = with_query(&base_url.link("/api/auth/authorize"), &query);
        let answer =
            if body.skip_http_redirect { SsoAnswer::Address(Json(SsoAddress { url })) } else { SsoAnswer::To(url) };
        Ok(answer)
    }

    /// Refused: an identity joins by itself, at a sign-in, when its provider vouches for the account's address.
    #[oai(path = "/user/identities/authorize", method = "get", operation_id = "link_identity")]
    async fn link_identity(&self, _session: Customer) -> Answer<Asked> {
        Err(Problem::new(Code::ManualLinkingDisabled))
    }

    /// Removes one of one's own identities: its provider no longer opens the account.
    #[oai(path = "/user/identities/:id", method = "delete", operation_id = "remove_identity")]
    async fn remove_identity(&self, fresh: Fresh, Path(id): Path<String>) -> Answer<Asked> {
        let (app, now, user_id) = (self.app.clone(), self.app.clock.now(), fresh.0.user_id);
        let removed = self
            .app
            .db
            .write(move |tx| {
                let user = auth::user(tx, &user_id)?.ok_or(Error::InvalidCredentials)?;
                let own = identity::list(tx, &user_id)?.into_iter().find(|own| own.id == id);
                let Some(own) = own else { return Ok(false) };
                let name = app.providers.find(&own.provider).map_or(own.provider.as_str(), Provider::name);
                Ok::<_, Error>(identity::remove(tx, &user, &id, name, now)?)
            })
            .await?;
        self.app.wakeups.outbox.notify_one();
        if removed { Ok(Json(Asked {})) } else { Err(Problem::new(Code::IdentityNotFound)) }
    }
}
