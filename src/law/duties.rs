//! The duties themselves. One more is one more entry here, its words in the five languages (`desk.law.duties`), and the
//! test that is named after it.

use super::Basis::{Data, Program, Word};
use super::{Basis, Duty, Facts};

/// In the order in which the owner reads them.
pub const DUTIES: &[Duty] = &[
    Duty {
        lacks: |facts| facts.settings.untold(),
        ..data(
            "identity",
            "LSSI art. 10; TRLGDCU art. 97",
            "the site says the firm's legal name, tax number, registered office and entry in the Mercantile Register, and \
             how to call and write (settings set company.legal_name, company.nif, company.address, company.register, \
             company.phone, company.email)",
            "/settings#group-legal",
            |facts| facts.settings.untold().iter().map(|_| 1).sum(),
        )
    },
    data(
        "guarantee_notice",
        "Directiva (UE) 2024/825; Reglamento de Ejecución (UE) 2025/1960",
        "the EU's notice of the legal guarantee stands above the order button (commission.europa.eu, \"EU notice on legal \
         guarantee\"; put the file in at the desk, pictures of the site)",
        "/settings/pictures#guarantee-notice",
        |facts| i64::from(!facts.has_guarantee_notice),
    ),
    data(
        "makers",
        "Reglamento (UE) 2023/988, art. 19",
        "each product says who makes it, with postal and electronic address (makers at the desk)",
        "/products?lacks=maker",
        |facts| facts.makerless,
    ),
    data(
        "catalan",
        "Ley 22/2010, arts. 128-1 y 242-3.3",
        "all that is offered can be read in Catalan: the site by itself, products where their texts say it",
        "/products?lacks=catalan",
        |facts| facts.not_in_catalan,
    ),
    data(
        "sales_end",
        "Ley 22/2010, art. 211-11",
        "each sale says when it ends (set an end at the desk)",
        "/products?lacks=sale_end",
        |facts| facts.endless_sales,
    ),
    data(
        "complaints",
        "TRLGDCU art. 21.3",
        "complaints are answered within 15 days",
        "/inbox/messages?kind=complaint",
        |facts| facts.overdue_complaints,
    ),
    data(
        "tariff",
        "Ley 22/2010, art. 251-3.1",
        "the site shows what services cost, taxes in (prices of services at the desk)",
        "/tariff",
        |facts| i64::from(!facts.has_tariff),
    ),
    data("refunds", "TRLGDCU art. 107", "money of withdrawals goes back within 14 days", "/withdrawals", |facts| {
        facts.overdue_refunds
    }),
    data(
        "invoices",
        "RD 1619/2012 art. 2.1",
        "every paid order has its invoice (what waits lacks the firm's tax number and address, or the buyer's tax number)",
        "/invoices",
        |facts| facts.uninvoiced,
    ),
    word("quotes", "Ley 22/2010, art. 251-3.2", "quotes are given in writing with the seven contents of the law"),
    word("receipts", "Ley 22/2010, art. 251-3.8", "whoever pays a part in advance gets a receipt with what is left"),
    word(
        "advances",
        "Ley 22/2010, art. 211-7",
        "payments in advance above 25 % and 100 € are guaranteed: ask who keeps the firm's books",
    ),
    word(
        "disputes",
        "Ley 7/2017, art. 40.3",
        "terms and receipts name who settles disputes and whether the firm takes part: look at settings disputes.body, \
         disputes.contact and disputes.takes_part",
    ),
    word(
        "surcharges",
        "Ley 22/2010, art. 251-7",
        "no surcharge for urgency can be saved; single days of the calendar are charged as holidays: they are local ones",
    ),
    word(
        "complaint_sheets",
        "Ley 22/2010, art. 211-14; Decreto 121/2013",
        "the official complaint sheets are at hand where customers are received",
    ),
    program("withdrawal", "Directiva 2011/83/UE, art. 11 bis", "one withdraws from every page, without an account"),
    program("complaint_key", "TRLGDCU art. 21.2", "a complaint gets its key and a written receipt at once"),
    program("reviews", "TRLGDCU art. 20.4", "beside comments stands whether and how they are verified"),
    program("prior_price", "LOCM art. 20", "beside a sale stands the lowest price of the 30 days before"),
    program("unit_price", "RD 3423/2000", "goods sold by measure say their price per unit"),
    program("legal_guarantee", "TRLGDCU art. 120", "the three years of the legal guarantee are told"),
    program("service_guarantee", "Ley 22/2010, art. 251-5", "the six months' guarantee on services is told"),
    program("no_odr_link", "Reglamento (UE) 2024/3228", "no page leads to the platform that was closed"),
    program("cookies", "LSSI art. 22.2", "no cookie that would need consent is set"),
    program(
        "accessibility",
        "Ley 11/2023, art. 3.3",
        "a page says what was tested; required once the firm is no micro-firm",
    ),
];

const fn data(
    id: &'static str,
    article: &'static str,
    text: &'static str,
    place: &'static str,
    missing: fn(&Facts) -> i64,
) -> Duty {
    Duty { place, missing, ..of(id, article, text, Data) }
}

const fn word(id: &'static str, article: &'static str, text: &'static str) -> Duty {
    of(id, article, text, Word)
}

const fn program(id: &'static str, article: &'static str, text: &'static str) -> Duty {
    of(id, article, text, Program)
}

const fn of(id: &'static str, article: &'static str, text: &'static str, basis: Basis) -> Duty {
    Duty { id, article, text, basis, place: "", missing: |_| 0, lacks: |_| Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn lssi_art_10_each_particular_of_the_firm_that_is_missing_is_named() {
        let lacks = |settings: Settings| settings.untold();
        let example = Settings::default();
        assert_eq!(lacks(example.clone()).len(), 6);
        let whole = Settings {
            legal_name: String::from("Clau i Pany, S.L."),
            nif: String::from("B12345674"),
            address: String::from("Carrer Major, 1, 08630 Abrera"),
            register: String::from("Registro Mercantil de Barcelona"),
            phone: String::from("+34931234567"),
            email: String::from("info@clauipany.example"),
            ..example
        };
        assert_eq!(lacks(whole.clone()), [""; 0]);
        assert_eq!(lacks(Settings { nif: String::new(), ..whole.clone() }), ["company.nif"]);
        assert_eq!(lacks(Settings { nif: String::from("B00000000"), ..whole }), ["company.nif"], "the demo's");
    }

    #[test]
    fn every_duty_is_named_once_and_only_what_can_be_mended_has_a_place() {
        for (n, duty) in DUTIES.iter().enumerate() {
            assert!(DUTIES[..n].iter().all(|other| other.id != duty.id), "{}", duty.id);
            assert_eq!(duty.basis == Data, duty.place.starts_with('/'), "{}", duty.id);
        }
    }
}
