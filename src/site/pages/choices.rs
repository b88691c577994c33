//! How the store's page is narrowed down and sorted, as its address says it. The front end writes the same, letter by
//! letter, in `paths.ts` and `api/paths.ts`; a plain form does too.

use super::routes::encode_component;
use crate::catalogue::{self, Direction, Listing, SortBy};

/// The largest price that can be asked for, in whole euros.
const MAX_EUROS: i64 = 1_000_000;

/// In which order products are shown, where it is not the shop's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Price,
    PriceDown,
    Newest,
    Title,
}

impl Sort {
    const ALL: [Self; 4] = [Self::Price, Self::PriceDown, Self::Newest, Self::Title];

    /// As the page's address calls it.
    const fn name(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::PriceDown => "price-down",
            Self::Newest => "newest",
            Self::Title => "title",
        }
    }

    const fn listed(self) -> (SortBy, Direction) {
        match self {
            Self::Price => (SortBy::Price, Direction::Asc),
            Self::PriceDown => (SortBy::Price, Direction::Desc),
            Self::Newest => (SortBy::CreatedAt, Direction::Desc),
            Self::Title => (SortBy::Title, Direction::Asc),
        }
    }

    /// As the store service is asked for it.
    const fn of_the_api(self) -> &'static str {
        match self {
            Self::Price => "&sort_by=price",
            Self::PriceDown => "&sort_by=price&order=DESC",
            Self::Newest => "&sort_by=created_at&order=DESC",
            Self::Title => "&sort_by=title",
        }
    }
}

/// What somebody chose on the store's page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// Whole euros.
    from: Option<i64>,
    to: Option<i64>,
    in_stock: bool,
    /// Such as `Color:Rojo`.
    options: Vec<String>,
    sort: Option<Sort>,
}

impl Choices {
    /// Takes one part of a query; what says nothing is left out.
    pub(super) fn read(&mut self, name: &str, value: &str) {
        let euros = || value.parse().ok().filter(|euros| (0..=MAX_EUROS).contains(euros));
        match name {
            "from" => self.from = euros(),
            "to" => self.to = euros(),
            "stock" => self.in_stock = value == "1",
            "option" if catalogue::chosen([value]).is_some() && !self.options.iter().any(|known| known == value) => {
                self.options.push(value.to_owned());
            }
            "sort" => self.sort = Sort::ALL.into_iter().find(|sort| sort.name() == value),
            _ => {}
        }
    }

    /// Whether they show less; sorting does not.
    pub(super) fn are_narrowing(&self) -> bool {
        *self != Self { sort: self.sort, ..Self::default() }
    }

    /// Whether the store service would take them.
    pub(super) fn are_fit(&self) -> bool {
        self.options.len() <= catalogue::MOST_CHOSEN
    }

    /// The parts of the page's query, in their order.
    pub(super) fn parts(&self) -> Vec<(&'static str, String)> {
        let euros = |name, euros: Option<i64>| euros.map(|euros| (name, euros.to_string()));
        let mut parts: Vec<_> = euros("from", self.from).into_iter().chain(euros("to", self.to)).collect();
        parts.extend(self.in_stock.then(|| ("stock", String::from("1"))));
        parts.extend(self.options.iter().map(|option| ("option", option.clone())));
        parts.extend(self.sort.map(|sort| ("sort", sort.name().to_owned())));
        parts
    }

    /// What is added to the address of the list.
    pub(super) fn of_the_api(&self) -> String {
        let cents =
            |name, euros: Option<i64>| euros.map(|euros| format!("&{name}={}", euros * 100)).unwrap_or_default();
        let (from, to) = (cents("price_from", self.from), cents("price_to", self.to));
        let stock = if self.in_stock { "&in_stock=true" } else { "" };
        let options: Vec<_> =
            self.options.iter().map(|option| format!("&option={}", encode_component(option))).collect();
        let options = options.concat();
        let sort = self.sort.map(Sort::of_the_api).unwrap_or_default();
        format!("{from}{to}{stock}{options}{sort}&facets=true")
    }

    pub(super) fn put_into(&self, listing: &mut Listing) {
        listing.price_from = self.from.map(|euros| euros * 100);
        listing.price_to = self.to.map(|euros| euros * 100);
        listing.in_stock = self.in_stock;
        listing.options = catalogue::chosen(self.options.iter().map(String::as_str)).unwrap_or_default();
        listing.faceted = true;
        if let Some(sort) = self.sort {
            (listing.sort_by, listing.order) = sort.listed();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(parts: &[(&str, &str)]) -> Choices {
        let mut choices = Choices::default();
        for (name, value) in parts {
            choices.read(name, value);
        }
        choices
    }

    #[test]
    fn what_is_chosen_is_written_as_it_is_read_and_asked_for_as_the_front_end_does() {
        let choices = read(&[
            ("sort", "price-down"),
            ("option", "Color:Rojo vivo"),
            ("to", "50"),
            ("stock", "1"),
            ("from", "10"),
            ("option", "Color:Rojo vivo"),
            ("option", "Medida:40 mm"),
        ]);
        let parts = choices.parts();
        let names: Vec<_> = parts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(
            names,
            ["from=10", "to=50", "stock=1", "option=Color:Rojo vivo", "option=Medida:40 mm", "sort=price-down"]
        );
        assert_eq!(
            choices.of_the_api(),
            "&price_from=1000&price_to=5000&in_stock=true&option=Color%3ARojo%20vivo&option=Medida%3A40%20mm\
             &sort_by=price&order=DESC&facets=true"
        );
        let mut listing = Listing::default();
        choices.put_into(&mut listing);
        assert_eq!((listing.price_from, listing.price_to, listing.in_stock), (Some(1000), Some(5000), true));
        assert_eq!(listing.options["Color"], ["Rojo vivo"]);
    }

    #[test]
    fn what_says_nothing_leaves_the_store_as_it_is() {
        let nothing = [
            ("from", "-1"),
            ("from", "x"),
            ("to", "99999999"),
            ("stock", "0"),
            ("option", "Rojo"),
            ("option", ":"),
            ("sort", "magic"),
            ("utm_source", "x"),
        ];
        assert_eq!(read(&nothing), Choices::default());
        let many: Vec<_> = (0..13).map(|n| format!("Color:{n}")).collect();
        let many: Vec<_> = many.iter().map(|value| ("option", value.as_str())).collect();
        assert!(!read(&many).are_fit());
    }
}
