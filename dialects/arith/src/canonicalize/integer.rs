//! Sums and products.
//!
//! Sums of two constants and a value are reassociated: `(x + c0) + c1` is `x + (c0 + c1)`, and so on for all
//! combinations of addition and subtraction.
//!
//! The merged operation keeps an overflow flag of both operations if the merged constant is exact: then its exact
//! result is that of the two. If the constant wraps, upstream keeps the flag; that makes results poison that were not,
//! unless the two operations overflow for all values, as they do if both increase the value, or both decrease it, and
//! neither may wrap as unsigned.

use rmlir::prelude::*;

use super::{fused, scalar_const};
use crate::attrs::{CmpIPredicate, IntegerOverflowFlags};
use crate::cast::ExtSIOp;
use crate::compare::CmpIOp;
use crate::constant::ConstantOp;
use crate::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
use crate::fold::matchers::is_const_int;
use crate::integer::{AddIOp, MulIOp, SubIOp};

canonicalize! {
    AddIOp: addi_addi_constant, addi_subi_constant_rhs, addi_subi_constant_lhs, addi_muli_minus_one_rhs, addi_muli_minus_one_lhs;
    SubIOp: subi_addi_constant_rhs, subi_addi_constant_lhs, subi_subi_constant_rhs_rhs, subi_subi_constant_rhs_lhs, subi_subi_constant_lhs_rhs, subi_subi_constant_lhs_lhs, subi_subi_same;
    MulIOp: muli_muli_constant;
    AddUIExtendedOp: addui_extended_to_addi;
    MulSIExtendedOp: mulsi_extended_to_muli, mulsi_extended_by_one;
    MulUIExtendedOp: mului_extended_to_muli;
}

/// A sum, difference or product of a value and a scalar constant.
struct WithConstant {
    value: Value,
    constant: ApInt,
    /// The operation that holds the constant.
    holder: OpId,
    flags: IntegerOverflowFlags,
}

/// `operation` with its constant operand at `side`.
fn with_constant(body: &Body, operation: OpId, side: usize, flags: IntegerOverflowFlags) -> Option<WithConstant> {
    let (constant, holder) = scalar_const(body, body.operand(operation, side))?;
    Some(WithConstant { value: body.operand(operation, 1 - side), constant, holder, flags })
}

/// The root `operation` with its constant operand at `side`, and the sum or difference that is its other operand, with
/// the constant at `inner_side`.
fn nested<Outer: Summand, Inner: Summand>(
    body: &Body,
    operation: Outer,
    side: usize,
    inner_side: usize,
) -> Option<(WithConstant, WithConstant)> {
    let outer = with_constant(body, operation.id(), side, operation.flags(body))?;
    let inner = body.defined_by::<Inner>(outer.value)?;
    Some((outer, with_constant(body, inner.id(), inner_side, inner.flags(body))?))
}

/// An operation with two operands and overflow flags.
trait Summand: Op {
    fn flags(self, body: &Body) -> IntegerOverflowFlags;
    fn make(lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Build<Self>;
}

macro_rules! summands {
    ($($op:ident),*) => {$(
        impl Summand for $op {
            fn flags(self, body: &Body) -> IntegerOverflowFlags {
                self.overflow_flags(body)
            }
            fn make(lhs: Value, rhs: Value, flags: IntegerOverflowFlags) -> Build<Self> {
                $op::build(lhs, rhs).prop($op::OVERFLOW_FLAGS, flags)
            }
        }
    )*};
}
summands!(AddIOp, SubIOp, MulIOp);

/// A constant merged from two, and the flags that the merged operation loses if the exact value is not representable.
struct Merged {
    value: ApInt,
    signed_overflow: bool,
    unsigned_overflow: bool,
    /// Whether a constant that does not fit means that one of the two
    /// operations overflows for every value, if neither may wrap as unsigned.
    is_one_way: bool,
}

impl Merged {
    fn new((value, signed_overflow): (ApInt, bool), (_, unsigned_overflow): (ApInt, bool)) -> Self {
        Self { value, signed_overflow, unsigned_overflow, is_one_way: false }
    }

    /// Of two operations that both grow the value, or both diminish it.
    fn one_way(self) -> Self {
        Self { is_one_way: true, ..self }
    }

    /// `a + b`
    fn sum(a: &ApInt, b: &ApInt) -> Self {
        Self::new(a.sadd_ov(b), a.uadd_ov(b))
    }

    /// `a - b`
    fn difference(a: &ApInt, b: &ApInt) -> Self {
        Self::new(a.ssub_ov(b), a.usub_ov(b))
    }

    /// `a * b`. If it does not fit as signed, products with other values than
    /// 0 and -1 do not either, nor does that with -1 but for the least integer.
    fn product(a: &ApInt, b: &ApInt) -> Self {
        let width = a.width();
        let (value, overflow) = a.smul_ov(b);
        let exact = a.sext(2 * width).mul(&b.sext(2 * width));
        let is_negated_least = exact == ApInt::signed_min(width).zext(2 * width);
        Self::new((value, overflow && is_negated_least), a.umul_ov(b)).one_way()
    }

    /// The flags that `a` and `b` have in common, without those that the merged constant invalidates.
    fn common_flags(&self, a: IntegerOverflowFlags, b: IntegerOverflowFlags) -> IntegerOverflowFlags {
        let kept = |overflow, flag| if overflow { IntegerOverflowFlags::None } else { flag };
        let signed = kept(self.signed_overflow, IntegerOverflowFlags::NoSignedWrap);
        let unsigned = kept(self.unsigned_overflow, IntegerOverflowFlags::NoUnsignedWrap);
        let common = a.intersection(b);
        match self.is_one_way && common.contains(IntegerOverflowFlags::NoUnsignedWrap) {
            true => common,
            false => common.intersection(signed.union(unsigned)),
        }
    }

    fn no_flags(&self, _: IntegerOverflowFlags, _: IntegerOverflowFlags) -> IntegerOverflowFlags {
        IntegerOverflowFlags::None
    }
}

/// The index of the constant operand.
const LHS: usize = 0;
const RHS: usize = 1;

/// Replaces `op`, which uses the constant of `inner`, by the operation `New` of the value and the
/// constant, the latter at `side`.
fn replace<New: Summand>(
    rw: &mut Rewriter,
    op: OpId,
    first_constant: OpId,
    value: Value,
    constant: ApInt,
    side: usize,
    flags: IntegerOverflowFlags,
) -> Match {
    let loc = fused(rw, &[op, first_constant]);
    let constant = rw.apint_attr(rw.ty(rw.result(op, 0)), constant);
    rw.before(op);
    let constant = rw.value(ConstantOp::build(constant).at(loc));
    let (lhs, rhs) = if side == LHS { (constant, value) } else { (value, constant) };
    rw.replace_with(op, New::make(lhs, rhs, flags).at(loc));
    Match::Yes
}

/// Rows of `/// doc`, `name: Outer side Inner side => New side, (c0, c1) -> constant, flags;`.
/// `c0` is the inner constant, `c1` the outer one.
macro_rules! reassociate {
    ($($(#[$doc:meta])* $name:ident: $outer:ident $side:ident $inner:ident $inner_side:ident =>
       $new:ident $new_side:ident, $compute:expr, $flags:path;)*) => {$(
        $(#[$doc])*
        #[pattern(benefit = 2, operand_of = $inner)]
        fn $name(op: $outer, rw: &mut Rewriter) -> Match {
            let Some((outer, inner)) = nested::<$outer, $inner>(rw, op, $side, $inner_side) else {
                return rw.no_match(op, "not two constants and a value");
            };
            let compute: fn(&ApInt, &ApInt) -> Merged = $compute;
            let merged = compute(&inner.constant, &outer.constant);
            let flags = $flags(&merged, inner.flags, outer.flags);
            // Operands are matched in order, so an outer constant on the left comes first.
            let first = if $side == LHS { outer.holder } else { inner.holder };
            replace::<$new>(rw, op.id(), first, inner.value, merged.value, $new_side, flags)
        }
    )*};
}

reassociate! {
    /// `(x + c0) + c1` is `x + (c0 + c1)`
    addi_addi_constant: AddIOp RHS AddIOp RHS => AddIOp RHS, |c0, c1| Merged::sum(c0, c1).one_way(), Merged::common_flags;
    /// `(x - c0) + c1` is `x + (c1 - c0)`
    addi_subi_constant_rhs: AddIOp RHS SubIOp RHS => AddIOp RHS, |c0, c1| Merged::difference(c1, c0), Merged::common_flags;
    /// `(c0 - x) + c1` is `(c0 + c1) - x`
    addi_subi_constant_lhs: AddIOp RHS SubIOp LHS => SubIOp LHS, |c0, c1| Merged::sum(c0, c1), Merged::common_flags;
    /// `(x + c0) - c1` is `x + (c0 - c1)`
    subi_addi_constant_rhs: SubIOp RHS AddIOp RHS => AddIOp RHS, |c0, c1| Merged::difference(c0, c1), Merged::no_flags;
    /// `c1 - (x + c0)` is `(c1 - c0) - x`
    subi_addi_constant_lhs: SubIOp LHS AddIOp RHS => SubIOp LHS, |c0, c1| Merged::difference(c1, c0).one_way(), Merged::common_flags;
    /// `(x - c0) - c1` is `x - (c0 + c1)`
    subi_subi_constant_rhs_rhs: SubIOp RHS SubIOp RHS => SubIOp RHS, |c0, c1| Merged::sum(c0, c1).one_way(), Merged::common_flags;
    /// `(c0 - x) - c1` is `(c0 - c1) - x`
    subi_subi_constant_rhs_lhs: SubIOp RHS SubIOp LHS => SubIOp LHS, |c0, c1| Merged::difference(c0, c1).one_way(), Merged::common_flags;
    /// `c1 - (x - c0)` is `(c0 + c1) - x`
    subi_subi_constant_lhs_rhs: SubIOp LHS SubIOp RHS => SubIOp LHS, |c0, c1| Merged::sum(c0, c1), Merged::common_flags;
    /// `c1 - (c0 - x)` is `x + (c1 - c0)`
    subi_subi_constant_lhs_lhs: SubIOp LHS SubIOp LHS => AddIOp RHS, |c0, c1| Merged::difference(c1, c0), Merged::common_flags;
    /// `(x * c0) * c1` is `x * (c0 * c1)`
    muli_muli_constant: MulIOp RHS MulIOp RHS => MulIOp RHS, |c0, c1| Merged::product(c0, c1), Merged::common_flags;
}

/// `(a - b) - a` is `0 - b`
#[pattern(benefit = 2, operand_of = SubIOp)]
fn subi_subi_same(op: SubIOp, rw: &mut Rewriter) -> Match {
    let inner = rw.defined_by::<SubIOp>(op.lhs(rw)).filter(|inner| inner.lhs(rw) == op.rhs(rw));
    let Some(inner) = inner else { return rw.no_match(op, "not a difference less its first operand") };
    let (b, loc) = (inner.rhs(rw), fused(rw, &[op.id(), inner.id()]));
    let flags = inner.overflow_flags(rw).intersection(op.overflow_flags(rw));
    let zero = crate::fold::zero(rw, rw.ty(b));
    rw.before(op.id());
    let zero = rw.value(ConstantOp::build(zero).at(loc));
    rw.replace_with(op, SubIOp::make(zero, b, flags).at(loc));
    Match::Yes
}

/// `x + y * -1` is `x - y`
#[pattern(benefit = 2, operand_of = MulIOp)]
fn addi_muli_minus_one_rhs(op: AddIOp, rw: &mut Rewriter) -> Match {
    add_negated(op, rw, op.rhs(rw), op.lhs(rw))
}

/// `x * -1 + y` is `y - x`
#[pattern(benefit = 2, operand_of = MulIOp)]
fn addi_muli_minus_one_lhs(op: AddIOp, rw: &mut Rewriter) -> Match {
    add_negated(op, rw, op.lhs(rw), op.rhs(rw))
}

fn add_negated(op: AddIOp, rw: &mut Rewriter, negated: Value, other: Value) -> Match {
    let mul = rw.defined_by::<MulIOp>(negated).filter(|mul| is_const_int(rw, mul.rhs(rw), ApInt::is_all_ones));
    let Some(mul) = mul else { return rw.no_match(op, "not a product with -1") };
    let constant = rw.defining_op(mul.rhs(rw)).expect("a constant is made by an operation");
    let loc = fused(rw, &[op.id(), constant]);
    let negated = mul.lhs(rw);
    rw.replace_with(op, SubIOp::build(other, negated).at(loc));
    Match::Yes
}

/// Replaces the operation by a plain sum if `overflow` is unused.
#[pattern]
fn addui_extended_to_addi(op: AddUIExtendedOp, rw: &mut Rewriter) -> Match {
    to_plain(rw, op.id(), AddIOp::build(op.lhs(rw), op.rhs(rw)))
}

/// Replaces the operation by a plain product if `high` is unused.
#[pattern]
fn mulsi_extended_to_muli(op: MulSIExtendedOp, rw: &mut Rewriter) -> Match {
    to_plain(rw, op.id(), MulIOp::build(op.lhs(rw), op.rhs(rw)))
}

/// Replaces the operation by a plain product if `high` is unused.
#[pattern]
fn mului_extended_to_muli(op: MulUIExtendedOp, rw: &mut Rewriter) -> Match {
    to_plain(rw, op.id(), MulIOp::build(op.lhs(rw), op.rhs(rw)))
}

/// Replaces the first result of `op` by `plain` if the second is unused.
fn to_plain<T: Op>(rw: &mut Rewriter, op: OpId, plain: Build<T>) -> Match {
    if !rw.is_unused(rw.result(op, 1)) {
        return rw.no_match(op, "the second result is used");
    }
    let any = rw.operand(op, 0);
    rw.before(op);
    let plain = rw.value(plain);
    rw.replace(op, [plain, any])
}

/// The high half of a product with one is the sign extension.
#[pattern]
fn mulsi_extended_by_one(op: MulSIExtendedOp, rw: &mut Rewriter) -> Match {
    // A one-bit integer whose bit is set is -1.
    let is_positive_one = |value: &ApInt| value.is_one() && !value.is_negative();
    if !is_const_int(rw, op.rhs(rw), is_positive_one) {
        return rw.no_match(op, "the second factor is not 1");
    }
    let (x, high) = (op.lhs(rw), rw.ty(op.high(rw)));
    let zero = crate::fold::zero(rw, rw.ty(x));
    rw.before(op.id());
    let zero = rw.value(ConstantOp::build(zero));
    let less = CmpIPredicate::Slt.attr(rw);
    let is_negative = rw.value(CmpIOp::build(x, zero, less));
    let sign = rw.value(ExtSIOp::build(high, is_negative));
    rw.replace(op, [x, sign])
}
