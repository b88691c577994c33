//! A bucket as S3 has them, at Amazon or anybody else.

use std::fmt;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt, TryStreamExt};
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt, RetryConfig, WriteMultipart};
use tokio::runtime::Handle;

use super::store::Kept;
use super::{Error, format};
use crate::config::BackupAccess;
use crate::{bucket, outside};

/// Bytes that are sent at a time; the least there may be. Of 10,000 such parts an object has.
const PART: usize = 8 << 20;
/// Parts on their way at a time.
const PARTS: usize = 2;
/// How long a call is tried again.
const RETRY: Duration = Duration::from_secs(60);

/// A bucket, and what the names in it begin with.
pub struct Bucket {
    store: Arc<AmazonS3>,
    name: String,
    prefix: Path,
    runtime: Handle,
}

fn failed(error: &object_store::Error) -> Error {
    Error::Store(bucket::said(error))
}

impl Bucket {
    pub(super) fn of(name: &str, prefix: &str, access: &BackupAccess, runtime: Handle) -> Result<Self, Error> {
        let retry = RetryConfig { retry_timeout: RETRY, max_retries: 5, ..RetryConfig::default() };
        let store = bucket::open(name, access, outside::client_for_transfers(), retry).map_err(Error::Store)?;
        let store = Arc::new(store);
        let prefix = Path::parse(prefix).map_err(|error| Error::Store(error.to_string()))?;
        Ok(Self { store, name: name.to_owned(), prefix, runtime })
    }

    fn path(&self, name: &str) -> Path {
        self.prefix.clone().join(name)
    }

    pub(super) fn list(&self) -> Result<Vec<Kept>, Error> {
        let prefix = Some(&self.prefix).filter(|prefix| !prefix.as_ref().is_empty());
        let listed = self.runtime.block_on(self.store.list_with_delimiter(prefix)).map_err(|error| failed(&error))?;
        let kept = listed.objects.into_iter().filter_map(|object| {
            let name = object.location.filename()?.to_owned();
            Some(Kept { at: format::moment(&name)?, name, bytes: object.size })
        });
        Ok(kept.collect())
    }

    pub(super) fn open(&self, name: &str) -> Result<Box<dyn Read + Send>, Error> {
        let got = self.runtime.block_on(self.store.get(&self.path(name))).map_err(|error| failed(&error))?;
        let stream = got.into_stream().map_err(io::Error::other).boxed();
        Ok(Box::new(Download { stream, part: Bytes::new(), runtime: self.runtime.clone() }))
    }

    pub(super) fn put<T>(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let begun = self.runtime.block_on(self.store.put_multipart(&self.path(name)));
        let parts = WriteMultipart::new_with_chunk_size(begun.map_err(|error| failed(&error))?, PART);
        let mut upload = Upload { parts, runtime: self.runtime.clone() };
        match write(&mut upload) {
            Ok(written) => {
                self.runtime.block_on(upload.parts.finish()).map_err(|error| failed(&error))?;
                Ok(written)
            }
            Err(error) => {
                if let Err(error) = self.runtime.block_on(upload.parts.abort()) {
                    tracing::warn!(%error, "the parts of an upload are left in the bucket");
                }
                Err(error)
            }
        }
    }

    pub(super) fn delete(&self, name: &str) -> Result<(), Error> {
        self.runtime.block_on(self.store.delete(&self.path(name))).map_err(|error| failed(&error))
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s3://{}/{}", self.name, self.prefix)
    }
}

/// What is written to it is on its way, in parts; no object is there before they are put together.
struct Upload {
    parts: WriteMultipart,
    runtime: Handle,
}

impl Write for Upload {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let _context = self.runtime.enter();
        self.runtime.block_on(self.parts.wait_for_capacity(PARTS)).map_err(io::Error::other)?;
        self.parts.write(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What comes out of a bucket.
struct Download {
    stream: Pin<Box<dyn Stream<Item = io::Result<Bytes>> + Send>>,
    part: Bytes,
    runtime: Handle,
}

impl Read for Download {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        while self.part.is_empty() {
            match self.runtime.block_on(self.stream.next()) {
                Some(part) => self.part = part?,
                None => return Ok(0),
            }
        }
        let count = self.part.len().min(buf.len());
        self.part.copy_to_slice(&mut buf[..count]);
        Ok(count)
    }
}
