//! The Spanish texts that translations are made of.

use super::draft::ProductDraft;
use crate::secrets::sha256;

/// The Spanish text at a path of a draft; `None` when it names none.
pub(super) fn spanish<'a>(draft: &'a ProductDraft, path: &'a str) -> Option<&'a str> {
    let Some((what, rest)) = path.split_once('/') else {
        return match path {
            "title" => Some(&draft.title),
            "subtitle" => draft.subtitle.as_deref(),
            "ribbon_text" => draft.ribbon_text.as_deref(),
            "warnings" => draft.warnings.as_deref(),
            "in_the_box" => draft.in_the_box.as_deref(),
            "description" => Some(&draft.description),
            "type" => Some(&draft.kind),
            _ => None,
        };
    };
    let place = |text: &str| text.parse::<usize>().ok();
    match what {
        // These are named by their Spanish text: another text is another path.
        "option" | "value" | "section" => Some(rest),
        "variant" => draft.variants.get(place(rest)?).map(|variant| variant.title.as_str()),
        "field" => draft.custom_fields.get(place(rest)?).map(|field| field.title.as_str()),
        "image" => draft.images.get(place(rest)?).map(|image| image.alt.as_str()),
        "document" => draft.documents.get(place(rest)?).map(|document| document.title.as_str()),
        "attribute" => {
            let (number, part) = rest.split_once('/')?;
            let (name, value) = draft.attributes.get(place(number)?)?;
            Some(if part == "name" { name } else { value })
        }
        "info" => {
            let (number, part) = rest.split_once('/')?;
            let (title, description) = draft.additional_info.get(place(number)?)?;
            Some(if part == "title" { title } else { description })
        }
        _ => None,
    }
}

/// What is kept of the Spanish text at a path.
pub(super) fn source(draft: &ProductDraft, path: &str) -> Option<Vec<u8>> {
    spanish(draft, path).map(|text| sha256(text.as_bytes())[..8].to_vec())
}
