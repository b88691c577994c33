//! The words of the mails.

use jiff::civil::Date;
use serde::Deserialize;

use crate::hours::Period;
use crate::lang::{Lang, Texts, fill};

/// Every phrase; a name in double braces takes the one value the phrase is about.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub greeting: String,
    pub confirm_subject: String,
    pub confirm_intro: String,
    pub confirm_button: String,
    pub confirm_note: String,
    pub known_subject: String,
    pub known_intro: String,
    pub known_button: String,
    pub known_note: String,
    pub sign_in_subject: String,
    pub sign_in_intro: String,
    pub sign_in_button: String,
    pub sign_in_note: String,
    pub recover_subject: String,
    pub recover_intro: String,
    pub recover_button: String,
    pub recover_note: String,
    pub new_email_subject: String,
    pub new_email_intro: String,
    pub new_email_button: String,
    pub new_email_note: String,
    pub reauthenticate_subject: String,
    pub reauthenticate_intro: String,
    pub reauthenticate_note: String,
    pub code: String,
    pub password_changed_subject: String,
    pub password_changed_intro: String,
    pub email_changing_subject: String,
    pub email_changing_intro: String,
    pub email_changed_subject: String,
    pub email_changed_intro: String,
    pub way_back_button: String,
    pub way_back_note: String,
    pub factor_added_subject: String,
    pub factor_added_intro: String,
    pub factor_removed_subject: String,
    pub factor_removed_intro: String,
    pub recovery_code_used_subject: String,
    pub recovery_code_used_intro: String,
    pub passkey_added_subject: String,
    pub passkey_added_intro: String,
    pub passkey_note: String,
    pub passkey_removed_subject: String,
    pub passkey_removed_intro: String,
    pub passkey_doubted_subject: String,
    pub passkey_doubted_intro: String,
    pub identity_joined_subject: String,
    pub identity_joined_intro: String,
    pub identity_removed_subject: String,
    pub identity_removed_intro: String,
    pub invitation_subject: String,
    pub invitation_intro: String,
    pub invitation_button: String,
    pub invitation_note: String,
    pub admin_granted_subject: String,
    pub admin_granted_intro: String,
    pub admin_joined_subject: String,
    pub admin_joined_intro: String,
    pub admin_button: String,
    pub admin_note: String,
    pub erased_subject: String,
    pub erased_intro: String,
    pub data_erased_subject: String,
    pub data_erased_intro: String,
    pub notice_button: String,
    pub notice_note: String,
    pub alarm_note: String,
    pub received_subject: String,
    pub received_intro: String,
    pub received_note: String,
    pub paid_subject: String,
    pub paid_intro: String,
    pub paid_note: String,
    pub guarantee_title: String,
    pub guarantee_text: String,
    pub guarantee_button: String,
    pub shipped_subject: String,
    pub shipped_intro: String,
    pub shipped_note: String,
    pub own_van_intro: String,
    pub unfollowed_intro: String,
    pub pick_up_subject: String,
    pub pick_up_intro: String,
    pub pick_up_note: String,
    pub pick_up_at: String,
    pub carrier: String,
    pub tracking_subject: String,
    pub tracking_intro: String,
    pub tracking_number: String,
    pub track_button: String,
    pub unshipped_subject: String,
    pub unshipped_intro: String,
    pub unshipped_note: String,
    pub unready_subject: String,
    pub unready_intro: String,
    pub unready_note: String,
    pub delivered_subject: String,
    pub delivered_intro: String,
    pub delivered_note: String,
    pub undelivered_subject: String,
    pub undelivered_intro: String,
    pub undelivered_note: String,
    pub unfetched_subject: String,
    pub unfetched_intro: String,
    pub cancelled_subject: String,
    pub cancelled_intro: String,
    pub unpaid_note: String,
    pub cancelled_by_buyer_intro: String,
    pub withdraw_button: String,
    pub withdrawal_subject: String,
    pub withdrawal_intro: String,
    pub withdrawal_cancelled_intro: String,
    pub withdrawal_cancelled_note: String,
    pub withdrawal_unsent_note: String,
    pub reference: String,
    pub withdrawal_at: String,
    pub withdrawal_contract: String,
    pub withdrawal_goods: String,
    pub withdrawal_money: String,
    pub withdrawal_no_shipping: String,
    pub withdrawal_statement: String,
    pub withdrawal_send_to: String,
    pub withdrawal_send_until: String,
    pub withdrawal_refund_until: String,
    pub withdrawal_refund_note: String,
    pub withdrawal_return_note: String,
    pub withdrawal_stranger_note: String,
    pub owner_withdrawal_subject: String,
    pub owner_withdrawal_intro: String,
    pub owner_withdrawal_order: String,
    pub owner_withdrawal_why: String,
    pub owner_withdrawal_button: String,
    pub return_granted_subject: String,
    pub return_granted_intro: String,
    pub return_back_subject: String,
    pub return_back_intro: String,
    pub return_losses: String,
    pub return_closed_subject: String,
    pub return_closed_intro: String,
    pub mark_unmatched: String,
    pub mark_unproven: String,
    pub mark_late: String,
    pub mark_excluded: String,
    pub mark_other_goods: String,
    pub mark_cancelled: String,
    pub refunded_subject: String,
    pub refunded_intro: String,
    pub refunded_whole_intro: String,
    pub refunded_unsent_intro: String,
    pub refunded_twice_intro: String,
    pub invoiced_subject: String,
    pub invoiced_intro: String,
    pub invoiced_instead_intro: String,
    pub invoice_corrected_subject: String,
    pub invoice_corrected_intro: String,
    pub invoice_number: String,
    pub invoice_to: String,
    pub invoice_attached: String,
    pub seller: String,
    pub terms_button: String,
    pub refunded_elsewhere_intro: String,
    pub refunded_unsent_note: String,
    pub refunded_note: String,
    pub refund: String,
    pub refunded: String,
    pub order_button: String,
    pub claim_button: String,
    pub guest_note: String,
    pub reminder_subject: String,
    pub reminder_intro: String,
    pub reminder_until: String,
    pub reminder_note: String,
    pub link_subject: String,
    pub link_intro: String,
    pub shipping: String,
    pub free: String,
    pub total: String,
    pub tax: String,
    pub ships_to: String,
    pub stock_question_subject: String,
    pub stock_question_intro: String,
    pub stock_question_button: String,
    pub stock_question_note: String,
    pub back_in_stock_subject: String,
    pub back_in_stock_intro: String,
    pub back_in_stock_button: String,
    pub back_in_stock_note: String,
    pub rate_subject: String,
    pub rate_intro: String,
    pub rate_lines: String,
    pub rate_button: String,
    pub rate_note: String,
    pub rate_firm_subject: String,
    pub rate_firm_intro: String,
    pub reply_subject: String,
    pub reply_intro: String,
    pub reply_button: String,
    pub quote_subject: String,
    pub quote_intro: String,
    pub message_subject: String,
    pub message_intro: String,
    pub inquiry_note: String,
    pub complaint_subject: String,
    pub complaint_intro: String,
    pub complaint_key: String,
    pub complaint_at: String,
    pub complaint_due: String,
    pub complaint_text: String,
    pub complaint_sheets: String,
    pub complaint_sheets_button: String,
    pub complaint_adr_yes: String,
    pub complaint_adr_no: String,
    pub complaint_stranger_note: String,
    pub owner_complaint_subject: String,
    pub owner_complaint_intro: String,
    pub owner_complaint_due_subject: String,
    pub owner_complaint_due_intro: String,
    pub owner_complaint_overdue_subject: String,
    pub owner_complaint_overdue_intro: String,
    pub you_wrote: String,
    pub attached: String,
    pub owner_quote_subject: String,
    pub owner_message_subject: String,
    pub owner_footer: String,
    pub owner_desk_footer: String,
    pub owner_mailbox_footer: String,
    pub conversation_button: String,
    pub owner_order_subject: String,
    pub owner_order_intro: String,
    pub owner_flag_subject: String,
    pub flag_paid_late: String,
    pub flag_paid_twice: String,
    pub flag_recovered: String,
    pub flag_payment_unknown: String,
    pub flag_amount_differs: String,
    pub flag_refund_differs: String,
    pub flag_dispute_won: String,
    pub flag_dispute_lost: String,
    pub flag_disputed: String,
    pub flag_refund_failed: String,
    pub owner_stock_subject: String,
    pub owner_stock_intro: String,
    pub owner_stock_left: String,
    pub owner_mail_subject: String,
    pub owner_mail_intro: String,
    pub owner_mail_error: String,
    pub backup_overdue_subject: String,
    pub backup_overdue_intro: String,
    pub drill_overdue_subject: String,
    pub drill_overdue_intro: String,
    pub overdue_error: String,
    pub certificate_subject: String,
    pub certificate_intro: String,
    pub no_certificate_intro: String,
    pub not_taken_subject: String,
    pub not_taken_intro: String,
    pub not_taken_unsent: String,
    pub not_taken_wrong: String,
    pub by_hand_subject: String,
    pub by_hand_intro: String,
    pub by_hand_provider: String,
    pub by_hand_since: String,
    pub by_hand_until: String,
    pub call_trial_subject: String,
    pub call_trial_intro: String,
    pub desk_button: String,
    pub alert_footer: String,
    pub name: String,
    pub email: String,
    pub phone: String,
    pub service: String,
    pub town: String,
    pub when: String,
    pub language: String,
    pub photos: String,
    pub message: String,
    pub footer: String,
    /// Between a label and what it labels.
    pub colon: String,
}

/// Days in words, as the pages write them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Days {
    /// The names of the months, with a space between each two.
    #[serde(rename = "date.months")]
    months: String,
    /// Of a day and its month.
    #[serde(rename = "date.day_month")]
    day_month: String,
    /// The first of a month.
    #[serde(rename = "date.first")]
    first: String,
    /// That something is made before it comes.
    #[serde(rename = "delivery.made_order")]
    pub made: String,
    /// Between which two days something comes.
    #[serde(rename = "delivery.arrives")]
    arrives: String,
    /// Of a full hour, and of one with minutes.
    #[serde(rename = "date.full_hour")]
    full_hour: String,
    #[serde(rename = "date.time")]
    time: String,
    /// The names of the days from Monday on, with a space between each two.
    #[serde(rename = "hours.days")]
    weekdays: String,
    /// From which day to which.
    #[serde(rename = "hours.range")]
    range: String,
    /// On which days, from when to when.
    #[serde(rename = "hours.line")]
    open: String,
}

impl Days {
    /// Day and month: `3 de diciembre`.
    pub fn day_month(&self, date: Date) -> String {
        let month = self.months.split(' ').nth(usize::from(date.month().unsigned_abs()) - 1).unwrap_or_default();
        fill(&fill(&self.day_month, &self.day(date)), month)
    }

    fn day(&self, date: Date) -> String {
        if date.day() == 1 { self.first.clone() } else { date.day().to_string() }
    }

    /// Between which two days something comes; a month that both are in is said once, at the end.
    pub fn arrival(&self, first: Date, last: Date) -> String {
        let is_one_month = (first.year(), first.month()) == (last.year(), last.month());
        let begin = if is_one_month { self.day(first) } else { self.day_month(first) };
        // One name at a time.
        fill(&fill(&self.arrives, &begin), &self.day_month(last))
    }

    /// A time of day, such as `08:30`: `8:30`.
    pub fn time_of_day(&self, time: &str) -> String {
        let (hour, minute) = time.split_once(':').unwrap_or((time, "00"));
        let hour = if hour.starts_with('0') && hour.len() == 2 { &hour[1..] } else { hour };
        if minute == "00" { fill(&self.full_hour, hour) } else { fill(&fill(&self.time, hour), minute) }
    }

    /// A time of opening: `De lunes a viernes: 8:00–18:00`.
    pub fn open(&self, Period { days: (first, last), opens, closes }: &Period) -> String {
        let day = |at: usize| self.weekdays.split(' ').nth(at).unwrap_or_default();
        let days =
            if first == last { day(*first).to_owned() } else { fill(&fill(&self.range, day(*first)), day(*last)) };
        let line = fill(&self.open, &days);
        let line = fill(&fill(&line, &self.time_of_day(opens)), &self.time_of_day(closes));
        let mut letters = line.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}

static WORDS: Texts<Words> = Texts::section("mail");
static DAYS: Texts<Days> = Texts::section("days");

/// The words of a language.
pub(super) fn words(lang: Lang) -> &'static Words {
    WORDS.of(lang)
}

/// Days in the words of a language.
pub(super) fn days(lang: Lang) -> &'static Days {
    DAYS.of(lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_phrase_and_no_other() {
        for lang in Lang::ALL {
            WORDS.read(lang).unwrap_or_else(|error| panic!("{lang}: {error}"));
            DAYS.read(lang).unwrap_or_else(|error| panic!("{lang}: {error}"));
        }
    }

    #[test]
    fn a_month_that_two_days_are_in_is_said_once() {
        let arrival = |first: &str, last: &str, lang| days(lang).arrival(first.parse().unwrap(), last.parse().unwrap());
        for (lang, told) in [
            (Lang::Es, "Llega entre el 1 y el 4 de diciembre"),
            (Lang::Ca, "Arriba entre el 1 i el 4 de\u{a0}desembre"),
            (Lang::En, "Arrives between 1 and 4 December"),
            (Lang::Fr, "Livré entre le 1er et le 4 décembre"),
            (Lang::Ar, "يصلك بين 1 و4 ديسمبر"),
        ] {
            assert_eq!(arrival("2026-12-01", "2026-12-04", lang), told);
        }
        let of_two = arrival("2026-11-27", "2026-12-01", Lang::Es);
        assert_eq!(of_two, "Llega entre el 27 de noviembre y el 1 de diciembre");
    }
}
