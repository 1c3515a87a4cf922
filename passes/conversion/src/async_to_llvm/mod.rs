//! `async` to `llvm`: coroutines as intrinsics of LLVM, all other operations as calls of the runtime library.
//!
//! Tokens, values and groups are pointers from the runtime. Types of other dialects are not converted; where a value is
//! stored to memory of the runtime, it is cast to its LLVM type.
//!
//! Files: `coroutine` intrinsics, `runtime` calls, `declare` the functions of the runtime.

mod coroutine;
mod declare;
mod runtime;

use std::sync::Arc;

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionRewriter, ConversionTarget, Converted, TypeConverter, function_signature_pattern,
};
use rmlir_arith as arith;
use rmlir_arith::Arith;
use rmlir_async::{AnyAsync, Async, CoroHandleType, CoroIdType, CoroStateType};
use rmlir_builtin as builtin;
use rmlir_func as func;
use rmlir_func::{CallOp, Func, FuncOp, ReturnOp};
use rmlir_llvm::Llvm;
use rmlir_llvm::types::TokenType;

use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

/// Convert the operations from the async dialect into the LLVM dialect.
///
/// Concurrent code must have been converted to coroutines: `async-to-async-runtime` does that. Functions of the runtime
/// library are declared at the end of the module.
///
/// ```mlir
/// async.runtime.await %token : !async.token
/// // becomes
/// call @mlirAsyncRuntimeAwaitToken(%token) : (!llvm.ptr) -> ()
/// ```
#[pass(
    name = "convert-async-to-llvm",
    title = "ConvertAsyncToLLVMPass",
    anchor = "builtin.module",
    depends(Arith, Async, Llvm, Func)
)]
pub fn convert_async_to_llvm(cx: &mut PassCx) -> PassResult {
    declare::declare_runtime(cx.body_mut());
    let converter = Arc::new(async_types());
    let mut patterns = LlvmPatterns::new(LlvmTypes::with_rules(LlvmOptions::default(), |rules| {
        rules.rule(|_, cx, ty| async_type(cx, ty).map(Converted::To));
    }));
    runtime::add_patterns(&mut patterns, &converter);
    coroutine::add_patterns(&mut patterns, &converter);
    let more = &mut patterns.patterns;
    more.add(function_signature_pattern(FuncOp::DEF.name, &converter));
    more.on(CallOp::DEF.name, "call", Some(&converter), convert_call);
    more.on(ReturnOp::DEF.name, "return", Some(&converter), convert_return);
    let target = target(cx.cx(), &converter);
    patterns.convert_partially(cx, &target)
}

/// Types of `async` become pointers and tokens; all others are not converted.
fn async_types() -> TypeConverter {
    let mut converter = TypeConverter::new();
    converter.rule(|_, cx, ty| Some(Converted::To(async_type(cx, ty).unwrap_or(ty))));
    converter.cast_materializations();
    converter
}

/// The type of LLVM for `ty`, if it is a type of `async`.
fn async_type(cx: &Context, ty: Type) -> Option<Type> {
    if (AnyAsync.check)(cx, ty) || CoroHandleType::from_type(cx, ty).is_some() {
        return Some(pointer(cx));
    }
    let is_token = CoroIdType::from_type(cx, ty).is_some() || CoroStateType::from_type(cx, ty).is_some();
    is_token.then(|| TokenType::get(cx).ty())
}

fn target<'c>(cx: &'c Context, converter: &Arc<TypeConverter>) -> ConversionTarget<'c> {
    let mut target = ConversionTarget::new(cx);
    target.legal_ops(&[arith::ConstantOp::NAME, func::ConstantOp::NAME, builtin::UnrealizedConversionCastOp::NAME]);
    target.legal_dialects(&["llvm"]).illegal_dialects(&["async"]);
    let own = converter.clone();
    target.dynamic_op(FuncOp::DEF.name, move |op| own.is_legal_signature(op.cx(), op.get(FuncOp::function_type)));
    for name in [ReturnOp::DEF.name, CallOp::DEF.name] {
        let own = converter.clone();
        target.dynamic_op(name, move |op| own.is_legal_op(op));
    }
    target
}

fn convert_call(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let callee = CallOp::from_id(op).callee(rw);
    let types: Option<Vec<Type>> = rw.result_types(op).map(|ty| rw.convert_type(ty)).collect();
    let Some(types) = types else { return rw.no_match(op, "a result has no type") };
    rw.replace_with(op, CallOp::build(&types, operands, callee));
    Match::Yes
}

fn convert_return(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    rw.replace_with(op, ReturnOp::build(operands));
    Match::Yes
}
