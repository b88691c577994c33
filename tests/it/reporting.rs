//! Invoices at the tax agency: sent in order and once, whatever it does, and never forked, whatever copy of the shop goes on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::faults::payments::{begin, pay, until_paid};
use crate::support::agency::schema::validate;
use crate::support::agency::{Agency, Fault};
use crate::support::{Person, Program, SKU, until};

/// A shop that reports to a stand-in of the agency, and sells.
pub struct Reporting {
    pub dir: TempDir,
    pub agency: Agency,
    pub program: Program,
    pub ana: Person,
}

impl Reporting {
    pub async fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let papers = dir.path().join("papers");
        std::fs::create_dir(&papers).unwrap();
        let agency = Agency::start(&papers).await;
        // However slow the machine is, the shop sends the second batch by itself after the whole test.
        agency.wait_seconds(9000);
        let data = dir.path().join("data");
        let launcher = ["env".to_owned(), format!("SSL_CERT_FILE={}", agency.papers.ca.display())];
        let program = Program::started_by(&launcher, &data, &options(&agency)).await;
        for (key, value) in [("company.nif", "B12345674"), ("company.address", "Carrer Major 2, 08630 Abrera")] {
            program.command(&["settings", "set", key, value]);
        }
        program.command(&["set-stock", SKU, "5000"]);
        let ana = program.customer("ana@example.com").await;
        Self { dir, agency, program, ana }
    }

    pub fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// Buys one unit, and waits until it is paid.
    pub async fn buy(&self) -> String {
        let order = self.program.bought(&self.ana, SKU).await;
        let paid = async || self.ana.get(&format!("/api/orders/{order}")).await.expect(200).json()["status"] == "paid";
        until(&format!("{order} is paid"), paid).await;
        order
    }

    /// `send-invoices`; whether it could.
    pub async fn send(&self) -> bool {
        Self::sends(&self.agency, &self.data()).await.status.success()
    }

    /// The same beside whatever else goes on.
    pub fn sends(agency: &Agency, data: &Path) -> impl Future<Output = Output> + use<> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_manetes"));
        command.arg("send-invoices").args(options(agency)).env("SSL_CERT_FILE", &agency.papers.ca);
        command.arg("--data-dir").arg(data);
        async { tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap() }
    }

    pub fn list(&self) -> Vec<Value> {
        let list: Value = serde_json::from_str(&self.program.command(&["list-invoices", "--json"])).unwrap();
        let mut list = list.as_array().unwrap().clone();
        list.reverse();
        list
    }

    /// What becomes of each invoice, the oldest first.
    pub fn states(&self) -> Vec<String> {
        self.list().iter().map(|invoice| invoice["state"].as_str().unwrap().to_owned()).collect()
    }

    /// Everything that was issued is at the agency once, in the order it was issued, and nothing has forked.
    pub fn assert_told(&self) {
        let issued: Vec<_> = self.list().iter().map(|invoice| invoice["hash"].as_str().unwrap().to_owned()).collect();
        let there: Vec<_> = self.agency.accepted().iter().map(|record| record.hash.clone()).collect();
        assert_eq!(there, issued);
        assert_eq!(self.agency.forks(), Vec::<String>::new());
        self.program.assert_sound();
    }
}

pub fn options(agency: &Agency) -> Vec<String> {
    let base = agency.url.split("/wlpl").next().unwrap();
    vec![
        String::from("--verifactu=test"),
        format!("--verifactu-certificate={}", agency.papers.client.display()),
        format!("--verifactu-api-base={base}"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_shop_sends_what_it_issues_by_itself_a_minute_after_the_first() {
    let shop = Reporting::start().await;
    shop.agency.wait_seconds(1);
    let first = shop.buy().await;
    shop.buy().await;
    assert_eq!(shop.states(), ["waiting", "waiting"]);
    assert_eq!(shop.agency.batches().len(), 0, "others may be sent with it");
    shop.program.database().execute("UPDATE invoicing SET next_sending_at = 1", []).unwrap();
    shop.agency.await_accepted(2).await;
    shop.program.command(&["refund-order", &first, "--amount", "1.00", "--yes"]);
    shop.agency.await_accepted(3).await;
    assert!(shop.send().await);
    assert_eq!(shop.states(), ["accepted", "accepted", "accepted"]);
    shop.assert_told();
    assert!(shop.agency.batches().iter().all(|batch| !batch.incident));

    let number = shop.list()[0]["number"].as_str().unwrap().to_owned();
    let (xml, pdf) = (shop.dir.path().join("record.xml"), shop.dir.path().join("invoice.pdf"));
    shop.program.command(&["show-invoice", &number, "--xml", xml.to_str().unwrap()]);
    validate("SuministroInformacion.xsd", &std::fs::read_to_string(xml).unwrap()).unwrap();
    shop.program.command(&["show-invoice", &number, "--pdf", pdf.to_str().unwrap()]);
    let page = shop.dir.path().join("page");
    let drawn = Command::new("pdftoppm").args(["-r", "150", "-png", "-singlefile"]).arg(pdf).arg(&page).status();
    assert!(drawn.unwrap().success());
    let read = Command::new("zbarimg").args(["--quiet", "--raw"]).arg(page.with_extension("png")).output().unwrap();
    let date = shop.list()[0]["date"].as_str().unwrap().split('-').rev().collect::<Vec<_>>().join("-");
    let total = shop.list()[0]["total_in_cents"].as_i64().unwrap();
    let address = format!(
        "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=B12345674&numserie={number}&fecha={date}&importe={}.{:02}",
        total / 100,
        total % 100
    );
    assert_eq!(String::from_utf8(read.stdout).unwrap().trim(), address);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_agency_does_instead_of_answering_each_record_is_there_once_in_the_end() {
    let shop = Reporting::start().await;
    shop.buy().await;
    assert!(shop.send().await);
    let faults = [
        Fault::LoseAnswer,
        Fault::Garbage,
        Fault::CloseBefore,
        Fault::Status(503),
        Fault::Refuse("4102", "El XML no cumple el esquema"),
    ];
    for fault in faults {
        shop.buy().await;
        shop.agency.next(fault.clone());
        assert!(!shop.send().await, "{fault:?}");
        assert_eq!(shop.states().last().unwrap(), "waiting", "{fault:?}");
        shop.buy().await;
        assert!(shop.send().await, "after {fault:?}");
        shop.assert_told();
        assert!(shop.agency.batches().last().unwrap().incident, "it came late: {fault:?}");
    }
    shop.buy().await;
    shop.agency.next(Fault::Dribble(Duration::from_micros(200)));
    assert!(shop.send().await, "however slowly it answers");
    assert!(shop.states().iter().all(|state| state == "accepted"));
    shop.assert_told();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_refused_is_told_and_made_anew() {
    let shop = Reporting::start().await;
    for _ in 0..3 {
        shop.buy().await;
    }
    let numbers: Vec<_> = shop.list().iter().map(|invoice| invoice["number"].as_str().unwrap().to_owned()).collect();
    shop.agency.reject(&numbers[0], "1110", "NIF no identificado");
    shop.agency.accept_with_errors(&numbers[1], "2004", "Hora de generación");
    assert!(shop.send().await);
    assert_eq!(shop.states(), ["rejected", "accepted_with_errors", "accepted"]);
    assert_eq!(shop.list()[0]["problem"], "NIF no identificado (1110)");
    for number in &numbers[..2] {
        shop.program.command(&["correct-invoice", number]);
    }
    assert!(shop.send().await);
    assert_eq!(shop.states(), ["accepted", "accepted", "accepted"]);
    assert_eq!(shop.agency.forks(), Vec::<String>::new());
    shop.agency.reject(&numbers[2], "3002", "No existe el registro");
    for is_annulled in [false, true] {
        shop.program.command(&["annul-invoice", &numbers[2], "--yes"]);
        assert!(shop.send().await);
        assert_eq!(shop.list()[2]["annulled"], is_annulled);
    }
    assert_eq!(shop.agency.forks(), Vec::<String>::new());
    shop.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_refused_for_its_form_again_and_again_keeps_no_other() {
    let shop = Reporting::start().await;
    shop.buy().await;
    for (state, is_over) in [("waiting", false), ("waiting", false), ("rejected", true)] {
        shop.agency.next(Fault::Refuse("4102", "El XML no cumple el esquema"));
        assert_eq!(shop.send().await, is_over);
        assert_eq!(shop.states(), [state]);
    }
    shop.buy().await;
    shop.agency.always(Some(Fault::Refuse("4104", "NIF no identificado")));
    for _ in 0..4 {
        assert!(!shop.send().await);
        assert_eq!(shop.states(), ["rejected", "waiting"], "it is about who sends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_copy_of_the_shop_asks_first_and_goes_on_where_the_agency_is() {
    let mut shop = Reporting::start().await;
    shop.buy().await;
    assert!(shop.send().await);
    let copy = shop.dir.path().join("copy.tar");
    shop.program.command(&["backup", copy.to_str().unwrap()]);
    for _ in 0..2 {
        shop.buy().await;
    }
    assert!(shop.send().await);
    let lost: Vec<_> = shop.list()[1..].iter().map(|invoice| invoice["number"].as_str().unwrap().to_owned()).collect();
    shop.program.end();
    shop.program.command(&["restore", copy.to_str().unwrap()]);

    shop.agency.always(Some(Fault::Status(503)));
    shop.program.restart().await;
    shop.ana = shop.program.signed_in("ana@example.com").await;
    shop.buy().await;
    assert_eq!(shop.list().len(), 1, "nothing is issued before the agency was asked");
    assert_eq!(shop.program.visitor().get("/readyz").await.text, "degraded: tax_agency_silent");
    shop.agency.always(None);
    assert!(shop.send().await);
    // It is asked again at each start, and what only the agency has is no end of the chain a second time.
    shop.buy().await;
    shop.program.kill();
    shop.program.restart().await;
    shop.buy().await;
    assert!(shop.send().await);
    assert_eq!(shop.agency.forks(), Vec::<String>::new());
    let there: Vec<_> = shop.agency.accepted().iter().map(|record| record.number.clone()).collect();
    let here: Vec<_> = shop.list().iter().map(|invoice| invoice["number"].as_str().unwrap().to_owned()).collect();
    assert_eq!(there, [&here[..1], &lost[..], &here[1..]].concat());
    assert!(here[1..].iter().all(|number| !lost.contains(number)), "no number is given twice");
    let known: i64 = shop.program.database().query_row("SELECT count(*) FROM invoices_lost", [], |r| r.get(0)).unwrap();
    assert_eq!(known, 2);
    shop.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sale_that_a_restore_lost_is_invoiced_under_the_number_the_agency_has() {
    let mut shop = Reporting::start().await;
    let variant = shop.program.variant(SKU);
    let sql = "SELECT value FROM secrets WHERE name = 'sandbox'";
    let key: Vec<u8> = shop.program.database().query_row(sql, [], |row| row.get(0)).unwrap();
    let payment = begin(&shop.program, &shop.ana, &variant, "lost").await;
    let copy = shop.dir.path().join("copy.tar");
    shop.program.command(&["backup", copy.to_str().unwrap()]);
    assert!(pay(shop.ana.clone(), payment.clone(), key.clone()).await);
    until_paid(&shop.ana, &payment.order).await;
    assert!(shop.send().await);
    let issued = shop.list();

    shop.program.end();
    shop.program.command(&["restore", copy.to_str().unwrap()]);
    shop.program.restart().await;
    shop.ana = shop.program.signed_in("ana@example.com").await;
    assert!(pay(shop.ana.clone(), payment.clone(), key).await);
    until_paid(&shop.ana, &payment.order).await;
    assert!(shop.send().await);
    let again = shop.list();
    for said in ["number", "date", "hash", "previous_hash", "generated_at", "total_in_cents", "state"] {
        assert_eq!(again[0][said], issued[0][said], "{said}");
    }
    let lost: i64 = shop.program.database().query_row("SELECT count(*) FROM invoices_lost", [], |r| r.get(0)).unwrap();
    assert_eq!((again.len(), lost), (1, 0));
    shop.program.assert_sound();

    // What follows goes on after the end of the chain, and what corrects it names it.
    shop.program.command(&["refund-order", &payment.order, "--amount", "1.00", "--yes"]);
    until("the refund has its invoice", async || shop.list().len() == 2).await;
    shop.program.command(&["correct-invoice", issued[0]["number"].as_str().unwrap()]);
    assert!(shop.send().await);
    assert_eq!(shop.states(), ["accepted", "accepted"]);
    assert_eq!(shop.list()[1]["corrects"], issued[0]["number"]);
    assert_eq!((shop.agency.forks(), shop.agency.accepted().len()), (Vec::new(), 3));
    shop.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tax_number_that_the_firm_no_longer_has_keeps_no_invoice_waiting() {
    let shop = Reporting::start().await;
    shop.buy().await;
    assert!(shop.send().await);
    shop.program.command(&["settings", "set", "company.nif", "A58818501"]);
    for _ in 0..2 {
        shop.buy().await;
    }
    shop.agency.always(Some(Fault::Refuse("4104", "NIF no identificado")));
    for _ in 0..3 {
        assert!(!shop.send().await);
    }
    shop.agency.always(None);
    assert_eq!(shop.states(), ["accepted", "waiting", "waiting"], "whoever has that number is to decide");
    shop.program.command(&["settings", "set", "company.nif", "B12345674"]);
    shop.buy().await;
    shop.agency.next(Fault::Refuse("4104", "NIF no identificado"));
    assert!(shop.send().await);
    assert_eq!(shop.states(), ["accepted", "rejected", "rejected", "accepted"]);
    assert_eq!(shop.agency.forks(), Vec::<String>::new(), "each seller has a chain");
    shop.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sells_under_another_number_is_asked_about_before_anything_is_issued_in_it() {
    let mut shop = Reporting::start().await;
    shop.buy().await;
    assert!(shop.send().await);
    shop.program.kill();
    shop.program.restart().await;
    assert!(shop.send().await, "it asks from its second start on");
    shop.program.command(&["settings", "set", "company.nif", "A58818501"]);
    shop.agency.always(Some(Fault::Status(503)));
    shop.buy().await;
    assert!(!shop.send().await);
    assert_eq!(shop.list().len(), 1, "it may have been this shop's number before a restore");
    let asked = shop.agency.queries();
    shop.agency.always(None);
    assert!(shop.send().await);
    assert!(shop.agency.queries() > asked);
    assert_eq!(shop.states(), ["accepted", "accepted"]);
    assert_eq!(shop.agency.forks(), Vec::<String>::new());
    shop.program.assert_sound();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes a thousand orders"]
async fn a_thousand_records_go_in_one_batch() {
    let shop = Reporting::start().await;
    // While it does not answer all of them wait.
    shop.agency.always(Some(Fault::Status(503)));
    for _ in 0..1000 {
        shop.buy().await;
    }
    shop.agency.always(None);
    let started = Instant::now();
    assert!(shop.send().await);
    println!("a batch of a thousand records was sent, taken and settled in {:?}", started.elapsed());
    assert_eq!(shop.agency.batches().last().unwrap().numbers.len(), 1000);
    assert_eq!(shop.agency.forks(), Vec::<String>::new());
    shop.program.assert_sound();
}

#[tokio::test]
async fn live_is_refused_until_somebody_answers_for_the_program_and_money_moves() {
    let dir = tempfile::tempdir().unwrap();
    let agency = Agency::start(dir.path()).await;
    let client = agency.papers.client.to_str().unwrap();
    let producer = json!({
        "name": "Manetes S.L.", "nif": "B12345674", "address": "Carrer Major 2, 08630 Abrera", "place": "Abrera",
        "date": "2026-12-01",
    })
    .to_string();
    let refused = |options: &[&str]| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_manetes"));
        let done = serve.args(["serve", "--data-dir"]).arg(dir.path().join("data")).args(options).output().unwrap();
        assert!(!done.status.success());
        String::from_utf8(done.stderr).unwrap()
    };
    assert!(refused(&["--verifactu=live"]).contains("MANETES_VERIFACTU_PRODUCER"));
    let live = ["--verifactu=live", "--verifactu-producer", &producer];
    assert!(refused(&live).contains("MANETES_VERIFACTU_CERTIFICATE"));
    let certain = [&live[..], &["--verifactu-certificate", client]].concat();
    assert!(refused(&certain).contains("payments that are tests"));
    assert!(refused(&["--verifactu=test"]).contains("MANETES_VERIFACTU_CERTIFICATE"));
    let elsewhere = [&certain[..], &["--verifactu-api-base", "https://example.com"]].concat();
    assert!(refused(&elsewhere).contains("on this machine"));
    let wrong = producer.replace("B12345674", "B12345675");
    assert!(refused(&["--verifactu=live", "--verifactu-producer", &wrong]).contains("tax number"));

    let declaration = Command::new(env!("CARGO_BIN_EXE_manetes"))
        .args(["declaration", "--verifactu-producer", &producer, "--data-dir"])
        .arg(dir.path().join("data"))
        .output()
        .unwrap();
    let text = String::from_utf8(declaration.stdout).unwrap();
    for (letter, said) in ('a'..='l').zip(["manetes", "MN", "0.1.0", "SQLite", "Sí", "No", "firman"]) {
        assert!(text.lines().any(|line| line.starts_with(&format!("{letter}) ")) && line.contains(said)), "{text}");
    }
    assert!(text.contains("l) Fecha y lugar en que se suscribe: 01/12/2026, Abrera."), "{text}");
}
