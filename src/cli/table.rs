//! Lists for people: columns side by side, as wide as the terminal at most. In a pipe nothing is cut.

use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::OnceLock;

use console::{Term, measure_text_width, truncate_str};

use crate::text::line;

/// Columns of the terminal that results go to; measured once, as the program starts. Unset where there is none.
static SCREEN: OnceLock<usize> = OnceLock::new();

/// A column of text is cut to no less than this where the terminal is narrow.
const NARROWEST: usize = 8;
const GAP: usize = 2;

/// How a column is laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    head: &'static str,
    is_right: bool,
    may_be_cut: bool,
}

/// A column that is never cut, such as ids and dates.
pub(super) const fn left(head: &'static str) -> Column {
    Column { head, is_right: false, may_be_cut: false }
}

/// A column of figures.
pub(super) const fn right(head: &'static str) -> Column {
    Column { head, is_right: true, may_be_cut: false }
}

/// A column of words, which are cut where the terminal is narrow.
pub(super) const fn text(head: &'static str) -> Column {
    Column { head, is_right: false, may_be_cut: true }
}

/// A list of `N` columns.
pub(super) struct Table<const N: usize> {
    columns: [Column; N],
    rows: Vec<[String; N]>,
}

/// Measures the terminal, if results go to one.
pub(super) fn measure_screen() {
    let term = Term::stdout();
    if let Some((_, columns)) = term.size_checked().filter(|_| term.is_term()) {
        _ = SCREEN.set(usize::from(columns));
    }
}

impl<const N: usize> Table<N> {
    pub(super) fn new(columns: [Column; N]) -> Self {
        Self { columns, rows: vec![columns.map(|column| column.head.to_owned())] }
    }

    pub(super) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells.map(|cell| line(&cell)));
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_for(SCREEN.get().copied(), out)
    }

    fn write_for(&self, screen: Option<usize>, out: &mut impl Write) -> io::Result<()> {
        let widths = self.widths(screen);
        for row in &self.rows {
            let mut line = String::new();
            // What no column gave way for is cut at the edge of the screen.
            let mut room = screen.unwrap_or(usize::MAX);
            for (n, cell) in row.iter().enumerate() {
                if room == 0 {
                    break;
                }
                let width = widths[n].min(room);
                let cell = if screen.is_some() { truncate_str(cell, width, "…") } else { cell.into() };
                let blank = " ".repeat(width.saturating_sub(measure_text_width(&cell)));
                let cell = if screen.is_some() { isolated(cell) } else { cell };
                let [before, after] = if self.columns[n].is_right { [&blank, ""] } else { ["", blank.as_str()] };
                line.extend([before, &cell, after, &" ".repeat(GAP)]);
                room = room.saturating_sub(width + GAP);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// As wide as the widest cell; on a screen that is too narrow, the widest columns of text give way first.
    fn widths(&self, screen: Option<usize>) -> [usize; N] {
        let widest = |n: usize| self.rows.iter().map(|row| measure_text_width(&row[n])).max().unwrap_or(0);
        let mut widths: [usize; N] = std::array::from_fn(widest);
        let room = screen.unwrap_or(usize::MAX);
        while widths.iter().sum::<usize>() + GAP * N.saturating_sub(1) > room {
            let cut = (0..N).filter(|n| self.columns[*n].may_be_cut && widths[*n] > NARROWEST);
            let Some(widest) = cut.max_by_key(|n| widths[*n]) else { break };
            widths[widest] -= 1;
        }
        widths
    }
}

/// A cell that is written from right to left, so that a terminal which turns such text leaves its neighbours alone.
fn isolated(cell: Cow<'_, str>) -> Cow<'_, str> {
    let is_turned = |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    if cell.contains(is_turned) { format!("\u{2068}{cell}\u{2069}").into() } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(screen: Option<usize>) -> String {
        let mut table = Table::new([left("ID"), right("TOTAL"), text("NAME"), text("MESSAGE")]);
        let rows = [
            ["12ab34cd", "9.90", "Núria", "Se ha roto\nla cerradura \u{1b}[2Jde casa"],
            ["34cd56ef", "1234.50", "يوسف العمراني", "ok"],
        ];
        for row in rows {
            table.row(row.map(str::to_owned));
        }
        let mut out = Vec::new();
        table.write_for(screen, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn in_a_pipe_nothing_is_cut_and_no_line_obeys_what_somebody_typed() {
        let told = written(None);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "ID          TOTAL  NAME           MESSAGE");
        assert_eq!(lines[1], "12ab34cd     9.90  Núria          Se ha roto la cerradura [2Jde casa");
        assert_eq!(lines[2], "34cd56ef  1234.50  يوسف العمراني  ok");
    }

    #[test]
    fn on_a_screen_no_line_is_wider_and_text_from_right_to_left_stands_apart() {
        for screen in [48, 60, 30, 10] {
            let told = written(Some(screen));
            let widths: Vec<_> = told.lines().map(measure_text_width).collect();
            assert!(widths.iter().all(|width| *width <= screen), "{widths:?}\n{told}");
            assert_eq!(told.contains("\u{2068}يوسف"), screen >= 30, "{told}");
            assert_eq!(told.contains("1234.50"), screen >= 30, "figures are not cut for words: {told}");
            assert_eq!(told.matches('\u{2068}').count(), told.matches('\u{2069}').count(), "{told}");
        }
        assert_eq!(written(Some(200)).lines().nth(1), written(None).lines().nth(1));
    }
}
