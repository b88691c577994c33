//! The mails of accounts: what proves who reads them, and what happened.

use super::{Block, Mail, Proof, Shop, text};
use crate::lang::{Lang, fill};
#[cfg(test)]
use crate::mail::Message;
use crate::mail::Notice;
use crate::mail::words::Words;

/// A link that confirms the address of a new account.
pub(super) fn confirmation<'a>(
    name: &'a str,
    proof: &Proof,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'a> {
    let url = format!("{}/welcome?lang={lang}#token_hash={}&type=signup&lang={lang}", shop.origin, proof.token);
    let phrases = [w.confirm_subject.as_str(), &w.confirm_intro, &w.confirm_note];
    proof_mail(name, proof, w, phrases, (&w.confirm_button, url))
}

/// A code that stands for the current password.
pub(super) fn reauthentication<'a>(name: &'a str, proof: &Proof, w: &'static Words) -> Mail<'a> {
    let code = Block::Facts(vec![(&w.code, proof.code.clone())]);
    let blocks = vec![text(&w.reauthenticate_intro), code, Block::Note(&w.reauthenticate_note)];
    (w.reauthenticate_subject.clone(), name, blocks)
}

/// The administrator's role, offered by somebody who has it.
pub(super) fn invitation(
    inviter: &str,
    proof: &Proof,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'static> {
    let intro = Block::Text(fill(&w.invitation_intro, &lang.isolate(inviter)));
    let button = Block::Button { label: &w.invitation_button, url: proof.link(shop, lang, "invite") };
    (w.invitation_subject.clone(), "", vec![intro, button, Block::Note(&w.invitation_note)])
}

/// Somebody signed up with an address that has an account.
pub(super) fn already_registered<'a>(name: &'a str, w: &'static Words, lang: Lang, shop: &Shop<'_>) -> Mail<'a> {
    let button = Block::Button { label: &w.known_button, url: format!("{}/login?lang={lang}", shop.origin) };
    (w.known_subject.clone(), name, vec![text(&w.known_intro), button, Block::Note(&w.known_note)])
}

/// A mail with a link to press and a code to type.
pub(super) fn proof_mail<'a>(
    name: &'a str,
    proof: &Proof,
    w: &'static Words,
    [subject, intro, note]: [&'static str; 3],
    (label, url): (&'static str, String),
) -> Mail<'a> {
    let code = Block::Facts(vec![(&w.code, proof.code.clone())]);
    (subject.to_owned(), name, vec![text(intro), Block::Button { label, url }, code, Block::Note(note)])
}

/// What happened to an account, and what to do about it if it was somebody else.
pub(super) fn notice<'a>(
    name: &'a str,
    notice: &Notice,
    proof: &Proof,
    w: &'static Words,
    lang: Lang,
    shop: &Shop<'_>,
) -> Mail<'a> {
    let (subject, intro, about) = match notice {
        Notice::PasswordChanged => (&w.password_changed_subject, &w.password_changed_intro, ""),
        Notice::EmailChanging { email } => (&w.email_changing_subject, &w.email_changing_intro, email.as_str()),
        Notice::EmailChanged { email, .. } => (&w.email_changed_subject, &w.email_changed_intro, email.as_str()),
        Notice::FactorAdded => (&w.factor_added_subject, &w.factor_added_intro, ""),
        Notice::FactorRemoved => (&w.factor_removed_subject, &w.factor_removed_intro, ""),
        Notice::RecoveryCodeUsed => (&w.recovery_code_used_subject, &w.recovery_code_used_intro, ""),
        Notice::PasskeyAdded { name } => (&w.passkey_added_subject, &w.passkey_added_intro, name.as_str()),
        Notice::PasskeyRemoved { name } => (&w.passkey_removed_subject, &w.passkey_removed_intro, name.as_str()),
        Notice::PasskeyDoubted { name } => (&w.passkey_doubted_subject, &w.passkey_doubted_intro, name.as_str()),
        Notice::IdentityJoined { provider } => {
            (&w.identity_joined_subject, &w.identity_joined_intro, provider.as_str())
        }
        Notice::IdentityRemoved { provider } => {
            (&w.identity_removed_subject, &w.identity_removed_intro, provider.as_str())
        }
        Notice::AdminGranted => (&w.admin_granted_subject, &w.admin_granted_intro, ""),
        Notice::AdminJoined { email } => (&w.admin_joined_subject, &w.admin_joined_intro, email.as_str()),
        Notice::Erased => (&w.erased_subject, &w.erased_intro, ""),
        Notice::DataErased => (&w.data_erased_subject, &w.data_erased_intro, ""),
    };
    let mut blocks = vec![Block::Text(fill(intro, &lang.isolate(about)))];
    match notice {
        Notice::EmailChanged { way_back: Some(_), .. } => {
            let url = proof.link(shop, lang, "way_back");
            blocks.extend([Block::Button { label: &w.way_back_button, url }, Block::Note(&w.way_back_note)]);
        }
        // The account has no way back from here.
        Notice::EmailChanged { .. } | Notice::Erased | Notice::DataErased => blocks.push(Block::Note(&w.alarm_note)),
        Notice::AdminGranted | Notice::AdminJoined { .. } => {
            let page = if *notice == Notice::AdminGranted { "/admin" } else { "/admin/people" };
            let url = format!("{}{page}", shop.origin);
            blocks.extend([Block::Button { label: &w.admin_button, url }, Block::Note(&w.admin_note)]);
        }
        _ => {
            let note = if matches!(notice, Notice::PasskeyAdded { .. }) { &w.passkey_note } else { &w.notice_note };
            let url = format!("{}/recover?lang={lang}", shop.origin);
            blocks.extend([Block::Button { label: &w.notice_button, url }, Block::Note(note)]);
        }
    }
    (subject.clone(), name, blocks)
}

/// One of each.
#[cfg(test)]
pub(super) fn notices() -> Vec<Message> {
    let email = || String::from("n@example.com");
    let name = || String::from("iPhone");
    let provider = || String::from("Acme");
    let all = vec![
        Notice::PasswordChanged,
        Notice::EmailChanging { email: email() },
        Notice::EmailChanged { email: email(), way_back: Some(String::from("t")) },
        Notice::EmailChanged { email: email(), way_back: None },
        Notice::FactorAdded,
        Notice::FactorRemoved,
        Notice::RecoveryCodeUsed,
        Notice::PasskeyAdded { name: name() },
        Notice::PasskeyRemoved { name: name() },
        Notice::PasskeyDoubted { name: name() },
        Notice::IdentityJoined { provider: provider() },
        Notice::IdentityRemoved { provider: provider() },
        Notice::AdminGranted,
        Notice::AdminJoined { email: email() },
        Notice::Erased,
        Notice::DataErased,
    ];
    all.into_iter().map(|notice| Message::AccountNotice { name: String::from("Núria"), notice }).collect()
}
