//! Bodies that come and go, the slow ones too.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming};
use tokio::time::{Interval, interval};

/// All of a request.
pub async fn whole(mut body: Incoming) -> Result<Vec<u8>, hyper::Error> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        if let Ok(data) = frame?.into_data() {
            bytes.extend_from_slice(&data);
        }
    }
    Ok(bytes)
}

/// An answer at once, or a byte at a time.
pub struct Answer {
    left: Bytes,
    pace: Option<Interval>,
}

impl Answer {
    pub fn new(text: impl Into<Bytes>, each_byte: Option<Duration>) -> Self {
        Self { left: text.into(), pace: each_byte.map(interval) }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let mut now = self.left.len();
        if now == 0 {
            return Poll::Ready(None);
        }
        if let Some(pace) = &mut self.pace {
            ready!(pace.poll_tick(context));
            now = 1;
        }
        Poll::Ready(Some(Ok(Frame::data(self.left.split_to(now)))))
    }
}
