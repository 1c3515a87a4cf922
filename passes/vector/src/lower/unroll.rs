//! Unrolling of operations on vectors of several dimensions.

use rmlir::prelude::*;
use rmlir_vector::VectorType;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions, unrolled_rows};

use crate::make::{insert, poison};

/// The positions of the leading dimensions, up to the first scalable one, such that at most `target_rank` dimensions
/// remain; `None` if there are none, or too many.
pub(super) fn leading_positions(vector: &VectorType, target_rank: usize) -> Option<Vec<Vec<i64>>> {
    let n_leading = vector.rank().checked_sub(target_rank)?;
    let fixed = vector.scalable[..n_leading].iter().take_while(|&&scalable| !scalable).count();
    if fixed == 0 {
        return None;
    }
    Some(unrolled_positions(&vector.shape[..fixed])?.collect())
}

/// Replaces `op` by one operation for each position of its first dimension, which `part` creates from its result type
/// and the position.
pub(super) fn unroll_first_dim(op: OpId, rw: &mut Rewriter, part: impl Fn(&mut Rewriter, Type, i64) -> Value) -> Match {
    let vector = VectorType::at(rw, rw.result(op, 0));
    if vector.rank() < 2 {
        return rw.no_match(op, "there is one dimension");
    }
    if vector.scalable[0] {
        return rw.no_match(op, "a scalable dimension cannot be unrolled");
    }
    let Some(rows) = unrolled_rows(&vector.shape) else { return rw.no_match(op, TOO_MANY_PARTS) };
    let mut result = poison(rw, vector.ty(rw));
    let ty = vector.drop_front(1).ty(rw);
    for at in rows {
        let value = part(rw, ty, at);
        result = insert(rw, value, result, &[at]);
    }
    rw.replace(op, [result])
}
