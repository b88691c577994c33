//! RULE: a variant that is called as its product, or after its values, goes on being so when these are called otherwise and
//! the file leaves its own title as it was. Whoever renames a product in a file changes one cell.

use super::merge;
use crate::catalogue::draft::ProductDraft;
use crate::lang::Lang;

/// Whether no variant has a title of its own, in any language.
pub(super) fn after_others(draft: &ProductDraft) -> bool {
    (0..draft.variants.len()).all(|place| {
        Lang::ALL
            .into_iter()
            .all(|lang| title(draft, place, lang).is_none_or(|title| called(draft, place, lang) == Some(title)))
    })
}

/// Calls variants anew whose product, or whose values, the file calls otherwise than the shop.
pub(super) fn follow(draft: &mut ProductDraft, existing: &ProductDraft) {
    for (place, known) in merge::places(draft, existing).into_iter().enumerate() {
        let Some(known) = known else { continue };
        for lang in Lang::ALL {
            let before = title(existing, known, lang);
            let is_untouched = before.is_some() && title(draft, place, lang) == before;
            let Some(new) = called(draft, place, lang).filter(|_| is_untouched) else { continue };
            if before != called(existing, known, lang) {
                continue;
            }
            if lang == Lang::default() {
                draft.variants[place].title = new;
            } else {
                draft.texts.entry(lang).or_default().insert(format!("variant/{place}"), new);
            }
        }
    }
}

fn title(draft: &ProductDraft, place: usize, lang: Lang) -> Option<String> {
    if lang == Lang::default() {
        return Some(draft.variants[place].title.clone());
    }
    draft.texts.get(&lang)?.get(&format!("variant/{place}")).cloned()
}

/// What a variant is called that has no title of its own; `None` where not all it is called after is translated.
fn called(draft: &ProductDraft, place: usize, lang: Lang) -> Option<String> {
    let values = &draft.variants[place].option_values;
    let translated = |path: &str| draft.texts.get(&lang)?.get(path).cloned();
    match (lang == Lang::default(), values.is_empty()) {
        (true, true) => Some(draft.title.clone()),
        (true, false) => Some(values.join(" / ")),
        (false, true) => translated("title"),
        (false, false) => {
            let words: Option<Vec<_>> = values.iter().map(|value| translated(&format!("value/{value}"))).collect();
            words.map(|words| words.join(" / "))
        }
    }
}
