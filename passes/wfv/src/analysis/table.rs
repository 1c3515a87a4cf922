//! A map keyed by the values of a body, stored as a vector indexed by value slots.
//!
//! Bodies that are mutated reuse the slots of erased values, so a table is for a body that is not mutated.

use rmlir::prelude::*;

/// A map from values to entries.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<Option<T>>,
}

impl<T: Copy> Table<T> {
    /// An empty table for the values of `body`.
    pub fn new(body: &Body) -> Self {
        Self { entries: vec![None; body.value_slots()] }
    }

    /// The entry of `value`.
    pub fn get(&self, value: Value) -> Option<T> {
        self.entries[value.slot()]
    }

    /// Whether `value` has an entry.
    pub fn contains(&self, value: Value) -> bool {
        self.get(value).is_some()
    }

    /// Inserts an entry for `value`; returns the previous one.
    pub fn insert(&mut self, value: Value, entry: T) -> Option<T> {
        self.entries[value.slot()].replace(entry)
    }
}
