//! The Spanish tax number, NIF: of people (DNI, NIE) and of companies, with the sign that proves the rest.

/// The control letter of a number, by its remainder.
const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
/// The control letter of a company, where its kind has one instead of a digit.
const COMPANY_LETTERS: &[u8; 10] = b"JABCDEFGHI";

/// The number in capitals without spaces, dots and dashes; `None` when it is not one.
pub fn normalized(text: &str) -> Option<String> {
    let nif: String = text.chars().filter(|c| !" .-".contains(*c)).map(|c| c.to_ascii_uppercase()).collect();
    let bytes: &[u8; 9] = nif.as_bytes().try_into().ok()?;
    let [first, middle @ .., control] = *bytes;
    let right = match first {
        b'0'..=b'9' => person(first, middle)? == control,
        b'X'..=b'Z' => person(first - b'X' + b'0', middle)? == control,
        _ => company(first, middle)?.contains(&control),
    };
    right.then_some(nif)
}

/// The letter for a DNI, or a NIE whose letter became a digit.
fn person(first: u8, rest: [u8; 7]) -> Option<u8> {
    let number = [first].iter().chain(&rest).try_fold(0, |number, c| Some(number * 10 + digit(*c)?))?;
    Some(LETTERS[number % LETTERS.len()])
}

/// What may stand at the end of a company's number: a digit, a letter, or either, as its kind wants it.
fn company(kind: u8, digits: [u8; 7]) -> Option<Vec<u8>> {
    let sum = digits.iter().enumerate().try_fold(0, |sum, (n, c)| {
        let doubled = digit(*c)? * if n % 2 == 0 { 2 } else { 1 };
        Some(sum + doubled / 10 + doubled % 10)
    })?;
    let control = (10 - sum % 10) % 10;
    let (figure, letter) = (b"0123456789"[control], COMPANY_LETTERS[control]);
    match kind {
        b'A' | b'B' | b'E' | b'H' => Some(vec![figure]),
        b'N' | b'P' | b'Q' | b'R' | b'S' | b'W' => Some(vec![letter]),
        b'C' | b'D' | b'F' | b'G' | b'J' | b'U' | b'V' => Some(vec![figure, letter]),
        _ => None,
    }
}

fn digit(c: u8) -> Option<usize> {
    c.is_ascii_digit().then(|| usize::from(c - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_its_right_control_sign_is_taken() {
        for nif in [
            "12345678Z",
            "00000000T",
            "89890001K",
            "X1234567L",
            "Y1234567X",
            "Z1234567R",
            "A58818501",
            "B12345674",
            "G12345674",
            "G1234567D",
            "P1234567D",
        ] {
            assert_eq!(normalized(nif).as_deref(), Some(nif));
        }
        assert_eq!(normalized(" b-1234567-4 ").as_deref(), Some("B12345674"));
        assert_eq!(normalized("12.345.678-z").as_deref(), Some("12345678Z"));
    }

    #[test]
    fn anything_else_is_not() {
        for text in [
            "",
            "12345678A",
            "X1234567R",
            "B12345675",
            "B1234567D",
            "P12345674",
            "1234567Z",
            "I12345674",
            "B1234567",
            "B123456745",
            "Z23456789",
            "ñ2345678Z",
            "B1234A674",
        ] {
            assert_eq!(normalized(text), None, "{text}");
        }
    }
}
