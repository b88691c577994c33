//! The lease as it stands in the bucket: one small object that is only ever written if it is as it was read.

use std::time::Duration;

use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{Error as StoreError, ObjectStore, ObjectStoreExt, PutMode, RetryConfig, UpdateVersion};
use serde::{Deserialize, Serialize};

use super::Error;
use crate::config::BackupAccess;
use crate::{bucket, outside};

const NAME: &str = "lease.json";

/// Who holds the lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Raised by each taking.
    pub generation: u64,
    /// The machine's own random name.
    pub holder: String,
    /// When it took it, by its clock.
    pub taken_at: String,
}

pub(super) enum Mode {
    /// Only if there is none.
    New,
    /// Only if it is the one that was read.
    Over(UpdateVersion),
}

pub(super) struct Remote {
    store: AmazonS3,
    path: Path,
    place: String,
}

impl Remote {
    pub(super) fn open(name: &str, prefix: &str, access: &BackupAccess, patience: Duration) -> Result<Self, String> {
        // Whoever asks asks again: a conditional write that is sent twice would refuse itself.
        let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
        let store = bucket::open(name, access, outside::client(patience), retry)?;
        let path = Path::parse(prefix).map_err(|error| error.to_string())?.join(NAME);
        Ok(Self { store, place: format!("s3://{name}/{path}"), path })
    }

    pub(super) fn place(&self) -> &str {
        &self.place
    }

    pub(super) async fn read(&self) -> Result<Option<(Held, UpdateVersion)>, Error> {
        let got = match self.store.get(&self.path).await {
            Ok(got) => got,
            Err(StoreError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(failed(&error)),
        };
        let version = UpdateVersion { e_tag: got.meta.e_tag.clone(), version: None };
        let bytes = got.bytes().await.map_err(|error| failed(&error))?;
        let held = serde_json::from_slice(&bytes)
            .map_err(|error| Error::Bucket(format!("{} is no lease: {error}", self.place)))?;
        Ok(Some((held, version)))
    }

    /// Whether it was written: not if the condition does not hold.
    pub(super) async fn put(&self, held: &Held, mode: Mode) -> Result<bool, Error> {
        let mode = match mode {
            Mode::New => PutMode::Create,
            Mode::Over(version) => PutMode::Update(version),
        };
        let text = serde_json::to_vec(held).map_err(|error| Error::Bucket(error.to_string()))?;
        match self.store.put_opts(&self.path, text.into(), mode.into()).await {
            Ok(_) => Ok(true),
            Err(StoreError::AlreadyExists { .. } | StoreError::Precondition { .. }) => Ok(false),
            Err(error) => Err(failed(&error)),
        }
    }
}

fn failed(error: &StoreError) -> Error {
    Error::Bucket(bucket::said(error))
}
