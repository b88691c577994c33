//! People: typed requests instead of tokens and headers.

use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

/// What the shop answered.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Reply {
    /// The body as JSON; null when it is not.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The problem's code; empty when the answer is none.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    /// This reply, which must have the status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }

    /// This reply, which must be a problem with the status and the code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Self {
        assert_eq!((self.status.as_u16(), self.code().as_str()), (status, code), "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        self
    }
}

/// Somebody at the shop, signed in when they have a token.
#[derive(Clone)]
pub struct Person {
    pub base: String,
    pub client: Client,
    pub token: Option<String>,
    pub user_id: String,
}

impl Person {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.base));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Reply {
        let response = request.send().await.expect("the shop answers");
        let (status, headers) = (response.status(), response.headers().clone());
        Reply { status, headers, text: response.text().await.expect("the answer is text") }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(self.request(Method::PATCH, path).json(&body)).await
    }

    /// Orders `quantity` of a variant to an address in Abrera.
    pub async fn order(&self, variant_id: &str, quantity: i64) -> Reply {
        self.order_with_key(variant_id, quantity, None).await
    }

    /// The same with an idempotency key.
    pub async fn order_with_key(&self, variant_id: &str, quantity: i64, key: Option<&str>) -> Reply {
        let body = json!({
            "shipping_address": address(),
            "items": [{ "variant_id": variant_id, "quantity": quantity }],
        });
        let request = self.request(Method::POST, "/api/functions/create-order-and-send-email").json(&body);
        self.send(match key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        })
        .await
    }
}

/// An address the shop delivers to.
pub fn address() -> Value {
    json!({ "name": "Núria Puig", "address": "Carrer Major 1", "city": "Abrera", "postal_code": "08630", "country": "España" })
}
