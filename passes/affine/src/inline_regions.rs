//! The reverse of [`crate::outline_regions`].

use rmlir::analysis::symbols::{can_discard_when_unused, symbol_uses};
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_transforms::inline::call::{Around, Callee, inline_call, is_part_of_a_block};

use crate::outline_regions::OUTLINED;

/// Inline the functions that `affine-outline-regions` made, and erase those that nothing refers to any more.
///
/// Other functions are not inlined, as `inline` does: those of C may have another definition when the program is
/// linked, and a compiler behind this one decides better. A function that has several blocks by now stays.
///
/// ```mlir
/// func.func @f(%m: memref<?xf32>, %n: index) {
///   call @f_affine(%n, %m) : (index, memref<?xf32>) -> ()
///   return
/// }
/// func.func private @f_affine(%n: index, %m: memref<?xf32>) attributes {affine.outlined} {
///   affine.for %i = 0 to %n { .. }
///   return
/// }
/// // becomes
/// func.func @f(%m: memref<?xf32>, %n: index) {
///   affine.for %i = 0 to %n { .. }
///   return
/// }
/// ```
#[pass(name = "affine-inline-regions", anchor = "builtin.module", depends(rmlir_func::Func))]
pub fn affine_inline_regions(cx: &mut PassCx) -> PassResult {
    let module = cx.body_mut();
    let functions = module.proxies();
    let is_outlined = |proxy: &OpId| {
        let function = module.nested(*proxy).filter(|_| OpRef::new(module, *proxy).is::<FuncOp>());
        function.is_some_and(|function| OpRef::root(function).attr(OUTLINED).is_some())
    };
    let outlined: Vec<OpId> = functions.iter().copied().filter(is_outlined).collect();
    for &callee in &outlined {
        let Some(name) = OpRef::new(module, callee).symbol_name() else { continue };
        let function = module.detach(callee);
        if is_part_of_a_block(OpRef::root(&function).region(0)) {
            for &caller in functions.iter().filter(|&&caller| caller != callee) {
                let mut body = module.detach(caller);
                inline_calls(module, &mut body, name, &function);
                module.attach(caller, body);
            }
        }
        module.attach(callee, function);
    }
    erase_unused(module, outlined);
    Ok(())
}

/// Erases the private ones of these functions to which nothing refers.
fn erase_unused(module: &mut Body, mut functions: Vec<OpId>) {
    functions.retain(|&function| can_discard_when_unused(OpRef::new(module, function)));
    let block = OpRef::root(module).region(0).entry().expect("a module has a block");
    for op in block.ops() {
        // An unknown operation may refer to any of them.
        let Ok(uses) = symbol_uses(op) else { return };
        for found in uses {
            functions.retain(|&function| OpRef::new(module, function).symbol_name() != Some(found.symbol.root));
        }
    }
    let mut rw = Rewriter::new(module);
    for function in functions {
        rw.erase(function);
    }
}

/// Inlines the calls of `name` in a function of `module` where that is possible.
fn inline_calls<'c>(module: &Body<'c>, caller: &mut Body<'c>, name: Ident, callee: &Body<'c>) {
    let mut calls = Vec::new();
    caller.walk_preorder(caller.root(), |op| {
        let call = OpRef::new(caller, op).cast::<CallOp>();
        calls.extend(call.filter(|call| call.callee(caller) == name).map(|_| op));
    });
    let outside = [module];
    let around = Around { call: &outside, callee: &outside };
    let mut rw = Rewriter::new(caller);
    for call in calls {
        if inline_call(&mut rw, call, callee, around, Callee::Stays, &mut |_, _| {}) {
            rw.erase(call);
        }
    }
}
