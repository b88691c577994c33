//! The account's wish list over HTTP.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use super::{MOST, Wish};
use crate::app::Shared;
use crate::auth::guard::Customer;
use crate::problem::Problem;

/// The endpoints of wish lists.
pub struct WishlistApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// What people want to remember.
    Wishlist,
}

/// A wish list.
#[derive(Debug, Object)]
struct Wishlist {
    /// Products in the store, the latest first; at most 200.
    product_ids: Vec<String>,
}

#[derive(Debug, Object)]
#[oai(deny_unknown_fields)]
struct WishlistChange {
    /// Products to add, the latest first; at most 200. What is there already stays where it is.
    #[oai(default)]
    add: Vec<String>,
    /// Products to take away; at most 200.
    #[oai(default)]
    remove: Vec<String>,
}

fn list(wishes: Vec<Wish>) -> Json<Wishlist> {
    Json(Wishlist { product_ids: wishes.into_iter().map(|wish| wish.product_id).collect() })
}

#[OpenApi(tag = "Tag::Wishlist")]
impl WishlistApi {
    /// The account's wish list.
    #[oai(path = "/wishlist", method = "get", operation_id = "get_wishlist")]
    async fn get(&self, customer: Customer) -> Result<Json<Wishlist>, Problem> {
        Ok(list(self.app.db.read(move |conn| super::of_user(conn, &customer.0.user_id)).await?))
    }

    /// Adds to the account's wish list and takes away from it; the answer is the list.
    #[oai(path = "/wishlist", method = "post", operation_id = "change_wishlist")]
    async fn change(&self, customer: Customer, Json(body): Json<WishlistChange>) -> Result<Json<Wishlist>, Problem> {
        let WishlistChange { add, remove } = body;
        for (field, ids) in [("add", &add), ("remove", &remove)] {
            if ids.len() > MOST {
                return Err(Problem::invalid(field, format!("takes at most {MOST}")));
            }
        }
        let (user_id, now) = (customer.0.user_id, self.app.clock.now());
        Ok(list(self.app.db.write(move |tx| super::change(tx, &user_id, &add, &remove, now)).await?))
    }
}
