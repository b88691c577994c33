//! A statement in words: what its sender confirms, what is stored, and what the acknowledgement repeats.

use serde::Deserialize;

use super::Item;
use super::parse::Declaration;
use crate::lang::{self, Texts};

/// The words; a name in double braces takes the one value the phrase is about.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    to: String,
    whole: String,
    goods: String,
    name: String,
    email: String,
}

static WORDS: Texts<Words> = Texts::section("statement");

/// The statement, line by line, in the language it is made in.
pub(super) fn text(declared: &Declaration, items: &[Item], company: &str) -> String {
    let w = WORDS.of(declared.lang);
    let fill = |phrase, value| lang::fill(phrase, &declared.lang.isolate(value));
    let mut lines = vec![fill(&w.to, company)];
    if items.is_empty() {
        lines.push(fill(&w.whole, &declared.contract));
    } else {
        lines.push(fill(&w.goods, &declared.contract));
        lines.extend(items.iter().map(|item| format!("– {} × {}", item.quantity, declared.lang.isolate(&item.title))));
    }
    lines.push(fill(&w.name, &declared.name));
    lines.push(fill(&w.email, declared.email.as_str()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::EmailAddress;
    use crate::lang::Lang;

    #[test]
    fn every_language_says_who_withdraws_from_what_and_where_to_answer() {
        for lang in Lang::ALL {
            assert!(WORDS.read(lang).is_ok(), "{lang}");
            let declared = Declaration {
                name: String::from("Núria {{name}} Puig"),
                contract: String::from("2026-0042"),
                email: EmailAddress::parse("nuria@example.com").unwrap(),
                items: Vec::new(),
                comment: Some(String::from("demasiado grande")),
                lang,
            };
            let whole = text(&declared, &[], "Clau i Pany, S.L.");
            for said in ["Clau i Pany, S.L.", "2026-0042", "Núria {{name}} Puig", "nuria@example.com"] {
                assert!(whole.contains(said), "{lang}: {whole}");
            }
            assert!(!whole.contains("demasiado"), "a comment is no part of it: {whole}");
            let item = Item { variant_id: String::new(), title: String::from("Cilindro"), quantity: 2 };
            let part = text(&declared, &[item], "Clau");
            assert!(part.contains("2 × ") && part.contains("Cilindro") && part != whole, "{lang}: {part}");
        }
    }
}
