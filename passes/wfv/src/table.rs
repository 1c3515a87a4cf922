//! Something for values of a body: as a map, but a list by the numbers that values have in their body.
//!
//! Bodies that change give numbers of erased values to new ones, so a table is for a body that stays as it is.

use rmlir::prelude::*;

/// What is known by value.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<Option<T>>,
}

impl<T: Copy> Table<T> {
    /// Nothing yet, for the values of `body`.
    pub fn new(body: &Body) -> Self {
        Self { entries: vec![None; body.value_slots()] }
    }

    /// What there is for `value`.
    pub fn get(&self, value: Value) -> Option<T> {
        self.entries[value.slot()]
    }

    /// Whether there is something for `value`.
    pub fn contains(&self, value: Value) -> bool {
        self.get(value).is_some()
    }

    /// Puts something in for `value`; what there was before.
    pub fn insert(&mut self, value: Value, entry: T) -> Option<T> {
        self.entries[value.slot()].replace(entry)
    }
}
