//! The API as one service, its description, for programs.


use poem_openapi::OpenApiService;

use crate::app::Shared;
use crate::{accounts, catalogue, checkout, orders, site};

/// Every operation under `/api`.
type Apis = (
    site::api::SiteApi,
    catalogue::api::StoreApi,
    accounts::api::AuthApi,
    accounts::api::ProfilesApi,
    orders::api::OrdersApi,
    checkout::api::CheckoutApi,
);

/// The service to mount under `/api`.
pub(super) fn service(app: &Shared) -> OpenApiService<Apis, ()> {
    let apis = (
        site::api::SiteApi { app: app.clone() },
        catalogue::api::StoreApi { app: app.clone() },
        accounts::api::AuthApi { app: app.clone() },
        accounts::api::ProfilesApi { app: app.clone() },
        orders::api::OrdersApi { app: app.clone() },
        checkout::api::CheckoutApi { app: app.clone() },
    );
    OpenApiService::new(apis, "manetes", env!("CARGO_PKG_VERSION"))
        .description("Store, accounts and orders of the site. Errors are application/problem+json with a stable code.")
        .url_prefix("/api")
}
