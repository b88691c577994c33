//! The stand-in does what the rest of the tests rely on, and what it says is what the agency's schemas say.

use std::fs;
use std::sync::Once;
use std::time::Duration;

use manetes::tax_agency::answer::{self, Answer, Found, NotAnswer, State, answer, found};
use manetes::tax_agency::xml::{Correction, query};
use reqwest::{Certificate, Client, Identity};
use tempfile::TempDir;

use super::sample::{Chain, Facts, NAME, NIF, given_back, sold, submission};
use crate::support::agency::schema::{body, validate};
use crate::support::agency::{Agency, Fault, Kept, stranger};

struct Office {
    agency: Agency,
    client: Client,
    _directory: TempDir,
}

fn client(agency: &Agency, identity: Option<&[u8]>, timeout: Duration) -> Client {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let ca = Certificate::from_pem(&fs::read(&agency.papers.ca).unwrap()).unwrap();
    let client = Client::builder().tls_certs_only([ca]).timeout(timeout).no_proxy();
    let client = identity.into_iter().fold(client, |client, pem| client.identity(Identity::from_pem(pem).unwrap()));
    client.build().unwrap()
}

impl Office {
    async fn open() -> Self {
        let directory = TempDir::new().unwrap();
        let agency = Agency::start(directory.path()).await;
        let pem = fs::read(&agency.papers.client).unwrap();
        let client = client(&agency, Some(&pem), Duration::from_secs(60));
        Self { agency, client, _directory: directory }
    }

    async fn post(&self, client: &Client, envelope: String) -> reqwest::Result<String> {
        client.post(&self.agency.url).body(envelope).send().await?.text().await
    }

    async fn send(&self, records: &[String]) -> Answer {
        let text = self.post(&self.client, submission(false, records)).await.unwrap();
        validate("RespuestaSuministro.xsd", body(&text)).unwrap();
        answer(text.as_bytes()).unwrap()
    }

    /// A page in the order the records came, which is not how it lists them.
    async fn ask(&self, month: i8, after: Option<&answer::PageKey>) -> Found {
        let text = self.post(&self.client, query(NAME, NIF, 2027, month, after)).await.unwrap();
        validate("RespuestaConsultaLR.xsd", body(&text)).unwrap();
        let mut page = found(text.as_bytes()).unwrap();
        page.records.reverse();
        page
    }
}

fn states(answer: &Answer) -> Vec<(&str, State, Option<&str>)> {
    answer.lines.iter().map(|line| (line.number.as_str(), line.state, line.code.as_deref())).collect()
}

#[tokio::test]
async fn records_are_taken_in_order_and_found_again_page_by_page() {
    let office = Office::open().await;
    let mut chain = Chain::new();
    let mut records = ["T-1", "T-2", "T&3"].map(|number| chain.register(&sold(number))).to_vec();
    let answer = office.send(&records).await;
    assert_eq!(answer.lines.len(), 3);
    assert!(answer.lines.iter().all(|line| line.state == State::Accepted && !line.is_annulment));
    assert!(answer.csv.is_some());
    assert_eq!(answer.wait_seconds, 1);
    office.agency.await_accepted(3).await;

    records = vec![chain.register(&Facts { reference: Some("back"), ..given_back("R-1", "R5", "T-1") })];
    let text = office.post(&office.client, submission(true, &records)).await.unwrap();
    validate("RespuestaSuministro.xsd", body(&text)).unwrap();
    let late: Vec<bool> = office.agency.batches().iter().map(|batch| batch.incident).collect();
    assert_eq!(late, [false, true]);
    assert!(office.agency.accepted()[3].incident);

    office.agency.page_size(3);
    let first = office.ask(1, None).await;
    let numbers: Vec<&str> = first.records.iter().map(|record| record.number.as_str()).collect();
    assert_eq!(numbers, ["T-1", "T-2", "T&3"]);
    assert_eq!((&first.records[0].previous, first.records[1].previous.clone()), (&None, first.records[0].hash.clone()));
    let rest = office.ask(1, first.next.as_ref()).await;
    assert_eq!((rest.records.len(), rest.next), (1, None));
    let last = &rest.records[0];
    assert_eq!(last.hash.as_deref(), Some(chain.hash()));
    let facts = [&last.kind, &last.total, &last.tax, &last.reference, &last.installation, &last.generated_at];
    let facts = facts.map(|fact| fact.as_deref().unwrap());
    assert_eq!(facts, ["R5", "-49.99", "-8.68", "back", "1", "2027-01-02T10:00:00+01:00"]);
    assert_eq!(office.ask(2, None).await, Found { records: Vec::new(), next: None });
    assert_eq!(office.agency.queries(), 3);
    assert!(office.agency.forks().is_empty());
}

#[tokio::test]
async fn nobody_is_let_in_without_a_certificate_of_its_ca() {
    let office = Office::open().await;
    for identity in [None, Some(stranger())] {
        let client = client(&office.agency, identity.as_deref().map(str::as_bytes), Duration::from_secs(60));
        let envelope = submission(false, &[Chain::new().register(&sold("T-1"))]);
        assert!(office.post(&client, envelope).await.is_err());
    }
    office.agency.await_strangers(2).await;
    assert!(office.agency.accepted().is_empty());
}

#[tokio::test]
async fn what_was_taken_without_an_answer_is_a_duplicate_and_no_fork() {
    let office = Office::open().await;
    let mut chain = Chain::new();
    let records = ["T-1", "T-2"].map(|number| chain.register(&sold(number)));
    office.agency.next(Fault::LoseAnswer);
    assert!(office.post(&office.client, submission(false, &records)).await.is_err());
    office.agency.await_accepted(2).await;
    let again = office.send(&[&records[..], &[chain.register(&sold("T-3"))]].concat()).await;
    let expected = [
        ("T-1", State::Rejected, Some("3000")),
        ("T-2", State::Rejected, Some("3000")),
        ("T-3", State::Accepted, None),
    ];
    assert_eq!(states(&again), expected);
    assert_eq!(again.lines[0].duplicate, Some(answer::Kept::Accepted));
    assert!(office.agency.forks().is_empty());
}

#[tokio::test]
async fn it_keeps_silent_until_nobody_waits_any_more() {
    let office = Office::open().await;
    let pem = fs::read(&office.agency.papers.client).unwrap();
    let impatient = client(&office.agency, Some(&pem), Duration::from_millis(300));
    let envelope = submission(false, &[Chain::new().register(&sold("T-1"))]);
    office.agency.next(Fault::Hang);
    assert!(office.post(&impatient, envelope.clone()).await.unwrap_err().is_timeout());
    assert!(office.agency.accepted().is_empty());
    for slow in [Fault::AnswerAfter(Duration::from_secs(60)), Fault::Dribble(Duration::from_secs(1))] {
        office.agency.next(slow);
        assert!(office.post(&impatient, envelope.clone()).await.unwrap_err().is_timeout());
        office.agency.await_accepted(1).await;
    }
}

#[tokio::test]
async fn an_answer_byte_by_byte_is_whole_in_the_end() {
    let office = Office::open().await;
    office.agency.next(Fault::Dribble(Duration::from_micros(1)));
    let answer = office.send(&[Chain::new().register(&sold("T-1"))]).await;
    assert_eq!(states(&answer), [("T-1", State::Accepted, None)]);
}

#[tokio::test]
async fn it_can_say_what_is_no_answer_and_take_nothing() {
    let office = Office::open().await;
    let envelope = submission(false, &[Chain::new().register(&sold("T-1"))]);
    office.agency.always(Some(Fault::Garbage));
    for _ in 0..2 {
        let text = office.post(&office.client, envelope.clone()).await.unwrap();
        assert!(matches!(answer(text.as_bytes()), Err(NotAnswer::Garbage(_))), "{text}");
    }
    office.agency.always(None);
    office.agency.next(Fault::Refuse("103", "Error interno en el servidor & más"));
    let text = office.post(&office.client, envelope.clone()).await.unwrap();
    let Err(NotAnswer::Fault { code, text }) = answer(text.as_bytes()) else { panic!("{text}") };
    assert_eq!((code.as_str(), text.as_str()), ("103", "Codigo[103].Error interno en el servidor & más"));
    office.agency.next(Fault::Status(503));
    let answered = office.client.post(&office.agency.url).body(envelope.clone()).send().await.unwrap();
    assert_eq!(answered.status(), 503);
    office.agency.next(Fault::CloseBefore);
    assert!(office.post(&office.client, envelope.clone()).await.is_err());
    assert!(office.agency.accepted().is_empty() && office.agency.batches().is_empty());
}

#[tokio::test]
async fn wrong_hashes_and_forks_of_the_chain_are_refused_and_remembered() {
    let office = Office::open().await;
    let mut chain = Chain::new();
    let mut restored = chain.clone();
    restored.register(&sold("T-0"));
    let first = chain.register(&sold("T-1"));
    let tampered = first.replace(">49.99<", ">40.00<");
    assert_eq!(states(&office.send(&[tampered]).await), [("T-1", State::Rejected, Some("2000"))]);
    let orphan = restored.register(&sold("T-2"));
    assert_eq!(states(&office.send(&[orphan]).await), [("T-2", State::Rejected, Some("2007"))]);
    let second_first = Chain::new().register(&sold("T-3"));
    let answer = office.send(&[first, second_first]).await;
    assert_eq!(states(&answer), [("T-1", State::Accepted, None), ("T-3", State::Rejected, Some("2007"))]);
    let number_twice = Chain::new().register(&Facts { total: "50.00", ..sold("T-1") });
    assert_eq!(states(&office.send(&[number_twice]).await), [("T-1", State::Rejected, Some("3000"))]);
    let forks = office.agency.forks();
    assert_eq!(forks.len(), 3, "{forks:?}");
    // Another installation has a chain of its own.
    let elsewhere = Chain::of_installation("2").register(&sold("T-4"));
    assert_eq!(states(&office.send(&[elsewhere]).await), [("T-4", State::Accepted, None)]);
    assert_eq!(office.agency.forks().len(), 3);
}

#[tokio::test]
async fn what_it_is_told_to_refuse_stays_in_the_chain_and_may_come_again() {
    let office = Office::open().await;
    let mut chain = Chain::new();
    let records = ["T-1", "T-2", "T-3"].map(|number| chain.register(&sold(number)));
    office.agency.reject("T-2", "1239", "El NIF no está identificado & más");
    office.agency.accept_with_errors("T-3", "2005", "El importe no cuadra");
    office.agency.wait_seconds(240);
    let answer = office.send(&records).await;
    let expected = [
        ("T-1", State::Accepted, None),
        ("T-2", State::Rejected, Some("1239")),
        ("T-3", State::AcceptedWithErrors, Some("2005")),
    ];
    assert_eq!(states(&answer), expected);
    assert_eq!(answer.lines[1].text.as_deref(), Some("El NIF no está identificado & más"));
    assert_eq!(answer.wait_seconds, 240);
    assert_eq!(office.ask(1, None).await.records[1].state, answer::Kept::AcceptedWithErrors);
    let again = office.send(&records[1..2]).await;
    assert_eq!(states(&again), [("T-2", State::Accepted, None)]);
    assert!(office.agency.forks().is_empty());
}

#[tokio::test]
async fn records_are_corrected_and_annulled_only_if_it_has_them() {
    let office = Office::open().await;
    let mut chain = Chain::new();
    let corrected = |number, correction| Facts { correction: Some(correction), ..sold(number) };
    let records = [
        chain.register(&sold("T-1")),
        chain.register(&corrected("T-1", Correction::Accepted)),
        chain.register(&corrected("T-2", Correction::Accepted)),
        chain.register(&corrected("T-2", Correction::Unknown)),
        chain.register(&corrected("T-2", Correction::Unknown)),
        chain.annul("T-9", false),
        chain.annul("T-1", false),
        chain.annul("T-1", false),
    ];
    let answer = office.send(&records).await;
    let codes: Vec<&str> = answer.lines.iter().map(|line| line.code.as_deref().unwrap_or("ok")).collect();
    assert_eq!(codes, ["ok", "ok", "3002", "ok", "3003", "3002", "ok", "3001"]);
    assert!(answer.lines[6].is_annulment);
    assert_eq!(office.agency.kept("T-1"), Some(Kept::Annulled));
    let found = office.ask(1, None).await.records;
    assert!(found[0].state == answer::Kept::Annulled && found[0].hash.is_some() && found[0].kind.is_none());
    assert!(found[1].state != answer::Kept::Annulled);
    let again = office.send(&records[..1]).await;
    assert_eq!(again.lines[0].duplicate, Some(answer::Kept::Annulled));
    assert!(office.agency.forks().is_empty());
}

#[tokio::test]
async fn what_is_not_as_the_schema_says_is_refused_as_a_whole() {
    let office = Office::open().await;
    let record = Chain::new().register(&sold("T-1"));
    let crooked = record.replace("<sf:CuotaTotal>8.68</sf:CuotaTotal>", "");
    let many = vec![record.clone(); 1001];
    for envelope in [submission(false, &[crooked]), submission(false, &many), submission(false, &[]), String::new()] {
        let text = office.post(&office.client, envelope).await.unwrap();
        let Err(NotAnswer::Fault { code, .. }) = answer(text.as_bytes()) else { panic!("{text}") };
        assert_eq!(code, "4102");
    }
    assert!(office.agency.accepted().is_empty());
}
