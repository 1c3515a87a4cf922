//! Rows that lanes have read and that are still the same in memory, so that some lanes of a row can be stored by storing all:
//! those that are off store what they have read. Machines on which masked stores are slow gain by it.
//!
//! A lane writes nothing of what another one has read, since lanes do not depend on one another; so what was read is there
//! until the lane itself writes. As long as all writes are by the same lanes, the others have written nothing. Another
//! thread may not write to what a lane that is off has read, which would be a race already, and finds there what was there
//! before.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The rows that are known.
#[derive(Default)]
pub struct Rows {
    /// By memref and indices: what was read.
    read: FxHashMap<(Value, Vec<Value>), Value>,
    /// The lanes that have written since, if they did not all do so.
    writers: Option<Value>,
}

impl Rows {
    /// All lanes have read a row.
    pub fn read(&mut self, memref: Value, indices: &[Value], value: Value) {
        self.read.insert((memref, indices.to_vec()), value);
    }

    /// Lanes write a row, those of `mask` or all: what the others have read of it, if that is known.
    pub fn before_write(&mut self, mask: Option<Value>, memref: Value, indices: &[Value]) -> Option<Value> {
        if mask.is_none() || self.writers.is_some_and(|writers| Some(writers) != mask) {
            self.forget();
        }
        self.writers = mask;
        self.read.get(&(memref, indices.to_vec())).copied()
    }

    /// Nothing is known any more.
    pub fn forget(&mut self) {
        self.read.clear();
        self.writers = None;
    }
}
