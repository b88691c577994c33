//! What is told of the demo's products one by one, and the words for it in other languages, which many of them share.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::catalogue::draft::{DocumentDraft, Fitting, ProductDraft};
use crate::lang::Lang;

#[derive(Deserialize)]
struct File {
    /// Spanish words and what they are in each language; what is missing reads the same.
    words: BTreeMap<Lang, BTreeMap<String, String>>,
    /// By slug.
    products: BTreeMap<String, Facts>,
}

#[derive(Deserialize)]
struct Facts {
    fitting: String,
    attributes: Vec<Attribute>,
    #[serde(default)]
    in_the_box: Vec<String>,
    #[serde(default)]
    documents: Vec<Document>,
    #[serde(default)]
    swatches: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Attribute {
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct Document {
    file: String,
    title: String,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| serde_json::from_str(include_str!("facts.json")).expect("the tests read the embedded file"));

/// Adds what is told of a product, in every language.
pub(super) fn add(draft: &mut ProductDraft) {
    let Some(facts) = FILE.products.get(&draft.slug) else { return };
    draft.fields.fitting = Fitting::parse(&facts.fitting).unwrap_or_default();
    draft.fields.in_the_box = Some(facts.in_the_box.join("\n")).filter(|text| !text.is_empty());
    draft.attributes = facts.attributes.iter().map(|fact| (fact.name.clone(), fact.value.clone())).collect();
    let document = |document: &Document| DocumentDraft {
        url: format!("/documents/demo/{}.pdf", document.file),
        title: document.title.clone(),
    };
    draft.documents = facts.documents.iter().map(document).collect();
    draft.swatches.clone_from(&facts.swatches);
    for (lang, words) in &FILE.words {
        translate(draft, *lang, words);
    }
}

fn translate(draft: &mut ProductDraft, lang: Lang, words: &BTreeMap<String, String>) {
    let mut texts = BTreeMap::new();
    for (n, (name, value)) in draft.attributes.iter().enumerate() {
        for (part, spanish) in [("name", name), ("value", value)] {
            texts.extend(words.get(spanish).map(|word| (format!("attribute/{n}/{part}"), word.clone())));
        }
    }
    for (n, document) in draft.documents.iter().enumerate() {
        texts.extend(words.get(&document.title).map(|title| (format!("document/{n}"), title.clone())));
    }
    if let Some(lines) = &draft.in_the_box {
        let lines: Vec<&str> = lines.lines().map(|line| words.get(line).map_or(line, String::as_str)).collect();
        texts.insert(String::from("in_the_box"), lines.join("\n"));
    }
    draft.texts.entry(lang).or_default().extend(texts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::documents;

    #[test]
    fn every_document_of_the_demo_is_there() {
        for document in FILE.products.values().flat_map(|facts| &facts.documents) {
            let path = format!("/documents/demo/{}.pdf", document.file);
            assert!(documents::is_path(&path) && documents::demo(&path).is_some(), "{path}");
        }
    }
}
