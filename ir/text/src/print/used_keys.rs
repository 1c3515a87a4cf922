//! Keys of resources that the text refers to.

use rmlir_core::Ident;
use rustc_hash::FxHashSet;

/// Distinct keys of resources, in order of occurrence.
#[derive(Default)]
pub(super) struct UsedKeys {
    pub(super) order: Vec<Ident>,
    known: FxHashSet<Ident>,
}

impl UsedKeys {
    /// The keys, in order of occurrence.
    pub fn into_keys(self) -> Vec<Ident> {
        self.order
    }

    /// Records that `key` is used.
    pub fn insert(&mut self, key: Ident) {
        if self.known.insert(key) {
            self.order.push(key);
        }
    }
}
