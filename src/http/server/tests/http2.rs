//! HTTP/2: what a browser does, and what nobody should.

use super::frames::*;
use super::*;

async fn begin(server: &Server, settings: &[u8]) -> Frames {
    Frames::begin(server.connect().await, settings).await
}

/// The bodies of so many answers, by stream.
async fn bodies(frames: &mut Frames, count: usize) -> Vec<(u32, String)> {
    let (mut parts, mut whole) = (std::collections::HashMap::<u32, Vec<u8>>::new(), Vec::new());
    while whole.len() < count {
        let frame = frames.next().await.expect("the connection goes on");
        let body = parts.entry(frame.stream).or_default();
        if frame.kind == DATA {
            body.extend(&frame.payload);
        }
        if matches!(frame.kind, DATA | HEADERS) && frame.flags & END_STREAM != 0 {
            whole.push((frame.stream, String::from_utf8(body.clone()).unwrap()));
        }
    }
    whole.sort();
    whole
}

#[tokio::test]
async fn many_requests_at_a_time_are_answered_on_one_connection() {
    let server = Server::start(Bounds { per_address: 1, ..bounds() }).await;
    let mut frames = begin(&server, &[]).await;
    for n in 0..50 {
        frames.ask(2 * n + 1, "GET", "/", &[]).await;
    }
    let expected: Vec<_> = (0..50).map(|n| (2 * n + 1, String::from("hello"))).collect();
    assert_eq!(bodies(&mut frames, 50).await, expected);
}

#[tokio::test]
async fn a_cookie_in_several_headers_is_one() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/cookie", &[("cookie", "a=1"), ("cookie", "b=2"), ("cookie", "c=3")]).await;
    frames.ask(3, "GET", "/cookie", &[("cookie", "a=1")]).await;
    let expected = [(1, String::from("a=1; b=2; c=3")), (3, String::from("a=1"))];
    assert_eq!(bodies(&mut frames, 2).await, expected);
}

#[tokio::test]
async fn who_asks_for_a_head_gets_no_body() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "HEAD", "/", &[]).await;
    assert_eq!(bodies(&mut frames, 1).await, [(1, String::new())]);
}

/// A request with so many bytes of body, all of it at once.
fn an_upload(stream: u32, bytes: usize) -> Vec<u8> {
    let mut said = frame(HEADERS, END_HEADERS, stream, &head("POST", "/upload", &[]));
    for part in vec![b'x'; bytes].chunks(16 * 1024) {
        said.extend(frame(DATA, 0, stream, part));
    }
    said.extend(frame(DATA, END_STREAM, stream, &[]));
    said
}

#[tokio::test]
async fn a_whole_window_of_a_body_that_comes_with_its_head_is_taken_and_so_is_the_next() {
    // What a client may send before it is told of another window.
    let window = 65_535;
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    for n in 0..8 {
        let stream = 2 * n + 1;
        frames.raw(&an_upload(stream, window)).await.unwrap();
        assert_eq!(bodies(&mut frames, 1).await, [(stream, window.to_string())]);
    }
}

#[tokio::test]
async fn a_connection_that_asks_nothing_for_long_ends_and_is_told() {
    let bounds = Bounds { idle: Duration::from_millis(100), parting: Duration::from_millis(100), ..bounds() };
    let server = Server::start(bounds).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/", &[]).await;
    assert_eq!(bodies(&mut frames, 1).await, [(1, String::from("hello"))]);
    let goaway = frames.next_of(GOAWAY).await.expect("it is told");
    assert_eq!(goaway.code(), 0);
    frames.rest().await;
}

#[tokio::test]
async fn who_only_says_that_it_speaks_http2_is_let_go() {
    let bounds = Bounds { idle: Duration::from_millis(100), parting: Duration::from_millis(100), ..bounds() };
    let server = Server::start(bounds).await;
    let mut stream = server.connect().await;
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).await.unwrap();
}

#[tokio::test]
async fn asked_to_stop_it_says_so_and_answers_what_is_at_work_and_what_is_on_its_way() {
    let mut server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/slow", &[]).await;
    while server.asked() < 1 {
        tokio::task::yield_now().await;
    }
    server.stop();
    // Everything may still be on its way: the first word names no request.
    let goaway = frames.next_of(GOAWAY).await.unwrap();
    assert_eq!(goaway.code(), 0);
    assert_eq!(u32::from_be_bytes(goaway.payload[..4].try_into().unwrap()), u32::MAX >> 1);
    let ping = frames.next_of(PING).await.unwrap();
    frames.ask(3, "GET", "/", &[]).await;
    assert_eq!(bodies(&mut frames, 1).await, [(3, String::from("hello"))]);
    frames.send(PING, ACK, 0, &ping.payload).await.unwrap();
    assert_eq!(frames.next_of(GOAWAY).await.unwrap().payload[..4], [0, 0, 0, 3], "nothing after it");
    server.asked.go.add_permits(1);
    assert_eq!(bodies(&mut frames, 1).await, [(1, String::from("at last"))]);
    frames.rest().await;
    server.stopped().await;
}

#[tokio::test]
async fn asked_to_stop_it_does_not_wait_for_a_telephone_that_sleeps() {
    let mut server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/", &[]).await;
    assert_eq!(bodies(&mut frames, 1).await.len(), 1);
    let begun = tokio::time::Instant::now();
    server.stop();
    server.stopped().await;
    assert!(begun.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn requests_that_are_taken_back_again_and_again_end_the_connection() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    let mut sent = 0_u32;
    // One at a time, so that each is at work when it is taken back.
    while sent < 5_000 {
        let stream = 2 * sent + 1;
        let before = server.asked();
        let asked = frames.send(HEADERS, END_STREAM | END_HEADERS, stream, &head("GET", "/slow", &[])).await;
        if asked.is_err() {
            break;
        }
        sent += 1;
        for _ in 0..1_000 {
            if server.asked() > before {
                break;
            }
            tokio::task::yield_now().await;
        }
        if frames.send(RST_STREAM, 0, stream, &8_u32.to_be_bytes()).await.is_err() {
            break;
        }
    }
    frames.rest().await;
    assert!((100..400).contains(&server.asked()), "{} of {sent} were taken up", server.asked());
}

#[tokio::test]
async fn a_storm_of_requests_taken_back_at_once_ends_the_connection() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    let mut storm = Vec::new();
    for n in 0..10_000_u32 {
        storm.extend(frame(HEADERS, END_STREAM | END_HEADERS, 2 * n + 1, &head("GET", "/slow", &[])));
        storm.extend(frame(RST_STREAM, 0, 2 * n + 1, &8_u32.to_be_bytes()));
    }
    drop(frames.raw(&storm).await);
    frames.rest().await;
    assert!(server.asked() < 400, "{} were taken up", server.asked());
}

#[tokio::test]
async fn more_requests_than_it_answers_at_a_time_are_refused_and_may_come_again() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    for n in 0..150 {
        frames.ask(2 * n + 1, "GET", "/slow", &[]).await;
    }
    for _ in 0..50 {
        // REFUSED_STREAM: nothing was done.
        assert_eq!(frames.next_of(RST_STREAM).await.unwrap().code(), 7);
    }
    server.asked.go.add_permits(100);
    assert_eq!(bodies(&mut frames, 100).await.len(), 100);
    assert_eq!(server.asked(), 100);
}

#[tokio::test]
async fn ten_thousand_requests_at_once_end_the_connection() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    let storm: Vec<u8> = (0..10_000)
        .flat_map(|n| frame(HEADERS, END_STREAM | END_HEADERS, 2 * n + 1, &head("GET", "/slow", &[])))
        .collect();
    drop(frames.raw(&storm).await);
    frames.rest().await;
    assert!(server.asked() <= 200, "{} were taken up", server.asked());
}

#[tokio::test]
async fn a_head_that_never_ends_ends_the_connection() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    frames.send(HEADERS, END_STREAM, 1, &head("GET", "/", &[])).await.unwrap();
    let mut storm = Vec::new();
    for _ in 0..1_000 {
        storm.extend(frame(CONTINUATION, 0, 1, &[0; 0]));
    }
    drop(frames.raw(&storm).await);
    frames.rest().await;
    assert_eq!(server.asked(), 0);
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let server = Server::start(bounds()).await;
    let mut frames = begin(&server, &[]).await;
    let value = "v".repeat(120);
    let more: Vec<_> = (0..200).map(|_| ("x", value.as_str())).collect();
    frames.send(HEADERS, END_STREAM, 1, &head("GET", "/", &more[..60])).await.unwrap();
    let rest = head("GET", "/", &more);
    for (n, part) in rest[head("GET", "/", &[]).len()..].chunks(8_000).enumerate() {
        let last = if n == 3 { END_HEADERS } else { 0 };
        drop(frames.send(CONTINUATION, last, 1, part).await);
    }
    // Refused alone, or with the connection.
    frames.next_of(HEADERS).await;
    assert_eq!(server.asked(), 0);
}

#[tokio::test]
async fn who_says_much_and_asks_nothing_is_not_listened_to() {
    for storm in [
        frame(PING, 0, 0, &[0; 8]),
        frame(SETTINGS, 0, 0, &[]),
        frame(PRIORITY, 0, 1, &[0, 0, 0, 3, 16]),
        frame(77, 0, 0, &[0; 1_000]),
    ] {
        let server = Server::start(bounds()).await;
        let mut frames = begin(&server, &[]).await;
        let (said, mut sent) = (storm.repeat(1_000), 0);
        while frames.raw(&said).await.is_ok() {
            sent += said.len();
            assert!(sent < 64 << 20, "{} bytes of {:?} were heard", sent, storm[3]);
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn who_takes_nothing_of_an_answer_is_let_go() {
    let bounds = Bounds { unread: Duration::from_millis(300), connections: 1, ..bounds() };
    let server = Server::start(bounds).await;
    let mut frames = begin(&server, &NO_WINDOW).await;
    frames.ask(1, "GET", "/long", &[]).await;
    // The place is free again.
    let mut next = server.connect().await;
    assert!(ask(&mut next).await.ends_with("hello"));
    assert!(!frames.rest().await.iter().any(|frame| frame.kind == DATA));
}

#[tokio::test]
async fn a_request_that_works_for_long_is_no_answer_that_nobody_takes() {
    let (unread, idle) = (Duration::from_millis(50), Duration::from_millis(50));
    let server = Server::start(Bounds { idle, unread, ..bounds() }).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/slow", &[]).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.asked.go.add_permits(1);
    assert_eq!(bodies(&mut frames, 1).await, [(1, String::from("at last"))]);
}

#[tokio::test]
async fn a_connection_that_grew_old_ends_with_the_answers_it_is_at() {
    let server = Server::start(Bounds { life: Duration::from_millis(100), ..bounds() }).await;
    let mut frames = begin(&server, &[]).await;
    frames.ask(1, "GET", "/slow", &[]).await;
    let ping = frames.next_of(PING).await.unwrap();
    frames.send(PING, ACK, 0, &ping.payload).await.unwrap();
    server.asked.go.add_permits(1);
    assert_eq!(bodies(&mut frames, 1).await, [(1, String::from("at last"))]);
    frames.rest().await;
}
