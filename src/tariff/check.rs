//! RULE: what a tariff may say (Llei 22/2010, art. 251-7). There is no field for a surcharge for urgency, and no line of
//! the owner's own words may stand for one; those for the night and holidays have their fields, and no other hours.

use std::collections::{BTreeMap, BTreeSet};

use super::{Error, Line, Tariff, Zone};
use crate::lang::Lang;
use crate::money::Cents;
use crate::text;

/// The most there may be of each part.
pub mod limits {
    pub const ZONES: usize = 40;
    pub const POSTCODES: usize = 200;
    pub const JOBS: usize = 100;
    pub const PARTS: usize = 200;
    /// Characters of a name.
    pub const NAME: usize = 120;
    /// Cents.
    pub const PRICE: i64 = 10_000_000;
}

/// How words begin that name urgency or being at hand, folded; in Arabic, what stands in them.
const URGENCY: [&str; 3] = ["urgen", "disponibili", "availabil"];
const URGENCY_ARABIC: [&str; 4] = ["عاجل", "مستعجل", "استعجال", "التوافر"];

/// How words begin that say the same of a surcharge, and may mean something else elsewhere: a door, a lamp.
const HURRY: [&str; 13] = [
    "emergenc",
    "inmediat",
    "immediat",
    "expres",
    "priorit",
    "preferent",
    "rapid",
    "rush",
    "hurry",
    "prisa",
    "pressa",
    "guardia",
    "24h",
];
const HURRY_ARABIC: [&str; 4] = ["طارئ", "طوارئ", "سريع", "فوري"];

/// How words begin that name a surcharge, and words that do alone.
const SURCHARGE: [&str; 10] = [
    "recargo",
    "suplement",
    "supplement",
    "surcharge",
    "surcout",
    "recarrec",
    "majoration",
    "incremento",
    "increment",
    "sobrecost",
];
const SURCHARGE_WORDS: [&str; 2] = ["extra", "plus"];
const SURCHARGE_ARABIC: [&str; 3] = ["رسوم", "إضافي", "زيادة"];

/// How words begin that name hours or days which a surcharge may be for; a line has none of its own for them.
const TIME: [&str; 14] = [
    "noche",
    "noctur",
    "nit",
    "night",
    "nuit",
    "festiv",
    "feriad",
    "holiday",
    "ferie",
    "domingo",
    "diumenge",
    "sunday",
    "dimanche",
    "madrugada",
];
const TIME_ARABIC: [&str; 5] = ["ليل", "عطل", "عيد", "أحد", "أعياد"];

/// How words begin that name days which no surcharge may be for.
const SATURDAY: [&str; 6] = ["sabado", "dissabte", "saturday", "samedi", "weekend", "finde"];
const SATURDAY_PARTS: [&str; 5] = ["fin de semana", "cap de setmana", "week-end", "السبت", "نهاية الأسبوع"];

/// The tariff as it would be stored, or what may not be in it.
pub fn checked(tariff: Tariff) -> Result<Tariff, Error> {
    let Tariff { call_out, hour, night, holiday, zones, jobs, jobs_include_call_out, jobs_include_surcharges, parts } =
        tariff;
    let optional = |field: &str, amount: Option<Cents>| match amount {
        None | Some(Cents::ZERO) => Ok(None),
        Some(amount) => price(field, amount).map(Some),
    };
    Ok(Tariff {
        call_out: price("call_out_in_cents", call_out)?,
        hour: price("hour_in_cents", hour)?,
        night: optional("night_in_cents", night)?,
        holiday: optional("holiday_in_cents", holiday)?,
        zones: checked_zones(zones)?,
        jobs: lines("jobs", jobs, limits::JOBS)?,
        jobs_include_call_out,
        jobs_include_surcharges,
        parts: lines("parts", parts, limits::PARTS)?,
    })
}

fn price(field: &str, amount: Cents) -> Result<Cents, Error> {
    let fits = (0..=limits::PRICE).contains(&amount.0);
    if fits { Ok(amount) } else { Err(Error::invalid(field, "price")) }
}

fn few<T>(field: &str, all: Vec<T>, most: usize) -> Result<Vec<T>, Error> {
    if all.len() <= most { Ok(all) } else { Err(Error::invalid(field, "count")) }
}

fn checked_zones(zones: Vec<Zone>) -> Result<Vec<Zone>, Error> {
    let mut taken = BTreeSet::new();
    let zone = |(place, zone): (usize, Zone)| {
        let at = |part: &str| format!("zones/{place}/{part}");
        let mut postcodes = Vec::new();
        for written in few(&at("postcodes"), zone.postcodes, limits::POSTCODES)? {
            let prefix = prefix(&written).ok_or_else(|| Error::invalid(&at("postcodes"), "postcode"))?;
            if !taken.insert(prefix.clone()) {
                return Err(Error::invalid(&at("postcodes"), "twice"));
            }
            postcodes.push(prefix);
        }
        if postcodes.is_empty() {
            return Err(Error::invalid(&at("postcodes"), "missing"));
        }
        let name = name(&at("name"), &zone.name)?;
        Ok(Zone { name, postcodes, price: price(&at("price_in_cents"), zone.price)? })
    };
    few("zones", zones, limits::ZONES)?.into_iter().enumerate().map(zone).collect()
}

/// The beginning of Spanish postcodes: the two digits of a province, or more.
fn prefix(written: &str) -> Option<String> {
    let digits = digits(written);
    let is_one = (2..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let province = digits.get(..2).and_then(|province| province.parse::<u8>().ok());
    (is_one && province.is_some_and(|province| (1..=52).contains(&province))).then_some(digits)
}

/// A whole Spanish postcode as somebody types it.
pub fn postcode(typed: &str) -> Option<String> {
    prefix(typed).filter(|digits| digits.len() == 5)
}

/// Without spaces, and with the figures of Arabic keyboards as those of others.
fn digits(typed: &str) -> String {
    let short: String = typed.chars().filter(|c| !c.is_whitespace()).take(16).collect();
    text::latin_figures(&short)
}

fn lines(field: &str, all: Vec<Line>, most: usize) -> Result<Vec<Line>, Error> {
    let line = |(place, line): (usize, Line)| {
        let at = |part: &str| format!("{field}/{place}/{part}");
        let mut texts = BTreeMap::new();
        for (lang, text) in line.texts {
            let at = at(&format!("texts/{lang}"));
            let is_one = lang.parse::<Lang>().is_ok_and(|lang| lang != Lang::default());
            if !is_one {
                return Err(Error::invalid(&at, "language"));
            }
            if !text::is_blank(&text) {
                texts.insert(lang, name(&at, &text)?);
            }
        }
        let name = name(&at("name"), &line.name)?;
        Ok(Line { name, texts, price: price(&at("price_in_cents"), line.price)?, is_from: line.is_from })
    };
    few(field, all, most)?.into_iter().enumerate().map(line).collect()
}

/// A name on one line, that is no surcharge in other words.
fn name(field: &str, written: &str) -> Result<String, Error> {
    let name = text::line(written);
    match name.chars().count() {
        0 => return Err(Error::invalid(field, "missing")),
        1..=limits::NAME => {}
        _ => return Err(Error::invalid(field, "too_long")),
    }
    if is_for_urgency(&name) {
        return Err(Error::Urgency { field: field.to_owned() });
    }
    if is_for_hours(&name) {
        return Err(Error::OtherSurcharge { field: field.to_owned() });
    }
    Ok(name)
}

/// Whether a name stands for a surcharge for urgency, immediate availability or the like (art. 251-7.4).
fn is_for_urgency(name: &str) -> bool {
    let said = Said::new(name);
    said.has(&URGENCY, &URGENCY_ARABIC) || (said.is_surcharge() && said.has(&HURRY, &HURRY_ARABIC))
}

/// Whether a name stands for a surcharge for hours or days, which only two fields may ask (art. 251-7.2, 3 and 5).
fn is_for_hours(name: &str) -> bool {
    let said = Said::new(name);
    said.has(&SATURDAY, &SATURDAY_PARTS) || (said.is_surcharge() && said.has(&TIME, &TIME_ARABIC))
}

/// A name as its words are compared.
struct Said {
    whole: String,
    words: Vec<String>,
}

impl Said {
    fn new(name: &str) -> Self {
        // What has no shape parts no word, and letters that stand apart are one.
        let shown = name.chars().filter(|c| !text::is_blank(&c.to_string()) || c.is_whitespace());
        let whole = text::folded(&shown.map(narrow).collect::<String>());
        let mut words: Vec<String> =
            whole.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let spelled: String = words.iter().filter(|word| word.chars().count() == 1).map(String::as_str).collect();
        words.push(spelled);
        Self { whole, words }
    }

    /// Whether a word begins with one of `stems`, or `parts` stand somewhere.
    fn has(&self, stems: &[&str], parts: &[&str]) -> bool {
        let begins = |word: &String| stems.iter().any(|stem| word.starts_with(stem));
        self.words.iter().any(begins) || parts.iter().any(|part| self.whole.contains(&text::folded(part)))
    }

    fn is_surcharge(&self) -> bool {
        let is_one = |word: &String| SURCHARGE_WORDS.contains(&word.as_str());
        self.has(&SURCHARGE, &SURCHARGE_ARABIC) || self.words.iter().any(is_one)
    }
}

/// A wide letter as the usual one.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str) -> Line {
        Line { name: name.to_owned(), texts: BTreeMap::new(), price: Cents(1000), is_from: false }
    }

    fn with_job(name: &str) -> Tariff {
        Tariff { jobs: vec![line(name)], ..Tariff::default() }
    }

    fn zone(name: &str, postcodes: &[&str]) -> Zone {
        Zone {
            name: name.to_owned(),
            postcodes: postcodes.iter().map(ToString::to_string).collect(),
            price: Cents(500),
        }
    }

    fn refusal(tariff: Tariff) -> String {
        match checked(tariff).unwrap_err() {
            Error::Invalid { field, reason } => format!("{field} {reason}"),
            Error::Urgency { field } => format!("{field} 251-7.4"),
            Error::OtherSurcharge { field } => format!("{field} 251-7"),
            error => panic!("{error}"),
        }
    }

    #[test]
    fn art_251_7_4_no_line_is_a_surcharge_for_urgency_in_any_language() {
        for name in [
            "Recargo por urgencia",
            "Servicio URGENTE",
            "ＵＲＧＥＮＴＥ",
            "Urgència",
            "Suplement d’urgència",
            "Suplement per disponibilitat immediata",
            "Disponibilidad inmediata",
            "Urgent call",
            "Availability fee",
            "Supplément d'urgence",
            "Disponibilité",
            "u r g e n c i a",
            "Ur\u{ad}gencia",
            "رسوم الاستعجال",
            "خدمة عاجلة",
            "Recargo de emergencia",
            "Suplemento exprés",
            "Extra rápido",
            "رسوم إضافية للطوارئ",
        ] {
            assert_eq!(refusal(with_job(name)), "jobs/0/name 251-7.4", "{name}");
        }
        let translated = Line { texts: [(String::from("en"), String::from("Urgency"))].into(), ..line("Salida") };
        assert_eq!(refusal(Tariff { parts: vec![translated], ..Tariff::default() }), "parts/0/texts/en 251-7.4");
        let zones = vec![zone("Urgencias", &["08"])];
        assert_eq!(refusal(Tariff { zones, ..Tariff::default() }), "zones/0/name 251-7.4");
    }

    #[test]
    fn art_251_7_2_and_3_no_line_is_a_surcharge_for_hours_or_days_of_its_own() {
        for name in [
            "Recargo nocturno (20–8 h)",
            "Suplemento festivo",
            "Salida en sábado",
            "Suplement de nit",
            "Night surcharge",
            "Majoration de nuit",
            "Fin de semana",
            "Samedi",
            "رسوم الليل",
        ] {
            assert_eq!(refusal(with_job(name)), "jobs/0/name 251-7", "{name}");
        }
    }

    #[test]
    fn what_is_no_surcharge_may_be_called_what_it_is() {
        for name in [
            "Apertura de puerta",
            "Puerta de salida de emergencia",
            "Luz de emergencia",
            "Luz nocturna",
            "Mesita de noche",
            "Surgencia",
            "Desatasco exprés de fregadero",
            "Unitat exterior",
            "Cable (según material disponible)",
            "إنارة الطوارئ",
            "Enchufe extra",
            "Extractor rápido",
        ] {
            assert!(checked(with_job(name)).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_price_is_a_whole_number_of_cents_within_bounds_and_nothing_is_no_surcharge() {
        let tariff = Tariff { night: Some(Cents(0)), ..Tariff::default() };
        assert_eq!(checked(tariff).unwrap().night, None);
        assert_eq!(refusal(Tariff { hour: Cents(-1), ..Tariff::default() }), "hour_in_cents price");
        assert_eq!(refusal(Tariff { holiday: Some(Cents(10_000_001)), ..Tariff::default() }), "holiday_in_cents price");
    }

    #[test]
    fn a_zone_names_postcodes_that_no_other_has() {
        let zones = |zones: Vec<Zone>| Tariff { zones, ..Tariff::default() };
        let kept = checked(zones(vec![zone("Abrera", &["08630", " 08 640 "]), zone("Resto", &["08"])])).unwrap();
        assert_eq!(kept.zones[0].postcodes, ["08630", "08640"]);
        for (wrong, reason) in [
            (vec![zone("A", &[])], "zones/0/postcodes missing"),
            (vec![zone("A", &["8"])], "zones/0/postcodes postcode"),
            (vec![zone("A", &["086300"])], "zones/0/postcodes postcode"),
            (vec![zone("A", &["53001"])], "zones/0/postcodes postcode"),
            (vec![zone("A", &["00"])], "zones/0/postcodes postcode"),
            (vec![zone("A", &["08-10"])], "zones/0/postcodes postcode"),
            (vec![zone("A", &["08630"]), zone("B", &["08630"])], "zones/1/postcodes twice"),
            (vec![zone(" ", &["08"])], "zones/0/name missing"),
        ] {
            assert_eq!(refusal(zones(wrong)), reason);
        }
        assert_eq!(refusal(zones(vec![zone("A", &["08"]); limits::ZONES + 1])), "zones count");
    }

    #[test]
    fn a_name_is_spanish_at_least_and_its_translations_are_in_languages_of_the_site() {
        let texts = |lang: &str, text: &str| {
            let texts = [(lang.to_owned(), text.to_owned())].into();
            Tariff { jobs: vec![Line { texts, ..line("Grifo") }], ..Tariff::default() }
        };
        assert_eq!(checked(texts("en", "Tap")).unwrap().jobs[0].texts["en"], "Tap");
        assert!(checked(texts("fr", " ")).unwrap().jobs[0].texts.is_empty());
        assert_eq!(refusal(texts("es", "Grifo")), "jobs/0/texts/es language");
        assert_eq!(refusal(texts("xx", "Tap")), "jobs/0/texts/xx language");
        assert_eq!(refusal(with_job(&"x".repeat(121))), "jobs/0/name too_long");
    }

    #[test]
    fn a_postcode_is_typed_in_many_ways() {
        for typed in ["08630", " 08630 ", "08 630", "٠٨٦٣٠"] {
            assert_eq!(postcode(typed).as_deref(), Some("08630"), "{typed}");
        }
        for typed in ["", "0863", "086301", "99999", "abcde", "0863O"] {
            assert_eq!(postcode(typed), None, "{typed}");
        }
    }
}
