//! Product files at the desk: one at a time, written by a task of its own while the page asks how far it is. How far it is
//! stands in memory too: after a restart the import goes on (`jobs`), but nobody asks for it any more.

use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::audit::Actor;
use crate::catalogue::import::{self, Format, MissingPicture, Note, Parsed, Summary};
use crate::clock::Timestamp;
use crate::db::{self, Db};
use crate::id;
use crate::trace;

/// More products or variants than that take too long for a page; `manetes import-products` takes whatever can be read.
pub const MAX_PRODUCTS: usize = 10_000;
/// Variants of all products together.
pub const MAX_VARIANTS: usize = 20_000;

/// The import that is running, or the last one.
#[derive(Default)]
pub struct Imports(Mutex<Option<Arc<Import>>>);

/// A file that is being imported, or was.
pub struct Import {
    /// What the page asks for it by.
    pub id: String,
    /// Whether nothing is to be written.
    pub dry_run: bool,
    /// Whose file it is.
    pub format: Format,
    /// Products of the file.
    pub total: usize,
    /// Pictures to be added by hand.
    pub missing_pictures: Vec<MissingPicture>,
    /// What was decided where the file leaves something open.
    pub notes: Vec<Note>,
    done: AtomicUsize,
    outcome: OnceLock<Result<Summary, import::Error>>,
}

impl Import {
    /// How many products are done.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How it went; `None` while it goes on.
    pub fn outcome(&self) -> Option<&Result<Summary, import::Error>> {
        self.outcome.get()
    }
}

/// What a file has too much of for the desk.
pub fn too_large(parsed: &Parsed) -> Option<String> {
    let variants: usize = parsed.products.iter().map(|product| product.variants.len()).sum();
    let too_many = if parsed.products.len() > MAX_PRODUCTS {
        format!("{MAX_PRODUCTS} products")
    } else if variants > MAX_VARIANTS {
        format!("{MAX_VARIANTS} variants")
    } else {
        return None;
    };
    Some(format!("a file of more than {too_many} is for `manetes import-products`"))
}

impl Imports {
    /// Begins to import a file, `parsed` from `bytes`; `None` while another one is being imported, here or by a command.
    pub fn begin(
        &self,
        db: &Db,
        actor: Actor,
        bytes: Vec<u8>,
        mut parsed: Parsed,
        dry_run: bool,
        now: Timestamp,
    ) -> db::Result<Option<Arc<Import>>> {
        let import = Arc::new(Import {
            id: id::new(),
            dry_run,
            format: parsed.format,
            total: parsed.products.len(),
            missing_pictures: mem::take(&mut parsed.missing_pictures),
            notes: mem::take(&mut parsed.notes),
            done: AtomicUsize::new(0),
            outcome: OnceLock::new(),
        });
        let turn = {
            let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if place.as_ref().is_some_and(|import| import.outcome().is_none()) {
                return Ok(None);
            }
            let turn = if dry_run { None } else { import::turn(db)? };
            if turn.is_none() && !dry_run {
                return Ok(None);
            }
            *place = Some(Arc::clone(&import));
            turn
        };
        let (db, running) = (db.clone(), Arc::clone(&import));
        tokio::spawn(trace::on(trace::current(), async move {
            let (progress, parsed) = (|done| running.done.store(done, Ordering::Relaxed), Arc::new(parsed));
            let outcome = match turn {
                Some(turn) => import::import(&db, turn, actor, &bytes, parsed, now, progress).await,
                None => import::try_out(&db, parsed, now, progress).await,
            };
            // There is one task for an import: nobody else has said how it went.
            let _ = running.outcome.set(outcome);
        }));
        Ok(Some(import))
    }

    /// The import of that id, as long as no other was begun.
    pub fn find(&self, id: &str) -> Option<Arc<Import>> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|import| import.id == id).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of products that have so many variants each.
    fn file(products: usize, variants: usize) -> Parsed {
        let row = |n: usize| format!("p{},Producto,Medida,{},10\n", n / variants, n % variants);
        let header = String::from("Handle,Title,Option1 Name,Option1 Value,Variant Price\n");
        let text: String = [header].into_iter().chain((0..products * variants).map(row)).collect();
        import::parse(text.as_bytes(), Timestamp::from_millis(0)).unwrap()
    }

    #[test]
    fn a_file_that_would_hold_the_writer_for_too_long_is_for_the_command_line() {
        assert_eq!(too_large(&file(10_000, 2)), None);
        assert!(too_large(&file(10_001, 1)).unwrap().contains("10000 products"));
        assert!(too_large(&file(1_001, 20)).unwrap().contains("20000 variants"));
    }
}
