//! Names and other shops' addresses → ours.

use crate::secrets::sha256;
use crate::text;

/// The most characters of an address.
const MOST: usize = 200;

/// A name as part of an address: Latin letters without accents, digits, and single hyphens; empty when none is left.
pub(in crate::catalogue) fn of_name(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        let plain = match c {
            'á' | 'à' | 'ä' | 'â' | 'ã' | 'å' => "a",
            'é' | 'è' | 'ë' | 'ê' => "e",
            'í' | 'ì' | 'ï' | 'î' => "i",
            'ó' | 'ò' | 'ö' | 'ô' | 'õ' => "o",
            'ú' | 'ù' | 'ü' | 'û' => "u",
            'ñ' => "n",
            'ç' => "c",
            'ß' => "ss",
            'œ' => "oe",
            'æ' => "ae",
            '\'' | '’' | '·' | 'º' | 'ª' => continue,
            c if c.is_ascii_alphanumeric() => {
                slug.push(c);
                continue;
            }
            _ if slug.is_empty() || slug.ends_with('-') => continue,
            _ => "-",
        };
        slug.push_str(plain);
    }
    slug.truncate(180);
    slug.trim_end_matches('-').to_owned()
}

/// Another shop's address as one of ours, in any script; empty when nothing of it can stand in one.
pub(super) fn of_handle(handle: &str) -> String {
    let stands = |c: char| !c.is_whitespace() && !matches!(c, '/' | '?' | '#' | '%' | '\\');
    let cleaned = text::line(handle).to_lowercase();
    let parts: Vec<&str> = cleaned.split(|c| !stands(c)).filter(|part| !part.is_empty()).collect();
    let slug = parts.join("-");
    if slug.chars().count() <= MOST {
        return slug;
    }
    // Two long ones that begin alike stay two.
    let [a, b, c, d, ..] = sha256(slug.as_bytes());
    let begin: String = slug.chars().take(MOST - 9).collect();
    format!("{begin}-{:08x}", u32::from_be_bytes([a, b, c, d]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_part_of_an_address() {
        for (name, slug) in [
            ("Señal de Emergencia ¡LED! 3 W", "senal-de-emergencia-led-3-w"),
            ("  Llave 1/2\" – Ø20 ", "llave-1-2-20"),
            ("Col·lector d'aigua", "collector-daigua"),
            ("قفل", ""),
        ] {
            assert_eq!(of_name(name), slug, "{name}");
        }
    }

    #[test]
    fn an_address_of_another_shop_keeps_its_letters() {
        for (handle, slug) in [
            ("Clay-Plant-Pot", "clay-plant-pot"),
            ("ランプ-赤", "ランプ-赤"),
            (" a b/c?d#e%20f\\g ", "a-b-c-d-e-20f-g"),
            ("100%-lana", "100--lana"),
            ("/?#", ""),
        ] {
            assert_eq!(of_handle(handle), slug, "{handle}");
        }
        let (one, other) = (of_handle(&format!("{}1", "x".repeat(250))), of_handle(&format!("{}2", "x".repeat(250))));
        assert_eq!((one.len(), other.len()), (MOST, MOST));
        assert_ne!(one, other);
    }
}
