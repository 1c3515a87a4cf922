//! `set-llvm-module-datalayout`: the data layout string of a module.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Attach a datalayout string as a module attribute.
///
/// ```mlir
/// module attributes {llvm.data_layout = "e-m:e-i64:64"} { .. }
/// ```
#[pass(name = "set-llvm-module-datalayout", title = "SetLLVMModuleDataLayoutPass", anchor = "builtin.module")]
pub struct SetModuleDataLayout {
    /// String description (LLVM format) of the data layout that is expected on the produced module
    #[option(name = "data-layout", default = "")]
    layout: String,
}

impl Pass for SetModuleDataLayout {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (root, layout) = (cx.body().root(), cx.cx().str_attr(&self.layout));
        cx.rewriter().set_attr(root, "llvm.data_layout", layout);
        Ok(())
    }
}
