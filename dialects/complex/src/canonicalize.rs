//! Canonicalization patterns.

use rmlir::prelude::*;
use rmlir_arith::NegFOp;

use crate::constraints::part;
use crate::{BitcastOp, CreateOp, ImOp, NegOp, ReOp};

canonicalize! {
    ReOp: re_of_neg;
    ImOp: im_of_neg;
    BitcastOp: bitcast_of_bitcast, arith_bitcast_of_bitcast;
}

/// Replaces the real part of `-(a + bi)` by `-a`.
#[pattern]
fn re_of_neg(op: ReOp, rw: &mut Rewriter) -> Match {
    part_of_neg(rw, op.id(), 0)
}

/// Replaces the imaginary part of `-(a + bi)` by `-b`.
#[pattern]
fn im_of_neg(op: ImOp, rw: &mut Rewriter) -> Match {
    part_of_neg(rw, op.id(), 1)
}

fn part_of_neg(rw: &mut Rewriter, op: OpId, index: usize) -> Match {
    let neg = rw.defined_by::<NegOp>(rw.operand(op, 0));
    let create = neg.and_then(|neg| rw.defined_by::<CreateOp>(neg.complex(rw)));
    let Some(create) = create else { return rw.no_match(op, "not a part of what was put together and negated") };
    let negated = rw.value(NegFOp::build(rw.operand(create.id(), index)));
    rw.replace(op, [negated])
}

/// Merges two casts.
#[pattern]
fn bitcast_of_bitcast(op: BitcastOp, rw: &mut Rewriter) -> Match {
    let operand = op.operand(rw);
    let to = rw.ty(op.result(rw));
    if let Some(inner) = rw.defined_by::<BitcastOp>(operand) {
        let source = inner.operand(rw);
        let is_complex = |ty| part(rw.cx(), ty).is_some();
        if is_complex(to) && is_complex(rw.ty(source)) && to != rw.ty(source) {
            return rw.no_match(op, "no cast is between complex numbers");
        }
        let one = match is_complex(to) || is_complex(rw.ty(source)) {
            true => rw.value(BitcastOp::build(to, source)),
            false => rw.value(rmlir_arith::BitcastOp::build(to, source)),
        };
        return rw.replace(op.id(), [one]);
    }
    let Some(inner) = rw.defined_by::<rmlir_arith::BitcastOp>(operand) else {
        return rw.no_match(op, "not a cast of a cast");
    };
    let one = rw.value(BitcastOp::build(to, rw.operand(inner.id(), 0)));
    rw.replace(op.id(), [one])
}

/// Merges a cast of scalars with a preceding cast of complex numbers.
#[pattern]
fn arith_bitcast_of_bitcast(op: rmlir_arith::BitcastOp, rw: &mut Rewriter) -> Match {
    let Some(inner) = rw.defined_by::<BitcastOp>(rw.operand(op.id(), 0)) else {
        return rw.no_match(op, "not a cast of a complex number");
    };
    let to = rw.ty(rw.result(op.id(), 0));
    let one = rw.value(BitcastOp::build(to, rw.operand(inner.id(), 0)));
    rw.replace(op.id(), [one])
}
