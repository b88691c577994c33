//! The plain fields of a product, each a value of its own, in one list. Whatever treats them alike is made of that list:
//! the row, the shapes of the desk, what a change does, and what the log says has changed. What must decide about each
//! takes [`Fields`] apart without leaving one out, so that a new field does not compile before it has been thought of.

use serde_json::{Map, Value};

use super::draft::{Fitting, ProductStatus};

/// The standard tax rate, in basis points.
pub const STANDARD_TAX_BP: i64 = 2100;

/// Hands the list to a macro: name, type, name on the wire, column.
macro_rules! plain_fields {
    ($macro:ident) => {
        $macro! {
            /// What the address and the import know the product by; unique, 1–200 characters.
            slug: String, "slug", "slug";
            /// 1–300 characters; in Spanish, like every text here.
            title: String, "title", "title";
            /// A line under the title; at most 300 characters.
            subtitle: Option<String>, "subtitle", "subtitle";
            /// A short word on the picture, such as "Oferta"; at most 60 characters.
            ribbon_text: Option<String>, "ribbon_text", "ribbon_text";
            /// What it is sold as; at most 100 characters, the same in every language.
            brand: Option<String>, "brand", "brand";
            /// Who makes it: a maker's slug.
            maker: Option<String>, "maker", "maker";
            /// Its model, type or other name its maker tells it by; at most 200 characters.
            model: Option<String>, "model", "model";
            /// What to mind for safety's sake, on several lines; at most 4,000 characters.
            warnings: Option<String>, "warnings", "warnings";
            /// What its producer promises beyond the law, in months: 30, 36 and so on to 1,200.
            guarantee_months: Option<i64>, "guarantee_months", "guarantee_months";
            /// Whose promise that is; at most 200 characters.
            guarantee_producer: Option<String>, "guarantee_producer", "guarantee_producer";
            /// For which model; at most 200 characters.
            guarantee_model: Option<String>, "guarantee_model", "guarantee_model";
            /// HTML; cleaned when saved.
            description: String, "description", "description";
            /// The Spanish name of its type; empty for none.
            kind: String, "type", "type";
            /// Where it stands in the life of a product.
            status: ProductStatus, "status", "status";
            /// Left out of lists and not found, though published.
            is_hidden: bool, "is_hidden", "is_hidden";
            /// Whether it can be bought online.
            purchasable: bool, "purchasable", "purchasable";
            /// Whether the firm fits it too.
            fitting: Fitting, "fitting", "fitting";
            /// What is in the box, a line each; at most 4,000 characters.
            in_the_box: Option<String>, "in_the_box", "in_the_box";
            /// Ascending in the store.
            sort_order: i64, "order", "sort_order";
            /// Whose price is displayed: the cheapest variant's for `lowest_price_first` or nothing, else the first's.
            site_product_selection: Option<String>, "site_product_selection", "site_product_selection";
            /// Contained in the prices, in basis points, 0–10,000.
            tax_rate_bp: i64, "tax_rate_bp", "tax_rate_bp";
            /// Free data of the owner's; a JSON object.
            metadata: Map<String, Value>, "metadata", "metadata";
        }
    };
}
pub(super) use plain_fields;

macro_rules! define {
    ($($(#[doc = $doc:literal])* $name:ident: $type:ty, $wire:literal, $column:literal;)*) => {
        /// Every plain field of a product.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Fields {
            $($(#[doc = $doc])* pub $name: $type,)*
        }

        /// What somebody wants the fields to be; what is `None` stays as it is.
        #[derive(Debug, Clone, Default)]
        pub struct FieldChanges {
            $($(#[doc = $doc])* pub $name: Option<$type>,)*
        }

        impl Fields {
            /// Those that differ, as the wire calls them.
            pub(super) fn differing(&self, other: &Self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(if self.$name != other.$name {
                    names.push($wire);
                })*
                names
            }
        }

        impl FieldChanges {
            /// Makes the fields what is wanted.
            pub(super) fn apply(&self, fields: &mut Fields) {
                $(if let Some(wanted) = &self.$name {
                    fields.$name.clone_from(wanted);
                })*
            }
        }
    };
}
plain_fields!(define);

impl Default for Fields {
    /// A product nobody has said anything about.
    fn default() -> Self {
        Self {
            slug: String::new(),
            title: String::new(),
            subtitle: None,
            ribbon_text: None,
            brand: None,
            maker: None,
            model: None,
            warnings: None,
            guarantee_months: None,
            guarantee_producer: None,
            guarantee_model: None,
            description: String::new(),
            kind: String::new(),
            status: ProductStatus::Draft,
            is_hidden: false,
            purchasable: true,
            fitting: Fitting::Offered,
            in_the_box: None,
            sort_order: 0,
            site_product_selection: None,
            tax_rate_bp: STANDARD_TAX_BP,
            metadata: Map::new(),
        }
    }
}
