//! Constraints on types of tensors and buffers.
#![allow(non_upper_case_globals)] // The names are upstream's.

use rmlir::core::opdef::{OpTrait, TypeConstraint};
use rmlir::prelude::*;

/// A type whose values can be bufferized.
pub static TensorLikeType: TypeConstraint = TypeConstraint::new("TensorLikeType instance", |cx, ty| ty.is_tensor(cx));

/// A buffer type.
pub static BufferLikeType: TypeConstraint = TypeConstraint::new("BufferLikeType instance", |cx, ty| ty.is_memref(cx));

/// The operand and the result are a tensor and a buffer of the same shape and element type.
pub(crate) static TensorAndBufferMatch: TypesMatch = TypesMatch {
    words: "specified tensor and buffer types match",
    holds: |op| {
        let (from, to) = (op.operand(0).ty(), op.result(0).ty());
        from.shape(op.cx()) == to.shape(op.cx()) && from.element(op.cx()) == to.element(op.cx())
    },
};

/// The first two operands have the same element type.
pub(crate) static SourceAndDestMatch: TypesMatch = TypesMatch {
    words: "all of {source, dest} have same element type",
    holds: |op| op.operand(0).ty().element(op.cx()) == op.operand(1).ty().element(op.cx()),
};

/// A condition on the types of an operation, with its description.
pub(crate) struct TypesMatch {
    words: &'static str,
    holds: fn(OpRef) -> bool,
}

impl OpTrait for TypesMatch {
    fn name(&self) -> &'static str {
        self.words
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Checked {
        if (self.holds)(op) { Ok(()) } else { Err(op.error(format!("failed to verify that {}", self.words))) }
    }
}
