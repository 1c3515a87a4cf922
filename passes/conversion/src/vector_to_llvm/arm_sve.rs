//! `arm_sve` to the intrinsics of LLVM in the same dialect.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionTarget;
use rmlir_arith::{ConstantOp, IndexCastOp};
use rmlir_arm_sve as arm_sve;
use rmlir_arm_sve::*;
use rmlir_llvm::ops::constant::ZeroOp;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions};
use rmlir_vector::{CreateMaskOp, ExtractOp, InsertOp, VectorType};

use crate::llvm_common::one_to_one::{self, Target};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

/// Operations, and the intrinsics with the same operands and attributes.
const ROWS: &[(&str, &str)] = &[
    (arm_sve::DupQLaneOp::NAME, arm_sve::DupQLaneIntrOp::NAME),
    (arm_sve::ScalableMaskedAddFOp::NAME, arm_sve::ScalableMaskedAddFIntrOp::NAME),
    (arm_sve::ScalableMaskedAddIOp::NAME, arm_sve::ScalableMaskedAddIIntrOp::NAME),
    (arm_sve::ScalableMaskedDivFOp::NAME, arm_sve::ScalableMaskedDivFIntrOp::NAME),
    (arm_sve::ScalableMaskedSDivIOp::NAME, arm_sve::ScalableMaskedSDivIIntrOp::NAME),
    (arm_sve::ScalableMaskedUDivIOp::NAME, arm_sve::ScalableMaskedUDivIIntrOp::NAME),
    (arm_sve::ScalableMaskedMulFOp::NAME, arm_sve::ScalableMaskedMulFIntrOp::NAME),
    (arm_sve::ScalableMaskedMulIOp::NAME, arm_sve::ScalableMaskedMulIIntrOp::NAME),
    (arm_sve::ScalableMaskedSubFOp::NAME, arm_sve::ScalableMaskedSubFIntrOp::NAME),
    (arm_sve::ScalableMaskedSubIOp::NAME, arm_sve::ScalableMaskedSubIIntrOp::NAME),
    (arm_sve::SdotOp::NAME, arm_sve::SdotIntrOp::NAME),
    (arm_sve::SmmlaOp::NAME, arm_sve::SmmlaIntrOp::NAME),
    (arm_sve::UdotOp::NAME, arm_sve::UdotIntrOp::NAME),
    (arm_sve::UmmlaOp::NAME, arm_sve::UmmlaIntrOp::NAME),
    (arm_sve::UsmmlaOp::NAME, arm_sve::UsmmlaIntrOp::NAME),
    (arm_sve::ZipX2Op::NAME, arm_sve::ZipX2IntrOp::NAME),
    (arm_sve::ZipX4Op::NAME, arm_sve::ZipX4IntrOp::NAME),
];

/// Operations with another conversion.
const OTHERS: [&str; 3] = [arm_sve::ConvertFromSvboolOp::NAME, arm_sve::ConvertToSvboolOp::NAME, arm_sve::PselOp::NAME];

/// The intrinsic gives better code for masks than the generic conversion.
const BEFORE_OTHER_MASKS: u16 = 4096;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns) {
    for &(from, to) in ROWS {
        patterns.with(from, move |rw, types, op, operands| {
            let target = Target::like(rw, op, to, &[]);
            one_to_one::replace(rw, types, op, operands, &target)
        });
    }
    patterns.on::<ConvertFromSvboolOp>(|rw, _, op, _| convert_each(rw, op, ConvertFromSvboolIntrOp::build));
    patterns.on::<ConvertToSvboolOp>(|rw, _, op, _| convert_each(rw, op, ConvertToSvboolIntrOp::build));
    patterns.on::<PselOp>(select);
    patterns.on_first::<CreateMaskOp>(BEFORE_OTHER_MASKS, create_mask);
}

/// Only the intrinsics are legal.
pub(super) fn configure(target: &mut ConversionTarget) {
    target.legal_dialects(&["arm_sve"]);
    ROWS.iter().for_each(|(from, _)| _ = target.illegal_ops(&[from]));
    target.illegal_ops(&OTHERS);
}

/// Converts each predicate of a vector of predicates.
fn convert_each<T: Op>(rw: &mut Rewriter, op: OpId, convert: fn(Type, Value) -> Build<T>) -> Match {
    let (source, ty) = (rw.operand(op, 0), rw.ty(rw.result(op, 0)));
    let vector = VectorType::of(rw, ty).expect("predicates are vectors");
    let leading = &vector.shape[..vector.rank() - 1];
    let Some(positions) = unrolled_positions(leading) else {
        return rw.no_match(op, TOO_MANY_PARTS);
    };
    let one = vector.slice_type(rw, leading.len());
    let Some(zero) = rw.cx().zero_attr(ty) else { return Match::No };
    let mut result = rw.value(ConstantOp::build(zero));
    for position in positions {
        let predicate = rw.value(ExtractOp::at_static(rw.cx(), source, &position));
        let converted = rw.value(convert(one, predicate));
        result = rw.value(InsertOp::at_static(rw.cx(), converted, result, &position));
    }
    rw.replace(op, [result])
}

/// The intrinsic selects among full predicates.
fn select(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let full = VectorType { shape: vec![16], scalable: vec![true], element: Type::I1 }.ty(rw);
    let p1 = rw.value(ConvertToSvboolIntrOp::build(full, operands[0]));
    let (p2, index) = (rw.operand(op, 1), rw.operand(op, 2));
    let index = rw.value(IndexCastOp::build(Type::I32, index));
    let selected = rw.value(PselIntrOp::build(full, p1, p2, index));
    let ty = rw.ty(operands[0]);
    rw.replace_with(op, ConvertFromSvboolIntrOp::build(ty, selected));
    Match::Yes
}

/// A mask is the comparison of the integers from 0 with its bound.
fn create_mask(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let mask = VectorType::at(rw, rw.result(op, 0));
    let ([length], [true]) = (&mask.shape[..], &mask.scalable[..]) else {
        return rw.no_match(op, "not a scalable mask of one dimension");
    };
    if ![2, 4, 8, 16].contains(length) {
        return rw.no_match(op, "not as long as a predicate");
    }
    let zero = rw.value(ZeroOp::build(Type::I64));
    rw.replace_with(op, WhileLTIntrOp::build(mask.ty(rw), zero, operands[0]));
    Match::Yes
}
