//! The API as one service, its description, for programs.

use std::collections::HashMap;

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::registry::{MetaApi, Registry};
use poem_openapi::{OpenApi, OpenApiService};

use crate::app::Shared;
use crate::{accounts, catalogue, checkout, orders, quotes, site};

/// Every operation under `/api`.
type Apis = (
    site::api::SiteApi,
    catalogue::api::StoreApi,
    accounts::api::AuthApi,
    accounts::profile_api::ProfileApi,
    orders::api::OrdersApi,
    checkout::api::CheckoutApi,
    quotes::api::QuotesApi,
);

/// The service to mount under `/api`.
pub(super) fn service(app: &Shared) -> OpenApiService<Apis, ()> {
    described((
        site::api::SiteApi { app: app.clone() },
        catalogue::api::StoreApi { app: app.clone() },
        accounts::api::AuthApi { app: app.clone() },
        accounts::profile_api::ProfileApi { app: app.clone() },
        orders::api::OrdersApi { app: app.clone() },
        checkout::api::CheckoutApi { app: app.clone() },
        quotes::api::QuotesApi { app: app.clone() },
    ))
}

/// The OpenAPI document as JSON text; it needs no running program.
pub fn description() -> String {
    described(Description).spec()
}

fn described<T: OpenApi>(apis: T) -> OpenApiService<T, ()> {
    OpenApiService::new(apis, "manetes", env!("CARGO_PKG_VERSION"))
        .description("Store, accounts and orders of the site. Errors are application/problem+json with a stable code.")
        .url_prefix("/api")
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
