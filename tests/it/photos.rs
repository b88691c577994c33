//! Photos that go with a request for a quote.

use std::os::unix::fs::PermissionsExt;

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use manetes::quotes::{self, photos};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::support::{OWNER, Person, Program, Reply, TestShop};

const PHOTOS: &str = "/api/functions/quote-photos";
const QUOTE: &str = "/api/functions/send-budget-request";

/// Red on the left, blue on the right.
fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let picture =
        RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) });
    let mut file = Vec::new();
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut file, 90)).unwrap();
    file
}

/// The same as a telephone held upright writes it: lying on its side, with a place in it.
fn from_a_telephone() -> Vec<u8> {
    let tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 41.5 N 1.9 E";
    let (file, length) = (jpeg(80, 40), u16::try_from(tiff.len() + 8).unwrap().to_be_bytes());
    [&file[..2], &[0xff, 0xe1], &length, b"Exif\0\0", tiff, &file[2..]].concat()
}

async fn send(visitor: &Person, kind: &str, file: impl Into<reqwest::Body>) -> Reply {
    visitor.send(visitor.request(Method::POST, PHOTOS).header("content-type", kind).body(file)).await
}

async fn kept(visitor: &Person) -> String {
    let reply = send(visitor, "image/jpeg", jpeg(60, 40)).await.expect(201);
    reply.json()["photo"].as_str().unwrap().to_owned()
}

fn quote(photos: &[&str]) -> Value {
    json!({ "name": "Núria", "email": "nuria@example.com", "message": "Una puerta.", "photos": photos })
}

/// The names of the files that are kept.
fn files(shop: &TestShop) -> Vec<String> {
    let entries = std::fs::read_dir(shop.app.data_dir.join("quote-photos")).into_iter().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

async fn stored(shop: &TestShop) -> Vec<Vec<String>> {
    let requests = shop.app.db.read(quotes::list_quotes).await.unwrap();
    requests.into_iter().map(|request| request.photos).collect()
}

#[tokio::test]
async fn photos_go_with_their_request_and_reach_the_owner() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let (first, second) = (kept(&visitor).await, kept(&visitor).await);
    visitor.post(QUOTE, quote(&[&second, &first])).await.expect(202);
    let paths = vec![format!("quote-photos/{second}.jpg"), format!("quote-photos/{first}.jpg")];
    assert_eq!(stored(&shop).await.concat(), paths);

    let mails = shop.queued_mails().await;
    let news = mails.iter().find(|(recipient, ..)| recipient == OWNER).unwrap();
    assert_eq!(news.2["attachments"], json!(paths));
    let mails = shop.written_mails().await;
    let carries = |mail: &&String| mail.matches("Content-Type: image/jpeg").count();
    let (to_owner, to_sender): (Vec<_>, Vec<_>) = mails.iter().partition(|mail| mail.contains(OWNER));
    assert_eq!(to_owner.iter().map(carries).collect::<Vec<_>>(), [2]);
    assert_eq!(to_sender.iter().map(carries).collect::<Vec<_>>(), [0]);
    assert!(to_owner[0].contains("filename=\"1.jpg\"") && to_owner[0].contains("Fotos adjuntas: 2"));
}

#[tokio::test]
async fn what_is_kept_is_upright_small_private_and_says_nothing_but_the_picture() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let sent = from_a_telephone();
    assert!(sent.windows(8).any(|part| part == b"GPS 41.5"));
    send(&visitor, "image/jpeg", sent).await.expect(201);
    let folder = shop.app.data_dir.join("quote-photos");
    let path = folder.join(files(&shop).remove(0));
    let file = std::fs::read(&path).unwrap();
    assert!(!file.windows(4).any(|part| part == b"Exif" || part == b"GPS "));
    let photo = image::load_from_memory(&file).unwrap().into_rgb8();
    assert_eq!(photo.dimensions(), (40, 80));
    assert!(photo.get_pixel(20, 10).0[0] > 150 && photo.get_pixel(20, 70).0[2] > 150, "what was left is above");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);

    send(&visitor, "image/png", jpeg(3000, 2000)).await.expect(201);
    let sizes = files(&shop).into_iter().map(|name| image::image_dimensions(folder.join(name)).unwrap());
    assert_eq!(sizes.max(), Some((1600, 1067)));
    for path in ["/quote-photos/", "/media/quote-photos/", "/api/functions/quote-photos/"] {
        let path = format!("{path}{}", files(&shop)[0]);
        visitor.get(&path).await.expect(404);
    }
}

/// A PNG that only says how large it is.
fn bomb() -> Vec<u8> {
    let header = [&b"IHDR"[..], &50_000_u32.to_be_bytes(), &50_000_u32.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    let mut sum = flate2::Crc::new();
    sum.update(&header);
    [&b"\x89PNG\r\n\x1a\n\0\0\0\x0d"[..], &header, &sum.sum().to_be_bytes(), b"\0\0\0\0IDAT\x35\xaf\x06\x1e"].concat()
}

#[tokio::test]
async fn what_is_no_photo_is_refused_and_nothing_is_kept() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let photo = jpeg(300, 200);
    let page = b"<!doctype html><script>alert(1)</script>".to_vec();
    for (kind, file, status, code) in [
        ("image/jpeg", page.clone(), 415, "unsupported_media_type"),
        ("text/html", page, 415, "unsupported_media_type"),
        ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), 415, "unsupported_media_type"),
        ("application/json", b"{}".to_vec(), 415, "unsupported_media_type"),
        ("image/gif", photo.clone(), 415, "unsupported_media_type"),
        ("image/png", bomb(), 413, "payload_too_large"),
        ("image/jpeg", vec![0xff; 9 << 20], 413, "payload_too_large"),
        ("image/jpeg", Vec::new(), 415, "unsupported_media_type"),
        ("image/jpeg", photo[..photo.len() / 2].to_vec(), 422, "validation_failed"),
    ] {
        send(&visitor, kind, file).await.refused(status, code);
    }
    let elsewhere = visitor.request(Method::POST, PHOTOS).header("content-type", "image/jpeg").body(photo.clone());
    visitor.send(elsewhere.header("origin", "https://evil.example")).await.refused(403, "cross_site_request");
    assert_eq!(files(&shop), Vec::<String>::new());
    // The room for photos is for photos.
    let large = json!({ "name": "x".repeat(300 * 1024) });
    visitor.post(QUOTE, large).await.refused(413, "payload_too_large");
}

#[tokio::test]
async fn a_photo_belongs_to_one_request() {
    let shop = TestShop::empty().await;
    let visitor = shop.visitor();
    let photo = kept(&visitor).await;
    visitor.post(QUOTE, quote(&[&photo])).await.expect(202);
    let other = kept(&visitor).await;
    for photos in [
        vec![photo.as_str()],
        vec![other.as_str(), other.as_str()],
        vec!["../../manetes", "x"],
        vec![other.as_str(), "7c7ac3c2-0000-4000-8000-000000000000"],
        vec![other.as_str(); 7],
    ] {
        let reply = visitor.post(QUOTE, quote(&photos)).await.refused(422, "validation_failed");
        assert_eq!(reply.json()["field"], "photos");
    }
    assert_eq!(stored(&shop).await.len(), 1);
}

#[tokio::test]
async fn what_nobody_claims_within_a_day_is_deleted() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    let (claimed, left) = (kept(&visitor).await, kept(&visitor).await);
    visitor.post(QUOTE, quote(&[&claimed])).await.expect(202);
    std::fs::write(shop.app.data_dir.join("quote-photos/.half"), b"half").unwrap();
    let purge = |app: manetes::app::Shared| {
        tokio::task::spawn_blocking(move || photos::purge(&app.db, &app.data_dir, app.clock.now()).unwrap())
    };
    purge(shop.app.clone()).await.unwrap();
    let mut both = [format!("{claimed}.jpg"), format!("{left}.jpg")];
    both.sort();
    assert_eq!(files(&shop), both, "what nobody knows goes at once");
    shop.app.clock.advance_seconds(24 * 3600 + 1);
    purge(shop.app.clone()).await.unwrap();
    assert_eq!(files(&shop), [format!("{claimed}.jpg")]);
    visitor.post(QUOTE, quote(&[&left])).await.refused(422, "validation_failed");
}

#[tokio::test]
async fn nobody_sends_photos_without_end() {
    let shop = TestShop::with_owner().await;
    let visitor = shop.visitor();
    for _ in 0..18 {
        kept(&visitor).await;
    }
    send(&visitor, "image/jpeg", jpeg(60, 40)).await.refused(429, "over_request_rate_limit");
}

/// Begins to send a photo and never goes on; what comes back.
async fn stall(shop: &TestShop) -> impl Future<Output = String> + Send + 'static {
    let mut stream = TcpStream::connect(shop.app.config.listen).await.unwrap();
    let head = format!("POST {PHOTOS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n");
    stream.write_all(format!("{head}Content-Length: 100000\r\n\r\nhalf").as_bytes()).await.unwrap();
    async move {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

#[tokio::test]
async fn ten_stalled_photos_of_one_visitor_do_not_stop_the_desks_pictures() {
    let shop = TestShop::empty().await;
    let admin = shop.admin().await;
    let mut stalled = JoinSet::new();
    for _ in 0..10 {
        stalled.spawn(stall(&shop).await);
    }
    // All but those that may be on their way are sent away at once.
    for _ in 4..10 {
        assert_eq!(stalled.join_next().await.unwrap().unwrap(), "HTTP/1.1 429");
    }
    for _ in 0..3 {
        let picture = admin.request(Method::POST, "/api/admin/pictures").header("content-type", "image/jpeg");
        admin.send(picture.body(jpeg(60, 40))).await.expect(201);
    }
    assert_eq!(stalled.len(), 4, "they still wait");
}

/// What the program holds by itself and held at most, in MiB; what is mapped of its own file, which comes in while it runs
/// and can go at any time, left out.
fn memory(program: &Program) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap();
    let figure = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    };
    (figure("RssAnon:"), figure("VmHWM:").saturating_sub(figure("RssFile:")))
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_large_photos_at_once_take_little_memory() {
    let dir = tempfile::tempdir().unwrap();
    let program = Program::start_with(dir.path(), &[String::from("--trusted-proxies=127.0.0.1")]).await;
    kept(&program.visitor()).await;
    let mut large = jpeg(6000, 6000);
    // What comes after the end of a picture is taken, and left out.
    large.resize(8 << 20, 0);
    let (before, large, mut sent) = (memory(&program).0, bytes::Bytes::from(large), JoinSet::new());
    for n in 1..=8 {
        let (visitor, large) = (program.visitor(), large.clone());
        sent.spawn(async move {
            // Whoever waited long for those before is asked to come again.
            for _ in 0..200 {
                let request = visitor.request(Method::POST, PHOTOS).header("content-type", "image/jpeg");
                let request = request.header("x-forwarded-for", format!("192.0.2.{n}"));
                let reply = visitor.send(request.body(large.clone())).await;
                if reply.status != StatusCode::SERVICE_UNAVAILABLE {
                    return reply.expect(201);
                }
            }
            panic!("it was never taken");
        });
    }
    sent.join_all().await;
    let grown = memory(&program).1.saturating_sub(before);
    // One picture of 6000 × 6000 takes 103 of them while it is read.
    assert!(grown <= 144, "{grown} MiB");
}
