//! Integer expressions as polynomials.
//!
//! Values of 64 bits are computed modulo 2^64, as addresses are; narrower ones only where their operations are known not
//! to overflow. The values in polynomials are signed integers of any width, or of type `index`.

use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, ExtSIOp, IndexCastOp, IntegerOverflowFlags, MulIOp, ShLIOp, SubIOp, XOrIOp, get_constant_int_value,
};
use rmlir_scf::ForOp;

use crate::polynomial::Polynomial;

/// The maximum depth of expressions; deeper ones are values of their own.
const MAX_DEPTH: u32 = 64;

/// `value`, an integer or index, as a polynomial.
pub(crate) fn polynomial(body: &Body, value: Value) -> Polynomial {
    of(body, value, MAX_DEPTH).unwrap_or_else(|| Polynomial::value(value))
}

fn of(body: &Body, value: Value, depth: u32) -> Option<Polynomial> {
    if let Some(constant) = get_constant_int_value(body, value) {
        return Some(Polynomial::constant(constant));
    }
    let depth = depth.checked_sub(1)?;
    let op = OpRef::new(body, body.defining_op(value)?);
    let inner = |value: Value| of(body, value, depth).unwrap_or_else(|| Polynomial::value(value));
    let is_exact =
        |flags: IntegerOverflowFlags| is_wide(body, value) || flags.contains(IntegerOverflowFlags::NoSignedWrap);
    if let Some(op) = op.cast::<AddIOp>().filter(|op| is_exact(op.overflow_flags(body))) {
        return inner(op.lhs(body)).add(&inner(op.rhs(body)));
    }
    if let Some(op) = op.cast::<SubIOp>().filter(|op| is_exact(op.overflow_flags(body))) {
        return inner(op.lhs(body)).add(&inner(op.rhs(body)).scale(-1)?);
    }
    if let Some(op) = op.cast::<MulIOp>().filter(|op| is_exact(op.overflow_flags(body))) {
        return inner(op.lhs(body)).mul(&inner(op.rhs(body)));
    }
    if let Some(op) = op.cast::<ShLIOp>().filter(|op| is_exact(op.overflow_flags(body))) {
        let amount = get_constant_int_value(body, op.rhs(body)).filter(|amount| (0..63).contains(amount))?;
        return inner(op.lhs(body)).scale(1 << amount);
    }
    if let Some(op) = op.cast::<XOrIOp>() {
        // The complement is one less than the opposite.
        let is_complement = get_constant_int_value(body, op.rhs(body)) == Some(-1);
        return is_complement.then(|| inner(op.lhs(body)))?.scale(-1)?.add(&Polynomial::constant(-1));
    }
    if let Some(op) = op.cast::<ExtSIOp>() {
        return Some(inner(op.input(body)));
    }
    let cast = op.cast::<IndexCastOp>()?;
    let source = cast.input(body);
    (is_wide(body, value) || is_in_range(body, source, body.ty(value))).then(|| inner(source))
}

/// Whether addresses are computed in this type.
fn is_wide(body: &Body, value: Value) -> bool {
    let ty = body.ty(value);
    ty.is_index() || ty.int_width(body.cx()) == Some(64)
}

/// Whether `value` is the induction variable of a loop whose bounds are integers of the width of `ty`.
fn is_in_range(body: &Body, value: Value, ty: Type) -> bool {
    let Some(width) = ty.int_width(body.cx()) else { return false };
    let fits = |bound: Value| match get_constant_int_value(body, bound) {
        Some(bound) => width >= 64 || (-(1i64 << (width - 1))..1i64 << (width - 1)).contains(&bound),
        None => {
            let cast = body.defining_op(bound).and_then(|op| OpRef::new(body, op).cast::<IndexCastOp>());
            cast.and_then(|cast| body.ty(cast.input(body)).int_width(body.cx())).is_some_and(|from| from <= width)
        }
    };
    loop_of(body, value).is_some_and(|op| fits(op.lowerBound(body)) && fits(op.upperBound(body)))
}

/// The loop whose induction variable is `value`, if its bounds are compared as signed integers.
pub(crate) fn loop_of(body: &Body, value: Value) -> Option<ForOp> {
    if body.defining_op(value).is_some() {
        return None;
    }
    let owner = body.block_parent_op(body.value_block(value)?)?;
    OpRef::new(body, owner).cast::<ForOp>().filter(|op| op.induction_var(body) == value && !op.unsignedCmp(body))
}

/// Whether the value of `value` as a polynomial is its value: no sum or product of 64 bits overflows, because the
/// operands have 32 bits. Narrower sums are only part of polynomials if they cannot overflow.
pub(crate) fn is_bounded(body: &Body, value: Value) -> bool {
    let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)) else { return true };
    match () {
        () if op.is::<ExtSIOp>() || op.is::<IndexCastOp>() => is_bounded(body, op.operand(0).id),
        () if op.is::<AddIOp>() || op.is::<SubIOp>() || op.is::<MulIOp>() || op.is::<ShLIOp>() => {
            !is_wide(body, value) || op.operands().all(|operand| is_small(body, operand.id))
        }
        () => true,
    }
}

/// Whether `value` is a signed integer of at most 32 bits, perhaps extended.
fn is_small(body: &Body, value: Value) -> bool {
    if let Some(constant) = get_constant_int_value(body, value) {
        return i32::try_from(constant).is_ok();
    }
    if !is_wide(body, value) {
        return body.ty(value).int_width(body.cx()).is_some_and(|width| width <= 32);
    }
    if let Some(op) = loop_of(body, value) {
        return is_small(body, op.lowerBound(body)) && is_small(body, op.upperBound(body));
    }
    let op = body.defining_op(value).map(|op| OpRef::new(body, op));
    op.is_some_and(|op| (op.is::<ExtSIOp>() || op.is::<IndexCastOp>()) && is_small(body, op.operand(0).id))
}
