//! Lowering of `vector.gather`, dimension by dimension, and element by element.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{AddIOp, ConstantOp, IndexCastOp, MulIOp};
use rmlir_memref::{CollapseShapeOp, SubViewOp};
use rmlir_tensor as tensor;
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::{GatherOp, LoadOp, VectorType, defining, splat_attr};

use super::of_benefit;
use super::unroll::unroll_first_dim;
use crate::make::{extract, insert};
use crate::regions::build_if;

/// The pattern that unrolls to gathers of one dimension.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![unroll], benefit)
}

/// The patterns that lower gathers of one dimension to conditional loads.
pub fn conditional_load_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![remove_stride, to_conditional_loads], benefit)
}

/// A gather with other operands and type; with the same alignment.
fn gather_like(
    body: &Body,
    op: GatherOp,
    ty: Type,
    (base, offsets): (Value, &[Value]),
    [indices, mask, pass_thru]: [Value; 3],
) -> Build<GatherOp> {
    let new = GatherOp::build(ty, base, offsets, indices, mask, pass_thru);
    match op.alignment(body) {
        Some(alignment) => new.prop(GatherOp::ALIGNMENT, alignment),
        None => new,
    }
}

#[pattern]
fn unroll(op: GatherOp, rw: &mut Rewriter) -> Match {
    // The vectors that it is unrolled into are unrolled into loads.
    if !may_unroll(&VectorType::at(rw, op.result(rw)).shape) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let vectors = [op.indices(rw), op.mask(rw), op.pass_thru(rw)];
    let (base, offsets) = (op.base(rw), op.offsets(rw));
    unroll_first_dim(op.id(), rw, |rw, ty, at| {
        let parts = vectors.map(|vector| extract(rw, vector, &[at]));
        rw.value(gather_like(rw, op, ty, (base, &offsets), parts))
    })
}

/// Rewrites a gather from a column of a matrix to one from the collapsed matrix.
#[pattern]
fn remove_stride(op: GatherOp, rw: &mut Rewriter) -> Match {
    let Some(view) = defining::<SubViewOp>(rw, op.base(rw)) else { return rw.no_match(op, "not of a subview") };
    let source = view.source(rw);
    let shape = rw.ty(source).shape(rw).unwrap_or_default().to_vec();
    let layout = strides_and_offset(rw, rw.ty(op.base(rw)));
    let [_, columns] = shape[..] else { return rw.no_match(op, "not of a matrix") };
    if layout.is_none_or(|layout| layout.strides != [columns]) {
        return rw.no_match(op, "not of a column");
    }
    let groups = [vec![0, 1]];
    let ty = rmlir_memref::collapsed_type(rw, rw.ty(source), &groups);
    let Some(ty) = ty else { return rw.no_match(op, "the matrix is not contiguous") };
    let flat = rw.value(CollapseShapeOp::of(rw.cx(), ty, source, &groups));
    let indices = op.indices(rw);
    let factor = rw.ty(indices).element(rw).map(|element| rw.int_attr(element, columns));
    let factor = factor.and_then(|factor| splat_attr(rw, rw.ty(indices), factor));
    let factor = rw.value(ConstantOp::build(factor.expect("a vector of indices has integers of a known number")));
    let indices = rw.value(MulIOp::build(indices, factor));
    let offsets = op.offsets(rw);
    let result = rw.ty(op.result(rw));
    let vectors = [indices, op.mask(rw), op.pass_thru(rw)];
    rw.replace_with(op, gather_like(rw, op, result, (flat, &offsets), vectors));
    Match::Yes
}

/// Creates a conditional load for each bit of the mask.
#[pattern]
fn to_conditional_loads(op: GatherOp, rw: &mut Rewriter) -> Match {
    let vector = VectorType::at(rw, op.result(rw));
    if vector.rank() != 1 || vector.is_scalable() {
        return rw.no_match(op, "not a vector of one fixed dimension");
    }
    let (base, mask) = (op.base(rw), op.mask(rw));
    let base_type = rw.ty(base);
    let is_memref = base_type.is_memref(rw);
    let last_stride = strides_and_offset(rw, base_type).and_then(|layout| layout.strides.last().copied());
    if is_memref && last_stride.is_some_and(|stride| stride != 1) && vector.n_elements() != 1 {
        return rw.no_match(op, "the elements are not next to each other");
    }
    if !may_unroll(&vector.shape) {
        return rw.no_match(op, TOO_MANY_PARTS);
    }
    let indices = op.indices(rw);
    let index_type = VectorType::at(rw, indices).with_element(Type::INDEX).ty(rw);
    let indices = create_or_fold(rw, IndexCastOp::build(index_type, indices));
    let one = VectorType::fixed(&[1], vector.element).ty(rw);
    let mut offsets = op.offsets(rw);
    let last = *offsets.last().expect("there is an offset for each dimension");
    let mut result = op.pass_thru(rw);
    let ty = rw.ty(result);
    for at in 0..vector.n_elements() {
        let condition = extract(rw, mask, &[at]);
        let index = extract(rw, indices, &[at]);
        *offsets.last_mut().expect("as before") = create_or_fold(rw, AddIOp::build(last, index));
        let load = |rw: &mut Rewriter| {
            let element = if is_memref {
                let mut load = LoadOp::build(one, base, &offsets);
                if let Some(alignment) = op.alignment(rw) {
                    load = load.prop(LoadOp::ALIGNMENT, alignment);
                }
                let loaded = rw.value(load);
                extract(rw, loaded, &[0])
            } else {
                let state = OpState::of::<tensor::ExtractOp>(rw.cx()).operands(&[base]).operands(&offsets);
                let extracted = rw.create_state(state.results(&[vector.element]));
                rw.result(extracted, 0)
            };
            vec![insert(rw, element, result, &[at])]
        };
        let made = build_if(rw, condition, &[ty], load, Some(&mut |_| vec![result]));
        result = rw.result(made.id(), 0);
    }
    rw.replace(op, [result])
}
