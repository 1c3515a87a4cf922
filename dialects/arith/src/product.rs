//! Products of sizes, with constants folded.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;

use crate::{ConstantOp, MulIOp};

/// The product of the sizes of a group of dimensions of `shape`, computed at the insertion point: of the dynamic sizes
/// from left to right, then of the static ones.
pub fn group_product(rw: &mut Rewriter, group: &[i64], shape: &[MixedIndex]) -> MixedIndex {
    let mut number = 1_i64;
    let mut values = Vec::new();
    for size in group.iter().map(|&dim| shape[dim as usize]) {
        match (size.constant(rw), size) {
            (Some(known), _) => number = number.wrapping_mul(known),
            (None, MixedIndex::Dynamic(value)) => values.push(value),
            (None, MixedIndex::Static(_)) => {}
        }
    }
    let Some((&first, rest)) = values.split_first() else { return MixedIndex::Static(number) };
    let mut result = first;
    for &value in rest {
        result = rw.value(MulIOp::build(result, value));
    }
    if number != 1 {
        let constant = rw.value(ConstantOp::build(rw.index_attr(number)));
        result = rw.value(MulIOp::build(result, constant));
    }
    MixedIndex::Dynamic(result)
}
