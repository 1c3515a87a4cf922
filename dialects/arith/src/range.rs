//! Integer ranges of results, by the arithmetic of [`int_range`].

use rmlir::core::attrs::AttrData;
use rmlir::core::dense;
use rmlir::core::int_range::{self, Comparison, NoWrap, Sign};
use rmlir::prelude::*;

use crate::attrs::{CmpIPredicate, IntegerOverflowFlags};
use crate::cast::{ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, TruncIOp};
use crate::compare::{CmpIOp, SelectOp};
use crate::constant::ConstantOp;
use crate::integer::*;

/// The callback for the range of a result.
type Set<'s> = &'s mut dyn FnMut(Value, IntRange);

/// Rows of `Op = |operation, lhs, rhs| range;`: operations on two integers without a range
/// unless both operands have one.
macro_rules! of_two {
    ($($op:ident = |$operation:ident, $lhs:ident, $rhs:ident| $range:expr;)*) => {$(
        impl InferIntRange for $op {
            fn infer_ranges(&self, $operation: OpRef, operands: &[Option<IntRange>], set: Set) {
                if let [Some($lhs), Some($rhs)] = operands {
                    set($operation.result(0).id, $range);
                }
            }
        }
    )*};
}

of_two! {
    AddIOp = |op, lhs, rhs| int_range::add(lhs, rhs, no_wrap(op.get(AddIOp::overflow_flags)));
    SubIOp = |op, lhs, rhs| int_range::sub(lhs, rhs, no_wrap(op.get(SubIOp::overflow_flags)));
    MulIOp = |op, lhs, rhs| int_range::mul(lhs, rhs, no_wrap(op.get(MulIOp::overflow_flags)));
    ShLIOp = |op, lhs, rhs| int_range::shl(lhs, rhs, no_wrap(op.get(ShLIOp::overflow_flags)));
    ShRUIOp = |op, lhs, rhs| int_range::shr_unsigned(lhs, rhs);
    ShRSIOp = |op, lhs, rhs| int_range::shr_signed(lhs, rhs);
    DivUIOp = |op, lhs, rhs| int_range::div_unsigned(lhs, rhs);
    DivSIOp = |op, lhs, rhs| int_range::div_signed(lhs, rhs);
    CeilDivUIOp = |op, lhs, rhs| int_range::ceil_div_unsigned(lhs, rhs);
    CeilDivSIOp = |op, lhs, rhs| int_range::ceil_div_signed(lhs, rhs);
    FloorDivSIOp = |op, lhs, rhs| int_range::floor_div_signed(lhs, rhs);
    RemUIOp = |op, lhs, rhs| int_range::rem_unsigned(lhs, rhs);
    RemSIOp = |op, lhs, rhs| int_range::rem_signed(lhs, rhs);
    AndIOp = |op, lhs, rhs| int_range::and(lhs, rhs);
    OrIOp = |op, lhs, rhs| int_range::or(lhs, rhs);
    XOrIOp = |op, lhs, rhs| int_range::xor(lhs, rhs);
    MaxSIOp = |op, lhs, rhs| int_range::max(lhs, rhs, Sign::Signed);
    MaxUIOp = |op, lhs, rhs| int_range::max(lhs, rhs, Sign::Unsigned);
    MinSIOp = |op, lhs, rhs| int_range::min(lhs, rhs, Sign::Signed);
    MinUIOp = |op, lhs, rhs| int_range::min(lhs, rhs, Sign::Unsigned);
    CmpIOp = |op, lhs, rhs| of_comparison(op.get(CmpIOp::predicate), lhs, rhs);
}

fn no_wrap(flags: IntegerOverflowFlags) -> NoWrap {
    NoWrap {
        unsigned: flags.contains(IntegerOverflowFlags::NoUnsignedWrap),
        signed: flags.contains(IntegerOverflowFlags::NoSignedWrap),
    }
}

fn of_comparison(predicate: CmpIPredicate, lhs: &IntRange, rhs: &IntRange) -> IntRange {
    match predicate.holds_for_all(lhs, rhs) {
        Some(holds) => IntRange::constant(ApInt::from_bool(holds)),
        None => IntRange::all(1),
    }
}

impl CmpIPredicate {
    /// Whether it is true for any two values of these ranges; `None` if that depends on the values.
    pub fn holds_for_all(self, lhs: &IntRange, rhs: &IntRange) -> Option<bool> {
        use CmpIPredicate as P;
        use Comparison::{Equal, Less, LessOrEqual};
        let (comparison, swapped, negated) = match self {
            P::Eq => (Equal, false, false),
            P::Ne => (Equal, false, true),
            P::Slt => (Less(Sign::Signed), false, false),
            P::Sle => (LessOrEqual(Sign::Signed), false, false),
            P::Sgt => (Less(Sign::Signed), true, false),
            P::Sge => (LessOrEqual(Sign::Signed), true, false),
            P::Ult => (Less(Sign::Unsigned), false, false),
            P::Ule => (LessOrEqual(Sign::Unsigned), false, false),
            P::Ugt => (Less(Sign::Unsigned), true, false),
            P::Uge => (LessOrEqual(Sign::Unsigned), true, false),
        };
        let (lhs, rhs) = if swapped { (rhs, lhs) } else { (lhs, rhs) };
        int_range::compare(comparison, lhs, rhs).map(|holds| holds != negated)
    }
}

/// Rows of `Op = |range, width| range;`, for casts to integers of a width.
macro_rules! of_cast {
    ($($op:ident = |$range:ident, $width:ident| $result:expr;)*) => {$(
        impl InferIntRange for $op {
            fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: Set) {
                let $width = IntRange::width_of(op.cx(), op.result(0).ty());
                if let [Some($range)] = operands {
                    set(op.result(0).id, $result);
                }
            }
        }
    )*};
}

of_cast! {
    ExtUIOp = |range, width| int_range::extend_unsigned(range, width);
    ExtSIOp = |range, width| int_range::extend_signed(range, width);
    TruncIOp = |range, width| int_range::truncate(range, width);
    IndexCastOp = |range, width| resize(range, width, int_range::extend_signed);
    IndexCastUIOp = |range, width| resize(range, width, int_range::extend_unsigned);
}

fn resize(range: &IntRange, width: u32, extend: fn(&IntRange, u32) -> IntRange) -> IntRange {
    match range.width().cmp(&width) {
        std::cmp::Ordering::Less => extend(range, width),
        std::cmp::Ordering::Equal => range.clone(),
        std::cmp::Ordering::Greater => int_range::truncate(range, width),
    }
}

impl InferIntRange for ConstantOp {
    /// The range includes all elements of a vector or tensor.
    fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: Set) {
        let cx = op.cx();
        let range = match op.get(ConstantOp::value).data(cx) {
            AttrData::Integer { value, .. } => Some(IntRange::constant(value.clone())),
            AttrData::Dense { ty, data, .. } => of_elements(cx, ty.element_or_self(cx), data),
            _ => None,
        };
        if let Some(range) = range {
            set(op.result(0).id, range);
        }
    }
}

fn of_elements(cx: &Context, element: Type, data: &[u8]) -> Option<IntRange> {
    let width = element.int_or_index_width(cx)?;
    let n_bytes = dense::element_bytes(cx, element)?;
    let ranges = data.chunks_exact(n_bytes).map(|bytes| IntRange::constant(ApInt::from_le_bytes(width, bytes)));
    ranges.reduce(|all, range| all.union(&range))
}

impl InferIntRange for SelectOp {
    fn infer_ranges(&self, op: OpRef, operands: &[Option<IntRange>], set: Set) {
        let [condition, if_true, if_false] = operands else { return };
        let result = op.result(0);
        let decided = condition.as_ref().and_then(|range| range.constant_value());
        let range = match (decided, if_true, if_false) {
            (Some(decided), _, chosen) if decided.is_zero() => chosen.clone(),
            (Some(_), chosen, _) => chosen.clone(),
            (None, Some(a), Some(b)) => Some(a.union(b)),
            // An operand without a range yet does not widen the other range.
            (None, a, b) => a.clone().or_else(|| b.clone()),
        };
        if let Some(range) = range {
            set(result.id, range);
        }
    }
}
