//! Speculatability of operations that have undefined behaviour for some operands.
//!
//! Such an operation implements [`Speculatable`](crate::interfaces::Speculatable) (upstream:
//! `ConditionallySpeculatable`) and may be speculated where its operands are proved to be safe: constants, or values
//! that are never poison and whose range excludes the operands with undefined behaviour. Ranges are those inferred by
//! [`InferIntRange`] from the operation that defines the value and, recursively to a limited depth, its operands, and
//! those of induction variables.

use rmlir_num::ApInt;

use crate::arena::Value;
use crate::body::Body;
use crate::fold::constant_value;
use crate::int_range::Sign;
use crate::interfaces::{InferIntRange, IntRange, LoopLike, Speculatability, ValueOrAttr};
use crate::mixed_index::{MixedIndex, SliceLists};
use crate::opref::{OpRef, ValueRef};
use crate::poison::is_never_poison;
use crate::types::DYNAMIC;

/// The limit on the length of the use-def chain visited for the range of a value.
const DEPTH: u32 = 4;

impl From<bool> for Speculatability {
    /// Returns whether the operation may be speculated, as far as that depends on its operands.
    fn from(is_speculatable: bool) -> Self {
        if is_speculatable { Speculatability::Yes } else { Speculatability::No }
    }
}

/// The range of an integer, or of all elements of a vector or tensor of integers, if it is known and never poison.
pub fn range_of(value: ValueRef) -> Option<IntRange> {
    range_within(value, DEPTH).filter(|_| is_never_poison(value))
}

fn range_within(value: ValueRef, depth: u32) -> Option<IntRange> {
    let (body, cx) = (value.body, value.cx());
    let width = IntRange::width_of(cx, value.ty());
    if width == 0 {
        return None;
    }
    if let Some(constant) = constant_value(body, value.id).and_then(|attr| attr.int_or_splat(cx)) {
        return Some(IntRange::constant(constant));
    }
    let depth = depth.checked_sub(1)?;
    let Some(op) = value.defining_op() else { return induction_range(value, depth) };
    let inference = op.interface::<dyn InferIntRange>()?;
    let range = |operand: ValueRef| {
        let all = || IntRange::all(IntRange::width_of(cx, operand.ty()));
        Some(range_within(operand, depth).unwrap_or_else(all))
    };
    let operands: Vec<Option<IntRange>> = op.operands().map(range).collect();
    let mut found = None;
    inference.infer_ranges(op, &operands, &mut |result, range| {
        if result == value.id {
            found = Some(range);
        }
    });
    found.filter(|range| range.width() == width)
}

/// The range from the lower bound (inclusive) to the upper bound (exclusive), if neither is negative: signed and
/// unsigned comparisons agree then.
fn induction_range(value: ValueRef, depth: u32) -> Option<IntRange> {
    let (body, cx) = (value.body, value.cx());
    let op = OpRef::new(body, body.block_parent_op(body.value_block(value.id)?)?);
    let loop_like = op.interface::<dyn LoopLike>()?;
    let place = loop_like.induction_vars(op).iter().position(|&variable| variable == value.id)?;
    let bounds = loop_like.bounds(op)?;
    let width = IntRange::width_of(cx, value.ty());
    let bound = |bound: &ValueOrAttr| match *bound {
        ValueOrAttr::Value(bound) => range_within(ValueRef::new(body, bound), depth),
        ValueOrAttr::Attr(attr) => attr.as_i64(cx).map(|number| IntRange::constant(ApInt::from_i64(width, number))),
    };
    let (lower, upper) = (bound(bounds.lower.get(place)?)?, bound(bounds.upper.get(place)?)?);
    let (least, end) = (lower.signed.0, upper.signed);
    if least.is_negative() || end.0.is_negative() || end.1.scmp(&least).is_le() {
        return None;
    }
    let most = end.1.sub(&ApInt::one(width));
    Some(IntRange::from_signed(least, most))
}

/// Returns whether `value`, with the signedness `sign`, is known to differ from all `excluded` integers of its width.
pub fn excludes(value: ValueRef, sign: Sign, excluded: &[fn(u32) -> ApInt]) -> bool {
    let is_harmless = |range: IntRange| excluded.iter().all(|number| range.excludes(&number(range.width()), sign));
    range_of(value).is_some_and(is_harmless)
}

/// Returns whether a division by `divisor` is known to be defined: it is not zero, and for signed division not -1.
pub fn divides(divisor: ValueRef, sign: Sign) -> bool {
    match sign {
        Sign::Unsigned => excludes(divisor, sign, &[ApInt::zero]),
        Sign::Signed => excludes(divisor, sign, &[ApInt::zero, ApInt::all_ones]),
    }
}

/// Implements [`Speculatable`](crate::interfaces::Speculatable) for divisions, in rows of `Op by DIVISOR as Sign;`:
/// they may be speculated if [`divides`] holds for the operand with index `Op::DIVISOR`.
#[macro_export]
macro_rules! speculatable_divisions {
    ($($op:ident by $divisor:ident as $sign:ident;)*) => {$(
        impl $crate::interfaces::Speculatable for $op<()> {
            fn speculatability(&self, op: $crate::OpRef) -> $crate::interfaces::Speculatability {
                $crate::speculate::divides(op.operand($op::$divisor), $crate::int_range::Sign::$sign).into()
            }
        }
    )*};
}

/// The signed minimum and maximum of an index, if they are known and it is never poison.
pub fn index_range(body: &Body, index: MixedIndex) -> Option<(i64, i64)> {
    let value = match index {
        MixedIndex::Static(number) => return Some((number, number)),
        MixedIndex::Dynamic(value) => value,
    };
    let range = range_of(ValueRef::new(body, value))?;
    Some((range.signed.0.sext_value()?, range.signed.1.sext_value()?))
}

/// Returns whether all of `indices` are known to be at least `least`.
pub fn all_at_least(body: &Body, least: i64, indices: impl IntoIterator<Item = MixedIndex>) -> bool {
    indices.into_iter().all(|index| index_range(body, index).is_some_and(|(low, _)| low >= least))
}

/// Returns whether `indices` are known to be in bounds of a value of this shape.
pub fn are_in_bounds(body: &Body, shape: &[i64], indices: &[Value]) -> bool {
    let is_inside = |(&size, &index): (&i64, &Value)| {
        let range = index_range(body, MixedIndex::Dynamic(index));
        size != DYNAMIC && range.is_some_and(|(low, high)| low >= 0 && high < size)
    };
    shape.len() == indices.len() && shape.iter().zip(indices).all(is_inside)
}

/// Returns whether the slice accessed by `op` is known to be in bounds of a value of this shape.
pub fn is_slice_in_bounds(op: OpRef, shape: &[i64]) -> bool {
    let lists = SliceLists::of(op);
    let range = |index: MixedIndex| index_range(op.body, index).map(|(low, high)| [i128::from(low), i128::from(high)]);
    let is_inside = |dim: usize| {
        let ranges = range(lists.offsets[dim]).zip(range(lists.sizes[dim])).zip(range(lists.strides[dim]));
        let Some(((offsets, sizes), strides)) = ranges else { return false };
        // A slice without elements may be anywhere.
        let [least, most] = sizes.map(|size| size.max(1) - 1);
        let is_place = |at: i128| (0..i128::from(shape[dim])).contains(&at);
        let is_last_inside =
            |offset: i128| strides.iter().all(|stride| [least, most].iter().all(|n| is_place(offset + n * stride)));
        let all_inside = || offsets.into_iter().all(|offset| is_place(offset) && is_last_inside(offset));
        sizes[0] >= 0 && (sizes[1] == 0 || (shape[dim] != DYNAMIC && all_inside()))
    };
    lists.offsets.len() == shape.len() && (0..shape.len()).all(is_inside)
}
