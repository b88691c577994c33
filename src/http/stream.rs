//! A connection as the HTTP library is given it: heads of requests in one spelling only, and answers that are read.
//!
//! The library takes a bare line feed for the end of a line. Where a program in front takes it for a part of the line, a
//! request could be hidden in another's head; here it becomes a byte that no head may hold, and the library refuses the
//! request. To know heads from bodies, the reader of each head says how long its body is.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A byte that is refused wherever it stands in a head.
const REFUSED: u8 = 0;

/// A connection.
pub(super) struct Stream<S> {
    inner: S,
    place: Place,
    announced: Announced,
    /// What came together with the end of a head, and is not looked at before somebody has read that.
    rest: Vec<u8>,
    /// How long the other end may take nothing of what is written.
    patience: Duration,
    /// Runs while it takes nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

/// Where in a request the next byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Head {
        /// Whether nothing but empty lines has come, as may stand before a head.
        begun: bool,
        /// Whether nothing of the line has come.
        empty_line: bool,
        /// Whether the byte before was a carriage return.
        after_cr: bool,
    },
    /// Behind a head that nobody has read yet.
    Behind,
    /// In a body with so many bytes to come; `None`: to the end of the connection.
    Body(Option<u64>),
}

/// How the reader of a head says how long the body is.
#[derive(Clone, Default)]
pub(super) struct Announced(Arc<Mutex<Announcement>>);

#[derive(Default)]
struct Announcement {
    /// What comes behind the head.
    place: Option<Place>,
    waker: Option<Waker>,
}

/// Before a head.
const BEFORE: Place = Place::Head { begun: false, empty_line: true, after_cr: false };

impl Announced {
    /// The head was read. `None` when it does not say how long the body is: then no other request may follow.
    pub(super) fn body(&self, length: Option<u64>) {
        let mut announcement = self.lock();
        announcement.place = Some(Place::Body(length));
        if let Some(waker) = announcement.waker.take() {
            waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Announcement> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S> Stream<S> {
    /// A connection on which nothing was said yet.
    pub(super) fn new(inner: S, patience: Duration) -> Self {
        let announced = Announced::default();
        Self { inner, place: BEFORE, announced, rest: Vec::new(), patience, waiting: None }
    }

    /// What the reader of each head tells how long the body is.
    pub(super) fn announced(&self) -> Announced {
        self.announced.clone()
    }

    /// The connection itself.
    pub(super) fn into_inner(self) -> S {
        self.inner
    }

    /// Whether the next byte may be looked at; else the reader of the head wakes `cx`.
    fn is_known(&mut self, cx: &Context<'_>) -> bool {
        if self.place != Place::Behind {
            return true;
        }
        let mut announcement = self.announced.lock();
        let Some(place) = announcement.place.take() else {
            announcement.waker = Some(cx.waker().clone());
            return false;
        };
        self.place = place;
        true
    }

    /// Goes over bytes as they came and puts [`REFUSED`] in the place of bare line feeds; how many may be handed on.
    fn go_over(&mut self, bytes: &mut [u8]) -> usize {
        let mut n = 0;
        while n < bytes.len() {
            match self.place {
                Place::Behind => break,
                Place::Body(None) => n = bytes.len(),
                Place::Body(Some(left)) => {
                    let there = bytes.len() - n;
                    let taken = usize::try_from(left).map_or(there, |left| left.min(there));
                    n += taken;
                    let left = left - taken as u64;
                    self.place = if left == 0 { BEFORE } else { Place::Body(Some(left)) };
                }
                Place::Head { begun, empty_line, after_cr } => {
                    let byte = &mut bytes[n];
                    self.place = match *byte {
                        b'\n' if after_cr && begun && empty_line => Place::Behind,
                        b'\n' if after_cr => Place::Head { begun, empty_line: true, after_cr: false },
                        b'\r' => Place::Head { begun, empty_line, after_cr: true },
                        _ => Place::Head { begun: true, empty_line: false, after_cr: false },
                    };
                    if *byte == b'\n' && !after_cr {
                        *byte = REFUSED;
                    }
                    n += 1;
                }
            }
        }
        n
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        if !stream.is_known(cx) {
            return Poll::Pending;
        }
        let free = buffer.initialize_unfilled();
        let read = if stream.rest.is_empty() {
            let mut read = ReadBuf::new(free);
            ready!(Pin::new(&mut stream.inner).poll_read(cx, &mut read))?;
            read.filled().len()
        } else {
            let taken = free.len().min(stream.rest.len());
            free[..taken].copy_from_slice(&stream.rest[..taken]);
            stream.rest.drain(..taken);
            taken
        };
        let passed = stream.go_over(&mut free[..read]);
        if passed < read {
            stream.rest.splice(..0, free[passed..read].iter().copied());
        }
        buffer.advance(passed);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> Stream<S> {
    /// What became of a write, unless the other end has taken nothing for too long.
    fn within_patience<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(waiting.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the other end does not read")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let written = Pin::new(&mut stream.inner).poll_write(cx, bytes);
        stream.within_patience(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let written = Pin::new(&mut stream.inner).poll_write_vectored(cx, parts);
        stream.within_patience(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let flushed = Pin::new(&mut stream.inner).poll_flush(cx);
        stream.within_patience(cx, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let shut = Pin::new(&mut stream.inner).poll_shutdown(cx);
        stream.within_patience(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// What comes out of what was said, in parts of `size` bytes; each head is read as if its body had so many bytes.
    async fn heard(said: &[u8], size: usize, body: Option<u64>) -> String {
        let (mut client, server) = tokio::io::duplex(1 << 16);
        let mut stream = Stream::new(server, Duration::from_secs(1));
        let announced = stream.announced();
        client.write_all(said).await.unwrap();
        drop(client);
        let mut all = Vec::new();
        loop {
            let mut part = vec![0; size];
            let read = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut part)).await;
            match read {
                Ok(Ok(0)) => break,
                Ok(read) => all.extend_from_slice(&part[..read.unwrap()]),
                // Behind a head: its reader speaks up.
                Err(_) => announced.body(body),
            }
        }
        String::from_utf8(all).unwrap()
    }

    #[tokio::test]
    async fn a_bare_line_feed_in_a_head_becomes_what_no_head_may_hold() {
        for size in [1, 2, 3, 7, 4096] {
            for (said, comes_out) in [
                ("GET / HTTP/1.1\nHost: x\r\n\r\n", "GET / HTTP/1.1\0Host: x\r\n\r\n"),
                ("GET / HTTP/1.1\r\nHost: x\n\n", "GET / HTTP/1.1\r\nHost: x\0\0"),
                ("\nGET / HTTP/1.1\r\n\r\n", "\0GET / HTTP/1.1\r\n\r\n"),
                ("\r\n\r\nGET / HTTP/1.1\r\nA: b\r\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\nA: b\r\r\n\r\n"),
            ] {
                assert_eq!(heard(said.as_bytes(), size, Some(0)).await, comes_out, "in parts of {size}");
            }
        }
    }

    #[tokio::test]
    async fn a_body_is_what_it_is_and_the_next_head_is_looked_at_again() {
        let head = "POST / HTTP/1.1\r\nHost: x\r\n\r\n";
        let said = format!("{head}a\nb\n{head}c\n\ndGET / HTTP/1.1\nHost: x\r\n\r\n");
        for size in [1, 5, 4096] {
            let comes_out = said.replace("1.1\nHost", "1.1\0Host");
            assert_eq!(heard(said.as_bytes(), size, Some(4)).await, comes_out, "in parts of {size}");
            assert_eq!(heard(said.as_bytes(), size, None).await, said, "to the end, in parts of {size}");
        }
    }

    #[tokio::test]
    async fn who_reads_nothing_is_given_up() {
        let (_client, server) = tokio::io::duplex(8);
        let mut stream = Stream::new(server, Duration::from_millis(50));
        let given_up = stream.write_all(&[1; 64]).await.unwrap_err();
        assert_eq!(given_up.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_slowly_has_the_whole_time_for_each_byte() {
        let (mut client, server) = tokio::io::duplex(8);
        let mut stream = Stream::new(server, Duration::from_secs(3600));
        for _ in 0..3 {
            let written = poll_fn(|cx| {
                while let Poll::Ready(written) = Pin::new(&mut stream).poll_write(cx, &[1]) {
                    written.unwrap();
                    assert!(stream.waiting.is_none());
                }
                Poll::Ready(stream.waiting.as_ref().map(|waiting| waiting.deadline()))
            });
            let deadline = written.await;
            assert!(deadline.is_some());
            client.read_u8().await.unwrap();
            stream.write_u8(1).await.unwrap();
            assert_eq!(stream.waiting.is_none(), deadline.is_some());
        }
    }
}
