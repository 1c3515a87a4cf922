//! Rows whose elements are permuted among the lanes.

use rmlir::prelude::*;

/// The bits of lane indices that are flipped.
#[derive(Clone)]
pub(super) enum Flip {
    /// A constant mask of bits.
    Constant(i64),
    /// Whether each bit is flipped, starting with the least significant one.
    Computed(Vec<Value>),
}

/// A row whose elements are permuted among the lanes.
#[derive(Clone)]
pub(super) struct TurnedRow {
    /// The position of the linear order from which on this is known.
    pub(super) place: usize,
    /// The index of the first element.
    pub(super) start: Value,
    /// The permutation.
    pub(super) flip: Flip,
}
