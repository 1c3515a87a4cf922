//! Canonicalization: operations that undo others, and parts of what was put together.
//!
//! Deviation: a clamp that ignores NaN is not erased, as it replaces NaN; nor is a maximum of floats, which is finite or NaN.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_tensor::{CastOp, tensor_type};

use crate::attrs::NanPropagationMode;
use crate::contraction::MaxPool2DOp;
use crate::elementwise::{ClampOp, LogicalNotOp, SelectOp};
use crate::infer::constant_sizes;
use crate::layout::{ConcatOp, PadOp, ReshapeOp, SliceOp, TransposeOp};
use crate::shape::const_shape;
use crate::types::is_unsigned;

canonicalize! {
    ClampOp: clamp_to_all, clamp_of_clamp;
    ConcatOp: concat_of_one;
    MaxPool2DOp: max_of_one;
    SelectOp: select_by_negation;
    SliceOp: slice_of_concat, slice_of_pad, slice_of_known_size;
    TransposeOp: transpose_of_transpose, transpose_of_ones;
}

/// The only operand, cast to the type of the result.
#[pattern]
pub(crate) fn concat_of_one(op: ConcatOp, rw: &mut Rewriter) -> Match {
    let inputs: Vec<Value> = rw.operands(op.id()).collect();
    let &[input] = inputs.as_slice() else { return rw.no_match(op, "several tensors are concatenated") };
    let ty = rw.ty(op.output(rw));
    if rw.ty(input) == ty {
        return rw.replace(op, [input]);
    }
    rw.replace_with(op, CastOp::build(ty, input));
    Match::Yes
}

/// One transpose by the composed permutation.
#[pattern]
pub(crate) fn transpose_of_transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<TransposeOp>(op.input1(rw)) else {
        return rw.no_match(op, "input must be transpose operation");
    };
    let (outer_perms, inner_perms) = (op.perms(rw).to_vec(), inner.perms(rw).to_vec());
    if outer_perms.len() != inner_perms.len() || outer_perms.is_empty() {
        return rw.no_match(op, "transpose and inner transpose perms sizes must be equal");
    }
    let perms: Vec<i32> = outer_perms.iter().map(|&dim| inner_perms[dim as usize]).collect();
    let (perms, ty, source) = (rw.i32_array(&perms), rw.ty(op.output(rw)), inner.input1(rw));
    rw.replace_with(op, TransposeOp::build(ty, source, perms));
    Match::Yes
}

/// A transpose that moves dimensions of size 1 only is a reshape.
#[pattern]
pub(crate) fn transpose_of_ones(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let (input, output) = (op.input1(rw), op.output(rw));
    let is_transpose = |user: OpId| OpRef::new(rw, user).is::<TransposeOp>();
    if rw.defined_by::<TransposeOp>(input).is_some() || rw.uses(output).any(|(user, _)| is_transpose(user)) {
        return rw.no_match(op, "it is composed with another transpose");
    }
    let Some(sizes) = rw.ty(input).shape(rw).map(<[i64]>::to_vec) else { return rw.no_match(op, "Unranked input.") };
    if sizes.iter().filter(|&&size| size == DYNAMIC).count() > 1 {
        return rw.no_match(op, "Has more than one dynamic dim.");
    }
    let perms = op.perms(rw).to_vec();
    let moved = perms.iter().filter(|&&dim| sizes[dim as usize] != 1);
    if !moved.is_sorted() {
        return rw.no_match(op, "Transpose changes memory layout.");
    }
    let size = |&dim: &i32| if sizes[dim as usize] == DYNAMIC { -1 } else { sizes[dim as usize] };
    let sizes: Vec<i64> = perms.iter().map(size).collect();
    let (ty, shape) = (rw.ty(output), const_shape(rw, &sizes));
    rw.replace_with(op, ReshapeOp::build(ty, input, shape));
    Match::Yes
}

/// Selection by a negated condition selects the other value by the condition.
#[pattern]
pub(crate) fn select_by_negation(op: SelectOp, rw: &mut Rewriter) -> Match {
    let Some(not) = rw.defined_by::<LogicalNotOp>(op.input1(rw)) else {
        return rw.no_match(op, "the condition is not negated");
    };
    let (condition, then, other) = (not.input1(rw), op.input2(rw), op.input3(rw));
    let id = op.id();
    rw.modifying(id);
    rw.set_operands(id, &[condition, other, then]);
    rw.modified(id);
    Match::Yes
}

/// The maximum of one element.
#[pattern]
pub(crate) fn max_of_one(op: MaxPool2DOp, rw: &mut Rewriter) -> Match {
    let (input, output) = (op.input(rw), op.output(rw));
    let ty = rw.ty(input);
    let is_one = |ty: Type| ty.static_shape(rw).is_some_and(|sizes| sizes[1] == 1 && sizes[2] == 1);
    if !is_one(ty) || rw.ty(output) != ty {
        return rw.no_match(op, "the image has several elements");
    }
    if ty.element_or_self(rw).float_kind(rw).is_some() {
        return rw.no_match(op, "it replaces infinities");
    }
    rw.replace(op, [input])
}

/// The bounds of a clamp: integers as they are compared, or floats.
#[derive(Clone, Copy)]
enum Bounds {
    Int([i128; 2]),
    Float([ApFloat; 2]),
}

impl Bounds {
    fn of(op: ClampOp, body: &Body) -> Option<Self> {
        let view = OpRef::new(body, op.id());
        let bounds = [view.get(ClampOp::min_val), view.get(ClampOp::max_val)];
        let element = body.ty(op.input(body)).element_or_self(body);
        if let [Some((&min, _)), Some((&max, _))] = bounds.map(|bound| bound.as_float(body)) {
            return Some(Self::Float([min, max]));
        }
        let [min, max] = bounds.map(|bound| {
            let (value, _) = bound.as_integer(body)?;
            match is_unsigned(body, element) {
                true => value.zext_value().map(i128::from),
                false => value.sext_value().map(i128::from),
            }
        });
        Some(Self::Int([min?, max?]))
    }
}

/// A clamp to all numbers of the type.
#[pattern]
pub(crate) fn clamp_to_all(op: ClampOp, rw: &mut Rewriter) -> Match {
    let (input, output) = (op.input(rw), op.output(rw));
    let ty = rw.ty(input);
    let element = ty.element_or_self(rw);
    let has_all = match Bounds::of(op, rw) {
        Some(Bounds::Float([min, max])) => {
            min.is_infinity()
                && max.is_infinity()
                && min.is_negative()
                && !max.is_negative()
                && op.nan_mode(rw) == NanPropagationMode::Propagate
        }
        Some(Bounds::Int([min, max])) => element.int_width(rw).is_some_and(|width| match is_unsigned(rw, element) {
            true => min <= 0 && max >= (1i128 << width) - 1,
            false => min <= -(1i128 << (width - 1)) && max >= (1i128 << (width - 1)) - 1,
        }),
        None => false,
    };
    if !has_all || rw.ty(output) != ty {
        return rw.no_match(op, "it clamps numbers of the type");
    }
    rw.replace(op, [input])
}

/// Two clamps to ranges that overlap are one to their intersection. NaN is ignored if the inner one ignores it.
#[pattern]
pub(crate) fn clamp_of_clamp(op: ClampOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<ClampOp>(op.input(rw)) else {
        return rw.no_match(op, "the operand is not clamped");
    };
    let (outer_mode, mode) = (op.nan_mode(rw), inner.nan_mode(rw));
    if outer_mode == NanPropagationMode::Ignore && mode == NanPropagationMode::Propagate {
        return rw.no_match(op, "it replaces NaN");
    }
    let cx = rw.cx();
    let element = rw.ty(op.input(rw)).element_or_self(cx);
    let [min, max] = match (Bounds::of(op, rw), Bounds::of(inner, rw)) {
        (Some(Bounds::Float(a)), Some(Bounds::Float(b))) => {
            let is_less = |a: ApFloat, b: ApFloat| a.compare(b).is_some_and(|order| order.is_lt());
            if !is_less(a[0], b[1]) || !is_less(b[0], a[1]) {
                return rw.no_match(op, "the ranges do not overlap");
            }
            let bounds = [if is_less(a[0], b[0]) { b[0] } else { a[0] }, if is_less(b[1], a[1]) { b[1] } else { a[1] }];
            bounds.map(|bound| cx.float_attr(element, bound))
        }
        (Some(Bounds::Int(a)), Some(Bounds::Int(b))) => {
            if a[0] >= b[1] || b[0] >= a[1] {
                return rw.no_match(op, "the ranges do not overlap");
            }
            let width = element.int_width(cx).unwrap_or(64);
            let bound = |value: i128| cx.apint_attr(element, ApInt::from_i64(64, value as i64).zext_or_trunc(width));
            [bound(a[0].max(b[0])), bound(a[1].min(b[1]))]
        }
        _ => return rw.no_match(op, "the bounds are of different types"),
    };
    let (ty, source, mode) = (rw.ty(op.output(rw)), inner.input(rw), mode.attr(cx));
    rw.replace_with(op, ClampOp::build(ty, source, min, max).prop(ClampOp::NAN_MODE, mode));
    Match::Yes
}

/// The constant start and sizes of a slice.
fn constant_slice(op: SliceOp, body: &Body) -> Option<(Vec<i64>, Vec<i64>)> {
    let sizes = |shape: Value| constant_sizes(ValueRef::new(body, shape));
    sizes(op.start(body)).zip(sizes(op.size(body)))
}

/// A slice of one of the tensors that are concatenated.
#[pattern]
pub(crate) fn slice_of_concat(op: SliceOp, rw: &mut Rewriter) -> Match {
    let Some(concat) = rw.defined_by::<ConcatOp>(op.input1(rw)) else {
        return rw.no_match(op, "slice input must be concat operation");
    };
    if rw.ty(op.input1(rw)).static_shape(rw).is_none() {
        return rw.no_match(op, "slice input must be a static ranked tensor");
    }
    let Some((mut starts, sizes)) = constant_slice(op, rw) else {
        return rw.no_match(op, "start and size of slice must be static ranked shapes");
    };
    let axis = concat.axis(rw) as usize;
    let inputs: Vec<Value> = rw.operands(concat.id()).collect();
    for input in inputs {
        let Some(size) = rw.ty(input).static_shape(rw).and_then(|shape| shape.get(axis).copied()) else {
            return rw.no_match(op, "concat input must be a static ranked tensor");
        };
        let end = starts[axis].checked_add(sizes[axis]);
        // A size of -1 extends to the end of the whole.
        if sizes[axis] >= 0 && starts[axis] >= 0 && end.is_some_and(|end| end <= size) {
            let (start, size) = (const_shape(rw, &starts), const_shape(rw, &sizes));
            let ty = rw.ty(op.output(rw));
            rw.replace_with(op, SliceOp::build(ty, input, start, size));
            return Match::Yes;
        }
        starts[axis] = starts[axis].saturating_sub(size);
    }
    rw.no_match(op, "corresponding concat input not found for slice")
}

/// Padding that is sliced off again is not added.
#[pattern]
pub(crate) fn slice_of_pad(op: SliceOp, rw: &mut Rewriter) -> Match {
    let padded = op.input1(rw);
    let Some(pad) = rw.defined_by::<PadOp>(padded).filter(|_| rw.has_one_use(padded)) else {
        return rw.no_match(op, "it is not the only use of a pad operation");
    };
    let input = pad.input1(rw);
    let shape = rw.ty(input).shape(rw).map(<[i64]>::to_vec).filter(|_| rw.ty(padded).shape(rw).is_some());
    let padding = constant_sizes(ValueRef::new(rw, pad.padding(rw)));
    let (Some(shape), Some(padding), Some((starts, sizes))) = (shape, padding, constant_slice(op, rw)) else {
        return rw.no_match(op, "ranks, padding, start and size must be known");
    };
    let Some((starts, kept, padded_shape)) = moved_slice(&shape, &padding, &starts, &sizes) else {
        return rw.no_match(op, "no padding is sliced off");
    };
    let loc = rw.loc(pad.id());
    let padding = const_shape(rw, &kept);
    let padded_type = tensor_type(rw.cx(), &padded_shape, rw.ty(input).element_or_self(rw));
    let padded = rw.value(PadOp::build(padded_type, input, padding, pad.pad_const(rw)).at(loc));
    let start = const_shape(rw, &starts);
    let (ty, size) = (rw.ty(op.output(rw)), op.size(rw));
    rw.replace_with(op, SliceOp::build(ty, padded, start, size));
    Match::Yes
}

/// The starts of a slice, the padding that it needs, and the padded shape; `None` if that is the padding that there is, or
/// the slice is beyond the tensor.
fn moved_slice(
    shape: &[i64],
    padding: &[i64],
    starts: &[i64],
    sizes: &[i64],
) -> Option<(Vec<i64>, Vec<i64>, Vec<i64>)> {
    let (mut moved, mut kept, mut padded) = (starts.to_vec(), padding.to_vec(), vec![DYNAMIC; shape.len()]);
    for (dim, &size) in shape.iter().enumerate() {
        let (start, sliced, before, after) = (starts[dim], sizes[dim], padding[2 * dim], padding[2 * dim + 1]);
        if size == DYNAMIC {
            if start != 0 || sliced != -1 {
                return None;
            }
            continue;
        }
        let end = start.checked_add(sliced)?;
        let inner_end = before.checked_add(size)?;
        if start < 0 || sliced < 0 || before < 0 || after < 0 || end > inner_end.checked_add(after)? {
            return None;
        }
        moved[dim] = (start - before).max(0);
        kept[2 * dim] = (before - start).max(0);
        kept[2 * dim + 1] = (end - inner_end).max(0);
        padded[dim] = kept[2 * dim] + size + kept[2 * dim + 1];
    }
    (moved != starts || kept != padding).then_some((moved, kept, padded))
}

/// A size that is not given is that of the result.
#[pattern]
pub(crate) fn slice_of_known_size(op: SliceOp, rw: &mut Rewriter) -> Match {
    let ty = rw.ty(op.output(rw));
    let Some(known) = ty.shape(rw).map(<[i64]>::to_vec) else { return rw.no_match(op, "the result has no rank") };
    let Some(mut sizes) = constant_sizes(ValueRef::new(rw, op.size(rw))) else {
        return rw.no_match(op, "size of slice must be a static ranked shape");
    };
    let mut is_changed = false;
    for (size, &known) in sizes.iter_mut().zip(&known).filter(|(size, known)| **size == -1 && **known != DYNAMIC) {
        *size = known;
        is_changed = true;
    }
    if !is_changed {
        return rw.no_match(op, "no dimension of size of slice is dynamic that resolves to static output shape");
    }
    let (input, start, size) = (op.input1(rw), op.start(rw), const_shape(rw, &sizes));
    rw.replace_with(op, SliceOp::build(ty, input, start, size));
    Match::Yes
}
