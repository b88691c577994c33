//! GoTrue's wire format, `/api/auth`, so that its existing clients work unchanged; our own pages speak it too. It only
//! translates: what signing in takes is `auth`, what an account is `accounts`. Nothing else uses it.

mod api;
mod factor_api;
mod mail_api;
mod requests;
mod settings;
mod sso_api;
#[cfg(test)]
mod tests;
mod user_api;
mod verify_api;
mod wire;

use crate::app::Shared;

/// The operations.
pub type Apis = (
    api::AuthApi,
    mail_api::MailApi,
    verify_api::VerifyApi,
    user_api::UserApi,
    factor_api::FactorApi,
    sso_api::ProviderApi,
);

/// What answers them.
pub fn apis(app: &Shared) -> Apis {
    (
        api::AuthApi { app: app.clone() },
        mail_api::MailApi { app: app.clone() },
        verify_api::VerifyApi { app: app.clone() },
        user_api::UserApi { app: app.clone() },
        factor_api::FactorApi { app: app.clone() },
        sso_api::ProviderApi { app: app.clone() },
    )
}
