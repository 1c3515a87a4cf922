//! Constant global variables, for folders.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmlir_core::Body;
use rmlir_core::body::ConstantGlobals;

/// The constant global variables of one symbol table, for the passes on its functions, which do not change it.
#[derive(Default)]
pub(crate) struct GlobalsCache(Mutex<Option<(u32, Arc<ConstantGlobals>)>>);

impl GlobalsCache {
    /// The constant global variables of `table`, computed if another table was asked for last.
    pub fn of(&self, table: &Body) -> Arc<ConstantGlobals> {
        let mut last = self.last();
        if let Some((number, globals)) = &*last
            && *number == table.number()
        {
            return globals.clone();
        }
        let globals = Arc::new(ConstantGlobals::of(table));
        *last = Some((table.number(), globals.clone()));
        globals
    }

    /// Drops what is known, as after a pass on a symbol table and within one.
    pub fn invalidate(&self) {
        *self.last() = None;
    }

    fn last(&self) -> MutexGuard<'_, Option<(u32, Arc<ConstantGlobals>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
