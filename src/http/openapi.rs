//! The API as one service, its description, for programs.

use std::collections::HashMap;

use poem::endpoint::BoxEndpoint;
use poem::error::BadRequest;
use poem::http::Method;
use poem::http::uri::PathAndQuery;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request};
use poem_openapi::registry::{MetaApi, Registry};
use poem_openapi::{OpenApi, OpenApiService, ServerObject};
use serde_json::{Value, json};

use crate::app::Shared;
use crate::catalogue::desk::Imports;
use crate::{
    accounts, catalogue, checkout, comments, desk, fulfilment, gotrue, invoices, law, legal, orders, privacy, proof,
    quotes, ratings, site, sso, tariff, wishlist, withdrawals,
};

/// Where the service is mounted.
const PREFIX: &str = "/api";

/// Every operation under `/api`.
type Apis = (
    site::api::SiteApi,
    (
        site::suggest::SuggestApi,
        site::counts_api::CountsApi,
        legal::api::LegalApi,
        tariff::api::TariffApi,
        proof::api::ProofApi,
    ),
    catalogue::api::StoreApi,
    catalogue::waitlist_api::WaitlistApi,
    gotrue::Apis,
    sso::api::SsoApi,
    (accounts::profile_api::ProfileApi, accounts::passkeys_api::PasskeysApi),
    orders::api::OrdersApi,
    (checkout::api::CheckoutApi, checkout::guest_api::GuestApi, checkout::means_api::MeansApi),
    (comments::api::CommentsApi, ratings::api::RatingsApi, wishlist::api::WishlistApi, invoices::api::InvoicesApi),
    (quotes::api::QuotesApi, withdrawals::api::WithdrawalsApi),
    privacy::api::PrivacyApi,
    Desk,
);

/// Those of the owner's desk.
type Desk = (
    catalogue::desk::api::DeskApi,
    catalogue::desk::makers_api::MakersApi,
    catalogue::desk::many_api::ManyApi,
    (catalogue::desk::files_api::FilesApi, catalogue::desk::undo_api::UndoApi),
    quotes::inbox::api::InboxApi,
    accounts::people_api::PeopleApi,
    site::settings_api::SettingsApi,
    site::pictures_api::PicturesApi,
    (fulfilment::api::FulfilmentApi, fulfilment::many_api::ManyOrdersApi),
    desk::api::DeskApi,
    desk::log_api::LogApi,
    desk::mails_api::MailsApi,
    desk::visits_api::VisitsApi,
    (
        privacy::desk_api::ErasureApi,
        withdrawals::desk_api::DeskApi,
        law::api::LawApi,
        tariff::desk_api::DeskApi,
        proof::desk_api::DeskApi,
    ),
    (invoices::books::api::BooksApi, invoices::desk_api::InvoiceDeskApi),
);

/// The service to mount under `/api`.
pub(super) fn service(app: &Shared) -> OpenApiService<Apis, ()> {
    described((
        site::api::SiteApi { sources: site::pages::Sources::of(app) },
        (
            site::suggest::SuggestApi { app: app.clone() },
            site::counts_api::CountsApi { app: app.clone() },
            legal::api::LegalApi { app: app.clone() },
            tariff::api::TariffApi { app: app.clone() },
            proof::api::ProofApi { app: app.clone() },
        ),
        catalogue::api::StoreApi { app: app.clone() },
        catalogue::waitlist_api::WaitlistApi { app: app.clone() },
        gotrue::apis(app),
        sso::api::SsoApi { app: app.clone() },
        (
            accounts::profile_api::ProfileApi { app: app.clone() },
            accounts::passkeys_api::PasskeysApi { app: app.clone() },
        ),
        orders::api::OrdersApi { app: app.clone() },
        (
            checkout::api::CheckoutApi { app: app.clone() },
            checkout::guest_api::GuestApi { app: app.clone() },
            checkout::means_api::MeansApi { app: app.clone() },
        ),
        (
            comments::api::CommentsApi { app: app.clone() },
            ratings::api::RatingsApi { app: app.clone() },
            wishlist::api::WishlistApi { app: app.clone() },
            invoices::api::InvoicesApi { app: app.clone() },
        ),
        (quotes::api::QuotesApi { app: app.clone() }, withdrawals::api::WithdrawalsApi { app: app.clone() }),
        privacy::api::PrivacyApi { app: app.clone() },
        desk(app),
    ))
}

/// The operations of `/auth` once more, to mount at `/auth/v1`: clients that are told the address of a whole project look
/// for them there. The description has them once.
pub(super) fn auth(app: &Shared) -> impl Endpoint + use<> {
    let apis = (gotrue::apis(app), sso::api::SsoApi { app: app.clone() });
    let service = OpenApiService::new(apis, "manetes", env!("CARGO_PKG_VERSION")).into_endpoint();
    service.before(async |mut request: Request| {
        let inside = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
        *request.uri_mut() = format!("/auth{inside}").parse().map_err(BadRequest)?;
        Ok(request)
    })
}

fn desk(app: &Shared) -> Desk {
    (
        catalogue::desk::api::DeskApi { app: app.clone() },
        catalogue::desk::makers_api::MakersApi { app: app.clone() },
        catalogue::desk::many_api::ManyApi { app: app.clone() },
        (
            catalogue::desk::files_api::FilesApi { app: app.clone(), imports: Imports::default() },
            catalogue::desk::undo_api::UndoApi { app: app.clone(), ordered: orders::is_ordered_since },
        ),
        quotes::inbox::api::InboxApi { app: app.clone() },
        accounts::people_api::PeopleApi { app: app.clone() },
        site::settings_api::SettingsApi { app: app.clone() },
        site::pictures_api::PicturesApi { app: app.clone() },
        (fulfilment::api::FulfilmentApi { app: app.clone() }, fulfilment::many_api::ManyOrdersApi { app: app.clone() }),
        desk::api::DeskApi { app: app.clone() },
        desk::log_api::LogApi { app: app.clone() },
        desk::mails_api::MailsApi { app: app.clone() },
        desk::visits_api::VisitsApi { app: app.clone() },
        (
            privacy::desk_api::ErasureApi { app: app.clone() },
            withdrawals::desk_api::DeskApi { app: app.clone() },
            law::api::LawApi { app: app.clone() },
            tariff::desk_api::DeskApi { app: app.clone() },
            proof::desk_api::DeskApi { app: app.clone() },
        ),
        (invoices::books::api::BooksApi::new(app), invoices::desk_api::InvoiceDeskApi { app: app.clone() }),
    )
}

/// The paths of all operations, as the document names them.
pub(super) fn paths() -> Vec<String> {
    let paths = Apis::meta().into_iter().flat_map(|api| api.paths);
    paths.map(|path| format!("{PREFIX}{}", path.path)).collect()
}

/// The OpenAPI document as JSON text; it needs no running program.
pub fn description() -> String {
    let spec = described(Description).spec();
    match serde_json::from_str(&spec) {
        Ok(mut document) => {
            say_what_may_be_null(&mut document);
            say_what_the_gate_answers(&mut document);
            format!("{document:#}")
        }
        Err(_) => spec,
    }
}

/// A member that is not required may also be null, in what we take and in what we answer; the framework does not say so.
fn say_what_may_be_null(document: &mut Value) {
    let kinds: HashMap<String, Value> = members(&document["components"]["schemas"])
        .map(|(name, schema)| (format!("#/components/schemas/{name}"), schema["type"].clone()))
        .collect();
    let schemas = document["components"]["schemas"].as_object_mut();
    for schema in schemas.into_iter().flatten().map(|(_, schema)| schema) {
        let required = schema["required"].clone();
        let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|n| n == name));
        let members = schema.get_mut("properties").and_then(Value::as_object_mut);
        for (_, member) in members.into_iter().flatten().filter(|(name, _)| !is_required(name)) {
            // Nothing may stand beside a reference, and what may be null has a type.
            if member.get("$ref").is_some() {
                *member = json!({ "allOf": [member.take()] });
            }
            if let Some(kind) = member["allOf"][0]["$ref"].as_str().and_then(|name| kinds.get(name)) {
                member["type"] = kind.clone();
            }
            // Without a type it is anything, null included.
            if member.get("type").is_some() {
                member["nullable"] = Value::Bool(true);
            }
        }
    }
}

/// Whatever an operation does itself, what stands before it may refuse; and one that asks for no session says so. All
/// refusals have one shape, which is written once.
fn say_what_the_gate_answers(document: &mut Value) {
    let operations = || document["paths"].as_object().into_iter().flatten().flat_map(|(_, item)| members(item));
    let longest = operations().map(|(_, operation)| &operation["responses"]).max_by_key(|all| members(all).count());
    let refusals: Vec<(String, Value)> = longest
        .into_iter()
        .flat_map(members)
        .filter(|(status, _)| status.starts_with(['4', '5']))
        .map(|(status, answer)| (status.to_owned(), answer.clone()))
        .collect();
    let Some((_, refusal)) = refusals.first().cloned() else { return };
    document["components"]["responses"] = json!({ "Problem": &refusal });
    let paths = document["paths"].as_object_mut();
    let items = paths.into_iter().flatten().filter_map(|(_, item)| item.as_object_mut());
    for (_, operation) in items.flatten() {
        let Some(answers) = operation["responses"].as_object_mut() else { continue };
        for (status, _) in &refusals {
            let answer = answers.entry(status).or_insert_with(|| refusal.clone());
            if *answer == refusal {
                *answer = json!({ "$ref": "#/components/responses/Problem" });
            }
        }
        if operation.get("security").is_none() {
            operation["security"] = json!([]);
        }
    }
}

fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn described<T: OpenApi>(apis: T) -> OpenApiService<T, ()> {
    OpenApiService::new(apis, "manetes", env!("CARGO_PKG_VERSION"))
        .description("Store, accounts and orders of the site. Errors are application/problem+json with a stable code.")
        .server(ServerObject::new("/").description("This site"))
        .url_prefix(PREFIX)
}

/// What [`Apis`] says of itself, without anything behind it.
struct Description;

impl OpenApi for Description {
    fn meta() -> Vec<MetaApi> {
        Apis::meta()
    }

    fn register(registry: &mut Registry) {
        Apis::register(registry);
    }

    fn add_routes(self, _table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Value {
        serde_json::from_str(&description()).unwrap()
    }

    #[test]
    fn the_description_says_which_members_may_be_null() {
        let document = document();
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Order"]["properties"]["tracking_number"]["nullable"], true);
        assert_eq!(schemas["Order"]["properties"]["id"].get("nullable"), None);
        let variant = &schemas["Card"]["properties"]["variant"];
        assert_eq!((&variant["nullable"], variant.get("$ref")), (&Value::Bool(true), None));
        assert_eq!(
            (&variant["type"], &schemas["DeskForm"]["properties"]["status"]["type"]),
            (&json!("object"), &json!("string"))
        );
        assert_eq!(schemas["ImportNote"]["properties"]["params"].get("nullable"), None, "it may be anything");
    }

    #[test]
    fn the_paths_are_those_of_the_description() {
        let (mut paths, document) = (paths(), document());
        paths.sort();
        paths.dedup();
        assert_eq!(paths, members(&document["paths"]).map(|(path, _)| path).collect::<Vec<_>>());
    }

    #[test]
    fn every_operation_says_who_may_call_it_and_how_it_is_refused() {
        let document = document();
        assert_eq!(document["servers"], json!([{ "url": "/", "description": "This site" }]));
        for (path, item) in members(&document["paths"]) {
            for (method, operation) in members(item) {
                assert!(operation["security"].is_array(), "{method} {path}");
                for status in ["400", "401", "403", "404", "405", "413", "421", "422", "429", "500", "503", "507"] {
                    let answer = &operation["responses"][status]["$ref"];
                    assert_eq!(answer, "#/components/responses/Problem", "{method} {path} {status}");
                }
            }
        }
        let problem = &document["components"]["responses"]["Problem"]["content"]["application/problem+json"];
        assert_eq!(problem["schema"]["$ref"], "#/components/schemas/Problem");
        let pictures = &document["paths"]["/api/admin/site-pictures"]["get"];
        assert_eq!(pictures["security"], json!([{ "session": [] }]));
        assert_eq!(document["paths"]["/api/auth/settings"]["get"]["security"], json!([]));
        let order = &document["paths"]["/api/orders/{id}"]["get"]["security"];
        assert_eq!(*order, json!([{ "session": [] }, {}]), "a key does as well");
    }
}
