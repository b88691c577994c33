//! RULE: no cell of a file we write is a formula to a spreadsheet, and reading the file gives the text back exactly.
//!
//! A cell that begins like a formula gets an apostrophe in front, as `WooCommerce` writes it too. So that nothing is
//! lost, a text that has apostrophes before such a beginning gets one more.

fn begins_like_a_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

/// The text as it is written to a file.
pub fn guard(text: &str) -> String {
    if begins_like_a_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// The text of a cell that [`guard`] wrote.
pub(super) fn unguard(cell: &str) -> &str {
    if begins_like_a_formula(cell) { cell.strip_prefix('\'').unwrap_or(cell) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guarded_text_is_no_formula_and_comes_back_exactly() {
        for text in ["=1+1", "+34", "-5", "@x", "\t=1", "\r", "\n", "'=1", "''-", "'quoted'", "", "plain", "a=b"] {
            let cell = guard(text);
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{text:?}");
            assert_eq!(unguard(&cell), text);
        }
        assert_eq!(guard("'quoted'"), "'quoted'");
    }

    #[test]
    fn a_formula_that_nobody_guarded_is_read_as_it_stands() {
        assert_eq!(unguard("-5"), "-5");
    }
}
