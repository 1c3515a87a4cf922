//! The reverse of [`crate::outline_regions`].

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_transforms::inline::call::{Around, Callee, inline_call, is_part_of_a_block};

use crate::outline_regions::OUTLINED;

/// Inline the functions that `affine-outline-regions` made.
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
    let mut functions = module.proxies();
    let is_outlined = |module: &Body, proxy: OpId| {
        let function = module.nested(proxy).filter(|_| OpRef::new(module, proxy).is::<FuncOp>());
        function.is_some_and(|function| OpRef::root(function).attr(OUTLINED).is_some())
    };
    for callee in functions.clone().into_iter().filter(|&proxy| is_outlined(module, proxy)).collect::<Vec<_>>() {
        let Some(name) = OpRef::new(module, callee).symbol_name() else { continue };
        let function = module.detach(callee);
        let is_inlined = is_part_of_a_block(OpRef::root(&function).region(0))
            && functions.iter().filter(|&&caller| caller != callee).all(|&caller| {
                let mut body = module.detach(caller);
                let is_inlined = inline_calls(module, &mut body, name, &function);
                module.attach(caller, body);
                is_inlined
            });
        module.attach(callee, function);
        if is_inlined {
            functions.retain(|&other| other != callee);
            Rewriter::new(module).erase(callee);
        }
    }
    Ok(())
}

/// Inlines all calls of `name` in a function of `module`. Returns whether that was possible.
fn inline_calls<'c>(module: &Body<'c>, caller: &mut Body<'c>, name: Ident, callee: &Body<'c>) -> bool {
    let mut calls = Vec::new();
    caller.walk_preorder(caller.root(), |op| {
        let call = OpRef::new(caller, op).cast::<CallOp>();
        calls.extend(call.filter(|call| call.callee(caller) == name).map(|_| op));
    });
    let outside = [module];
    let around = Around { call: &outside, callee: &outside };
    let mut rw = Rewriter::new(caller);
    calls.into_iter().all(|call| {
        let done = inline_call(&mut rw, call, callee, around, Callee::Stays, &mut |_, _| {});
        if done {
            rw.erase(call);
        }
        done
    })
}
