//! Calls and returns.

use std::sync::Mutex;

use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_func::CallOp;
use rmlir_llvm as llvm;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::call::CallOp as LlvmCallOp;

use rustc_hash::{FxHashMap, FxHashSet};

use super::function::{BARE_POINTERS, uses_bare_pointers};
use super::unranked::{Copied, copy_descriptor};
use crate::llvm_common::descriptor::{MemRefDescriptor, UnrankedDescriptor};
use crate::llvm_common::emit::{extract, insert, poison};
use crate::llvm_common::symbols::in_table;
use crate::llvm_common::type_converter::{LlvmTypes, fits_bare_pointer};

/// The functions that are called with bare pointers, by the body that contains them; computed when the first call in it
/// is converted.
#[derive(Default)]
pub struct BareFunctions {
    by_body: Mutex<FxHashMap<u32, FxHashSet<Ident>>>,
}

impl BareFunctions {
    /// Whether the function `name`, a symbol of the enclosing table, is one.
    fn contains(&self, rw: &mut ConversionRewriter, name: Ident) -> bool {
        let found = in_table(rw, |rw, block| {
            let mut by_body = self.by_body.lock().ok()?;
            let marked = by_body.entry(rw.number()).or_insert_with(|| {
                let functions = rw.ops(block).filter(|&op| rw.attr(op, BARE_POINTERS).is_some());
                functions.filter_map(|op| OpRef::new(rw, op).symbol_name()).collect()
            });
            Some(marked.contains(&name))
        });
        found.unwrap_or(false)
    }
}

/// Lowers direct calls.
pub fn lower_direct(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    op: OpId,
    operands: &[Vec<Value>],
    bare_functions: &BareFunctions,
) -> Match {
    let callee = CallOp::from_id(op).callee(rw);
    let bare = types.options.bare_pointers || bare_functions.contains(rw, callee);
    lower(rw, types, op, operands, bare)
}

/// Lowers calls through a pointer.
pub fn lower_indirect(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    lower(rw, types, op, operands, false)
}

fn lower(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>], bare: bool) -> Match {
    let result_types: Vec<Type> = rw.result_types(op).collect();
    let mut packed = None;
    if !result_types.is_empty() {
        packed = types.pack_function_results(rw.cx(), &result_types, bare);
        if packed.is_none() {
            return Match::No;
        }
    }
    let operand_types: Vec<Type> = rw.operand_types(op).collect();
    let is_unranked = |ty: &Type| matches!(ty.data(rw.cx()), TypeData::UnrankedMemRef { .. });
    if bare && operand_types.iter().any(is_unranked) {
        return Match::No;
    }
    let arguments = rw.with(|rw| unpack_operands(rw, &operand_types, operands, bare));
    let cx = rw.cx();
    let mut state = OpState::named(cx, LlvmCallOp::DEF.name).operands(&arguments);
    for entry in rw.all_attrs(op) {
        state.set_attr(cx, entry.name.str(cx), entry.value);
    }
    state.set_prop(LlvmCallOp::OPERAND_SEGMENT_SIZES, cx.i32_array(&[arguments.len() as i32, 0]));
    state.set_prop(LlvmCallOp::OP_BUNDLE_SIZES, cx.i32_array(&[]));
    state.result_types.extend(packed.as_ref().map(|packed| packed.ty));
    state.no_inference = true;
    let call = rw.create_state(state);
    let Some(packed) = packed else { return rw.erase(op) };
    let mut groups = rw.with(|rw| unpack_results(rw, call, &packed.groups));
    for (group, &ty) in groups.iter_mut().zip(&result_types) {
        let is_memref = ty.is_memref(rw.cx());
        let restored = match ty.shape(rw.cx()) {
            Some(_) if is_memref && bare => rw.with(|rw| {
                MemRefDescriptor::from_static_shape(rw, &types.options, ty, group[0]).map(|made| made.value)
            }),
            None if is_memref && !bare => copy_descriptor(rw, types, ty, group[0], Copied::ToStack),
            _ => continue,
        };
        match restored {
            Some(value) => group[0] = value,
            None => return Match::No,
        }
    }
    rw.replace_by_many(op, groups)
}

/// Memrefs are passed as the fields of their descriptors, or as bare pointers.
fn unpack_operands(rw: &mut Rewriter, types: &[Type], operands: &[Vec<Value>], bare: bool) -> Vec<Value> {
    let mut all = Vec::new();
    for (&ty, values) in types.iter().zip(operands) {
        if !ty.is_memref(rw.cx()) {
            all.extend_from_slice(values);
            continue;
        }
        all.extend(match ty.shape(rw.cx()).map(<[i64]>::len) {
            Some(_) if bare => vec![MemRefDescriptor::new(values[0]).aligned(rw)],
            Some(rank) => MemRefDescriptor::new(values[0]).unpack(rw, rank),
            None => UnrankedDescriptor::new(values[0]).unpack(rw),
        });
    }
    all
}

/// The converted values of each result: the only one, or members of a structure.
fn unpack_results(rw: &mut Rewriter, call: OpId, groups: &[Vec<Type>]) -> Vec<Vec<Value>> {
    let result = rw.result(call, 0);
    let n: usize = groups.iter().map(Vec::len).sum();
    let mut next = 0;
    let mut all = Vec::new();
    for group in groups {
        let mut values = Vec::new();
        for _ in group {
            values.push(if n == 1 { result } else { extract(rw, result, &[next]) });
            next += 1;
        }
        all.push(values);
    }
    all
}

/// Several results are returned as one structure.
pub fn lower_return(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    let function = OpRef::new(rw, op).parent().filter(|parent| parent.is::<llvm::LLVMFuncOp>());
    let bare = uses_bare_pointers(function, types);
    let operand_types: Vec<Type> = rw.operand_types(op).collect();
    let mut returned = Vec::new();
    for (&ty, values) in operand_types.iter().zip(operands) {
        let is_memref = ty.is_memref(rw.cx());
        match ty.shape(rw.cx()) {
            Some(_) if is_memref && bare && fits_bare_pointer(rw.cx(), ty) => {
                returned.push(rw.with(|rw| MemRefDescriptor::new(values[0]).allocated(rw)));
            }
            None if is_memref => {
                let copied = match bare {
                    true => None,
                    false => copy_descriptor(rw, types, ty, values[0], Copied::ToHeap),
                };
                let Some(copied) = copied else { return Match::No };
                returned.push(copied);
            }
            _ => returned.extend_from_slice(values),
        }
    }
    if returned.len() > 1 {
        let Some(packed) = types.pack_function_results(rw.cx(), &operand_types, bare) else {
            return rw.no_match(op, "could not convert result types");
        };
        let structure = rw.with(|rw| {
            let start = poison(rw, packed.ty);
            returned.iter().zip(0..).fold(start, |made, (&value, index)| insert(rw, made, value, &[index]))
        });
        returned = vec![structure];
    }
    let mut state = ReturnOp::build(returned.first().copied()).finish(rw.cx());
    state.attrs = rw.discardable_attrs(op).to_vec();
    rw.create_state(state);
    rw.erase(op)
}
