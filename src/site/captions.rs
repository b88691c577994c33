//! What is said of the owner's pictures of the gallery as long as the owner says nothing of them: never what was said of
//! the illustrations in whose places they stand.

use serde::Deserialize;

use crate::lang::{Lang, Texts};
use crate::pictures::Shelf;
use crate::wording::Words;

static CAPTIONS: Texts<Captions> = Texts::section("own_pictures");

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Captions {
    /// A picture of the firm's work, whatever it shows.
    work: String,
    /// A place before the work, and after it.
    before: String,
    after: String,
    /// That place.
    place: String,
}

/// The rooms that are compared: their name among the texts, and their pictures before and after.
const PAIRS: [(&str, &str, &str); 2] = [("pictures.kitchen", "01", "02"), ("pictures.bathroom", "03", "04")];

/// Whether any stand in.
pub fn are_needed(shelf: &Shelf) -> bool {
    numbers(shelf).next().is_some()
}

/// Puts those words where the owner has a picture and no words of their own, among the texts that stand in for ours; answers
/// whether there are such pictures.
pub fn stand_in(words: &mut Words, shelf: &Shelf, lang: Lang) -> bool {
    let captions = CAPTIONS.of(lang);
    for number in numbers(shelf) {
        let said = match PAIRS.iter().find(|(_, before, after)| *before == number || *after == number) {
            Some((name, before, _)) => {
                words.entry((*name).to_owned()).or_insert_with(|| captions.place.clone());
                if *before == number { &captions.before } else { &captions.after }
            }
            None => &captions.work,
        };
        words.entry(format!("pictures.caption.{number}")).or_insert_with(|| said.clone());
    }
    are_needed(shelf)
}

fn numbers(shelf: &Shelf) -> impl Iterator<Item = &str> {
    shelf.own.iter().filter_map(|name| name.strip_prefix("gallery-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_each_language_are_there() {
        for lang in Lang::ALL {
            CAPTIONS.read(lang).unwrap();
        }
    }
}
