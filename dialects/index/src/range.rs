//! Integer ranges of results that are valid for 32 and for 64 bits.

use rmlir::core::int_range::{self, NoWrap, Sign};
use rmlir::prelude::*;

use crate::arithmetic::*;
use crate::cast::{CastSOp, CastUOp, CmpOp};
use crate::constant::{BoolConstantOp, ConstantOp, SizeOfOp};
use crate::fold::MIN_WIDTH;

/// The callback for the range of a result.
type Set<'s> = &'s mut dyn FnMut(Value, IntRange);

/// Rows of `Op mode = |lhs, rhs| range;`. The mode is the signedness in which the results
/// for the two widths are compared.
macro_rules! of_two {
    ($($op:ident $mode:expr => |$lhs:ident, $rhs:ident| $range:expr;)*) => {$(
        impl InferIntRange for $op<()> {
            fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: Set) {
                if let [Some(lhs), Some(rhs)] = operands {
                    let operands = [lhs.clone(), rhs.clone()];
                    let range = int_range::infer_index(&operands, $mode, |operands| {
                        let [$lhs, $rhs] = operands else { unreachable!("there are two operands") };
                        $range
                    });
                    set(op.result(0).id, range);
                }
            }
        }
    )*};
}

const BOTH: Option<Sign> = None;
const SIGNED: Option<Sign> = Some(Sign::Signed);
const UNSIGNED: Option<Sign> = Some(Sign::Unsigned);

of_two! {
    AddOp BOTH => |lhs, rhs| int_range::add(lhs, rhs, NoWrap::default());
    SubOp BOTH => |lhs, rhs| int_range::sub(lhs, rhs, NoWrap::default());
    MulOp BOTH => |lhs, rhs| int_range::mul(lhs, rhs, NoWrap::default());
    DivSOp SIGNED => |lhs, rhs| int_range::div_signed(lhs, rhs);
    DivUOp UNSIGNED => |lhs, rhs| int_range::div_unsigned(lhs, rhs);
    CeilDivSOp SIGNED => |lhs, rhs| int_range::ceil_div_signed(lhs, rhs);
    CeilDivUOp UNSIGNED => |lhs, rhs| int_range::ceil_div_unsigned(lhs, rhs);
    FloorDivSOp SIGNED => |lhs, rhs| int_range::floor_div_signed(lhs, rhs);
    RemSOp SIGNED => |lhs, rhs| int_range::rem_signed(lhs, rhs);
    RemUOp UNSIGNED => |lhs, rhs| int_range::rem_unsigned(lhs, rhs);
    MaxSOp SIGNED => |lhs, rhs| int_range::max(lhs, rhs, Sign::Signed);
    MaxUOp UNSIGNED => |lhs, rhs| int_range::max(lhs, rhs, Sign::Unsigned);
    MinSOp SIGNED => |lhs, rhs| int_range::min(lhs, rhs, Sign::Signed);
    MinUOp UNSIGNED => |lhs, rhs| int_range::min(lhs, rhs, Sign::Unsigned);
    ShlOp BOTH => |lhs, rhs| int_range::shl(lhs, rhs, NoWrap::default());
    ShrSOp SIGNED => |lhs, rhs| int_range::shr_signed(lhs, rhs);
    ShrUOp UNSIGNED => |lhs, rhs| int_range::shr_unsigned(lhs, rhs);
    AndOp UNSIGNED => |lhs, rhs| int_range::and(lhs, rhs);
    OrOp UNSIGNED => |lhs, rhs| int_range::or(lhs, rhs);
    XOrOp UNSIGNED => |lhs, rhs| int_range::xor(lhs, rhs);
}

/// Rows of `Op extend;`.
macro_rules! of_cast {
    ($($op:ident $extend:path;)*) => {$(
        impl InferIntRange for $op<()> {
            fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: Set) {
                if let [Some(range)] = operands {
                    let to = op.result(0).ty();
                    let wide = resize(range, IntRange::width_of(op.cx(), to), $extend);
                    let both = if to.is_index() {
                        let width = wide.width();
                        wide.union(&int_range::extend(&resize(range, MIN_WIDTH, $extend), width))
                    } else {
                        wide
                    };
                    set(op.result(0).id, both);
                }
            }
        }
    )*};
}

of_cast! {
    CastSOp int_range::extend_signed;
    CastUOp int_range::extend_unsigned;
}

fn resize(range: &IntRange, width: u32, extend: fn(&IntRange, u32) -> IntRange) -> IntRange {
    match range.width().cmp(&width) {
        std::cmp::Ordering::Less => extend(range, width),
        std::cmp::Ordering::Equal => range.clone(),
        std::cmp::Ordering::Greater => int_range::truncate(range, width),
    }
}

impl InferIntRange for CmpOp<()> {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: Set) {
        let [Some(lhs), Some(rhs)] = operands else { return };
        let predicate = op.get(CmpOp::predicate);
        let wide = predicate.holds_for_all(lhs, rhs);
        let [lhs, rhs] = [lhs, rhs].map(|range| int_range::truncate(range, MIN_WIDTH));
        let range = match wide.filter(|_| predicate.holds_for_all(&lhs, &rhs) == wide) {
            Some(holds) => IntRange::constant(ApInt::from_bool(holds)),
            None => IntRange::all(1),
        };
        set(op.result(0).id, range);
    }
}

/// Rows of constants, whose range is their value.
macro_rules! of_constant {
    ($($op:ident)*) => {$(
        impl InferIntRange for $op<()> {
            fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: Set) {
                if let Some((value, _)) = op.prop($op::VALUE).and_then(|value| value.as_integer(op.cx())) {
                    set(op.result(0).id, IntRange::constant(value.clone()));
                }
            }
        }
    )*};
}

of_constant! { ConstantOp BoolConstantOp }

impl InferIntRange for SizeOfOp<()> {
    fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: Set) {
        let width = IntRange::width_of(op.cx(), op.result(0).ty());
        let [min, max] = [MIN_WIDTH, 64].map(|bits| ApInt::new(width, bits.into()));
        set(op.result(0).id, IntRange::from_unsigned(min, max));
    }
}
