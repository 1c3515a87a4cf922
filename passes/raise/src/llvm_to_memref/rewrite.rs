//! The accesses in their new form, and the original run for when a check fails.

use rmlir::core::clone::CloneMap;
use rmlir::core::memref_layout::memref_type;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_conversion::llvm_common::descriptor::MemRefDescriptor;
use rmlir_conversion::llvm_common::options::LlvmOptions;
use rmlir_memref::{DistinctObjectsOp, LoadOp, StoreOp};
use rmlir_scf::{IfOp, YieldOp};

use super::access::Access;
use super::check::{Memory, Plan};
use super::run::Run;
use crate::number::{Condition, Number};

/// Raises the run of `plan`.
pub(super) fn raise(rw: &mut Rewriter, plan: Plan) {
    let first = plan.run.first();
    rw.set_loc(rw.loc(first));
    rw.before(first);
    if let Condition::Value(condition) = plan.condition {
        duplicate(rw, &plan.run, condition);
        rw.before(first);
    }
    let memrefs: Vec<Value> = plan.memories.iter().map(|memory| memref(rw, memory)).collect();
    let memrefs = distinct(rw, memrefs);
    // All subscripts first: they may depend on what other accesses load.
    let mut all = Vec::new();
    for (memory, memref) in plan.memories.into_iter().zip(memrefs) {
        for (access, subscripts) in memory.accesses {
            rw.before(access.op);
            let indices: Vec<Value> =
                subscripts.iter().map(|subscript| Number::of_polynomial(rw, subscript).value(rw)).collect();
            all.push((access, indices, memref));
        }
    }
    for (access, indices, memref) in all {
        raise_access(rw, &access, &indices, memref);
    }
}

/// Marks memrefs as different memory. Memory that is only read may in fact be the same, which nobody can observe.
fn distinct(rw: &mut Rewriter, memrefs: Vec<Value>) -> Vec<Value> {
    if memrefs.len() < 2 {
        return memrefs;
    }
    let distinct = rw.create(DistinctObjectsOp::build(&memrefs));
    rw.results(distinct.id()).to_vec()
}

/// Replaces a load or a store by one of `memref` at `indices`.
pub(crate) fn raise_access(rw: &mut Rewriter, access: &Access, indices: &[Value], memref: Value) {
    rw.before(access.op);
    let loc = rw.loc(access.op);
    if access.is_store {
        let value = rmlir_llvm::ops::memory::StoreOp::from_id(access.op).value(rw);
        rw.create(StoreOp::build(value, memref, indices).at(loc));
        rw.erase(access.op);
    } else {
        let loaded = rw.value(LoadOp::build(memref, indices).at(loc));
        rw.replace(access.op, loaded);
    }
}

/// Puts the run under `condition`, and a copy of it under the opposite.
fn duplicate(rw: &mut Rewriter, run: &Run, condition: Value) {
    let results = run.results(rw);
    let types: Vec<Type> = results.iter().map(|&result| rw.ty(result)).collect();
    let conditional = rw.create(IfOp::build(&types, condition));
    for (&old, new) in results.iter().zip(rw.results(conditional.id()).to_vec()) {
        rw.replace_uses_if(old, new, |body, user, _| !run.contains(body, user));
    }
    let else_block = rw.create_block(conditional.elseRegion(rw), &[], &[]);
    rw.at_end(else_block);
    let mut map = CloneMap::default();
    for &op in &run.ops {
        rw.clone_op(op, &mut map);
    }
    let copied: Vec<Value> = results.iter().map(|&result| map.value(result)).collect();
    rw.create(YieldOp::build(&copied));
    let then_block = rw.create_block(conditional.thenRegion(rw), &[], &[]);
    for &op in &run.ops {
        rw.move_to_end(op, then_block);
    }
    rw.at_end(then_block);
    rw.create(YieldOp::build(&results));
}

/// The memory as a memref: a descriptor of its pointer and sizes, which the conversions to `llvm` take apart again.
pub(crate) fn memref(rw: &mut Rewriter, memory: &Memory) -> Value {
    let mut shape = vec![memory.outer_size];
    shape.extend(memory.inner_sizes.iter().map(|inner| inner.number(rw, Number::of)));
    // The size of the outermost dimension is an upper bound of what is accessed, and not that of the type.
    let known = |(dim, size): (usize, &Number)| match size {
        Number::Constant(size) if dim > 0 => *size,
        _ => DYNAMIC,
    };
    let dims: Vec<i64> = shape.iter().enumerate().map(known).collect();
    let ty = memref_type(rw.cx(), &dims, memory.element, None, None);

    let mut strides = vec![Number::Constant(1); shape.len()];
    for dim in (0..shape.len() - 1).rev() {
        strides[dim] = strides[dim + 1].mul(rw, shape[dim + 1]);
    }
    let mut parts = vec![memory.base, memory.base, integer(rw, Number::Constant(0))];
    for number in shape.into_iter().chain(strides) {
        parts.push(integer(rw, number));
    }
    let descriptor = MemRefDescriptor::pack(rw, &LlvmOptions::default(), ty, &parts).expect("the element is a number");
    let cast = rw.create(UnrealizedConversionCastOp::build(&[ty], &[descriptor.value]));
    rw.result(cast.id(), 0)
}

/// `number` as a field of a descriptor.
fn integer(rw: &mut Rewriter, number: Number) -> Value {
    let ty = rw.cx().int_type(64);
    match number {
        Number::Constant(constant) => rmlir_arith::constant_int(rw, constant, ty),
        Number::Value(value) => rw.value(rmlir_arith::IndexCastOp::build(ty, value)),
    }
}
