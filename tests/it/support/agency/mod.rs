//! A tax agency on this machine: it takes records of invoices over mutual TLS as Verifactu has it, checks their form, hashes
//! and chain by itself, answers what it was sent and what it has, and misbehaves when asked to.

mod answers;
mod books;
mod http;
pub mod node;
pub mod schema;
mod tls;

use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use super::PATIENCE;
use books::Books;
pub use books::{Kept, Taken};
use node::Node;
use schema::validate;
pub use tls::{Papers, stranger};

const PATH: &str = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";
/// Records of one submission (Orden HAC/1177/2024, art. 16).
const MOST: usize = 1000;

/// What it does instead of taking records and saying so.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Takes them, and says so only after a while.
    AnswerAfter(Duration),
    /// Takes nothing and says nothing, for as long as anybody waits.
    Hang,
    /// Takes them, and says so a byte at a time, this long for each.
    Dribble(Duration),
    /// Takes nothing, and answers with a page for people.
    Garbage,
    /// Takes nothing, and says with this code and text that all of it is wrong.
    Refuse(&'static str, &'static str),
    /// Takes nothing, and says so in HTTP alone.
    Status(u16),
    /// Takes nothing, and drops the connection.
    CloseBefore,
    /// Takes them, and drops the connection.
    LoseAnswer,
}

/// A submission it took in whole, whatever became of its records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    pub incident: bool,
    pub numbers: Vec<String>,
}

struct Mind {
    books: Books,
    batches: Vec<Batch>,
    queries: usize,
    next: VecDeque<Fault>,
    always: Option<Fault>,
    wait_seconds: u32,
    page_size: usize,
}

#[derive(Clone)]
pub struct Agency {
    /// Where submissions and queries go.
    pub url: String,
    pub papers: Papers,
    mind: Arc<Mutex<Mind>>,
    accepted: Arc<watch::Sender<usize>>,
    strangers: Arc<watch::Sender<usize>>,
}

impl Agency {
    /// Writes what a client needs into `directory`.
    pub async fn start(directory: &Path) -> Self {
        let (papers, acceptor) = tls::papers(directory);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mind = Mind {
            books: Books::default(),
            batches: Vec::new(),
            queries: 0,
            next: VecDeque::new(),
            always: None,
            wait_seconds: 1,
            page_size: 10_000,
        };
        let agency = Self {
            url: format!("https://localhost:{}{PATH}", listener.local_addr().unwrap().port()),
            papers,
            mind: Arc::new(Mutex::new(mind)),
            accepted: Arc::default(),
            strangers: Arc::default(),
        };
        let served = agency.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(served.clone().serve(acceptor.clone(), stream));
            }
        });
        agency
    }

    /// Does this once, after whatever was asked for before.
    pub fn next(&self, fault: Fault) {
        self.mind().next.push_back(fault);
    }

    /// Does this until told otherwise; None is the usual.
    pub fn always(&self, fault: Option<Fault>) {
        self.mind().always = fault;
    }

    /// Refuses the next record of a number.
    pub fn reject(&self, number: &str, code: &str, text: &str) {
        self.mind().books.rejects.insert(number.to_owned(), (code.to_owned(), text.to_owned()));
    }

    /// Takes the next record of a number, and finds fault with it.
    pub fn accept_with_errors(&self, number: &str, code: &str, text: &str) {
        self.mind().books.errors.insert(number.to_owned(), (code.to_owned(), text.to_owned()));
    }

    /// Seconds it asks to be left alone after a submission, 0 to 9999; 1 unless told.
    pub fn wait_seconds(&self, seconds: u32) {
        self.mind().wait_seconds = seconds;
    }

    /// Invoices in one answer to a query; 10,000 unless told.
    pub fn page_size(&self, invoices: usize) {
        self.mind().page_size = invoices;
    }

    /// What it took, in order.
    pub fn accepted(&self) -> Vec<Taken> {
        self.mind().books.accepted.clone()
    }

    /// How it has an invoice.
    pub fn kept(&self, number: &str) -> Option<Kept> {
        self.mind().books.kept(number)
    }

    /// What was wrong with the chain, in words.
    pub fn forks(&self) -> Vec<String> {
        self.mind().books.forks.clone()
    }

    pub fn batches(&self) -> Vec<Batch> {
        self.mind().batches.clone()
    }

    pub fn queries(&self) -> usize {
        self.mind().queries
    }

    /// Waits until it has taken so many records in all.
    pub async fn await_accepted(&self, records: usize) {
        at_least(&self.accepted, records).await;
    }

    /// Waits until it has not let in so many.
    pub async fn await_strangers(&self, strangers: usize) {
        at_least(&self.strangers, strangers).await;
    }

    fn mind(&self) -> MutexGuard<'_, Mind> {
        self.mind.lock().unwrap()
    }

    async fn serve(self, acceptor: TlsAcceptor, stream: TcpStream) {
        let Ok(stream) = acceptor.accept(stream).await else {
            self.strangers.send_modify(|strangers| *strangers += 1);
            return;
        };
        let service = service_fn(|request| self.answer(request));
        // One that broke off is what was asked for, or the client's affair.
        let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
    }

    async fn answer(&self, request: Request<Incoming>) -> io::Result<Response<http::Answer>> {
        if request.method() != Method::POST || request.uri().path() != PATH {
            return Ok(response(404, "", None));
        }
        let body = http::whole(request.into_body()).await.map_err(io::Error::other)?;
        let fault = {
            let mut mind = self.mind();
            mind.next.pop_front().or_else(|| mind.always.clone())
        };
        match fault {
            Some(Fault::Hang) => return pending().await,
            Some(Fault::CloseBefore) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Some(Fault::Status(status)) => return Ok(response(status, "", None)),
            Some(Fault::Garbage) => return Ok(response(200, "<html><body><p>Mantenimiento</body></html>", None)),
            Some(Fault::Refuse(code, text)) => return Ok(response(500, &answers::fault(code, text), None)),
            _ => {}
        }
        let (status, text) = self.take(body).await;
        let mut each_byte = None;
        match fault {
            Some(Fault::LoseAnswer) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Some(Fault::AnswerAfter(time)) => sleep(time).await,
            Some(Fault::Dribble(time)) => each_byte = Some(time),
            _ => {}
        }
        Ok(response(status, &text, each_byte))
    }

    async fn take(&self, body: Vec<u8>) -> (u16, String) {
        let agency = self.clone();
        // xmllint is waited for.
        let judged = tokio::task::spawn_blocking(move || agency.judge(&body)).await.unwrap();
        judged.map_or_else(
            |what| (500, answers::fault("4102", &format!("El XML no cumple el esquema. {what}"))),
            |text| (200, text),
        )
    }

    /// The answer to a submission or a query, or what is wrong with the whole of it.
    fn judge(&self, body: &[u8]) -> Result<String, String> {
        let text = std::str::from_utf8(body).map_err(|error| error.to_string())?;
        let envelope = Node::parse(text)?;
        let asked = envelope.find("Body").and_then(|body| body.inside.first()).ok_or("Falta Body")?;
        let (schema, is_query) = match asked.name.as_str() {
            "RegFactuSistemaFacturacion" => ("SuministroLR.xsd", false),
            "ConsultaFactuSistemaFacturacion" => ("ConsultaLR.xsd", true),
            other => return Err(format!("No se espera {other}")),
        };
        if asked.inside.len() > MOST + 1 {
            return Err(format!("Más de {MOST} registros"));
        }
        validate(schema, schema::body(text))?;
        Ok(if is_query { self.page(asked) } else { self.submitted(asked) })
    }

    fn page(&self, asked: &Node) -> String {
        let mut mind = self.mind();
        mind.queries += 1;
        answers::page(&mind.books, asked, mind.page_size)
    }

    fn submitted(&self, asked: &Node) -> String {
        let (header, records) = asked.inside.split_first().unwrap();
        let records: Vec<Node> = records.iter().map(|record| record.inside[0].clone()).collect();
        let nif = header.says("ObligadoEmision/NIF").unwrap_or_default();
        let incident = header.says("RemisionVoluntaria/Incidencia") == Some("S");
        let mut mind = self.mind();
        let verdicts = mind.books.judge(&records, nif, incident);
        let numbers = verdicts.iter().map(|verdict| verdict.record.number.clone()).collect();
        mind.batches.push(Batch { incident, numbers });
        self.accepted.send_replace(mind.books.accepted.len());
        answers::judged(header, nif, mind.wait_seconds, &verdicts, mind.batches.len())
    }
}

async fn at_least(counted: &watch::Sender<usize>, least: usize) {
    let mut seen = counted.subscribe();
    let waited = timeout(PATIENCE, seen.wait_for(|count| *count >= least)).await.is_ok();
    assert!(waited, "there were {}, not {least}", *counted.borrow());
}

fn response(status: u16, text: &str, each_byte: Option<Duration>) -> Response<http::Answer> {
    let kind = if text.starts_with("<html") { "text/html" } else { "text/xml; charset=utf-8" };
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap())
        .header("content-type", kind)
        .body(http::Answer::new(text.to_owned(), each_byte))
        .unwrap()
}
