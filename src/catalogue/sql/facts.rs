//! What is told of products one by one: attributes, documents, and the colours of option values.

use std::collections::HashMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use super::read::each;
use super::write::{Resolved, keep_ids};
use crate::catalogue::draft::Fitting;
use crate::catalogue::stored::{Attribute, Document, Stored};
use crate::db::{self, Conn, Tx};

/// Reads them into the products that are wanted.
pub(super) fn load(conn: &Conn, wanted: &str, products: &mut HashMap<String, Stored>) -> db::Result<()> {
    each(
        conn,
        "SELECT product_id, id, name, value FROM product_attributes
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        |row| Ok(Attribute { id: row.get(1)?, name: row.get(2)?, value: row.get(3)? }),
        |product, attribute| product.attributes.push(attribute),
    )?;
    each(
        conn,
        "SELECT product_id, id, url, title FROM product_documents
         WHERE product_id IN (SELECT value FROM json_each(?1)) ORDER BY product_id, position",
        [wanted],
        products,
        |row| Ok(Document { id: row.get(1)?, url: row.get(2)?, title: row.get(3)? }),
        |product, document| product.documents.push(document),
    )?;
    each(
        conn,
        "SELECT product_id, value, colour FROM product_swatches WHERE product_id IN (SELECT value FROM json_each(?1))",
        [wanted],
        products,
        |row| Ok((row.get(1)?, row.get(2)?)),
        |product, (value, colour)| drop(product.swatches.insert(value, colour)),
    )
}

/// Writes the attributes anew; answers their ids.
pub(super) fn attributes(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<String>> {
    let wanted: Vec<&str> = new.draft.attributes.iter().map(|(name, _)| name.as_str()).collect();
    let old = new.old.iter().flat_map(|old| &old.attributes);
    let ids = keep_ids(old.map(|attribute| (attribute.id.as_str(), attribute.name.as_str())), &wanted);
    tx.prepare_cached("DELETE FROM product_attributes WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_attributes (id, product_id, position, name, value) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (position, ((name, value), id)) in (0_i64..).zip(new.draft.attributes.iter().zip(&ids)) {
        tx.prepare_cached(sql)?.execute((id, new.id, position, name, value))?;
    }
    Ok(ids)
}

/// Writes the documents anew; answers their ids.
pub(super) fn documents(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<Vec<String>> {
    let wanted: Vec<&str> = new.draft.documents.iter().map(|document| document.url.as_str()).collect();
    let old = new.old.iter().flat_map(|old| &old.documents);
    let ids = keep_ids(old.map(|document| (document.id.as_str(), document.url.as_str())), &wanted);
    tx.prepare_cached("DELETE FROM product_documents WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_documents (id, product_id, position, url, title) VALUES (?1, ?2, ?3, ?4, ?5)";
    for (position, (document, id)) in (0_i64..).zip(new.draft.documents.iter().zip(&ids)) {
        tx.prepare_cached(sql)?.execute((id, new.id, position, &document.url, &document.title))?;
    }
    Ok(ids)
}

/// Writes the colours anew.
pub(super) fn swatches(tx: &Tx<'_>, new: &Resolved<'_>) -> db::Result<()> {
    tx.prepare_cached("DELETE FROM product_swatches WHERE product_id = ?1")?.execute([new.id])?;
    let sql = "INSERT INTO product_swatches (product_id, value, colour) VALUES (?1, ?2, ?3)";
    for (value, colour) in &new.draft.swatches {
        tx.prepare_cached(sql)?.execute((new.id, value, colour))?;
    }
    Ok(())
}

impl Fitting {
    /// As it is stored and written in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Offered => "offered",
            Self::Only => "only",
        }
    }

    /// What [`Fitting::as_str`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::None, Self::Offered, Self::Only].into_iter().find(|fitting| fitting.as_str() == text)
    }
}

impl FromSql for Fitting {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Self::parse(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}
