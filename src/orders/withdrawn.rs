//! RULE: which units of an order its buyer has withdrawn from, as long as that is not settled.

use serde::Deserialize;

use super::Item;
use crate::clock::Timestamp;
use crate::mail::GoesBack;

/// A statement of withdrawal, as its order knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawn {
    pub at: Timestamp,
    /// What it names; nothing for all that was left. `None` once whoever made it was forgotten.
    pub goods: Option<Vec<Goods>>,
    /// What its sender was told that it comes to.
    pub back: Option<GoesBack>,
}

/// Units of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Goods {
    pub variant_id: String,
    pub quantity: i64,
}

impl Withdrawn {
    /// Units of each line, in the lines' order, whose money is neither back nor on its way back.
    pub fn units(&self, items: &[Item]) -> Vec<i64> {
        match &self.goods {
            None => vec![0; items.len()],
            Some(all) if all.is_empty() => items.iter().map(Item::unrefunded).collect(),
            Some(goods) => {
                let named = goods.iter().map(|goods| (goods.variant_id.as_str(), goods.quantity));
                by_line(items, named, Item::unrefunded)
            }
        }
    }
}

/// Units of each line, in the lines' order, that goods named by variant come to: of a variant an order may have several
/// lines, each of which takes at most so many as `most` says.
pub fn by_line<'a>(
    items: &[Item],
    named: impl IntoIterator<Item = (&'a str, i64)>,
    most: impl Fn(&Item) -> i64,
) -> Vec<i64> {
    let mut left: Vec<_> = named.into_iter().collect();
    let mut take = |item: &Item| {
        let Some((_, units)) = left.iter_mut().find(|(variant_id, _)| *variant_id == item.variant_id) else { return 0 };
        let taken = (*units).clamp(0, most(item));
        *units -= taken;
        taken
    };
    items.iter().map(&mut take).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Cents;

    fn line(variant_id: &str, quantity: i64, refunded_quantity: i64) -> Item {
        let text = String::new;
        Item {
            id: text(),
            product_id: text(),
            variant_id: variant_id.to_owned(),
            product_title: text(),
            variant_title: text(),
            sku: None,
            image_url: None,
            image_alt: None,
            quantity,
            refunded_quantity,
            unit_price: Cents(100),
            tax_rate_bp: 2100,
            stock_managed: true,
            custom_field_values: Vec::new(),
            making_days: None,
        }
    }

    #[test]
    fn units_are_those_named_and_not_refunded_and_without_names_all_that_are_left() {
        let items = [line("paint", 2, 0), line("lamp", 1, 0), line("paint", 3, 1)];
        let of =
            |goods: Option<Vec<Goods>>| Withdrawn { at: Timestamp::from_millis(0), goods, back: None }.units(&items);
        let named = |quantity| vec![Goods { variant_id: String::from("paint"), quantity }];
        assert_eq!(of(Some(named(1))), [1, 0, 0]);
        assert_eq!(of(Some(named(3))), [2, 0, 1]);
        assert_eq!(of(Some(named(9))), [2, 0, 2]);
        assert_eq!(of(Some(Vec::new())), [2, 1, 2]);
        assert_eq!(of(None), [0, 0, 0]);
    }
}
