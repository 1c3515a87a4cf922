//! Scalable masks and steps, whose size is dynamic.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionPattern;
use rmlir_arith::{CmpIOp, CmpIPredicate, IndexCastOp};
use rmlir_llvm::intrinsics::vector::StepvectorIntr;
use rmlir_vector::{BroadcastOp, CreateMaskOp, StepOp, VectorType};

use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns, force_32_bits: bool) {
    // The bound is not converted: it is cast to the required integer type.
    let create_mask =
        ConversionPattern::new(CreateMaskOp::DEF.name, CreateMaskOp::DEF.name, move |rw, op, operands| {
            rw.with(|rw| lower_create_mask(rw, op, operands, force_32_bits))
        });
    patterns.patterns.add(create_mask);
}

/// Adds the patterns for steps. `convert-to-llvm` does not convert them, as in upstream.
pub(super) fn add_step_patterns(patterns: &mut LlvmPatterns) {
    patterns.on::<StepOp>(lower_step);
}

/// A mask is the comparison of 0, 1, 2, .. with the number of active lanes.
fn lower_create_mask(rw: &mut Rewriter, op: OpId, operands: &[Value], force_32_bits: bool) -> Match {
    let mask = VectorType::at(rw, rw.result(op, 0));
    if mask.rank() != 1 || !mask.is_scalable() {
        return rw.no_match(op, "not a scalable mask of one dimension");
    }
    let number = rw.int_type(if force_32_bits { 32 } else { 64 });
    let ty = mask.with_element(number).ty(rw);
    let numbers = rw.value(StepvectorIntr::build(ty));
    let mut bound = operands[0];
    if rw.ty(bound) != number {
        bound = rw.value(IndexCastOp::build(number, bound));
    }
    let bounds = rw.value(BroadcastOp::build(ty, bound));
    let less = CmpIPredicate::Slt.attr(rw.cx());
    let made = rw.value(CmpIOp::build(numbers, bounds, less));
    rw.replace(op, [made])
}

fn lower_step(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let Some(ty) = types.convert(rw, rw.ty(rw.result(op, 0))) else { return Match::No };
    rw.replace_with(op, StepvectorIntr::build(ty));
    Match::Yes
}
