//! Profiles over HTTP.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use super::profile::{self, Profile, ProfileLines};
use crate::app::Shared;
use crate::auth::guard::Customer;
use crate::auth::password::Role;
use crate::problem::{Code, Problem};

/// Ids one request may ask for.
const MAX_IDS: usize = 50;

/// `/api/profiles`.
pub struct ProfileApi {
    /// The running program.
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What people tell of themselves.
    Profiles,
}

/// A person's own profile.
#[derive(Object)]
#[oai(rename = "Profile")]
struct ProfileBody {
    /// The person's id.
    id: String,
    /// Their name.
    name: String,
    /// Street, number, floor; empty when not given, as all lines below.
    address: String,
    /// Town.
    city: String,
    /// Postcode.
    postal_code: String,
    /// Country.
    country: String,
    /// For whoever brings a parcel.
    phone: String,
    /// What they may do.
    role: Role,
    /// Their address for mail.
    email: String,
}

/// Lines to change, up to 200 characters each; what is absent or null stays.
#[derive(Object)]
#[oai(deny_unknown_fields)]
struct ProfilePatch {
    /// Their name; not empty.
    name: Option<String>,
    /// Street, number, floor.
    address: Option<String>,
    /// Town.
    city: Option<String>,
    /// Postcode.
    postal_code: Option<String>,
    /// Country.
    country: Option<String>,
    /// For whoever brings a parcel: 6 to 15 digits, as people write them.
    phone: Option<String>,
}

/// Who wrote something.
#[derive(Object)]
struct NameBody {
    /// The person's id.
    id: String,
    /// Their name.
    name: String,
}

/// Names by id.
#[derive(Object)]
struct NameList {
    /// How many there are.
    count: usize,
    /// How many were skipped.
    offset: usize,
    /// How many are answered at most.
    limit: usize,
    /// In the order of their ids.
    profiles: Vec<NameBody>,
}

#[OpenApi(tag = "Tag::Profiles")]
impl ProfileApi {
    /// The names behind up to 50 ids; unknown ids are left out.
    #[oai(path = "/profiles", method = "get", operation_id = "list_profiles")]
    async fn names(
        &self,
        #[oai(name = "ids[]", default)] Query(ids): Query<Vec<String>>,
        #[oai(default)] offset: Query<u32>,
        #[oai(default = "default_limit", validator(minimum(value = "1"), maximum(value = "200")))] limit: Query<u32>,
    ) -> Result<Json<NameList>, Problem> {
        if ids.len() > MAX_IDS {
            return Err(Problem::new(Code::BadRequest).detail("ids[]: at most 50").with("field", "ids[]"));
        }
        let found = self.app.db.read(move |conn| profile::public_names(conn, &ids)).await?;
        let (count, offset, limit) = (found.len(), offset.0 as usize, limit.0 as usize);
        let page = found.into_iter().skip(offset).take(limit);
        let profiles = page.map(|found| NameBody { id: found.id, name: found.name }).collect();
        Ok(Json(NameList { count, offset, limit, profiles }))
    }

    /// One's own profile; anybody else's is not found.
    #[oai(path = "/profiles/:id", method = "get", operation_id = "get_profile")]
    async fn get(&self, customer: Customer, Path(id): Path<String>) -> Result<Json<ProfileBody>, Problem> {
        let id = own(&customer, id)?;
        let found = self.app.db.read(move |conn| profile::profile(conn, &id)).await?;
        answer(found)
    }

    /// Changes lines of one's own profile.
    #[oai(path = "/profiles/:id", method = "patch", operation_id = "update_profile")]
    async fn update(
        &self,
        customer: Customer,
        Path(id): Path<String>,
        Json(patch): Json<ProfilePatch>,
    ) -> Result<Json<ProfileBody>, Problem> {
        let id = own(&customer, id)?;
        let lines = ProfileLines::parse(
            patch.name.as_deref(),
            patch.address.as_deref(),
            patch.city.as_deref(),
            patch.postal_code.as_deref(),
            patch.country.as_deref(),
        )?
        .with_phone(patch.phone.as_deref())?;
        let now = self.app.clock.now();
        let found = self.app.db.write(move |tx| profile::update_profile(tx, &id, &lines, now)).await?;
        answer(found)
    }
}

fn default_limit() -> u32 {
    50
}

fn own(customer: &Customer, id: String) -> Result<String, Problem> {
    if id == customer.0.user_id { Ok(id) } else { Err(Problem::new(Code::NotFound)) }
}

fn answer(found: Option<Profile>) -> Result<Json<ProfileBody>, Problem> {
    let found = found.ok_or_else(|| Problem::new(Code::NotFound))?;
    Ok(Json(ProfileBody {
        id: found.id,
        name: found.name,
        address: found.address,
        city: found.city,
        postal_code: found.postal_code,
        country: found.country,
        phone: found.phone,
        role: Role::of(found.is_admin),
        email: found.email,
    }))
}
