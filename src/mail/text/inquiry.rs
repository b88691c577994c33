//! The mails about what people write to the firm.

use super::{Block, Mail, Shop, text};
use crate::lang::fill;
use crate::mail::words::Words;
use crate::mail::{Inquiry, MailedFile};
use crate::text::folded;

/// A request for a quote arrived; to whoever wrote it.
pub(super) fn quote_received<'a>(name: &'a str, number: &str, service: Option<&String>, w: &'static Words) -> Mail<'a> {
    let number_of = (w.reference.as_str(), number.to_owned());
    let facts = [number_of].into_iter().chain(service.map(|service| (w.service.as_str(), service.clone()))).collect();
    let blocks = vec![text(&w.quote_intro), Block::Facts(facts), Block::Note(&w.inquiry_note)];
    (fill(&w.quote_subject, number), name, blocks)
}

/// A message arrived; to whoever wrote it.
pub(super) fn message_received<'a>(name: &'a str, number: &str, w: &'static Words) -> Mail<'a> {
    let facts = Block::Facts(vec![(&w.reference, number.to_owned())]);
    (fill(&w.message_subject, number), name, vec![text(&w.message_intro), facts, Block::Note(&w.inquiry_note)])
}

/// The firm's answer, what goes along with it, and what it answers.
pub(super) fn answer<'a>(
    subject: &str,
    name: &'a str,
    answer: &str,
    files: &[MailedFile],
    asked: &str,
    w: &'static Words,
) -> Mail<'a> {
    let mut blocks: Vec<Block> = answer.split("\n\n").map(|paragraph| Block::Text(paragraph.to_owned())).collect();
    if !files.is_empty() {
        let lines = files.iter().map(|file| file.name.clone()).collect();
        blocks.push(Block::Lines { title: &w.attached, lines });
    }
    let lines = asked.lines().map(str::to_owned).collect();
    blocks.push(Block::Lines { title: &w.you_wrote, lines });
    // Mail programs keep together what has the subject of the first mail.
    (format!("Re: {subject}"), if greets(answer) { "" } else { name }, blocks)
}

/// What a letter begins with, in the shop's languages; folded.
const GREETINGS: &str = "hola, buenas, muy buenas, buenos dias, buen dia, estimado, estimada, estimados, apreciado, apreciada, \
     querido, querida, bon dia, bona tarda, bones, benvolgut, benvolguda, estimat, hello, hi, dear, good morning, \
     good afternoon, bonjour, bonsoir, cher, chere, مرحبا, اهلا, السلام";

/// Whether the owner's answer greets by itself.
fn greets(answer: &str) -> bool {
    let text = folded(answer);
    let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
    let ends = |rest: &str| !rest.starts_with(char::is_alphabetic);
    GREETINGS.split(", ").any(|greeting| text.strip_prefix(greeting).is_some_and(ends))
}

/// What somebody wrote, for the owner, with the way to its conversation among the `kind` of the desk's inbox. It greets
/// nobody: the name in it is the writer's.
pub(super) fn for_owner(
    inquiry: &Inquiry,
    w: &'static Words,
    subject: &str,
    shop: &Shop<'_>,
    kind: &str,
) -> Mail<'static> {
    let (language, photos) = (inquiry.lang.name().to_owned(), inquiry.attachments.len().to_string());
    let facts = [
        (&w.name, Some(&inquiry.name)),
        (&w.email, Some(&inquiry.email)),
        (&w.phone, inquiry.phone.as_ref()),
        (&w.service, inquiry.service.as_ref()),
        (&w.town, inquiry.town.as_ref()),
        (&w.when, inquiry.when.as_ref()),
        (&w.language, Some(&language)),
        (&w.photos, Some(&photos).filter(|_| !inquiry.attachments.is_empty())),
    ];
    let facts = facts.into_iter().filter_map(|(label, value)| Some((label.as_str(), value?.clone()))).collect();
    let lines = Block::Lines { title: &w.message, lines: inquiry.message.lines().map(str::to_owned).collect() };
    let conversation = if inquiry.id.is_empty() { String::new() } else { format!("/{kind}/{}", inquiry.id) };
    let url = format!("{}/admin/inbox{conversation}", shop.origin);
    let button = Block::Button { label: &w.conversation_button, url };
    (fill(subject, &inquiry.number), "", vec![Block::Facts(facts), lines, button])
}

#[cfg(test)]
mod tests {
    use super::super::tests::SHOP;
    use super::super::{Proof, render};
    use crate::lang::Lang;
    use crate::mail::Message;

    #[test]
    fn an_answer_that_greets_is_not_greeted_for_once_more() {
        let first = |said: &str| {
            let answer = Message::Answer {
                number: String::from("1a2b3c4d"),
                about_quote: true,
                name: String::from("Jordi"),
                text: said.to_owned(),
                asked: String::from("¿Cuánto?"),
                thread: None,
                complaint: None,
                files: Vec::new(),
            };
            let mail = render(&answer, Lang::Es, &SHOP, &Proof::default());
            mail.text.lines().next().unwrap_or_default().to_owned()
        };
        for said in ["Hola Jordi, unos 3.000 €.", "¡Buenos días!", "Bon dia:", "Dear Jordi,", "مرحبًا يا جوردي"]
        {
            assert_eq!(first(said), said);
        }
        for said in ["Unos 3.000 €.", "Hicimos uno igual.", "Buenasol lo vende."] {
            assert_eq!(first(said), "Hola, Jordi:", "{said}");
        }
    }
}
