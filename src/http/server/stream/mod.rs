//! A connection as the HTTP library is given it: what is said on it is looked over, answers are read, and it comes back
//! when the library is done.

mod allowance;
mod frames;
mod heads;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};

pub(super) use allowance::Allowance;
pub(super) use heads::Announced;

use frames::Frames;
use heads::Heads;

/// A connection that is lent to the library.
pub(super) struct Stream<S> {
    /// Until it goes back.
    inner: Option<S>,
    back: Option<oneshot::Sender<S>>,
    looked_over: LookedOver,
    /// What was read and is not handed on yet.
    rest: Vec<u8>,
    /// How long the other end may take nothing of what is written.
    patience: Duration,
    /// Runs while it takes nothing.
    waiting: Option<Pin<Box<Sleep>>>,
}

/// How what is said is looked over.
enum LookedOver {
    /// HTTP/1.1: each head is of one spelling.
    Heads(Heads),
    /// HTTP/2: so much may be said between two requests.
    Frames(Frames, Allowance),
}

impl<S> Stream<S> {
    /// A connection of HTTP/1.1 on which `said` was read. `announced` is told how long the body behind each head is. The
    /// second comes true when the first is dropped.
    pub(super) fn of_heads(
        inner: S,
        said: Vec<u8>,
        announced: Announced,
        patience: Duration,
    ) -> (Self, oneshot::Receiver<S>) {
        Self::lend(inner, said, LookedOver::Heads(Heads::new(announced)), patience)
    }

    /// A connection of HTTP/2 on which `said` was read. The second comes true when the first is dropped.
    pub(super) fn of_frames(
        inner: S,
        said: Vec<u8>,
        allowance: Allowance,
        patience: Duration,
    ) -> (Self, oneshot::Receiver<S>) {
        Self::lend(inner, said, LookedOver::Frames(Frames::default(), allowance), patience)
    }

    fn lend(inner: S, rest: Vec<u8>, looked_over: LookedOver, patience: Duration) -> (Self, oneshot::Receiver<S>) {
        let (back, comes_back) = oneshot::channel();
        (Self { inner: Some(inner), back: Some(back), looked_over, rest, patience, waiting: None }, comes_back)
    }
}

impl<S: Unpin> Stream<S> {
    fn inner(&mut self) -> Pin<&mut S> {
        Pin::new(self.inner.as_mut().expect("it goes back when this is dropped"))
    }
}

impl<S> Drop for Stream<S> {
    fn drop(&mut self) {
        if let (Some(inner), Some(back)) = (self.inner.take(), self.back.take()) {
            // Whoever does not wait for it lets it go.
            drop(back.send(inner));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Stream<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        if let LookedOver::Heads(heads) = &mut stream.looked_over
            && !heads.is_known(cx)
        {
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        if stream.rest.is_empty() {
            ready!(stream.inner().poll_read(cx, buffer))?;
        } else {
            let taken = buffer.remaining().min(stream.rest.len());
            buffer.put_slice(&stream.rest[..taken]);
            stream.rest.drain(..taken);
        }
        let read = &mut buffer.filled_mut()[before..];
        let passed = match &mut stream.looked_over {
            LookedOver::Heads(heads) => heads.go_over(read),
            LookedOver::Frames(frames, allowance) => {
                allowance.take(read.len(), frames.ended_in(read))?;
                read.len()
            }
        };
        if passed < read.len() {
            stream.rest.splice(..0, read[passed..].iter().copied());
        }
        buffer.set_filled(before + passed);
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
        let written = stream.inner().poll_write(cx, bytes);
        stream.within_patience(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let written = stream.inner().poll_write_vectored(cx, parts);
        stream.within_patience(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let flushed = stream.inner().poll_flush(cx);
        stream.within_patience(cx, flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let shut = stream.inner().poll_shutdown(cx);
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
        let announced = Announced::default();
        let (mut stream, _) = Stream::of_heads(server, Vec::new(), announced.clone(), Duration::from_secs(1));
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

    fn frames<S>(server: S, patience: Duration) -> Stream<S> {
        Stream::of_frames(server, Vec::new(), Allowance::default(), patience).0
    }

    #[tokio::test]
    async fn who_reads_nothing_is_given_up() {
        let (_client, server) = tokio::io::duplex(8);
        let mut stream = frames(server, Duration::from_millis(50));
        let given_up = stream.write_all(&[1; 64]).await.unwrap_err();
        assert_eq!(given_up.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_reads_slowly_has_the_whole_time_for_each_byte() {
        let (mut client, server) = tokio::io::duplex(8);
        let mut stream = frames(server, Duration::from_secs(3600));
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
