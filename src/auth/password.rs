//! RULE: which passwords are accepted. Length, and nothing that is guessed early: common words with the usual
//! decorations, walks over the keyboard, repetitions, plain numbers, and the person's or the shop's own names.
//! No rules of composition: they make passwords worse.

use std::collections::HashSet;
use std::sync::LazyLock;

use icu_normalizer::ComposingNormalizerBorrowed;
use poem_openapi::Enum;

const MAX_CHARS: usize = 256;
const MAX_BYTES: usize = 1024;

/// A password in one Unicode form (NFC), so that every keyboard gives the same bytes; at most 256 characters and
/// 1,024 bytes. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// What a password is to protect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Role {
    /// An account.
    Customer,
    /// The desk as well.
    Admin,
}

impl Role {
    /// Of somebody who is an administrator or not.
    pub const fn of(is_admin: bool) -> Self {
        if is_admin { Self::Admin } else { Self::Customer }
    }

    /// As it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Admin => "admin",
        }
    }

    /// Characters a password needs at least where the shop asks for `shops`.
    pub fn min_length(self, shops: usize) -> usize {
        match self {
            Self::Customer => shops,
            Self::Admin => shops.max(12),
        }
    }
}

/// Why a password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Weakness {
    /// It has fewer characters than this.
    #[error("Password should be at least {0} characters")]
    TooShort(usize),
    /// It is longer than 256 characters or 1,024 bytes.
    #[error("Password should be at most 256 characters")]
    TooLong,
    /// It is one of the first that are tried.
    #[error("Password is known to be easy to guess")]
    Common,
    /// It is made of the e-mail address, the name or the shop's name.
    #[error("Password should not be your name, your address or the shop's name")]
    Personal,
}

impl Password {
    /// Takes any text that is not too long.
    pub fn parse(text: &str) -> Result<Self, Weakness> {
        if text.len() > MAX_BYTES {
            return Err(Weakness::TooLong);
        }
        let text = ComposingNormalizerBorrowed::new_nfc().normalize(text);
        if text.chars().count() > MAX_CHARS || text.len() > MAX_BYTES {
            return Err(Weakness::TooLong);
        }
        Ok(Self(text.into_owned()))
    }

    /// What is hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether it may protect an account. `min_length` counts characters; `about` is what others know of the person
    /// and the shop: address, names.
    pub fn check(&self, min_length: usize, about: &[&str]) -> Result<(), Weakness> {
        if self.0.chars().count() < min_length {
            return Err(Weakness::TooShort(min_length));
        }
        let folded = fold(&self.0);
        if about.iter().any(|text| is_about(&folded, text)) {
            return Err(Weakness::Personal);
        }
        if is_common(&folded) { Err(Weakness::Common) } else { Ok(()) }
    }
}

static COMMON: LazyLock<HashSet<String>> =
    LazyLock::new(|| include_str!("common_passwords.txt").split_whitespace().map(fold).collect());

/// Neighbours on keyboards and in alphabets; each is walked in both directions.
const WALKS: [&str; 14] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjklñ",
    "zxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "qwertz",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujm",
    "ضصثقفغعهخحجد",
    "شسيبلاتنمكط",
];

/// Decorations people add to a word, and how many of them change little.
const DECORATION: usize = 6;

fn is_common(folded: &str) -> bool {
    let chars: Vec<char> = folded.chars().collect();
    let unit = &chars[..period(&chars)];
    if unit.len() < chars.len() && (unit.len() <= 4 || is_common(&unit.iter().collect::<String>())) {
        return true;
    }
    let solid: Vec<char> = chars.iter().copied().filter(|c| c.is_alphanumeric()).collect();
    // Numbers of up to nine digits: dates, phones, codes.
    if solid.iter().all(char::is_ascii_digit) && solid.len() < 10 {
        return true;
    }
    is_walked(&solid) || is_decorated_word(folded)
}

/// A common word, plain or in the usual disguise, with few or predictable characters around it.
fn is_decorated_word(folded: &str) -> bool {
    let letter = |c: char| c.is_alphabetic();
    let start = folded.trim_start_matches(|c| !letter(c));
    let end = folded.trim_end_matches(|c| !letter(c));
    let both = start.trim_end_matches(|c| !letter(c));
    [folded, start, end, both].into_iter().any(|word| {
        let around: Vec<char> = folded.replacen(word, "", 1).chars().filter(char::is_ascii_alphanumeric).collect();
        let little = folded.chars().count() - word.chars().count() <= DECORATION || is_walked(&around);
        little && [word.to_owned(), plain(word, 'i'), plain(word, 'l')].iter().any(|word| COMMON.contains(word))
    })
}

/// Whether the whole text is made of walks of three characters or more.
fn is_walked(chars: &[char]) -> bool {
    let mut rest = chars;
    while !rest.is_empty() {
        match (3..=rest.len()).rev().find(|&n| is_walk(&rest[..n])) {
            Some(n) => rest = &rest[n..],
            None => return false,
        }
    }
    true
}

fn is_walk(chars: &[char]) -> bool {
    let forward: String = chars.iter().collect();
    let backward: String = chars.iter().rev().collect();
    let same = chars.iter().all(|c| *c == chars[0]);
    same || WALKS.iter().any(|walk| walk.contains(&forward) || walk.contains(&backward))
}

/// The length of the shortest beginning whose repetition is the whole; the whole length when there is none.
fn period(chars: &[char]) -> usize {
    (1..=chars.len() / 2).find(|&n| chars.iter().zip(&chars[n..]).all(|(a, b)| a == b)).unwrap_or(chars.len())
}

/// Whether the password is little more than a name of four letters or more, or exactly a shorter one.
fn is_about(folded: &str, text: &str) -> bool {
    let solid = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let password = solid(folded);
    let text = fold(text);
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned);
    words.chain([solid(&text)]).filter(|word| !word.is_empty()).any(|word| {
        let length = word.chars().count();
        let backward: String = word.chars().rev().collect();
        [word, backward].iter().any(|word| match password.find(word.as_str()) {
            Some(_) if length >= 4 => password.chars().count() - length <= DECORATION,
            Some(_) => password.trim_matches(|c: char| c.is_ascii_digit()) == word,
            None => false,
        })
    })
}

/// Lower case, without the accents of our languages.
fn fold(text: &str) -> String {
    let bare = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        '٠'..='٩' => char::from_digit(u32::from(c) - 0x660, 10).unwrap_or(c),
        _ => c,
    };
    text.to_lowercase().chars().map(bare).collect()
}

/// Undoes the usual disguise of letters as digits and signs; `one` is the letter that 1 and ! stand for.
fn plain(word: &str, one: char) -> String {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' | '|' => one,
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        _ => c,
    };
    word.chars().map(letter).filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOUT: [&str; 3] = ["lucia.vidal@example.com", "Lucía Vidal Roca", "Manetes"];

    fn check(text: &str) -> Result<(), Weakness> {
        Password::parse(text)?.check(6, &ABOUT)
    }

    #[test]
    fn what_is_guessed_first_is_refused() {
        for text in [
            "123456",
            "123456789",
            "1234567890",
            "987654321",
            "111111",
            "qwerty",
            "azerty123",
            "1q2w3e4r",
            "qazwsx",
            "password",
            "Password1!",
            "P4ssw0rd",
            "p@$$w0rd",
            "$ecret0",
            "contraseña",
            "Contraseña2024",
            "CONTRASEÑA!!",
            "iloveyou",
            "tequiero99",
            "barcelona1",
            "RealMadrid",
            "motdepasse",
            "jetaime!",
            "abc123",
            "abcdef",
            "abcabc",
            "asdfasdf",
            "aaaaaaaa",
            "121212",
            "19051987",
            "19-05-1987",
            "600000000",
            "hola.123456",
            "123456hola",
            "letmein",
            "qwerty123456",
            "asdf1234",
            "zxcvbnm,",
            "مرحبا123",
            "كلمةالسر",
            "ضصثقفغ",
            "١٢٣٤٥٦",
            "dragon!",
            "superman",
            "secreto",
            "Secreto123",
            "passwordpassword",
            "!!!!!!!!",
        ] {
            assert_eq!(check(text), Err(Weakness::Common), "{text}");
        }
    }

    #[test]
    fn what_others_know_of_a_person_is_refused() {
        for text in ["lucia.vidal", "Lucia2024!", "vidal-roca", "1vidal1", "luciavidal", "Manetes2026", "aicul2024"] {
            assert_eq!(check(text), Err(Weakness::Personal), "{text}");
        }
    }

    #[test]
    fn an_ordinary_password_is_accepted() {
        for text in [
            "tres gatos grises",
            "k7#mQ2",
            "el tornillo de lucia gira",
            "Xuclamel-42",
            "correct horse battery staple",
            "ثلاثقططرمادية",
            "n0v3mbr3-pl0u-f0rt",
            "83920175526",
            "manzanas y martillos",
            "vqzk83",
            "ñandú-veloz",
        ] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(check("k7#mQ"), Err(Weakness::TooShort(6)));
        assert_eq!(check("ñçéüöà"), Ok(()));
        assert_eq!(check(&"x7é".repeat(86)), Err(Weakness::TooLong));
        assert_eq!(check(&"🔑🗝x".repeat(150)), Err(Weakness::TooLong));
        assert_eq!(check(&format!("{}{}", "tres gatos ", "y mas ".repeat(40))), Ok(()));
    }

    #[test]
    fn every_keyboard_gives_the_same_password() {
        assert!(Password::parse("sen\u{303}or") == Password::parse("se\u{f1}or"));
    }

    #[test]
    fn the_longest_password_is_judged_quickly() {
        let text: String = ('a'..='z').cycle().take(256).collect();
        assert!(check(&text).is_err());
    }
}
