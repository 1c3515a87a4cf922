//! Lowering of asynchronous execution to calls of the runtime.
//!
//! Plan: 1. asynchronous regions are outlined to functions, see [`crate::outline`], and asynchronous functions become
//! ordinary ones; both are coroutines; 2. at an await a coroutine is suspended, and continues in a new block once the
//! operand is available; other functions block their thread; 3. an error in a coroutine sets its results to the error
//! state, which is propagated to the coroutines that await them.
//!
//! Notation: *coroutines* are the functions created in step 1, by the indices of their bodies.

use std::sync::{Arc, Mutex, MutexGuard};

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionRewriter, ConversionTarget};
use rmlir_arith::{ConstantOp, XOrIOp};
use rmlir_async::{
    AddToGroupOp, Async, AwaitAllOp, AwaitOp, CallOp, CoroSaveOp, CoroStateType, CreateGroupOp, FuncOp, GroupType,
    ReturnOp, RuntimeAddToGroupOp, RuntimeAwaitAndResumeOp, RuntimeAwaitOp, RuntimeCreateGroupOp, RuntimeIsErrorOp,
    RuntimeLoadOp, YieldOp, value_type,
};
use rmlir_cf as cf;
use rmlir_cf::{AssertOp, Cf, CondBrOp};
use rmlir_conversion::scf_to_cf::scf_to_cf_patterns;
use rmlir_func::Func;
use rustc_hash::FxHashMap;

use crate::coroutine::Coroutine;
use crate::outline::outline_all;

/// The message of an ordinary function whose awaited operand is in the error state.
const FAILED: &str = "Awaited async operand is in error state";

/// Lower all high level async operations (e.g. async.execute) to the explicit async.runtime and async.coro operations.
///
/// ```mlir
/// %token = async.execute { "f"() : () -> () async.yield }
/// async.await %token : !async.token
/// // becomes
/// %token = call @async_execute_fn() : () -> !async.token
/// async.runtime.await %token : !async.token
/// %failed = async.runtime.is_error %token : !async.token
/// // ... and an assertion that it did not
/// ```
///
/// Structured control flow around awaits in a coroutine is converted to branches.
#[pass(
    name = "async-to-async-runtime",
    title = "AsyncToAsyncRuntimePass",
    anchor = "builtin.module",
    depends(Async, Func, Cf)
)]
pub fn async_to_async_runtime(cx: &mut PassCx) -> PassResult {
    let coroutines = Coroutines::default();
    coroutines.lock().extend(outline_all(cx.body_mut()));
    let mut patterns = scf_to_cf_patterns();
    patterns.on(CreateGroupOp::DEF.name, "create-group", None, create_group);
    patterns.on(AddToGroupOp::DEF.name, "add-to-group", None, add_to_group);
    add_patterns(&mut patterns, &coroutines, true);

    let mut target = runtime_target(cx.cx());
    let illegal = ["create_group", "add_to_group", "execute", "await", "await_all", "yield"];
    target.illegal_ops(&illegal.map(|name| format!("async.{name}")).each_ref().map(String::as_str));
    let known = coroutines.clone();
    target.dynamic_dialect("scf", move |op| !known.has(op) || !contains_async(op));
    let known = coroutines.clone();
    target.dynamic_op(AssertOp::DEF.name, move |op| !known.has(op));
    cx.convert_partially(&target, &patterns)
}

/// Lower async.func operations to the explicit async.runtime and async.coro operations.
///
/// ```mlir
/// async.func @f(%x: i32) -> !async.value<i32> { return %x : i32 }
/// // becomes
/// func.func @f(%x: i32) -> !async.value<i32> // ... a coroutine that runs until it waits for something
/// ```
#[pass(
    name = "async-func-to-async-runtime",
    title = "AsyncFuncToAsyncRuntimePass",
    anchor = "builtin.module",
    depends(Async, Func)
)]
pub fn async_func_to_async_runtime(cx: &mut PassCx) -> PassResult {
    let coroutines = Coroutines::default();
    let mut patterns = ConversionPatterns::new();
    patterns.on(CallOp::DEF.name, "call", None, call);
    let known = coroutines.clone();
    patterns.on(FuncOp::DEF.name, "function", None, move |rw, _, _| function(rw, &known));
    let known = coroutines.clone();
    patterns.on(ReturnOp::DEF.name, "return", None, move |rw, op, values| finish(rw, op, values, &known));
    add_patterns(&mut patterns, &coroutines, false);

    let mut target = runtime_target(cx.cx());
    target.illegal_ops(&[FuncOp::DEF.name, CallOp::DEF.name, ReturnOp::DEF.name]);
    for name in [AwaitOp::DEF.name, AwaitAllOp::DEF.name, YieldOp::DEF.name, AssertOp::DEF.name] {
        let known = coroutines.clone();
        target.dynamic_op(name, move |op| !known.has(op) || is_outlined_later(op));
    }
    cx.convert_partially(&target, &patterns)
}

/// The legal operations of both passes.
fn runtime_target(cx: &Context) -> ConversionTarget<'_> {
    let mut target = ConversionTarget::new(cx);
    target.legal_dialects(&["async", "func"]);
    target.legal_ops(&[XOrIOp::NAME, ConstantOp::NAME, cf::BrOp::NAME, CondBrOp::NAME, AssertOp::NAME]);
    target
}

/// Adds the patterns for operations in coroutines. `blocking` is whether other functions are lowered too.
fn add_patterns(patterns: &mut ConversionPatterns, coroutines: &Coroutines, blocking: bool) {
    for name in [AwaitOp::DEF.name, AwaitAllOp::DEF.name] {
        let known = coroutines.clone();
        patterns.on(name, "await", None, move |rw, op, operands| wait(rw, op, operands[0], &known, blocking));
    }
    let known = coroutines.clone();
    patterns.on(YieldOp::DEF.name, "yield", None, move |rw, op, values| finish(rw, op, values, &known));
    let known = coroutines.clone();
    patterns.on(AssertOp::DEF.name, "assert", None, move |rw, op, operands| assert(rw, op, operands[0], &known));
}

/// Whether `op` contains operations of `async`, in this body.
fn contains_async(op: OpRef) -> bool {
    let mut found = false;
    op.walk_postorder(|inner| found |= inner.name().dialect(inner.cx()) == "async");
    found
}

/// Whether `op` is in an asynchronous region.
fn is_outlined_later(op: OpRef) -> bool {
    op.body.find_ancestor(op.id, |around| OpRef::new(op.body, around).is::<rmlir_async::ExecuteOp>()).is_some()
}

/// The functions that are coroutines, by the indices of their bodies. Several bodies may be converted concurrently.
#[derive(Clone, Default)]
struct Coroutines(Arc<Mutex<FxHashMap<u32, Coroutine>>>);

impl Coroutines {
    fn lock(&self) -> MutexGuard<'_, FxHashMap<u32, Coroutine>> {
        self.0.lock().expect("nothing panics while coroutines are known")
    }

    /// Whether `op` is in one.
    fn has(&self, op: OpRef) -> bool {
        self.lock().contains_key(&op.body.number())
    }

    /// Runs `work` with the coroutine of the body of `rw`, if it is one.
    fn with<R>(&self, rw: &mut ConversionRewriter, work: impl FnOnce(&mut Rewriter, &mut Coroutine) -> R) -> Option<R> {
        let number = rw.number();
        let mut coroutine = self.lock().get(&number)?.clone();
        let result = rw.with(|rw| work(rw, &mut coroutine));
        self.lock().insert(number, coroutine);
        Some(result)
    }
}

fn create_group(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let ty = GroupType::get(rw.cx()).ty();
    rw.replace_with(op, RuntimeCreateGroupOp::build(ty, operands[0]));
    Match::Yes
}

fn add_to_group(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    rw.replace_with(op, RuntimeAddToGroupOp::build(operands[0], operands[1]));
    Match::Yes
}

fn call(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let callee = CallOp::from_id(op).callee(rw);
    let types: Vec<Type> = rw.result_types(op).collect();
    rw.replace_with(op, rmlir_func::CallOp::build(&types, operands, callee));
    Match::Yes
}

/// Converts the root to an ordinary function, which is a coroutine if it has blocks.
fn function(rw: &mut ConversionRewriter, coroutines: &Coroutines) -> Match {
    let root = rw.root();
    let mut props = vec![Attr::ABSENT; rmlir_func::FuncOp::DEF.props.len()];
    let kept = [
        (FuncOp::SYM_NAME, rmlir_func::FuncOp::SYM_NAME),
        (FuncOp::FUNCTION_TYPE, rmlir_func::FuncOp::FUNCTION_TYPE),
        (FuncOp::SYM_VISIBILITY, rmlir_func::FuncOp::SYM_VISIBILITY),
        (FuncOp::ARG_ATTRS, rmlir_func::FuncOp::ARG_ATTRS),
        (FuncOp::RES_ATTRS, rmlir_func::FuncOp::RES_ATTRS),
    ];
    for (from, to) in kept {
        props[to] = rw.prop(root, from).unwrap_or(Attr::ABSENT);
    }
    let name = rw.cx().op_name(rmlir_func::FuncOp::DEF.name);
    rw.become_op(name, &props);
    let region = rw.region(root, 0);
    if rw.is_region_empty(region) {
        return Match::Yes;
    }
    let coroutine = rw.with(Coroutine::set_up);
    coroutines.lock().insert(rw.number(), coroutine);
    Match::Yes
}

/// Sets the results of a coroutine.
fn finish(rw: &mut ConversionRewriter, op: OpId, values: &[Value], coroutines: &Coroutines) -> Match {
    if coroutines.with(rw, |rw, coroutine| coroutine.finish(rw, values)).is_none() {
        return rw.no_match(op, "operation is not inside the async coroutine function");
    }
    rw.erase(op)
}

/// Awaits `operand`; replaces the operation by its value.
fn wait(rw: &mut ConversionRewriter, op: OpId, operand: Value, coroutines: &Coroutines, blocking: bool) -> Match {
    let suspended = coroutines.with(rw, |rw, coroutine| suspend_until(rw, op, operand, coroutine));
    if suspended.is_none() {
        if !blocking {
            return Match::No;
        }
        rw.with(|rw| block_until(rw, operand));
    }
    if value_type(rw.cx(), rw.ty(operand)).is_none() {
        return rw.erase(op);
    }
    let value = rw.value(RuntimeLoadOp::build(operand));
    rw.replace(op, [value])
}

/// Blocks the thread, and asserts that there is no error.
fn block_until(rw: &mut Rewriter, operand: Value) {
    rw.create(RuntimeAwaitOp::build(operand));
    let failed = rw.value(RuntimeIsErrorOp::build(operand));
    let yes = rw.value(ConstantOp::build(Attr::TRUE));
    let worked = rw.value(XOrIOp::build(failed, yes));
    let message = rw.cx().str_attr(FAILED);
    rw.create(AssertOp::build(worked, message));
}

/// Suspends the coroutine before `op`, and continues there once `operand` is available, unless it is in the error
/// state.
fn suspend_until(rw: &mut Rewriter, op: OpId, operand: Value, coroutine: &mut Coroutine) {
    let before = rw.block_of(op).expect("a matched operation stands in a block");
    let state = rw.value(CoroSaveOp::build(CoroStateType::get(rw.cx()).ty(), coroutine.handle()));
    rw.create(RuntimeAwaitAndResumeOp::build(operand, coroutine.handle()));
    let resume = rw.split_block(before, Some(op));
    rw.at_end(before);
    coroutine.suspend(rw, state, resume);
    let after = rw.split_block(resume, Some(op));
    rw.at_end(resume);
    let has_failed = rw.value(RuntimeIsErrorOp::build(operand));
    let failed = coroutine.failed(rw);
    rw.create(CondBrOp::build(has_failed, &[], &[], failed, after));
    rw.at_start(after);
}

/// A failed assertion sets the error state of the coroutine.
fn assert(rw: &mut ConversionRewriter, op: OpId, condition: Value, coroutines: &Coroutines) -> Match {
    let failing = coroutines.with(rw, |rw, coroutine| {
        let before = rw.block_of(op).expect("a matched operation stands in a block");
        let after = rw.split_block(before, Some(op));
        let failed = coroutine.failed(rw);
        rw.at_end(before);
        rw.create(CondBrOp::build(condition, &[], &[], after, failed));
    });
    if failing.is_none() {
        return rw.no_match(op, "operation is not inside the async coroutine function");
    }
    rw.erase(op)
}
