//! Whether records of invoices can be sent to the tax agency, for `manetes check`.

use jiff::fmt::rfc2822;

use crate::clock::{Clock, Timestamp};
use crate::db::Db;
use crate::settings::Settings;
use crate::tax_agency::options::Options;

/// A record must not be off by more (Orden HAC/1177/2024, art. 7).
const CLOCK_SECONDS: i64 = 60;
/// A certificate that ends so soon is to be renewed.
const RENEW_DAYS: i64 = 30;

pub(super) fn check(options: &Options, db: Option<&Db>) -> Result<String, String> {
    let mode: &str = options.mode.into();
    let settings = db.map_or_else(|| Ok(Settings::default()), |db| db.read_blocking(Settings::load));
    let settings = settings.map_err(|error| error.to_string())?;
    if settings.nif.is_empty() || settings.address.is_empty() {
        return Err(String::from("nothing can be invoiced: settings set company.nif and company.address"));
    }
    let now = Clock::system().now();
    let certificate = options.certificate()?.map(|certificate| {
        let ends = Timestamp::from_millis(certificate.expires * 1000);
        let told = format!("{} until {}", certificate.subject, ends.date());
        if ends <= now.plus_days(RENEW_DAYS) {
            Err(format!("the certificate is to be renewed: {told}"))
        } else {
            Ok(told)
        }
    });
    let certificate = certificate.transpose()?.unwrap_or_else(|| String::from("no certificate"));
    let Some(agency) = options.agency()? else { return Ok(mode.to_owned()) };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
    let theirs = runtime.block_on(agency.clock()).map_err(|error| format!("it does not answer: {error}"))?;
    let theirs = rfc2822::parse(&theirs).map_err(|_| String::from("its clock cannot be read"))?;
    let off = Clock::system().now().seconds() - theirs.timestamp().as_second();
    if off.abs() > CLOCK_SECONDS {
        return Err(format!("this machine's clock is {off} s off the agency's: records must be right to the minute"));
    }
    Ok(format!("{mode}, {certificate}; the clocks are {} s apart", off.abs()))
}
