//! HTTP/1.1.

use super::*;

#[tokio::test]
async fn a_head_that_never_ends_is_cut_off_however_often_a_byte_comes() {
    let server = Server::start(Bounds { head: Duration::from_millis(300), ..bounds() }).await;
    let mut stream = server.connect().await;
    let begun = tokio::time::Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
    let mut tick = tokio::time::interval(Duration::from_millis(20));
    let mut byte = [0];
    loop {
        tokio::select! {
            _ = tick.tick() => if stream.write_all(b"a").await.is_err() { break },
            read = stream.read(&mut byte) => { assert!(matches!(read, Ok(0) | Err(_))); break }
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "it is still being listened to");
    }
}

#[tokio::test]
async fn one_address_has_its_share_of_connections_and_no_more() {
    let server = Server::start(Bounds { per_address: 2, ..bounds() }).await;
    let mut first = server.connect().await;
    let mut second = server.connect().await;
    assert!(ask(&mut first).await.ends_with("hello"));
    assert!(ask(&mut second).await.ends_with("hello"));
    assert_eq!(rest(server.connect().await).await, "");
    drop(first);
    loop {
        let mut next = server.connect().await;
        if next.write_all(REQUEST).await.is_ok() && matches!(next.read(&mut [0; 64]).await, Ok(1..)) {
            return; // the place was free again
        }
    }
}

#[tokio::test]
async fn beyond_all_places_a_connection_waits_its_turn() {
    let server = Server::start(Bounds { connections: 1, ..bounds() }).await;
    let mut first = server.connect().await;
    assert!(ask(&mut first).await.ends_with("hello"));
    let mut second = server.connect().await;
    second.write_all(REQUEST).await.unwrap();
    let mut answer = [0; 1024];
    let waits = tokio::time::timeout(Duration::from_millis(200), second.read(&mut answer)).await;
    assert!(waits.is_err(), "it was served beside the first");
    drop(first);
    assert!(second.read(&mut answer).await.unwrap() > 0);
}

#[tokio::test]
async fn a_connection_that_grew_old_ends_after_its_answer() {
    let server = Server::start(Bounds { life: Duration::from_millis(100), ..bounds() }).await;
    let mut stream = server.connect().await;
    assert!(ask(&mut stream).await.ends_with("hello"));
    assert_eq!(rest(stream).await, "");
}

#[tokio::test]
async fn asked_to_stop_it_lets_idle_connections_go_at_once() {
    let mut server = Server::start(bounds()).await;
    let mut stream = server.connect().await;
    assert!(ask(&mut stream).await.ends_with("hello"));
    let begun = tokio::time::Instant::now();
    server.stop();
    server.stopped().await;
    assert!(begun.elapsed() < Duration::from_secs(4));
    assert_eq!(rest(stream).await, "");
}

#[tokio::test]
async fn asked_to_stop_it_answers_what_is_on_its_way_on_an_idle_connection_and_says_that_it_is_the_last() {
    let mut server = Server::start(bounds()).await;
    let mut stream = server.connect().await;
    assert!(!ask(&mut stream).await.to_lowercase().contains("connection: close"));
    server.stop();
    // The server has its turn, and finds nothing said.
    tokio::task::yield_now().await;
    let last = ask(&mut stream).await;
    assert!(last.ends_with("hello") && last.to_lowercase().contains("connection: close"), "{last}");
    assert_eq!(rest(stream).await, "");
    server.stopped().await;
}

#[tokio::test]
async fn who_reads_nothing_of_an_answer_is_let_go() {
    let bounds = Bounds { unread: Duration::from_millis(300), connections: 4, ..bounds() };
    let server = Server::start(bounds).await;
    let mut deaf = Vec::new();
    for _ in 0..4 {
        let mut stream = server.connect().await;
        stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        deaf.push(stream);
    }
    // All places are taken: this one is served when somebody was let go.
    let mut next = server.connect().await;
    assert!(ask(&mut next).await.ends_with("hello"));
}

#[tokio::test]
async fn a_long_answer_is_read_to_its_end() {
    let server = Server::start(bounds()).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(rest(stream).await.len() > 32 << 20);
}

#[tokio::test]
async fn asked_to_stop_it_answers_who_has_connected_and_was_not_taken_yet() {
    let mut server = Server::start(bounds()).await;
    // One thread: the server has no turn until the first wait, and the system connects without it.
    let mut streams: Vec<_> = (0..5).map(|_| std::net::TcpStream::connect(server.address).unwrap()).collect();
    for stream in &mut streams {
        std::io::Write::write_all(stream, REQUEST).unwrap();
    }
    server.stop();
    server.stopped().await;
    for mut stream in streams {
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answer).unwrap();
        assert!(answer.ends_with("hello"), "{answer:?}");
    }
}

#[tokio::test]
async fn what_only_begins_like_http2_is_heard_as_what_it_is() {
    let server = Server::start(bounds()).await;
    for part in ["P", "PR", "PRI * HTTP/2.0\r\n"] {
        let mut stream = server.connect().await;
        stream.set_nodelay(true).unwrap();
        stream.write_all(part.as_bytes()).await.unwrap();
        tokio::task::yield_now().await;
        stream.write_all(b"OST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n").await.unwrap();
        let mut answer = [0; 64];
        let n = stream.read(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..n]);
        let expected = if part == "P" { "HTTP/1.1 405" } else { "HTTP/1.1 4" };
        assert!(answer.starts_with(expected), "{part}: {answer}");
    }
}
