//! The Rust client of the auth wire format, unchanged, through every call it has:
//! `gotrue-client <url of the shop> <directory of mails>`.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs, thread};

use serde_json::json;
use supabase_auth::error::Error;
use supabase_auth::models::{
    AuthClient, DesktopResendOptions, EmailSignUpResult, IdTokenCredentials, LoginEmailOtpParams,
    LoginWithOAuthOptions, LoginWithSSO, LogoutScope, OtpType, Provider, ResendParams, SSOLoginOptions,
    SignUpWithPasswordOptions, UpdatedUser, VerifyEmailOtpParams, VerifyMobileOtpParams, VerifyOtpOptions,
    VerifyOtpParams, VerifyTokenHashParams,
};

const ANA: &str = "ana.crate@example.com";
const EVA: &str = "eva.crate@example.com";
const CARME: &str = "carme.crate@example.com";
const PASSWORD: &str = "tres gatos grises";
const ANOTHER: &str = "cuatro gatos pardos";

struct Mails(PathBuf);

impl Mails {
    /// The text of a mail to an address that holds a word; it may be on its way. Good enough for mails of this shop,
    /// whose lines with links and codes are not wrapped.
    fn find(&self, to: &str, word: &str) -> String {
        for _ in 0..600 {
            let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
            let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok()).map(|text| unquoted(&text));
            if let Some(found) =
                texts.into_iter().find(|text| text.contains(&format!("To: {to}")) && text.contains(word))
            {
                return found;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("no mail with {word} to {to}")
    }

    /// The token of a link of this kind.
    fn token(&self, to: &str, kind: &str) -> String {
        let text = self.find(to, kind);
        let rest = &text[text.find("token_hash=").unwrap() + "token_hash=".len()..];
        rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
    }

    /// The six digits of a mail with a link of this kind.
    fn code(&self, to: &str, kind: &str) -> String {
        let text = self.find(to, kind);
        let words = text.split(|c: char| c.is_whitespace() || "<>:".contains(c));
        let mut codes = words.filter(|word| word.len() == 6 && word.bytes().all(|b| b.is_ascii_digit()));
        codes.next().unwrap().to_owned()
    }
}

/// Quoted-printable, as far as links and codes need it.
fn unquoted(text: &str) -> String {
    text.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=")
}

/// A refusal with this status whose body, which the client hands on whole, has this code.
fn refused<T>(result: Result<T, Error>, status: u16, code: &str) {
    match result {
        Err(Error::AuthError { status: got, message }) => {
            assert_eq!(got.as_u16(), status, "{message}");
            assert!(message.contains(code), "{code} was expected: {message}");
        }
        Err(other) => panic!("{code} was expected: {other}"),
        Ok(_) => panic!("{code} was expected"),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let [shop, mails] = env::args().skip(1).collect::<Vec<_>>().try_into().expect("<url> <mails>");
    let mails = Mails(mails.into());
    let auth = AuthClient::new(format!("{shop}/api"), "no key", "no secret");
    facts(&auth).await;
    sign_up(&auth, &mails).await;
    sessions(&auth).await;
    own_account(&auth, &mails).await;
    by_mail(&auth, &mails).await;
    elsewhere(&auth, &shop).await;
    println!("ok: every call of the crate");
}

async fn facts(auth: &AuthClient) {
    assert_eq!(auth.get_health().await.unwrap().name, "GoTrue");
    let settings = auth.get_settings().await.unwrap();
    assert!(settings.external.email && !settings.external.anonymous_users && !settings.disable_signup);
}

async fn sign_up(auth: &AuthClient, mails: &Mails) {
    let options = SignUpWithPasswordOptions {
        email_redirect_to: Some(format!("{}/account", auth.project_url())),
        data: Some(json!({ "name": "Ana", "lang": "en", "age": 7 })),
        captcha_token: None,
    };
    let told = auth.sign_up_with_email_and_password(ANA, PASSWORD, Some(options)).await.unwrap();
    assert!(matches!(told, EmailSignUpResult::ConfirmationResult(told) if told.email.as_deref() == Some(ANA)));
    refused(auth.login_with_email(ANA, PASSWORD).await, 400, "email_not_confirmed");
    let again = ResendParams {
        otp_type: OtpType::Signup,
        email: ANA.to_owned(),
        options: Some(DesktopResendOptions { email_redirect_to: None, captcha_token: None }),
    };
    refused(auth.resend(again).await, 429, "over_email_send_rate_limit");
    let by_link = VerifyTokenHashParams { token_hash: mails.token(ANA, "type=signup"), otp_type: OtpType::Signup };
    let session = auth.verify_otp(VerifyOtpParams::TokenHash(by_link)).await.unwrap();
    assert_eq!(session.user.user_metadata.custom["age"], 7);

    auth.sign_up_with_email_and_password(EVA, PASSWORD, None).await.unwrap();
    let by_code = VerifyEmailOtpParams {
        email: EVA.to_owned(),
        token: mails.code(EVA, "type=signup"),
        otp_type: OtpType::Signup,
        options: None,
    };
    auth.verify_otp(VerifyOtpParams::Email(by_code)).await.unwrap();
}

async fn sessions(auth: &AuthClient) {
    refused(auth.login_with_email(ANA, "another one").await, 400, "invalid_credentials");
    let first = auth.login_with_email(ANA, PASSWORD).await.unwrap();
    let second = auth.refresh_session(&first.refresh_token).await.unwrap();
    let third = auth.exchange_token_for_session(&second.refresh_token).await.unwrap();
    assert_eq!(auth.get_user(&third.access_token).await.unwrap().email, ANA);
    // The client puts the scope where no server reads it: every sign-out is one of all sessions.
    auth.logout(Some(LogoutScope::Global), &third.access_token).await.unwrap();
    refused(auth.get_user(&third.access_token).await, 403, "session_not_found");
    refused(auth.refresh_session(&third.refresh_token).await, 400, "refresh_token_not_found");
}

async fn own_account(auth: &AuthClient, mails: &Mails) {
    let token = auth.login_with_email(ANA, PASSWORD).await.unwrap().access_token;
    let renamed = UpdatedUser { data: Some(json!({ "name": "Aina" })), ..UpdatedUser::default() };
    assert_eq!(auth.update_user(renamed, &token).await.unwrap().user_metadata.name.as_deref(), Some("Aina"));
    // It knows neither a current password nor a nonce: what asks for them takes a session that was begun by mail.
    let another = UpdatedUser { password: Some(ANOTHER.to_owned()), ..UpdatedUser::default() };
    refused(auth.update_user(another.clone(), &token).await, 400, "current_password_required");
    auth.reset_password_for_email(ANA, None).await.unwrap();
    let link = VerifyTokenHashParams { token_hash: mails.token(ANA, "type=recovery"), otp_type: OtpType::Recovery };
    let token = auth.verify_otp(VerifyOtpParams::TokenHash(link)).await.unwrap().access_token;
    auth.update_user(another, &token).await.unwrap();
    let moved = UpdatedUser { email: Some(format!("new.{ANA}")), ..UpdatedUser::default() };
    auth.update_user(moved, &token).await.unwrap();
    let moved = format!("new.{ANA}");
    let by_code = VerifyEmailOtpParams {
        email: moved.clone(),
        token: mails.code(&moved, "type=email_change"),
        otp_type: OtpType::EmailChange,
        options: None,
    };
    auth.verify_otp(VerifyOtpParams::Email(by_code)).await.unwrap();
    auth.login_with_email(&moved, ANOTHER).await.unwrap();
    refused(auth.login_with_email(ANA, ANOTHER).await, 400, "invalid_credentials");
}

async fn by_mail(auth: &AuthClient, mails: &Mails) {
    let options = LoginEmailOtpParams { should_create_user: Some(false), ..LoginEmailOtpParams::default() };
    auth.send_email_with_otp("nobody.crate@example.com", Some(options)).await.unwrap();
    auth.send_email_with_otp(EVA, None).await.unwrap();
    let by_code = VerifyEmailOtpParams {
        email: EVA.to_owned(),
        token: mails.code(EVA, "type=magiclink"),
        otp_type: OtpType::Email,
        options: Some(VerifyOtpOptions { redirect_to: Some(auth.project_url().to_owned()) }),
    };
    auth.verify_otp(VerifyOtpParams::Email(by_code)).await.unwrap();
    auth.send_login_email_with_magic_link(CARME).await.unwrap();
    let link = VerifyTokenHashParams { token_hash: mails.token(CARME, "type=magiclink"), otp_type: OtpType::Magiclink };
    let session = auth.verify_otp(VerifyOtpParams::TokenHash(link)).await.unwrap();
    assert_eq!((session.user.email.as_str(), session.token_type.as_str()), (CARME, "bearer"));
    refused(auth.send_login_email_with_magic_link(EVA).await, 429, "over_email_send_rate_limit");
}

async fn elsewhere(auth: &AuthClient, shop: &str) {
    refused(auth.login_anonymously(None).await, 422, "anonymous_provider_disabled");
    refused(auth.login_with_phone("600000000", PASSWORD).await, 422, "phone_provider_disabled");
    refused(auth.sign_up_with_phone_and_password("600000000", PASSWORD, None).await, 422, "phone_provider_disabled");
    refused(auth.send_sms_with_otp("600000000").await, 422, "phone_provider_disabled");
    refused(auth.exchange_code_for_session("no code", &"x".repeat(43)).await, 404, "flow_state_not_found");
    let by_phone = VerifyMobileOtpParams {
        phone: String::from("600000000"),
        token: String::from("123456"),
        otp_type: OtpType::Sms,
        options: None,
    };
    refused(auth.verify_otp(VerifyOtpParams::Mobile(by_phone)).await, 422, "phone_provider_disabled");
    let of_provider = IdTokenCredentials {
        provider: Provider::Google,
        token: String::from("no token"),
        access_token: None,
        nonce: None,
        gotrue_meta_security: None,
    };
    refused(auth.login_with_id_token(of_provider).await, 400, "provider_disabled");
    // An administrator's act on other servers; here the owner invites at the desk.
    refused(auth.invite_user_by_email(EVA, None, "no token").await, 404, "not_found");
    let back =
        || Some(LoginWithOAuthOptions { redirect_to: Some(shop.to_owned()), ..LoginWithOAuthOptions::default() });
    for begun in [auth.login_with_oauth(Provider::Google, back()), auth.sign_up_with_oauth(Provider::Google, back())] {
        let address = begun.unwrap().url;
        assert!(address.as_str().starts_with(&format!("{shop}/api/auth/v1/authorize?provider=google")), "{address}");
    }
    let sso = LoginWithSSO {
        provider_id: None,
        domain: Some(String::from("example.com")),
        options: Some(SSOLoginOptions::default()),
    };
    refused(auth.sso(sso).await, 404, "sso_provider_not_found");
}
