//! The mails about complaints.

use super::{Block, Mail, Shop, text};
use crate::lang::{Lang, fill};
use crate::mail::words::Words;
use crate::mail::{ComplaintDue, ComplaintNotice, ComplaintReceipt};

/// The Catalan Consumer Agency, which has the official sheets.
const AGENCY: &str = "https://consum.gencat.cat";

/// What its sender keeps of it: what it says, when it arrived, its key and until when it is answered. It greets nobody: the
/// name in it is whatever was typed, and stands among the facts.
pub(super) fn receipt(receipt: &ComplaintReceipt, w: &'static Words, lang: Lang) -> Mail<'static> {
    let ComplaintReceipt { key, name, order, text: lines, at, due, takes_part, body, .. } = receipt;
    // To the minute: `20/11/2026 12:00`.
    let at = at.get(..16).unwrap_or(at);
    // Where the agency's address is the body's too, the link says it.
    let body = body.strip_suffix(AGENCY).map_or(body.as_str(), |body| body.trim_end_matches(", "));
    let mut facts = vec![
        (w.complaint_key.as_str(), lang.isolate(key)),
        (w.complaint_at.as_str(), lang.isolate(at)),
        (w.complaint_due.as_str(), lang.isolate(due)),
        (w.name.as_str(), name.clone()),
    ];
    facts.extend(order.as_ref().map(|order| (w.owner_withdrawal_order.as_str(), order.clone())));
    let takes_part = if *takes_part { &w.complaint_adr_yes } else { &w.complaint_adr_no };
    let blocks = vec![
        text(&w.complaint_intro),
        Block::Facts(facts),
        Block::Lines { title: &w.complaint_text, lines: lines.clone() },
        text(&w.complaint_sheets),
        Block::Link { label: &w.complaint_sheets_button, url: String::from(AGENCY) },
        Block::Text(fill(takes_part, &lang.isolate(body))),
        Block::Note(&w.complaint_stranger_note),
    ];
    (fill(&w.complaint_subject, key), "", blocks)
}

/// What the owner is to answer, and until when.
pub(super) fn for_owner(notice: &ComplaintNotice, w: &'static Words, shop: &Shop<'_>) -> Mail<'static> {
    let ComplaintNotice { inquiry, key, order, due } = notice;
    let language = inquiry.lang.name().to_owned();
    let facts = [
        (&w.complaint_key, Some(key)),
        (&w.complaint_due, Some(due)),
        (&w.name, Some(&inquiry.name)),
        (&w.email, Some(&inquiry.email)),
        (&w.owner_withdrawal_order, order.as_ref()),
        (&w.language, Some(&language)),
    ];
    let facts = facts.into_iter().filter_map(|(label, value)| Some((label.as_str(), value?.clone()))).collect();
    let lines = inquiry.message.lines().map(str::to_owned).collect();
    let blocks = vec![
        text(&w.owner_complaint_intro),
        Block::Facts(facts),
        Block::Lines { title: &w.message, lines },
        conversation(&inquiry.id, w, shop),
    ];
    (fill(&w.owner_complaint_subject, key), "", blocks)
}

/// Time runs out, or has run out.
pub(super) fn due(due: &ComplaintDue, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'static> {
    let ComplaintDue { id, key, due, is_overdue } = due;
    let (subject, intro) = if *is_overdue {
        (&w.owner_complaint_overdue_subject, &w.owner_complaint_overdue_intro)
    } else {
        (&w.owner_complaint_due_subject, &w.owner_complaint_due_intro)
    };
    let intro = Block::Text(fill(intro, &lang.isolate(due)));
    (fill(subject, key), "", vec![intro, conversation(id, w, shop)])
}

fn conversation(id: &str, w: &'static Words, shop: &Shop<'_>) -> Block {
    Block::Button { label: &w.conversation_button, url: format!("{}/admin/inbox/messages/{id}", shop.origin) }
}
