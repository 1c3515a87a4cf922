//! Why types could not be converted: a converter of types has nobody to tell, so what it finds is said once the
//! conversion is over.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Complaints, each once. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Complaints(Arc<Mutex<BTreeSet<String>>>);

impl Complaints {
    /// Adds one.
    pub fn add(&self, why: String) {
        self.0.lock().expect(UNPOISONED).insert(why);
    }

    /// All there are, in an order that does not depend on threads; none are left.
    pub fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.0.lock().expect(UNPOISONED))
    }
}

const UNPOISONED: &str = "nothing panics while complaints are locked";
