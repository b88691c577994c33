//! RULE: what somebody who searches means. Each word finds what begins with it, and the other number of the word in the
//! languages of the shop: "taladros" finds a "taladro", "luces" a "luz", "مضخات" a "مضخة". What nobody wrote may be a
//! slip of the finger: [`likely`] proposes the words it could have been.
//!
//! Plurals are told by their endings, in all languages at once: shoppers search in theirs whatever the page speaks. A
//! form that no language has finds nothing, so it does no harm.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::text;

/// Words that are searched for and that are corrected, at most; a query of more is searched for as it stands.
const MAX_CORRECTED: usize = 8;
/// Shorter words are no slip of another: too many are one letter apart.
const MIN_CORRECTED: usize = 4;
/// From so many letters on two of them may be wrong.
const TWO_SLIPS_FROM: usize = 8;

/// Arabic plurals that are made within the word, of things this trade sells.
const BROKEN_PLURALS: [(&str, &str); 16] = [
    ("مفتاح", "مفاتيح"),
    ("صنبور", "صنابير"),
    ("قفل", "أقفال"),
    ("باب", "أبواب"),
    ("مصباح", "مصابيح"),
    ("أنبوب", "أنابيب"),
    ("برغي", "براغي"),
    ("مثقاب", "مثاقب"),
    ("أداة", "أدوات"),
    ("نافذة", "نوافذ"),
    ("مطرقة", "مطارق"),
    ("سلك", "أسلاك"),
    ("لون", "ألوان"),
    ("مقبس", "مقابس"),
    ("مرحاض", "مراحيض"),
    ("مفك", "مفكات"),
];
/// The article, and what it becomes after a preposition; no word begins with two of them.
const ARABIC_ARTICLES: [&str; 4] = ["ال", "لل", "بال", "وال"];

/// The words of what somebody typed; an empty list when nothing of it is a word.
pub fn words(q: &str) -> Vec<String> {
    let cleaned = text::line(q).replace('"', "");
    cleaned.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).map(str::to_owned).collect()
}

/// What FTS5 is asked: every word in one of its forms. Quoted, so that nothing in it is an operator; `None` when there is
/// nothing to search for.
pub(super) fn pattern(q: &str) -> Option<String> {
    let words = words(q);
    if words.is_empty() {
        // Signs alone are no word, but they are no empty search either: they find nothing.
        return (!text::line(q).is_empty()).then(|| String::from("\"\""));
    }
    Some(words.iter().map(|word| word_pattern(word)).collect::<Vec<_>>().join(" AND "))
}

/// What FTS5 is asked for whole words, in each of their forms.
pub(super) fn whole_pattern(words: &[String]) -> Option<String> {
    let terms: Vec<String> = words.iter().map(|word| joined(format!("\"{word}\""), word)).collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}

/// What FTS5 is asked where an answer must come at once: whole words, and for the last the words that it may become. A
/// beginning that many products have would be put together from all of them before the first is found.
/// Without completions the last word is a beginning all the same.
pub(super) fn quick_pattern(words: &[String], completions: Option<&[String]>) -> Option<String> {
    let (last, whole) = words.split_last()?;
    let ending = match completions {
        None => word_pattern(last),
        Some(words) => {
            let ends = std::iter::once(last).chain(words.iter().filter(|word| *word != last));
            format!("({})", ends.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" OR "))
        }
    };
    Some(whole_pattern(whole).into_iter().chain([ending]).collect::<Vec<_>>().join(" AND "))
}

/// What finds a word: all that begins with it, and its other forms.
pub(super) fn word_pattern(word: &str) -> String {
    joined(format!("\"{word}\"*"), word)
}

/// The first term of a word, or one of its other forms.
fn joined(first: String, word: &str) -> String {
    let mut terms = vec![first];
    for form in forms(word) {
        let term = match form {
            Form::Whole(form) => format!("\"{form}\""),
            Form::Beginning(form) => format!("\"{form}\"*"),
        };
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    if terms.len() == 1 { terms.remove(0) } else { format!("({})", terms.join(" OR ")) }
}

/// Another form of a word that finds what the word itself should.
#[derive(Debug, PartialEq, Eq)]
enum Form {
    /// Itself alone.
    Whole(String),
    /// All that begins with it.
    Beginning(String),
}

fn forms(word: &str) -> Vec<Form> {
    let folded = text::folded(word);
    if !folded.chars().all(char::is_alphabetic) {
        Vec::new()
    } else if folded.is_ascii() {
        latin_forms(&folded).into_iter().map(Form::Whole).collect()
    } else if folded.chars().all(is_arabic) {
        arabic_forms(word)
    } else {
        Vec::new()
    }
}

/// The other number of a Spanish, Catalan, English or French word; that a plural begins with its singular is found anyway.
fn latin_forms(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let mut add = |ending: &str, instead: &str| {
        let stem = word.strip_suffix(ending).filter(|stem| stem.len() + instead.len() >= 3);
        forms.extend(stem.map(|stem| format!("{stem}{instead}")));
    };
    // Plurals: llaves, taps; interruptores, boxes; luces; batteries; shelves, knives; tuyaux, métaux, jeux.
    if !word.ends_with("ss") {
        add("s", "");
    }
    if word.strip_suffix("es").is_some_and(|stem| stem.ends_with(['r', 'n', 'l', 'd', 'z', 'x', 's', 'h', 'j', 'y'])) {
        add("es", "");
    }
    for (plural, singular) in [("ces", "z"), ("ies", "y"), ("lves", "lf"), ("ives", "ife"), ("aux", "al")] {
        add(plural, singular);
        add(singular, plural);
    }
    // Catalan ones: bombetes, plaques, mànegues, claus, instal·lacions, bombins, gruixos.
    for (plural, singular) in [("es", "a"), ("ques", "ca"), ("gues", "ga"), ("ions", "io")] {
        add(plural, singular);
        add(singular, plural);
    }
    add("ns", "");
    add("os", "");
    for ending in ["aux", "eux", "oux"] {
        if word.ends_with(ending) {
            add("x", "");
        }
    }
    forms
}

/// What a Latin word, without case and accents, may be the plural of.
pub(super) fn singulars(folded: &str) -> impl Iterator<Item = String> {
    latin_forms(folded).into_iter().filter(move |form| form.len() < folded.len())
}

/// The word without its article and with every article, in its other number, with the letters that people write one
/// for the other.
fn arabic_forms(word: &str) -> Vec<Form> {
    let word: String = word.chars().filter(|c| !is_arabic_mark(*c)).collect();
    let article = ARABIC_ARTICLES.into_iter().find(|article| word.starts_with(article));
    let bare = article.and_then(|article| word.strip_prefix(article)).filter(|bare| bare.chars().count() >= 3);
    let bare = bare.unwrap_or(&word).to_owned();
    let mut stems = vec![bare.clone()];
    let mut add = |ending: &str, instead: &[&str]| {
        let stem = bare.strip_suffix(ending).filter(|stem| stem.chars().count() >= 2);
        stems.extend(stem.into_iter().flat_map(|stem| instead.iter().map(move |end| format!("{stem}{end}"))));
    };
    add("ات", &["ة", ""]);
    add("ة", &["ات", "ه"]);
    add("ه", &["ة", "ات"]);
    add("ين", &[""]);
    add("ون", &[""]);
    add("ى", &["ي"]);
    add("ي", &["ى"]);
    let same = |a: &str, b: &str| text::folded(a) == text::folded(b);
    for (one, many) in BROKEN_PLURALS {
        if same(&bare, one) {
            stems.push(many.to_owned());
        } else if same(&bare, many) {
            stems.push(one.to_owned());
        }
    }
    // An alef is written with and without its hamza.
    for at in 0..stems.len() {
        if let Some(rest) = stems[at].strip_prefix(['ا', 'أ', 'إ', 'آ']).map(str::to_owned) {
            stems.extend(["ا", "أ", "إ", "آ"].map(|alef| format!("{alef}{rest}")));
        }
    }
    let articles = |stem: &String| ARABIC_ARTICLES.map(|article| Form::Beginning(format!("{article}{stem}")));
    stems.iter().flat_map(|stem| [Form::Beginning(stem.clone())].into_iter().chain(articles(stem))).collect()
}

fn is_arabic(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{6ff}')
}

/// Vowel marks, and the stroke that stretches words.
fn is_arabic_mark(c: char) -> bool {
    matches!(c, '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// Whether the words of a query are looked at for slips; those of a long one are not.
pub(super) fn may_be_slips(words: &[String]) -> bool {
    words.len() <= MAX_CORRECTED
}

/// How far a written word may be from a typed one and still be what was meant; `None` for what is no word of letters.
pub(super) fn slips(typed: &str) -> Option<usize> {
    let folded = text::folded(typed);
    let letters = folded.chars().count();
    (letters >= MIN_CORRECTED && folded.chars().all(char::is_alphabetic)).then_some(if letters >= TWO_SLIPS_FROM {
        2
    } else {
        1
    })
}

/// The words that the typed one is most probably a slip of, the nearest first, a handful: as few letters as possible are
/// another, too many, missing or swapped with their neighbour, and the first letter is rather right than wrong.
pub(super) fn likely(typed: &str, known: impl Iterator<Item = String>) -> Vec<String> {
    const HANDFUL: usize = 6;
    let Some(slips) = slips(typed) else { return Vec::new() };
    let folded = text::folded(typed);
    let typed: Vec<String> = std::iter::once(folded.clone()).chain(singulars(&folded)).collect();
    let mut near: Vec<(usize, bool, String)> = Vec::new();
    for word in known {
        let candidate = text::folded(&word);
        let distance = |typed: &String| {
            let apart = typed.chars().count().abs_diff(candidate.chars().count());
            if apart > slips { usize::MAX } else { strsim::osa_distance(typed, &candidate) }
        };
        let nearest = typed.iter().map(distance).min().unwrap_or(usize::MAX);
        if nearest <= slips {
            near.push((nearest, candidate.chars().next() != folded.chars().next(), word));
        }
    }
    near.sort();
    near.truncate(HANDFUL);
    near.into_iter().map(|(_, _, word)| word).collect()
}

/// Whether every word somebody typed begins a word of the text, or is another number of one.
pub fn fits(typed: &[String], text: &str) -> bool {
    let folded = text::folded(text);
    let written: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    typed.iter().all(|word| {
        let forms = forms(word);
        let is_meant = |written: &&str| {
            written.starts_with(&text::folded(word))
                || forms.iter().any(|form| match form {
                    Form::Whole(form) => *written == text::folded(form),
                    Form::Beginning(form) => written.starts_with(&text::folded(form)),
                })
        };
        written.iter().any(is_meant)
    })
}

/// Each three letters in a row of a word without case and accents, the first and the last with a space beside them.
pub(super) fn grams(folded: &str) -> BTreeSet<String> {
    let letters: Vec<char> = format!(" {folded} ").chars().collect();
    letters.windows(3).map(|gram| gram.iter().collect()).collect()
}

/// Which words may be near a mistyped one: those of so many letters that have so many of its grams.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Near {
    pub grams: BTreeSet<String>,
    pub letters: RangeInclusive<usize>,
    pub shared: usize,
}

/// What [`likely`] can find must be among these: a slip leaves at least one gram of a word as it was.
pub(super) fn near(typed: &str) -> Option<Near> {
    let slips = slips(typed)?;
    let folded = text::folded(typed);
    let letters = folded.chars().count();
    let mut forms: Vec<String> = singulars(&folded).collect();
    let least = forms.iter().map(|form| form.chars().count()).min().unwrap_or(letters).min(letters);
    if slips == 1 {
        // Two letters that changed places touch four grams, which may be all there are.
        let typed: Vec<char> = folded.chars().collect();
        forms.extend((1..typed.len()).map(|at| {
            let mut swapped = typed.clone();
            swapped.swap(at - 1, at);
            swapped.into_iter().collect()
        }));
    }
    forms.push(folded);
    let grams = forms.iter().flat_map(|form| grams(form)).collect();
    let touched = 4 * slips;
    Some(Near { grams, letters: least - slips..=letters + slips, shared: least.saturating_sub(touched).max(1) })
}

/// The words of a text as they are kept for [`likely`]: of letters, in lower case.
pub(super) fn known_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| (MIN_CORRECTED..=40).contains(&word.chars().count())).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_never_an_operator() {
        for (q, expected) in [
            ("  llave  inglesa ", Some(r#""llave"* AND ("inglesa"* OR "ingleses")"#)),
            (r#"gri"fo" OR"#, Some(r#""grifo"* AND "OR"*"#)),
            ("NOT title: * -", Some(r#""NOT"* AND "title:"*"#)),
            ("***", Some(r#""""#)),
            (" \t", None),
        ] {
            assert_eq!(pattern(q).as_deref(), expected, "{q}");
        }
    }

    #[test]
    fn a_plural_has_its_singular_and_the_other_way_round() {
        for (word, other) in [
            ("taladros", "taladro"),
            ("Llaves", "llave"),
            ("interruptores", "interruptor"),
            ("conexiones", "conexion"),
            ("luces", "luz"),
            ("luz", "luces"),
            ("drills", "drill"),
            ("boxes", "box"),
            ("batteries", "battery"),
            ("battery", "batteries"),
            ("shelves", "shelf"),
            ("perceuses", "perceuse"),
            ("tuyaux", "tuyau"),
            ("métaux", "metal"),
            ("métal", "metaux"),
            ("aixetes", "aixeta"),
            ("bombeta", "bombetes"),
            ("mànegues", "manega"),
            ("bombins", "bombi"),
            ("fixacions", "fixacio"),
            ("corrons", "corro"),
            ("rellotges", "rellotge"),
        ] {
            assert!(forms(word).contains(&Form::Whole(other.to_owned())), "{word} became {:?}", forms(word));
        }
        for (word, other) in [
            ("مضخات", "مضخة"),
            ("مضخة", "مضخات"),
            ("المضخة", "مضخة"),
            ("مضخة", "المضخة"),
            ("مفاتيح", "مفتاح"),
            ("مفتاح", "المفاتيح"),
            ("ادوات", "أدوات"),
        ] {
            assert!(forms(word).contains(&Form::Beginning(other.to_owned())), "{word} became {:?}", forms(word));
        }
        for word in ["M8", "12-34", "brass", "gas"] {
            let found = word_pattern(word);
            assert_eq!(found, format!("\"{word}\"*"), "{word}");
        }
    }

    #[test]
    fn every_slip_leaves_a_gram_of_the_word() {
        for word in ["tubo", "grifo", "taladro", "bombilla", "destornillador", "صنبور"] {
            let there = grams(&text::folded(word));
            for typed in slips_of(word) {
                let near = near(&typed).unwrap();
                let shared = there.intersection(&near.grams).count();
                assert!(shared >= near.shared, "{typed}: {shared} of {}", near.shared);
                assert!(near.letters.contains(&word.chars().count()), "{typed}: {:?}", near.letters);
            }
        }
    }

    /// A word with one letter wrong, missing, too many, or swapped with the next, that may still be corrected.
    fn slips_of(word: &str) -> Vec<String> {
        let letters: Vec<char> = word.chars().collect();
        let mut wrong = Vec::new();
        for at in 0..letters.len() {
            let changed = |change: &dyn Fn(&mut Vec<char>)| {
                let mut letters = letters.clone();
                change(&mut letters);
                letters.into_iter().collect::<String>()
            };
            wrong.push(changed(&|letters| letters[at] = 'x'));
            wrong.push(changed(&|letters| letters.insert(at, 'x')));
            wrong.push(changed(&|letters| _ = letters.remove(at)));
            let next = (at + 1).min(letters.len() - 1);
            wrong.push(changed(&|letters| letters.swap(at, next)));
        }
        wrong.retain(|typed| slips(typed).is_some());
        wrong
    }

    #[test]
    fn a_name_fits_what_begins_its_words_or_is_their_other_number() {
        for (typed, name, expected) in [
            ("cerr", "Cerrajería y seguridad", true),
            ("seguridad cerraj", "Cerrajería y seguridad", true),
            ("FONTANERIA", "Fontanería", true),
            ("cerrajeros", "Cerrajero", true),
            ("seguro", "Cerrajería y seguridad", false),
            ("rajería", "Cerrajería", false),
            ("كهرب", "الكهرباء والإنارة", true),
        ] {
            assert_eq!(fits(&words(typed), name), expected, "{typed}");
        }
    }

    #[test]
    fn a_slip_is_one_letter_in_a_short_word_and_two_in_a_long_one() {
        let known = ["grifo", "grifería", "taladro", "destornillador", "tubo", "gripo", "baño", "صنبور"];
        let likely = |typed: &str| likely(typed, known.iter().map(|word| (*word).to_owned()));
        assert_eq!(likely("griffo"), ["grifo"]);
        assert_eq!(likely("griffos"), ["grifo"], "a plural may be mistyped too");
        assert_eq!(likely("girfo"), ["grifo"], "swapped letters are one slip");
        assert_eq!(likely("GRIFP"), ["grifo"]);
        assert_eq!(likely("destronilador"), ["destornillador"]);
        assert_eq!(likely("griferia"), ["grifería"]);
        assert_eq!(likely("صنبورر"), ["صنبور"]);
        assert_eq!(likely("grijoo"), Vec::<String>::new(), "two in a short word are another word");
        assert_eq!(likely("tub"), Vec::<String>::new());
        assert_eq!(likely("M1234"), Vec::<String>::new());
    }
}
