//! `tensor.concat` as insertions: each tensor is inserted after the previous ones.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::mixed_index::{MixedIndex, SliceLists, split};
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_folded_apply;
use rmlir_tensor::{CastOp, ConcatOp, EmptyOp, InsertSliceOp, mixed_sizes, tensor_type};

/// The pattern.
pub fn patterns() -> PatternSet {
    patterns![decompose]
}

#[pattern]
fn decompose(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let (inputs, result) = (op.inputs(rw), op.result(rw));
    let ty = rw.ty(result);
    let (dim, Some(element)) = (op.dim(rw), ty.element(rw)) else { return Match::No };
    let (dim, loc) = (dim as usize, rw.default_loc());
    let sum = AffineMap::new(0, 2, [&AffineExpr::symbol(0) + &AffineExpr::symbol(1)]);
    let mut whole: Vec<MixedIndex> = Vec::new();
    let (mut sizes, mut starts) = (Vec::new(), Vec::new());
    for &input in &inputs {
        let own = mixed_sizes(rw, input);
        if whole.is_empty() {
            whole = own.clone();
            starts.push(MixedIndex::Static(0));
        } else {
            starts.push(whole[dim]);
            whole[dim] = make_composed_folded_apply(rw, loc, &sum, &[whole[dim], own[dim]]);
        }
        sizes.push(own);
    }
    let (shape, values) = split(&whole);
    let joined_type = tensor_type(rw, &shape, element);
    let mut joined = rw.value(EmptyOp::build(joined_type, &values));
    for ((&input, sizes), start) in inputs.iter().zip(sizes).zip(starts) {
        let mut lists = SliceLists {
            offsets: vec![MixedIndex::Static(0); sizes.len()],
            strides: vec![MixedIndex::Static(1); sizes.len()],
            sizes,
        };
        lists.offsets[dim] = start;
        joined = rw.value(InsertSliceOp::of(rw.cx(), joined_type, input, joined, &lists));
    }
    if joined_type != ty {
        joined = rw.value(CastOp::build(ty, joined));
    }
    rw.replace(op, [joined]);
    Match::Yes
}
