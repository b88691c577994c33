//! A service of buckets as S3 is one, as far as backups and leases use it: objects in parts, whole objects, on condition
//! too, lists.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use manetes::clock::Clock;
use manetes::secrets::sha256;
use manetes::text::hex;
use poem::http::StatusCode;
use poem::http::uri::Scheme;
use poem::web::{LocalAddr, RemoteAddr};
use tokio::net::TcpListener;

/// Objects in one answer to a list.
const PAGE: usize = 3;
/// Of an object of which nothing is known.
const LONG_AGO: &str = "2026-11-22T16:20:12Z";

#[derive(Default)]
struct Held {
    objects: BTreeMap<String, Vec<u8>>,
    /// When they were put, as services write it.
    put_at: BTreeMap<String, String>,
    /// Those that are not put together, by the object they are of.
    parts: BTreeMap<String, BTreeMap<u32, Vec<u8>>>,
    /// It answers nothing but 503; how often it did.
    away: Option<u32>,
    /// It takes everything, whatever the condition.
    heedless: bool,
}

/// Of a content.
fn etag(content: &[u8]) -> String {
    format!("\"{}\"", hex(&sha256(content)))
}

#[derive(Clone)]
pub struct BucketServer {
    pub endpoint: String,
    held: Arc<Mutex<Held>>,
    hangs: Arc<AtomicBool>,
}

impl BucketServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let server = Self { endpoint, held: Arc::default(), hangs: Arc::default() };
        let theirs = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, peer)) = listener.accept().await {
                let server = theirs.clone();
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let server = server.clone();
                    async move {
                        let peers = (LocalAddr(peer.into()), RemoteAddr(peer.into()));
                        let mut request = poem::Request::from((request, peers.0, peers.1, Scheme::HTTP));
                        let body = request.take_body().into_bytes().await.unwrap_or_default();
                        let (path, query) =
                            (request.uri().path().to_owned(), request.uri().query().unwrap_or_default());
                        if server.hangs.load(Ordering::Relaxed) {
                            std::future::pending::<()>().await;
                        }
                        let signed =
                            request.header("authorization").is_some_and(|by| by.starts_with("AWS4-HMAC-SHA256"));
                        let answer =
                            if signed { server.answer(&request, &path, query, &body) } else { (403, Vec::new()) };
                        // What was put, or is got.
                        let content = if body.is_empty() { &answer.1 } else { body.as_ref() };
                        let answer = poem::Response::builder()
                            .status(StatusCode::from_u16(answer.0).unwrap())
                            .header("etag", etag(content))
                            .header("last-modified", "Sun, 22 Nov 2026 16:20:12 GMT")
                            .body(answer.1);
                        Ok::<_, Infallible>(hyper::Response::from(answer))
                    }
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
        server
    }

    /// From now on no call is answered.
    pub fn hang(&self) {
        self.hangs.store(true, Ordering::Relaxed);
    }

    /// The names of the whole objects.
    pub fn names(&self) -> Vec<String> {
        self.held.lock().unwrap().objects.keys().cloned().collect()
    }

    /// A whole object.
    pub fn object(&self, key: &str) -> Option<Vec<u8>> {
        self.held.lock().unwrap().objects.get(key).cloned()
    }

    /// Puts an object there.
    pub fn put(&self, key: &str, content: &str) {
        self.held.lock().unwrap().objects.insert(key.to_owned(), content.as_bytes().to_vec());
    }

    /// From now on it cannot be reached, or can again.
    pub fn set_away(&self, is_away: bool) {
        self.held.lock().unwrap().away = is_away.then_some(0);
    }

    /// How often it was asked in vain since it is away.
    pub fn asked_in_vain(&self) -> u32 {
        self.held.lock().unwrap().away.unwrap_or(0)
    }

    /// From now on it does not know conditions.
    pub fn forget_conditions(&self) {
        self.held.lock().unwrap().heedless = true;
    }

    fn answer(&self, request: &poem::Request, path: &str, query: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let parameters: BTreeMap<String, String> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let given = |name: &str| parameters.get(name).map(String::as_str);
        let (_, key) = path.trim_start_matches('/').split_once('/').unwrap_or((path, ""));
        let mut held = self.held.lock().unwrap();
        if let Some(times) = &mut held.away {
            *times += 1;
            return (503, Vec::new());
        }
        let is_met = |present: Option<&Vec<u8>>| match (request.header("if-none-match"), request.header("if-match")) {
            (Some(_), _) => present.is_none(),
            (_, Some(tag)) => present.is_some_and(|content| etag(content) == tag),
            _ => true,
        };
        let xml = |text: String| (200, format!("<?xml version=\"1.0\"?>{text}").into_bytes());
        match (request.method().as_str(), given("uploads").is_some(), given("uploadId")) {
            ("POST", true, _) => {
                held.parts.insert(key.to_owned(), BTreeMap::new());
                xml(format!("<R><Bucket>b</Bucket><Key>{key}</Key><UploadId>u</UploadId></R>"))
            }
            ("PUT", _, Some(_)) => {
                let number = given("partNumber").unwrap().parse().unwrap();
                held.parts.get_mut(key).unwrap().insert(number, body.to_vec());
                (200, Vec::new())
            }
            ("POST", _, Some(_)) => {
                let parts = held.parts.remove(key).unwrap();
                held.objects.insert(key.to_owned(), parts.into_values().flatten().collect());
                xml(format!("<R><Location>l</Location><Bucket>b</Bucket><Key>{key}</Key><ETag>\"x\"</ETag></R>"))
            }
            ("PUT", ..) if !held.heedless && !is_met(held.objects.get(key)) => (412, Vec::new()),
            ("PUT", ..) => {
                held.put_at.insert(key.to_owned(), Clock::system().now().to_rfc3339());
                held.objects.insert(key.to_owned(), body.to_vec());
                (200, Vec::new())
            }
            ("DELETE", _, Some(_)) => {
                held.parts.remove(key);
                (204, Vec::new())
            }
            ("DELETE", ..) => {
                held.objects.remove(key);
                (204, Vec::new())
            }
            ("GET", ..) if given("list-type").is_some() => {
                let prefix = given("prefix").unwrap_or_default();
                // Few at a time, so that whoever lists has to ask again.
                let after = given("continuation-token").unwrap_or_default();
                let mut rest = held.objects.iter().filter(|(key, _)| key.starts_with(prefix) && key.as_str() > after);
                let (mut text, mut last) = (String::new(), "");
                for (key, content) in rest.by_ref().take(PAGE) {
                    let (size, at) = (content.len(), held.put_at.get(key).map_or(LONG_AGO, String::as_str));
                    write!(text, "<Contents><Key>{key}</Key><LastModified>{at}</LastModified><ETag>\"x\"</ETag><Size>{size}</Size></Contents>").unwrap();
                    last = key;
                }
                let more = rest
                    .next()
                    .map_or(String::new(), |_| format!("<NextContinuationToken>{last}</NextContinuationToken>"));
                let truncated = !more.is_empty();
                xml(format!("<ListBucketResult><IsTruncated>{truncated}</IsTruncated>{more}{text}</ListBucketResult>"))
            }
            ("GET", ..) => held.objects.get(key).map_or((404, Vec::new()), |content| (200, content.clone())),
            _ => (400, Vec::new()),
        }
    }
}
