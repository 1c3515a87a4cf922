//! `llvm-request-c-wrappers`: the attribute for which functions get a wrapper with the C interface.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;

/// Request C wrapper emission for all functions.
///
/// The conversion to `llvm` then adds a function `_mlir_ciface_NAME` for each function, whose memref parameters are
/// pointers to descriptors.
///
/// ```mlir
/// func.func @f(%m: memref<?xf32>) attributes {llvm.emit_c_interface} { .. }
/// ```
#[pass(name = "llvm-request-c-wrappers", title = "LLVMRequestCWrappersPass", anchor = "func.func")]
pub fn request_c_wrappers(cx: &mut PassCx) -> PassResult {
    let root = cx.body().root();
    cx.rewriter().set_attr(root, "llvm.emit_c_interface", Attr::UNIT);
    Ok(())
}
