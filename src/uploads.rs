//! Files that are sent: each lies on the disk until it is whole, and few are in memory at once.

use std::io::{self, SeekFrom};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use poem::Body;
use tokio::fs::{File, OpenOptions};
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::id;
use crate::limits::{Held, Hold};
use crate::pictures::raster;
use crate::problem::{Code, Problem};

/// Files of one visitor that may be on their way at once.
const OF_ONE_VISITOR: usize = 4;
/// Files of one line with many networks of IPv6 that may be on their way at once.
const OF_ONE_LINE: usize = 8;
/// Files of visitors, and of administrators, that may be on their way at once: they take room on the disk.
const ON_THEIR_WAY: usize = 32;
/// Files of visitors, and of administrators, in memory at once, of [`raster::MAX_BYTES`] each.
const PLACES: usize = 2;
/// A file on its way comes at least so fast, in bytes and the time for them, 64 kbit a second: it keeps others from sending
/// theirs.
const LEAST: (u64, Duration) = (40_000, Duration::from_secs(5));
/// How long a file waits for its place, and for those before it to be read.
const PATIENCE: Duration = Duration::from_secs(8);

/// What files that are sent may take. Visitors and administrators do not wait for each other but for the one decode slot.
pub struct Uploads {
    visitors: Lane,
    administrators: Lane,
    of_visitors: Held,
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
    _of_visitor: Option<Hold>,
    _on_its_way: OwnedSemaphorePermit,
}

impl Default for Uploads {
    fn default() -> Self {
        let lane =
            || Lane { on_their_way: Arc::new(Semaphore::new(ON_THEIR_WAY)), places: Arc::new(Semaphore::new(PLACES)) };
        let decode_slot = Arc::new(Semaphore::new(1));
        Self { visitors: lane(), administrators: lane(), of_visitors: Held::default(), decode_slot }
    }
}

impl Uploads {
    /// A file begins to come.
    pub fn begin(&self, sender: Sender) -> Result<Upload, Problem> {
        let busy = |_| Problem::new(Code::Overloaded).retry_after(10);
        let on_its_way = Arc::clone(&self.lane(sender).on_their_way).try_acquire_owned().map_err(busy)?;
        let of_visitor = match sender {
            Sender::Visitor(ip) => Some(
                self.of_visitors
                    .take(ip, OF_ONE_VISITOR, OF_ONE_LINE)
                    .ok_or_else(|| Problem::new(Code::OverRequestRateLimit).retry_after(10))?,
            ),
            Sender::Administrator => None,
        };
        Ok(Upload { sender, _of_visitor: of_visitor, _on_its_way: on_its_way })
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

async fn in_time(queue: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    match tokio::time::timeout(PATIENCE, Arc::clone(queue).acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Problem::new(Code::Overloaded).retry_after(10)),
    }
}

/// A file that nobody else can name and that is gone when it is dropped.
pub struct Spooled(File);

impl Spooled {
    /// Takes a body to the disk; `None` when it is longer than `most` bytes. One that comes too slowly is an error.
    pub async fn take(body: Body, most: usize, folder: &Path) -> io::Result<Option<Self>> {
        Self::take_at_least(LEAST, body, most, folder).await
    }

    async fn take_at_least(
        (part, patience): (u64, Duration),
        body: Body,
        most: usize,
        folder: &Path,
    ) -> io::Result<Option<Self>> {
        let path = folder.join(format!(".upload-{}", id::new()));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create_new(true).mode(0o600).open(&path).await?;
        tokio::fs::remove_file(path).await?;
        let mut body = body.into_async_read().take(most as u64 + 1);
        let mut length = 0;
        loop {
            let mut next = (&mut body).take(part);
            let came = tokio::time::timeout(patience, tokio::io::copy(&mut next, &mut file));
            let came = came.await.map_err(|_elapsed| io::Error::from(io::ErrorKind::TimedOut))??;
            length += came;
            if came < part {
                break;
            }
        }
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

    use futures_util::{StreamExt as _, stream};

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
        assert!(uploads.of_visitors.is_empty());
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

    #[test]
    fn few_lines_with_many_networks_do_not_keep_everybody_from_sending() {
        let uploads = Uploads::default();
        let sender = |line: u16, n: u16| Sender::Visitor(format!("2001:db8:{line:x}:{n:x}::1").parse().unwrap());
        let begun: Vec<_> = (0..100).filter_map(|n| uploads.begin(sender(1, n)).ok()).collect();
        assert_eq!(begun.len(), OF_ONE_LINE);
        assert!(uploads.begin(sender(2, 0)).is_ok());
    }

    #[tokio::test]
    async fn a_body_that_comes_too_slowly_gives_its_place_up() {
        let dir = tempfile::tempdir().unwrap();
        let begun = stream::iter([Ok::<_, io::Error>(vec![0; 10])]).chain(stream::pending());
        let least = (100, Duration::from_millis(100));
        let taken = Spooled::take_at_least(least, Body::from_bytes_stream(begun), 1000, dir.path()).await;
        assert_eq!(taken.err().unwrap().kind(), io::ErrorKind::TimedOut);
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
