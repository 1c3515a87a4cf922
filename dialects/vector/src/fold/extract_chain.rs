//! An extract from a chain of inserts and transposes.
//!
//! Plan: walk the chain from its end. A transpose permutes the position that
//! is looked for; an insert elsewhere is passed; an insert at the position, or
//! around it, ends the walk.
//!
//! Notation: the position is followed by *sentinels* -1, -2, .. for the
//! dimensions of what is extracted. If they are still in order at the end,
//! nothing inside it was permuted.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;

use super::defining;
use super::extract::extract_from;
use crate::types::VectorType;
use crate::{ExtractOp, InsertOp, TransposeOp};

/// The state of the walk.
pub(super) struct Chain {
    op: ExtractOp,
    /// The position, then the sentinels, in the dimensions of where the walk is.
    position: Vec<i64>,
    sentinels: Vec<i64>,
    /// How many entries of `position` come before the sentinels.
    n_indices: usize,
}

impl Chain {
    /// At the end of the chain; `None` if the position is not known.
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

    /// Goes from the result of a transpose to its operand.
    fn permute(&mut self, order: &[i64]) {
        let mut permuted = vec![0; self.position.len()];
        for (place, &dim) in order.iter().enumerate() {
            permuted[dim as usize] = self.position[place];
        }
        self.position = permuted;
    }

    /// Goes from the result of an insert at the first `n` coordinates to what is inserted.
    fn enter(&mut self, n: usize) {
        self.position.drain(..n);
        self.n_indices = self.position.len() - self.sentinels.len();
    }

    fn is_in_order(&self) -> bool {
        self.position[self.n_indices..] == self.sentinels
    }

    /// Whether an insert at `at` may change part of what is extracted: the
    /// coordinates that are known are equal.
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
