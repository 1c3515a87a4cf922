//! Rows that lanes have read and that are unchanged in memory since, so that a masked store to a row can be an unmasked
//! one: inactive lanes store the values that they have read. This is profitable on machines with slow masked stores.
//!
//! A lane writes nothing that another lane has read, since lanes are independent; so the values read are valid until
//! the lane itself writes. As long as all writes are by the same lanes, the other lanes have written nothing. Another
//! thread must not write to elements that an inactive lane has read, which would be a data race already, and otherwise
//! reads the unchanged value.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The rows with known contents.
#[derive(Default)]
pub struct Rows {
    /// By memref and indices: the row that was read.
    read: FxHashMap<(Value, Vec<Value>), Value>,
    /// The mask of the lanes that have written since, if not all lanes have.
    writers: Option<Value>,
}

impl Rows {
    /// Records that all lanes have read a row.
    pub fn read(&mut self, memref: Value, indices: &[Value], value: Value) {
        self.read.insert((memref, indices.to_vec()), value);
    }

    /// Records a write to a row by the lanes in `mask`, or by all lanes; returns the values that inactive lanes have
    /// read, if known.
    pub fn before_write(&mut self, mask: Option<Value>, memref: Value, indices: &[Value]) -> Option<Value> {
        if mask.is_none() || self.writers.is_some_and(|writers| Some(writers) != mask) {
            self.forget();
        }
        self.writers = mask;
        self.read.get(&(memref, indices.to_vec())).copied()
    }

    /// Invalidates all rows.
    pub fn forget(&mut self) {
        self.read.clear();
        self.writers = None;
    }
}
