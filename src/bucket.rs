//! Buckets as S3 has them, at Amazon or anybody else, asked by the program's own rules.

use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{HttpClient, HttpConnector};
use object_store::{ClientOptions, RetryConfig};
use reqwest::Client;

use crate::config::{BackupAccess, Secret};

/// Calls are made by the program's own rules.
#[derive(Debug)]
struct OwnClient(Client);

impl HttpConnector for OwnClient {
    fn connect(&self, _options: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.0.clone()))
    }
}

/// The bucket of that name; `client` makes the calls, and `retry` says how often again.
pub fn open(name: &str, access: &BackupAccess, client: Client, retry: RetryConfig) -> Result<AmazonS3, String> {
    let mut builder = AmazonS3Builder::new()
        .with_bucket_name(name)
        .with_region(&access.s3_region)
        .with_access_key_id(access.s3_access_key.as_deref().unwrap_or_default())
        .with_secret_access_key(access.s3_secret_key.as_ref().map(Secret::expose).unwrap_or_default())
        .with_retry(retry)
        // One object at a time is what every service understands.
        .with_disable_bulk_delete(true)
        .with_http_connector(OwnClient(client));
    if let Some(endpoint) = &access.s3_endpoint {
        builder = builder.with_endpoint(endpoint.origin()).with_allow_http(!endpoint.is_https());
    }
    builder.build().map_err(|error| said(&error))
}

/// What a service says may take several lines.
pub fn said(error: &object_store::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
