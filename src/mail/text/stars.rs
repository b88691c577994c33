//! The mails about stars and comments.

use super::{Block, Mail, Proof, Shop};
use crate::lang::{Lang, fill};
use crate::mail::OrderSummary;
use crate::mail::words::Words;

/// Asks for stars for what was delivered. The page takes the key out of its address at once: no log holds it.
pub(super) fn of_order<'a>(
    order: &'a OrderSummary,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
    proof: &Proof,
) -> Mail<'a> {
    let lines = order.lines.iter().map(|line| line.title.replace('\n', " · ")).collect();
    let blocks = vec![
        Block::Text(w.rate_intro.clone()),
        Block::Lines { title: &w.rate_lines, lines },
        Block::Button { label: &w.rate_button, url: link(&order.order_id, lang, shop, proof) },
        Block::Note(&w.rate_note),
    ];
    (w.rate_subject.clone(), order.name.as_str(), blocks)
}

/// Asks for stars for the firm.
pub(super) fn of_firm<'a>(
    name: &'a str,
    quote_id: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
    proof: &Proof,
) -> Mail<'a> {
    let blocks = vec![
        Block::Text(w.rate_firm_intro.clone()),
        Block::Button { label: &w.rate_button, url: link(quote_id, lang, shop, proof) },
        Block::Note(&w.rate_note),
    ];
    (w.rate_firm_subject.clone(), name, blocks)
}

fn link(id: &str, lang: Lang, shop: &Shop<'_>, proof: &Proof) -> String {
    format!("{}/rate/{id}?lang={lang}&key={}", shop.origin, proof.order_key)
}

/// What the firm answers below a comment, for whoever wrote that.
pub(super) fn reply<'a>(
    name: &'a str,
    title: &str,
    product_id: &str,
    answer: &str,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'a> {
    let mut blocks = vec![Block::Text(fill(&w.reply_intro, &lang.isolate(title)))];
    blocks.extend(answer.split("\n\n").map(|paragraph| Block::Text(paragraph.to_owned())));
    let url = format!("{}/product/{product_id}?lang={lang}", shop.origin);
    blocks.push(Block::Button { label: &w.reply_button, url });
    (fill(&w.reply_subject, title), name, blocks)
}
