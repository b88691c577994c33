//! Files that are sent: each lies on the disk until it is whole, and few are in memory at once.

use std::collections::HashMap;
use std::io::{self, SeekFrom};
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poem::Body;
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::id;
use crate::limits::ip_key;
use crate::pictures::raster;
use crate::problem::{Code, Problem};

/// Files of one visitor that may be on their way at once.
const OF_ONE_VISITOR: usize = 4;
/// Files of visitors, and of administrators, that may be on their way at once: they take room on the disk.
const ON_THEIR_WAY: usize = 32;
/// Files of visitors, and of administrators, in memory at once, of [`raster::MAX_BYTES`] each.
const PLACES: usize = 2;
/// How long a file waits for its place, and for those before it to be read.
const PATIENCE: Duration = Duration::from_secs(8);

/// What files that are sent may take. Visitors and administrators do not wait for each other but for the one decode slot.
pub struct Uploads {
    visitors: Lane,
    administrators: Lane,
    of_visitor: Arc<Mutex<HashMap<String, usize>>>,
    decode_slot: Arc<Semaphore>,
}

/// Who sends a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// Anybody, from an address of the network.
    Visitor(IpAddr),
    /// Somebody who may do so.
    Administrator,
}

struct Lane {
    on_their_way: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// A file on its way, counted until it is dropped.
pub struct Upload {
    sender: Sender,
    of_visitor: Arc<Mutex<HashMap<String, usize>>>,
    _on_its_way: OwnedSemaphorePermit,
}

impl Default for Uploads {
    fn default() -> Self {
        let lane =
            || Lane { on_their_way: Arc::new(Semaphore::new(ON_THEIR_WAY)), places: Arc::new(Semaphore::new(PLACES)) };
        let decode_slot = Arc::new(Semaphore::new(1));
        Self { visitors: lane(), administrators: lane(), of_visitor: Arc::default(), decode_slot }
    }
}

impl Uploads {
    /// A file begins to come.
    pub fn begin(&self, sender: Sender) -> Result<Upload, Problem> {
        let busy = |_| Problem::new(Code::Overloaded).retry_after(10);
        let on_its_way = Arc::clone(&self.lane(sender).on_their_way).try_acquire_owned().map_err(busy)?;
        if let Sender::Visitor(ip) = sender {
            let mut of_visitor = lock(&self.of_visitor);
            let count = of_visitor.entry(ip_key(ip)).or_default();
            if *count >= OF_ONE_VISITOR {
                return Err(Problem::new(Code::OverRequestRateLimit).retry_after(10));
            }
            *count += 1;
        }
        Ok(Upload { sender, of_visitor: self.of_visitor.clone(), _on_its_way: on_its_way })
    }

    /// A place in memory for a file that is whole, as soon as there is one.
    pub async fn place(&self, upload: &Upload) -> Result<OwnedSemaphorePermit, Problem> {
        in_time(&self.lane(upload.sender).places).await
    }

    /// Does `work`, which reads the picture of one file, as soon as those before it are done. A decoder that gives up
    /// says that the picture is at fault.
    pub async fn read<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let slot = in_time(&self.decode_slot).await?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(slot);
            done
        });
        done.await.map_err(|_| raster::Error::Damaged.into())
    }

    fn lane(&self, sender: Sender) -> &Lane {
        match sender {
            Sender::Visitor(_) => &self.visitors,
            Sender::Administrator => &self.administrators,
        }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Sender::Visitor(ip) = self.sender {
            let (mut of_visitor, key) = (lock(&self.of_visitor), ip_key(ip));
            if let Some(count) = of_visitor.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    of_visitor.remove(&key);
                }
            }
        }
    }
}

fn lock(of_visitor: &Mutex<HashMap<String, usize>>) -> MutexGuard<'_, HashMap<String, usize>> {
    of_visitor.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn in_time(queue: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    match tokio::time::timeout(PATIENCE, Arc::clone(queue).acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Problem::new(Code::Overloaded).retry_after(10)),
    }
}

/// A file that nobody else can name and that is gone when it is dropped.
pub struct Spooled(File);

impl Spooled {
    /// Takes a body to the disk; `None` when it is longer than `most` bytes.
    pub async fn take(body: Body, most: usize, folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(format!(".upload-{}", id::new()));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create_new(true).mode(0o600).open(&path).await?;
        tokio::fs::remove_file(path).await?;
        let mut body = body.into_async_read().take(most as u64 + 1);
        let length = tokio::io::copy(&mut body, &mut file).await?;
        Ok((length <= most as u64).then_some(Self(file)))
    }

    /// What it holds.
    pub async fn read(self) -> io::Result<Vec<u8>> {
        let Self(mut file) = self;
        let mut bytes = Vec::with_capacity(usize::try_from(file.seek(SeekFrom::End(0)).await?).unwrap_or(0));
        file.rewind().await?;
        file.read_to_end(&mut bytes).await?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn visitor(n: u8) -> Sender {
        Sender::Visitor(Ipv4Addr::new(192, 0, 2, n).into())
    }

    #[test]
    fn one_visitor_keeps_few_files_on_their_way_and_nobody_else_from_it() {
        let uploads = Uploads::default();
        let mut begun: Vec<_> = (0..OF_ONE_VISITOR).map(|_| uploads.begin(visitor(1)).unwrap()).collect();
        assert_eq!(uploads.begin(visitor(1)).err().unwrap().code(), Code::OverRequestRateLimit);
        assert!(uploads.begin(visitor(2)).is_ok());
        drop(begun.pop());
        assert!(uploads.begin(visitor(1)).is_ok());
        drop(begun);
        assert!(lock(&uploads.of_visitor).is_empty());
    }

    #[tokio::test]
    async fn all_visitors_together_keep_no_administrator_waiting() {
        let uploads = Uploads::default();
        let everybody = (1..=u8::MAX).flat_map(|n| [visitor(n), visitor(n)]);
        let begun: Vec<_> = everybody.map_while(|sender| uploads.begin(sender).ok()).collect();
        assert_eq!(begun.len(), ON_THEIR_WAY);
        assert_eq!(uploads.begin(visitor(200)).err().unwrap().code(), Code::Overloaded);
        let _places = (uploads.place(&begun[0]).await.unwrap(), uploads.place(&begun[1]).await.unwrap());
        let mine = uploads.begin(Sender::Administrator).unwrap();
        assert!(uploads.place(&mine).await.is_ok());
    }

    #[tokio::test]
    async fn a_body_is_kept_whole_or_not_at_all_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let kept = Spooled::take(Body::from("twelve bytes"), 12, dir.path()).await.unwrap().unwrap();
        assert_eq!(kept.read().await.unwrap(), b"twelve bytes");
        assert!(Spooled::take(Body::from("twelve bytes"), 11, dir.path()).await.unwrap().is_none());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
