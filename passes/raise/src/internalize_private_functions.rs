//! Functions that passes have made are not visible in other files.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rmlir_llvm::attrs::enums::Linkage;

use crate::llvm_to_core::LINKAGE;

/// Give private functions internal linkage.
///
/// Functions of C have the linkage that the compiler gave them. Others, made by passes, are private, and
/// `convert-func-to-llvm` would make symbols of them that may clash with those of other object files. Their operations
/// come from lines of other functions, which debug information cannot express, so they get no locations.
///
/// ```mlir
/// func.func private @f_loop0(%i: index) { .. }
/// // becomes
/// func.func private @f_loop0(%i: index) attributes {llvm.linkage = #llvm.linkage<internal>} { .. }
/// ```
#[pass(name = "internalize-private-functions", anchor = "builtin.module", depends(rmlir_llvm::Llvm))]
pub fn internalize_private_functions(cx: &mut PassCx) -> PassResult {
    let module = cx.body_mut();
    for proxy in module.proxies() {
        let function = OpRef::new(module, proxy).resolve();
        if !function.is::<FuncOp>() || function.region(0).is_empty() || function.attr(LINKAGE).is_some() {
            continue;
        }
        if function.get(FuncOp::sym_visibility) != Some("private") {
            continue;
        }
        let internal = Linkage::Internal.attr(module.cx());
        let body = module.nested_mut(proxy).expect("a function has a body of its own");
        body.set_attr(body.root(), LINKAGE, internal);
        body.ops_under(body.root()).into_iter().for_each(|op| body.set_loc(op, Loc::UNKNOWN));
        module.sync_proxy(proxy);
    }
    Ok(())
}
