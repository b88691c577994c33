//! A client of HTTP/2 that says what it likes, frame by frame (RFC 9113).

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
pub(super) const PRIORITY: u8 = 2;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const PING: u8 = 6;
pub(super) const GOAWAY: u8 = 7;
pub(super) const CONTINUATION: u8 = 9;

pub(super) const ACK: u8 = 1;
pub(super) const END_STREAM: u8 = 1;
pub(super) const END_HEADERS: u8 = 4;

/// `INITIAL_WINDOW_SIZE = 0`: nothing of an answer's body may be sent.
pub(super) const NO_WINDOW: [u8; 6] = [0, 4, 0, 0, 0, 0];

#[derive(Debug)]
pub(super) struct Frame {
    pub kind: u8,
    pub flags: u8,
    pub stream: u32,
    pub payload: Vec<u8>,
}

impl Frame {
    /// The error code of a reset or of the connection's end.
    pub(super) fn code(&self) -> u32 {
        let at = if self.kind == GOAWAY { 4 } else { 0 };
        u32::from_be_bytes(self.payload[at..at + 4].try_into().unwrap())
    }
}

pub(super) struct Frames(TcpStream);

impl Frames {
    /// Says what every client begins with, and these settings.
    pub(super) async fn begin(mut stream: TcpStream, settings: &[u8]) -> Self {
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
        let mut frames = Self(stream);
        frames.send(SETTINGS, 0, 0, settings).await.unwrap();
        frames
    }

    pub(super) async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> std::io::Result<()> {
        self.0.write_all(&frame(kind, flags, stream, payload)).await
    }

    pub(super) async fn raw(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.0.write_all(bytes).await
    }

    pub(super) async fn ask(&mut self, stream: u32, method: &str, path: &str, more: &[(&str, &str)]) {
        self.send(HEADERS, END_STREAM | END_HEADERS, stream, &head(method, path, more)).await.unwrap();
    }

    /// The next frame, and none at the end, however that comes.
    pub(super) async fn next(&mut self) -> Option<Frame> {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).await.ok()?;
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.0.read_exact(&mut payload).await.ok()?;
        let stream = u32::from_be_bytes(head[5..9].try_into().unwrap());
        Some(Frame { kind: head[3], flags: head[4], stream, payload })
    }

    /// The next frame of a kind; the others are passed over.
    pub(super) async fn next_of(&mut self, kind: u8) -> Option<Frame> {
        loop {
            let frame = self.next().await?;
            if frame.kind == kind {
                return Some(frame);
            }
        }
    }

    /// Everything until the end.
    pub(super) async fn rest(mut self) -> Vec<Frame> {
        let mut all = Vec::new();
        while let Some(frame) = self.next().await {
            all.push(frame);
        }
        all
    }
}

pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// A head in plain literals, none of which is remembered (RFC 7541, 6.2.2).
pub(super) fn head(method: &str, path: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let mut block = Vec::new();
    let own = [(":method", method), (":scheme", "http"), (":path", path), (":authority", "x")];
    for (name, value) in own.iter().chain(more) {
        block.push(0);
        for text in [name, value] {
            assert!(text.len() < 127);
            block.push(u8::try_from(text.len()).unwrap());
            block.extend(text.as_bytes());
        }
    }
    block
}
