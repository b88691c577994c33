//! The blocks of a mail as plain text and as HTML.

use std::fmt::Write as _;

use super::{Block, Shop};
use crate::lang::Lang;
use crate::mail::words::words;
use crate::text::escape;

/// As plain text.
pub(super) fn plain(blocks: &[Block], lang: Lang, shop: &Shop<'_>, footer: &str) -> String {
    let colon = &words(lang).colon;
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Text(text) => out.push_str(text),
            Block::Note(text) => out.push_str(text),
            Block::Button { label, url } | Block::Secondary { label, url } | Block::Link { label, url } => {
                _ = write!(out, "{label}{colon}\n{url}");
            }
            Block::Amounts { rows, .. } => {
                let row = |(label, amount): &(String, String)| {
                    let label = label.replace('\n', "\n  ");
                    let (name, own) = label.split_at(label.find('\n').unwrap_or(label.len()));
                    format!("{name}{colon} {}{own}", lang.isolate(amount))
                };
                out.push_str(&rows.iter().map(row).collect::<Vec<_>>().join("\n"));
            }
            Block::Lines { title, lines } => _ = write!(out, "{title}{colon}\n{}", lines.join("\n")),
            Block::Facts(facts) => {
                let fact = |(label, value): &(&str, String)| format!("{label}{colon} {}", lang.isolate(value));
                out.push_str(&facts.iter().map(fact).collect::<Vec<_>>().join("\n"));
            }
        }
        out.push_str("\n\n");
    }
    _ = write!(out, "{footer}\n-- \n{}\n{}\n", lang.isolate(shop.legal_name), shop.origin);
    out
}

const INK: &str = "#12312f";
const QUIET: &str = "#4d6462";
/// As the shop's own buttons look (`frontend/src/ui/tokens.css`).
const MAIN: &str = "border:2px solid #f4b335;background:#f4b335;color:#0f2e36";
const SECONDARY: &str = "border:2px solid #4d6462;color:#12312f";

/// Tables and inline styles: what mail programs understand. No picture, no foreign address.
pub(super) fn html(blocks: &[Block], title: &str, lang: Lang, shop: &Shop<'_>, footer: &str) -> String {
    let (dir, start, end) = if lang.dir() == "rtl" { ("rtl", "right", "left") } else { ("ltr", "left", "right") };
    let colon = &words(lang).colon;
    let mut body = String::new();
    for block in blocks {
        _ = match block {
            Block::Text(text) => write!(body, "<p style=\"margin:0 0 16px\">{}</p>", unbroken(text)),
            Block::Note(text) => {
                write!(body, "<p style=\"margin:16px 0 0;font-size:14px;color:{QUIET}\">{}</p>", unbroken(text))
            }
            Block::Button { label, url } => body.write_str(&button(label, url, MAIN)),
            Block::Secondary { label, url } => body.write_str(&button(label, url, SECONDARY)),
            Block::Link { label, url } => body.write_str(&link(label, url)),
            Block::Amounts { rows, total } => write!(body, "{}", amounts(rows, *total, start, end)),
            Block::Lines { title, lines } => {
                let lines: Vec<_> = lines.iter().map(|line| format!("<bdi>{}</bdi>", unbroken(line))).collect();
                write!(body, "<p style=\"margin:0 0 16px\"><b>{}</b><br>{}</p>", escape(title), lines.join("<br>"))
            }
            Block::Facts(facts) => {
                let fact = |(label, value): &(&str, String)| {
                    format!("{}{colon} <bdi>{}</bdi>", escape(label), unbroken(value))
                };
                let facts: Vec<_> = facts.iter().map(fact).collect();
                write!(body, "<p style=\"margin:0 0 16px\">{}</p>", facts.join("<br>"))
            }
        };
    }
    format!(
        "<!doctype html><html lang=\"{lang}\" dir=\"{dir}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title></head>\
         <body style=\"margin:0;padding:24px 12px;background:#f5f1ea;color:{INK};font:16px/1.55 Arial,sans-serif;text-align:{start}\">\
         <table role=\"presentation\" dir=\"{dir}\" width=\"100%\" style=\"max-width:560px;margin:0 auto;border-collapse:collapse\">\
         <tr><td style=\"padding:14px 28px;background:#0f3a44;color:#f7f2e8;border-radius:12px 12px 0 0;\
         font-size:20px;font-weight:bold\">{brand}</td></tr>\
         <tr><td style=\"padding:28px;background:#ffffff;border-radius:0 0 12px 12px\">\
         <h1 style=\"margin:0 0 16px;font-size:22px;line-height:1.3\">{heading}</h1>{body}</td></tr>\
         <tr><td style=\"padding:16px 4px;font-size:13px;color:{QUIET}\">{footer}<br>{legal}</td></tr></table></body></html>",
        title = escape(title),
        heading = unbroken(title),
        brand = escape(shop.brand),
        footer = escape(footer),
        legal = escape(&lang.isolate(shop.legal_name)),
    )
}

fn amounts(rows: &[(String, String)], total: usize, start: &str, end: &str) -> String {
    let mut out =
        String::from("<table role=\"presentation\" width=\"100%\" style=\"border-collapse:collapse;margin:0 0 16px\">");
    for (n, (label, amount)) in rows.iter().enumerate() {
        let weight = if n == total { "bold" } else { "normal" };
        _ = write!(
            out,
            "<tr style=\"font-weight:{weight};border-bottom:1px solid #e7e1d6\">\
             <td style=\"padding:8px 0;text-align:{start};vertical-align:top\">{}</td>\
             <td style=\"padding:8px 0;text-align:{end};vertical-align:top;white-space:nowrap\"><bdi>{}</bdi></td></tr>",
            named(label),
            escape(amount)
        );
    }
    out + "</table>"
}

/// What a row is of; the lines below it are the texts that its buyer had put on it.
fn named(label: &str) -> String {
    let mut lines = label.lines().map(unbroken);
    let mut out = lines.next().unwrap_or_default();
    for own in lines {
        _ = write!(out, "<br><span style=\"font-size:14px;color:{QUIET}\">{own}</span>");
    }
    out
}

/// The Spanish label that may stand beside it in parentheses has a line of its own where both do not fit into one.
fn button(label: &str, url: &str, look: &str) -> String {
    let label = match label.split_once(" (") {
        Some((own, spanish)) => {
            format!("{} <bdi style=\"display:inline-block\">({}</bdi>", escape(own), escape(spanish))
        }
        None => escape(label),
    };
    format!(
        "<p style=\"margin:24px 0\"><a href=\"{}\" style=\"display:inline-block;padding:12px 22px;border-radius:8px;{look};\
         text-decoration:none;font-weight:bold\">{label}</a></p>",
        escape(url)
    )
}

fn link(label: &str, url: &str) -> String {
    format!(
        "<p style=\"margin:16px 0\"><a href=\"{}\" style=\"color:{INK};font-weight:bold\">{}</a></p>",
        escape(url),
        escape(label)
    )
}

/// As HTML, with what is read in one piece on one line: a number such as `R-2026-0042`, and a quantity with its unit.
fn unbroken(text: &str) -> String {
    let text = with_units(text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        out.push_str(&escape(before));
        if is_number(word) {
            _ = write!(out, "<span style=\"white-space:nowrap\">{word}</span>");
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    out + &escape(rest)
}

/// Whether it is such as `2026-0042`: capitals and digits between hyphens, four digits together among them.
fn is_number(word: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    let is_long = |part: &str| part.len() >= 4 && part.bytes().all(|b| b.is_ascii_digit());
    word.len() <= 24 && word.contains('-') && word.split('-').all(is_part) && word.split('-').any(is_long)
}

/// `30 mm` with a space that does not break: what follows a digit in at most three letters.
fn with_units(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for (at, c) in text.char_indices() {
        let unit = || text[at + 1..].chars().take_while(|c| c.is_alphabetic()).count();
        let is_before_unit = c == ' ' && last.is_ascii_digit() && (1..=3).contains(&unit());
        out.push(if is_before_unit { '\u{a0}' } else { c });
        last = c;
    }
    out
}
