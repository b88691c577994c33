//! What was decided where a file leaves something open: a code with its values for the desk, which says it in the
//! reader's language, and an English sentence for the command line.

use serde::Serialize;

/// Something worth knowing about a row that is no problem.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
pub enum Remark {
    /// A gift card.
    #[error("{title} is a gift card, which is not sold here: imported as not purchasable")]
    GiftCard {
        /// The product.
        title: String,
    },
    /// A stock below zero.
    #[error("the stock is {stock}: imported as 0")]
    StockNegative {
        /// As the file has it.
        stock: i64,
    },
    /// A quantity of 0 that nobody counts.
    #[error("no inventory tracker and a quantity of 0: imported as sold out")]
    UncountedNone,
    /// A stock that is counted elsewhere.
    #[error("the stock is counted but the file has no quantity: the one in the shop is kept, 0 when new")]
    StockUnknown,
    /// A kind of product that only other shops have.
    #[error("{title} is of the kind {kind:?}, which is not sold here: skipped")]
    UnknownKind {
        /// The product.
        title: String,
        /// As the file calls it.
        kind: String,
    },
    /// A product that consists of variations, without any.
    #[error("{title} has no variation that can be sold: skipped")]
    NoVariation {
        /// The product.
        title: String,
    },
    /// A product nobody has priced.
    #[error("{title} has no price: imported as a draft")]
    NoPrice {
        /// The product.
        title: String,
    },
    /// A product that is not sent by the shop.
    #[error("{title} is sold elsewhere or downloaded: imported as not purchasable")]
    SoldElsewhere {
        /// The product.
        title: String,
    },
    /// A variation that is not for sale.
    #[error("the variation is disabled or has no price: left out")]
    VariationOff,
    /// A variation that leaves an option open.
    #[error("the variation is for any {option}: its value is {value:?}")]
    AnyValue {
        /// The option.
        option: String,
        /// What it is called here.
        value: String,
    },
    /// A stock that several variations share.
    #[error("{units} units that {variations} variations share are divided among them")]
    SharedStock {
        /// Units.
        units: i64,
        /// Among so many.
        variations: i64,
    },
    /// A sale whose end has passed.
    #[error("the sale is over: imported without it")]
    SaleOver,
    /// Another product that the file does not hold.
    #[error("{reference} in {column} is no product of this file: left out")]
    NotInFile {
        /// As the file calls it.
        reference: String,
        /// Where it is named.
        column: String,
    },
    /// A rate of tax of the other shop's own.
    #[error("the tax class {name:?} is not known: imported with the standard rate")]
    TaxClass {
        /// As the file calls it.
        name: String,
    },
}
