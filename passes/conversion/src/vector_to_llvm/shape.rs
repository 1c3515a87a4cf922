//! Shuffles, casts, and operations that have a counterpart of the same shape.

use rmlir::prelude::*;
use rmlir_llvm as llvm;
use rmlir_llvm::intrinsics::math::FmuladdIntr;
use rmlir_llvm::intrinsics::vector::{
    VectorDeinterleave2Intr, VectorExtractIntr, VectorInsertIntr, VectorInterleave2Intr,
};
use rmlir_llvm::ops::aggregate::{ExtractElementOp, InsertElementOp, ShuffleVectorOp};
use rmlir_llvm::ops::cast::BitcastOp;
use rmlir_llvm::types::ArrayType;
use rmlir_vector::{
    BitCastOp, DeinterleaveOp, FMAOp, InterleaveOp, ScalableExtractOp, ScalableInsertOp, ShuffleOp, VectorScaleOp,
    VectorType,
};

use crate::llvm_common::emit::{extract, index_constant, insert, poison};
use crate::llvm_common::one_to_one::{Target, replace};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns
        .on::<BitCastOp>(lower_bitcast)
        .on::<ShuffleOp>(lower_shuffle)
        .on::<FMAOp>(lower_fma)
        .on::<ScalableInsertOp>(lower_scalable_insert)
        .on::<ScalableExtractOp>(lower_scalable_extract)
        .on::<InterleaveOp>(lower_interleave)
        .on::<DeinterleaveOp>(lower_deinterleave)
        .on::<VectorScaleOp>(|rw, types, op, operands| {
            let target = Target::like(rw, op, llvm::VscaleIntr::NAME, &[]);
            replace(rw, types, op, operands, &target)
        });
}

fn result_parts(body: &Body, op: OpId) -> VectorType {
    VectorType::at(body, body.result(op, 0))
}

fn lower_bitcast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let result = result_parts(rw, op);
    match types.convert(rw, result.ty(rw)).filter(|_| result.rank() <= 1) {
        Some(ty) => {
            rw.replace_with(op, BitcastOp::build(ty, operands[0]));
            Match::Yes
        }
        None => rw.no_match(op, "not of at most one dimension"),
    }
}

fn lower_fma(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if result_parts(rw, op).rank() > 1 {
        return rw.no_match(op, "not of at most one dimension");
    }
    rw.replace_with(op, FmuladdIntr::build(operands[0], operands[1], operands[2]));
    Match::Yes
}

/// The shuffle of LLVM, of vectors of type `ty`.
fn shuffle(rw: &mut Rewriter, v1: Value, v2: Value, places: &[i32]) -> Value {
    let mut parts = VectorType::at(rw, v1);
    parts.shape = vec![places.len() as i64];
    let ty = parts.ty(rw);
    let places = rw.i32_array(places);
    rw.value(ShuffleVectorOp::build(ty, v1, v2, places))
}

/// Vectors of one dimension and one type have a shuffle; else each element or part is moved separately.
fn lower_shuffle(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let own = ShuffleOp::from_id(op);
    let [v1, v2] = [own.v1(rw), own.v2(rw)].map(|vector| VectorType::at(rw, vector));
    let result = result_parts(rw, op);
    let Some(ty) = types.convert(rw, result.ty(rw)) else { return rw.no_match(op, "the vector cannot be converted") };
    let places = own.numbers(rw);
    if result.rank() <= 1 && v1 == v2 {
        let places: Vec<i32> = places.into_iter().map(|place| place as i32).collect();
        let made = shuffle(rw, operands[0], operands[1], &places);
        return rw.replace(op, [made]);
    }
    let n_first = v1.shape.first().copied().unwrap_or(1);
    let is_array = ArrayType::from_type(rw, ty).is_some();
    if is_array && places.iter().any(|&place| place < 0) {
        return rw.no_match(op, "a part is poison");
    }
    let index = types.index_type(rw);
    let mut made = poison(rw, ty);
    for (into, place) in places.into_iter().enumerate() {
        let (value, place) = if place < n_first { (operands[0], place) } else { (operands[1], place - n_first) };
        made = if is_array {
            let part = extract(rw, value, &[place]);
            insert(rw, made, part, &[into as i64])
        } else {
            let place = index_constant(rw, index, place);
            let element = rw.value(ExtractElementOp::build(value, place));
            let into = index_constant(rw, index, into as i64);
            rw.value(InsertElementOp::build(made, element, into))
        };
    }
    rw.replace(op, [made])
}

fn lower_scalable_insert(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let position = ScalableInsertOp::from_id(op).pos(rw);
    rw.replace_with(op, VectorInsertIntr::build(operands[1], operands[0], position));
    Match::Yes
}

fn lower_scalable_extract(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let position = ScalableExtractOp::from_id(op).pos(rw);
    let Some(ty) = types.convert(rw, rw.ty(rw.result(op, 0))) else { return Match::No };
    rw.replace_with(op, VectorExtractIntr::build(ty, operands[0], position));
    Match::Yes
}

fn lower_interleave(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let result = result_parts(rw, op);
    if result.rank() != 1 {
        return rw.no_match(op, "InterleaveOp not rank 1");
    }
    let Some(ty) = types.convert(rw, result.ty(rw)) else { return Match::No };
    if result.is_scalable() {
        rw.replace_with(op, VectorInterleave2Intr::build(ty, operands[0], operands[1]));
        return Match::Yes;
    }
    let half = (result.shape[0] / 2) as i32;
    let places: Vec<i32> = (0..half).flat_map(|place| [place, half + place]).collect();
    let made = shuffle(rw, operands[0], operands[1], &places);
    rw.replace(op, [made])
}

fn lower_deinterleave(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let (source, result) = (VectorType::at(rw, rw.operand(op, 0)), result_parts(rw, op));
    if result.rank() != 1 {
        return rw.no_match(op, "DeinterleaveOp not rank 1");
    }
    if result.is_scalable() {
        let Some(packed) = types.pack_results(rw.cx(), [result.ty(rw); 2]) else { return Match::No };
        let both = rw.value(VectorDeinterleave2Intr::build(packed, operands[0]));
        let halves = [0, 1].map(|half| extract(rw, both, &[half]));
        return rw.replace(op, halves);
    }
    let n = source.shape[0] as i32;
    let empty = poison(rw, source.ty(rw));
    let halves = [0, 1].map(|first| {
        let places: Vec<i32> = (first..n).step_by(2).collect();
        shuffle(rw, operands[0], empty, &places)
    });
    rw.replace(op, halves)
}
