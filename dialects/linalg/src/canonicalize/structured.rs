//! Canonicalization of all structured operations: buffers without elements, and propagation of static shapes.

use std::collections::BTreeMap;

use rmlir::core::opdef::OpDef;
use rmlir::core::pattern::{Pattern, PatternRoot};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_tensor::canonicalize::destination::{clone_with, replace_by_cast_results};
use rmlir_tensor::{CastOp, TensorParts, can_fold_into_producer};

use crate::structured::{Loops, Structured, has_pure_tensor_semantics, inits, shape};

/// Adds the patterns, most of which are rooted at the interface of structured operations.
pub(crate) fn add_patterns(set: &mut PatternSet) {
    let is_structured = |def: &'static OpDef| def.interface::<dyn Structured>().is_some();
    let mut on_structured = |name: &'static str, apply: fn(&mut Rewriter, OpId) -> Match| {
        set.add(Pattern::rooted(PatternRoot::Where(is_structured), name, apply));
    };
    on_structured("erase_without_elements", erase_without_elements);
    on_structured("infer_static_shapes", infer_static_shapes);
    set.add(Pattern::of("cast_of_result", cast_of_result));
    set.add(Pattern::of("pack_of_casts", super::relayout::pack_of_casts));
    set.add(Pattern::of("unpack_of_casts", super::relayout::unpack_of_casts));
}

/// Erases an operation on a buffer without elements.
fn erase_without_elements(rw: &mut Rewriter, op: OpId) -> Match {
    let is_empty = |ty: Type| ty.is_memref(rw) && ty.shape(rw).is_some_and(|shape| shape.contains(&0));
    if rw.operand_types(op).any(is_empty) { rw.erase(op) } else { Match::No }
}

/// Folds a cast of a result that makes sizes static into a cast of the init.
fn cast_of_result(op: CastOp, rw: &mut Rewriter) -> Match {
    if !can_fold_into_producer(rw, op) {
        return Match::No;
    }
    let source = op.source(rw);
    let ValueDefinition::Result(maker, number) = rw.value_def(source) else { return Match::No };
    let is_near = rw.block_of(maker) == rw.block_of(op.id());
    if rw.interface::<dyn Structured>(maker).is_none() || !is_near {
        return Match::No;
    }
    let (number, ty) = (number as usize, rw.ty(op.dest(rw)));
    let Some(init) = inits(OpRef::new(rw, maker)).nth(number) else { return Match::No };
    let mut operands: Vec<Value> = rw.operands(maker).collect();
    let mut types: Vec<Type> = rw.result_types(maker).collect();
    types[number] = ty;
    rw.before(maker);
    operands[init] = rw.value(CastOp::build(ty, operands[init]));
    let new = clone_with(rw, maker, &operands, &types);
    let result = rw.result(new, number);
    replace_by_cast_results(rw, maker, new);
    rw.replace(op, [result])
}

/// Propagates static trip counts from one operand to all operands.
fn infer_static_shapes(rw: &mut Rewriter, id: OpId) -> Match {
    let op = OpRef::new(rw, id);
    let Some(loops) = Loops::of(op).filter(|_| has_pure_tensor_semantics(op)) else { return Match::No };
    if !loops.maps.iter().all(|map| map.is_projected_permutation()) {
        return Match::No;
    }
    let ranges = known_ranges(op, &loops);
    let inits = inits(op);
    let mut wanted: Vec<Type> = Vec::new();
    for (operand, map) in op.operands().zip(&loops.maps) {
        let Some(parts) = TensorParts::of(rw, operand.ty()) else {
            wanted.push(operand.ty());
            continue;
        };
        let size = |(dim, &size): (usize, &i64)| match map.result(dim).as_dim().and_then(|dim| ranges.get(&dim)) {
            Some(&known) if size == DYNAMIC => known,
            _ => size,
        };
        let shape: Vec<i64> = parts.shape.iter().enumerate().map(size).collect();
        wanted.push(parts.with_shape(rw, &shape));
    }
    let operands: Vec<Value> = rw.operands(id).collect();
    if operands.iter().zip(&wanted).all(|(&operand, &ty)| rw.ty(operand) == ty) {
        return Match::No;
    }
    rw.before(id);
    let mut new_operands = Vec::new();
    for (operand, &ty) in operands.into_iter().zip(&wanted) {
        let is_same = rw.ty(operand) == ty;
        new_operands.push(if is_same { operand } else { rw.value(CastOp::build(ty, operand)) });
    }
    let new = clone_with(rw, id, &new_operands, &wanted[inits]);
    replace_by_cast_results(rw, id, new)
}

/// The static trip counts of loops, each by the first operand with a static size.
fn known_ranges(op: OpRef, loops: &Loops) -> BTreeMap<u32, i64> {
    let mut known = BTreeMap::new();
    for (operand, map) in op.operands().zip(&loops.maps) {
        for (dim, &size) in shape(operand).iter().enumerate() {
            if let Some(index) = map.result(dim).as_dim().filter(|_| size != DYNAMIC) {
                known.entry(index).or_insert(size);
            }
        }
    }
    known
}
