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
    /// A stock that nobody counts, with a number that says there is none.
    #[error("no inventory tracker and a quantity of {stock}: imported as always available")]
    UncountedNone {
        /// As the file has it.
        stock: i64,
    },
    /// More units than can be, or parts of one.
    #[error("the stock {written:?} is imported as {stock}")]
    StockCut {
        /// As the file has it.
        written: String,
        /// As it is here.
        stock: i64,
    },
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
    #[error("{title} has no price: imported as a draft that cannot be bought")]
    NoPrice {
        /// The product.
        title: String,
    },
    /// A product, or a variant of it, that costs nothing.
    #[error("{title} costs 0.00: whoever wants it can have it for nothing")]
    Free {
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
    /// A status of a product that only other shops have.
    #[error("the status {status:?} is not known: imported as a draft")]
    UnknownStatus {
        /// As the file calls it.
        status: String,
    },
    /// Parts of a cent.
    #[error("the amount {written:?} is rounded to {amount}")]
    Rounded {
        /// As the file has it.
        written: String,
        /// In whole cents.
        amount: String,
    },
    /// A price beyond what a price may be.
    #[error("the price {price} is too high: imported as without a price")]
    PriceTooHigh {
        /// As the file has it.
        price: String,
    },
    /// A reduction that is none.
    #[error("a sale at {sale} instead of {price} is none: imported without it")]
    NoSale {
        /// Its price.
        sale: String,
        /// The regular price.
        price: String,
    },
    /// A sale that is over before it begins.
    #[error("the sale ends before it begins: imported without it")]
    SaleBackwards,
    /// A weight that is none.
    #[error("the weight {written:?} cannot be: imported without it")]
    NoWeight {
        /// As the file has it.
        written: String,
    },
    /// Two variants of one number.
    #[error("the SKU {sku:?} is that of row {row} too: imported without it")]
    SkuTwice {
        /// The number.
        sku: String,
        /// Who has it first.
        row: u64,
    },
    /// A number of a product that the file does not speak of.
    #[error("the SKU {sku:?} belongs to {title} of this shop: imported without it")]
    SkuTaken {
        /// The number.
        sku: String,
        /// Whose it is.
        title: String,
    },
    /// A number nobody can write.
    #[error("the SKU {sku:?} has more than {most} characters: imported without it")]
    SkuTooLong {
        /// Its beginning.
        sku: String,
        /// Characters.
        most: usize,
    },
    /// A variant that is there already.
    #[error("the variant is the same as that of row {row}: left out")]
    SameVariant {
        /// Which stands first.
        row: u64,
    },
    /// A variation of nothing.
    #[error("its parent {parent:?} is no product with variations of this file: left out")]
    NoParent {
        /// As the file calls it.
        parent: String,
    },
    /// A value of an option that has no name.
    #[error("an option without a name is called {option:?}")]
    NoOptionName {
        /// What it is called here.
        option: String,
    },
    /// A product without a name.
    #[error("the product has no name: where it is new, it is called {title:?}")]
    NoTitle {
        /// What it is called here.
        title: String,
    },
    /// A row that belongs to nothing.
    #[error("the row names no product: left out")]
    NoProduct,
    /// An address that cannot be one here.
    #[error("the address {handle:?} becomes {slug:?}")]
    Address {
        /// As the file has it.
        handle: String,
        /// As it is here.
        slug: String,
    },
    /// A text with more characters than there may be.
    #[error("the text in {column} has more than {most} characters: the rest is left out")]
    TextCut {
        /// Where it stands.
        column: String,
        /// Characters.
        most: usize,
    },
    /// A list of more than there may be.
    #[error("{column} holds more than {most}: the rest is left out")]
    ListCut {
        /// Where it stands.
        column: String,
        /// Items.
        most: usize,
    },
    /// Data beside the product that is too long to keep.
    #[error("there is too much of {key:?}: left out")]
    TooMuchData {
        /// What it is called here.
        key: String,
    },
    /// Two columns of one name.
    #[error("the column {column:?} is there twice: the first is read")]
    ColumnTwice {
        /// Its name.
        column: String,
    },
    /// A row that ends early.
    #[error("the row has {cells} cells for {columns} columns: what is missing is empty")]
    RowShort {
        /// Cells.
        cells: usize,
        /// Columns of the header.
        columns: usize,
    },
}
