//! Verification of functions.

use rmlir::core::function;
use rmlir::prelude::*;

use super::branch::ResumeOp;
use super::func::LLVMFuncOp;
use super::invoke::LandingpadOp;
use crate::attrs::enums::Linkage;

#[verify(LLVMFuncOp)]
fn verify_func(op: OpRef) -> Checked {
    function::verify(op)?;
    let linkage = op.get(LLVMFuncOp::linkage);
    if linkage == Linkage::Common {
        return Err(op.error("functions cannot have 'common' linkage"));
    }
    if op.region(0).is_empty() {
        return match linkage {
            Linkage::External | Linkage::ExternWeak => Ok(()),
            _ => Err(op.error("external functions must have 'external' or 'extern_weak' linkage")),
        };
    }
    let has = |slot| op.prop(slot).is_some();
    if has(LLVMFuncOp::NO_INLINE) && has(LLVMFuncOp::ALWAYS_INLINE) {
        return Err(op.plain_error("no_inline and always_inline attributes are incompatible"));
    }
    if has(LLVMFuncOp::OPTIMIZE_NONE) && !has(LLVMFuncOp::NO_INLINE) {
        return Err(op.error("with optimize_none must also be no_inline"));
    }
    verify_unwinding(op)
}

/// Verifies that all landing pads and resumes of a function have the same type.
fn verify_unwinding(op: OpRef) -> Checked {
    let mut known = None;
    for inside in op.region(0).blocks().flat_map(|block| block.ops()) {
        let (ty, text) = match () {
            () if inside.is::<LandingpadOp>() => {
                (inside.result(0).ty(), "'llvm.landingpad' should have a consistent result type inside a function")
            }
            () if inside.is::<ResumeOp>() => (
                inside.value(ResumeOp::value).ty(),
                "'llvm.resume' should have a consistent input type inside a function",
            ),
            () => continue,
        };
        if *known.get_or_insert(ty) != ty {
            return Err(op.plain_error(text));
        }
    }
    Ok(())
}
