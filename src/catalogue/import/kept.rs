//! What an import changes, kept as it was: within bounds, and so that it can be read again by later programs.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::{absent, parse};
use crate::catalogue::draft::ProductDraft;
use crate::catalogue::export;
use crate::catalogue::save::Overwritten;
use crate::catalogue::sql::undo::{self as sql, Change};
use crate::catalogue::sql::{known, read};
use crate::clock::Timestamp;
use crate::db::{self, Conn, Tx};

/// So many bytes of one import are kept: of about 25,000 products.
const MAX_KEPT: i64 = 32 * 1024 * 1024;
/// What a row takes beside what the product was.
const ROW: usize = 200;

/// Keeps what a product was before the import wrote it.
pub(super) fn keep(tx: &Tx<'_>, import_id: &str, over: &Overwritten) -> db::Result<()> {
    let mut stock = BTreeMap::new();
    for variant in &over.draft.variants {
        let old = over.old.iter().flat_map(|(old, _)| &old.variants).find(|old| old.id == variant.id);
        let moved = old.map_or(0, |old| variant.inventory_quantity - old.inventory_quantity);
        if let Some(id) = variant.id.as_ref().filter(|_| moved != 0) {
            stock.insert(id.clone(), moved);
        }
    }
    let old = over.old.as_ref().map(|(draft, was_at)| (draft, *was_at));
    keep_change(tx, import_id, &over.saved.id, old, over.at, stock)
}

/// Keeps products whose SKUs another one is about to take.
pub(super) fn keep_holders(tx: &Tx<'_>, import_id: &str, skus: &[String]) -> db::Result<()> {
    for sku in skus {
        let Some(holder) = known::sku_holder(tx, sku)? else { continue };
        let Some(stored) = read::find(tx, &holder.id)? else { continue };
        let at = stored.updated_at;
        keep_change(tx, import_id, &holder.id, Some((&stored.to_draft(), at)), at, BTreeMap::new())?;
    }
    Ok(())
}

fn keep_change(
    tx: &Tx<'_>,
    import_id: &str,
    product_id: &str,
    old: Option<(&ProductDraft, Timestamp)>,
    is_at: Timestamp,
    stock: BTreeMap<String, i64>,
) -> db::Result<()> {
    let before = old.map(|(draft, _)| deflated(draft)).transpose()?;
    if !sql::take_room(tx, import_id, before.as_ref().map_or(0, Vec::len) + ROW, MAX_KEPT)? {
        return Ok(());
    }
    let change = Change {
        id: 0,
        import_id: import_id.to_owned(),
        product_id: product_id.to_owned(),
        before,
        was_at: old.map(|(_, was_at)| was_at),
        is_at,
        stock,
        moved: sql::newest_movement(tx)?,
    };
    sql::keep(tx, &change, old.map(|(draft, _)| draft.fields.slug.as_str()))
}

/// A product in our own CSV but for its stock, which goes its own way.
fn deflated(draft: &ProductDraft) -> db::Result<Vec<u8>> {
    let mut draft = draft.clone();
    for variant in &mut draft.variants {
        variant.inventory_quantity = 0;
    }
    let mut out = DeflateEncoder::new(Vec::new(), Compression::fast());
    let file = export::write(&[draft], &mut out).and_then(|()| out.finish());
    file.map_err(|error| db::Error::File { path: "import".into(), error })
}

/// What was kept; columns that came since stay as they are.
pub(super) fn inflated(conn: &Conn, before: &[u8], now: Timestamp) -> db::Result<Option<ProductDraft>> {
    let mut bytes = Vec::new();
    if DeflateDecoder::new(before).read_to_end(&mut bytes).is_err() {
        return Ok(None);
    }
    let Ok(parsed) = parse(&bytes, now) else { return Ok(None) };
    parsed.products.first().map(|product| absent::completed(conn, product, &parsed.absent)).transpose()
}
