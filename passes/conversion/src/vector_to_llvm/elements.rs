//! Extraction, insertion and broadcast of elements.
//!
//! A vector of several dimensions is nested arrays of vectors: a part of it is a member of the arrays, a scalar is an
//! element of such a member.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::prelude::*;
use rmlir_llvm::ops::aggregate::{ExtractElementOp, InsertElementOp, ShuffleVectorOp};
use rmlir_llvm::types::ArrayType;
use rmlir_vector::place::{TOO_MANY_PARTS, unrolled_positions};
use rmlir_vector::{BroadcastOp, ExtractOp, FromElementsOp, InsertOp, ToElementsOp, VectorType};

use crate::llvm_common::emit::{constant, extract, insert, int_constant, poison};
use crate::llvm_common::one_to_one::array_sizes;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns
        .on::<ExtractOp>(lower_extract)
        .on::<InsertOp>(lower_insert)
        .on::<BroadcastOp>(lower_broadcast)
        .on::<FromElementsOp>(lower_from_elements)
        .on::<ToElementsOp>(lower_to_elements);
}

const NOT_KNOWN: &str = "a position in an array is not known";

/// The mixed static and dynamic positions.
fn mixed(numbers: &[i64], values: &[Value]) -> Vec<MixedIndex> {
    rmlir::core::mixed_index::mixed(numbers, values)
}

/// All positions as integers, if they are constant.
fn known(position: &[MixedIndex]) -> Option<Vec<i64>> {
    let number = |index: &MixedIndex| match *index {
        MixedIndex::Static(number) if number >= 0 => Some(number),
        _ => None,
    };
    position.iter().map(number).collect()
}

/// A position in a vector as a value.
fn as_value(rw: &mut Rewriter, index: MixedIndex) -> Value {
    match index {
        MixedIndex::Dynamic(value) => value,
        MixedIndex::Static(number) => {
            let number = rw.i64_attr(number);
            constant(rw, number)
        }
    }
}

/// Appends the position of the scalar in the only element of a vector of rank 0.
fn add_place_of_rank_0(rw: &Rewriter, types: &LlvmTypes, rank: usize, position: &mut Vec<MixedIndex>) {
    debug_assert!(types.index_type(rw).is_integer(rw));
    if rank == 0 {
        position.push(MixedIndex::Static(0));
    }
}

fn lower_extract(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let own = ExtractOp::from_id(op);
    if types.convert(rw, rw.ty(rw.result(op, 0))).is_none() {
        return rw.no_match(op, "the result cannot be converted");
    }
    let rank = VectorType::at(rw, own.source(rw)).rank();
    let mut position = mixed(&own.numbers(rw), &operands[1..]);
    let is_scalar = position.len() == rank;
    add_place_of_rank_0(rw, types, rank, &mut position);
    let mut value = operands[0];
    if rank >= 2 {
        let n_outer = position.len() - usize::from(is_scalar);
        let Some(outer) = known(&position[..n_outer]) else { return rw.no_match(op, NOT_KNOWN) };
        value = extract(rw, value, &outer);
    }
    if is_scalar {
        let last = as_value(rw, *position.last().expect("a scalar has a place"));
        value = rw.value(ExtractElementOp::build(value, last));
    }
    rw.replace(op, [value])
}

fn lower_insert(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let own = InsertOp::from_id(op);
    let vector = VectorType::at(rw, own.dest(rw));
    let Some(ty) = types.convert(rw, vector.ty(rw)) else { return rw.no_match(op, "the vector cannot be converted") };
    let mut position = mixed(&own.numbers(rw), &operands[2..]);
    let is_scalar = position.len() == vector.rank();
    add_place_of_rank_0(rw, types, vector.rank(), &mut position);
    let is_nested = ArrayType::from_type(rw, ty).is_some();
    let (mut value, dest) = (operands[0], operands[1]);
    let n_outer = position.len() - usize::from(is_scalar);
    let outer = known(&position[..n_outer]).filter(|_| is_nested);
    if is_nested && outer.is_none() {
        return rw.no_match(op, NOT_KNOWN);
    }
    if is_scalar {
        let into = match &outer {
            Some(outer) => extract(rw, dest, outer),
            None => dest,
        };
        let last = as_value(rw, *position.last().expect("a scalar has a place"));
        value = rw.value(InsertElementOp::build(into, value, last));
    }
    if let Some(outer) = outer {
        value = insert(rw, dest, value, &outer);
    }
    rw.replace(op, [value])
}

/// A scalar is inserted into the first element and shuffled into all others.
fn lower_broadcast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if rw.ty(rw.operand(op, 0)).is_vector(rw) {
        return rw.no_match(op, "broadcast from vector type not handled");
    }
    let vector = VectorType::at(rw, rw.result(op, 0));
    let Some(ty) = types.convert(rw, vector.ty(rw)) else { return rw.no_match(op, "the vector cannot be converted") };
    let (sizes, row_type) = array_sizes(rw, ty);
    let Some(positions) = unrolled_positions(&sizes) else {
        return rw.no_match(op, TOO_MANY_PARTS);
    };
    let mut made = if sizes.is_empty() { None } else { Some(poison(rw, ty)) };
    let empty = poison(rw, row_type);
    let zero = int_constant(rw, Type::I32, 0);
    let first = rw.value(InsertElementOp::build(empty, operands[0], zero));
    let Some(&width) = vector.shape.last() else { return rw.replace(op, [first]) };
    let places = rw.i32_array(&vec![0; width as usize]);
    let other = if sizes.is_empty() { empty } else { first };
    let shuffle = ShuffleVectorOp::build(row_type, first, other, places);
    let row = if sizes.is_empty() { rmlir::rewrite::create_or_fold(rw, shuffle) } else { rw.value(shuffle) };
    if let Some(made) = &mut made {
        for position in positions {
            *made = insert(rw, *made, row, &position);
        }
    }
    rw.replace(op, [made.unwrap_or(row)])
}

fn lower_from_elements(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let vector = VectorType::at(rw, rw.result(op, 0));
    if vector.rank() > 1 {
        return rw.no_match(op, "rank > 1 vectors are not supported");
    }
    let Some(ty) = types.convert(rw, vector.ty(rw)) else { return rw.no_match(op, "the vector cannot be converted") };
    let index = types.index_type(rw);
    let mut made = poison(rw, ty);
    for (place, &element) in operands.iter().enumerate() {
        let place = int_constant(rw, index, place as i64);
        made = rw.value(InsertElementOp::build(made, element, place));
    }
    rw.replace(op, [made])
}

/// Unused elements are not extracted.
fn lower_to_elements(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if VectorType::at(rw, rw.operand(op, 0)).rank() > 1 {
        return rw.no_match(op, "rank > 1 vectors are not supported");
    }
    let index = types.index_type(rw);
    let results = rw.results(op).to_vec();
    let mut made = Vec::new();
    let mut spare = None;
    for (place, &result) in results.iter().enumerate() {
        if rw.is_unused(result) {
            made.push(None);
            continue;
        }
        let place = int_constant(rw, index, place as i64);
        let element = rw.value(ExtractElementOp::build(operands[0], place));
        spare = Some(element);
        made.push(Some(element));
    }
    // Unused results are replaced by an arbitrary value.
    let Some(spare) = spare else { return rw.erase(op) };
    let made: Vec<Value> = made.into_iter().map(|element| element.unwrap_or(spare)).collect();
    rw.replace(op, made)
}
