//! `GET /api/payment-means`: what the payment page takes.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi, Tags};

use crate::app::Shared;
use crate::payments::Means;
use crate::problem::Problem;

/// The endpoint of means of payment.
pub struct MeansApi {
    pub app: Shared,
}

#[derive(Tags)]
enum Tag {
    /// From a cart to a paid order.
    Checkout,
}

#[derive(Debug, Object)]
struct UsableMeans {
    /// What the payment page takes, as far as its provider has said, cards first.
    means: Vec<Means>,
}

#[OpenApi(tag = "Tag::Checkout")]
impl MeansApi {
    /// What orders can be paid with
    #[oai(path = "/payment-means", method = "get", operation_id = "list_payment_means")]
    async fn list(&self) -> Result<Json<UsableMeans>, Problem> {
        let payments = &self.app.payments;
        let gateway = payments.of(payments.configured()).map_err(super::Error::from)?;
        Ok(Json(UsableMeans { means: gateway.means().await }))
    }
}
