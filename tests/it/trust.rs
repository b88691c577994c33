//! Whom the program trusts: authorities it brings along, and those of its machine.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::{ServerConfig, crypto};
use tokio_rustls::server::TlsStream;

use crate::support::{ANYWHERE, Act, converse};

/// A firm's own authority, and what a server it vouches for shows for `localhost`.
pub struct Authority {
    pub certificate: String,
    pub key: String,
    acceptor: TlsAcceptor,
}

impl Authority {
    /// Who trusts the authority reads `file`.
    pub fn new(file: &Path) -> Self {
        let mut about = CertificateParams::new([]).unwrap();
        about.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(about, KeyPair::generate().unwrap()).unwrap();
        std::fs::write(file, authority.pem()).unwrap();
        let key = KeyPair::generate().unwrap();
        let about = CertificateParams::new([String::from("localhost")]).unwrap();
        let server = about.signed_by(&key, &authority).unwrap();
        let config = ServerConfig::builder_with_provider(crypto::ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![server.der().clone()], key.serialize_der().try_into().unwrap())
            .unwrap();
        Self { certificate: server.pem(), key: key.serialize_pem(), acceptor: TlsAcceptor::from(Arc::new(config)) }
    }
}

type Stream = TlsStream<tokio::net::TcpStream>;

/// A server that speaks TLS, and then as `answer` does.
async fn serve<F>(acceptor: TlsAcceptor, answer: impl Fn(Stream) -> F + Send + 'static) -> SocketAddr
where
    F: Future<Output = std::io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::bind(ANYWHERE).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(answer(stream));
            }
        }
    });
    address
}

/// A captcha service that takes nobody for a person.
async fn doubt(mut stream: Stream) -> std::io::Result<()> {
    let mut question = Vec::new();
    while !question.ends_with(b"response=probe") {
        question.push(stream.read_u8().await?);
    }
    let body = r#"{"success":false,"error-codes":["invalid-input-response"]}"#;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    stream.write_all((head + body).as_bytes()).await?;
    stream.shutdown().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_authority_of_the_machine_is_trusted_for_mail_and_for_calls_alike() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("authority.pem");
    let Authority { acceptor, .. } = Authority::new(&file);
    let mail = serve(acceptor.clone(), |stream| converse(stream, |_| Act::Behave, Arc::default())).await;
    let captcha = serve(acceptor, doubt).await;
    let check = |authorities: Option<&Path>| {
        let mut check = Command::new(env!("CARGO_BIN_EXE_manetes"));
        check.args(["check", "--captcha=turnstile", "--captcha-site-key=key", "--captcha-secret=secret"]);
        check.arg(format!("--smtp-url=smtps://localhost:{}", mail.port()));
        check.arg(format!("--captcha-api-base=https://localhost:{}", captcha.port()));
        check.arg("--data-dir").arg(dir.path());
        check.envs(authorities.map(|file| ("SSL_CERT_FILE", file)));
        String::from_utf8(check.output().unwrap().stdout).unwrap()
    };
    let said = tokio::task::block_in_place(|| check(Some(&file)));
    assert!(said.contains("ok    mail") && said.contains("ok    captcha"), "{said}");
    let said = tokio::task::block_in_place(|| check(None));
    assert!(said.contains("FAIL  mail") && said.contains("FAIL  captcha"), "{said}");
}
