//! RULE: who makes a product and what of them is told with each offer (Regulation (EU) 2023/988, art. 19).

use url::Url;

use super::Error;
use super::check::{line, require};

/// How long the parts may be, in characters.
pub(super) mod limits {
    pub const SLUG: usize = 200;
    pub const NAME: usize = 200;
    pub const ADDRESS: usize = 300;
    pub const CONTACT: usize = 200;
}

/// Who makes products. Texts are empty until somebody gives them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Maker {
    /// What products name it by; made of its first name, and never another.
    pub slug: String,
    /// Its name or trade mark.
    pub name: String,
    /// Where it gets post.
    pub address: String,
    /// Its electronic address: for mail, or of a page.
    pub contact: String,
    /// Whether it is established outside the Union: then somebody inside answers for what it makes.
    pub is_outside_eu: bool,
    /// The responsible person in the Union.
    pub eu_name: String,
    /// Where they get post.
    pub eu_address: String,
    /// Their electronic address.
    pub eu_contact: String,
}

impl Maker {
    /// Whether everything is there that the law wants told.
    pub fn is_complete(&self) -> bool {
        let of_its_own = [&self.name, &self.address, &self.contact];
        let of_the_eu = [&self.eu_name, &self.eu_address, &self.eu_contact];
        let is_there = |texts: [&String; 3]| texts.iter().all(|text| !text.is_empty());
        is_there(of_its_own) && (!self.is_outside_eu || is_there(of_the_eu))
    }

    /// As it would be stored, or the first field that is not acceptable.
    pub(super) fn checked(self) -> Result<Self, Error> {
        Ok(Self {
            slug: line("slug", &self.slug, 1..=limits::SLUG)?,
            name: line("name", &self.name, 1..=limits::NAME)?,
            address: line("address", &self.address, 0..=limits::ADDRESS)?,
            contact: contact("contact", &self.contact)?,
            is_outside_eu: self.is_outside_eu,
            eu_name: line("eu_name", &self.eu_name, 0..=limits::NAME)?,
            eu_address: line("eu_address", &self.eu_address, 0..=limits::ADDRESS)?,
            eu_contact: contact("eu_contact", &self.eu_contact)?,
        })
    }
}

fn contact(field: &str, given: &str) -> Result<String, Error> {
    let contact = line(field, given, 0..=limits::CONTACT)?;
    let is_page = || Url::parse(&contact).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    let is_one = contact.is_empty() || contact.parse::<lettre::Address>().is_ok() || is_page();
    require(field, is_one, "must be an e-mail address or the address of a page")?;
    Ok(contact)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn maker() -> Maker {
        let text = String::from;
        Maker {
            slug: text("ferrum"),
            name: text("Ferrum"),
            address: text("Calle Mayor, 1, 28001 Madrid"),
            contact: text("hola@ferrum.example"),
            ..Maker::default()
        }
    }

    #[test]
    fn gpsr_art_19_a_maker_outside_the_union_needs_somebody_inside_who_answers() {
        assert!(maker().is_complete());
        assert!(!Maker { address: String::new(), ..maker() }.is_complete());
        assert!(!Maker { contact: String::new(), ..maker() }.is_complete());
        let outside = Maker { is_outside_eu: true, ..maker() };
        assert!(!outside.is_complete());
        let text = String::from;
        let answered = Maker {
            eu_name: text("Importa, S.L."),
            eu_address: text("Abrera"),
            eu_contact: text("https://importa.example/contacto"),
            ..outside
        };
        assert!(answered.is_complete());
        assert!(!Maker { eu_contact: String::new(), ..answered }.is_complete());
    }

    #[test]
    fn an_electronic_address_is_one_of_mail_or_of_a_page() {
        for (contact, expected) in [
            ("hola@ferrum.example", true),
            ("https://ferrum.example/contacto", true),
            ("", true),
            ("javascript:alert(1)", false),
            ("ferrum.example", false),
            ("600 000 000", false),
        ] {
            let checked = Maker { contact: contact.to_owned(), ..maker() }.checked();
            assert_eq!(checked.is_ok(), expected, "{contact}");
        }
        assert!(Maker { name: String::from(" "), ..maker() }.checked().is_err());
    }
}
