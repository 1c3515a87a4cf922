//! Operations that are calls of the runtime library.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, TypeConverter};
use rmlir_arith::ConstantOp;
use rmlir_async::{
    GroupType, RuntimeAddRefOp, RuntimeAddToGroupOp, RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCreateGroupOp,
    RuntimeCreateOp, RuntimeDropRefOp, RuntimeIsErrorOp, RuntimeLoadOp, RuntimeNumWorkerThreadsOp, RuntimeResumeOp,
    RuntimeSetAvailableOp, RuntimeSetErrorOp, RuntimeStoreOp, TokenType, value_type,
};
use rmlir_func::CallOp;
use rmlir_llvm::ops::cast::PtrToIntOp;
use rmlir_llvm::ops::constant::{AddressOfOp, ZeroOp};
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};

use super::declare::RESUME;
use crate::llvm_common::emit::{GepIndex, gep};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

/// Lowers `op`, with one converted value for each operand.
type Lower = fn(&mut Rewriter, OpId, &[Value]) -> Match;

/// Adds the patterns. Those that store values to memory convert to types of LLVM, all others only convert types of
/// `async`.
pub fn add_patterns(patterns: &mut LlvmPatterns, converter: &Arc<TypeConverter>) {
    let simple: [(&'static str, Lower); 10] = [
        (RuntimeSetAvailableOp::DEF.name, |rw, op, operands| {
            by_kind(rw, op, operands, ["EmplaceToken", "EmplaceValue", ""])
        }),
        (RuntimeSetErrorOp::DEF.name, |rw, op, operands| {
            by_kind(rw, op, operands, ["SetTokenError", "SetValueError", ""])
        }),
        (RuntimeIsErrorOp::DEF.name, |rw, op, operands| {
            by_kind(rw, op, operands, ["IsTokenError", "IsValueError", "IsGroupError"])
        }),
        (RuntimeAwaitOp::DEF.name, |rw, op, operands| {
            by_kind(rw, op, operands, ["AwaitToken", "AwaitValue", "AwaitAllInGroup"])
        }),
        (RuntimeAwaitAndResumeOp::DEF.name, |rw, op, operands| {
            let operands = [operands[0], operands[1], resume_address(rw)];
            let names = ["AwaitTokenAndExecute", "AwaitValueAndExecute", "AwaitAllInGroupAndExecute"];
            by_kind(rw, op, &operands, names)
        }),
        (RuntimeResumeOp::DEF.name, |rw, op, operands| {
            let operands = [operands[0], resume_address(rw)];
            replace_by_call(rw, op, "mlirAsyncRuntimeExecute", &[], &operands)
        }),
        (RuntimeAddToGroupOp::DEF.name, add_to_group),
        (RuntimeNumWorkerThreadsOp::DEF.name, |rw, op, _| {
            replace_by_call(rw, op, "mlirAsyncRuntimGetNumWorkerThreads", &[Type::INDEX], &[])
        }),
        (RuntimeAddRefOp::DEF.name, |rw, op, operands| {
            count(rw, op, operands[0], "mlirAsyncRuntimeAddRef", RuntimeAddRefOp::COUNT)
        }),
        (RuntimeDropRefOp::DEF.name, |rw, op, operands| {
            count(rw, op, operands[0], "mlirAsyncRuntimeDropRef", RuntimeDropRefOp::COUNT)
        }),
    ];
    for (name, lower) in simple {
        let pattern = ConversionPattern::new(name, name, move |rw, op, operands| rw.with(|rw| lower(rw, op, operands)));
        patterns.patterns.add(pattern.converter(converter));
    }
    patterns.on::<RuntimeCreateOp>(create).on::<RuntimeCreateGroupOp>(create_group);
    patterns.on::<RuntimeStoreOp>(store).on::<RuntimeLoadOp>(load);
}

/// Replaces `op` by a call of `name`.
fn replace_by_call(rw: &mut Rewriter, op: OpId, name: &str, results: &[Type], operands: &[Value]) -> Match {
    let callee = rw.cx().symbol_ref(rw.cx().ident(name));
    let call = rw.create(CallOp::build(results, operands, callee)).id();
    let results = rw.results(call).to_vec();
    rw.replace(op, results)
}

/// Calls the function for tokens, values or groups, by the type of the first operand.
fn by_kind(rw: &mut Rewriter, op: OpId, operands: &[Value], [token, value, group]: [&str; 3]) -> Match {
    let (cx, ty) = (rw.cx(), rw.ty(rw.operand(op, 0)));
    let name = match () {
        () if TokenType::from_type(cx, ty).is_some() => token,
        () if GroupType::from_type(cx, ty).is_some() => group,
        () => value,
    };
    let results: Vec<Type> = rw.result_types(op).collect();
    replace_by_call(rw, op, &format!("mlirAsyncRuntime{name}"), &results, operands)
}

/// The address of the function that resumes coroutines.
fn resume_address(rw: &mut Rewriter) -> Value {
    let (cx, name) = (rw.cx(), rw.cx().symbol_ref(rw.cx().ident(RESUME)));
    rw.value(AddressOfOp::build(pointer(cx), name))
}

fn add_to_group(rw: &mut Rewriter, op: OpId, operands: &[Value]) -> Match {
    if TokenType::from_type(rw.cx(), rw.ty(rw.operand(op, 0))).is_none() {
        return rw.no_match(op, "only token type is supported");
    }
    replace_by_call(rw, op, "mlirAsyncRuntimeAddTokenToGroup", &[Type::I64], operands)
}

/// Adds or drops as many references as property `slot` has.
fn count(rw: &mut Rewriter, op: OpId, operand: Value, name: &str, slot: usize) -> Match {
    let count = rw.prop(op, slot).expect("a verified operation has its count");
    let count = rw.value(ConstantOp::build(count));
    replace_by_call(rw, op, name, &[], &[operand, count])
}

fn create(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let cx = rw.cx();
    let result = pointer(cx);
    let Some(value) = value_type(cx, rw.ty(rw.result(op, 0))) else {
        return replace_by_call(rw, op, "mlirAsyncRuntimeCreateToken", &[result], &[]);
    };
    let Some(stored) = types.convert_compatible(cx, value) else {
        return rw.no_match(op, "failed to convert stored value type to LLVM type");
    };
    // The size of the value is the offset of the second element of an array.
    let null = rw.value(ZeroOp::build(result));
    let end = gep(rw, result, stored, null, &[GepIndex::Constant(1)]);
    let size = rw.value(PtrToIntOp::build(Type::I64, end));
    replace_by_call(rw, op, "mlirAsyncRuntimeCreateValue", &[result], &[size])
}

fn create_group(rw: &mut Rewriter, _: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let result = pointer(rw.cx());
    replace_by_call(rw, op, "mlirAsyncRuntimeCreateGroup", &[result], operands)
}

/// The address at which the runtime stores the value of `storage`.
fn place(rw: &mut Rewriter, storage: Value) -> Value {
    let callee = rw.cx().symbol_ref(rw.cx().ident("mlirAsyncRuntimeGetValueStorage"));
    let result = pointer(rw.cx());
    let call = rw.create(CallOp::build(&[result], &[storage], callee)).id();
    rw.result(call, 0)
}

fn store(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    if types.convert_compatible(rw.cx(), rw.ty(rw.operand(op, 0))).is_none() {
        return rw.no_match(op, "failed to convert stored value type to LLVM type");
    }
    let place = place(rw, operands[1]);
    rw.create(StoreOp::build(operands[0], place));
    rw.erase(op)
}

fn load(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let Some(ty) = types.convert_compatible(rw.cx(), rw.ty(rw.result(op, 0))) else {
        return rw.no_match(op, "failed to convert loaded value type to LLVM type");
    };
    let place = place(rw, operands[0]);
    let loaded = rw.value(LoadOp::build(ty, place));
    rw.replace(op, [loaded])
}
