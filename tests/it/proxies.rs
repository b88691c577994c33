//! The proxies people put in front, as their examples in `packaging` set them up: nginx and Caddy themselves.

use std::fs;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use reqwest::{Client, Method, RequestBuilder};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore, crypto};
use serde_json::{Value, json};

use crate::support::{PATIENCE, Program};

const NGINX: &str = include_str!("../../packaging/nginx/manetes.conf");
const CADDY: &str = include_str!("../../packaging/caddy/Caddyfile");

/// A proxy in front of a program; killed when dropped.
struct Proxy {
    child: Child,
    http: u16,
    https: u16,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The text with each first replaced by each second; every one must be there.
fn adapted(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the example does not say {from}");
        text.replace(from, to)
    })
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The shop's name and its former one, as the examples say where the second is written.
const NAMES: [&str; 2] = ["example.com", "old.example"];

/// A certificate for both names that it has given itself.
fn certify(dir: &Path) {
    let made = Command::new("openssl")
        .args(
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=example.com -keyout key.pem -out cert.pem".split(' '),
        )
        .args([
            "-addext",
            "subjectAltName=DNS:example.com,DNS:old.example",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
        ])
        .current_dir(dir)
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("openssl is missing: apt-get install openssl").success());
}

/// Starts it and waits until somebody can connect; `tests/run.sh` installs what is missing.
fn start(mut command: Command, http: u16, https: u16) -> Proxy {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut proxy = Proxy { child: child.expect("apt-get install nginx caddy"), http, https };
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", https)).is_err() {
        assert!(begun.elapsed() < PATIENCE, "{command:?} does not listen");
        assert!(proxy.child.try_wait().unwrap().is_none(), "{command:?} has ended");
    }
    proxy
}

/// nginx with these servers; `dir` is its whole world.
fn nginx(dir: &Path, servers: &str, http: u16, https: u16) -> Proxy {
    let temporary =
        ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {kind};"));
    let whole = format!(
        "daemon off; master_process off; user root; pid nginx.pid; error_log main.log crit;\nevents {{}}\nhttp {{\n{}\n{servers}\n}}\n",
        temporary.join("\n")
    );
    fs::write(dir.join("nginx.conf"), whole).unwrap();
    let mut command = Command::new("nginx");
    command.args(["-e", "main.log", "-c", "nginx.conf", "-p"]).arg(dir).current_dir(dir);
    start(command, http, https)
}

fn nginx_of_the_example(dir: &Path, program: &str) -> Proxy {
    let (http, https, here) = (free_port(), free_port(), dir.display().to_string());
    let servers = adapted(
        NGINX,
        &[
            ("127.0.0.1:8080", program),
            ("server_name example.com;", &format!("server_name {};", NAMES.join(" "))),
            ("listen 80;", &format!("listen 127.0.0.1:{http};")),
            ("listen 443 ssl http2;", &format!("listen 127.0.0.1:{https} ssl http2;")),
            ("    listen [::]:80;\n", ""),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("/etc/letsencrypt/live/example.com/fullchain.pem", &format!("{here}/cert.pem")),
            ("/etc/letsencrypt/live/example.com/privkey.pem", &format!("{here}/key.pem")),
            ("/var/log/nginx", &here),
        ],
    );
    nginx(dir, &servers, http, https)
}

fn caddy_of_the_example(dir: &Path, program: &str) -> Proxy {
    let (http, https, here) = (free_port(), free_port(), dir.display().to_string());
    let text = adapted(
        CADDY,
        &[
            ("127.0.0.1:8080", program),
            (
                "\n{\n\t# What Caddy",
                &format!("\n{{\n\tadmin off\n\thttp_port {http}\n\thttps_port {https}\n\t# What Caddy"),
            ),
            ("\nexample.com {\n", &format!("\n{} {{\n\ttls {here}/cert.pem {here}/key.pem\n", NAMES.join(", "))),
            ("/var/log/caddy", &here),
        ],
    );
    fs::write(dir.join("Caddyfile"), text).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "exec caddy run --config Caddyfile --adapter caddyfile 2>said.log"]).current_dir(dir);
    command.env("HOME", dir).env("XDG_DATA_HOME", dir).env("XDG_CONFIG_HOME", dir);
    start(command, http, https)
}

/// Somebody at an address of their own, who trusts the certificate.
fn visitor(dir: &Path, proxy: &Proxy, from: [u8; 4]) -> Client {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(dir.join("cert.pem")).unwrap()).unwrap();
    let tls = ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .no_proxy()
        .timeout(PATIENCE)
        .local_address(IpAddr::from(from))
        .resolve(NAMES[0], SocketAddr::from(([127, 0, 0, 1], proxy.https)))
        .resolve(NAMES[1], SocketAddr::from(([127, 0, 0, 1], proxy.https)))
        .redirect(reqwest::redirect::Policy::none())
        .tls_backend_preconfigured(tls)
        .build()
        .unwrap()
}

fn ask(client: &Client, proxy: &Proxy, method: Method, path: &str) -> RequestBuilder {
    // The port is the test's, the name the shop's.
    client.request(method, format!("https://example.com:{}{path}", proxy.https)).header("host", "example.com")
}

async fn start_program(data: &Path) -> (Program, String) {
    let options = [
        "--limits=normal",
        "--base-url=https://example.com",
        "--other-domains=old.example",
        "--trusted-proxies=127.0.0.1",
    ];
    let program = Program::start_with(data, &options.map(str::to_owned)).await;
    let address = program.base.replace("http://localhost", "127.0.0.1");
    (program, address)
}

/// Links in old mails and addresses of pictures go on working; a provider, which follows nobody, is heard.
async fn leads_from_the_former_name(visitor: &Client, proxy: &Proxy) {
    let asked = |method, path: &str| {
        visitor.request(method, format!("https://old.example:{}{path}", proxy.https)).header("host", "old.example")
    };
    for path in ["/order/0198?key=k%20k", "/pictures/hero-480.avif", "/store/llave-ajustable"] {
        let moved = asked(Method::GET, path).send().await.unwrap();
        assert_eq!(moved.status(), 308, "{path}");
        assert_eq!(moved.headers()["location"].to_str().unwrap(), format!("https://example.com{path}"));
    }
    let told = asked(Method::POST, "/api/webhooks/sandbox").json(&json!({})).send().await.unwrap();
    let here = ask(visitor, proxy, Method::POST, "/api/webhooks/sandbox").json(&json!({})).send().await.unwrap();
    assert_eq!(told.status(), here.status(), "it is judged where it comes in");
    let code = async |answer: reqwest::Response| answer.json::<Value>().await.unwrap()["code"].clone();
    assert_eq!(code(told).await, code(here).await);
}

/// What must hold behind any proxy.
async fn serves(dir: &Path, proxy: &Proxy, mut program: Program) {
    let ana = visitor(dir, proxy, [127, 0, 0, 2]);
    let page = ask(&ana, proxy, Method::GET, "/store").send().await.unwrap();
    assert_eq!(page.status(), 200);
    assert!(page.headers().contains_key("strict-transport-security"));
    assert!(page.text().await.unwrap().contains("https://example.com/store"));
    assert_eq!(ask(&ana, proxy, Method::GET, "/metrics").send().await.unwrap().status(), 404);

    leads_from_the_former_name(&ana, proxy).await;

    // The proxy names the request, whatever the visitor calls it.
    let claimed = "4bf92f3577b34da6a3ce929d0e0e4736";
    let named = ask(&ana, proxy, Method::GET, "/store").header("x-request-id", claimed).send().await.unwrap();
    let id = named.headers()["x-request-id"].to_str().unwrap().to_owned();
    assert!(id != claimed && id.len() >= 32, "{id}");

    let message = async |who: &Client, n: u32| {
        let body = json!({ "name": "Ana", "email": format!("ana{n}@example.com"), "message": "Hola, buenos días" });
        let request = ask(who, proxy, Method::POST, "/api/functions/send-contact-message").json(&body);
        // Who claims to be somebody else is who they are.
        request.header("x-forwarded-for", format!("203.0.113.{n}")).send().await.unwrap().status().as_u16()
    };
    for n in 0..5 {
        assert_eq!(message(&ana, n).await, 202);
    }
    assert_eq!(message(&ana, 5).await, 429);
    assert_eq!(message(&visitor(dir, proxy, [127, 0, 0, 3]), 6).await, 202, "one visitor's share is not another's");

    ask(&ana, proxy, Method::GET, "/welcome?token_hash=geheim").send().await.unwrap();
    program.kill();
    let gone = ask(&ana, proxy, Method::GET, "/welcome?token_hash=geheim").send().await.unwrap();
    assert_eq!(gone.status(), 502);
    let read = |entry: fs::DirEntry| fs::read_to_string(entry.path()).unwrap_or_default();
    let logs: Vec<_> = fs::read_dir(dir).unwrap().map(Result::unwrap).map(read).collect();
    assert!(logs.iter().any(|log| log.contains("/welcome")), "the log has a line per request");
    assert!(!logs.iter().any(|log| log.contains("geheim")), "without what a mailed link holds");
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_as_in_the_example_tells_visitors_apart_and_keeps_their_secrets() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    certify(dir.path());
    let (program, address) = start_program(data.path()).await;
    let proxy = nginx_of_the_example(dir.path(), &address);
    let plain = reqwest::Url::parse(&format!("http://127.0.0.1:{}/store?x=1", proxy.http)).unwrap();
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
    let client = client.tls_backend_preconfigured(tls_of_nobody()).build().unwrap();
    let moved = client.get(plain).header("host", "example.com").send().await.unwrap();
    assert_eq!(moved.status(), 301);
    assert_eq!(moved.headers()["location"], "https://example.com/store?x=1");
    serves(dir.path(), &proxy, program).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_as_in_the_example_tells_visitors_apart_and_keeps_their_secrets() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    certify(dir.path());
    let (program, address) = start_program(data.path()).await;
    let proxy = caddy_of_the_example(dir.path(), &address);
    serves(dir.path(), &proxy, program).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_shares_connections_as_the_example_says() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    certify(dir.path());
    let (program, address) = start_program(data.path()).await;
    let proxy = caddy_of_the_example(dir.path(), &format!("h2c://{address}"));
    serves(dir.path(), &proxy, program).await;
    drop(proxy);

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let proxy = caddy_of_the_example(dir.path(), &format!("h2c://{}", listener.local_addr().unwrap()));
    let heard = tokio::task::spawn_blocking(move || {
        let mut said = [0; 14];
        std::io::Read::read_exact(&mut listener.accept().unwrap().0, &mut said).unwrap();
        said
    });
    let asked = tokio::spawn(ask(&visitor(dir.path(), &proxy, [127, 0, 0, 2]), &proxy, Method::GET, "/").send());
    assert_eq!(&heard.await.unwrap(), b"PRI * HTTP/2.0");
    asked.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_that_says_nothing_of_visitors_does_not_open_the_metrics() {
    let (dir, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (program, address) = start_program(data.path()).await;
    let port = free_port();
    let server =
        format!("access_log off; server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://{address}; }} }}");
    let proxy = nginx(dir.path(), &server, port, port);
    let client = Client::builder().no_proxy().tls_backend_preconfigured(tls_of_nobody()).build().unwrap();
    let ask = |path: &str| client.get(format!("http://127.0.0.1:{}{path}", proxy.http)).send();
    assert_eq!(ask("/store").await.unwrap().status(), 200);
    assert_eq!(ask("/metrics").await.unwrap().status(), 403);
    drop(program);
}

/// For plain http.
fn tls_of_nobody() -> ClientConfig {
    ClientConfig::builder_with_provider(crypto::ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth()
}
