//! The reasons why types could not be converted: a type converter cannot emit diagnostics, so its errors are collected
//! and emitted after the conversion.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// A set of error messages. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Complaints(Arc<Mutex<BTreeSet<String>>>);

impl Complaints {
    /// Adds a message.
    pub fn add(&self, why: String) {
        self.0.lock().expect(UNPOISONED).insert(why);
    }

    /// Removes and returns all messages, in an order that does not depend on threads.
    pub fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.0.lock().expect(UNPOISONED))
    }
}

const UNPOISONED: &str = "nothing panics while complaints are locked";
