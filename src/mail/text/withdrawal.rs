//! The mails about statements of withdrawal.

use super::{Block, Mail, Shop, text};
use crate::lang::{Lang, fill};
use crate::mail::words::Words;
use crate::mail::{GoesBack, ReturnStep, ReturnUpdate, Unsent, WithdrawalNotice, WithdrawalReceipt};

/// What its sender keeps of it: it says that it arrived, when, and what it says, and accepts nothing. It greets nobody: the
/// name in it is whatever was typed, and stands among the facts.
pub(super) fn receipt(receipt: &WithdrawalReceipt, w: &'static Words, lang: Lang) -> Mail<'static> {
    let WithdrawalReceipt { number, name, contract, items, statement, at, unsent, .. } = receipt;
    let facts = vec![
        (w.reference.as_str(), number.clone()),
        (w.withdrawal_at.as_str(), lang.isolate(at)),
        (w.name.as_str(), name.clone()),
        (w.withdrawal_contract.as_str(), contract.clone()),
    ];
    let is_cancelled = *unsent == Some(Unsent::Cancelled);
    let intro = if is_cancelled { &w.withdrawal_cancelled_intro } else { &w.withdrawal_intro };
    let mut blocks = vec![text(intro), Block::Facts(facts)];
    if !items.is_empty() {
        blocks.push(Block::Lines { title: &w.withdrawal_goods, lines: items.clone() });
    }
    blocks.push(Block::Lines { title: &w.withdrawal_statement, lines: statement.clone() });
    blocks.extend(receipt.back.map(|back| money(back, w, lang)).into_iter().flatten());
    blocks.extend(next(receipt, w, lang));
    blocks.push(Block::Note(&w.withdrawal_stranger_note));
    (fill(&w.withdrawal_subject, number), "", blocks)
}

/// What it comes to, and why no more.
fn money(GoesBack { amount, keeps_shipping }: GoesBack, w: &'static Words, lang: Lang) -> Vec<Block> {
    let amount = Block::Facts(vec![(&w.withdrawal_money, amount.format(lang))]);
    [Some(amount), keeps_shipping.then(|| text(&w.withdrawal_no_shipping))].into_iter().flatten().collect()
}

/// What comes next: what was not sent cannot be sent back.
fn next(receipt: &WithdrawalReceipt, w: &'static Words, lang: Lang) -> Vec<Block> {
    let WithdrawalReceipt { send_to, until, unsent, .. } = receipt;
    let refund_until = (w.withdrawal_refund_until.as_str(), lang.isolate(until));
    match unsent {
        Some(Unsent::Cancelled) => vec![text(&w.withdrawal_cancelled_note)],
        Some(Unsent::Waits) => vec![text(&w.withdrawal_unsent_note), Block::Facts(vec![refund_until])],
        None => vec![
            Block::Lines { title: &w.withdrawal_send_to, lines: send_to.clone() },
            Block::Facts(vec![(&w.withdrawal_send_until, lang.isolate(until)), refund_until]),
            text(&w.withdrawal_refund_note),
            text(&w.withdrawal_return_note),
        ],
    }
}

/// How far a return is.
pub(super) fn step<'a>(update: &'a ReturnUpdate, w: &'static Words, lang: Lang) -> Mail<'a> {
    let ReturnUpdate { step, number, order, name, goods, losses, send_to, until, words, .. } = update;
    let (subject, intro) = match step {
        ReturnStep::Granted => (&w.return_granted_subject, &w.return_granted_intro),
        ReturnStep::GoodsBack => (&w.return_back_subject, &w.return_back_intro),
        ReturnStep::Closed => (&w.return_closed_subject, &w.return_closed_intro),
    };
    let order = lang.isolate(order.as_deref().unwrap_or_default());
    let mut blocks = vec![Block::Text(fill(intro, &order))];
    blocks.extend(words.split("\n\n").filter(|words| !words.is_empty()).map(text));
    if !goods.is_empty() {
        blocks.push(Block::Lines { title: &w.withdrawal_goods, lines: goods.clone() });
    }
    if !losses.is_empty() {
        blocks.push(Block::Lines { title: &w.return_losses, lines: losses.clone() });
    }
    if *step == ReturnStep::Granted {
        blocks.push(Block::Lines { title: &w.withdrawal_send_to, lines: send_to.clone() });
        blocks.push(Block::Facts(vec![(&w.withdrawal_send_until, lang.isolate(until))]));
        blocks.push(Block::Note(&w.withdrawal_return_note));
    }
    (fill(subject, number), name, blocks)
}

/// What the owner is to look at.
pub(super) fn for_owner(notice: &WithdrawalNotice, w: &'static Words, shop: &Shop<'_>) -> Mail<'static> {
    let WithdrawalNotice { id, number, order, name, email, contract, items, marks, message } = notice;
    let facts = [
        (&w.name, Some(name)),
        (&w.email, Some(email)),
        (&w.withdrawal_contract, Some(contract)),
        (&w.owner_withdrawal_order, order.as_ref()),
    ];
    let facts = facts.into_iter().filter_map(|(label, value)| Some((label.as_str(), value?.clone()))).collect();
    let mut blocks = vec![text(&w.owner_withdrawal_intro), Block::Facts(facts)];
    if !items.is_empty() {
        blocks.push(Block::Lines { title: &w.withdrawal_goods, lines: items.clone() });
    }
    if !marks.is_empty() {
        let lines = marks.iter().filter_map(|mark| said(mark, w)).map(str::to_owned).collect();
        blocks.push(Block::Lines { title: &w.owner_withdrawal_why, lines });
    }
    if !message.is_empty() {
        blocks.push(Block::Lines { title: &w.message, lines: message.lines().map(str::to_owned).collect() });
    }
    let url = format!("{}/admin/withdrawals/{id}", shop.origin);
    blocks.push(Block::Button { label: &w.owner_withdrawal_button, url });
    (fill(&w.owner_withdrawal_subject, number), "", blocks)
}

fn said<'a>(mark: &str, w: &'a Words) -> Option<&'a str> {
    Some(match mark {
        "unmatched" => &w.mark_unmatched,
        "unproven" => &w.mark_unproven,
        "late" => &w.mark_late,
        "excluded" => &w.mark_excluded,
        "other_goods" => &w.mark_other_goods,
        "cancelled" => &w.mark_cancelled,
        _ => return None,
    })
}
