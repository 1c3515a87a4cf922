//! The interface of transform operations.

use rmlir::prelude::*;

use crate::effects;
pub use crate::failure::{Applied, Failure};
use crate::payload::Mapped;
use crate::state::TransformState;

/// An operation that transforms or finds payload. Its memory effects follow the conventions of [`effects`].
pub trait TransformOp: Send + Sync {
    /// Applies `op` of the script. The mapping of the results is stored in `results`; other
    /// results are mapped to nothing.
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied;

    /// Whether it fails if payload with a later use is replaced in a way that handles cannot track.
    fn keeps_handles(&self) -> bool {
        false
    }

    /// The indices of the operands that are consumed: the handles, and handles to nested
    /// payload, must not be used afterwards.
    fn consumes(&self, op: OpRef, _state: &TransformState) -> Vec<usize> {
        (0..op.n_operands()).filter(|&index| effects::consumes(op, op.operand(index).id)).collect()
    }
}

/// The mapping of an operation's results.
pub struct Results(Vec<Option<Mapped>>);

impl Results {
    /// The mapping of `n` results, which are not mapped yet.
    pub fn new(n: usize) -> Results {
        Results(vec![None; n])
    }

    /// Maps result `index` to `mapped`.
    pub fn set(&mut self, index: usize, mapped: impl Into<Mapped>) {
        self.0[index] = Some(mapped.into());
    }

    /// The mapping by result index.
    pub fn into_mapped(self) -> Vec<Option<Mapped>> {
        self.0
    }
}
