//! Extraction from a chain of insertions and transposes.
//!
//! Algorithm: walk the chain from its end. A transpose permutes the position that is searched for; an insertion
//! elsewhere is skipped; an insertion at the position, or at a prefix of it, ends the walk.
//!
//! Notation: the position is followed by *sentinels* -1, -2, .. for the dimensions of the extracted slice. If they are
//! still in order at the end, no transpose permuted the slice.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;

use super::defining;
use crate::types::VectorType;
use crate::{ExtractOp, InsertOp, TransposeOp};

/// The state of the walk.
pub(super) struct Chain {
    op: ExtractOp,
    /// The position, then the sentinels, in the dimensions of the current vector.
    position: Vec<i64>,
    sentinels: Vec<i64>,
    /// The number of entries of `position` before the sentinels.
    n_indices: usize,
}

impl Chain {
    /// The state at the end of the chain; `None` if the position is dynamic.
    pub fn new(cx: &FoldCx, op: ExtractOp) -> Option<Self> {
        if op.has_dynamic_position(cx) {
            return None;
        }
        let mut position = op.numbers(cx);
        let n_indices = position.len();
        let rank = VectorType::at(cx, op.source(cx)).rank();
        let sentinels: Vec<i64> = (1..=rank.checked_sub(n_indices)? as i64).map(|number| -number).collect();
        position.extend(&sentinels);
        Some(Self { op, position, sentinels, n_indices })
    }

    pub fn fold(mut self, cx: &mut FoldCx) -> Fold {
        let mut source = self.op.source(cx);
        let mut guard = CycleGuard::default();
        loop {
            if !guard.goes_on(source) {
                return Fold::No;
            }
            if let Some(transpose) = defining::<TransposeOp>(cx, source) {
                self.permute(&transpose.order(cx));
                source = transpose.vector(cx);
                continue;
            }
            let Some(insert) = defining::<InsertOp>(cx, source) else { return self.extract_from(cx, source) };
            let at = insert.numbers(cx);
            let stored = insert.value_to_store(cx);
            let is_known = !insert.has_dynamic_position(cx);
            if is_known && at == self.position[..self.n_indices] && self.is_in_order() {
                return Fold::value(stored);
            }
            if is_known && self.position.starts_with(&at) {
                self.enter(at.len());
                return self.extract_from(cx, stored);
            }
            if at.starts_with(&self.position) || self.may_be(&at) {
                return Fold::No;
            }
            source = insert.dest(cx);
        }
    }

    /// Moves from the result of a transpose to its operand.
    fn permute(&mut self, order: &[i64]) {
        let mut permuted = vec![0; self.position.len()];
        for (place, &dim) in order.iter().enumerate() {
            permuted[dim as usize] = self.position[place];
        }
        self.position = permuted;
    }

    /// Moves from the result of an insertion at the first `n` coordinates to the inserted value.
    fn enter(&mut self, n: usize) {
        self.position.drain(..n);
        self.n_indices = self.position.len() - self.sentinels.len();
    }

    fn is_in_order(&self) -> bool {
        self.position[self.n_indices..] == self.sentinels
    }

    /// Whether an insertion at `at` may overlap with the extracted slice: the static coordinates are equal.
    fn may_be(&self, at: &[i64]) -> bool {
        self.position.iter().zip(at).all(|(&own, &other)| own < 0 || other < 0 || own == other)
    }

    fn extract_from(&self, cx: &mut FoldCx, source: Value) -> Fold {
        if source == self.op.source(cx) || !self.is_in_order() {
            return Fold::No;
        }
        extract_from(cx, source, &self.position[..self.n_indices])
    }
}

/// Makes `op` extract from `source` at these static positions.
pub(super) fn extract_from(cx: &mut FoldCx, source: Value, position: &[i64]) -> Fold {
    let position = cx.i64_array(position);
    cx.set_operand(ExtractOp::SOURCE_OPERAND, source);
    cx.set_prop(ExtractOp::STATIC_POSITION, position);
    Fold::InPlace
}
