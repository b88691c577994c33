//! RULE: how an amount falls to the rates of tax that are contained in it, to the cent.

use serde::{Deserialize, Serialize};

use crate::money::Cents;

/// What falls to one rate. Of money that goes back both are below nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Basis points: 2100 is 21 %.
    pub rate_bp: i64,
    /// Tax included.
    pub gross: Cents,
    pub tax: Cents,
}

impl Share {
    pub const fn base(self) -> Cents {
        Cents(self.gross.0 - self.tax.0)
    }
}

/// What lines come to, the highest rate first. The tax is that of each line by itself, as the order tells it.
pub fn of_lines(lines: impl IntoIterator<Item = (i64, Cents)>) -> Vec<Share> {
    let taxed = lines.into_iter().map(|(rate_bp, gross)| Share { rate_bp, gross, tax: gross.tax_contained(rate_bp) });
    sum(taxed)
}

/// Shares with those of the same rate together, the highest rate first.
pub fn sum(shares: impl IntoIterator<Item = Share>) -> Vec<Share> {
    let mut sums: Vec<Share> = Vec::new();
    for share in shares {
        match sums.iter_mut().find(|sum| sum.rate_bp == share.rate_bp) {
            Some(sum) => (sum.gross, sum.tax) = (sum.gross.plus(share.gross), sum.tax.plus(share.tax)),
            None => sums.push(share),
        }
    }
    sums.sort_unstable_by_key(|share| -share.rate_bp);
    sums
}

/// All of it the other way round.
pub fn reversed(shares: &[Share]) -> Vec<Share> {
    let minus = |cents: Cents| Cents(-cents.0);
    shares.iter().map(|share| Share { gross: minus(share.gross), tax: minus(share.tax), ..*share }).collect()
}

/// What `amount` that goes back takes from each rate: `named` of each as far as it is there, the rest evenly from what is
/// left. `corrected` is what went back before, below nothing. Once all is back, so is all of the tax, to the cent.
pub fn given_back(sold: &[Share], corrected: &[Share], named: &[(i64, Cents)], amount: Cents) -> Vec<Share> {
    let before: Vec<Share> = sold.iter().map(|share| of_rate(corrected, share.rate_bp)).collect();
    let left: Vec<i64> = sold.iter().zip(&before).map(|(share, before)| share.gross.0 + before.gross.0).collect();
    let mut missing = amount.0.clamp(0, left.iter().sum());
    let mut taken = vec![0; sold.len()];
    for (n, share) in sold.iter().enumerate() {
        let wanted: i64 = named.iter().filter(|(rate_bp, _)| *rate_bp == share.rate_bp).map(|(_, gross)| gross.0).sum();
        taken[n] = wanted.clamp(0, left[n].min(missing));
        missing -= taken[n];
    }
    let open: Vec<i64> = left.iter().zip(&taken).map(|(left, taken)| left - taken).collect();
    for (taken, more) in taken.iter_mut().zip(spread(missing, &open)) {
        *taken += more;
    }
    let back = sold.iter().zip(&before).zip(left.iter().zip(taken)).filter(|(_, (_, taken))| *taken > 0);
    let back = back.map(|((share, before), (left, taken))| {
        // In proportion to what is left, so that the last of it takes whatever roundings have left.
        let tax = ((share.tax.0 + before.tax.0) * taken * 2 + left) / (left * 2);
        Share { rate_bp: share.rate_bp, gross: Cents(-taken), tax: Cents(-tax) }
    });
    back.collect()
}

/// `21 %`, `5,2 %`
pub fn percent(rate_bp: i64) -> String {
    let text = Cents(rate_bp).with_comma();
    format!("{} %", text.trim_end_matches('0').trim_end_matches(','))
}

/// The share of a rate; one of nothing where there is none.
pub fn of_rate(shares: &[Share], rate_bp: i64) -> Share {
    let none = Share { rate_bp, gross: Cents::ZERO, tax: Cents::ZERO };
    shares.iter().copied().find(|share| share.rate_bp == rate_bp).unwrap_or(none)
}

/// `amount`, at most the sum of `open`, in proportion to it; cents that remain go to the first that have room.
fn spread(amount: i64, open: &[i64]) -> Vec<i64> {
    let whole: i64 = open.iter().sum();
    let mut parts: Vec<i64> = open.iter().map(|open| if whole == 0 { 0 } else { amount * open / whole }).collect();
    let mut missing = amount - parts.iter().sum::<i64>();
    for (part, open) in parts.iter_mut().zip(open) {
        let more = missing.min(open - *part);
        *part += more;
        missing -= more;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn share(rate_bp: i64, gross: i64, tax: i64) -> Share {
        Share { rate_bp, gross: Cents(gross), tax: Cents(tax) }
    }

    #[test]
    fn lines_of_a_rate_stand_together_with_the_tax_of_each() {
        let lines = [(2100, Cents(1210)), (1000, Cents(110)), (2100, Cents(495))];
        assert_eq!(of_lines(lines), [share(2100, 1705, 210 + 86), share(1000, 110, 10)]);
    }

    #[test]
    fn what_is_named_goes_back_from_its_rate_and_the_rest_from_all() {
        let sold = [share(2100, 1210, 210), share(1000, 1100, 100)];
        assert_eq!(given_back(&sold, &[], &[(1000, Cents(1100))], Cents(1100)), [share(1000, -1100, -100)]);
        assert_eq!(given_back(&sold, &[], &[], Cents(231)), [share(2100, -121, -21), share(1000, -110, -10)]);
        // More is named than is left of that rate.
        let before = [share(1000, -1000, -91)];
        let both = [share(2100, -50, -9), share(1000, -100, -9)];
        assert_eq!(given_back(&sold, &before, &[(1000, Cents(150))], Cents(150)), both);
        assert_eq!(given_back(&sold, &reversed(&sold), &[], Cents(5)), []);
    }

    #[test]
    fn a_rate_is_written_without_what_says_nothing() {
        assert_eq!([2100, 1000, 520, 50, 0].map(percent), ["21 %", "10 %", "5,2 %", "0,5 %", "0 %"]);
    }

    proptest! {
        #[test]
        fn however_money_goes_back_what_was_sold_is_never_exceeded_and_all_of_it_leaves_nothing(
            lines in prop::collection::vec((prop::sample::select(vec![0_i64, 400, 500, 1000, 2100]), 1..500_000_i64), 1..20),
            parts in prop::collection::vec((0..5_usize, 1..200_000_i64), 0..20),
        ) {
            let sold = of_lines(lines.iter().map(|(rate_bp, gross)| (*rate_bp, Cents(*gross))));
            let whole: i64 = sold.iter().map(|share| share.gross.0).sum();
            let (mut corrected, mut back) = (Vec::new(), 0);
            for (n, amount) in parts.into_iter().chain([(0, i64::MAX)]) {
                let amount = amount.min(whole - back);
                let named = [(sold[n % sold.len()].rate_bp, Cents(amount / 2))];
                let part = given_back(&sold, &corrected, &named, Cents(amount));
                prop_assert_eq!(part.iter().map(|share| share.gross.0).sum::<i64>(), -amount);
                corrected = sum(corrected.into_iter().chain(part));
                back += amount;
                for share in &corrected {
                    let sold = of_rate(&sold, share.rate_bp);
                    prop_assert!((-sold.gross.0..=0).contains(&share.gross.0) && (-sold.tax.0..=0).contains(&share.tax.0));
                }
            }
            prop_assert_eq!(corrected, reversed(&sold));
        }
    }
}
