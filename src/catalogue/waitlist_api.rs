//! Asking to be told when something can be had again.

use poem::Request;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi, Tags};

use super::waitlist::{self, Asked, Wish};
use crate::app::Shared;
use crate::auth::guard::Visitor;
use crate::email::EmailAddress;
use crate::lang::Lang;
use crate::limits::Action;
use crate::problem::{Code, Problem};

/// The endpoints.
pub struct WaitlistApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// The catalogue.
    Store,
}

/// A wish to be told.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct StockWish {
    /// What cannot be had now.
    variant_id: String,
    /// Where the mail goes; with a session that of the account, whatever it says.
    email: Option<String>,
    /// The language of the mail; the site's first when absent.
    lang: Option<String>,
    /// People do not see this field and leave it empty.
    website: Option<String>,
}

/// What comes next.
#[derive(Enum)]
#[oai(rename = "StockWishState", rename_all = "snake_case")]
enum State {
    /// It can be had now.
    InStock,
    /// A mail goes out as soon as it can be had.
    Noted,
    /// The same, once whoever reads the mailbox has said yes to the question that was mailed there.
    Asked,
}

/// What became of a wish.
#[derive(Object)]
struct StockWishAnswer {
    state: State,
}

#[derive(ApiResponse)]
enum Accepted {
    /// It is noted.
    #[oai(status = 202)]
    Accepted(Json<StockWishAnswer>),
}

/// What a mail carried.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct StockProof {
    /// Of its link.
    token: String,
}

/// What holds now.
#[derive(Object)]
struct Confirmed {
    /// How many products are waited for.
    count: usize,
}

#[OpenApi(tag = "Tag::Store")]
impl WaitlistApi {
    /// Asks for one mail when a variant can be had again
    ///
    /// An address that no session proves is asked by mail first, once. The same is answered whatever is known of it.
    #[oai(path = "/store/:store_id/stock-requests", method = "post", operation_id = "request_stock")]
    async fn request_stock(
        &self,
        request: &Request,
        visitor: Visitor,
        /// The store.
        store_id: Path<String>,
        Json(wish): Json<StockWish>,
    ) -> Result<Accepted, Problem> {
        if *store_id != self.app.config.store_id {
            return Err(Problem::new(Code::NotFound));
        }
        let proven = visitor.0.map(|signed_in| signed_in.email);
        let is_proven = proven.is_some();
        let answer = |state| Ok(Accepted::Accepted(Json(StockWishAnswer { state })));
        if wish.website.is_some_and(|website| !website.is_empty()) {
            return answer(State::Asked);
        }
        let typed = proven.or(wish.email).unwrap_or_default();
        let email = EmailAddress::parse(&typed).map_err(|error| Problem::invalid("email", error.to_string()))?;
        let lang: Lang = wish.lang.as_deref().unwrap_or_default().parse().unwrap_or_default();
        self.app.limits.check_ip(request, Action::SendMail)?;
        let (secrets, now) = (self.app.secrets.clone(), self.app.clock.now());
        let asked = self.app.db.write(move |tx| {
            let wish = Wish { variant_id: &wish.variant_id, email: &email, lang, is_proven };
            waitlist::ask(tx, &secrets, &wish, now)
        });
        let asked = asked.await?;
        self.app.wakeups.outbox.notify_one();
        match asked {
            Asked::NotFound => Err(Problem::new(Code::NotFound)),
            Asked::InStock => answer(State::InStock),
            Asked::TooMany => Err(Problem::new(Code::TooManyWaitedFor)),
            Asked::Noted => answer(if is_proven { State::Noted } else { State::Asked }),
        }
    }

    /// Says yes to the question that was mailed: all that was asked for with the address holds
    #[oai(path = "/store/:store_id/stock-requests/confirm", method = "post", operation_id = "confirm_stock_requests")]
    async fn confirm(
        &self,
        request: &Request,
        /// The store.
        store_id: Path<String>,
        Json(proof): Json<StockProof>,
    ) -> Result<Json<Confirmed>, Problem> {
        if *store_id != self.app.config.store_id {
            return Err(Problem::new(Code::NotFound));
        }
        self.app.limits.check_ip(request, Action::Verify)?;
        let now = self.app.clock.now();
        let confirmed = self.app.db.write(move |tx| waitlist::confirm(tx, &proof.token, now)).await?;
        self.app.wakeups.outbox.notify_one();
        confirmed.map(|count| Json(Confirmed { count })).ok_or_else(|| Problem::new(Code::OtpExpired))
    }
}
