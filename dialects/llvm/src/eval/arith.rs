//! Integer and floating-point arithmetic, comparison and casts.

use rmlir::interp::emit::float::{FloatOp, FloatTest};
use rmlir::interp::emit::integer::{Division, IntTest, Overflow};
use rmlir::interp::{Emit, Emitted, Evaluator, Kind, Value};
use rmlir::num::Rounding;
use rmlir::prelude::*;

use crate::attrs::enums::FCmpPredicate;
use crate::ops::aggregate::SelectOp;
use crate::ops::arith::{
    AShrOp, AddOp, AndOp, FAddOp, FCmpOp, FDivOp, FMulOp, FNegOp, FRemOp, FSubOp, ICmpOp, LShrOp, MulOp, OrOp, SDivOp,
    SRemOp, ShlOp, SubOp, UDivOp, URemOp, XOrOp,
};
use crate::ops::cast::{
    BitcastOp, FPExtOp, FPToSIOp, FPToUIOp, FPTruncOp, IntToPtrOp, PtrToIntOp, SExtOp, SIToFPOp, TruncOp, UIToFPOp,
    ZExtOp,
};

/// Rows of operations whose evaluation is one call: `Op: method(arguments);`, or `Op: method(arguments; flags);` if the
/// operation's flags are the last argument.
macro_rules! evals {
    ($($op:ident: $method:ident($($argument:expr),* $(; $flags:ident)?);)*) => {$(
        impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                emit.$method(op $(, $argument)* $(, $flags(op))?)
            }
        }
    )*};
}

evals! {
    AddOp: add(; overflow);
    SubOp: sub(; overflow);
    MulOp: mul(; overflow);
    ShlOp: shl(; overflow);
    UDivOp: divide(Division::Unsigned; has_flag);
    SDivOp: divide(Division::Signed; has_flag);
    URemOp: divide(Division::RemainderUnsigned, false);
    SRemOp: divide(Division::RemainderSigned, false);
    AndOp: and();
    OrOp: or(; has_flag);
    XOrOp: xor();
    LShrOp: lshr(; has_flag);
    AShrOp: ashr(; has_flag);
    FAddOp: float_op(FloatOp::Add);
    FSubOp: float_op(FloatOp::Sub);
    FMulOp: float_op(FloatOp::Mul);
    FDivOp: float_op(FloatOp::Div);
    FRemOp: float_op(FloatOp::Rem);
    FNegOp: float_sign(ApFloat::neg);
    PtrToIntOp: resize_int(false);
    IntToPtrOp: resize_int(false);
    SExtOp: resize_int(true);
    SIToFPOp: int_to_float(true, false);
    UIToFPOp: int_to_float(false; has_flag);
    FPToSIOp: float_to_int(true);
    FPToUIOp: float_to_int(false);
    FPExtOp: convert_float(Rounding::NearestTiesToEven);
    FPTruncOp: convert_float(Rounding::NearestTiesToEven);
    SelectOp: select();
}

/// Whether the only unit attribute, in the first slot, is set.
fn has_flag(op: OpRef) -> bool {
    op.prop(0).is_some()
}

/// The overflow flags in the first slot.
fn overflow(op: OpRef) -> Overflow {
    let bits = op.prop(0).and_then(|attr| attr.as_i64(op.cx())).unwrap_or_default();
    Overflow { signed: bits & 1 != 0, unsigned: bits & 2 != 0 }
}

/// A negative operand is poison with `nneg`.
#[eval(ZExtOp)]
fn zext<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    if !has_flag(op) {
        return emit.resize_int(op, false);
    }
    let to = emit.int_width(op.result(0).ty());
    emit.int_unary(op, move |a| Ok((!a.is_negative()).then(|| a.zext(to))))
}

#[eval(TruncOp)]
fn trunc<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let overflow = overflow(op);
    let (from, to) = (emit.int_width(op.value(TruncOp::arg).ty()), emit.int_width(op.result(0).ty()));
    if overflow == Overflow::default() {
        return emit.resize_int(op, false);
    }
    emit.int_unary(op, move |a| {
        let result = a.trunc(to);
        let is_lost = (overflow.signed && result.sext(from) != *a) || (overflow.unsigned && result.zext(from) != *a);
        Ok((!is_lost).then_some(result))
    })
}

/// Whether a predicate holds for less, equal and greater, in the order of the predicates' values.
const ORDERS: [[bool; 3]; 6] = [
    [false, true, false],
    [true, false, true],
    [true, false, false],
    [true, true, false],
    [false, false, true],
    [false, true, true],
];

#[eval(ICmpOp)]
fn icmp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let number = op.get(ICmpOp::predicate).value() as usize;
    /// The value of the first predicate on unsigned integers.
    const UNSIGNED: usize = 6;
    let unsigned = number >= UNSIGNED;
    let holds = ORDERS[if unsigned { number - UNSIGNED + 2 } else { number }];
    emit.compare_ints(op, IntTest { unsigned, holds })
}

/// The same bits: those of vectors are read lane by lane, the first one in the lowest bits.
#[eval(BitcastOp)]
fn bitcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (from, to) = (emit.kind(op, op.value(BitcastOp::arg).ty())?, emit.kind(op, op.result(0).ty())?);
    let ((n_from, from_lane), (n_to, to_lane)) = (from.lanes(), to.lanes());
    let widths = from_lane.width().zip(to_lane.width());
    let (a, b) = widths.ok_or_else(|| op.error("cannot be interpreted: its lanes are no numbers"))?;
    let (is_from_vector, is_to_vector) = (matches!(from, Kind::Vector(..)), matches!(to, Kind::Vector(..)));
    let (source, into) = (emit.operand(op, 0), emit.result(op, 0));
    let total = n_from as u32 * a;
    emit.compute(into, move |m| {
        let source = m.get(source);
        let lane = |at: usize| if is_from_vector { source.part(at) } else { source };
        let mut bits = ApInt::zero(total);
        for at in 0..n_from {
            let number = lane(at).int(a).unwrap_or_else(|| ApInt::zero(a));
            bits = bits.or(&number.zext_or_trunc(total).shl(at as u32 * a));
        }
        let cast = |at: u32| {
            let mut touched = (at * b / a) as usize..=((at * b + b - 1) / a) as usize;
            if touched.any(|at| lane(at).is_poison()) {
                Value::Poison
            } else {
                bits.lshr(at * b).zext_or_trunc(b).into()
            }
        };
        Ok(if is_to_vector { Value::list((0..n_to as u32).map(cast).collect()) } else { cast(0) })
    });
    Ok(())
}

/// The predicate in LLVM's encoding: one bit each for equal, greater, less and unordered. The dialect orders the
/// predicates that hold for unordered operands differently.
fn order_bits(predicate: FCmpPredicate) -> u64 {
    match predicate {
        FCmpPredicate::Uno => 8,
        FCmpPredicate::True => 15,
        _ if predicate.value() >= FCmpPredicate::Ueq.value() => predicate.value() + 1,
        _ => predicate.value(),
    }
}

#[eval(FCmpOp)]
fn fcmp<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let bits = order_bits(op.get(FCmpOp::predicate));
    let has = |bit: u64| bits & bit != 0;
    emit.compare_floats(op, FloatTest { holds: [has(4), has(1), has(2), has(8)] })
}
