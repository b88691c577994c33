//! The facts of the firm as the front end needs them.

use jiff::civil::Date;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi, Tags};

use crate::carrier::Carrier;
use crate::catalogue::Rating;
use crate::db::{self, Conn};
use crate::holidays::Closed;
use crate::hours::{NotHours, Period};
use crate::lang::Lang;
use crate::money::CURRENCY;
use crate::oidc::Provider;
use crate::payments;
use crate::problem::Problem;
use crate::ratings::firm;
use crate::settings::{self, Adr, Commenters, Retention, Settings, readable};
use crate::site::captions;
use crate::site::pages::Sources;
use crate::site::pages::pictures::version;
use crate::tariff;
use crate::wording::Words;

/// `GET /api/site`.
pub struct SiteApi {
    /// What it is told from.
    pub sources: Sources,
}

#[derive(Tags)]
enum Tag {
    /// The firm and its site.
    Site,
}

/// The facts of the firm that come with every page.
#[derive(Debug, Clone, Object)]
pub struct Site {
    /// The name people know the firm by.
    brand: String,
    /// The name in the commercial register.
    legal_name: String,
    /// For calls, emergencies included; E.164.
    phone: String,
    /// As people read it.
    phone_display: String,
    /// Of the office, E.164; left out where it is the one for calls.
    #[oai(skip_serializing_if_is_none)]
    office_phone: Option<String>,
    /// As people read it.
    #[oai(skip_serializing_if_is_none)]
    office_phone_display: Option<String>,
    /// The digits of the number for chats, as their links take them.
    whatsapp: String,
    /// As people read it; left out where it is the one for calls.
    #[oai(skip_serializing_if_is_none)]
    whatsapp_display: Option<String>,
    /// Where people write to.
    email: String,
    /// The town.
    locality: String,
    /// The tax number; null until the owner gives it.
    nif: Option<String>,
    /// The registered office; null until the owner gives it.
    address: Option<String>,
    /// Where the firm stands in the Mercantile Register; null until the owner gives it.
    register: Option<String>,
    /// When the office is open, Monday's first.
    hours: Vec<Opening>,
    /// When it is closed all the same during the next three weeks; left out when it never is.
    #[oai(skip_serializing_if_is_empty, default)]
    closures: Vec<Closure>,
    /// The places the firm works in.
    area: Vec<String>,
    /// The store id in the paths of the store service.
    store_id: String,
    /// ISO 4217.
    currency: String,
    /// What shipping costs.
    shipping: Shipping,
    /// Characters a password needs at least.
    password_min_length: usize,
    /// Whether messages can be sent from the contact form.
    contact_form_enabled: bool,
    /// How long what people tell of themselves is kept.
    retention: Kept,
    /// Who settles disputes with consumers out of court.
    disputes: Disputes,
    /// Whether only who bought a product in the last 30 days may comment on it; left out where everybody with an account
    /// may.
    #[oai(skip_serializing_if_is_none)]
    comments_from_buyers: Option<bool>,
    /// Codes of the languages of the site, the fallback first.
    languages: Vec<Lang>,
    /// Which payment provider takes the money.
    payments: payments::Provider,
    /// The name of the service that tells people from programs on the forms of accounts; left out when there is none.
    #[oai(skip_serializing_if_is_none)]
    captcha: Option<String>,
    /// The version of the site's pictures, for their addresses; null when there are none.
    pictures: Option<String>,
    /// Whether some texts are the firm's own, see `/api/site/texts`; left out when none is.
    #[oai(skip_serializing_if_is_none)]
    own_texts: Option<bool>,
    /// Names of the pictures that are the firm's own and no illustrations; left out when none is.
    #[oai(skip_serializing_if_is_empty, default)]
    own_pictures: Vec<String>,
    /// Whether prices of services are published, see `/api/tariff`; left out when they are not.
    #[oai(skip_serializing_if_is_none)]
    tariff: Option<bool>,
    /// What customers gave the firm for its work; left out while there is nothing.
    #[oai(skip_serializing_if_is_none)]
    rating: Option<Rating>,
    /// Who people may sign in with besides; left out when there is nobody.
    #[oai(skip_serializing_if_is_empty, default)]
    providers: Vec<SignInProvider>,
    /// The site's name for passkeys; left out where its address allows none.
    #[oai(skip_serializing_if_is_none)]
    passkeys: Option<String>,
}

/// Somebody people may sign in with.
#[derive(Debug, Clone, Object)]
struct SignInProvider {
    /// As `authorize` takes it.
    id: String,
    /// What people know it by.
    name: String,
}

impl From<&Provider> for SignInProvider {
    fn from(provider: &Provider) -> Self {
        Self { id: provider.id().to_owned(), name: provider.name().to_owned() }
    }
}

/// A time of opening on one day or on several in a row.
#[derive(Debug, Clone, Object)]
pub(super) struct Opening {
    /// The first day, 0 for Monday.
    first_day: usize,
    /// The last day, 6 for Sunday.
    last_day: usize,
    /// `08:00`.
    opens: String,
    /// `18:00`.
    closes: String,
}

impl From<&Period> for Opening {
    fn from(period: &Period) -> Self {
        let (first_day, last_day) = period.days;
        Self { first_day, last_day, opens: period.opens.clone(), closes: period.closes.clone() }
    }
}

impl TryFrom<Opening> for Period {
    type Error = NotHours;

    fn try_from(opening: Opening) -> Result<Self, NotHours> {
        Self::new((opening.first_day, opening.last_day), &opening.opens, &opening.closes)
    }
}

/// Days without office hours.
#[derive(Debug, Clone, Object)]
struct Closure {
    /// The first, `2026-12-24`.
    first: String,
    /// The last, not before the first.
    last: String,
    /// What the firm calls them; may be empty.
    name: String,
}

impl From<Closed> for Closure {
    fn from(closed: Closed) -> Self {
        Self { first: closed.first.to_string(), last: closed.last.to_string(), name: closed.name }
    }
}

/// How many days ahead people are told of closures.
const DAYS_AHEAD: i32 = 21;

/// What shipping costs.
#[derive(Debug, Clone, Object)]
struct Shipping {
    /// Cents, below `free_from_in_cents`.
    flat_in_cents: i64,
    /// Items worth this many cents ship free.
    free_from_in_cents: i64,
    /// Orders from before this hour leave on the same working day, `14:00`; left out where nothing is promised.
    #[oai(skip_serializing_if_is_none)]
    cutoff: Option<String>,
    /// Whether orders are fetched by their buyers, unless the owner says otherwise of one.
    pick_up: bool,
}

/// When an order leaves and arrives.
#[derive(Object)]
struct Dispatch {
    /// The firm's day now, `2026-11-24`.
    today: String,
    /// The day on which an order that is paid now leaves; null where nothing is promised.
    leaves: Option<String>,
    /// Who usually takes it there.
    carrier: Carrier,
    /// The first day on which it arrives; null where nobody knows.
    arrives_from: Option<String>,
    /// The last one.
    arrives_until: Option<String>,
}

/// Who settles disputes out of court.
#[derive(Debug, Clone, Object)]
struct Disputes {
    /// Whether the firm takes part.
    takes_part: bool,
    /// What the body is called.
    body: String,
    /// Where it is reached, by letter or on the web.
    address: String,
}

impl From<&Adr> for Disputes {
    fn from(adr: &Adr) -> Self {
        Self { takes_part: adr.takes_part, body: adr.name.clone(), address: adr.address.clone() }
    }
}

/// How long what people tell of themselves is kept.
#[derive(Debug, Clone, Object)]
#[oai(rename = "Retention")]
struct Kept {
    /// Months of requests for a quote and messages, after the last word.
    inquiries: i64,
    /// Years of who bought something.
    orders: i64,
    /// Days of an account that is not confirmed.
    unconfirmed_accounts: i64,
    /// Days of a mail that could not be sent.
    dead_mails: i64,
}

impl From<Retention> for Kept {
    fn from(kept: Retention) -> Self {
        let Retention { inquiries, orders, unconfirmed_accounts, dead_mails } = kept;
        Self { inquiries, orders, unconfirmed_accounts, dead_mails }
    }
}

/// What of other parts of the shop every page tells.
#[derive(Debug, Clone, Copy)]
pub struct Shown {
    /// What customers gave the firm.
    pub rating: Option<Rating>,
    /// Whether prices of services are published.
    pub has_tariff: bool,
}

impl Shown {
    /// As it is now.
    pub fn read(conn: &Conn) -> db::Result<Self> {
        Ok(Self { rating: firm::rating(conn)?, has_tariff: tariff::is_published(conn)? })
    }
}

impl Site {
    /// The facts as they stand `today`.
    pub fn new(settings: &Settings, shown: Shown, sources: &Sources, today: Date) -> Self {
        let (config, pictures) = (&sources.config, sources.pictures.shelf());
        let another = |number| Some(number).filter(|number| *number != settings.phone);
        Self {
            brand: settings.brand.clone(),
            legal_name: settings.legal_name.clone(),
            phone: settings.phone.clone(),
            phone_display: readable(&settings.phone),
            office_phone: another(settings.office_phone()).map(str::to_owned),
            office_phone_display: another(settings.office_phone()).map(readable),
            whatsapp: settings.whatsapp().trim_start_matches('+').to_owned(),
            whatsapp_display: another(settings.whatsapp()).map(readable),
            email: settings.email.clone(),
            locality: settings.locality.clone(),
            nif: given(&settings.nif),
            address: given(&settings.address),
            register: given(&settings.register),
            hours: settings.hours.0.iter().map(Opening::from).collect(),
            closures: settings.holidays.upcoming(today, DAYS_AHEAD).into_iter().map(Closure::from).collect(),
            area: settings.area.clone(),
            store_id: config.store_id.clone(),
            currency: CURRENCY.to_owned(),
            shipping: Shipping {
                flat_in_cents: settings.shipping_flat.0,
                free_from_in_cents: settings.shipping_free_from.0,
                cutoff: given(&settings.shipping_cutoff),
                pick_up: settings.usual_carrier() == Carrier::PickUp,
            },
            password_min_length: settings.password_min_length,
            contact_form_enabled: settings.contact_form_enabled,
            retention: settings.retention.into(),
            disputes: Disputes::from(&settings.adr),
            comments_from_buyers: (settings.commenters == Commenters::Buyers).then_some(true),
            languages: Lang::ALL.to_vec(),
            payments: sources.payments,
            captcha: config.captcha.service.map(|service| service.title().to_owned()),
            pictures: (!pictures.is_empty()).then(|| version(&pictures)),
            own_texts: settings.own_texts.then_some(true),
            own_pictures: pictures.own.clone(),
            tariff: shown.has_tariff.then_some(true),
            rating: shown.rating,
            providers: sources.providers.iter().map(SignInProvider::from).collect(),
            passkeys: config.base_url.passkey_domain().ok().map(str::to_owned),
        }
    }

    /// As it stands on the wire.
    pub fn json(&self) -> serde_json::Value {
        self.to_json().unwrap_or_default()
    }
}

/// Texts of the site that are the owner's.
#[derive(Object)]
struct OwnTexts {
    /// By name; all others are those the site came with.
    texts: Words,
}

fn given(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

#[OpenApi(tag = "Tag::Site")]
impl SiteApi {
    /// The facts of the firm.
    #[oai(path = "/site", method = "get", operation_id = "get_site")]
    async fn site(
        &self,
        /// Taken for the sake of caches; the facts are the same in every language.
        lang: Query<Option<String>>,
    ) -> Result<Json<Site>, Problem> {
        drop(lang);
        let read = |conn: &Conn| Ok::<_, db::Error>((Settings::load(conn)?, Shown::read(conn)?));
        let (mut settings, shown) = self.sources.db.read(read).await?;
        settings.own_texts |= captions::are_needed(&self.sources.pictures.shelf());
        Ok(Json(Site::new(&settings, shown, &self.sources, self.sources.clock.now().date())))
    }

    /// When an order that is paid now leaves and arrives.
    #[oai(path = "/site/dispatch", method = "get", operation_id = "get_dispatch")]
    async fn dispatch(
        &self,
        /// Working days of making what is in it for its buyer; 0 where nothing is made.
        making: Query<Option<i64>>,
    ) -> Result<Json<Dispatch>, Problem> {
        let settings = self.sources.db.read(Settings::load).await?;
        let now = self.sources.clock.now();
        let (leaves, arrival) = settings.delivery(making.0.unwrap_or_default(), now);
        Ok(Json(Dispatch {
            today: now.date().to_string(),
            leaves: leaves.map(|day| day.to_string()),
            carrier: settings.usual_carrier(),
            arrives_from: arrival.map(|(first, _)| first.to_string()),
            arrives_until: arrival.map(|(_, last)| last.to_string()),
        }))
    }

    /// The texts that stand in for those the site came with: the owner's, and what is said of the owner's pictures without one.
    #[oai(path = "/site/texts", method = "get", operation_id = "get_site_texts")]
    async fn texts(
        &self,
        /// `es`, `en`, `fr` or `ar`.
        lang: Query<Option<String>>,
    ) -> Result<Json<OwnTexts>, Problem> {
        let lang: Lang = lang.0.as_deref().unwrap_or_default().parse().unwrap_or_default();
        let mut texts = self.sources.db.read(move |conn| settings::words(conn, lang)).await?;
        captions::stand_in(&mut texts, &self.sources.pictures.shelf(), lang);
        Ok(Json(OwnTexts { texts }))
    }
}
