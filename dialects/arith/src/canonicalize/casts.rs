//! Casts, and negated factors.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;

use super::fused;
use crate::attrs::{FastMathFlags, IntegerOverflowFlags};
use crate::cast::{BitcastOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, SIToFPOp, TruncFOp, TruncIOp, UIToFPOp};
use crate::constant::ConstantOp;
use crate::float::{DivFOp, MulFOp, NegFOp};
use crate::fold::matchers::is_const_int;
use crate::integer::{ShRSIOp, ShRUIOp};
use crate::types::scalar_width;

canonicalize! {
    MulFOp: mulf_of_negf;
    DivFOp: divf_of_negf;
    ExtSIOp: extsi_of_extui;
    IndexCastOp: index_cast_of_index_cast, index_cast_of_extsi;
    IndexCastUIOp: index_castui_of_index_castui, index_castui_of_extui;
    BitcastOp: bitcast_of_bitcast;
    TruncIOp: trunci_of_extsi, trunci_of_extui, trunci_of_shrsi;
    TruncFOp: truncf_of_sitofp, truncf_of_uitofp;
}

/// Replaces the cast `op` of the cast `inner` by a single cast.
fn one_cast<T: Op>(rw: &mut Rewriter, op: OpId, inner: OpId, make: fn(Type, Value) -> Build<T>) -> Match {
    let (ty, source) = (rw.ty(rw.result(op, 0)), rw.operand(inner, 0));
    let loc = fused(rw, &[op, inner]);
    rw.replace_with(op, make(ty, source).at(loc));
    Match::Yes
}

/// Rows of `/// doc`, `name: Op Inner => New;`: a cast of a cast is replaced by a single cast.
macro_rules! casts_of_casts {
    ($($(#[$doc:meta])* $name:ident: $op:ident $inner:ident => $new:ident;)*) => {$(
        $(#[$doc])*
        #[pattern(benefit = 2, operand_of = $inner)]
        fn $name(op: $op, rw: &mut Rewriter) -> Match {
            match rw.defined_by::<$inner>(op.input(rw)) {
                Some(inner) => one_cast(rw, op.id(), inner.id(), $new::build),
                None => rw.no_match(op, "not a cast of a cast"),
            }
        }
    )*};
}

casts_of_casts! {
    /// `extsi (extui x)` is `extui x`
    extsi_of_extui: ExtSIOp ExtUIOp => ExtUIOp;
    /// `index_cast (extsi x)` is `index_cast x`
    index_cast_of_extsi: IndexCastOp ExtSIOp => IndexCastOp;
    /// `index_castui (extui x)` is `index_castui x`
    index_castui_of_extui: IndexCastUIOp ExtUIOp => IndexCastUIOp;
    /// `bitcast (bitcast x)` is `bitcast x`
    bitcast_of_bitcast: BitcastOp BitcastOp => BitcastOp;
}

/// `index_cast (index_cast x)` of the type of `x` is `x`, unless the first one truncates. LLVM 22 does not
/// check that (later versions do).
#[pattern(benefit = 2, operand_of = IndexCastOp)]
fn index_cast_of_index_cast(op: IndexCastOp, rw: &mut Rewriter) -> Match {
    let inner = rw.defined_by::<IndexCastOp>(op.input(rw)).map(|inner| inner.input(rw));
    there_and_back(rw, op.id(), inner)
}

/// `index_castui (index_castui x)` of the type of `x` is `x`, unless the first one truncates
#[pattern(benefit = 2, operand_of = IndexCastUIOp)]
fn index_castui_of_index_castui(op: IndexCastUIOp, rw: &mut Rewriter) -> Match {
    let inner = rw.defined_by::<IndexCastUIOp>(op.input(rw)).map(|inner| inner.input(rw));
    there_and_back(rw, op.id(), inner)
}

fn there_and_back(rw: &mut Rewriter, op: OpId, source: Option<Value>) -> Match {
    let width = |value: Value| rw.ty(value).element_or_self(rw.cx()).int_or_index_width(rw.cx());
    let cuts = |source: Value| width(rw.operand(op, 0)) < width(source);
    match source.filter(|&source| rw.ty(source) == rw.ty(rw.result(op, 0)) && !cuts(source)) {
        Some(source) => rw.replace(op, [source]),
        None => rw.no_match(op, "not a cast there and back"),
    }
}

/// `trunci (extsi x)` is `extsi x` if the result is still wider than `x`
#[pattern(benefit = 2, operand_of = ExtSIOp)]
fn trunci_of_extsi(op: TruncIOp, rw: &mut Rewriter) -> Match {
    match rw.defined_by::<ExtSIOp>(op.input(rw)) {
        Some(inner) if still_wider(rw, op, inner.input(rw)) => one_cast(rw, op.id(), inner.id(), ExtSIOp::build),
        _ => rw.no_match(op, "not only bits of the extension are cut"),
    }
}

/// `trunci (extui x)` is `extui x` if the result is still wider than `x`
#[pattern(benefit = 2, operand_of = ExtUIOp)]
fn trunci_of_extui(op: TruncIOp, rw: &mut Rewriter) -> Match {
    match rw.defined_by::<ExtUIOp>(op.input(rw)) {
        Some(inner) if still_wider(rw, op, inner.input(rw)) => one_cast(rw, op.id(), inner.id(), ExtUIOp::build),
        _ => rw.no_match(op, "not only bits of the extension are cut"),
    }
}

fn still_wider(body: &Body, op: TruncIOp, source: Value) -> bool {
    scalar_width(body, body.ty(op.output(body))) > scalar_width(body, body.ty(source))
}

/// `trunci (x >>s c)` is `trunci (x >>u c)` if the bits shifted in are truncated
#[pattern(benefit = 2, operand_of = ShRSIOp)]
fn trunci_of_shrsi(op: TruncIOp, rw: &mut Rewriter) -> Match {
    let shift = rw.defined_by::<ShRSIOp>(op.input(rw)).filter(|shift| cuts_what_came_in(rw, op, *shift));
    let Some(shift) = shift else { return rw.no_match(op, "not the bits that a shift brought in are cut") };
    let amount = shift.rhs(rw);
    let holder = rw.defining_op(amount).expect("a constant is made by an operation");
    let loc = fused(rw, &[op.id(), holder]);
    // The new shift shifts in zeros, so the truncated bits are no copies of the sign any more: `nsw` is dropped.
    let nuw = IntegerOverflowFlags::NoUnsignedWrap;
    let (x, ty, flags) = (shift.lhs(rw), rw.ty(op.output(rw)), op.overflow_flags(rw).intersection(nuw));
    let is_exact = shift.is_exact(rw);
    let amount = constant_value(rw, amount).expect("the amount is a constant");
    rw.before(op.id());
    let amount = rw.value(ConstantOp::build(amount).at(loc));
    let mut shifted = ShRUIOp::build(x, amount).at(loc);
    if is_exact {
        shifted = shifted.prop(ShRUIOp::IS_EXACT, Attr::UNIT);
    }
    let shifted = rw.value(shifted);
    rw.replace_with(op, TruncIOp::build(ty, shifted).prop(TruncIOp::OVERFLOW_FLAGS, flags).at(loc));
    Match::Yes
}

fn cuts_what_came_in(body: &Body, op: TruncIOp, shift: ShRSIOp) -> bool {
    let width = |value: Value| scalar_width(body, body.ty(value)).map(u64::from);
    let cut = width(shift.lhs(body)).zip(width(op.output(body))).map(|(from, to)| from - to);
    is_const_int(body, shift.rhs(body), |amount| amount.zext_value().is_some_and(|amount| Some(amount) == cut))
}

/// `truncf (sitofp x)` is `sitofp x` if the first cast is exact
#[pattern(benefit = 2, operand_of = SIToFPOp)]
fn truncf_of_sitofp(op: TruncFOp, rw: &mut Rewriter) -> Match {
    match rw.defined_by::<SIToFPOp>(op.input(rw)) {
        Some(inner) if is_rounded_once(rw, op, inner.input(rw), 1) => {
            one_cast(rw, op.id(), inner.id(), SIToFPOp::build)
        }
        _ => rw.no_match(op, "not an integer as a float that holds it"),
    }
}

/// `truncf (uitofp x)` is `uitofp x` if the first cast is exact
#[pattern(benefit = 2, operand_of = UIToFPOp)]
fn truncf_of_uitofp(op: TruncFOp, rw: &mut Rewriter) -> Match {
    match rw.defined_by::<UIToFPOp>(op.input(rw)) {
        Some(inner) if is_rounded_once(rw, op, inner.input(rw), 0) => {
            one_cast(rw, op.id(), inner.id(), UIToFPOp::build)
        }
        _ => rw.no_match(op, "not an integer as a float that holds it"),
    }
}

/// Whether the float type that `op` truncates represents every integer of the type of `source` exactly, whose sign has
/// `n_sign_bits`, and `op` has the rounding mode of the other cast. Upstream does not require the former; rounding
/// twice may yield another value.
fn is_rounded_once(body: &Body, op: TruncFOp, source: Value, n_sign_bits: u32) -> bool {
    let width = scalar_width(body, body.ty(source));
    let kind = body.ty(op.input(body)).element_or_self(body).float_kind(body);
    let is_exact = width.zip(kind).is_some_and(|(width, kind)| {
        let n_bits = width - n_sign_bits;
        n_bits <= kind.precision() && n_bits as i32 <= kind.max_exponent() && (n_sign_bits == 0 || kind.has_sign())
    });
    is_exact && op.roundingmode(body).is_none()
}

/// `-x * -y` is `x * y`
#[pattern(benefit = 3, operand_of = NegFOp)]
fn mulf_of_negf(op: MulFOp, rw: &mut Rewriter) -> Match {
    without_signs(rw, op.id(), |x, y, flags| MulFOp::build(x, y).prop(MulFOp::FASTMATH, flags), op.fastmath(rw))
}

/// `-x / -y` is `x / y`
#[pattern(benefit = 3, operand_of = NegFOp)]
fn divf_of_negf(op: DivFOp, rw: &mut Rewriter) -> Match {
    without_signs(rw, op.id(), |x, y, flags| DivFOp::build(x, y).prop(DivFOp::FASTMATH, flags), op.fastmath(rw))
}

fn without_signs<T: Op>(
    rw: &mut Rewriter,
    op: OpId,
    make: fn(Value, Value, FastMathFlags) -> Build<T>,
    flags: FastMathFlags,
) -> Match {
    let negated = |index: usize| rw.defined_by::<NegFOp>(rw.operand(op, index));
    let (Some(lhs), Some(rhs)) = (negated(0), negated(1)) else {
        return rw.no_match(op, "not both operands are negated");
    };
    let (x, y, loc) = (lhs.operand(rw), rhs.operand(rw), fused(rw, &[op, lhs.id(), rhs.id()]));
    if rw.ty(x) != rw.ty(y) {
        return rw.no_match(op, "the operands have different types");
    }
    rw.replace_with(op, make(x, y, flags).at(loc));
    Match::Yes
}
