//! RULE: which values of options a list offers to choose from, and in which order.

use super::listing::{Listing, Options};
use super::sql::facets::{Counts, ValueCount};
use super::wire::{Facets, OptionFacet, OptionValueCount};
use crate::text;

/// Options that are offered, and values of each; what has been chosen is always among them.
const MOST_OPTIONS: usize = 6;
const MOST_VALUES: usize = 12;

/// What is offered: the options most products have, each with at least two values.
pub(super) fn offered(counts: Counts, listing: &Listing) -> Facets {
    let mut options: Vec<OptionFacet> = Vec::new();
    for ValueCount { option: (name, label), value: (value, value_label), count } in counts.values {
        let value = OptionValueCount { value, label: value_label, count };
        match options.iter_mut().find(|option| option.name == name) {
            Some(option) => option.values.push(value),
            None => options.push(OptionFacet { name, label, values: vec![value] }),
        }
    }
    add_chosen(&mut options, &listing.options);
    let chosen = |option: &OptionFacet, value: &OptionValueCount| {
        listing.options.get(&option.name).is_some_and(|values| values.contains(&value.value))
    };
    options.retain(|option| option.values.len() > 1 || listing.options.contains_key(&option.name));
    // Counted with other choices, a chosen option may stand behind one that has fewer products.
    options.sort_by_key(|option| std::cmp::Reverse(option.values.iter().map(|value| value.count).sum::<i64>()));
    options.sort_by_key(|option| !listing.options.contains_key(&option.name));
    options.truncate(MOST_OPTIONS.max(listing.options.len()));
    for option in &mut options {
        let mut values = std::mem::take(&mut option.values);
        values.sort_by_key(|value| (!chosen(option, value), std::cmp::Reverse(value.count)));
        values.truncate(MOST_VALUES);
        values.sort_by_cached_key(|value| order(&value.label));
        option.values = values;
    }
    Facets { in_stock: counts.in_stock, options }
}

/// What has been chosen and is nowhere any more is offered all the same, to be taken back.
fn add_chosen(options: &mut Vec<OptionFacet>, chosen: &Options) {
    for (name, values) in chosen {
        if !options.iter().any(|option| option.name == *name) {
            options.push(OptionFacet { name: name.clone(), label: name.clone(), values: Vec::new() });
        }
        let Some(option) = options.iter_mut().find(|option| option.name == *name) else { continue };
        for value in values {
            if !option.values.iter().any(|known| known.value == *value) {
                option.values.push(OptionValueCount { value: value.clone(), label: value.clone(), count: 0 });
            }
        }
    }
}

/// Sizes by their number, everything else by the alphabet.
fn order(label: &str) -> (u64, String) {
    let digits: String = label.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u64::MAX), text::folded(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(option: &str, value: &str, count: i64) -> ValueCount {
        let both = |text: &str| (text.to_owned(), text.to_owned());
        ValueCount { option: both(option), value: both(value), count }
    }

    fn told(facets: &Facets) -> Vec<(String, Vec<String>)> {
        let values = |option: &OptionFacet| option.values.iter().map(|value| value.value.clone()).collect();
        facets.options.iter().map(|option| (option.name.clone(), values(option))).collect()
    }

    #[test]
    fn options_with_a_choice_are_offered_sizes_by_their_number() {
        let values = vec![
            row("Medida", "100 mm", 9),
            row("Medida", "20 mm", 3),
            row("Medida", "Otra", 1),
            row("Peso", "1 kg", 2),
        ];
        let facets = offered(Counts { in_stock: 4, values }, &Listing::default());
        let medida = ["20 mm", "100 mm", "Otra"].map(str::to_owned).to_vec();
        assert_eq!(told(&facets), [(String::from("Medida"), medida)], "there is nothing to choose among one");
        assert_eq!(facets.in_stock, 4);
    }

    #[test]
    fn what_has_been_chosen_can_be_taken_back_even_where_nothing_has_it() {
        let options = super::super::listing::chosen(["Color:Rojo"]).unwrap();
        let facets = offered(Counts { in_stock: 0, values: Vec::new() }, &Listing { options, ..Listing::default() });
        assert_eq!(told(&facets), [(String::from("Color"), vec![String::from("Rojo")])]);
    }

    #[test]
    fn a_long_list_of_values_is_cut_to_those_of_most_products_and_the_chosen() {
        let values = (0..30).map(|n| row("Color", &format!("c{n:02}"), 30 - n)).collect();
        let options = super::super::listing::chosen(["Color:c29"]).unwrap();
        let facets = offered(Counts { in_stock: 0, values }, &Listing { options, ..Listing::default() });
        let shown = &told(&facets)[0].1;
        assert_eq!((shown.len(), shown.first().unwrap().as_str(), shown.last().unwrap().as_str()), (12, "c00", "c29"));
    }
}
