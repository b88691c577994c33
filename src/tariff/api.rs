//! What services cost, for everybody.

use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::payload::{Json, Response};
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, Tags};
use serde_json::Value;

use super::price::{self, Outside};
use super::wire::{PriceNow, TariffAnswer};
use super::{check, newest};
use crate::app::Shared;
use crate::clock::Timestamp;
use crate::db::{self, Conn};
use crate::lang::Lang;
use crate::problem::{Code, Problem};
use crate::settings::Settings;

/// The endpoints of prices.
pub struct TariffApi {
    /// The program.
    pub app: Shared,
}

#[derive(Tags)]
pub(super) enum Tag {
    /// What services cost.
    Tariff,
}

/// Seconds that an answer may be kept.
const KEPT: i64 = 60;

#[OpenApi(tag = "Tag::Tariff")]
impl TariffApi {
    /// What services cost, taxes in
    #[oai(path = "/tariff", method = "get", operation_id = "get_tariff")]
    async fn tariff(
        &self,
        http: &Request,
        /// The language of the names of jobs and parts.
        lang: Query<Option<String>>,
    ) -> Result<Response<Json<TariffAnswer>>, Problem> {
        let lang: Lang = lang.0.as_deref().unwrap_or_default().parse().unwrap_or_default();
        let answer = self.app.db.read(move |conn| TariffAnswer::read(conn, lang)).await?;
        Ok(kept(http, Json(answer), KEPT))
    }

    /// What calling somebody out costs now, with the first hour of work
    ///
    /// 404 `no_tariff` while no prices are published, `outside_tariff` where no price of the journey is.
    #[oai(path = "/tariff/now", method = "get", operation_id = "get_price_now")]
    async fn now(
        &self,
        http: &Request,
        /// Where to, five digits.
        #[oai(validator(max_length = 20))]
        postcode: Query<String>,
    ) -> Result<Response<Json<PriceNow>>, Problem> {
        let now = self.app.clock.now();
        let (seconds, price) =
            self.app.db.read(move |conn| Ok::<_, db::Error>(price_now(conn, &postcode, now))).await??;
        Ok(kept(http, Json(price), seconds))
    }
}

/// Anybody may keep it for so long, never past the hour at which it is another; nobody what somebody signed in was
/// answered.
fn kept<T>(http: &Request, body: T, seconds: i64) -> Response<T> {
    let answer = Response::new(body);
    let is_somebodys = ["authorization", "cookie"].into_iter().any(|name| http.header(name).is_some());
    if is_somebodys { answer } else { answer.header("cache-control", format!("public, max-age={seconds}")) }
}

/// The status and the body of [`TariffApi::now`] at a moment, for the page that shows it.
pub fn answer_now(conn: &Conn, typed: &str, now: Timestamp) -> (u16, Value) {
    match price_now(conn, typed, now) {
        Ok((_, price)) => (200, price.to_json().unwrap_or_default()),
        Err(problem) => (problem.code().status().as_u16(), problem.body()),
    }
}

/// The answer at a moment, with how many seconds it may be kept.
fn price_now(conn: &Conn, typed: &str, now: Timestamp) -> Result<(i64, PriceNow), Problem> {
    let wrong = || Problem::invalid("postcode", "must be five digits").with("reason", "postcode");
    let postcode = check::postcode(typed).ok_or_else(wrong)?;
    let published = newest(conn)?;
    let none = || Problem::new(Code::NoTariff);
    let (version, tariff) = published.and_then(|it| Some((it.version, it.tariff?))).ok_or_else(none)?;
    let holidays = Settings::load(conn)?.holidays;
    let price = price::at(&tariff, &holidays, &postcode, now).map_err(|Outside| Problem::new(Code::OutsideTariff))?;
    let left = price.change.map_or(KEPT, |change| change.at.seconds() - now.seconds());
    Ok((left.clamp(0, KEPT), PriceNow::new(version, postcode, now.to_local(), price)))
}
