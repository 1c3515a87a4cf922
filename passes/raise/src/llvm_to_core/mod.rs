//! Functions of `llvm` become functions of `func`, with `arith`, `math` and `cf` in them.
//!
//! `refusal` decides which functions are left unchanged, `function` converts functions and calls, `branches` branches,
//! `operations` everything that becomes one operation, `replace` the replacement itself.

mod branches;
mod function;
mod operations;
mod refusal;
mod replace;

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm::intrinsics::hint::{DbgDeclareIntr, DbgLabelIntr, DbgValueIntr};
use rmlir_llvm::ops::func::LLVMFuncOp;

pub(crate) use self::function::LINKAGE;
use self::operations::Operations;
use self::refusal::Refusals;

/// Raise functions of the LLVM dialect to func, arith, math and cf.
///
/// The types of arguments and results do not change, and attributes that belong to the C ABI are kept as discardable
/// attributes, which `convert-func-to-llvm` restores. Memory accesses, pointer arithmetic and operations without a
/// counterpart remain operations of LLVM. What tells a debugger where variables are is removed, because loops with it would not
/// be counted loops; locations remain. Functions with aliases, variadic functions, and functions with
/// exceptions, inline assembly, atomic or volatile accesses are left unchanged, with a remark.
///
/// ```mlir
/// llvm.func @f(%a: i32) -> i32 {
///   %0 = llvm.add %a, %a overflow<nsw> : i32
///   llvm.return %0 : i32
/// }
/// // becomes
/// func.func @f(%a: i32) -> i32 {
///   %0 = arith.addi %a, %a overflow<nsw> : i32
///   return %0 : i32
/// }
/// ```
#[pass(
    name = "raise-llvm-to-core",
    anchor = "builtin.module",
    depends(rmlir_func::Func, rmlir_arith::Arith, rmlir_math::Math, rmlir_cf::Cf, rmlir_ub::Ub)
)]
pub fn raise_llvm_to_core(cx: &mut PassCx) -> PassResult {
    let refusals = Refusals::of(cx.op());
    let operations = Operations::new(cx.cx());
    let (mut raised, mut refused) = (Vec::new(), Vec::new());
    for proxy in cx.body().proxies() {
        let function = OpRef::new(cx.body(), proxy);
        if !function.is::<LLVMFuncOp>() || function.region(0).is_empty() {
            continue;
        }
        match refusals.reason(function) {
            Some((loc, reason)) => refused.push((loc, reason)),
            None => raised.push(proxy),
        }
    }
    for (loc, reason) in refused {
        cx.missed_at(loc, "raise", reason);
    }
    let module = cx.body_mut();
    let symbol = |&proxy: &OpId| {
        let function = OpRef::new(module, proxy);
        Some((function.symbol_name()?, function::function_type(function)))
    };
    let names: Vec<(Ident, Type)> = raised.iter().filter_map(symbol).collect();
    for proxy in module.proxies() {
        let body = module.nested_mut(proxy).expect("a proxy has a body");
        function::raise_uses(body, &names);
        if raised.contains(&proxy) {
            raise(body, &operations);
        }
        module.sync_proxy(proxy);
    }
    Ok(())
}

/// Raises the function that is the root of `body`.
fn raise(body: &mut Body, operations: &Operations) {
    let mut ops = Vec::new();
    body.walk_preorder(body.root(), |op| ops.push(op));
    function::become_func(body);
    let mut rw = Rewriter::new(body);
    for op in ops.into_iter().skip(1) {
        if names_variable(OpRef::new(&rw, op)) {
            rw.erase(op);
        } else if !branches::raise(&mut rw, op) {
            operations.raise(&mut rw, op);
        }
    }
}

/// Whether an operation only tells a debugger where a variable is, or that a label is here.
fn names_variable(op: OpRef) -> bool {
    op.is::<DbgValueIntr>() || op.is::<DbgDeclareIntr>() || op.is::<DbgLabelIntr>()
}
